/* The canonical form of a set of secrets: its positions and colours named in the order of signatures. */

#include "canonical_form.h"

#include <stdlib.h>
#include <string.h>

enum {
    ROUNDS = 3, /* after which signatures hardly ever tell more */
    AGAIN = 3,  /* after one more position or colour is told apart */
};

static inline uint64_t mix(uint64_t value)
{
    value = (value ^ value >> 32) * 0xd6e8feb86659fd93;
    value = (value ^ value >> 29) * 0x9e3779b97f4a7c15;
    return value ^ value >> 32;
}

size_t bytes_of_number(const Game *game)
{
    uint64_t numbers = 1;
    for (int peg = 0; peg < game->pegs && numbers <= UINT32_MAX; peg++)
        numbers *= (uint64_t)game->colors;
    return numbers <= 1 << 16 ? 2 : numbers <= (uint64_t)1 << 32 ? 4 : 0;
}

/* The signatures of positions and colours, from the sums of those of their secrets. */
static void sign_names(Signatures *of)
{
    const int pegs = of->game->pegs, colors = of->game->colors;
    const bool by_peg = of->game->by_peg;
    const int named = by_peg ? pegs * colors : colors;
    memset(of->position, 0, sizeof of->position);
    memset(of->color, 0, sizeof *of->color * (size_t)named);
    for (int peg = 0; peg < pegs; peg++) {
        uint64_t *color = of->color + (by_peg ? peg * colors : 0);
        for (int at = 0; at < colors; at++) {
            const uint64_t signature = mix(of->sum[peg * colors + at]);
            of->position[peg] += signature, color[at] += signature;
        }
        of->position[peg] = mix(of->position[peg] + of->told_position[peg]);
        for (int at = 0; by_peg && at < colors; at++)
            color[at] += color[at] ? of->position[peg] : 0;
    }
    for (int at = 0; at < named; at++)
        if (of->color[at])
            of->color[at] = mix(of->color[at] + of->told_color[at]) | 1;
    for (int peg = 0; peg < pegs; peg++)
        for (int at = 0; at < colors; at++) {
            const int here = peg * colors + at;
            of->peg[here] = of->sum[here] ^ (of->position[peg] + 3 * of->color[by_peg ? here : at]);
        }
}

/* A secret is signed with its pegs, and each of its pegs with the secret. */
static void refine(Signatures *of, int rounds)
{
    const int pegs = of->game->pegs, all = pegs * of->game->colors;
    for (; rounds; rounds--) {
        of->invariant = 0;
        memset(of->sum, 0, sizeof *of->sum * (size_t)all);
        for (uint32_t secret = 0; secret < of->n; secret++) {
            const uint16_t *at = of->pegs + (size_t)secret * (size_t)pegs;
            uint64_t signature = 1;
            for (int peg = 0; peg < pegs; peg++)
                signature += of->peg[at[peg]];
            signature = mix(signature);
            of->invariant += signature;
            for (int peg = 0; peg < pegs; peg++)
                of->sum[at[peg]] += signature;
        }
        sign_names(of);
    }
}

Signatures *signatures(Worker *worker, const Game *game, const uint32_t *secrets, uint32_t n)
{
    const int pegs = game->pegs, colors = game->colors;
    Signatures *of = take(worker, sizeof *of);
    of->game = game, of->n = n, of->told = 0;
    of->pegs = take(worker, sizeof *of->pegs * (size_t)pegs * n);
    for (uint32_t secret = 0; secret < n; secret++)
        for (int peg = 0; peg < pegs; peg++)
            of->pegs[secret * (size_t)pegs + (size_t)peg] =
                (uint16_t)(peg * colors + game->code[secrets[secret]].digits[peg]);
    memset(of->told_position, 0, sizeof of->told_position);
    memset(of->told_color, 0, sizeof *of->told_color * (size_t)(pegs * colors));
    memset(of->peg, 0, sizeof *of->peg * (size_t)(pegs * colors));
    refine(of, ROUNDS);
    return of;
}

/* Tells one of the least equal signatures from the others; false where there are none. */
static bool tell_apart(Signatures *of, const uint64_t *signature, uint64_t *told, int count)
{
    int chosen = -1;
    for (int at = 0; at < count; at++)
        for (int other = at + 1; signature[at] && other < count; other++)
            if (signature[at] == signature[other] && (chosen < 0 || signature[at] < signature[chosen]))
                chosen = at;
    if (chosen < 0)
        return false;
    told[chosen] = ++of->told;
    sign_names(of);
    refine(of, AGAIN);
    return true;
}

/* In the order of signatures; even if some were equal, no two get the same place. */
static uint32_t place(const uint64_t *signature, int count, int of)
{
    uint32_t before = 0;
    for (int at = 0; at < count; at++)
        before += signature[at] && (signature[at] < signature[of] || (signature[at] == signature[of] && at < of));
    return before;
}

static int by_number(const void *first, const void *second)
{
    const uint32_t one = *(const uint32_t *)first, two = *(const uint32_t *)second;
    return one < two ? -1 : one > two;
}

uint32_t *canonical_form(Worker *worker, Signatures *of)
{
    const int pegs = of->game->pegs, colors = of->game->colors;
    const bool by_peg = of->game->by_peg;
    for (int turn = 1; turn < pegs && tell_apart(of, of->position, of->told_position, pegs);)
        turn++;
    const int named = by_peg ? pegs * colors : colors;
    for (int turn = 1; turn < named && tell_apart(of, of->color, of->told_color, named);)
        turn++;
    uint32_t power[MAX_PEGS] = {1}, value[MAX_PEGS * MAX_COLORS];
    for (int peg = 1; peg < pegs; peg++)
        power[peg] = power[peg - 1] * (uint32_t)colors;
    for (int peg = 0; peg < pegs; peg++)
        for (int at = 0; at < colors; at++)
            value[peg * colors + at] = power[place(of->position, pegs, peg)] *
                                       place(of->color + (by_peg ? peg * colors : 0), colors, at);
    uint32_t *form = take(worker, sizeof *form * of->n);
    for (uint32_t secret = 0; secret < of->n; secret++) {
        form[secret] = 0;
        for (int peg = 0; peg < pegs; peg++)
            form[secret] += value[of->pegs[secret * (size_t)pegs + (size_t)peg]];
    }
    qsort(form, of->n, sizeof *form, by_number);
    return form;
}
