/* The candidate guesses for a set of secrets. */

#include "useful_guesses.h"

#include <stdlib.h>
#include <string.h>

ShownColors collect_colors(const Game *game, const uint32_t *secrets, uint32_t n)
{
    ShownColors shown = {{0}};
    for (uint32_t i = 0; i < n; i++)
        add_colors(game, secrets[i], &shown);
    return shown;
}

/* is_useful() for the guesses of a block, one bit each. */
static uint64_t find_useful_in_block(const Game *game, const ShownColors *shown, size_t block)
{
    const size_t lanes = game->all.count - block < BLOCK ? game->all.count - block : BLOCK;
    const uint64_t everything = lanes < 64 ? ((uint64_t)1 << lanes) - 1 : UINT64_MAX;
    if (game->kind == OF_TABLE)
        return everything;
    uint64_t mask = 0;
    for (size_t lane = 0; lane < lanes; lane++)
        mask |= (uint64_t)is_useful(game, shown, (uint32_t)(block + lane)) << lane;
    return mask;
}

CandidateGuesses find_candidates(const Game *game, const uint32_t *secrets, uint32_t n)
{
    return (CandidateGuesses){game, secrets, n, 0, collect_colors(game, secrets, n)};
}

uint64_t find_candidates_in_block(CandidateGuesses *candidates, size_t block)
{
    if (!candidates->game->consistent)
        return find_useful_in_block(candidates->game, &candidates->shown, block);
    uint64_t mask = 0;
    for (uint32_t rank; candidates->next < candidates->n; candidates->next++) {
        if ((rank = candidates->secrets[candidates->next]) >= block + BLOCK)
            break;
        mask |= (uint64_t)1 << (rank - block);
    }
    return mask;
}

uint32_t list_candidates(const Game *game, const uint32_t *secrets, uint32_t n, uint32_t *out)
{
    if (game->consistent) {
        memcpy(out, secrets, n * sizeof *secrets);
        qsort(out, n, sizeof *out, compare_numbers); /* with weights, they are not rising */
        return n;
    }
    const ShownColors shown = collect_colors(game, secrets, n);
    uint32_t count = 0;
    for (uint32_t rank = 0; rank < game->all.count; rank++)
        if (is_useful(game, &shown, rank))
            out[count++] = rank;
    return count;
}
