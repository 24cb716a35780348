/* The cells of a guess that was split, searched in turn.

   A large cell ends far above its bound, and the first steps up are cheap, the last ones dear. So, where
   that is likely to refuse the guess, the large cells are first asked for a share of what is missing. */

#include "search_cells.h"
#include "plan.h"
#include "search_set.h"

enum { MEMORY = 32 }; /* so many prices are remembered */

#define LIKELY 0.9     /* of what is hoped for, no more can be relied on */
#define LEAST_PART 0.5 /* up to here a cell's own price is not dear */

/* The class of cells of about so many secrets: eight to an octave. */
static Guessed *class_of(Worker *worker, uint32_t n)
{
    const int octave = 31 - __builtin_clz(n);
    const int at = octave < 3 ? (int)n : (octave - 2) * 8 + (int)(n >> (octave - 3)) % 8;
    return &worker->guessed[at < SIZES ? at : SIZES - 1];
}

/* What such a cell is likely to cost: a line through what was found of others, by the bounds they came
   with. */
static double likely_price(Worker *worker, const Cell *cell)
{
    const Guessed *guessed = class_of(worker, cell->n);
    while (guessed > worker->guessed && !guessed->weight)
        guessed--;
    const double bound = (double)cell->first / cell->n;
    const double slope = guessed->spread > 0 ? guessed->joint / guessed->spread : 1;
    const double likely = guessed->price + (slope < 0 ? 0 : slope > 1 ? 1 : slope) * (bound - guessed->bound);
    return guessed->weight && likely > bound ? likely * cell->n : (double)cell->first;
}

static double likely_raise(Worker *worker, const Cell *cell)
{
    const double raise = likely_price(worker, cell) - (double)cell->assumed;
    return raise > 0 ? raise : 0;
}

/* Learns of a cell that it ends there, or only that it does not end below. */
static void learn_price(Worker *worker, const Cell *cell, int64_t found, bool exact)
{
    Guessed *guessed = class_of(worker, cell->n);
    if (found >= INFINITE || (!exact && (double)found <= likely_price(worker, cell)))
        return;
    guessed->weight = guessed->weight < MEMORY ? guessed->weight + 1 : MEMORY;
    const double part = 1.0 / guessed->weight, n = cell->n;
    const double bound = (double)cell->first / n - guessed->bound, price = (double)found / n - guessed->price;
    guessed->bound += bound * part;
    guessed->price += price * part;
    guessed->spread += (bound * bound * (1 - part) - guessed->spread) * part;
    guessed->joint += (bound * price * (1 - part) - guessed->joint) * part;
}

int64_t search_cell(Worker *worker, Set set, Cell *cell, int64_t limit, const Symmetry *symmetry)
{
    const Set inner = {set.frame, cell->members, cell->n, set.depth + 1};
    cell->plan = worker->planned;
    const int64_t found =
        search_set(worker, inner, limit, &cell->known, cell->scanned ? &cell->scan : NULL, symmetry);
    cell->length = worker->planned - cell->plan;
    if (cell->n > (uint32_t)set.frame->table.feedbacks)
        learn_price(worker, cell, found, found < limit);
    return found;
}

/* Cells of which all guesses are worth looking at before one is tried. */
static bool worth_scanning(Set set, const Cell *cell)
{
    return cell->n > (uint32_t)set.frame->table.feedbacks && !cell->known.exact;
}

/* Cells that can be asked for a share: a beam tries its guesses again each time. */
static bool worth_raising(const Worker *worker, Set set, const Cell *cell)
{
    return worth_scanning(set, cell) && !is_beamed(worker->search, cell->n);
}

/* Raises the bound of a cell by the least of all guesses. */
static void look_closer(Worker *worker, Set set, Split *split, Cell *cell)
{
    const Set inner = {set.frame, cell->members, cell->n, set.depth + 1};
    if (cell->scanned || !worth_scanning(set, cell))
        return;
    scan_set(worker, inner, cell->assumed, &cell->scan);
    cell->scanned = true;
    raise_cell(split, cell, cell->scan.least);
}

/* Asks the large cells for a share each, where that is likely to refuse the guess. */
static void raise_large(Worker *worker, Set set, Split *split, int64_t limit, const Symmetry *symmetry)
{
    double hoped = 0;
    for (int at = 0; at < split->open; at++) {
        const Cell *cell = &split->cells[split->order[at]];
        if (worth_raising(worker, set, cell))
            hoped += likely_raise(worker, cell);
    }
    double part = (double)(limit - split->bound) / hoped;
    if (!(part < LIKELY))
        return;
    part = part > LEAST_PART ? part : LEAST_PART;
    for (int at = split->open - 1; at >= 0 && split->bound < limit; at--) {
        Cell *cell = &split->cells[split->order[at]];
        if (!worth_raising(worker, set, cell))
            continue;
        const int64_t share = cell->assumed + (int64_t)(part * likely_raise(worker, cell) + 0.5);
        look_closer(worker, set, split, cell);
        const int64_t most = limit - split->bound + cell->assumed, end = share < most ? share : most;
        if (end <= cell->assumed)
            continue;
        const int64_t found = search_cell(worker, set, cell, end, symmetry);
        raise_cell(split, cell, found);
        cell->searched = found < end;
    }
}

int64_t search_cells(Worker *worker, Set set, uint32_t guess, Split *split, int64_t limit,
                     const Symmetry *symmetry, const _Atomic int64_t *shared)
{
    const size_t base = worker->planned;
    const uint32_t rank = set.frame->guesses[guess];
    const Symmetry *left =
        split->open ? symmetry_after(worker, worker->search->game, symmetry, rank) : NULL;
    put_known_last(split);
    raise_large(worker, set, split, limit, left);
    for (int at = split->open - 1; at >= 0 && split->bound < limit; at--)
        look_closer(worker, set, split, &split->cells[split->order[at]]);
    for (int at = 0; at < split->open && split->bound < limit; at++) {
        Cell *cell = &split->cells[split->order[at]];
        if (cell->searched)
            continue;
        if (shared) {
            const int64_t now = atomic_load_explicit(shared, memory_order_relaxed);
            limit = now < limit ? now : limit;
        }
        const int64_t found = search_cell(worker, set, cell, limit - split->bound + cell->assumed, left);
        split->bound += found - cell->assumed; /* the limit, where there is no price below it */
    }
    if (split->bound < limit) {
        join_plans(worker, rank, split, base);
        return split->bound;
    }
    worker->planned = base;
    return limit;
}
