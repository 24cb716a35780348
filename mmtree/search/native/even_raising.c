/* Even raising. A guess is pruned when the sum of its cells' bounds reaches the limit. To prove that a cell
   of n secrets costs x more than its first bound takes work that grows with exp(STEEPNESS x / n), until x
   comes close to the price; reaching the price takes work that grows with n^POWER for each secret. The sum
   therefore reaches the limit with the least work if no cell is raised to a point where a further unit takes
   more work than in another cell: equal marginal costs, as in economics. How the work grows was measured with 5p8c,
   and is not from the literature. The prices are predicted from the cells searched before.

   Instead of searching large sets as smaller ones, cell by cell, koyama-lai takes for 3p12c 0.99 instead of 1.66
   processor seconds (0.60), for 4p8c 2.15 instead of 2.59 (0.83), for 4p7c 0.52 instead of 0.56 (0.93), medians of
   four to seven runs in turn, and for 5p6c 40 instead of 50 (0.81), once: one thread, AVX2. Statistics of smaller sets
   are here, too. */

#include "even_raising.h"

/* The constants were halved and doubled, or nearly so, and the seconds of koyama-lai for 4p9c and 5p8c-distinct
   measured in one thread, once, with a MIN_SET of 1000. Ratios are to the mean of three runs with the values
   used, which differed by a fifth. */
enum {
    /* smaller sets are searched cell by cell; 1000: 1.04 and 1.24, and 1.24 for 5p6c; 2000: 1.38 and 1.82 */
    MIN_SET = 1400,
    MIN_CELL = 150,    /* smaller cells are searched for their price; 75: 0.75 and 1.10, 300: 1.19 and 1.33 */
    MAX_REQUESTS = 3,  /* then a cell is searched for its price; 1: 0.86 and 1.07, 6: 1.00 and 1.23 */
    LINE_WEIGHT = 200, /* of the past in the statistics; 50: 0.96 and 1.07 */
    SIZE_WEIGHT = 12,  /* the same for a size; 4: 1.01 and 1.26, 36: 1.00 and 1.05 */
    BISECTIONS = 40,
};

/* Both exponents were fitted to the work on cells of 5p8c. The steepness counts for large rules: since cells have limits,
   100 takes 6.3 for 5p8c below 172000, 1.6 below 174000 and 3.8 for 5p9c below 324630 (200: 3.6, 1.2 and 2.3; 1000: 0.9,
   0.9 and 1.2), and the same for 4p9c, 5p6c and 5p8c-distinct. Of the power, 6 takes 1.0, 0.9 and 1.04. */
#define STEEPNESS 300.0
#define POWER 7.0
/* Start values, seen with 5p8c: they hardly matter once a few prices are known. */
#define FIRST_SLOPE 0.33 /* of the price per secret by the logarithm of the size */
#define FIRST_RAISE 0.3  /* of the price above the first bound, per secret */
#define MIN_RAISE 0.004  /* per secret: every cell is predicted to cost as much more than its bound */
#define NEARLY_ALL 0.98  /* with a larger part of the predicted raise, a cell is searched for its price */

/* The constants in the files of the search were halved and doubled, and the instructions of koyama-lai counted for
   4p7c, 3p12c, 5p5c and 4p8c, in one thread, with AVX2, without Python's start. Ratios are to the value used. */
enum { REMEMBERED = 32 }; /* weight of the past in the statistics; 16 or 64 change less than 2 % */

/* The size class of cells of n secrets: eight classes to a factor of two. */
static int find_size_class(uint32_t n)
{
    const int octave = 31 - __builtin_clz(n);
    const int i = octave < 3 ? (int)n : (octave - 2) * 8 + (int)(n >> (octave - 3)) % 8;
    return i < SIZE_CLASSES ? i : SIZE_CLASSES - 1;
}

/* Adds a cell to the statistics; beyond the largest weight, earlier cells fade. */
static void add_to_statistics(PriceStatistics *stats, double bound, double price, int max_weight)
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

/* An approximate natural logarithm, within 0.007, that is the same on every machine. */
static double logarithm(uint32_t n)
{
    const int octave = 31 - __builtin_clz(n);
    const double part = (double)n / (double)((uint32_t)1 << octave) - 1;
    return 0.6931 * (octave + part + 0.343 * part * (1 - part));
}

/* The price of one more guess. */
static double price_unit(const Search *search)
{
    const int64_t first = price(search, 1), second = price(search, 2);
    return second < INFINITE && second > first ? (double)(second - first) : 1;
}

static LargeStatistics *find_large_statistics(Worker *worker, uint32_t depth)
{
    return &worker->large_stats[depth < DEPTHS ? depth : DEPTHS - 1];
}

/* The price per secret of cells of n secrets, by the line. */
static double price_by_line(const PriceStatistics *line, uint32_t n)
{
    const double slope = (line->joint * line->weight + FIRST_SLOPE) / (line->variance * line->weight + 1);
    return line->price + slope * (logarithm(n) - line->bound);
}

