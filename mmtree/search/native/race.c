/* A race: several threads try the guesses of a frame's whole set, and the cheapest wins. */

#include "race.h"
#include "parts.h"
#include "plan.h"
#include "share.h"
#include "split.h"

#include <stdlib.h>
#include <string.h>

enum { LARGE_SET = 40 }; /* sets of so many secrets are worth several threads */

typedef struct {
    Set set;
    const Symmetry *symmetry;
    const Candidate *candidates;
    uint32_t count;
    const int32_t *path;   /* to the set: guess and feedback, or −1 */
    Lock lock;
    int64_t best;
    _Atomic int64_t shared; /* no search need look for this price or a higher one */
    uint32_t winner;
    bool first_done;        /* before the others started */
    uint32_t *plan;
    size_t length;
} Race;

/* The path to a cell of a guess of the race, or (−1) to the guess. */
static void path_of(const Race *race, int32_t guess, int32_t feedback, int32_t *path)
{
    const int32_t *start = race->path;
    bool first = start[0] < 0;
    path[0] = first ? guess : start[0];
    path[1] = first ? feedback : start[1];
    path[2] = first ? -1 : guess;
    path[3] = first ? -1 : feedback;
}

static void win(Worker *worker, Race *race, uint32_t number, int64_t found, size_t start)
{
    size_t length;
    uint32_t *plan = copy_plan(worker, start, &length);
    lock(&race->lock);
    if (found < race->best || (found == race->best && race->winner != NONE && number < race->winner)) {
        uint32_t *old = race->plan;
        race->best = found, race->winner = number, race->plan = plan, race->length = length;
        atomic_store(&race->shared, found + 1);
        plan = old;
    }
    unlock(&race->lock);
    free(plan);
}

static void run_candidate(Worker *worker, void *context, uint32_t number)
{
    Race *race = context;
    Search *search = worker->search;
    check_stop(worker);
    Candidate candidate = race->candidates[number];
    lock(&race->lock);
    int64_t limit = race->best + (race->winner != NONE && number < race->winner);
    unlock(&race->lock);
    atomic_store_explicit(&search->race_done, number, memory_order_relaxed);
    if (candidate.bound >= limit || (!number && race->first_done))
        return;
    int32_t path[4];
    path_of(race, (int32_t)candidate.guess, -1, path);
    const size_t start = worker->planned;
    const Part *part = known_part(search, path, limit);
    int64_t found;
    if (part)
        found = use_part(worker, part, limit);
    else {
        found = try_guess(worker, race->set, position_of(race->set.frame, candidate.guess),
                          candidate.bound, limit, race->symmetry, &race->shared);
        if (found < limit)
            settle(worker, path, found, true, start);
        else {
            int64_t now = atomic_load(&race->shared);
            settle(worker, path, now < limit ? now : limit, false, start);
        }
    }
    if (found < limit)
        win(worker, race, number, found, start);
    worker->planned = start;
}

/* The first guess of a race without a price to beat: its cells are shared out. */
typedef struct {
    Race *race;
    Split split;
    uint32_t guess;          /* rank */
    const Symmetry *symmetry;
    uint32_t *plans[MAX_FEEDBACKS];
    int64_t limit;
    bool failed;
} Start;

static void run_cell(Worker *worker, void *context, uint32_t number)
{
    Start *start = context;
    Race *race = start->race;
    int value = start->split.order[start->split.open - 1 - (int)number]; /* the largest first */
    Cell *cell = &start->split.cells[value];
    lock(&race->lock);
    int64_t limit = start->limit - start->split.bound + cell->assumed;
    bool failed = start->failed;
    unlock(&race->lock);
    if (failed)
        return;
    int32_t path[4];
    path_of(race, (int32_t)start->guess, value, path);
    const size_t from = worker->planned;
    const Part *part = known_part(worker->search, path, limit);
    int64_t found;
    if (part)
        found = use_part(worker, part, limit);
    else {
        Set set = {race->set.frame, cell->members, cell->n, race->set.depth + 1};
        const Known known = known_price(worker, set);
        found = search_set(worker, set, limit, &known, &cell->scan, start->symmetry);
        settle(worker, path, found, found < limit, from);
    }
    size_t length;
    uint32_t *plan = copy_plan(worker, from, &length);
    worker->planned = from;
    lock(&race->lock);
    start->plans[value] = plan;
    cell->length = length;
    if (found >= limit)
        start->failed = true;
    else
        start->split.bound += found - cell->assumed;
    unlock(&race->lock);
}

static void run_first(Worker *worker, Race *race, Start *start)
{
    const Frame *frame = race->set.frame;
    Candidate candidate = race->candidates[0];
    uint32_t guess = position_of(frame, candidate.guess);
    const size_t base = worker->planned;
    if (!split_set(worker, race->set, guess, candidate.bound, race->best, &start->split))
        return;
    start->guess = candidate.guess, start->limit = race->best;
    start->symmetry = symmetry_after(worker, worker->search->game, race->symmetry, candidate.guess);
    share(worker, run_cell, start, (uint32_t)start->split.open, false);
    if (start->failed || start->split.bound >= race->best)
        return;
    for (int at = 0; at < start->split.open; at++) {
        int value = start->split.order[at];
        Cell *cell = &start->split.cells[value];
        cell->plan = worker->planned;
        append_plan(worker, start->plans[value], cell->length);
    }
    join_plans(worker, candidate.guess, &start->split, base);
    win(worker, race, 0, start->split.bound, base);
    worker->planned = base;
}

/* Whether the price to beat is so far away, a guess for each secret, that guesses would hardly be
   refused before the first one has lowered it. */
static bool loose(const Worker *worker, const Race *race)
{
    return race->best - race->candidates[0].bound > times(race->set.n, price(worker->search, 1));
}

static void try_race(Worker *worker, void *context)
{
    Start *start = context;
    Race *race = start->race;
    const bool alone = race->set.n < LARGE_SET;
    if (race->count && !alone && loose(worker, race)) {
        run_first(worker, race, start);
        race->first_done = true;
    }
    share(worker, run_candidate, race, race->count, alone);
    if (race->winner != NONE)
        append_plan(worker, race->plan, race->length);
}

int64_t run_race(Worker *worker, Set set, int64_t limit, const Symmetry *symmetry,
                 Candidate *candidates, uint32_t count, const int32_t *path)
{
    Search *search = worker->search;
    const Mark from = mark(worker);
    int64_t end = INFINITE;
    for (uint32_t at = 0; at < count; at++)
        if (candidates[at].bound < end)
            end = candidates[at].bound;
    end += search->slack;
    uint32_t kept = 0;
    for (uint32_t at = 0; at < count; at++)
        if (candidates[at].bound < limit && candidates[at].bound <= end)
            candidates[kept++] = candidates[at];
    qsort(candidates, kept, sizeof *candidates, by_bound);
    Race race = {.set = set, .symmetry = symmetry,
                 .candidates = candidates, .count = kept, .path = path, .best = limit,
                 .shared = limit, .winner = NONE};
    Start *start = take(worker, sizeof *start);
    memset(start, 0, sizeof *start);
    make_lock(&race.lock);
    atomic_store(&search->race_done, 0);
    atomic_store(&search->race_of, kept);
    start->race = &race;
    const int why = attempt(worker, try_race, start);
    free_lock(&race.lock);
    for (int value = 0; value < MAX_FEEDBACKS; value++)
        free(start->plans[value]);
    free(race.plan);
    release(worker, from);
    if (why)
        leave(worker, why);
    return race.best;
}
