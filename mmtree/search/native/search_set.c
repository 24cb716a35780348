/* The search of a set: its guesses in the order of their bounds, and their cells in turn. */

#include "search_set.h"
#include "beam.h"
#include "cell_bounds.h"
#include "plan.h"
#include "search_cells.h"
#include "split.h"

#include <stdlib.h>
#include <string.h>

enum {
    MEMBER = 0x80, /* marks the secrets of a set among its guesses */
};

int64_t try_guess(Worker *worker, Set set, Ladder *ladder, uint32_t guess, int64_t bound, int64_t limit,
                  const Symmetry *symmetry, const _Atomic int64_t *shared)
{
    const Mark from = mark(worker);
    Split split;
    int64_t result = limit;
    if (split_set(worker, set, ladder, guess, bound, limit, &split))
        result = search_cells(worker, set, guess, &split, limit, symmetry, shared);
    release(worker, from);
    return result;
}

int by_bound(const void *first, const void *second)
{
    const Candidate *one = first, *two = second;
    if (one->bound != two->bound)
        return one->bound < two->bound ? -1 : 1;
    return one->guess < two->guess ? -1 : one->guess > two->guess;
}

/* Of an item that begins with its candidate. */
static int64_t bound_of(const char *item)
{
    return ((const Candidate *)item)->bound;
}

void *sort_by_bound(Worker *worker, void *items, uint32_t count, size_t size)
{
    enum { RANGE = 1024 };
    const char *const first = items, *const end = first + count * size;
    int64_t least = count ? INFINITE : 0, most = 0;
    for (const char *item = first; item < end; item += size) {
        least = bound_of(item) < least ? bound_of(item) : least;
        most = bound_of(item) > most ? bound_of(item) : most;
    }
    if (most - least >= RANGE) {
        qsort(items, count, size, by_bound);
        return items;
    }
    uint32_t places[RANGE + 1]; /* of the first item of each bound */
    memset(places, 0, (size_t)(most - least + 2) * sizeof *places);
    for (const char *item = first; item < end; item += size)
        places[bound_of(item) - least + 1]++;
    for (int64_t at = 1; at <= most - least; at++)
        places[at] += places[at - 1];
    char *sorted = take(worker, count * size);
    for (const char *item = first; item < end; item += size)
        memcpy(sorted + places[bound_of(item) - least]++ * size, item, size);
    return sorted;
}

void keep_cheaper(Worker *worker, Best *best, int64_t found, size_t start)
{
    if (found < best->best) {
        move_plan(worker, start, best->base);
        best->best = found > best->known ? found : 0;
    }
}

static void try_candidate(Worker *worker, Set set, Ladder *ladder, const Symmetry *symmetry, uint32_t guess,
                          int64_t bound, Best *best)
{
    size_t start = worker->planned;
    int64_t found = try_guess(worker, set, ladder, guess, bound, best->best, symmetry, NULL);
    keep_cheaper(worker, best, found, start);
}

/* A set so small that no level overflows: guesses of one bound are those outside the set with some
   number of cells, and secrets of the set with another. */
static void search_small(Worker *worker, Set set, const Scan *scan, const Shown *shown,
                         const Symmetry *symmetry, Best *best)
{
    const Search *search = worker->search;
    const Frame *frame = set.frame;
    const int64_t end = scan->least + search->slack;
    for (uint32_t at = 0; at < set.n; at++)
        scan->cells[frame->position[set.members[at]]] |= MEMBER;
    unsigned outside = set.n, inside = set.n - 1;
    for (;;) {
        int64_t loose = outside > 1 ? flat_bound(search, set.depth, set.n, outside, false) : INFINITE;
        int64_t own = inside > 1 ? flat_bound(search, set.depth, set.n, inside, true) : INFINITE;
        int64_t bound = loose < own ? loose : own;
        if (bound >= INFINITE || bound >= best->best || bound > end)
            return;
        const uint8_t wanted = loose == bound ? (uint8_t)outside-- : 0;
        const uint8_t mine = own == bound ? (uint8_t)inside-- : 0;
        if (bound < scan->least)
            continue;
        uint32_t next = 0, guess = 0;
        while (bound < best->best) {
            const uint8_t *at = wanted ? memchr(scan->cells + guess, wanted, frame->count - guess) : NULL;
            guess = at ? (uint32_t)(at - scan->cells) : frame->count;
            for (; mine && next < set.n && bound < best->best; next++) {
                uint32_t member = frame->position[set.members[next]];
                if (member > guess)
                    break;
                if (scan->cells[member] == (mine | MEMBER) &&
                    (!symmetry || representative(search->game, symmetry, frame->guesses[member])))
                    try_candidate(worker, set, NULL, symmetry, member, bound, best);
            }
            if (!at || bound >= best->best)
                break;
            if (worth_trying(search->game, shown, symmetry, frame->guesses[guess]))
                try_candidate(worker, set, NULL, symmetry, guess, bound, best);
            guess++;
        }
    }
}

/* A guess that may be tried, by position, and a sharper bound. */
typedef struct { Candidate candidate; int64_t sharp; } Waiting;

