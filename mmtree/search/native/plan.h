/* Plans: strategy trees as lists of guesses (ranks) in preorder. Sets of one or two secrets have no
   guess in it: their secrets are guessed in turn. A worker's plan is a stack; every search leaves its
   result at the end. */

#ifndef MMTREE_PLAN_H
#define MMTREE_PLAN_H

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

#endif
