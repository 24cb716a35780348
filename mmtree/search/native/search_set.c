/* Branch and bound: the search of a set tries its guesses in the order of their bounds. */

#include "search_set.h"
#include "allowed_guesses.h"
#include "even_raising.h"
#include "plan.h"

#include <string.h>

enum {
    MEMBER = 0x80, /* marks members of the set among the cell counts of its guesses */
};

/* Bounds are raised only if less than this part of the predicted differences would prune the guess. 0.45
   takes 1.12, 1.34, 1.01 and 1.28 of the instructions, 1.8 takes 1.00, 0.91, 1.00 and 0.94; never raising
   them takes 1.26, 1.50, 1.07 and 1.27. */
#define MAX_HOPED_PART 0.9
/* Each large cell is raised by at least this part of its predicted difference, which is still cheap. 0.25
   takes 1.06, 1.03, 1.00 and 1.02 of the instructions, 1.0 takes 0.93, 0.96, 0.95 and 1.11. */
#define MIN_PART 0.5

/* Returns the least price of a set if it is below the limit, with its plan appended to the worker's, or
   the limit. known: from the transposition table. given: the scan of the set if there is one, else NULL. */
static int64_t search_set(Worker *worker, Set set, int64_t limit, const KnownPrice *known, const Scan *given,
                          const Symmetry *symmetry);

/* The subproblem of a cell, with the guesses that are allowed after the guess of its split. */
static Set enter_cell(Worker *worker, Set set, const Split *split, Cell *cell)
{
    const Set inner = {set.matrix, cell->members, cell->n, set.depth + 1};
    if (!is_hard(worker->search->game))
        return inner;
    if (!cell->allowed.n)
        cell->allowed = keep_allowed(worker, inner, split->guess);
    return cell->allowed;
}

int64_t search_cell(Worker *worker, Set set, const Split *split, Cell *cell, int64_t limit,
                    const Symmetry *symmetry)
{
    const Set inner = enter_cell(worker, set, split, cell);
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

/* Whether the bound of a cell may be raised in steps; a beam would try its guesses again at each step. */
static bool is_worth_raising(const Worker *worker, const Cell *cell)
{
    return cell->n > worker->search->small && !cell->known.exact && !is_beamed(worker->search, cell->n);
}

/* Whether to bound all guesses of a cell before one of them is tried. If a bound is known, an earlier scan has stored
   it, or a search has found more. */
static bool is_worth_scanning(const Worker *worker, const Cell *cell)
{
    return cell->n > worker->search->small && !cell->scanned && !cell->known.price;
}

/* Scans a set, and stores its bound: a guess is tried again when a bound is raised further. That takes 0.94 of the time
   for 5p9c below 320674, 0.92 for 5p8c below 170000 and 0.90 for 4p9c. */
static void scan_and_store(Worker *worker, Set set, int64_t raised, int64_t limit, const Symmetry *symmetry, Scan *scan)
{
    scan_set(worker, set, raised, limit, symmetry, scan);
    if (set.n > worker->search->small && !is_beamed(worker->search, set.n))
        store_price(worker, set, scan->least, false);
}

/* Raises the bound of a cell to the least bound of its guesses. */
static void scan_cell(Worker *worker, Set set, Split *split, Cell *cell, int64_t limit, const Symmetry *symmetry)
{
    scan_and_store(worker, enter_cell(worker, set, split, cell), cell->lower_bound,
                   limit - split->bound + cell->lower_bound, symmetry, &cell->scan);
    cell->scanned = true;
    learn_scan(worker, cell, cell->scan.least);
    raise_cell(split, cell, cell->scan.least);
}

/* Chooses the cell whose scan should raise its bound most for the work, the largest of equal ones; or NULL. For 5p8c, scans
   of cells of 128 to 511 secrets raise bounds at least four times as much for the same work as those of others. In this
   order, koyama-lai opened AABCD below 174000 takes 0.70 of the work. */
static Cell *choose_scan(const Worker *worker, const Split *split)
{
    Cell *chosen = NULL;
    double most = -1;
    for (int i = split->open - 1; i >= 0; i--) {
        Cell *cell = &split->cells[split->order[i]];
        const double raise = is_worth_scanning(worker, cell) ? predict_scan(worker, cell) : -1;
        if (raise > most)
            most = raise, chosen = cell;
    }
    return chosen;
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
        if (is_worth_scanning(worker, cell))
            scan_cell(worker, set, split, cell, limit, symmetry);
        const int64_t most = limit - split->bound + cell->lower_bound, end = target < most ? target : most;
        if (end <= cell->lower_bound)
            continue;
        const int64_t found = search_cell(worker, set, split, cell, end, symmetry);
        raise_cell(split, cell, found);
        cell->searched = found < end;
    }
}

