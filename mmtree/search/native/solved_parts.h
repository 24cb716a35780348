/* Parts of a search: what is settled, kept by who asks for it, and used again by a later run. */

#ifndef MMTREE_SOLVED_PARTS_H
#define MMTREE_SOLVED_PARTS_H

#include "search.h"

/* A part as it comes through the door, in bytes: its path (32, 8, 32 and 8 bits), its price (64), and how
   many guesses its plan has (32), or 0 where the price is only a bound. The plans stand elsewhere, one
   behind the other. */
enum { PACKED_PART_BYTES = 22 };
void pack_part(const SolvedPart *part, char *packed);

/* Reads parts; their plans stay where they are. NULL, or what is wrong with them. */
const char *read_parts(Search *search, const char *packed, size_t count, const uint32_t *plans,
                       size_t plan_length);

/* What an earlier run settled about this part, if it decides the matter below the limit. */
const SolvedPart *find_known_part(const Search *search, const int32_t *path, int64_t limit);

/* The price of such a part, its plan at the end of the worker's; or the limit. */
int64_t use_part(Worker *worker, const SolvedPart *part, int64_t limit);

/* Notes the price of a part, with its plan from `start` on; or that it is not below the limit. */
void record_part(Worker *worker, const int32_t *path, int64_t found, bool exact, size_t start);

#endif
