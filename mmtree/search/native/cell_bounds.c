/* Lower bounds for the cells of a set. */

#include "cell_bounds.h"

#include <string.h>

/* A tier's feedback is copied from the matrix if its guesses are more than one in six, else computed anew:
   to gather it from a table of 100 MB took a third of the time for 5p8c (commit 03ad645). On small tables
   the ratio matters little: 3 instead of 6 takes 0.91 (4p7c) to 0.98 (3p12c) of the instructions, 12 takes
   1.01 to 1.04. */
enum { GATHER_RATIO = 6 };

void start_cell_bounds(Worker *worker, Set set, const uint8_t *cells, const CellPrices *prices,
                       const ShownColors *shown, CellBounds *bounds)
{
    const FeedbackMatrix *matrix = set.matrix;
    *bounds = (CellBounds){.set = set, .shown = shown, .cells = cells, .prices = prices};
    count_values(cells, matrix->count, matrix->table.feedbacks + 1, bounds->left);
    bounds->top = (unsigned)matrix->table.feedbacks;
    while (bounds->top && !bounds->left[bounds->top])
        bounds->top--;
    const size_t stride = table_stride(set.n);
    uint8_t *columns = allocate(&worker->arena, stride * set.n);
    uint32_t *guesses = allocate(&worker->arena, set.n * sizeof *guesses);
    for (uint32_t i = 0; i < set.n; i++)
        guesses[i] = matrix->position[set.members[i]];
    for (uint32_t i = 0; i < set.n; i++) {
        const uint8_t *column = matrix->table.columns + matrix->table.stride * set.members[i];
        for (uint32_t other = 0; other < set.n; other++)
            columns[stride * i + other] = column[guesses[other]];
        memset(columns + stride * i + set.n, 0, stride - set.n);
    }
    bounds->members = (FeedbackTable){columns, stride, matrix->table.feedbacks};
    bounds->counted = allocate(&worker->arena, stride > matrix->table.stride ? stride : matrix->table.stride);
    if (!worker->search->game->consistent && set.n < LARGE_SET)
        bounds->room = allocate(&worker->arena, (matrix->table.stride + 2 * BLOCK * TIERS) * set.n);
}

/* Adds the next guesses: all those of the most cells, and as many levels below as it takes. */
static void add_tier(Worker *worker, CellBounds *bounds)
{
    const Set set = bounds->set;
    if (set.n >= LARGE_SET) {
        bounds->tiers[bounds->count++] = (Tier){set.matrix->table, bounds->top};
        bounds->top = 0;
        return;
    }
    const FeedbackMatrix *matrix = set.matrix;
    const Game *game = worker->search->game;
    const unsigned top = bounds->top;
    uint32_t many = 0, count = 0;
    unsigned low = top + 1;
    while (low > 1 && many < TIER_GUESSES)
        many += bounds->left[--low], bounds->left[low] = 0;
    while (bounds->top && !bounds->left[bounds->top])
        bounds->top--;
    const Mark from = mark(&worker->arena);
    uint32_t *chosen = allocate(&worker->arena, many * sizeof *chosen);
    uint32_t *guesses = allocate(&worker->arena, many * sizeof *guesses);
    for (uint32_t guess = 0; guess < matrix->count; guess++)
        if (bounds->cells[guess] - low <= top - low && is_useful(game, bounds->shown, matrix->guesses[guess])) {
            guesses[count] = matrix->guesses[guess];
            chosen[count++] = guess;
        }
    Tier *tier = &bounds->tiers[bounds->count++];
    const size_t stride = table_stride(count);
    *tier = (Tier){{bounds->room, stride, matrix->table.feedbacks}, top};
    const bool gathers = matrix->count < GATHER_RATIO * count;
    const Codes codes = gathers ? (Codes){0} : make_code_columns(&worker->arena, game, guesses, count);
    for (uint32_t i = 0; i < set.n; i++) {
        const uint8_t *column = matrix->table.columns + matrix->table.stride * set.members[i];
        uint8_t *room = bounds->room + stride * i;
        if (!gathers)
            compute_column(game, &codes, matrix->secrets[set.members[i]], room);
        for (uint32_t guess = 0; gathers && guess < count; guess++)
            room[guess] = column[chosen[guess]];
        memset(room + count, 0, stride - count);
    }
    bounds->room += stride * set.n;
    release(&worker->arena, from);
}

int64_t bound_cell(Worker *worker, CellBounds *bounds, const uint32_t *places, uint32_t n, const int64_t *sums,
                   int64_t least, int64_t needed, uint32_t *separating)
{
    const Search *search = worker->search;
    const uint32_t depth = bounds->set.depth + 1;
    unsigned inside = 0;
    *separating = NONE;
    /* The number of cells raises no bound of a large set: of 5p8c, of none of more than some 300 secrets. Not to count
       takes 0.71 of the time for 5p9c below 327000, opening AABCD. */
    if (n > (uint32_t)search->game->feedbacks && flat_bound_by_weight(search, depth, sums, n, 2, false) <= least)
        return least;
    vectors->count_distinct(&bounds->members, places, n, 0, 0, bounds->members.stride, bounds->counted);
    for (uint32_t i = 0; i < n; i++)
        if (bounds->counted[places[i]] > inside)
            inside = bounds->counted[places[i]], *separating = places[i];
    int64_t bound = flat_bound_by_weight(search, depth, sums, n, inside, true);
    if (inside == n)
        return bound;
    *separating = NONE;
    if (search->game->consistent)
        return bound > least ? bound : least;
    /* Guesses that are not in the cell matter only if they make enough cells to cost less. */
    unsigned most = inside;
    while (most < n && flat_bound_by_weight(search, depth, sums, n, most + 1, false) >= bound)
        most++;
    for (int i = 0; most < n; i++) {
        const unsigned top = i < bounds->count ? bounds->tiers[i].top : bounds->top;
        if (top <= most)
            break;
        const int64_t lower = flat_bound_by_weight(search, depth, sums, n, top < n ? top : n, false);
        if (lower >= needed || i == TIERS) { /* later tiers need not be looked at */
            bound = lower;
            break;
        }
        if (i == bounds->count)
            add_tier(worker, bounds);
        const FeedbackTable *table = &bounds->tiers[i].table;
        worker->work += (uint64_t)n * table->stride;
        const unsigned found = vectors->count_distinct(table, places, n, most + 1, 0, table->stride,
                                                         bounds->counted);
        if (found > most) {
            most = found;
            bound = flat_bound_by_weight(search, depth, sums, n, most, false);
        }
    }
    return bound > least ? bound : least;
}
