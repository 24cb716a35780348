/* The search of a set: its guesses in the order of their bounds, and their cells in turn. */

#include "set.h"
#include "plan.h"
#include "split.h"

#include <stdlib.h>
#include <string.h>

enum {
    WORTH_COPYING = 16, /* sets of fewer secrets are searched in the table they came with */
    FEW_GUESSES = 256,  /* and so are those for which there are no more guesses than this */
    MEMBER = 0x80,      /* marks the secrets of a set among its guesses */
};

int64_t try_guess(Worker *worker, Set set, uint32_t guess, int64_t bound, int64_t limit,
                  const Symmetry *symmetry, const _Atomic int64_t *shared)
{
    Mark from = mark(worker);
    size_t base = worker->planned;
    Split split;
    int64_t result = limit;
    if (split_set(worker, set, guess, bound, limit, &split)) {
        const Symmetry *left =
            split.open ? symmetry_after(worker, worker->search->game, symmetry, set.frame->guesses[guess])
                       : NULL;
        bound = split.bound;
        int at = 0;
        for (; at < split.open && bound < limit; at++) {
            Cell *cell = &split.cells[split.order[at]];
            Set inner = {set.frame, cell->members, cell->n, set.depth + 1};
            if (shared) {
                int64_t now = atomic_load_explicit(shared, memory_order_relaxed);
                if (now < limit)
                    limit = now;
            }
            cell->plan = worker->planned;
            int64_t most = limit - bound + cell->assumed;
            int64_t found = search_set(worker, inner, most, &cell->scan, left);
            if (found >= most)
                break;
            cell->length = worker->planned - cell->plan;
            bound += found - cell->assumed;
        }
        if (at == split.open && bound < limit) {
            join_plans(worker, set.frame->guesses[guess], &split, base);
            result = bound;
        }
    }
    release(worker, from);
    if (result >= limit)
        worker->planned = base;
    return result;
}

int by_bound(const void *first, const void *second)
{
    const Candidate *one = first, *two = second;
    if (one->bound != two->bound)
        return one->bound < two->bound ? -1 : 1;
    return one->guess < two->guess ? -1 : one->guess > two->guess;
}

/* Searches with fewer guesses where the set leaves enough of them useless. */
static const Frame *narrow(Worker *worker, Set *set, Scan *scan, const Shown *shown)
{
    const Frame *frame = set->frame;
    const Game *game = worker->search->game;
    if (set->n < WORTH_COPYING || frame->count < FEW_GUESSES)
        return frame;
    Mark from = mark(worker);
    uint32_t *kept = take(worker, frame->count * sizeof *kept), count = 0;
    for (uint32_t at = 0; at < frame->count; at++) {
        kept[count] = at;
        count += useful(game, shown, frame->guesses[at]);
    }
    if (count > frame->count - frame->count / 3) { /* not worth the copy */
        release(worker, from);
        return frame;
    }
    Frame *made = frame_room(worker, set->n, count);
    uint32_t *members = take(worker, set->n * sizeof *members);
    uint8_t *cells = take(worker, made->stride);
    memset(cells + count, 0, made->stride - count);
    for (uint32_t at = 0; at < count; at++) {
        made->guesses[at] = frame->guesses[kept[at]];
        cells[at] = scan->cells[kept[at]];
    }
    for (uint32_t secret = 0; secret < set->n; secret++) {
        made->secrets[secret] = frame->secrets[set->members[secret]];
        members[secret] = secret;
        memset(made->columns + made->stride * secret + count, 0, made->stride - count);
    }
    for (uint32_t start = 0; start < count; start += BLOCK) { /* rows of a block fit the cache */
        const uint32_t end = start + BLOCK < count ? start + BLOCK : count;
        for (uint32_t secret = 0; secret < set->n; secret++) {
            const uint8_t *column = frame->columns + frame->stride * set->members[secret];
            uint8_t *copy = made->columns + made->stride * secret;
            for (uint32_t at = start; at < end; at++)
                made->rows[(size_t)at * set->n + secret] = copy[at] = column[kept[at]];
        }
    }
    place_secrets(made);
    set->frame = made;
    set->members = members;
    scan->cells = cells;
    scan->over = NULL;
    return made;
}

void keep_cheaper(Worker *worker, Best *best, int64_t found, size_t start)
{
    if (found < best->best) {
        move_plan(worker, start, best->base);
        best->best = found;
    }
}

