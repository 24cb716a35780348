/* The guesses of a whole feedback matrix, tried by several threads at once. */

#include "parallel_guesses.h"
#include "plan.h"
#include "split.h"
#include "weighted_bounds.h"

#include <stdlib.h>
#include <string.h>

/* Sets of fewer secrets are searched by one thread, since starting threads takes longer. With two threads,
   20 or 80 change less than 3 % (koyama-lai and irving-exact for 4p7c, 4p8c). */
enum { MIN_PARALLEL_SECRETS = 40 };

struct ParallelGuesses {
    Set set;
    const Symmetry *symmetry;
    const Candidate *candidates;
    uint32_t count;
    const int32_t *path;          /* to the set: guess and feedback, or −1 */
    Lock lock;
    int64_t best;
    _Atomic int64_t shared_limit; /* prices from here on need not be looked for */
    uint32_t winner;
    int64_t large_gap;            /* if the limit is above the first bound by more, few guesses are pruned */
    uint8_t *state;               /* [count]: WAITING, STARTED or SOLVED */
    uint32_t open;                /* the first candidate that is not solved */
    uint32_t *plan;
    size_t length;
    CellBounds **cell_bounds;     /* [jobs], for a large set: each worker's own, NULL until it needs them */
    Worker *worker;               /* that runs the loops */
    /* the first guess, if its cells are distributed over the threads: */
    Split split;
    const Symmetry *left;         /* after it */
    bool pruned;
    uint32_t **plans;             /* [feedbacks], or NULL */
};

enum { WAITING, STARTED, SOLVED };

/* Makes the path to a guess (feedback −1) or to a cell of it. */
static void make_path(const ParallelGuesses *parallel, int32_t guess, int32_t feedback, int32_t *path)
{
    const int32_t *start = parallel->path;
    bool first = start[0] < 0;
    path[0] = first ? guess : start[0];
    path[1] = first ? feedback : start[1];
    path[2] = first ? -1 : guess;
    path[3] = first ? -1 : feedback;
}

/* Records a price if it is lower, or equal and of an earlier candidate. */
static void record_winner(Worker *worker, ParallelGuesses *parallel, uint32_t number, int64_t found,
                          size_t start)
{
    size_t length;
    uint32_t *plan = copy_plan(worker, start, &length);
    lock(&parallel->lock);
    if (found < parallel->best ||
        (found == parallel->best && parallel->winner != NONE && number < parallel->winner)) {
        uint32_t *old = parallel->plan;
        parallel->best = found, parallel->winner = number, parallel->plan = plan, parallel->length = length;
        atomic_store(&parallel->shared_limit, found + 1);
        plan = old;
    }
    unlock(&parallel->lock);
    free(plan);
}

static void set_state(ParallelGuesses *parallel, uint32_t number, uint8_t state)
{
    lock(&parallel->lock);
    parallel->state[number] = state;
    while (parallel->open < parallel->count && parallel->state[parallel->open] == SOLVED)
        parallel->open++;
    unlock(&parallel->lock);
}

/* Estimates the work for a guess: the square of its bound's distance to the end. In measurements it grew
   with a power between 1 and 3 of it. */
static double estimate_work(int64_t bound, int64_t end)
{
    const double left = bound < end ? (double)(end - bound) : 0;
    return left * left;
}

int64_t estimate_raise(ParallelGuesses *parallel, double *share)
{
    lock(&parallel->lock);
    const int64_t first = parallel->candidates[0].bound, likely = first + parallel->large_gap / 4;
    const int64_t end = parallel->best < first + parallel->large_gap ? parallel->best : likely;
    double done = 0, all = 0;
    for (uint32_t i = 0; i < parallel->count && parallel->candidates[i].bound < end; i++) {
        const double mine = estimate_work(parallel->candidates[i].bound, end);
        all += mine;
        done += mine / 2 * parallel->state[i]; /* a guess that was started counts half */
    }
    int64_t bound = parallel->best;
    if (parallel->open < parallel->count && parallel->candidates[parallel->open].bound < bound)
        bound = parallel->candidates[parallel->open].bound;
    unlock(&parallel->lock);
    *share = all > 0 ? done / all : 1;
    return bound - first;
}

