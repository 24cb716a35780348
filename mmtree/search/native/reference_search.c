/* The search as exact.py defines it, one guess and one secret after the other: no frames, no vectors, no
   threads, no parts. */

#include "reference_search.h"
#include "plan.h"

#include <stdlib.h>
#include <string.h>

enum { FEW_SECRETS = 32 }; /* up to so many, symmetry is not used either */

/* The feedback of every code with every secret asked about: [codes][secrets]. */
typedef struct { const Root *root; const uint8_t *feedback; } PlainTable;

/* Some of the secrets, by position, after so many guesses, and the guesses to be tried. */
typedef struct {
    const uint32_t *members;
    uint32_t n, depth;
    const Symmetry *symmetry; /* or NULL */
    Candidate *candidates;
    uint32_t count;
    int64_t least;   /* bound of any of them */
    int64_t assumed; /* a lower bound of the set's price */
} PlainSet;

static const uint8_t *row_of(const PlainTable *table, uint32_t guess)
{
    return table->feedback + (size_t)guess * table->root->n;
}

/* Bounds the guesses worth trying, or those given. */
static void bound_plainly(Worker *worker, const PlainTable *table, PlainSet *set, const uint32_t *given,
                          uint32_t given_count)
{
    const Search *search = worker->search;
    const Game *game = search->game;
    const int last = game->feedbacks - 1;
    const int64_t *least = least_prices(worker, set->depth + 1);
    const int64_t now = price(search, set->depth + 1);
    const uint32_t of = given ? given_count : game->all.count;
    Shown shown = {{0}};
    for (uint32_t at = 0; at < set->n; at++)
        show(game, table->root->secrets[set->members[at]], &shown);
    worker->scanned++;
    set->candidates = take(worker, of * sizeof *set->candidates);
    set->count = 0, set->least = INFINITE;
    for (uint32_t at = 0; at < of; at++) {
        const uint32_t guess = given ? given[at] : at;
        if (!given && !worth_trying(game, &shown, set->symmetry, guess))
            continue;
        check_stop(worker);
        const uint8_t *row = row_of(table, guess);
        uint32_t sizes[MAX_FEEDBACKS] = {0};
        for (uint32_t member = 0; member < set->n; member++)
            sizes[row[set->members[member]]]++;
        int64_t bound = times(sizes[last], now);
        for (int value = 0; value < last; value++)
            bound += set->n > 1 && sizes[value] == set->n ? INFINITE : least[sizes[value]];
        if (bound >= INFINITE)
            continue;
        set->candidates[set->count++] = (Candidate){bound, guess};
        if (bound < set->least)
            set->least = bound;
    }
    qsort(set->candidates, set->count, sizeof *set->candidates, by_bound);
}

/* The lowest secret that gets another feedback from every secret, as rank; NONE if there is none. */
static uint32_t perfect_plainly(const PlainTable *table, const PlainSet *set)
{
    for (uint32_t at = 0; at < set->n; at++) {
        const uint32_t guess = table->root->secrets[set->members[at]];
        uint64_t seen = 0;
        for (uint32_t other = 0; other < set->n; other++)
            seen |= (uint64_t)1 << row_of(table, guess)[set->members[other]];
        if ((uint32_t)__builtin_popcountll(seen) == set->n)
            return guess;
    }
    return NONE;
}

static int64_t search_plain_set(Worker *worker, const PlainTable *table, const PlainSet *set, int64_t limit);

/* The price of a guess, its plan at the end of the worker's; or the limit, and any plan. */
static int64_t try_plainly(Worker *worker, const PlainTable *table, const PlainSet *set, Candidate candidate,
                           int64_t limit)
{
    const int last = worker->search->game->feedbacks - 1;
    const int64_t *least = least_prices(worker, set->depth + 1);
    const uint8_t *row = row_of(table, candidate.guess);
    uint8_t *feedback = take(worker, set->n);
    uint32_t *members = take(worker, set->n * sizeof *members), *next = members;
    for (uint32_t at = 0; at < set->n; at++)
        feedback[at] = row[set->members[at]];
    PlainSet *cells = take(worker, (size_t)last * sizeof *cells + 1);
    const Symmetry *left = symmetry_after(worker, worker->search->game, set->symmetry, candidate.guess);
    int64_t bound = candidate.bound;
    for (int value = 0; value < last; value++) {
        PlainSet *cell = &cells[value];
        *cell = (PlainSet){.members = next, .depth = set->depth + 1, .symmetry = left};
        for (uint32_t at = 0; at < set->n; at++)
            if (feedback[at] == value)
                *next++ = set->members[at], cell->n++;
        cell->assumed = least[cell->n];
    }
    for (int value = 0; value < last && bound < limit; value++) {
        PlainSet *cell = &cells[value];
        if (cell->n <= 2 || perfect_plainly(table, cell) != NONE)
            continue;
        bound_plainly(worker, table, cell, NULL, 0);
        bound += cell->least - cell->assumed;
        cell->assumed = cell->least;
    }
    append_plan(worker, &candidate.guess, 1);
    for (int value = 0; value < last && bound < limit; value++) {
        PlainSet *cell = &cells[value];
        if (cell->n <= 2)
            continue;
        if (!cell->candidates) {
            const uint32_t guess = perfect_plainly(table, cell);
            append_plan(worker, &guess, 1);
            continue;
        }
        const int64_t most = limit - bound + cell->assumed;
        bound += search_plain_set(worker, table, cell, most) - cell->assumed;
    }
    return bound < limit ? bound : limit;
}

static int64_t search_plain_set(Worker *worker, const PlainTable *table, const PlainSet *set, int64_t limit)
{
    Best best = {limit, worker->planned, 0};
    for (uint32_t at = 0; at < set->count; at++) {
        const Candidate candidate = set->candidates[at];
        if (candidate.bound >= best.best || candidate.bound > set->least + worker->search->slack)
            break;
        const Mark from = mark(worker);
        const size_t start = worker->planned;
        const int64_t found = try_plainly(worker, table, set, candidate, best.best);
        if (found >= best.best)
            worker->planned = start;
        keep_cheaper(worker, &best, found, start);
        release(worker, from);
    }
    return best.best;
}

int64_t search_plain(Worker *worker, const Root *root)
{
    const Game *game = worker->search->game;
    const double room = memory_of_machine() / 2;
    if (room > 0 && (double)game->all.count * root->n > room)
        leave(worker, OUT_OF_MEMORY);
    uint8_t *feedback = take(worker, (size_t)game->all.count * root->n);
    uint32_t *members = take(worker, root->n * sizeof *members);
    for (uint32_t guess = 0; guess < game->all.count; guess++) {
        check_stop(worker);
        for (uint32_t at = 0; at < root->n; at++)
            feedback[(size_t)guess * root->n + at] =
                (uint8_t)answer(game, &game->code[guess], &game->code[root->secrets[at]]);
    }
    for (uint32_t at = 0; at < root->n; at++)
        members[at] = at;
    const PlainTable table = {root, feedback};
    PlainSet set = {.members = members, .n = root->n, .depth = root->depth,
                    .symmetry = root->n > FEW_SECRETS ? root->symmetry : NULL};
    bound_plainly(worker, &table, &set, root->openings, root->opening_count);
    note_cells(worker->search, set.least, 0, &set.n, 1);
    return search_plain_set(worker, &table, &set, worker->search->limit);
}
