/* The tables of a set of which all secrets are to be found within some guesses. */

#include "feasibility_set.h"
#include "search.h"
#include "vectors.h"

#include <string.h>

const uint32_t *most_within(const Game *game, const Capacity *capacity, uint32_t left)
{
    return left < capacity->levels ? capacity->most + (size_t)left * (size_t)game->feedbacks : NULL;
}

void most_before_last(const Game *game, const Capacity *capacity, uint32_t left, uint8_t *most)
{
    const uint32_t *given = most_within(game, capacity, left);
    for (int value = 0; value < game->feedbacks; value++) {
        const uint32_t feedbacks = (uint32_t)game->feedbacks;
        most[value] = (uint8_t)(given && given[value] < feedbacks ? given[value] : feedbacks);
    }
}

/* The feedback of codes with one secret; what fills up the last line is the same for all. */
static void answer_all(Worker *worker, const Codes *codes, uint32_t secret, uint8_t *column)
{
    const Game *game = worker->search->game;
    check_stop(worker);
    vectors->answers(codes, &game->code[secret], game->whites, game->index, column);
    memset(column + codes->count, 0, codes->stride - codes->count);
}

static void check_bytes(Worker *worker, double bytes)
{
    const double room = memory_of_machine() / 2;
    if (room > 0 && bytes > room)
        leave(worker, OUT_OF_MEMORY);
}

/* The order of the feedbacks by how often they occur. */
static void order_feedbacks(const Game *game, const uint8_t *bytes, uint32_t n, uint8_t *order)
{
    uint32_t often[MAX_FEEDBACKS];
    vectors->tally(bytes, n, game->feedbacks, often);
    for (int value = 0; value < game->feedbacks - 1; value++) {
        int at = value;
        for (; at && often[order[at - 1]] < often[value]; at--)
            order[at] = order[at - 1];
        order[at] = (uint8_t)value;
    }
}

void make_columns(Worker *worker, Few *set)
{
    const Game *game = worker->search->game;
    const size_t stride = game->all.stride + PADDED; /* columns of 4096 bytes would get in each other's way */
    check_bytes(worker, (double)stride * set->n);
    set->table = (Table){take(worker, stride * set->n), stride, game->feedbacks};
    set->offsets = take(worker, set->n * sizeof *set->offsets);
    for (uint32_t at = 0; at < set->n; at++) {
        set->offsets[at] = stride * at;
        answer_all(worker, &game->all, set->secrets[at], set->table.columns + stride * at);
    }
    order_feedbacks(game, set->table.columns, game->all.count, set->order);
}

/* The guesses worth trying, in falling order of what they hold. */
static uint32_t *fullest_guesses(Worker *worker, const Few *set, uint32_t *count)
{
    const Game *game = worker->search->game;
    const uint32_t most = 1 + MAX_FEEDBACKS * MAX_FEEDBACKS;
    uint32_t *guesses = take(worker, game->all.count * sizeof *guesses);
    *count = useful_guesses(game, set->secrets, set->n, guesses);
    uint32_t *sorted = take(worker, *count * sizeof *sorted), *ends = take(worker, (most + 2) * sizeof *ends);
    memset(ends, 0, (most + 2) * sizeof *ends);
    for (uint32_t at = 0; at < *count; at++)
        ends[most - set->held[guesses[at]] + 1]++;
    for (uint32_t held = 0; held <= most; held++)
        ends[held + 1] += ends[held];
    for (uint32_t at = 0; at < *count; at++)
        sorted[ends[most - set->held[guesses[at]]]++] = guesses[at];
    return sorted;
}

void make_lines(Worker *worker, Few *set)
{
    const Game *game = worker->search->game;
    check_bytes(worker, (double)game->all.stride * set->n);
    set->lines = take(worker, game->all.stride * set->n);
    set->orders = take(worker, game->all.stride / BLOCK * sizeof *set->orders);
    set->line_held = take(worker, game->all.stride / BLOCK * sizeof *set->line_held);
    const Mark from = mark(worker);
    uint32_t count;
    const uint32_t *guesses = fullest_guesses(worker, set, &count);
    const Codes codes = columns(worker, game, guesses, count);
    uint8_t *column = take(worker, codes.stride);
    set->line_count = codes.stride / BLOCK;
    for (uint32_t at = 0; at < set->n; at++) {
        answer_all(worker, &codes, set->secrets[at], column);
        for (size_t line = 0; line < codes.stride; line += BLOCK)
            memcpy(set->lines + line * set->n + BLOCK * (size_t)at, column + line, BLOCK);
    }
    for (size_t line = 0; line < set->line_count; line++) {
        order_feedbacks(game, set->lines + line * BLOCK * set->n, BLOCK * set->n, set->orders[line]);
        set->line_held[line] = set->held[guesses[line * BLOCK]];
    }
    release(worker, from);
}
