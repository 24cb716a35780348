/* Even raising. A guess is pruned when the sum of its cells' bounds reaches the limit. To prove that a cell of n secrets
   costs x more than its first bound takes work that grows about exponentially with x / n, up to its price. The sum
   therefore reaches the limit with the least work if no cell is raised to a point where a further unit takes more work
   than in another cell: equal marginal costs, as in economics. How much work a cell takes, and how fast it grows, is
   measured while the cell is raised in steps. Work is counted, not timed, so a single thread always takes the same steps.

   Compared with cells whose bounds are raised to the same distance from predicted prices, koyama-lai with the opening
   AABCD takes 0.44 of the processor time for 5p8c below 174000, and less than a third for 5p9c below 329000.

   Statistics of smaller sets are here, too. */

#include "even_raising.h"

#include <math.h>

enum {
    MIN_SET = 1400, /* smaller sets are searched cell by cell */
    MIN_CELL = 150, /* smaller cells are searched for their price */
    BISECTIONS = 60,
};

/* An effort is the logarithm of the work of one more unit. For 4p9c, 5p6c, 5p8c-distinct, 4p11c-distinct, and AABCD of
   5p8c below 174000 and 5p9c below 327000, FIRST_STEEPNESS 14 takes 0.98 of the work, 30 takes 1.09 and 45 takes 1.12
   (geometric means); with 30, FIRST_PART 0.5 takes 1.03, STEP_PART 0.25 takes 0.99, MAX_RAISE 0.03 takes 1.04 and 0.02
   takes 1.12. Larger steps save work there, but go too far where limits are high: with FIRST_STEEPNESS 14 and MAX_RAISE
   0.08, 5p9c below 329000 takes 1.63. */
#define FIRST_PART 0.75      /* of an even raise of all cells by the missing difference: the first step of a cell */
#define MIN_STEEPNESS 8.0
#define MAX_STEEPNESS 100.0
#define STEP_PART 0.35       /* of the effort that is missing: the next step, */
#define MIN_STEP 0.7         /* which is at least so much, unless less is missing, */
#define LAST_STEP 0.3        /* and at least so much */
#define MAX_RAISE 0.05       /* of a later step, per secret */

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

/* Adds a cell to the statistics; after REMEMBERED cells, earlier ones fade. */
static void add_to_statistics(PriceStatistics *stats, double bound, double price)
{
    stats->weight = stats->weight < REMEMBERED ? stats->weight + 1 : REMEMBERED;
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
                          (double)found / cell->n);
}

double predict_scan(const Worker *worker, const Cell *cell)
{
    const PriceStatistics *stats = &worker->stats[find_size_class(cell->n)];
    return stats->scans ? stats->scan_raise : (double)INFINITE;
}

void learn_scan(Worker *worker, const Cell *cell, int64_t least)
{
    PriceStatistics *stats = &worker->stats[find_size_class(cell->n)];
    const double raise = least > cell->lower_bound ? (double)(least - cell->lower_bound) / cell->n : 0;
    stats->scans = stats->scans < REMEMBERED ? stats->scans + 1 : REMEMBERED;
    stats->scan_raise += (raise - stats->scan_raise) / stats->scans;
}

/* The natural logarithm, within 0.007, that is the same on every machine. */
static double logarithm(double value)
{
    int exponent;
    const double part = 2 * frexp(value, &exponent) - 1;
    return 0.6931 * (exponent - 1 + part + 0.343 * part * (1 - part));
}

/* The price of one more guess. */
static double price_unit(const Search *search)
{
    const int64_t first = price(search, 1), second = price(search, 2);
    return second < INFINITE && second > first ? (double)(second - first) : 1;
}

/* The effort of one more unit of a cell that was raised before. */
static double marginal_effort(const Cell *cell)
{
    return logarithm(cell->work * cell->steepness / cell->n);
}

/* By how much a cell is raised if its effort rises by so much. */
static double raise_by_effort(const Search *search, const Cell *cell, double effort)
{
    return effort > 0 ? cell->n / cell->steepness * price_unit(search) * effort : 0;
}

/* The effort with which the cells are raised by the missing difference in all. */
static double find_effort(const Search *search, Cell *const *cells, int count, double missing)
{
    double low = -1000, high = 1000;
    for (int step = 0; step < BISECTIONS; step++) {
        const double effort = (low + high) / 2;
        double raise = 0;
        for (int i = 0; i < count; i++)
            raise += raise_by_effort(search, cells[i], effort - marginal_effort(cells[i]));
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

/* Chooses the cell whose next unit takes the least work, and the raise of its next step. */
static Cell *choose_step(const Search *search, Cell *const *cells, int count, double missing, double *raise)
{
    double secrets = 0;
    Cell *next = cells[0];
    for (int i = 0; i < count; i++) {
        secrets += cells[i]->n;
        if (next->work > 0 && (!(cells[i]->work > 0) || marginal_effort(cells[i]) < marginal_effort(next)))
            next = cells[i];
    }
    *raise = raise_by_effort(search, next, LAST_STEP);
    if (!(next->work > 0)) {
        const double even = missing * next->n / secrets * FIRST_PART;
        *raise = even > *raise ? even : *raise;
        return next;
    }
    const double most = find_effort(search, cells, count, missing) - marginal_effort(next);
    const double step = most * STEP_PART, least = most < MIN_STEP ? most : MIN_STEP;
    const double likely = raise_by_effort(search, next, step > least ? step : least);
    const double furthest = MAX_RAISE * price_unit(search) * next->n;
    *raise = likely > *raise ? likely : *raise;
    *raise = *raise < furthest ? *raise : furthest;
    return next;
}

Cell *choose_cell(const Search *search, const Split *split, uint32_t n, int64_t limit, int64_t *cell_limit)
{
    Cell *cells[MAX_FEEDBACKS];
    int count = 0;
    for (int i = 0; i < split->open; i++) {
        Cell *cell = &split->cells[split->order[i]];
        if (!cell->searched && !cell->known.exact)
            cells[count++] = cell;
    }
    const int64_t missing = limit - split->bound;
    if (!count || missing <= 0)
        return NULL;
    const bool largest_first = may_fail(search, limit);
    Cell *next = cells[largest_first ? count - 1 : 0];
    *cell_limit = missing + next->lower_bound;
    if (largest_first || !is_raised_evenly(search, n) || next->n < MIN_CELL)
        return next;
    double raise;
    next = choose_step(search, cells, count, (double)missing, &raise);
    *cell_limit = next->lower_bound + (raise < (double)missing ? (int64_t)raise + 1 : missing);
    return next;
}

void record_result(const Search *search, Split *split, Cell *cell, int64_t found, int64_t cell_limit, uint64_t work)
{
    const double units = (double)(found - cell->lower_bound) / price_unit(search);
    const double raise = (units > 1 ? units : 1) / cell->n;
    /* To bound the guesses of the cell takes work at every step, which does not grow. */
    const double fixed = (double)cell->n * search->game->all.count, before = cell->work;
    cell->work = (double)work > 1.1 * fixed ? (double)work - fixed : fixed / 10;
    cell->work *= 1 + 1 / (raise * cell->steepness); /* earlier steps did a part of the work up to this bound */
    if (before > 0) {
        cell->steepness = (cell->steepness + logarithm(cell->work / before) / raise) / 2;
        cell->steepness = cell->steepness > MIN_STEEPNESS ? cell->steepness : MIN_STEEPNESS;
        cell->steepness = cell->steepness < MAX_STEEPNESS ? cell->steepness : MAX_STEEPNESS;
    }
    cell->searched = found < cell_limit;
    raise_cell(split, cell, found);
}
