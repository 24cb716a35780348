/* The candidate guesses for a set of secrets: without those that split it as a lower guess does. */

#pragma once

#include "game.h"

/* The colours that occur in a set of secrets, as bits: for each peg if by_peg, else all in peg[0]. */
typedef struct { uint64_t peg[MAX_PEGS]; } ShownColors;

/* Adds the colours of a code to those shown; a row of a table has none. */
static inline void add_colors(const Game *game, uint32_t rank, ShownColors *shown)
{
    if (game->kind == OF_TABLE)
        return;
    if (!game->by_peg)
        shown->peg[0] |= game->shown[rank];
    else
        for (int peg = 0; peg < game->pegs; peg++)
            shown->peg[peg] |= (uint64_t)1 << get_digit(game, rank, peg);
}

/* False if a lower guess differs from this one only in colours that no secret shows, so that both split
   the secrets in the same way; in a table, no guess is known to. */
static inline bool is_useful(const Game *game, const ShownColors *shown, uint32_t rank)
{
    if (game->kind == OF_TABLE)
        return true;
    const uint64_t all = ((uint64_t)1 << game->colors) - 1;
    uint64_t absent = all & ~shown->peg[0];
    const bool one_at_most = !(game->shown[rank] & absent & (absent - 1)); /* and that one the lowest */
    if (!game->by_peg && (one_at_most || !game->distinct))
        return one_at_most;
    for (int peg = 0; peg < game->pegs; peg++) {
        if (game->by_peg)
            absent = all & ~shown->peg[peg];
        const uint64_t bit = (uint64_t)1 << get_digit(game, rank, peg);
        if (bit & absent & (absent - 1))
            return false;
        absent &= ~bit; /* distinct colours that are absent appear in rising order */
    }
    return true;
}

/* The colours that a set of secrets shows. */
ShownColors collect_colors(const Game *game, const uint32_t *secrets, uint32_t n);

/* A set of secrets whose candidate guesses are looked for block by block, in rising order. */
typedef struct {
    const Game *game;
    const uint32_t *secrets;
    uint32_t n, next; /* next: the first secret of the next block, if only secrets are guesses */
    ShownColors shown;
} CandidateGuesses;

CandidateGuesses find_candidates(const Game *game, const uint32_t *secrets, uint32_t n);

/* The candidate guesses of a block, one bit each: the useful ones or, if consistent, the secrets of the set.
   `block` is the rank of its first guess. */
uint64_t find_candidates_in_block(CandidateGuesses *candidates, size_t block);

/* Lists the candidate guesses for a set of secrets in rising order; returns how many. `out` has room for
   all guesses. */
uint32_t list_candidates(const Game *game, const uint32_t *secrets, uint32_t n, uint32_t *out);
