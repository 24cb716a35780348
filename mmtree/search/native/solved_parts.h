/* Solved parts of a search: recorded for checkpoints, and used again by a later run. */

#ifndef MMTREE_SOLVED_PARTS_H
#define MMTREE_SOLVED_PARTS_H

#include "search.h"

/* Bytes of a part as Python sees it: path (32, 8, 32 and 8 bits), price (64), number of guesses in its
   plan (32), 0 if the price is only a bound; little-endian as the machine is. The plans are in a second
   buffer, one after the other. */
enum { PACKED_PART_BYTES = 22 };
void pack_part(const SolvedPart *part, char *packed);

/* Reads parts into search->known_parts; plans are not copied and must outlive the search. Returns NULL,
   or an error message. */
const char *read_parts(Search *search, const char *packed, size_t count, const uint32_t *plans,
                       size_t plan_length);

/* Returns the part at this path if it gives the price, or a bound at or above the limit; else NULL. */
const SolvedPart *find_known_part(const Search *search, const int32_t *path, int64_t limit);

/* Returns the price of a part if it is below the limit, with its plan appended to the worker's, or the
   limit. */
int64_t use_part(Worker *worker, const SolvedPart *part, int64_t limit);

/* Records a price with its plan from `start` on or, if not exact, a bound. Any thread may call this. */
void record_part(Worker *worker, const int32_t *path, int64_t found, bool exact, size_t start);

#endif