/* The worker's own cell bounds for the set; NULL for a small set. */
static CellBounds *get_cell_bounds(Worker *worker, const ParallelGuesses *parallel)
{
    const Set set = parallel->set;
    const Game *game = worker->search->game;
    CellBounds **mine = &parallel->cell_bounds[worker - worker->search->workers];
    if (*mine || set.n <= worker->search->small)
        return *mine;
    CellBounds *bounds = allocate(&worker->arena, sizeof *bounds);
    ShownColors *shown = allocate(&worker->arena, sizeof *shown);
    *shown = collect_colors(game, set.matrix->secrets, set.n);
    Scan scan;
    scan_set(worker, set, 0, 0, parallel->symmetry, &scan); /* no guess is below this limit */
    start_cell_bounds(worker, set, scan.cells, scan.prices, shown, bounds);
    return *mine = bounds;
}

/* Task: tries a candidate; false if no later one can win. */
static bool try_candidate_task(Worker *worker, void *context, uint32_t number)
{
    ParallelGuesses *parallel = context;
    Search *search = worker->search;
    check_stop(&worker->arena);
    Candidate candidate = parallel->candidates[number];
    lock(&parallel->lock);
    int64_t limit = parallel->best + (parallel->winner != NONE && number < parallel->winner);
    unlock(&parallel->lock);
    if (candidate.bound >= limit) /* later candidates have no lower bound, except in a beam */
        return is_beamed(search, parallel->set.n);
    if (parallel->state[number] == SOLVED)
        return true;
    set_state(parallel, number, STARTED);
    int32_t path[4];
    make_path(parallel, (int32_t)candidate.guess, -1, path);
    const size_t start = worker->plan_length;
    const SolvedPart *part = find_known_part(search, path, limit);
    int64_t found;
    if (part)
        found = use_part(worker, part, limit);
    else {
        const uint32_t guess = find_position(parallel->set.matrix, candidate.guess);
        found = try_guess(worker, parallel->set, get_cell_bounds(worker, parallel), guess, candidate.bound,
                          limit, parallel->symmetry, &parallel->shared_limit);
        if (found < limit)
            record_part(worker, path, found, true, start);
        else {
            int64_t now = atomic_load(&parallel->shared_limit);
            record_part(worker, path, now < limit ? now : limit, false, start);
        }
    }
    if (found < limit)
        record_winner(worker, parallel, number, found, start);
    set_state(parallel, number, SOLVED);
    worker->plan_length = start;
    return true;
}

/* Task: searches a cell of the first guess; false if the guess is pruned. */
static bool search_cell_task(Worker *worker, void *context, uint32_t number)
{
    ParallelGuesses *parallel = context;
    Split *split = &parallel->split;
    int value = split->order[split->open - 1 - (int)number]; /* the largest first */
    Cell *cell = &split->cells[value];
    lock(&parallel->lock);
    int64_t limit = parallel->best - split->bound + cell->lower_bound;
    bool pruned = parallel->pruned;
    unlock(&parallel->lock);
    if (pruned)
        return false;
    int32_t path[4];
    make_path(parallel, (int32_t)parallel->candidates[0].guess, value, path);
    const size_t from = worker->plan_length;
    const SolvedPart *part = find_known_part(worker->search, path, limit);
    int64_t found;
    if (part)
        found = use_part(worker, part, limit);
    else {
        found = search_cell(worker, parallel->set, split, cell, limit, parallel->left);
        record_part(worker, path, found, found < limit, from);
    }
    size_t length;
    uint32_t *plan = copy_plan(worker, from, &length);
    worker->plan_length = from;
    lock(&parallel->lock);
    parallel->plans[value] = plan;
    cell->length = length;
    if (found >= limit)
        parallel->pruned = true;
    else
        split->bound += found - cell->lower_bound;
    unlock(&parallel->lock);
    return found < limit;
}

static void try_first_guess(Worker *worker, ParallelGuesses *parallel)
{
    Split *split = &parallel->split;
    const FeedbackMatrix *matrix = parallel->set.matrix;
    Candidate candidate = parallel->candidates[0];
    uint32_t guess = find_position(matrix, candidate.guess);
    const size_t base = worker->plan_length;
    int32_t path[4];
    make_path(parallel, (int32_t)candidate.guess, -1, path);
    parallel->pruned = !split_set(worker, parallel->set, get_cell_bounds(worker, parallel), guess, candidate.bound,
                                  parallel->best, split);
    if (!parallel->pruned) {
        parallel->left = symmetry_after(&worker->arena, worker->search->game, parallel->symmetry, candidate.guess);
        parallel_for(worker, search_cell_task, parallel, (uint32_t)split->open, false);
    }
    if (parallel->pruned || split->bound >= parallel->best) {
        record_part(worker, path, parallel->best, false, base);
        return;
    }
    for (int i = 0; i < split->open; i++) {
        int value = split->order[i];
        split->cells[value].plan = worker->plan_length;
        append_plan(worker, parallel->plans[value], split->cells[value].length);
    }
    join_plans(worker, candidate.guess, split, base);
    record_part(worker, path, split->bound, true, base);
    record_winner(worker, parallel, 0, split->bound, base);
    worker->plan_length = base;
}

