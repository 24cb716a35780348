/* The search of the cells of a split guess. The price of a large cell is far above its first bound.
   Raising the bound a little is cheap, proving the price is not. So, if that is likely to prune the
   guess, the bounds of the large cells are first raised by a part of the expected difference each. */

#include "search_cells.h"
#include "even_raising.h"
#include "plan.h"
#include "search_set.h"

/* The constants here and in other files were halved and doubled, and the instructions of koyama-lai counted for
   4p7c, 3p12c, 5p5c and 4p8c, in one thread, with AVX2, without Python's start. Ratios are to the value used. */
enum { REMEMBERED = 32 }; /* weight of the past in the statistics; 16 or 64 change less than 2 % */

/* Bounds are raised only if less than this part of the predicted differences would prune the guess. 0.45
   takes 1.12, 1.34, 1.01 and 1.28 of the instructions, 1.8 takes 1.00, 0.91, 1.00 and 0.94; never raising
   them takes 1.26, 1.50, 1.07 and 1.27. */
#define MAX_HOPED_PART 0.9
/* Each large cell is raised by at least this part of its predicted difference, which is still cheap. 0.25
   takes 1.06, 1.03, 1.00 and 1.02 of the instructions, 1.0 takes 0.93, 0.96, 0.95 and 1.11. */
#define MIN_PART 0.5

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

/* The predicted difference of a cell's price and its bound. */
static double predict_raise(Worker *worker, const Cell *cell)
{
    const double raise = predict_price(worker, cell) - (double)cell->lower_bound;
    return raise > 0 ? raise : 0;
}

/* Adds a cell to the statistics with its price or, if not exact, a lower bound above the predicted
   price. */
static void learn_price(Worker *worker, const Cell *cell, int64_t found, bool exact)
{
    if (found < INFINITE && (exact || (double)found > predict_price(worker, cell)))
        add_to_statistics(&worker->stats[find_size_class(cell->n)], (double)cell->first_bound / cell->n,
                          (double)found / cell->n, REMEMBERED);
}

int64_t search_cell(Worker *worker, Set set, Cell *cell, int64_t limit, const Symmetry *symmetry)
{
    const Set inner = {set.matrix, cell->members, cell->n, set.depth + 1};
    cell->plan = worker->plan_length;
    const int64_t found =
        search_set(worker, inner, limit, &cell->known, cell->scanned ? &cell->scan : NULL, symmetry);
    cell->length = worker->plan_length - cell->plan;
    if (cell->n > worker->search->small)
        learn_price(worker, cell, found, found < limit);
    return found;
}

/* The limit, or the shared one if that is lower. */
static int64_t lower_limit(int64_t limit, const _Atomic int64_t *shared_limit)
{
    const int64_t shared = shared_limit ? atomic_load_explicit(shared_limit, memory_order_relaxed) : limit;
    return shared < limit ? shared : limit;
}

/* Whether it pays to bound all guesses of a cell before one of them is tried. */
static bool is_worth_scanning(const Worker *worker, const Cell *cell)
{
    return cell->n > worker->search->small && !cell->known.exact;
}

/* Whether the bound of a cell may be raised in steps; a beam would try its guesses again at each step. */
static bool is_worth_raising(const Worker *worker, const Cell *cell)
{
    return is_worth_scanning(worker, cell) && !is_beamed(worker->search, cell->n);
}

/* Raises the bound of a cell to the least bound of its guesses. */
static void scan_cell(Worker *worker, Set set, Split *split, Cell *cell)
{
    const Set inner = {set.matrix, cell->members, cell->n, set.depth + 1};
    if (cell->scanned || !is_worth_scanning(worker, cell))
        return;
    scan_set(worker, inner, cell->lower_bound, INFINITE, &cell->scan);
    cell->scanned = true;
    raise_cell(split, cell, cell->scan.least);
}

/* Raises the bounds of the large cells, if that is likely to prune the guess. */
static void raise_large_cells(Worker *worker, Set set, Split *split, int64_t limit, const Symmetry *symmetry)
{
    double hoped = 0;
    for (int i = 0; i < split->open; i++) {
        const Cell *cell = &split->cells[split->order[i]];
        if (is_worth_raising(worker, cell))
            hoped += predict_raise(worker, cell);
    }
    double part = (double)(limit - split->bound) / hoped;
    if (!(part < MAX_HOPED_PART))
        return;
    part = part > MIN_PART ? part : MIN_PART;
    for (int i = split->open - 1; i >= 0 && split->bound < limit; i--) {
        Cell *cell = &split->cells[split->order[i]];
        if (!is_worth_raising(worker, cell))
            continue;
        const int64_t target = cell->lower_bound + (int64_t)(part * predict_raise(worker, cell) + 0.5);
        scan_cell(worker, set, split, cell);
        const int64_t most = limit - split->bound + cell->lower_bound, end = target < most ? target : most;
        if (end <= cell->lower_bound)
            continue;
        const int64_t found = search_cell(worker, set, cell, end, symmetry);
        raise_cell(split, cell, found);
        cell->searched = found < end;
    }
}

bool may_fail(const Search *search, int64_t limit)
{
    return limit >= INFINITE && price(search, search->size + 1) >= INFINITE;
}

int64_t raise_cells(Worker *worker, Set set, Split *split, int64_t limit, const Symmetry *left,
                    const _Atomic int64_t *shared_limit)
{
    put_known_last(split);
    const bool evenly = is_raised_evenly(worker->search, set.n);
    if (!evenly)
        raise_large_cells(worker, set, split, limit, left);
    for (int i = split->open - 1; i >= 0 && split->bound < limit; i--)
        scan_cell(worker, set, split, &split->cells[split->order[i]]);
    int64_t end;
    for (Cell *cell; evenly && (cell = choose_cell(worker, split, set.n, set.depth, limit, &end));) {
        record_result(worker, split, cell, set.depth, search_cell(worker, set, cell, end, left), end);
        limit = lower_limit(limit, shared_limit);
    }
    const bool largest_first = may_fail(worker->search, limit);
    for (int i = 0; i < split->open && split->bound < limit; i++) {
        Cell *cell = &split->cells[split->order[largest_first ? split->open - 1 - i : i]];
        if (cell->searched)
            continue;
        limit = lower_limit(limit, shared_limit);
        const int64_t found = search_cell(worker, set, cell, limit - split->bound + cell->lower_bound, left);
        raise_cell(split, cell, found); /* found is the limit if no price is below it */
    }
    return limit;
}

int64_t search_cells(Worker *worker, Set set, uint32_t guess, Split *split, int64_t limit,
                     const Symmetry *symmetry, const _Atomic int64_t *shared_limit)
{
    const size_t base = worker->plan_length;
    const uint32_t rank = set.matrix->guesses[guess];
    const Symmetry *left =
        split->open ? symmetry_after(worker, worker->search->game, symmetry, rank) : NULL;
    limit = raise_cells(worker, set, split, limit, left, shared_limit);
    if (split->bound < limit) {
        join_plans(worker, rank, split, base);
        return split->bound;
    }
    worker->plan_length = base;
    return limit;
}
