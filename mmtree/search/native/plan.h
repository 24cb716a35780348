/* Plans: strategy trees as lists of guesses (ranks) in preorder. Sets of one or two secrets have no
   guess in it: their secrets are guessed in turn, the heavier one first. A worker's plan is a stack; every search leaves its
   result at the end. */

#pragma once

#include "search.h"

/* Makes room for `more` guesses. Fails with OUT_OF_MEMORY. */
void reserve_plan(Worker *worker, size_t more);

/* Appends guesses, which may be part of the worker's plan if room was reserved. */
void append_plan(Worker *worker, const uint32_t *plan, size_t length);

/* Copies the plan from `start` on; the caller frees it. Fails with OUT_OF_MEMORY. */
uint32_t *copy_plan(Worker *worker, size_t start, size_t *length);

/* Moves the plan from `start` on down to `base`; the guesses between are dropped. */
void move_plan(Worker *worker, size_t start, size_t base);

/* A check of a plan: the guesses left, the price and the most guesses so far. */
typedef struct { const uint32_t *next, *end; int64_t price; uint32_t most; } PlanCheck;

/* Plays a plan against all secrets and adds up their prices. Fails with WRONG_PLAN if it does not fit
   the secrets, as plans of solved parts from outside may do. */
void check_plan(Worker *worker, const uint32_t *secrets, uint32_t n, uint32_t depth, PlanCheck *check);

/* Solved parts of a search are recorded for checkpoints, and used again by a later run. */

/* A part as Python sees it: PART in mmtree/search/solved_parts.py. Its plan is in a second buffer,
   after those of the parts before. */
typedef struct __attribute__((packed)) {
    int32_t guess;
    uint8_t feedback; /* place, or NO_FEEDBACK */
    int32_t second;
    uint8_t answer;
    int64_t price;
    uint32_t length; /* number of guesses in its plan; 0 if the price is only a bound */
} PackedPart;
_Static_assert(sizeof(PackedPart) == 22, "no padding");

enum { NO_FEEDBACK = 255 };

/* Reads parts into search->known_parts; plans are not copied and must outlive the search. Returns NULL,
   or an error message. */
const char *read_parts(Search *search, const PackedPart *packed, size_t count,
                       const uint32_t *plans, size_t plan_length);

/* Returns the part at this path if it gives the price, or a bound at or above the limit; else NULL. */
const SolvedPart *find_known_part(const Search *search, const int32_t *path, int64_t limit);

/* Returns the price of a part if it is below the limit, with its plan appended to the worker's, or the
   limit. */
int64_t use_part(Worker *worker, const SolvedPart *part, int64_t limit);

/* Records a price with its plan from `start` on or, if not exact, a bound. Any thread may call this. */
void record_part(Worker *worker, const int32_t *path, int64_t found, bool exact, size_t start);