/* Uses the prices that an earlier run found before all else, because they prune most. */
static void use_known_prices(Worker *worker, ParallelGuesses *parallel)
{
    for (uint32_t number = 0; worker->search->known_part_count && number < parallel->count; number++) {
        int32_t path[4];
        make_path(parallel, (int32_t)parallel->candidates[number].guess, -1, path);
        const SolvedPart *part = find_known_part(worker->search, path, parallel->best);
        if (!part || !part->exact)
            continue;
        const size_t start = worker->plan_length;
        const int64_t found = use_part(worker, part, parallel->best);
        if (found < parallel->best)
            record_winner(worker, parallel, number, found, start);
        worker->plan_length = start;
        set_state(parallel, number, SOLVED);
    }
}

static void run_parallel(void *context)
{
    ParallelGuesses *parallel = context;
    Worker *worker = parallel->worker;
    const bool single_thread = parallel->set.n < MIN_PARALLEL_SECRETS;
    use_known_prices(worker, parallel);
    /* With a large gap, few guesses are pruned before one of them has lowered the limit. */
    if (!single_thread && parallel->count && parallel->state[0] != SOLVED &&
        parallel->best - parallel->candidates[0].bound > parallel->large_gap) {
        set_state(parallel, 0, STARTED);
        try_first_guess(worker, parallel);
        set_state(parallel, 0, SOLVED);
    }
    parallel_for(worker, try_candidate_task, parallel, parallel->count, single_thread);
    if (parallel->winner != NONE)
        append_plan(worker, parallel->plan, parallel->length);
}

int64_t try_guesses_in_parallel(Worker *worker, Set set, int64_t limit, const Symmetry *symmetry,
                                Candidate *candidates, uint32_t count, const int32_t *path)
{
    Search *search = worker->search;
    const Mark from = mark(&worker->arena);
    int64_t end = INFINITE;
    for (uint32_t i = 0; i < count; i++)
        if (candidates[i].bound < end)
            end = candidates[i].bound;
    end += search->slack;
    uint32_t kept_count = 0;
    const bool beamed = is_beamed(search, set.n);
    for (uint32_t i = 0; i < count; i++)
        if (candidates[i].bound < limit && (beamed || candidates[i].bound <= end))
            candidates[kept_count++] = candidates[i];
    if (!beamed)
        candidates = sort_by_bound(worker, candidates, kept_count, sizeof *candidates);
    const size_t feedbacks = (size_t)search->game->feedbacks, jobs = (size_t)search->jobs;
    const int64_t *sums = sum_weights(worker, list_secrets(&worker->arena, set), set.n);
    ParallelGuesses parallel = {.set = set, .symmetry = symmetry, .worker = worker,
                                .candidates = candidates, .count = kept_count, .path = path, .best = limit,
                                .shared_limit = limit, .winner = NONE,
                                .large_gap = multiply(weigh(sums, set.n), price(search, 1)),
                                .state = allocate(&worker->arena, kept_count + 1),
                                .cell_bounds = allocate(&worker->arena, jobs * sizeof(CellBounds *)),
                                .plans = allocate(&worker->arena, feedbacks * sizeof(uint32_t *))};
    memset(parallel.state, WAITING, kept_count + 1);
    memset(parallel.cell_bounds, 0, jobs * sizeof *parallel.cell_bounds);
    memset(parallel.plans, 0, feedbacks * sizeof *parallel.plans);
    make_split(worker, &parallel.split);
    make_lock(&parallel.lock);
    record_parallel(search, kept_count ? &parallel : NULL);
    const int failure = attempt(&worker->arena, run_parallel, &parallel);
    record_parallel(search, NULL);
    free_lock(&parallel.lock);
    for (size_t value = 0; value < feedbacks; value++)
        free(parallel.plans[value]);
    free(parallel.plan);
    release(&worker->arena, from);
    if (failure)
        fail_with(&worker->arena, failure);
    return parallel.best;
}
