/* The game given by a table of answers, and what it has in common with the game of some rules. */

#include "feedback_matrix.h"
#include "platform.h"

#include <stdlib.h>
#include <string.h>

bool store_secrets(Game *game, const uint32_t *secrets, size_t count)
{
    memcpy(game->secrets, secrets, count * sizeof *secrets);
    memset(game->column, 0xff, game->all.count * sizeof *game->column);
    for (size_t i = 0; i < count; i++) {
        if (secrets[i] >= game->all.count || (i && secrets[i] <= secrets[i - 1]) ||
            (game->hole >= 0 && game->shown[secrets[i]] >> game->hole & 1))
            return false;
        game->column[secrets[i]] = (uint32_t)i;
    }
    game->secret_count = (uint32_t)count;
    return count;
}

const char *make_table_game(Game *game, const uint8_t *answers, size_t guesses, const uint32_t *secrets,
                            const uint32_t *lowest, size_t secret_count, const GivenFeedbacks *feedbacks,
                            void **memory)
{
    if (!guesses || guesses > MAX_GUESSES || !secret_count || secret_count > guesses)
        return "there must be at least one secret, as many guesses, and fewer than 2^30";
    if (feedbacks->count < 2 || feedbacks->count > MAX_FEEDBACKS)
        return "there must be 2 to 255 answers";
    const uint8_t right = (uint8_t)(feedbacks->count - 1);
    const size_t stride = column_stride(guesses);
    game->hole = -1;
    game->feedbacks = (int)feedbacks->count;
    game->small = game->feedbacks < MAX_SMALL ? (uint32_t)game->feedbacks : MAX_SMALL;
    memcpy(game->values, feedbacks->values, feedbacks->count);
    *memory = allocate_large(stride * secret_count + guesses * (sizeof *game->shown + sizeof *game->column) +
                             secret_count * (sizeof *game->secrets + sizeof *game->lowest) + 128);
    if (!*memory)
        return NULL;
    game->answers = (uint8_t *)(((uintptr_t)*memory + 63) & ~(uintptr_t)63);
    game->shown = (uint64_t *)(game->answers + stride * secret_count);
    game->column = (uint32_t *)(game->shown + guesses);
    game->secrets = game->column + guesses;
    game->lowest = game->secrets + secret_count;
    memcpy(game->lowest, lowest, secret_count * sizeof *lowest);
    game->all = (Codes){.count = (uint32_t)guesses, .stride = stride};
    memset(game->shown, 0, guesses * sizeof *game->shown);
    const char *error = NULL;
    if (!store_secrets(game, secrets, secret_count))
        error = "secrets must be ranks of guesses, rising";
    transpose_bytes(answers, guesses, secret_count, secret_count, game->answers, stride);
    for (size_t secret = 0; secret < secret_count && !error; secret++) {
        uint8_t *column = game->answers + stride * secret;
        memset(column + guesses, 0, stride - guesses);
        for (size_t guess = 0; guess < guesses && !error; guess++)
            if (column[guess] > right || (column[guess] == right) != (guess == secrets[secret]))
                error = "answers must be places, the last one for a guess at itself as secret, and only there";
    }
    if (error) {
        free(*memory);
        *memory = NULL;
    }
    return error;
}