/* Predicts the price of a cell: by the line, and by what cells of its size cost beyond the line. */
static double predict_large_price(Worker *worker, const Cell *cell, uint32_t depth)
{
    const LargeStatistics *stats = find_large_statistics(worker, depth);
    const double unit = price_unit(worker->search);
    if (!stats->line.weight)
        return (double)cell->first_bound + FIRST_RAISE * unit * cell->n;
    const PriceStatistics *beyond = &stats->beyond[find_size_class(cell->n)];
    const double part = beyond->weight / (beyond->weight + 2.0);
    return (price_by_line(&stats->line, cell->n) + part * beyond->price) * unit * cell->n;
}

/* Adds a cell to the statistics with its price or, if not exact, a bound above the predicted price. */
static void learn_large_price(Worker *worker, const Cell *cell, int64_t found, bool exact, uint32_t depth)
{
    if (found >= INFINITE || (!exact && (double)found <= predict_large_price(worker, cell, depth)))
        return;
    LargeStatistics *stats = find_large_statistics(worker, depth);
    PriceStatistics *line = &stats->line, *beyond = &stats->beyond[find_size_class(cell->n)];
    const double price = (double)found / price_unit(worker->search) / cell->n;
    if (line->weight) {
        beyond->weight += beyond->weight < SIZE_WEIGHT;
        beyond->price += (price - price_by_line(line, cell->n) - beyond->price) / beyond->weight;
    }
    add_to_statistics(line, logarithm(cell->n), price, LINE_WEIGHT);
}

/* The predicted difference of a cell's price and its bound. */
static double predict_large_raise(Worker *worker, const Cell *cell, uint32_t depth)
{
    const double raise = predict_large_price(worker, cell, depth) - (double)cell->lower_bound;
    const double least = MIN_RAISE * price_unit(worker->search) * cell->n;
    return raise > least ? raise : least;
}

/* By how much a cell can be raised before a further unit takes more work than exp(effort). */
static double raise_with_effort(const Search *search, uint32_t n, double predicted, double effort)
{
    const double below = n / STEEPNESS * price_unit(search) * (POWER * logarithm(n) - effort);
    const double raise = predicted - (below > 0 ? below : 0);
    return raise > 0 ? raise : 0;
}

/* A cell that was not searched to its end, and its predicted raise. */
typedef struct { Cell *cell; double predicted; } OpenCell;

/* The effort with which the cells are raised by the missing difference in all; if that is more than their
   predicted raises, enough for those. */
static double find_effort(const Search *search, const OpenCell *cells, int count, double missing)
{
    double low = -1000, high = 0, predicted = 0;
    for (int i = 0; i < count; i++) {
        const double most = POWER * logarithm(cells[i].cell->n);
        high = most > high ? most : high;
        predicted += cells[i].predicted;
    }
    for (int step = 0; predicted > missing && step < BISECTIONS; step++) {
        const double effort = (low + high) / 2;
        double raise = 0;
        for (int i = 0; i < count; i++)
            raise += raise_with_effort(search, cells[i].cell->n, cells[i].predicted, effort);
        *(raise < missing ? &low : &high) = effort;
    }
    return high;
}

bool may_fail(const Search *search, int64_t limit)
{
    return limit >= INFINITE && price(search, search->size + 1) >= INFINITE;
}

bool is_raised_evenly(const Search *search, uint32_t n)
{
    return n >= MIN_SET && !is_beamed(search, n);
}

Cell *choose_cell(Worker *worker, Split *split, uint32_t n, uint32_t depth, int64_t limit, int64_t *cell_limit)
{
    const Search *search = worker->search;
    OpenCell cells[MAX_FEEDBACKS];
    int count = 0;
    for (int i = 0; i < split->open; i++) {
        Cell *cell = &split->cells[split->order[i]];
        if (!cell->searched && !cell->known.exact)
            cells[count++] = (OpenCell){cell, predict_large_raise(worker, cell, depth)};
    }
    const int64_t missing = limit - split->bound;
    if (!count || missing <= 0)
        return NULL;
    const bool largest_first = may_fail(search, limit);
    Cell *next = cells[largest_first ? count - 1 : 0].cell;
    *cell_limit = missing + next->lower_bound;
    if (largest_first || !is_raised_evenly(search, n))
        return next;
    const double effort = find_effort(search, cells, count, (double)missing);
    double raise = 0, predicted = cells[0].predicted;
    for (int i = 0; i < count; i++) { /* of the cells that were searched least often, the smallest */
        Cell *cell = cells[i].cell;
        const double mine = raise_with_effort(search, cell->n, cells[i].predicted, effort);
        if (mine > 0 && (!raise || cell->requests < next->requests))
            next = cell, raise = mine, predicted = cells[i].predicted;
    }
    *cell_limit = missing + next->lower_bound;
    if (next->n >= MIN_CELL && raise < NEARLY_ALL * predicted && next->requests < MAX_REQUESTS) {
        const double least = next->requests ? next->n / STEEPNESS * price_unit(search) : 1;
        const int64_t target = next->lower_bound + (int64_t)((raise > least ? raise : least) + 0.5);
        *cell_limit = target < *cell_limit ? target : *cell_limit;
    }
    next->requests++;
    return next;
}

void record_result(Worker *worker, Split *split, Cell *cell, uint32_t depth, int64_t found, int64_t cell_limit)
{
    cell->searched = found < cell_limit;
    if (cell->n >= MIN_CELL)
        learn_large_price(worker, cell, found, cell->searched, depth);
    raise_cell(split, cell, found);
}
