/* Whether a game's secrets have the symmetries of its codes. */

#include "symmetry.h"

#include <string.h>

/* The rank of the code with these digits; NONE if there is none. */
static uint32_t find_code(const Game *game, const uint8_t *digits)
{
    uint32_t low = 0, high = game->all.count;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (memcmp(game->code[middle].digits, digits, (size_t)game->pegs) <= 0)
            low = middle;
        else
            high = middle;
    }
    return memcmp(game->code[low].digits, digits, (size_t)game->pegs) ? NONE : low;
}

/* Whether the code with these digits, an image of a secret, is a secret. */
static bool is_secret_code(const Game *game, const uint8_t *digits)
{
    const uint32_t rank = find_code(game, digits);
    return rank != NONE && is_secret(game, rank);
}

/* Exchanges of neighbours generate all permutations; by_peg, colours are exchanged at one position. */
bool has_symmetric_secrets(const Game *game)
{
    const int colors = game->colors - (game->hole >= 0);
    for (uint32_t i = 0; game->secrets && i < game->secret_count; i++) {
        uint8_t digits[MAX_PEGS];
        const uint8_t *secret = game->code[game->secrets[i]].digits;
        for (int peg = 0; peg + 1 < game->pegs; peg++) {
            memcpy(digits, secret, sizeof digits);
            digits[peg] = secret[peg + 1], digits[peg + 1] = secret[peg];
            if (!is_secret_code(game, digits))
                return false;
        }
        for (int color = 0; color + 1 < colors; color++)
            for (int first = 0; first < (game->by_peg ? game->pegs : 1); first++) {
                memcpy(digits, secret, sizeof digits);
                for (int peg = first; peg < (game->by_peg ? first + 1 : game->pegs); peg++)
                    digits[peg] = secret[peg] == color       ? (uint8_t)(color + 1)
                                  : secret[peg] == color + 1 ? (uint8_t)color
                                                             : secret[peg];
                if (!is_secret_code(game, digits))
                    return false;
            }
    }
    return true;
}
