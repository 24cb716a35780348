/* Canonical forms of sets, by which sets that differ only in the names of positions and colours are searched once.
   Signatures are found by colour refinement and individualisation (as in McKay and Piperno, Practical Graph
   Isomorphism, 2014), without backtracking: positions and colours are named in the order of their signatures, and
   ties are broken arbitrarily, so equivalent sets may, rarely, have different forms.

   With the transposition table, which stores prices under these forms, koyama-lai takes for 3p12c 0.99 instead of 1.85
   processor seconds without it (0.54), for 4p8c 2.15 instead of 2.68 (0.80), for 4p7c 0.52 instead of 0.57 (0.91): one
   thread, AVX2, medians of five to seven runs in turn. */

#include "canonical_form.h"

#include <stdlib.h>
#include <string.h>

/* Rounds at first, and after a mark; more hardly ever separate more signatures. koyama-lai for 4p7c and 5p5c,
   counted as in even_raising.c: 2 rounds take 0.995 and 1.000 of the instructions, 6 take 1.014 and 1.005;
   after a mark, 1 takes 0.995 and 0.998, 6 take 1.011 and 1.001. */
enum { ROUNDS = 3, MARK_ROUNDS = 3 };

size_t bytes_per_number(const Game *game)
{
    uint64_t numbers = game->all.count;
    if (game->kind == OF_CODES) {
        numbers = 1;
        for (int peg = 0; peg < game->pegs && numbers <= UINT32_MAX; peg++)
            numbers *= (uint64_t)game->colors;
    }
    return numbers <= 1 << 16 ? 2 : numbers <= (uint64_t)1 << 32 ? 4 : 0;
}

/* Computes the signatures of positions and colours from the sums of their secrets' signatures. */
static void sign_positions_and_colors(Signatures *signatures)
{
    const int pegs = signatures->game->pegs, colors = signatures->game->colors;
    const bool by_peg = signatures->game->by_peg;
    const int named = by_peg ? pegs * colors : colors;
    memset(signatures->position, 0, sizeof signatures->position);
    memset(signatures->color, 0, sizeof *signatures->color * (size_t)named);
    for (int peg = 0; peg < pegs; peg++) {
        uint64_t *color = signatures->color + (by_peg ? peg * colors : 0);
        for (int i = 0; i < colors; i++) {
            const uint64_t signature = mix(signatures->sum[peg * colors + i]);
            signatures->position[peg] += signature, color[i] += signature;
        }
        signatures->position[peg] = mix(signatures->position[peg] + signatures->position_mark[peg]);
        for (int i = 0; by_peg && i < colors; i++)
            color[i] += color[i] ? signatures->position[peg] : 0;
    }
    for (int i = 0; i < named; i++)
        if (signatures->color[i])
            signatures->color[i] = mix(signatures->color[i] + signatures->color_mark[i]) | 1;
    for (int peg = 0; peg < pegs; peg++)
        for (int i = 0; i < colors; i++) {
            const int here = peg * colors + i;
            signatures->peg[here] =
                signatures->sum[here] ^
                (signatures->position[peg] + 3 * signatures->color[by_peg ? here : i]);
        }
}

/* Computes each secret's signature from its pegs, and each peg's from its secrets. */
static void refine(Signatures *signatures, int rounds)
{
    const int pegs = signatures->game->pegs, all = pegs * signatures->game->colors;
    for (; rounds; rounds--) {
        signatures->invariant = 0;
        memset(signatures->sum, 0, sizeof *signatures->sum * (size_t)all);
        for (uint32_t secret = 0; secret < signatures->n; secret++) {
            const uint16_t *secret_pegs = signatures->pegs + (size_t)secret * (size_t)pegs;
            uint64_t signature = 1;
            for (int peg = 0; peg < pegs; peg++)
                signature += signatures->peg[secret_pegs[peg]];
            signature = mix(signature);
            signatures->invariant += signature;
            for (int peg = 0; peg < pegs; peg++)
                signatures->sum[secret_pegs[peg]] += signature;
        }
        sign_positions_and_colors(signatures);
    }
}

