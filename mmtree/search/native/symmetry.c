/* Symmetry: permutations of the positions, and renamings of the colours, that leave a history unchanged. */

#include "symmetry.h"
#include "search.h"

#include <string.h>

enum { MAX_PERMUTED = 6 }; /* with more pegs, trying all permutations costs more than it saves */

static void note_trivial(const Game *game, Symmetry *symmetry)
{
    symmetry->trivial = symmetry->count == 1;
    for (int group = 0; group < (game->by_peg ? game->pegs : 1); group++)
        if (__builtin_popcountll(symmetry->moves[0].used[group]) < game->colors - 1)
            symmetry->trivial = false;
}

bool representative(const Game *game, const Symmetry *symmetry, uint32_t rank)
{
    uint8_t digits[MAX_PEGS];
    for (int peg = 0; peg < game->pegs; peg++)
        digits[peg] = (uint8_t)digit(game, rank, peg);
    for (uint32_t at = 0; at < symmetry->count; at++) {
        const Move *move = &symmetry->moves[at];
        uint64_t used[MAX_PEGS];
        int8_t fresh[MAX_PEGS][MAX_COLORS];
        int groups = game->by_peg ? game->pegs : 1;
        memcpy(used, move->used, sizeof used[0] * (size_t)groups);
        memset(fresh, -1, MAX_COLORS * (size_t)groups);
        for (int peg = 0; peg < game->pegs; peg++) {
            int group = game->by_peg ? peg : 0, color = digits[move->source[peg]];
            int image = move->name[group][color];
            if (image < 0)
                image = fresh[group][color];
            if (image < 0) { /* free colours take the lowest free names in order of appearance */
                image = __builtin_ctzll(~used[group]);
                used[group] |= (uint64_t)1 << image;
                fresh[group][color] = (int8_t)image;
            }
            if (image < digits[peg])
                return false;
            if (image > digits[peg])
                break;
        }
    }
    return true;
}

/* Keeps the moves that leave one more guess unchanged; in place. */
static void fix_guess(const Game *game, Symmetry *symmetry, uint32_t rank)
{
    uint32_t kept = 0;
    for (uint32_t at = 0; at < symmetry->count; at++) {
        Move *move = &symmetry->moves[kept];
        if (kept != at)
            *move = symmetry->moves[at];
        bool holds = true;
        for (int peg = 0; holds && peg < game->pegs; peg++) {
            int group = game->by_peg ? peg : 0;
            int color = digit(game, rank, move->source[peg]), image = digit(game, rank, peg);
            uint64_t bit = (uint64_t)1 << image;
            if (move->name[group][color] < 0 && !(move->used[group] & bit)) {
                move->name[group][color] = (int8_t)image;
                move->used[group] |= bit;
            }
            holds = move->name[group][color] == image;
        }
        kept += holds;
    }
    symmetry->count = kept;
    note_trivial(game, symmetry);
}

const Symmetry *symmetry_after(Worker *worker, const Game *game, const Symmetry *symmetry, uint32_t rank)
{
    if (!symmetry)
        return NULL;
    Symmetry *left = take(worker, sizeof *left);
    left->count = symmetry->count;
    left->moves = take(worker, symmetry->count * sizeof(Move));
    memcpy(left->moves, symmetry->moves, symmetry->count * sizeof(Move));
    fix_guess(game, left, rank);
    return left->trivial ? NULL : left;
}

static void next_permutation(uint8_t *order, int length)
{
    int at = length - 2;
    while (at >= 0 && order[at] > order[at + 1])
        at--;
    if (at < 0)
        return;
    int other = length - 1;
    while (order[other] < order[at])
        other--;
    uint8_t held = order[at];
    order[at] = order[other], order[other] = held;
    for (int low = at + 1, high = length - 1; low < high; low++, high--)
        held = order[low], order[low] = order[high], order[high] = held;
}

/* The symmetries that leave a history unchanged. */
static Symmetry symmetry_of(Worker *worker, const Game *game, const uint32_t *history, size_t guesses)
{
    uint32_t orders = 1;
    if (game->pegs <= MAX_PERMUTED)
        for (int peg = 2; peg <= game->pegs; peg++)
            orders *= (uint32_t)peg;
    Symmetry made = {take(worker, orders * sizeof(Move)), orders, false};
    uint8_t order[MAX_PEGS];
    for (int peg = 0; peg < MAX_PEGS; peg++)
        order[peg] = (uint8_t)peg;
    for (uint32_t at = 0; at < orders; at++) {
        memcpy(made.moves[at].source, order, sizeof order);
        memset(made.moves[at].name, -1, sizeof made.moves[at].name);
        memset(made.moves[at].used, 0, sizeof made.moves[at].used);
        if (orders > 1)
            next_permutation(order, game->pegs);
    }
    note_trivial(game, &made);
    for (size_t at = 0; at < guesses; at++)
        fix_guess(game, &made, history[at]);
    return made;
}

/* Whether the secrets are all that agree with some feedback to the guesses of the history. */
static bool whole_cell(Worker *worker, const Game *game, const uint32_t *secrets, uint32_t n,
                       const uint32_t *history, size_t guesses)
{
    const Code *first = &game->code[secrets[0]];
    uint32_t at = 0;
    for (uint32_t rank = 0; rank < game->all.count; rank++) {
        if (rank % 4096 == 0)
            check_stop(worker);
        bool agrees = true;
        for (size_t guess = 0; agrees && guess < guesses; guess++) {
            const Code *made = &game->code[history[guess]];
            agrees = answer(game, made, &game->code[rank]) == answer(game, made, first);
        }
        bool mine = at < n && secrets[at] == rank;
        at += mine;
        if (mine != agrees)
            return false;
    }
    return true;
}

const Symmetry *symmetry_of_cell(Worker *worker, const Game *game, const uint32_t *secrets, uint32_t n,
                                 const uint32_t *history, size_t guesses)
{
    if (!whole_cell(worker, game, secrets, n, history, guesses))
        return NULL;
    Symmetry *symmetry = take(worker, sizeof *symmetry);
    *symmetry = symmetry_of(worker, game, history, guesses);
    return symmetry->trivial ? NULL : symmetry;
}
