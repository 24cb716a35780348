/* Statistics of the prices of cells, by which the prices of later ones are predicted. */

#ifndef MMTREE_PRICE_STATISTICS_H
#define MMTREE_PRICE_STATISTICS_H

#include "split.h"

/* The size class of cells of n secrets: eight classes to a factor of two. */
int find_size_class(uint32_t n);

/* Adds a cell to the statistics; beyond the largest weight, earlier cells fade. */
void add_to_statistics(PriceStatistics *stats, double bound, double price, int max_weight);

/* The predicted difference of a cell's price and its bound. */
double predict_raise(Worker *worker, const Cell *cell);

/* Adds a cell to the worker's statistics with its price or, if not exact, a lower bound above the predicted price. */
void learn_price(Worker *worker, const Cell *cell, int64_t found, bool exact);

#endif
