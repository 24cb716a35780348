/* The root of a search: its openings, tried in one matrix or, if that is too large or they are few, one
   by one with a matrix for each cell. */

#include "search_root.h"
#include "even_raising.h"
#include "parallel_guesses.h"
#include "plan.h"
#include "weighted_bounds.h"

#include <string.h>

enum {
    /* Up to so many openings are tried one by one, with a matrix for each cell; more get one matrix for the
       root. 24 or 96 change less than 1 % of irving-exact for 4p7c and 4p8c in one thread. */
    FEW_OPENINGS = 48,
};

/* Returns the least price below the limit by some openings, tried in their order, with its plan; or the limit.
   Bounds above `end` are skipped. */
static int64_t search_openings(Worker *worker, const Root *root, Candidate *candidates, uint32_t count, int64_t end,
                               int64_t limit);

void split_opening(Worker *worker, const Root *root, Candidate candidate, const Codes *secrets, int64_t limit,
                   Opening *opening)
{
    const Search *search = worker->search;
    const Game *game = search->game;
    int64_t bound = candidate.bound;
    memset(opening, 0, sizeof *opening);
    opening->root = root, opening->guess = candidate.guess;
    opening->left = symmetry_after(&worker->arena, game, root->symmetry, candidate.guess);
    opening->past = (Past){candidate.guess, root->past};
    Split *split = &opening->split;
    make_split(worker, split);
    opening->candidates = allocate(&worker->arena, (size_t)game->feedbacks * sizeof *opening->candidates);
    opening->counts = allocate(&worker->arena, (size_t)game->feedbacks * sizeof *opening->counts);
    const int last = game->feedbacks - 1;
    const int64_t *least = least_prices(worker, root->depth + 1);
    const SortedCells cells = sort_cells(&worker->arena, game, opening->guess, secrets, root->secrets);
    for (int value = 0; value < last; value++) { /* fail for lack of memory before the long work */
        const uint32_t *members = get_cell(&cells, value), n = cells.sizes[value];
        split->cells[value].n = n, split->cells[value].members = members, split->cells[value].open = false;
        if (fits_matrix(search, n) || !is_beamed(search, n))
            check_memory(&worker->arena, game, members, n);
    }
    split->open = 0;
    for (int value = 0; value < last && bound < limit; value++) {
        Cell *cell = &split->cells[value];
        if (cell->n <= 2)
            continue;
        const int64_t *sums = sum_weights(worker, cell->members, cell->n);
        const int64_t by_size = sums ? bound_weights(worker, sums, cell->n, root->depth + 1) : least[cell->n];
        cell->guess = cell->n <= (uint32_t)last + 1 ? find_separating_rank(worker, cell->members, cell->n) : NONE;
        const int64_t separated =
            sums ? bound_separated(search, sums, cell->n, root->depth + 1, &cell->guess) : by_size;
        if (cell->guess != NONE) {
            bound += separated - by_size;
            continue;
        }
        const Root inner = {cell->members, cell->n, root->depth + 1, NULL, 0, opening->left, NULL, &opening->past, true};
        opening->counts[value] = bound_guesses(worker, &inner, &opening->candidates[value], &cell->lower_bound);
        bound += cell->lower_bound - by_size;
        cell->known = (KnownPrice){0, false};
        open_cell(split, value);
    }
    split->bound = bound;
}

/* Searches a cell of an opening. Returns its price if it is below the limit, with the plan appended to the
   worker's, or the limit. */
static int64_t search_opening_cell(Worker *worker, const Opening *opening, Cell *cell, int64_t limit)
{
    const Search *search = worker->search;
    const int value = (int)(cell - opening->split.cells);
    const uint32_t count = opening->counts[value], depth = opening->root->depth + 1;
    const int32_t path[4] = {(int32_t)opening->guess, value, -1, -1};
    int64_t found;
    cell->plan = worker->plan_length;
    const SolvedPart *part = find_known_part(search, path, limit);
    const Mark from = mark(&worker->arena);
    if (part)
        found = use_part(worker, part, limit);
    else if (is_beamed(search, cell->n) && !fits_matrix(search, cell->n)) {
        const Root inner = {cell->members, cell->n, depth, NULL, 0, opening->left, NULL, &opening->past, true};
        found = search_openings(worker, &inner, opening->candidates[value], count, INFINITE, limit);
    } else {
        Candidate *candidates = allocate(&worker->arena, (count + 1) * sizeof *candidates);
        memcpy(candidates, opening->candidates[value], count * sizeof *candidates);
        Set set = make_matrix(&worker->arena, worker->search->game, cell->members, cell->n, depth);
        set = keep_allowed_after(worker, set, &opening->past);
        found = try_guesses_in_parallel(worker, set, limit, opening->left, candidates, count, path);
        record_part(worker, path, found, found < limit, cell->plan);
    }
    release(&worker->arena, from);
    cell->length = worker->plan_length - cell->plan;
    return found;
}

/* Raises the bounds of the cells by the parts of an earlier run. */
static void use_known_bounds(Worker *worker, Opening *opening)
{
    Split *split = &opening->split;
    for (int i = 0; i < split->open; i++) {
        const int32_t path[4] = {(int32_t)opening->guess, split->order[i], -1, -1};
        const SolvedPart *part = find_known_part(worker->search, path, 0);
        if (part)
            raise_cell(split, &split->cells[split->order[i]], part->price);
    }
}

