/* Statistics of the prices of cells, by which the prices of later ones are predicted. */

#include "price_statistics.h"

/* The constants in the files of the search were halved and doubled, and the instructions of koyama-lai counted for
   4p7c, 3p12c, 5p5c and 4p8c, in one thread, with AVX2, without Python's start. Ratios are to the value used. */
enum { REMEMBERED = 32 }; /* weight of the past in the statistics; 16 or 64 change less than 2 % */

int find_size_class(uint32_t n)
{
    const int octave = 31 - __builtin_clz(n);
    const int i = octave < 3 ? (int)n : (octave - 2) * 8 + (int)(n >> (octave - 3)) % 8;
    return i < SIZE_CLASSES ? i : SIZE_CLASSES - 1;
}

void add_to_statistics(PriceStatistics *stats, double bound, double price, int max_weight)
{
    stats->weight = stats->weight < max_weight ? stats->weight + 1 : max_weight;
    const double part = 1.0 / stats->weight;
    bound -= stats->bound, price -= stats->price;
    stats->bound += bound * part;
    stats->price += price * part;
    stats->variance += (bound * bound * (1 - part) - stats->variance) * part;
    stats->joint += (bound * price * (1 - part) - stats->joint) * part;
}

/* Predicts the price of a cell from its first bound, by linear regression over earlier cells of its
   class. */
static double predict_price(Worker *worker, const Cell *cell)
{
    const PriceStatistics *stats = &worker->stats[find_size_class(cell->n)];
    while (stats > worker->stats && !stats->weight)
        stats--;
    const double bound = (double)cell->first_bound / cell->n;
    const double slope = stats->variance > 0 ? stats->joint / stats->variance : 1;
    const double likely = stats->price + (slope < 0 ? 0 : slope > 1 ? 1 : slope) * (bound - stats->bound);
    return stats->weight && likely > bound ? likely * cell->n : (double)cell->first_bound;
}

double predict_raise(Worker *worker, const Cell *cell)
{
    const double raise = predict_price(worker, cell) - (double)cell->lower_bound;
    return raise > 0 ? raise : 0;
}

void learn_price(Worker *worker, const Cell *cell, int64_t found, bool exact)
{
    if (found < INFINITE && (exact || (double)found > predict_price(worker, cell)))
        add_to_statistics(&worker->stats[find_size_class(cell->n)], (double)cell->first_bound / cell->n,
                          (double)found / cell->n, REMEMBERED);
}
