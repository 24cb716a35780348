/* A race: several threads try the guesses of a frame's whole set, and the cheapest wins. */

#include "parallel_guesses.h"
#include "parallel_for.h"
#include "plan.h"
#include "search_cells.h"
#include "solved_parts.h"
#include "split.h"

#include <stdlib.h>
#include <string.h>

enum { LARGE_SET = 40 }; /* sets of so many secrets are worth several threads */

struct Race {
    Set set;
    const Symmetry *symmetry;
    const Candidate *candidates;
    uint32_t count;
    const int32_t *path;   /* to the set: guess and feedback, or −1 */
    Lock lock;
    int64_t best;
    _Atomic int64_t shared; /* no search need look for this price or a higher one */
    uint32_t winner;
    int64_t loose;          /* a price to beat so far above the first bound refuses few guesses */
    uint8_t *state;         /* of each candidate */
    uint32_t open;          /* the first that is not */
    uint32_t *plan;
    size_t length;
};

enum { WAITING, TRIED, SETTLED };

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

static void note_state(Race *race, uint32_t number, uint8_t state)
{
    lock(&race->lock);
    race->state[number] = state;
    while (race->open < race->count && race->state[race->open] == SETTLED)
        race->open++;
    unlock(&race->lock);
}

/* What a guess takes: the more, the lower its bound is. Measured, that lies between the first and the
   third power of what is left to the price to beat. */
static double weight(int64_t bound, int64_t end)
{
    const double left = bound < end ? (double)(end - bound) : 0;
    return left * left;
}

int64_t race_raise(Race *race, double *share)
{
    lock(&race->lock);
    const int64_t first = race->candidates[0].bound, likely = first + race->loose / 4;
    const int64_t end = race->best < first + race->loose ? race->best : likely;
    double done = 0, all = 0;
    for (uint32_t at = 0; at < race->count && race->candidates[at].bound < end; at++) {
        const double mine = weight(race->candidates[at].bound, end);
        all += mine;
        done += mine / 2 * race->state[at]; /* half of what is being tried */
    }
    int64_t bound = race->best;
    if (race->open < race->count && race->candidates[race->open].bound < bound)
        bound = race->candidates[race->open].bound;
    unlock(&race->lock);
    *share = all > 0 ? done / all : 1;
    return bound - first;
}

/* The worker's own ladder of the race's set; NULL for a small set. */
static Ladder *ladder_of(Worker *worker, const Race *race)
{
    const Set set = race->set;
    const Game *game = worker->search->game;
    if (worker->ladder || set.n <= (uint32_t)game->feedbacks)
        return worker->ladder;
    Ladder *ladder = take(worker, sizeof *ladder);
    Shown *shown = take(worker, sizeof *shown);
    *shown = colors_shown(game, set.frame->secrets, set.n);
    Scan scan;
    scan_set(worker, set, 0, &scan);
    start_ladder(worker, set, scan.cells, scan.prices, shown, ladder);
    return worker->ladder = ladder;
}

