/* Making a feedback matrix. */

#include "feedback_matrix.h"
#include "platform.h"
#include "search.h"
#include "useful_guesses.h"

#include <string.h>

uint32_t *list_positions(Worker *worker, uint32_t n)
{
    uint32_t *all = allocate(worker, n * sizeof *all);
    for (uint32_t i = 0; i < n; i++)
        all[i] = i;
    return all;
}

void transpose_bytes(const uint8_t *from, size_t rows, size_t columns, size_t from_stride, uint8_t *to,
                     size_t to_stride)
{
    enum { TILE = 64 }; /* rows and columns of a tile, which stays in the near cache */
    for (size_t row = 0; row < rows; row += TILE)
        for (size_t column = 0; column < columns; column += TILE) {
            const size_t row_end = row + TILE < rows ? row + TILE : rows;
            const size_t column_end = column + TILE < columns ? column + TILE : columns;
            for (size_t j = column; j < column_end; j++)
                for (size_t i = row; i < row_end; i++)
                    to[j * to_stride + i] = from[i * from_stride + j];
        }
}

void check_memory(Worker *worker, const uint32_t *secrets, uint32_t n)
{
    const Game *game = worker->search->game;
    if (fits_memory(2.0 * n * game->all.count))
        return;
    Mark from = mark(worker);
    uint32_t *guesses = allocate(worker, game->all.count * sizeof *guesses);
    if (!fits_memory(2.0 * n * list_candidates(game, secrets, n, guesses)))
        fail_with(worker, OUT_OF_MEMORY);
    release(worker, from);
}

Set make_matrix(Worker *worker, const uint32_t *secrets, uint32_t n, uint32_t depth)
{
    const Game *game = worker->search->game;
    check_memory(worker, secrets, n);
    FeedbackMatrix *matrix = allocate(worker, sizeof *matrix);
    uint32_t *guesses = matrix->guesses = allocate(worker, game->all.count * sizeof *guesses);
    const uint32_t count = matrix->count = list_candidates(game, secrets, n, guesses);
    matrix->n = n;
    matrix->secrets = allocate(worker, n * sizeof *secrets);
    memcpy(matrix->secrets, secrets, n * sizeof *secrets);
    matrix->position = allocate(worker, n * sizeof *matrix->position);
    matrix->rows = allocate(worker, (size_t)count * n + 64); /* rows are read 64 bytes at a time */
    matrix->table.feedbacks = game->feedbacks;
    matrix->table.stride = ((size_t)count + PADDED - 1) / PADDED * PADDED;
    matrix->table.columns = allocate(worker, matrix->table.stride * n);
    Mark from = mark(worker);
    Codes mine = make_code_columns(worker, game, secrets, n), theirs = make_code_columns(worker, game,
                                                                                         guesses, count);
    uint8_t *row = allocate(worker, mine.stride);
    for (uint32_t secret = 0; secret < n; secret++) {
        check_stop(worker);
        matrix->position[secret] = find_position(matrix, secrets[secret]);
        uint8_t *column = matrix->table.columns + matrix->table.stride * secret;
        compute_column(game, &theirs, secrets[secret], column);
        memset(column + count, 0, matrix->table.stride - count);
    }
    if (!game->code)
        transpose_bytes(matrix->table.columns, n, count, matrix->table.stride, matrix->rows, n);
    for (uint32_t i = 0; i < count && game->code; i++) {
        check_stop(worker);
        compute_row(game, guesses[i], &mine, row);
        memcpy(matrix->rows + (size_t)i * n, row, n);
    }
    release(worker, from);
    return (Set){matrix, list_positions(worker, n), n, depth};
}

uint32_t find_position(const FeedbackMatrix *matrix, uint32_t rank)
{
    uint32_t low = 0, high = matrix->count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (matrix->guesses[middle] <= rank)
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
    for (uint32_t i = 0; i < n; i++)
        sizes[feedback[i]]++;
    for (int value = 0; value < feedbacks; value++)
        ends[value] = total, total += sizes[value];
    for (uint32_t i = 0; i < n; i++)
        sorted[ends[feedback[i]]++] = secrets[i];
}