static void try_candidate(Worker *worker, Set set, const Symmetry *symmetry, uint32_t guess,
                          int64_t bound, Best *best)
{
    size_t start = worker->planned;
    int64_t found = try_guess(worker, set, guess, bound, best->best, symmetry, NULL);
    keep_cheaper(worker, best, found, start);
}

/* A set so small that no level overflows: guesses of one bound are those outside the set with some
   number of cells, and secrets of the set with another. */
static void search_small(Worker *worker, Set set, const Scan *scan, const Shown *shown,
                         const Symmetry *symmetry, int64_t end, Best *best)
{
    const Search *search = worker->search;
    const Frame *frame = set.frame;
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
                    try_candidate(worker, set, symmetry, member, bound, best);
            }
            if (!at || bound >= best->best)
                break;
            if (worth_trying(search->game, shown, symmetry, frame->guesses[guess]))
                try_candidate(worker, set, symmetry, guess, bound, best);
            guess++;
        }
    }
}

/* A larger set: bounds are counted exactly, level by level. */
static void search_large(Worker *worker, Set set, Scan *scan, const Shown *shown,
                         const Symmetry *symmetry, int64_t end, Best *best)
{
    const Search *search = worker->search;
    const Frame *frame = set.frame;
    Candidate *waiting = take(worker, frame->count * sizeof *waiting);
    Candidate *level = take(worker, frame->count * sizeof *level);
    uint32_t count = 0;
    for (unsigned cells = (unsigned)search->game->feedbacks;;) {
        int64_t bound = INFINITE;
        for (uint32_t at = 0; at < count; at++)
            if (waiting[at].bound < bound)
                bound = waiting[at].bound;
        for (; cells > 1; cells--) {
            int64_t flat[2] = {flat_bound(search, set.depth, set.n, cells, false),
                               flat_bound(search, set.depth, set.n, cells, true)};
            int64_t lower = flat[0] < flat[1] ? flat[0] : flat[1];
            if (lower > bound || lower >= best->best)
                break;
            for (int member = 0; member < 2; member++) {
                const int wanted = (int)cells | (member ? MEMBER : 0);
                for (uint32_t guess = 0; guess < frame->count; guess++) {
                    const uint8_t *at = memchr(scan->cells + guess, wanted, frame->count - guess);
                    if (!at)
                        break;
                    guess = (uint32_t)(at - scan->cells);
                    if (!worth_trying(search->game, shown, symmetry, frame->guesses[guess]))
                        continue;
                    int64_t mine = large_bound(worker, set, scan, guess, cells, flat[member]);
                    if (mine < best->best && mine <= end)
                        waiting[count++] = (Candidate){mine, guess};
                    if (mine < bound)
                        bound = mine;
                }
            }
        }
        if (bound >= INFINITE || bound >= best->best || bound > end)
            return;
        uint32_t kept = 0, chosen = 0;
        for (uint32_t at = 0; at < count; at++)
            if (waiting[at].bound == bound)
                level[chosen++] = waiting[at];
            else
                waiting[kept++] = waiting[at];
        count = kept;
        qsort(level, chosen, sizeof *level, by_bound);
        for (uint32_t at = 0; at < chosen && bound < best->best; at++)
            try_candidate(worker, set, symmetry, level[at].guess, bound, best);
    }
}

int64_t search_set(Worker *worker, Set set, int64_t limit, const Scan *given, const Symmetry *symmetry)
{
    Search *search = worker->search;
    if (given->least >= limit)
        return limit;
    if (given->settled) {
        append_plan(worker, &set.frame->guesses[given->guess], 1);
        return given->least;
    }
    check_stop(worker);
    Mark from = mark(worker);
    Shown shown = {{0}};
    for (uint32_t at = 0; at < set.n; at++)
        show(search->game, set.frame->secrets[set.members[at]], &shown);
    Scan scan = *given;
    const Frame *frame = narrow(worker, &set, &scan, &shown);
    Best best = {limit, worker->planned};
    const int64_t end = scan.least + search->slack;
    for (uint32_t at = 0; at < set.n; at++)
        scan.cells[frame->position[set.members[at]]] |= MEMBER;
    if (set.n > (uint32_t)search->game->feedbacks)
        search_large(worker, set, &scan, &shown, symmetry, end, &best);
    else
        search_small(worker, set, &scan, &shown, symmetry, end, &best);
    release(worker, from);
    return best.best;
}
