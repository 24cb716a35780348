/* The game: its codes and feedbacks, and which guesses are useful. */

#include "game.h"

#include <stdlib.h>
#include <string.h>

#define MAX_CODES ((uint64_t)1 << 30)

/* Lists the feedbacks of the rules in canonical order, as game/rules.py does. */
static void list_feedbacks(Game *game)
{
    const int pegs = game->pegs, colors = game->colors;
    /* two codes have so many pegs of a common colour */
    const int least = game->distinct ? 2 * pegs - colors : 0;
    game->feedbacks = 0;
    for (int black = 0; black <= pegs; black++)
        for (int white = 0; white <= (game->whites ? pegs - black : 0); white++) {
            const bool can_be = game->whites ? black + white >= least && !(black == pegs - 1 && white == 1) &&
                                                   !(colors == 2 && white % 2)
                                             : !(game->distinct && colors == pegs && black == pegs - 1);
            if (!can_be)
                continue;
            const int value = 10 * black + white;
            game->index[value] = (uint8_t)game->feedbacks;
            game->values[game->feedbacks++] = (uint8_t)value;
        }
}

/* Adds all codes that begin with the first `pegs` colours of a code, in rising order. */
static void add_codes(Game *game, const Code *begun, int pegs)
{
    for (int color = 0; color < game->colors; color++) {
        Code code = *begun;
        int kind = 0;
        while (kind < code.kinds && code.color[kind] != color)
            kind++;
        if (kind < code.kinds && game->distinct)
            continue;
        if (kind == code.kinds)
            code.color[code.kinds++] = (uint8_t)color;
        code.count[kind]++;
        code.digits[pegs] = (uint8_t)color;
        if (pegs + 1 < game->pegs)
            add_codes(game, &code, pegs + 1);
        else
            game->code[game->all.count++] = code;
    }
}

/* Stores codes by column; the memory has `stride` bytes for each peg and each colour. */
static Codes store_columns(const Game *game, const uint32_t *ranks, uint32_t count, size_t stride,
                           uint8_t *columns)
{
    uint8_t *counts = columns + stride * (size_t)game->pegs;
    memset(columns, 0xff, stride * (size_t)game->pegs);
    memset(counts, 0, stride * (size_t)game->colors);
    for (uint32_t i = 0; i < count; i++) {
        const Code *code = &game->code[ranks ? ranks[i] : i];
        for (int peg = 0; peg < game->pegs; peg++)
            columns[(size_t)peg * stride + i] = code->digits[peg];
        for (int kind = 0; kind < code->kinds; kind++)
            counts[code->color[kind] * stride + i] = code->count[kind];
    }
    return (Codes){count, stride, game->pegs, columns, counts};
}

static size_t column_stride(size_t count)
{
    return (count + BLOCK - 1) / BLOCK * BLOCK;
}

const char *make_game(Game *game, void **memory)
{
    if (game->pegs < 1 || game->pegs > MAX_PEGS || game->colors < 2 || game->colors > MAX_COLORS)
        return "there must be 1 to 9 pegs and 2 to 36 colours";
    uint64_t count = 1;
    for (int peg = 0; peg < game->pegs; peg++)
        count *= (uint64_t)(game->colors - (game->distinct ? peg : 0));
    if (!count || count >= MAX_CODES)
        return "there must be at least one code, and fewer than 2^30";
    const size_t stride = column_stride(count);
    *memory = malloc(stride * (size_t)(game->pegs + game->colors) + count * (sizeof(uint64_t) + sizeof(Code)) +
                     128);
    if (!*memory)
        return NULL;
    uint8_t *columns = (uint8_t *)(((uintptr_t)*memory + 63) & ~(uintptr_t)63);
    game->shown = (uint64_t *)(columns + stride * (size_t)(game->pegs + game->colors));
    game->code = (Code *)(game->shown + count);
    game->by_peg = !game->whites && !game->distinct;
    list_feedbacks(game);
    add_codes(game, &(Code){0}, 0);
    game->all = store_columns(game, NULL, (uint32_t)count, stride, columns);
    for (size_t rank = 0; rank < count; rank++) {
        game->shown[rank] = 0;
        for (int kind = 0; kind < game->code[rank].kinds; kind++)
            game->shown[rank] |= (uint64_t)1 << game->code[rank].color[kind];
    }
    return NULL;
}

int compute_feedback(const Game *game, const Code *first, const Code *second)
{
    int value = 0;
    for (int peg = 0; peg < game->pegs; peg++)
        value += first->digits[peg] == second->digits[peg];
    if (!game->whites)
        return game->index[10 * value];
    value *= 9;
    for (int mine = 0; mine < first->kinds; mine++)
        for (int other = 0; other < second->kinds; other++)
            if (first->color[mine] == second->color[other])
                value += first->count[mine] < second->count[other] ? first->count[mine]
                                                                   : second->count[other];
    return game->index[value];
}

ShownColors collect_colors(const Game *game, const uint32_t *secrets, uint32_t n)
{
    ShownColors shown = {{0}};
    for (uint32_t i = 0; i < n; i++)
        add_colors(game, secrets[i], &shown);
    return shown;
}

uint64_t find_useful_in_block(const Game *game, const ShownColors *shown, size_t block)
{
    const size_t lanes = game->all.count - block < BLOCK ? game->all.count - block : BLOCK;
    const uint64_t everything = lanes < 64 ? ((uint64_t)1 << lanes) - 1 : UINT64_MAX;
    const uint64_t absent = (((uint64_t)1 << game->colors) - 1) & ~shown->peg[0];
    uint64_t mask = 0;
    if (game->by_peg || game->distinct) {
        for (size_t lane = 0; lane < lanes; lane++)
            mask |= (uint64_t)is_useful(game, shown, (uint32_t)(block + lane)) << lane;
        return mask;
    }
    if (!absent)
        return everything;
    const uint64_t more = absent & (absent - 1);
    const uint64_t *colors = game->shown + block;
    for (size_t lane = 0; lane < lanes; lane++)
        mask |= (uint64_t)!(colors[lane] & more) << lane;
    return mask;
}

uint32_t list_useful_guesses(const Game *game, const uint32_t *secrets, uint32_t n, uint32_t *out)
{
    const ShownColors shown = collect_colors(game, secrets, n);
    uint32_t count = 0;
    for (uint32_t rank = 0; rank < game->all.count; rank++)
        if (is_useful(game, &shown, rank))
            out[count++] = rank;
    return count;
}

Code *copy_codes(Worker *worker, const Game *game, const uint32_t *ranks, uint32_t n)
{
    Code *code = allocate(worker, n * sizeof *code + 1);
    for (uint32_t i = 0; i < n; i++)
        code[i] = game->code[ranks[i]];
    return code;
}

Codes make_code_columns(Worker *worker, const Game *game, const uint32_t *ranks, uint32_t count)
{
    const size_t stride = column_stride(count);
    uint8_t *columns = allocate(worker, stride * (size_t)(game->pegs + game->colors));
    return store_columns(game, ranks, count, stride, columns);
}