int64_t raise_cells(Worker *worker, Set set, Split *split, int64_t limit, const Symmetry *left,
                    const _Atomic int64_t *shared_limit)
{
    put_known_last(split);
    const bool evenly = is_raised_evenly(worker->search, set.n);
    if (!evenly)
        raise_large_cells(worker, set, split, limit, left);
    for (Cell *cell; split->bound < limit && (cell = choose_scan(worker, split));)
        scan_cell(worker, set, split, cell, limit, left);
    int64_t end;
    for (Cell *cell; evenly && (cell = choose_cell(worker->search, split, set.n, limit, &end));) {
        const uint64_t before = worker->work;
        const int64_t found = search_cell(worker, set, split, cell, end, left);
        record_result(worker->search, split, cell, found, end, worker->work - before);
        limit = lower_limit(limit, shared_limit);
    }
    const bool largest_first = may_fail(worker->search, limit);
    for (int i = 0; i < split->open && split->bound < limit; i++) {
        Cell *cell = &split->cells[split->order[largest_first ? split->open - 1 - i : i]];
        if (cell->searched)
            continue;
        limit = lower_limit(limit, shared_limit);
        const int64_t found =
            search_cell(worker, set, split, cell, limit - split->bound + cell->lower_bound, left);
        raise_cell(split, cell, found); /* found is the limit if no price is below it */
    }
    return limit;
}

int64_t try_guess(Worker *worker, Set set, CellBounds *bounds, uint32_t guess, int64_t bound, int64_t limit,
                  const Symmetry *symmetry, const _Atomic int64_t *shared_limit)
{
    const Mark from = mark(&worker->arena);
    const size_t base = worker->plan_length;
    Split split;
    make_split(worker, &split);
    if (split_set(worker, set, bounds, guess, bound, limit, &split)) {
        const uint32_t rank = set.matrix->guesses[guess];
        const Symmetry *left =
            split.open ? symmetry_after(&worker->arena, worker->search->game, symmetry, rank) : NULL;
        limit = raise_cells(worker, set, &split, limit, left, shared_limit);
        if (split.bound < limit) {
            join_plans(worker, rank, &split, base);
            limit = split.bound;
        } else
            worker->plan_length = base;
    }
    release(&worker->arena, from);
    return limit;
}

/* Tries a guess, and takes over its price and plan if the price is below the best. */
static void try_candidate(Worker *worker, Set set, CellBounds *bounds, const Symmetry *symmetry,
                          uint32_t guess, int64_t bound, Best *best)
{
    const size_t start = worker->plan_length;
    const int64_t found = try_guess(worker, set, bounds, guess, bound, best->best, symmetry, NULL);
    if (found < best->best) {
        move_plan(worker, start, best->base);
        best->best = found > best->known ? found : 0;
    }
}

/* Searches a small set. Guesses of equal bound either are no members and make some number of cells, or are
   members and make another. */
static void search_small(Worker *worker, Set set, const Scan *scan, const ShownColors *shown,
                         const Symmetry *symmetry, Best *best)
{
    const Search *search = worker->search;
    const FeedbackMatrix *matrix = set.matrix;
    const int64_t end = scan->least + search->slack;
    for (uint32_t i = 0; i < set.n; i++)
        scan->cells[matrix->position[set.members[i]]] |= MEMBER;
    unsigned outside = set.n, inside = set.n - 1;
    for (;;) {
        int64_t outside_bound = outside > 1 ? flat_bound(search, set.depth, set.n, outside, false) : INFINITE;
        int64_t inside_bound = inside > 1 ? flat_bound(search, set.depth, set.n, inside, true) : INFINITE;
        int64_t bound = outside_bound < inside_bound ? outside_bound : inside_bound;
        if (bound >= INFINITE || bound >= best->best || bound > end)
            return;
        const uint8_t wanted = outside_bound == bound ? (uint8_t)outside-- : 0;
        const uint8_t mine = inside_bound == bound ? (uint8_t)inside-- : 0;
        if (bound < scan->least)
            continue;
        uint32_t next = 0, guess = 0;
        while (bound < best->best) {
            const uint8_t *match = wanted ? memchr(scan->cells + guess, wanted, matrix->count - guess) : NULL;
            guess = match ? (uint32_t)(match - scan->cells) : matrix->count;
            for (; mine && next < set.n && bound < best->best; next++) {
                uint32_t member = matrix->position[set.members[next]];
                if (member > guess)
                    break;
                if (scan->cells[member] == (mine | MEMBER) &&
                    (!symmetry || is_representative(search->game, symmetry, matrix->guesses[member])))
                    try_candidate(worker, set, NULL, symmetry, member, bound, best);
            }
            if (!match || bound >= best->best)
                break;
            if (is_worth_trying(search->game, shown, symmetry, matrix->guesses[guess]))
                try_candidate(worker, set, NULL, symmetry, guess, bound, best);
            guess++;
        }
    }
}

