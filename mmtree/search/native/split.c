/* The split of a set into cells by a guess. */

#include "split.h"
#include "plan.h"
#include "transposition_table.h"
#include "vectors.h"
#include "weighted_bounds.h"

#include <string.h>

void make_split(Worker *worker, Split *split)
{
    const size_t feedbacks = (size_t)worker->search->game->feedbacks;
    split->cells = allocate(&worker->arena, feedbacks * sizeof *split->cells);
    split->order = allocate(&worker->arena, feedbacks * sizeof *split->order);
    split->open = 0;
}

void open_cell(Split *split, int value)
{
    int i = split->open++;
    for (; i && split->cells[split->order[i - 1]].n > split->cells[value].n; i--)
        split->order[i] = split->order[i - 1];
    split->order[i] = value;
    Cell *cell = &split->cells[value];
    cell->first_bound = cell->lower_bound;
    cell->open = true;
    cell->searched = false;
    cell->work = 0, cell->steepness = FIRST_STEEPNESS;
    cell->allowed.n = 0;
}

/* Splits a small set. */
static bool split_small(Worker *worker, Set set, uint32_t guess, int64_t bound, int64_t limit, Split *split)
{
    const Search *search = worker->search;
    const FeedbackMatrix *matrix = set.matrix;
    const int last = search->game->feedbacks - 1;
    const int64_t *least = least_prices(worker, set.depth + 1);
    uint32_t ends[MAX_FEEDBACKS], sizes[MAX_FEEDBACKS];
    uint32_t *members = allocate(&worker->arena, set.n * sizeof *members);
    const uint8_t *feedback = list_feedbacks(&worker->arena, search->game, set, guess);
    sort_by_feedback(feedback, set.members, set.n, last + 1, members, sizes, ends);
    split->open = 0;
    for (int value = 0; value < last; value++) {
        Cell *cell = &split->cells[value];
        cell->n = sizes[value];
        cell->members = members + ends[value] - cell->n;
        cell->open = cell->scanned = false;
        if (cell->n <= 2)
            continue;
        Set inner = {matrix, cell->members, cell->n, set.depth + 1};
        cell->lower_bound = least[cell->n];
        if (cell->n <= (uint32_t)last + 1) {
            cell->guess = find_separating_secret(inner);
            if (cell->guess != NONE)
                continue;
            cell->lower_bound = bound_inseparable_set(worker, inner);
            bound += cell->lower_bound - least[cell->n];
            if (bound >= limit)
                return false;
        }
        open_cell(split, value);
    }
    split->bound = bound;
    return true;
}

/* Splits a set whose secrets have weights. */
static bool split_weighted(Worker *worker, Set set, CellBounds *bounds, uint32_t guess, int64_t bound, int64_t limit,
                           Split *split)
{
    const Search *search = worker->search;
    const int last = search->game->feedbacks - 1;
    uint32_t ends[MAX_FEEDBACKS], sizes[MAX_FEEDBACKS];
    const uint32_t *all = list_positions(&worker->arena, set.n);
    uint32_t *places = allocate(&worker->arena, set.n * sizeof *places);
    uint32_t *members = allocate(&worker->arena, set.n * sizeof *members);
    const uint8_t *feedback = list_feedbacks(&worker->arena, search->game, set, guess);
    sort_by_feedback(feedback, all, set.n, last + 1, places, sizes, ends);
    for (uint32_t i = 0; i < set.n; i++)
        members[i] = set.members[places[i]];
    split->open = 0;
    for (int value = 0; value < last; value++) {
        Cell *cell = &split->cells[value];
        const uint32_t n = sizes[value], start = ends[value] - n, depth = set.depth + 1;
        *cell = (Cell){.members = members + start, .n = n, .guess = NONE};
        if (n <= 2)
            continue;
        const Set inner = {set.matrix, cell->members, n, depth};
        const int64_t *sums = sum_weights(worker, list_secrets(&worker->arena, inner), n);
        const int64_t least = bound_weights(worker, sums, n, depth);
        cell->lower_bound = least;
        if (bounds) {
            cell->lower_bound = bound_cell(worker, bounds, places + start, n, sums, least, limit - bound + least, &cell->guess);
            if (cell->guess != NONE)
                cell->guess = set.matrix->secrets[set.members[cell->guess]];
        } else if (n <= (uint32_t)last + 1)
            cell->guess = find_separating_secret(inner);
        const int64_t separated = bound_separated(search, sums, n, depth, &cell->guess);
        if (separated > cell->lower_bound)
            cell->lower_bound = separated;
        bound += cell->lower_bound - least;
        if (bound >= limit)
            return false;
        if (cell->guess == NONE)
            open_cell(split, value);
    }
    split->bound = bound;
    return true;
}