Signatures *sign_set(Arena *arena, const Game *game, Set set, bool weighted, uint64_t *key)
{
    if (weighted || game->kind == OF_TABLE) {
        uint64_t sum = 0;
        for (uint32_t i = 0; i < set.n; i++)
            sum += mix(lowest_equivalent(game, set, i, weighted) + 1);
        *key = mix(sum + set.depth);
        return NULL;
    }
    const int pegs = game->pegs, colors = game->colors;
    const uint32_t *secrets = list_secrets(arena, set);
    Signatures *signatures = allocate(arena, sizeof *signatures);
    signatures->game = game, signatures->n = set.n, signatures->marked = 0;
    signatures->pegs = allocate(arena, sizeof *signatures->pegs * (size_t)pegs * set.n);
    for (uint32_t secret = 0; secret < set.n; secret++)
        for (int peg = 0; peg < pegs; peg++)
            signatures->pegs[secret * (size_t)pegs + (size_t)peg] =
                (uint16_t)(peg * colors + game->code[secrets[secret]].digits[peg]);
    for (int peg = 0; peg < pegs; peg++) /* which feedback names stays where it is */
        signatures->position_mark[peg] = game->by_place ? (uint64_t)peg + 1 : 0;
    memset(signatures->color_mark, 0, sizeof *signatures->color_mark * (size_t)(pegs * colors));
    memset(signatures->peg, 0, sizeof *signatures->peg * (size_t)(pegs * colors));
    refine(signatures, ROUNDS);
    *key = signatures->invariant + 0x9e3779b97f4a7c15 * set.depth;
    return signatures;
}

/* Marks one of the least equal signatures and refines; false if all signatures differ. */
static bool individualize(Signatures *signatures, const uint64_t *signature, uint64_t *marked, int count)
{
    int chosen = -1;
    for (int i = 0; i < count; i++)
        for (int other = i + 1; signature[i] && other < count; other++)
            if (signature[i] == signature[other] && (chosen < 0 || signature[i] < signature[chosen]))
                chosen = i;
    if (chosen < 0)
        return false;
    marked[chosen] = ++signatures->marked;
    sign_positions_and_colors(signatures);
    refine(signatures, MARK_ROUNDS);
    return true;
}

/* The rank of an item by its signature, 0 being the last; equal signatures are ranked by index. */
static uint8_t find_rank(const uint64_t *signature, int count, int item)
{
    int before = 0;
    for (int i = 0; i < count; i++)
        before += signature[i] - 1 < signature[item] - 1 || (signature[i] == signature[item] && i < item);
    return (uint8_t)before;
}

uint32_t *canonical_form(Arena *arena, Signatures *signatures, Naming *naming)
{
    const int pegs = signatures->game->pegs, colors = signatures->game->colors;
    const bool by_peg = signatures->game->by_peg;
    for (int turn = 1; turn < pegs && individualize(signatures, signatures->position,
                                                    signatures->position_mark, pegs);)
        turn++;
    const int named = by_peg ? pegs * colors : colors;
    for (int turn = 1; turn < named && individualize(signatures, signatures->color, signatures->color_mark,
                                                     named);)
        turn++;
    uint32_t power[MAX_PEGS] = {1}, value[MAX_PEGS * MAX_COLORS];
    for (int peg = 1; peg < pegs; peg++)
        power[peg] = power[peg - 1] * (uint32_t)colors;
    Naming names;
    for (int peg = 0; peg < pegs; peg++)
        names.position[peg] = signatures->game->by_place ? (uint8_t)peg : find_rank(signatures->position, pegs, peg);
    for (int i = 0; i < named; i++)
        names.color[i] = find_rank(signatures->color + i / colors * colors, colors, i % colors);
    for (int i = 0; i < pegs * colors; i++)
        value[i] = power[names.position[i / colors]] * names.color[by_peg ? i : i % colors];
    if (naming)
        *naming = names;
    uint32_t *form = allocate(arena, sizeof *form * signatures->n);
    for (uint32_t secret = 0; secret < signatures->n; secret++) {
        form[secret] = 0;
        for (int peg = 0; peg < pegs; peg++)
            form[secret] += value[signatures->pegs[secret * (size_t)pegs + (size_t)peg]];
    }
    qsort(form, signatures->n, sizeof *form, compare_numbers);
    return form;
}