/* Searches a large set in a beam, by estimate. */
static void search_beam(Worker *worker, Set set, const Scan *scan, const ShownColors *shown,
                        const Symmetry *symmetry, Best *best)
{
    const BeamGuesses chosen = choose_beam_guesses(worker, set, scan, shown, symmetry);
    if (!chosen.count)
        return;
    CellBounds bounds;
    start_cell_bounds(worker, set, scan->cells, scan->prices, shown, &bounds);
    for (uint32_t i = 0; i < chosen.count; i++)
        if (chosen.guesses[i].bound < best->best)
            try_candidate(worker, set, &bounds, symmetry, chosen.guesses[i].guess, chosen.guesses[i].bound,
                          best);
}

/* Searches a large set by bound. */
static void search_large(Worker *worker, Set set, const Scan *scan, const ShownColors *shown,
                         const Symmetry *symmetry, Best *best)
{
    CellBounds bounds;
    start_cell_bounds(worker, set, scan->cells, scan->prices, shown, &bounds);
    BoundedGuess *waiting = allocate(&worker->arena, set.matrix->count * sizeof *waiting);
    const uint32_t count = list_guesses(worker, set, scan, shown, best->best, waiting);
    waiting = sort_by_bound(worker, waiting, count, sizeof *waiting);
    for (uint32_t i = 0; i < count && waiting[i].candidate.bound < best->best; i++) {
        const uint32_t guess = waiting[i].candidate.guess;
        if (waiting[i].sharp >= best->best ||
            (symmetry && !is_representative(worker->search->game, symmetry, set.matrix->guesses[guess])))
            continue;
        try_candidate(worker, set, &bounds, symmetry, guess, waiting[i].candidate.bound, best);
    }
}

/* Searches a set whose secrets have weights. */
static void search_weighted(Worker *worker, Set set, const Scan *scan, const ShownColors *shown,
                            const Symmetry *symmetry, Best *best)
{
    CellBounds bounds, *used = NULL;
    if (set.n > worker->search->small)
        start_cell_bounds(worker, set, scan->cells, NULL, shown, used = &bounds);
    const Candidate *candidates = sort_by_bound(worker, scan->candidates, scan->count, sizeof *candidates);
    for (uint32_t i = 0; i < scan->count && candidates[i].bound < best->best; i++) {
        const Candidate tried = candidates[i];
        if (tried.bound - scan->least <= worker->search->slack &&
            is_worth_trying(worker->search->game, shown, symmetry, set.matrix->guesses[tried.guess]))
            try_candidate(worker, set, used, symmetry, tried.guess, tried.bound, best);
    }
}

/* Searches a set; `known` is its price, or 0. */
static int64_t search_unknown(Worker *worker, Set set, int64_t limit, int64_t known, const Scan *given,
                              const Symmetry *symmetry)
{
    Search *search = worker->search;
    const FeedbackMatrix *matrix = set.matrix;
    const Mark from = mark(&worker->arena);
    Best best = {limit, worker->plan_length, known};
    Scan scan;
    check_stop(&worker->arena);
    if (given)
        scan = *given;
    else
        scan_and_store(worker, set, bound_inseparable_set(worker, set), limit, symmetry, &scan);
    if (scan.least < limit && scan.solved) {
        append_plan(worker, &matrix->guesses[scan.guess], 1);
        best.best = scan.least;
    } else if (scan.least < limit) {
        const ShownColors shown = collect_set_colors(search->game, set);
        if (is_beamed(search, set.n))
            search_beam(worker, set, &scan, &shown, symmetry, &best);
        else if (search->weights)
            search_weighted(worker, set, &scan, &shown, symmetry, &best);
        else if (set.n > search->small)
            search_large(worker, set, &scan, &shown, symmetry, &best);
        else
            search_small(worker, set, &scan, &shown, symmetry, &best);
    }
    release(&worker->arena, from);
    return best.best;
}

static int64_t search_set(Worker *worker, Set set, int64_t limit, const KnownPrice *known, const Scan *given,
                          const Symmetry *symmetry)
{
    if (known->price >= limit)
        return limit;
    if (known->exact) /* only the plan is missing */
        limit = known->price + 1;
    enter_level(&worker->arena);
    int64_t found = search_unknown(worker, set, limit, known->price, given, symmetry);
    leave_level(&worker->arena);
    if (!found)
        found = known->price;
    /* a beam may choose other guesses for equivalent sets */
    if (!known->exact && !is_beamed(worker->search, set.n))
        store_price(worker, set, found, found < limit);
    return found;
}
