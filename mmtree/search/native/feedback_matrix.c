/* A frame: a set of secrets, the guesses worth trying on it, and the feedback between them. */

#include "feedback_matrix.h"
#include "platform.h"
#include "search.h"
#include "vectors.h"

#include <string.h>

Frame *frame_room(Worker *worker, uint32_t n, uint32_t count)
{
    Frame *frame = take(worker, sizeof *frame);
    frame->n = n, frame->count = count;
    frame->table.feedbacks = worker->search->game->feedbacks;
    frame->table.stride = ((size_t)count + PADDED - 1) / PADDED * PADDED;
    frame->secrets = take(worker, n * sizeof(uint32_t));
    frame->guesses = take(worker, count * sizeof(uint32_t));
    frame->position = take(worker, n * sizeof(uint32_t));
    frame->rows = take(worker, (size_t)count * n + 64); /* they are read by lines */
    frame->table.columns = take(worker, frame->table.stride * n);
    return frame;
}

void place_secrets(Frame *frame)
{
    for (uint32_t secret = 0, at = 0; secret < frame->n; secret++) {
        while (frame->guesses[at] != frame->secrets[secret])
            at++;
        frame->position[secret] = at;
    }
}

void check_room(Worker *worker, const uint32_t *secrets, uint32_t n)
{
    const Game *game = worker->search->game;
    const double room = memory_of_machine() / 2;
    if (room <= 0 || 2.0 * n * game->all.count <= room)
        return;
    Mark from = mark(worker);
    uint32_t *guesses = take(worker, game->all.count * sizeof *guesses);
    if (2.0 * n * useful_guesses(game, secrets, n, guesses) > room)
        leave(worker, OUT_OF_MEMORY);
    release(worker, from);
}

Set make_frame(Worker *worker, const uint32_t *secrets, uint32_t n, uint32_t depth)
{
    const Game *game = worker->search->game;
    uint32_t *guesses = take(worker, game->all.count * sizeof *guesses);
    check_room(worker, secrets, n);
    uint32_t count = useful_guesses(game, secrets, n, guesses);
    Frame *frame = frame_room(worker, n, count);
    memcpy(frame->secrets, secrets, n * sizeof *secrets);
    memcpy(frame->guesses, guesses, count * sizeof *guesses);
    place_secrets(frame);
    Mark from = mark(worker);
    Codes mine = columns(worker, game, secrets, n), theirs = columns(worker, game, guesses, count);
    uint8_t *row = take(worker, mine.stride);
    for (uint32_t secret = 0; secret < n; secret++) {
        check_stop(worker);
        uint8_t *column = frame->table.columns + frame->table.stride * secret;
        vectors->answers(&theirs, &game->code[secrets[secret]], game->whites, game->index, column);
        memset(column + count, 0, frame->table.stride - count);
    }
    for (uint32_t at = 0; at < count; at++) {
        check_stop(worker);
        vectors->answers(&mine, &game->code[guesses[at]], game->whites, game->index, row);
        memcpy(frame->rows + (size_t)at * n, row, n);
    }
    release(worker, from);
    uint32_t *members = take(worker, n * sizeof *members);
    for (uint32_t at = 0; at < n; at++)
        members[at] = at;
    return (Set){frame, members, n, depth};
}

uint32_t position_of(const Frame *frame, uint32_t rank)
{
    uint32_t low = 0, high = frame->count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (frame->guesses[middle] <= rank)
            low = middle;
        else
            high = middle;
    }
    return low;
}

void sort_by_feedback(const uint8_t *feedback, const uint32_t *secrets, uint32_t n, int feedbacks,
                      uint32_t *sorted, uint32_t *sizes, uint32_t *ends)
{
    uint32_t total = 0;
    memset(sizes, 0, sizeof *sizes * (size_t)feedbacks);
    for (uint32_t at = 0; at < n; at++)
        sizes[feedback[at]]++;
    for (int value = 0; value < feedbacks; value++)
        ends[value] = total, total += sizes[value];
    for (uint32_t at = 0; at < n; at++)
        sorted[ends[feedback[at]]++] = secrets[at];
}
