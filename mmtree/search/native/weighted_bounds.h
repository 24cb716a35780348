/* Lower bounds where secrets have weights, as mmtree/search/weighted.py defines them. The secrets of all sets are sorted
   by falling weight, of equal weights the lower rank first. So the heaviest ones are the first, and find_separating_secret()
   finds the heaviest one. */

#pragma once

#include "guess_bounds.h"

/* [n + 1]: how much the first secrets (ranks) weigh together; NULL without weights. Memory is from the arena. */
const int64_t *sum_weights(Worker *worker, const uint32_t *secrets, uint32_t n);

/* The lower bound of a set by its size and its weights. */
int64_t bound_weights(Worker *worker, const int64_t *sums, uint32_t n, uint32_t depth);

/* Returns a lower bound of a set of three secrets or more, given a separating secret (a rank) or NONE. If no guess can be
   cheaper than that secret, it is the price; else sets *separating to NONE. */
int64_t bound_separated(const Search *search, const int64_t *sums, uint32_t n, uint32_t depth, uint32_t *separating);

/* The weights of the secrets of a set, [n], and the price or estimate of a secret in a cell of a guess that already has so
   many, [n]; of the right guess, [n] is the price. */
typedef struct { const int64_t *weights, *added; uint32_t n; } Weighing;

/* cells: [n + 1], the least prices or the estimates of cells by size; right: the price of a right guess. */
Weighing prepare_weighing(Worker *worker, const uint32_t *secrets, uint32_t n, const int64_t *cells, int64_t right);

/* The same for the estimates of a beam. */
Weighing prepare_estimates(Worker *worker, const uint32_t *secrets, uint32_t n, uint32_t depth);

/* The bound of a guess, by which guesses are ordered, from its feedbacks; and the number of its cells. */
int64_t bound_weighed(const Search *search, const Weighing *weighing, const uint8_t *feedback, uint8_t *cells);

/* The estimate of a guess whose bound is finite. */
static inline int64_t estimate_weighed(const Search *search, const Weighing *estimating, const uint8_t *feedback)
{
    uint8_t cells;
    const int64_t estimate = bound_weighed(search, estimating, feedback, &cells);
    return estimate < INFINITE ? estimate : INFINITE - 1;
}

/* Lists the guesses on a set of three secrets or more whose bound is below the limit, which does not count in a beam. Only
   their bounds are computed, and not even the number of cells if a small set has no such guess. */
void scan_weighted(Worker *worker, Set set, int64_t limit, Scan *scan);
