/* Lower bounds where secrets have weights. Of most guesses, only the cells are counted: the number of cells alone
   bounds them from below, with the heaviest secrets the first of their cells. */

#include "weighted_bounds.h"

#include <string.h>

const int64_t *sum_weights(Worker *worker, const uint32_t *secrets, uint32_t n)
{
    const int64_t *weights = worker->search->weights;
    if (!weights)
        return NULL;
    int64_t *sums = allocate(&worker->arena, ((size_t)n + 1) * sizeof *sums);
    sums[0] = 0;
    for (uint32_t i = 0; i < n; i++)
        sums[i + 1] = sums[i] + weights[secrets[i]];
    return sums;
}

/* What one more secret costs in a set of so many. */
static int64_t added_price(const int64_t *least, uint32_t size)
{
    return least[size + 1] < INFINITE ? least[size + 1] - least[size] : INFINITE;
}

int64_t bound_weights(Worker *worker, const int64_t *sums, uint32_t n, uint32_t depth)
{
    const int64_t *least = least_prices(worker, depth);
    int64_t sum = 0;
    for (uint32_t i = 0; i < n; i++)
        sum = cap(sum + multiply(sums[i + 1] - sums[i], added_price(least, i)));
    return sum;
}

int64_t bound_separated(const Search *search, const int64_t *sums, uint32_t n, uint32_t depth, uint32_t *separating)
{
    const int64_t first = price(search, depth + 1), second = price(search, depth + 2), third = price(search, depth + 3);
    const int64_t lightest = sums[n] - sums[n - 1];
    /* Any other guess is no member, or leaves two secrets in one cell. */
    const int64_t outside = multiply(sums[n], second);
    int64_t least = cap(multiply(sums[1], first) + multiply(sums[n - 1] - sums[1], second) + multiply(lightest, third));
    least = outside < least ? outside : least;
    if (*separating != NONE) {
        const int64_t weight = search->weights[*separating];
        const int64_t exact = cap(multiply(weight, first) + multiply(sums[n] - weight, second));
        if (exact <= least)
            return exact;
        *separating = NONE;
    }
    return least;
}

Weighing prepare_weighing(Worker *worker, const uint32_t *secrets, uint32_t n, const int64_t *cells, int64_t right)
{
    int64_t *weights = allocate(&worker->arena, n * sizeof *weights);
    int64_t *added = allocate(&worker->arena, ((size_t)n + 1) * sizeof *added);
    for (uint32_t i = 0; i < n; i++) {
        weights[i] = worker->search->weights[secrets[i]];
        added[i] = added_price(cells, i);
    }
    added[n] = right;
    return (Weighing){weights, added, n};
}

Weighing prepare_estimates(Worker *worker, const uint32_t *secrets, uint32_t n, uint32_t depth)
{
    const Search *search = worker->search;
    return prepare_weighing(worker, secrets, n, beam_estimates(search, depth + 1),
                            multiply(ESTIMATE_UNIT, price(search, depth + 1)));
}

int64_t bound_weighed(const Search *search, const Weighing *weighing, const uint8_t *feedback, uint8_t *cells)
{
    const size_t feedbacks = (size_t)search->game->feedbacks;
    const uint32_t n = weighing->n;
    uint32_t sizes[MAX_FEEDBACKS], count = 0;
    memset(sizes, 0, feedbacks * sizeof *sizes);
    sizes[feedbacks - 1] = n;
    int64_t sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t size = sizes[feedback[i]]++;
        count += !size || size == n;
        sum = cap(sum + multiply(weighing->weights[i], weighing->added[size]));
    }
    *cells = (uint8_t)count;
    return n > 1 && count < 2 ? INFINITE : sum;
}

/* The fewest cells of a guess whose bound may be below a limit; flat, [most + 1]: the bounds of other guesses than
   members by number of cells; saved: how much less a member may cost. */
static unsigned find_needed(const int64_t *flat, unsigned most, int64_t saved, int64_t limit)
{
    unsigned needed = most + 1;
    while (needed > 2 && flat[needed - 1] < INFINITE && flat[needed - 1] - saved < limit)
        needed--;
    return needed;
}

void scan_weighted(Worker *worker, Set set, int64_t limit, Scan *scan)
{
    const Search *search = worker->search;
    const Game *game = search->game;
    const FeedbackMatrix *matrix = set.matrix;
    const FeedbackTable *table = &matrix->table;
    Arena *arena = &worker->arena;
    limit = is_beamed(search, set.n) ? INFINITE : limit;
    const bool small = set.n <= search->small, counts = small || game->feedbacks <= MAX_PLANE_FEEDBACKS;
    const uint32_t *secrets = list_secrets(arena, set);
    const int64_t *sums = sum_weights(worker, secrets, set.n);
    const Weighing weighing = prepare_weighing(worker, secrets, set.n, least_prices(worker, set.depth + 1),
                                               price(search, set.depth + 1));
    const int64_t saved = multiply(sums[1], price(search, set.depth + 2) - price(search, set.depth + 1));
    const unsigned most = set.n < (uint32_t)game->feedbacks ? set.n : (unsigned)game->feedbacks;
    int64_t flat[MAX_FEEDBACKS + 1];
    for (unsigned cells = 0; cells <= most; cells++)
        flat[cells] = flat_bound_by_weight(search, set.depth, sums, set.n, cells, false);
    unsigned inside = find_needed(flat, most, saved, limit), outside = find_needed(flat, most, 0, limit);
    *scan = (Scan){.least = limit};
    if (small && inside > most)
        return;
    scan->cells = allocate(arena, table->stride);
    if (counts)
        vectors->count_distinct(table, set.members, set.n, game->feedbacks > MAX_PLANE_FEEDBACKS ? inside : 0, 0,
                                table->stride, scan->cells);
    else
        inside = outside = 0, memset(scan->cells, 0, table->stride);
    outside = game->consistent ? MAX_FEEDBACKS + 1 : outside;
    uint8_t *member = allocate(arena, matrix->count);
    memset(member, 0, matrix->count);
    for (uint32_t i = 0; i < set.n; i++)
        member[matrix->position[set.members[i]]] = 1;
    uint8_t *feedback = allocate(arena, set.n);
    uint32_t room = 0;
    for (uint32_t guess = 0; guess < matrix->count; guess++)
        room += scan->cells[guess] >= (member[guess] ? inside : outside);
    scan->candidates = allocate(arena, ((size_t)room + 1) * sizeof *scan->candidates);
    for (uint32_t guess = 0; room && guess < matrix->count; guess++) {
        if (scan->cells[guess] < (member[guess] ? inside : outside))
            continue;
        room--;
        for (uint32_t i = 0; i < set.n; i++)
            feedback[i] = get_feedback(set, guess, i);
        const int64_t bound = bound_weighed(search, &weighing, feedback, &scan->cells[guess]);
        if (bound >= limit)
            continue;
        scan->candidates[scan->count++] = (Candidate){bound, guess};
        scan->least = bound < scan->least ? bound : scan->least;
    }
}
