/* The cells of a guess that was split, searched in turn.

   A large cell ends far above its bound, and the first steps up are cheap, the last ones dear. So, where
   that is likely to refuse the guess, the large cells are first asked for a share of what is missing. */

#include "search_cells.h"
#include "plan.h"
#include "search_set.h"

enum { REMEMBERED = 32 }; /* so many prices are remembered */

#define MAX_HOPED_PART 0.9     /* of what is hoped for, no more can be relied on */
#define MIN_PART 0.5 /* up to here a cell's own price is not dear */

/* The class of cells of about so many secrets: eight to an octave. */
static PriceStatistics *find_statistics(Worker *worker, uint32_t n)
{
    const int octave = 31 - __builtin_clz(n);
    const int i = octave < 3 ? (int)n : (octave - 2) * 8 + (int)(n >> (octave - 3)) % 8;
    return &worker->stats[i < SIZE_CLASSES ? i : SIZE_CLASSES - 1];
}

/* What such a cell is likely to cost: a line through what was found of others, by the bounds they came
   with. */
static double predict_price(Worker *worker, const Cell *cell)
{
    const PriceStatistics *stats = find_statistics(worker, cell->n);
    while (stats > worker->stats && !stats->weight)
        stats--;
    const double bound = (double)cell->first_bound / cell->n;
    const double slope = stats->variance > 0 ? stats->joint / stats->variance : 1;
    const double likely = stats->price + (slope < 0 ? 0 : slope > 1 ? 1 : slope) * (bound - stats->bound);
    return stats->weight && likely > bound ? likely * cell->n : (double)cell->first_bound;
}

static double predict_raise(Worker *worker, const Cell *cell)
{
    const double raise = predict_price(worker, cell) - (double)cell->lower_bound;
    return raise > 0 ? raise : 0;
}

/* Learns of a cell that it ends there, or only that it does not end below. */
static void learn_price(Worker *worker, const Cell *cell, int64_t found, bool exact)
{
    PriceStatistics *stats = find_statistics(worker, cell->n);
    if (found >= INFINITE || (!exact && (double)found <= predict_price(worker, cell)))
        return;
    stats->weight = stats->weight < REMEMBERED ? stats->weight + 1 : REMEMBERED;
    const double part = 1.0 / stats->weight, n = cell->n;
    const double bound = (double)cell->first_bound / n - stats->bound, price = (double)found / n - stats->price;
    stats->bound += bound * part;
    stats->price += price * part;
    stats->variance += (bound * bound * (1 - part) - stats->variance) * part;
    stats->joint += (bound * price * (1 - part) - stats->joint) * part;
}

int64_t search_cell(Worker *worker, Set set, Cell *cell, int64_t limit, const Symmetry *symmetry)
{
    const Set inner = {set.matrix, cell->members, cell->n, set.depth + 1};
    cell->plan = worker->plan_length;
    const int64_t found =
        search_set(worker, inner, limit, &cell->known, cell->scanned ? &cell->scan : NULL, symmetry);
    cell->length = worker->plan_length - cell->plan;
    if (cell->n > (uint32_t)set.matrix->table.feedbacks)
        learn_price(worker, cell, found, found < limit);
    return found;
}

/* Cells of which all guesses are worth looking at before one is tried. */
static bool is_worth_scanning(Set set, const Cell *cell)
{
    return cell->n > (uint32_t)set.matrix->table.feedbacks && !cell->known.exact;
}

/* Cells that can be asked for a share: a beam tries its guesses again each time. */
static bool is_worth_raising(const Worker *worker, Set set, const Cell *cell)
{
    return is_worth_scanning(set, cell) && !is_beamed(worker->search, cell->n);
}

/* Raises the bound of a cell by the least of all guesses. */
static void scan_cell(Worker *worker, Set set, Split *split, Cell *cell)
{
    const Set inner = {set.matrix, cell->members, cell->n, set.depth + 1};
    if (cell->scanned || !is_worth_scanning(set, cell))
        return;
    scan_set(worker, inner, cell->lower_bound, &cell->scan);
    cell->scanned = true;
    raise_cell(split, cell, cell->scan.least);
}

/* Asks the large cells for a share each, where that is likely to refuse the guess. */
static void raise_large_cells(Worker *worker, Set set, Split *split, int64_t limit, const Symmetry *symmetry)
{
    double hoped = 0;
    for (int i = 0; i < split->open; i++) {
        const Cell *cell = &split->cells[split->order[i]];
        if (is_worth_raising(worker, set, cell))
            hoped += predict_raise(worker, cell);
    }
    double part = (double)(limit - split->bound) / hoped;
    if (!(part < MAX_HOPED_PART))
        return;
    part = part > MIN_PART ? part : MIN_PART;
    for (int i = split->open - 1; i >= 0 && split->bound < limit; i--) {
        Cell *cell = &split->cells[split->order[i]];
        if (!is_worth_raising(worker, set, cell))
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

int64_t search_cells(Worker *worker, Set set, uint32_t guess, Split *split, int64_t limit,
                     const Symmetry *symmetry, const _Atomic int64_t *shared_limit)
{
    const size_t base = worker->plan_length;
    const uint32_t rank = set.matrix->guesses[guess];
    const Symmetry *left =
        split->open ? symmetry_after(worker, worker->search->game, symmetry, rank) : NULL;
    put_known_last(split);
    raise_large_cells(worker, set, split, limit, left);
    for (int i = split->open - 1; i >= 0 && split->bound < limit; i--)
        scan_cell(worker, set, split, &split->cells[split->order[i]]);
    for (int i = 0; i < split->open && split->bound < limit; i++) {
        Cell *cell = &split->cells[split->order[i]];
        if (cell->searched)
            continue;
        if (shared_limit) {
            const int64_t now = atomic_load_explicit(shared_limit, memory_order_relaxed);
            limit = now < limit ? now : limit;
        }
        const int64_t found = search_cell(worker, set, cell, limit - split->bound + cell->lower_bound, left);
        split->bound += found - cell->lower_bound; /* the limit, where there is no price below it */
    }
    if (split->bound < limit) {
        join_plans(worker, rank, split, base);
        return split->bound;
    }
    worker->plan_length = base;
    return limit;
}
