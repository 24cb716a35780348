/* The game of some rules: its codes and feedbacks; and which guesses are useful, for all games. */

#include "game.h"
#include "symmetry.h"

#include <stdlib.h>
#include <string.h>

/* Lists the feedbacks of the rules in canonical order, as game/rules.py does. */
static void list_feedbacks(Game *game)
{
    const int pegs = game->pegs, colors = game->colors;
    /* two codes have so many pegs of a common colour */
    const int least = game->distinct ? 2 * pegs - colors : 0;
    game->feedbacks = 0;
    for (int black = 0; black <= pegs; black++)
        for (int white = 0; white <= (game->whites ? pegs - black : 0); white++) {
            const bool in_pairs = colors == 2 && game->hole < 0; /* a hole on one side breaks the pairs */
            const bool can_be = game->whites ? black + white >= least && !(black == pegs - 1 && white == 1) &&
                                                   !(in_pairs && white % 2)
                                             : !(game->distinct && colors == pegs && black == pegs - 1);
            if (can_be)
                game->values[game->feedbacks++] = (uint8_t)(10 * black + white);
        }
}

/* Takes the given feedbacks; false if they are not 10·black + white, rising up to all black. */
static bool take_feedbacks(Game *game, const GivenFeedbacks *given)
{
    game->feedbacks = 0;
    for (size_t i = 0; i < given->count; i++) {
        const int value = given->values[i], black = value / 10, white = value % 10;
        if ((i && value <= given->values[i - 1]) || black + white > game->pegs || (white && !game->whites))
            return false;
        game->values[game->feedbacks++] = (uint8_t)value;
    }
    return game->feedbacks && game->values[game->feedbacks - 1] == 10 * game->pegs;
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
    if (!game->code)
        return (Codes){.count = count, .stride = stride, .ranks = ranks};
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
    return (Codes){count, stride, ranks, game->pegs, columns, counts};
}

const char *make_game(Game *game, const uint32_t *secrets, size_t secret_count, const GivenFeedbacks *given,
                      void **memory)
{
    if (game->pegs < 1 || game->pegs > MAX_PEGS || game->colors < 2 || game->colors > MAX_COLORS)
        return "there must be 1 to 9 pegs and 2 to 36 colours";
    uint64_t count = 1;
    for (int peg = 0; peg < game->pegs; peg++)
        count *= (uint64_t)(game->colors - (game->distinct ? peg : 0));
    if (!count || count > MAX_GUESSES)
        return "there must be at least one code, and fewer than 2^30";
    game->by_peg = !game->whites && !game->distinct;
    list_feedbacks(game);
    game->given_feedbacks = given;
    if (given && !take_feedbacks(game, given))
        return "values must be feedbacks of these rules, rising, with all black as the last";
    for (int place = 0; place < game->feedbacks; place++)
        game->index[game->values[place]] = (uint8_t)place;
    game->small = (uint32_t)game->feedbacks;
    const size_t stride = column_stride(count), listed = secrets ? count + secret_count : 0;
    *memory = malloc(stride * (size_t)(game->pegs + game->colors) + count * (sizeof(uint64_t) + sizeof(Code)) +
                     listed * sizeof(uint32_t) + 128);
    if (!*memory)
        return NULL;
    uint8_t *columns = (uint8_t *)(((uintptr_t)*memory + 63) & ~(uintptr_t)63);
    game->shown = (uint64_t *)(columns + stride * (size_t)(game->pegs + game->colors));
    game->column = secrets ? (uint32_t *)(game->shown + count) : NULL;
    game->secrets = secrets ? game->column + count : NULL;
    game->code = (Code *)((uint32_t *)(game->shown + count) + listed);
    add_codes(game, &(Code){0}, 0);
    game->all = store_columns(game, NULL, (uint32_t)count, stride, columns);
    for (size_t rank = 0; rank < count; rank++) {
        game->shown[rank] = 0;
        for (int kind = 0; kind < game->code[rank].kinds; kind++)
            game->shown[rank] |= (uint64_t)1 << game->code[rank].color[kind];
    }
    game->secret_count = (uint32_t)count;
    if (secrets && !store_secrets(game, secrets, secret_count)) {
        free(*memory);
        *memory = NULL;
        return "secrets must be ranks of codes without holes, rising, at least one";
    }
    game->symmetric = !secrets || has_symmetric_secrets(game);
    return NULL;
}

Codes make_code_columns(Worker *worker, const Game *game, const uint32_t *ranks, uint32_t count)
{
    const size_t stride = column_stride(count);
    uint8_t *columns = game->code ? allocate(worker, stride * (size_t)(game->pegs + game->colors)) : NULL;
    return store_columns(game, ranks, count, stride, columns);
}
