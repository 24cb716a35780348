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
            if (can_be)
                game->values[game->feedbacks++] = (uint8_t)(10 * black + white);
        }
}

/* Whether these are all codes of the rules, in rising order. */
static bool all_codes(const Game *game, const uint8_t *digits, size_t size)
{
    const size_t count = size / (size_t)game->pegs;
    uint64_t wanted = 1;
    for (int peg = 0; peg < game->pegs; peg++)
        wanted *= (uint64_t)(game->colors - (game->distinct ? peg : 0));
    if (!size || size % (size_t)game->pegs || count != wanted || count >= MAX_CODES)
        return false;
    for (size_t rank = 0; rank < count; rank++) {
        uint64_t shown = 0;
        int order = !rank; /* positive if this code is above the one before */
        for (int peg = 0; peg < game->pegs; peg++) {
            const uint8_t *color = &digits[(size_t)peg * count + rank];
            if (*color >= game->colors || (game->distinct && shown >> *color & 1))
                return false;
            shown |= (uint64_t)1 << *color;
            if (!order)
                order = *color - color[-1];
        }
        if (order <= 0)
            return false;
    }
    return true;
}

const char *check_game(Game *game, const uint8_t *digits, size_t size, const uint8_t *feedbacks,
                       size_t length)
{
    if (game->pegs < 1 || game->pegs > MAX_PEGS || game->colors < 2 || game->colors > MAX_COLORS)
        return "there must be 1 to 9 pegs and 2 to 36 colours";
    if (!all_codes(game, digits, size))
        return "digits must be all codes of the rules in rising order, as in CodeTable.digits";
    game->all.count = (uint32_t)(size / (size_t)game->pegs);
    list_feedbacks(game);
    if (length != (size_t)game->feedbacks || memcmp(feedbacks, game->values, length))
        return "feedbacks must be those of the rules, as in Rules.feedbacks";
    return NULL;
}

static void make_code(const Game *game, uint32_t rank)
{
    Code *made = &game->code[rank];
    memset(made, 0, sizeof *made);
    for (int peg = 0; peg < game->pegs; peg++) {
        int color = made->digits[peg] = (uint8_t)get_digit(game, rank, peg);
        int kind = 0;
        while (kind < made->kinds && made->color[kind] != color)
            kind++;
        if (kind == made->kinds)
            made->color[made->kinds++] = (uint8_t)color;
        made->count[kind]++;
    }
}

void *fill_game(Game *game, const uint8_t *digits)
{
    const size_t pegs = (size_t)game->pegs, colors = (size_t)game->colors;
    const size_t count = game->all.count;
    const size_t stride = (count + BLOCK - 1) / BLOCK * BLOCK;
    void *memory = malloc(stride * (pegs + colors) + count * (sizeof(uint64_t) + sizeof(Code)) + 128);
    if (!memory)
        return NULL;
    game->by_peg = !game->whites && !game->distinct;
    for (int i = 0; i < game->feedbacks; i++)
        game->index[game->values[i]] = (uint8_t)i;
    uint8_t *columns = (uint8_t *)(((uintptr_t)memory + 63) & ~(uintptr_t)63);
    uint8_t *counts = columns + stride * pegs;
    game->shown = (uint64_t *)(counts + stride * colors);
    memset(columns, 0xff, stride * pegs);
    memset(counts, 0, stride * colors);
    memset(game->shown, 0, count * sizeof(uint64_t));
    for (size_t peg = 0; peg < pegs; peg++)
        for (size_t rank = 0; rank < count; rank++) {
            uint8_t color = digits[peg * count + rank];
            columns[peg * stride + rank] = color;
            counts[color * stride + rank]++;
            game->shown[rank] |= (uint64_t)1 << color;
        }
    game->all = (Codes){(uint32_t)count, stride, game->pegs, columns, counts};
    game->code = (Code *)(game->shown + count);
    for (size_t rank = 0; rank < count; rank++)
        make_code(game, (uint32_t)rank);
    return memory;
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
    size_t stride = ((size_t)count + BLOCK - 1) / BLOCK * BLOCK;
    uint8_t *digits = allocate(worker, stride * (size_t)game->pegs);
    uint8_t *counts = allocate(worker, stride * (size_t)game->colors);
    memset(digits, 0xff, stride * (size_t)game->pegs);
    memset(counts, 0, stride * (size_t)game->colors);
    for (int peg = 0; peg < game->pegs; peg++)
        for (uint32_t i = 0; i < count; i++) {
            int color = get_digit(game, ranks[i], peg);
            digits[(size_t)peg * stride + i] = (uint8_t)color;
            counts[(size_t)color * stride + i]++;
        }
    return (Codes){count, stride, game->pegs, digits, counts};
}