/* All guesses that may be below the best, by rank. */
static uint32_t list_guesses(Worker *worker, Set set, const Scan *scan, const Shown *shown, int64_t best,
                             Waiting *waiting)
{
    const Search *search = worker->search;
    const Frame *frame = set.frame;
    int64_t end = best;
    const Excess excess = scan->excess;
    if (search->slack < INFINITE) {
        end = least_bound(worker, set, scan) + search->slack + 1;
        end = end < best ? end : best;
    }
    int64_t flat[2][MAX_FEEDBACKS + 1];
    uint8_t most[64] = {0}; /* 1 + the excess with which a guess that makes so many cells stays below */
    for (unsigned cells = 2; cells <= (unsigned)frame->table.feedbacks; cells++) {
        for (int member = 0; member < 2; member++)
            flat[member][cells] = flat_bound(search, set.depth, set.n, cells, member);
        const int64_t lower = flat[1][cells] < flat[0][cells] ? flat[1][cells] : flat[0][cells];
        const int64_t room = lower < best ? (best - 1 - lower) / excess.gap + 1 : 0;
        most[cells] = (uint8_t)(room < 255 ? room : 255);
    }
    uint32_t count = 0, next = 0;
    for (uint32_t line = 0; line < frame->count; line += 64) {
        uint64_t left = vectors->below(excess.sharp + line, scan->cells + line, most);
        for (; left; left &= left - 1) {
            const uint32_t guess = line + (uint32_t)__builtin_ctzll(left);
            if (guess >= frame->count)
                break;
            while (next < set.n && frame->position[set.members[next]] < guess)
                next++;
            const bool member = next < set.n && frame->position[set.members[next]] == guess;
            const int64_t mine = flat[member][scan->cells[guess]];
            const int64_t sharp = mine + times(excess.sharp[guess], excess.gap);
            const int64_t bound = excess_bound(worker, set, &excess, guess, mine);
            if (sharp < best && bound < end && useful(search->game, shown, frame->guesses[guess]))
                waiting[count++] = (Waiting){{bound, guess}, sharp};
        }
    }
    return count;
}

/* The likeliest guesses, in the order of their estimates. */
static void search_by_estimate(Worker *worker, Set set, const Scan *scan, const Shown *shown,
                               const Symmetry *symmetry, Best *best)
{
    const Beamed beamed = choose_likely(worker, set, scan, shown, symmetry);
    if (!beamed.count)
        return;
    Ladder ladder;
    start_ladder(worker, set, scan->cells, scan->prices, shown, &ladder);
    for (uint32_t at = 0; at < beamed.count; at++)
        if (beamed.likely[at].bound < best->best)
            try_candidate(worker, set, &ladder, symmetry, beamed.likely[at].guess, beamed.likely[at].bound, best);
}

/* A set with a ladder: guesses in the order of their bounds. */
static void search_by_ladder(Worker *worker, Set set, const Scan *scan, const Shown *shown,
                             const Symmetry *symmetry, Best *best)
{
    Ladder ladder;
    start_ladder(worker, set, scan->cells, scan->prices, shown, &ladder);
    Waiting *waiting = take(worker, set.frame->count * sizeof *waiting);
    const uint32_t count = list_guesses(worker, set, scan, shown, best->best, waiting);
    waiting = sort_by_bound(worker, waiting, count, sizeof *waiting);
    for (uint32_t at = 0; at < count && waiting[at].candidate.bound < best->best; at++) {
        const uint32_t guess = waiting[at].candidate.guess;
        if (waiting[at].sharp >= best->best ||
            (symmetry && !representative(worker->search->game, symmetry, set.frame->guesses[guess])))
            continue;
        try_candidate(worker, set, &ladder, symmetry, guess, waiting[at].candidate.bound, best);
    }
}

/* The same, of a set of which no more is known than what it costs at least. */
static int64_t search_unknown(Worker *worker, Set set, int64_t limit, int64_t known, const Scan *given,
                              const Symmetry *symmetry)
{
    Search *search = worker->search;
    const Frame *frame = set.frame;
    const Mark from = mark(worker);
    Best best = {limit, worker->planned, known};
    Scan scan;
    check_stop(worker);
    if (given)
        scan = *given;
    else
        scan_set(worker, set, imperfect_price(worker, set), &scan);
    if (scan.least < limit && scan.settled) {
        append_plan(worker, &frame->guesses[scan.guess], 1);
        best.best = scan.least;
    } else if (scan.least < limit) {
        Shown shown = {{0}};
        for (uint32_t at = 0; at < set.n; at++)
            show(search->game, frame->secrets[set.members[at]], &shown);
        if (is_beamed(search, set.n))
            search_by_estimate(worker, set, &scan, &shown, symmetry, &best);
        else if (set.n > (uint32_t)search->game->feedbacks)
            search_by_ladder(worker, set, &scan, &shown, symmetry, &best);
        else
            search_small(worker, set, &scan, &shown, symmetry, &best);
    }
    release(worker, from);
    return best.best;
}

int64_t search_set(Worker *worker, Set set, int64_t limit, const Known *known, const Scan *given,
                   const Symmetry *symmetry)
{
    if (known->price >= limit)
        return limit;
    if (known->exact) /* only the plan is wanted */
        limit = known->price + 1;
    int64_t found = search_unknown(worker, set, limit, known->price, given, symmetry);
    if (!found)
        found = known->price;
    if (!known->exact && !is_beamed(worker->search, set.n)) /* of sets alike, other guesses may be likely */
        note_price(worker, set, found, found < limit);
    return found;
}
