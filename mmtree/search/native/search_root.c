/* The root of a search: its openings, tried in one matrix or, if that is too large or they are few, one
   by one with a matrix for each cell. */

#include "search_root.h"
#include "opening.h"
#include "parallel_guesses.h"
#include "plan.h"
#include "solved_parts.h"
#include "split.h"

enum {
    /* Up to so many openings are tried one by one, with a matrix for each cell; more get one matrix for the
       root. 24 or 96 change less than 1 % of irving-exact for 4p7c and 4p8c in one thread. */
    FEW_OPENINGS = 48,
};

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
    const Mark from = mark(worker);
    Opening *opening = allocate(worker, sizeof *opening);
    split_opening(worker, root, candidate, secrets, limit, opening);
    raise_opening(worker, opening, limit);
    const Split *split = &opening->split;
    int64_t result = limit;
    if (split->bound < limit) {
        join_plans(worker, opening->guess, split, base);
        result = split->bound;
    } else
        worker->plan_length = base;
    release(worker, from);
    return result;
}

typedef struct {
    const Root *root;
    const Candidate *candidates; /* by bound */
    uint32_t count;
    int64_t end;                 /* openings of a higher bound are not tried */
    const Codes *secrets;
} Openings;

/* Tries openings one by one; with known_prices, only those whose price is known from an earlier run,
   which prune most. */
static void try_openings(Worker *worker, const Openings *openings, bool known_prices, Best *best,
                         uint32_t *winner)
{
    Search *search = worker->search;
    for (uint32_t i = 0; i < openings->count; i++) {
        const Candidate opening = openings->candidates[i];
        const int64_t limit = best->best + (*winner != NONE && i < *winner);
        if (opening.bound >= limit || opening.bound > openings->end)
            continue;
        const int32_t path[4] = {(int32_t)opening.guess, -1, -1, -1};
        const size_t start = worker->plan_length;
        const SolvedPart *part = find_known_part(search, path, limit);
        if (known_prices && !(part && part->exact))
            continue;
        int64_t found;
        if (part)
            found = use_part(worker, part, limit);
        else {
            if (!openings->root->inner)
                record_openings(search, openings->candidates, i, openings->count);
            found = try_opening(worker, openings->root, openings->secrets, opening, limit);
            record_part(worker, path, found, found < limit, start);
        }
        if (found < limit) {
            move_plan(worker, start, best->base);
            best->best = found, *winner = i;
            if (!openings->root->inner)
                record_best(search, found);
        }
    }
}

int64_t search_openings(Worker *worker, const Root *root, Candidate *candidates, uint32_t count, int64_t end,
                        int64_t limit)
{
    const Mark from = mark(worker);
    const Codes secrets = make_code_columns(worker, worker->search->game, root->secrets, root->n);
    const Openings openings = {root, candidates, count, end, &secrets};
    Best best = {limit, worker->plan_length, 0};
    uint32_t winner = NONE;
    if (!root->inner)
        try_openings(worker, &openings, true, &best, &winner);
    try_openings(worker, &openings, false, &best, &winner);
    release(worker, from);
    return best.best;
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
        Set set = make_matrix(worker, root->secrets, root->n, root->depth);
        return try_guesses_in_parallel(worker, set, search->limit, root->symmetry, candidates, count, path);
    }
    if (!beamed)
        candidates = sort_by_bound(worker, candidates, count, sizeof *candidates);
    const int64_t end = is_beamed(search, root->n) ? INFINITE : least + search->slack;
    return search_openings(worker, root, candidates, count, end, search->limit);
}
