/* A worker's plan: the guesses of a tree in preorder. Of one or two secrets no guess is written. */

#ifndef MMTREE_PLAN_H
#define MMTREE_PLAN_H

#include "worker.h"

/* Makes room for so many more guesses. */
void reserve_plan(Worker *worker, size_t more);

/* Adds guesses to the end. */
void append_plan(Worker *worker, const uint32_t *plan, size_t length);

/* What the worker planned from `start` on, to be freed by who asks. */
uint32_t *copy_plan(Worker *worker, size_t start, size_t *length);

/* Moves what was planned from `start` on down to `base`, over what was there. */
void move_plan(Worker *worker, size_t start, size_t base);

/* A check along a plan, which counts what it costs and the most guesses it needs. */
typedef struct { const uint32_t *next, *end; int64_t price; uint32_t most; } PlanCheck;

/* Leaves with WRONG_PLAN where the plan does not fit; parts that were handed in can do that. */
void check_plan(Worker *worker, const uint32_t *secrets, uint32_t n, uint32_t depth, PlanCheck *check);

#endif