static bool run_candidate(Worker *worker, void *context, uint32_t number)
{
    Race *race = context;
    Search *search = worker->search;
    check_stop(worker);
    Candidate candidate = race->candidates[number];
    lock(&race->lock);
    int64_t limit = race->best + (race->winner != NONE && number < race->winner);
    unlock(&race->lock);
    if (candidate.bound >= limit) /* as are all that follow, but in a beam */
        return is_beamed(search, race->set.n);
    if (race->state[number] == SETTLED)
        return true;
    note_state(race, number, TRIED);
    int32_t path[4];
    path_of(race, (int32_t)candidate.guess, -1, path);
    const size_t start = worker->planned;
    const Part *part = known_part(search, path, limit);
    int64_t found;
    if (part)
        found = use_part(worker, part, limit);
    else {
        const uint32_t guess = position_of(race->set.frame, candidate.guess);
        found = try_guess(worker, race->set, ladder_of(worker, race), guess, candidate.bound, limit,
                          race->symmetry, &race->shared);
        if (found < limit)
            settle(worker, path, found, true, start);
        else {
            int64_t now = atomic_load(&race->shared);
            settle(worker, path, now < limit ? now : limit, false, start);
        }
    }
    if (found < limit)
        win(worker, race, number, found, start);
    note_state(race, number, SETTLED);
    worker->planned = start;
    return true;
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

static bool run_cell(Worker *worker, void *context, uint32_t number)
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
        return false;
    int32_t path[4];
    path_of(race, (int32_t)start->guess, value, path);
    const size_t from = worker->planned;
    const Part *part = known_part(worker->search, path, limit);
    int64_t found;
    if (part)
        found = use_part(worker, part, limit);
    else {
        found = search_cell(worker, race->set, cell, limit, start->symmetry);
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
    return found < limit;
}

static void run_first(Worker *worker, Race *race, Start *start)
{
    const Frame *frame = race->set.frame;
    Candidate candidate = race->candidates[0];
    uint32_t guess = position_of(frame, candidate.guess);
    const size_t base = worker->planned;
    int32_t path[4];
    path_of(race, (int32_t)candidate.guess, -1, path);
    if (!split_set(worker, race->set, ladder_of(worker, race), guess, candidate.bound, race->best,
                   &start->split)) {
        settle(worker, path, race->best, false, base);
        return;
    }
    start->guess = candidate.guess, start->limit = race->best;
    start->symmetry = symmetry_after(worker, worker->search->game, race->symmetry, candidate.guess);
    share(worker, run_cell, start, (uint32_t)start->split.open, false);
    if (start->failed || start->split.bound >= race->best) {
        settle(worker, path, race->best, false, base);
        return;
    }
    for (int at = 0; at < start->split.open; at++) {
        int value = start->split.order[at];
        Cell *cell = &start->split.cells[value];
        cell->plan = worker->planned;
        append_plan(worker, start->plans[value], cell->length);
    }
    join_plans(worker, candidate.guess, &start->split, base);
    settle(worker, path, start->split.bound, true, base);
    win(worker, race, 0, start->split.bound, base);
    worker->planned = base;
}

/* The prices that an earlier run found; whatever it refused is refused in turn. */
static void use_prices(Worker *worker, Race *race)
{
    for (uint32_t number = 0; worker->search->known_count && number < race->count; number++) {
        int32_t path[4];
        path_of(race, (int32_t)race->candidates[number].guess, -1, path);
        const Part *part = known_part(worker->search, path, race->best);
        if (!part || !part->exact)
            continue;
        const size_t start = worker->planned;
        const int64_t found = use_part(worker, part, race->best);
        if (found < race->best)
            win(worker, race, number, found, start);
        worker->planned = start;
        note_state(race, number, SETTLED);
    }
}

static void try_race(Worker *worker, void *context)
{
    Start *start = context;
    Race *race = start->race;
    const bool alone = race->set.n < LARGE_SET;
    use_prices(worker, race);
    /* Guesses would hardly be refused before one of them has lowered the price to beat. */
    if (!alone && race->count && race->state[0] != SETTLED &&
        race->best - race->candidates[0].bound > race->loose) {
        note_state(race, 0, TRIED);
        run_first(worker, race, start);
        note_state(race, 0, SETTLED);
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
    const bool beamed = is_beamed(search, set.n);
    for (uint32_t at = 0; at < count; at++)
        if (candidates[at].bound < limit && (beamed || candidates[at].bound <= end))
            candidates[kept++] = candidates[at];
    if (!beamed)
        candidates = sort_by_bound(worker, candidates, kept, sizeof *candidates);
    Race race = {.set = set, .symmetry = symmetry,
                 .candidates = candidates, .count = kept, .path = path, .best = limit,
                 .shared = limit, .winner = NONE,
                 .loose = times(set.n, price(search, 1)), .state = take(worker, kept + 1)};
    memset(race.state, WAITING, kept + 1);
    Start *start = take(worker, sizeof *start);
    memset(start, 0, sizeof *start);
    make_lock(&race.lock);
    start->race = &race;
    note_race(search, kept ? &race : NULL);
    Ladder *outer = worker->ladder;
    worker->ladder = NULL;
    const int why = attempt(worker, try_race, start);
    worker->ladder = outer;
    note_race(search, NULL);
    free_lock(&race.lock);
    for (int value = 0; value < MAX_FEEDBACKS; value++)
        free(start->plans[value]);
    free(race.plan);
    release(worker, from);
    if (why)
        leave(worker, why);
    return race.best;
}