bool split_by_counting(Worker *worker, CellBounds *bounds, uint32_t guess, int64_t limit, Split *split)
{
    const Search *search = worker->search;
    const Set set = bounds->set;
    const FeedbackMatrix *matrix = set.matrix;
    const int last = matrix->table.feedbacks - 1;
    uint32_t sizes[MAX_FEEDBACKS];
    int order[MAX_FEEDBACKS], cells = 0;
    const uint8_t *feedback = list_feedbacks(&worker->arena, search->game, set, guess);
    count_values(feedback, set.n, last + 1, sizes);
    int64_t bound = multiply(sizes[last], price(search, set.depth + 1));
    for (int value = 0; value < last; value++) {
        const uint32_t n = sizes[value];
        bound += bounds->prices->of[value][n];
        if (n <= 2)
            continue;
        int i = cells++;
        for (; i && sizes[order[i - 1]] < n; i--)
            order[i] = order[i - 1];
        order[i] = value;
    }
    if (bound >= limit)
        return false;
    uint32_t *places = allocate(&worker->arena, (set.n + 1) * sizeof *places);
    uint32_t used = 0, starts[MAX_FEEDBACKS];
    for (int i = 0; i < cells; i++) { /* the largest first: they raise the bound most */
        const int value = order[i];
        Cell *cell = &split->cells[value];
        uint32_t separating;
        starts[i] = used;
        for (uint32_t place = 0; place < set.n; place++) {
            places[used] = place;
            used += feedback[place] == value;
        }
        const int64_t by_size = bounds->prices->of[value][sizes[value]];
        cell->lower_bound = bound_cell(worker, bounds, places + starts[i], sizes[value], NULL, by_size,
                                       limit - bound + by_size, &separating);
        cell->guess = separating == NONE ? NONE : matrix->secrets[set.members[separating]];
        bound += cell->lower_bound - by_size;
        if (bound >= limit)
            return false;
    }
    uint32_t *members = allocate(&worker->arena, set.n * sizeof *members);
    split->open = 0;
    split->bound = bound;
    for (int value = 0; value < last; value++)
        split->cells[value].n = sizes[value], split->cells[value].open = false;
    for (int i = 0; i < cells; i++) {
        Cell *cell = &split->cells[order[i]];
        cell->members = members + starts[i];
        for (uint32_t member = 0; member < cell->n; member++)
            members[starts[i] + member] = set.members[places[starts[i] + member]];
        cell->scanned = false;
        cell->known = (KnownPrice){0, false};
        if (cell->guess == NONE)
            open_cell(split, order[i]);
    }
    return true;
}

bool look_up_cells(Worker *worker, Set set, bool small, Split *split, int64_t limit)
{
    for (int i = split->open - 1; i >= 0; i--) {
        Cell *cell = &split->cells[split->order[i]];
        const Set inner = {set.matrix, cell->members, cell->n, set.depth + 1};
        if (!is_beamed(worker->search, cell->n))
            cell->known = look_up_price(worker, inner);
        raise_cell(split, cell, cell->known.price);
        if (small && !cell->known.exact && split->bound < limit) {
            scan_set(worker, inner, cell->lower_bound, limit - split->bound + cell->lower_bound, NULL, &cell->scan);
            cell->scanned = !is_hard(worker->search->game); /* the scan has guesses that are not allowed */
            raise_cell(split, cell, cell->scan.least);
        }
        if (split->bound >= limit)
            return false;
    }
    return true;
}

bool split_set(Worker *worker, Set set, CellBounds *bounds, uint32_t guess, int64_t bound, int64_t limit,
               Split *split)
{
    split->guess = set.matrix->guesses[guess];
    const bool whole = worker->search->weights ? split_weighted(worker, set, bounds, guess, bound, limit, split)
                       : bounds                ? split_by_counting(worker, bounds, guess, limit, split)
                                               : split_small(worker, set, guess, bound, limit, split);
    return whole && look_up_cells(worker, set, !bounds, split, limit);
}

void put_known_last(Split *split)
{
    int later[MAX_FEEDBACKS], exact = 0;
    for (int i = 0; i < split->open; i++)
        if (split->cells[split->order[i]].known.exact)
            later[exact++] = split->order[i];
        else
            split->order[i - exact] = split->order[i];
    memcpy(split->order + split->open - exact, later, sizeof *later * (size_t)exact);
}

void join_plans(Worker *worker, uint32_t guess, const Split *split, size_t base)
{
    const int last = worker->search->game->feedbacks - 1;
    const size_t start = worker->plan_length; /* the plans of the open cells are between base and here */
    reserve_plan(worker, 1 + (size_t)last + start - base);
    append_plan(worker, &guess, 1);
    for (int value = 0; value < last; value++) {
        const Cell *cell = &split->cells[value];
        if (cell->n > 2 && cell->open)
            append_plan(worker, worker->plan + cell->plan, cell->length);
        else if (cell->n > 2)
            append_plan(worker, &cell->guess, 1);
    }
    move_plan(worker, start, base);
}
