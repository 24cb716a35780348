/* The search as exact.py defines it: one guess and one secret after the other, in one thread, without
   feedback matrix, vectors, sharper bounds or solved parts. */

#include "reference_search.h"
#include "plan.h"

#include <stdlib.h>
#include <string.h>
#include <string.h>

/* Roots of up to so many secrets are searched without symmetry, so that random questions check the symmetry
   of the other search; for all secrets of a game that would take too long. */
enum { FEW_SECRETS = 32 };

/* [codes][secrets]: feedback of every code with every secret of the root. */
typedef struct { const Root *root; const uint8_t *feedback; } ReferenceTable;

/* A subproblem: secrets of the root (positions) after `depth` guesses, and the guesses to try. */
typedef struct {
    const uint32_t *members;
    uint32_t n, depth;
    const Symmetry *symmetry; /* or NULL */
    Candidate *candidates;
    uint32_t count;
    int64_t least;            /* least bound of the candidates */
    int64_t lower_bound;      /* of the set's price */
} ReferenceSet;

static const uint8_t *reference_row(const ReferenceTable *table, uint32_t guess)
{
    return table->feedback + (size_t)guess * table->root->n;
}

/* Whether a guess is a secret of the set. */
static bool is_reference_member(const ReferenceTable *table, const ReferenceSet *set, uint32_t guess)
{
    for (uint32_t i = 0; i < set->n; i++)
        if (table->root->secrets[set->members[i]] == guess)
            return true;
    return false;
}

/* Lists the guesses worth trying, or those given, with their bounds. */
static void list_reference_candidates(Worker *worker, const ReferenceTable *table, ReferenceSet *set,
                                      const uint32_t *given, uint32_t given_count)
{
    const Search *search = worker->search;
    const Game *game = search->game;
    const int last = game->feedbacks - 1;
    const int64_t *least = least_prices(worker, set->depth + 1);
    const int64_t now = price(search, set->depth + 1);
    const uint32_t of = given ? given_count : game->all.count;
    ShownColors shown = {{0}};
    for (uint32_t i = 0; i < set->n; i++)
        add_colors(game, table->root->secrets[set->members[i]], &shown);
    worker->scanned++;
    set->candidates = allocate(worker, of * sizeof *set->candidates);
    set->count = 0, set->least = INFINITE;
    for (uint32_t i = 0; i < of; i++) {
        const uint32_t guess = given ? given[i] : i;
        if (!given && !is_worth_trying(game, &shown, set->symmetry, guess))
            continue;
        if (!given && game->consistent && !is_reference_member(table, set, guess))
            continue;
        check_stop(worker);
        const uint8_t *row = reference_row(table, guess);
        uint32_t sizes[MAX_FEEDBACKS];
        memset(sizes, 0, (size_t)game->feedbacks * sizeof *sizes);
        for (uint32_t member = 0; member < set->n; member++)
            sizes[row[set->members[member]]]++;
        int64_t bound = multiply(sizes[last], now);
        for (int value = 0; value < last; value++)
            bound += set->n > 1 && sizes[value] == set->n ? INFINITE : least[sizes[value]];
        if (bound >= INFINITE)
            continue;
        set->candidates[set->count++] = (Candidate){bound, guess};
        if (bound < set->least)
            set->least = bound;
    }
    qsort(set->candidates, set->count, sizeof *set->candidates, compare_bounds);
}

/* The lowest secret (a rank) that gets a different feedback from every secret of the set; NONE if none
   does. */
static uint32_t find_reference_separating(const ReferenceTable *table, const ReferenceSet *set)
{
    for (uint32_t i = 0; i < set->n; i++) {
        const uint32_t guess = table->root->secrets[set->members[i]];
        FeedbackSet seen = {{0}};
        uint32_t other = 0;
        while (other < set->n && add_feedback(&seen, reference_row(table, guess)[set->members[other]]))
            other++;
        if (other == set->n)
            return guess;
    }
    return NONE;
}

static int64_t search_reference_set(Worker *worker, const ReferenceTable *table, const ReferenceSet *set,
                                    int64_t limit);

