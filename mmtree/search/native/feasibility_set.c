/* The tables of a subproblem of feasibility. */

#include "feasibility_set.h"
#include "search.h"
#include "useful_guesses.h"
#include "vectors.h"

#include <string.h>

const uint32_t *get_capacity(const Game *game, const Capacity *capacity, uint32_t left)
{
    return left < capacity->levels ? capacity->most + (size_t)left * (size_t)game->feedbacks : NULL;
}

void get_capacity_bytes(const Game *game, const Capacity *capacity, uint32_t left, uint8_t *most)
{
    const uint32_t *given = get_capacity(game, capacity, left);
    for (int value = 0; value < game->feedbacks; value++) {
        const uint32_t feedbacks = (uint32_t)game->feedbacks;
        most[value] = (uint8_t)(given && given[value] < feedbacks ? given[value] : feedbacks);
    }
}

/* Fills in the feedback of codes with one secret, and 0 up to the stride. */
static void fill_column(Worker *worker, const Codes *codes, uint32_t secret, uint8_t *column)
{
    const Game *game = worker->search->game;
    check_stop(worker);
    compute_column(game, codes, secret, column);
    memset(column + codes->count, 0, codes->stride - codes->count);
}

/* Sorts the feedbacks by frequency. */
static void order_feedbacks(const Game *game, const uint8_t *bytes, uint32_t n, uint8_t *order)
{
    uint32_t often[MAX_FEEDBACKS];
    vectors->count_values(bytes, n, game->feedbacks, often);
    for (int value = 0; value < game->feedbacks - 1; value++) {
        int i = value;
        for (; i && often[order[i - 1]] < often[value]; i--)
            order[i] = order[i - 1];
        order[i] = (uint8_t)value;
    }
}

void make_columns(Worker *worker, FeasibilitySet *set)
{
    const Game *game = worker->search->game;
    set->offsets = allocate(worker, set->n * sizeof *set->offsets);
    set->columns = allocate(worker, set->n * sizeof *set->columns);
    /* columns 4096 bytes apart would compete for the same cache lines */
    const size_t stride = game->all.stride + (game->answers ? 0 : PADDED);
    if (!game->answers && !fits_memory((double)stride * set->n))
        fail_with(worker, OUT_OF_MEMORY);
    uint8_t *columns = game->answers ? game->answers : allocate(worker, stride * set->n);
    set->table = (FeedbackTable){columns, stride, game->feedbacks};
    for (uint32_t i = 0; i < set->n; i++) {
        set->columns[i] = game->answers ? game->column[set->secrets[i]] : i;
        set->offsets[i] = stride * set->columns[i];
        if (!game->answers)
            fill_column(worker, &game->all, set->secrets[i], columns + stride * i);
    }
    if (!set->in_bytes)
        return;
    set->order = allocate(worker, (size_t)game->feedbacks);
    order_feedbacks(game, columns + set->offsets[0], game->all.count, set->order);
}

/* The useful guesses in falling order of `findable`. */
static uint32_t *sort_by_findable(Worker *worker, const FeasibilitySet *set, uint32_t *count)
{
    const Game *game = worker->search->game;
    const uint32_t most = 1 + (uint32_t)game->feedbacks * (uint32_t)game->feedbacks;
    uint32_t *guesses = allocate(worker, game->all.count * sizeof *guesses);
    *count = list_candidates(game, set->secrets, set->n, guesses);
    uint32_t *sorted = allocate(worker, *count * sizeof *sorted), *ends = allocate(worker,
                                                                                   (most + 2) * sizeof *ends);
    memset(ends, 0, (most + 2) * sizeof *ends);
    for (uint32_t i = 0; i < *count; i++)
        ends[most - set->findable[guesses[i]] + 1]++;
    for (uint32_t findable = 0; findable <= most; findable++)
        ends[findable + 1] += ends[findable];
    for (uint32_t i = 0; i < *count; i++)
        sorted[ends[most - set->findable[guesses[i]]]++] = guesses[i];
    return sorted;
}

void make_lines(Worker *worker, FeasibilitySet *set)
{
    const Game *game = worker->search->game;
    if (!fits_memory((double)game->all.stride * set->n))
        fail_with(worker, OUT_OF_MEMORY);
    set->lines = allocate(worker, game->all.stride * set->n);
    set->orders = allocate(worker, game->all.stride / BLOCK * (size_t)game->feedbacks);
    set->line_findable = allocate(worker, game->all.stride / BLOCK * sizeof *set->line_findable);
    const Mark from = mark(worker);
    uint32_t count;
    const uint32_t *guesses = sort_by_findable(worker, set, &count);
    const Codes codes = make_code_columns(worker, game, guesses, count);
    uint8_t *column = allocate(worker, codes.stride);
    set->line_count = codes.stride / BLOCK;
    for (uint32_t i = 0; i < set->n; i++) {
        fill_column(worker, &codes, set->secrets[i], column);
        for (size_t line = 0; line < codes.stride; line += BLOCK)
            memcpy(set->lines + line * set->n + BLOCK * (size_t)i, column + line, BLOCK);
    }
    for (size_t line = 0; line < set->line_count; line++) {
        order_feedbacks(game, set->lines + line * BLOCK * set->n, BLOCK * set->n,
                        set->orders + line * (size_t)game->feedbacks);
        set->line_findable[line] = set->findable[guesses[line * BLOCK]];
    }
    release(worker, from);
}