/* Records the cells of an opening as progress: the current one, if any, and the later ones. */
static void record_open_cells(Search *search, const Split *split, const Cell *current, int64_t limit)
{
    uint32_t sizes[MAX_FEEDBACKS], left = 0;
    if (current)
        sizes[left++] = current->n;
    for (int i = 0; i < split->open && current; i++) {
        const Cell *cell = &split->cells[split->order[i]];
        if (cell != current && !cell->searched)
            sizes[left++] = cell->n;
    }
    record_cells(search, split->bound < limit ? split->bound : limit,
                 current ? current->lower_bound - current->first_bound : 0, (uint32_t)split->open - left, sizes,
                 left);
}

/* The work of all threads, which have to be idle. */
static uint64_t count_work(const Search *search)
{
    uint64_t work = 0;
    for (int i = 0; i < search->jobs; i++)
        work += search->workers[i].work;
    return work;
}

void raise_opening(Worker *worker, Opening *opening, int64_t limit)
{
    Search *search = worker->search;
    const Root *root = opening->root;
    Split *split = &opening->split;
    use_known_bounds(worker, opening);
    int64_t end;
    for (Cell *cell; (cell = choose_cell(search, split, root->n, limit, &end));) {
        if (!root->inner)
            record_open_cells(search, split, cell, limit);
        const uint64_t before = count_work(search);
        const int64_t found = search_opening_cell(worker, opening, cell, end);
        record_result(search, split, cell, found, end, count_work(search) - before);
    }
    if (!root->inner)
        record_open_cells(search, split, NULL, limit);
}

void record_openings(Search *search, const Candidate *openings, uint32_t from, uint32_t count)
{
    lock(&search->lock);
    Progress *progress = &search->progress;
    progress->openings_done = from, progress->openings_of = count;
    progress->bound = openings[from].bound, progress->cells_done = progress->cells = 0;
    progress->openings = count - from < MAX_REPORTED ? count - from : MAX_REPORTED;
    for (uint32_t i = 0; i < progress->openings; i++) {
        progress->guesses[i] = openings[from + i].guess;
        progress->bounds[i] = openings[from + i].bound;
    }
    unlock(&search->lock);
}

/* Returns the price of an opening if it is below the limit, with its plan, or the limit. */
static int64_t try_opening(Worker *worker, const Root *root, const Codes *secrets, Candidate candidate,
                           int64_t limit)
{
    const size_t base = worker->plan_length;
    const Mark from = mark(&worker->arena);
    Opening *opening = allocate(&worker->arena, sizeof *opening);
    split_opening(worker, root, candidate, secrets, limit, opening);
    raise_opening(worker, opening, limit);
    const Split *split = &opening->split;
    int64_t result = limit;
    if (split->bound < limit) {
        join_plans(worker, opening->guess, split, base);
        result = split->bound;
    } else
        worker->plan_length = base;
    release(&worker->arena, from);
    return result;
}

static int64_t search_openings(Worker *worker, const Root *root, Candidate *candidates, uint32_t count, int64_t end,
                               int64_t limit)
{
    Search *search = worker->search;
    const Mark from = mark(&worker->arena);
    const size_t base = worker->plan_length;
    const Codes secrets = make_code_columns(&worker->arena, search->game, root->secrets, root->n);
    int64_t best = limit;
    uint32_t winner = NONE;
    /* The first round tries only openings whose price is known from an earlier run, which prune most. */
    for (int round = root->inner ? 2 : 1; round <= 2; round++)
        for (uint32_t i = 0; i < count; i++) {
            const Candidate opening = candidates[i];
            const int64_t most = best + (winner != NONE && i < winner);
            if (opening.bound >= most || opening.bound > end)
                continue;
            const int32_t path[4] = {(int32_t)opening.guess, -1, -1, -1};
            const size_t start = worker->plan_length;
            const SolvedPart *part = find_known_part(search, path, most);
            if (round == 1 && !(part && part->exact))
                continue;
            int64_t found;
            if (part)
                found = use_part(worker, part, most);
            else {
                if (!root->inner)
                    record_openings(search, candidates, i, count);
                found = try_opening(worker, root, &secrets, opening, most);
                record_part(worker, path, found, found < most, start);
            }
            if (found < most) {
                move_plan(worker, start, base);
                best = found, winner = i;
                if (!root->inner)
                    record_best(search, found);
            }
        }
    release(&worker->arena, from);
    return best;
}

int64_t search_root(Worker *worker, const Root *root)
{
    Search *search = worker->search;
    Candidate *candidates;
    int64_t least;
    uint32_t count = bound_guesses(worker, root, &candidates, &least);
    record_cells(search, least, 0, 0, &root->n, 1);
    if (!count)
        return search->limit;
    const int32_t path[4] = {-1, -1, -1, -1};
    if (root->whole_set)
        return try_guesses_in_parallel(worker, *root->whole_set, search->limit, root->symmetry, candidates,
                                       count, path);
    /* Given openings need not be useful guesses, and a matrix has only those. */
    const bool beamed = is_beamed(search, root->n) && !root->openings;
    if (!root->openings && (beamed || count > FEW_OPENINGS) && fits_matrix(search, root->n)) {
        Set set = make_matrix(&worker->arena, worker->search->game, root->secrets, root->n, root->depth);
        set = keep_allowed_after(worker, set, root->past);
        return try_guesses_in_parallel(worker, set, search->limit, root->symmetry, candidates, count, path);
    }
    if (!beamed)
        candidates = sort_by_bound(worker, candidates, count, sizeof *candidates);
    const int64_t end = is_beamed(search, root->n) ? INFINITE : least + search->slack;
    return search_openings(worker, root, candidates, count, end, search->limit);
}