/* Returns the price of a guess if it is below the limit, with the plan appended to the worker's; else
   the limit, with an undefined plan. */
static int64_t try_reference_guess(Worker *worker, const ReferenceTable *table, const ReferenceSet *set,
                                   Candidate candidate, int64_t limit)
{
    const int last = worker->search->game->feedbacks - 1;
    const int64_t *least = least_prices(worker, set->depth + 1);
    const uint8_t *row = reference_row(table, candidate.guess);
    uint8_t *feedback = allocate(worker, set->n);
    uint32_t *members = allocate(worker, set->n * sizeof *members), *next = members;
    for (uint32_t i = 0; i < set->n; i++)
        feedback[i] = row[set->members[i]];
    ReferenceSet *cells = allocate(worker, (size_t)last * sizeof *cells + 1);
    const Symmetry *left = symmetry_after(worker, worker->search->game, set->symmetry, candidate.guess);
    int64_t bound = candidate.bound;
    for (int value = 0; value < last; value++) {
        ReferenceSet *cell = &cells[value];
        *cell = (ReferenceSet){.members = next, .depth = set->depth + 1, .symmetry = left};
        for (uint32_t i = 0; i < set->n; i++)
            if (feedback[i] == value)
                *next++ = set->members[i], cell->n++;
        cell->lower_bound = least[cell->n];
    }
    for (int value = 0; value < last && bound < limit; value++) {
        ReferenceSet *cell = &cells[value];
        if (cell->n <= 2 || find_reference_separating(table, cell) != NONE)
            continue;
        list_reference_candidates(worker, table, cell, NULL, 0);
        bound += cell->least - cell->lower_bound;
        cell->lower_bound = cell->least;
    }
    append_plan(worker, &candidate.guess, 1);
    for (int value = 0; value < last && bound < limit; value++) {
        ReferenceSet *cell = &cells[value];
        if (cell->n <= 2)
            continue;
        if (!cell->candidates) {
            const uint32_t guess = find_reference_separating(table, cell);
            append_plan(worker, &guess, 1);
            continue;
        }
        const int64_t most = limit - bound + cell->lower_bound;
        bound += search_reference_set(worker, table, cell, most) - cell->lower_bound;
    }
    return bound < limit ? bound : limit;
}

static int64_t search_reference_set(Worker *worker, const ReferenceTable *table, const ReferenceSet *set,
                                    int64_t limit)
{
    enter_level(worker);
    Best best = {limit, worker->plan_length, 0};
    for (uint32_t i = 0; i < set->count; i++) {
        const Candidate candidate = set->candidates[i];
        if (candidate.bound >= best.best)
            break;
        const Mark from = mark(worker);
        const size_t start = worker->plan_length;
        const int64_t found = try_reference_guess(worker, table, set, candidate, best.best);
        if (found >= best.best)
            worker->plan_length = start;
        keep_if_cheaper(worker, &best, found, start);
        release(worker, from);
    }
    leave_level(worker);
    return best.best;
}

int64_t search_reference(Worker *worker, const Root *root)
{
    const Game *game = worker->search->game;
    if (!fits_memory((double)game->all.count * root->n))
        fail_with(worker, OUT_OF_MEMORY);
    uint8_t *feedback = allocate(worker, (size_t)game->all.count * root->n);
    for (uint32_t guess = 0; guess < game->all.count; guess++) {
        check_stop(worker);
        for (uint32_t i = 0; i < root->n; i++)
            feedback[(size_t)guess * root->n + i] =
                (uint8_t)compute_feedback(game, guess, root->secrets[i]);
    }
    const ReferenceTable table = {root, feedback};
    ReferenceSet set = {.members = list_positions(worker, root->n), .n = root->n,
                        .depth = root->depth,
                        .symmetry = root->n > FEW_SECRETS ? root->symmetry : NULL};
    list_reference_candidates(worker, &table, &set, root->openings, root->opening_count);
    record_cells(worker->search, set.least, 0, 0, &set.n, 1);
    return search_reference_set(worker, &table, &set, worker->search->limit);
}
