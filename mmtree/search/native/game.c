/* The games: of the codes of some rules, or given by a table of answers. */

#include "game.h"
#include "platform.h"

#include <stdlib.h>
#include <string.h>

/* Takes the given feedbacks; false if they are not 10·black + white, rising up to all black. For each number of black
   pegs, the white ones must rise by 1, or by 2 in games of two colours. Marks of places must be all there are. */
static bool take_feedbacks(Game *game, const Feedbacks *given)
{
    const int right = game->by_place ? (1 << game->pegs) - 1 : 10 * game->pegs;
    if (!given->count || given->count > MAX_FEEDBACKS || given->values[given->count - 1] != right)
        return false;
    game->feedbacks = (int)given->count;
    memcpy(game->values, given->values, given->count);
    if (game->by_place)
        return game->feedbacks == right + 1;
    for (size_t i = 0; i < given->count; i++) {
        const int value = given->values[i], black = value / 10, white = value % 10;
        if ((i && value <= given->values[i - 1]) || black + white > game->pegs || (white && !game->whites))
            return false;
        if (!i || given->values[i - 1] / 10 < black)
            game->first[black] = (uint8_t)(i - (size_t)(white >> game->in_pairs));
        if (place_of(game, black, white) != i)
            return false;
    }
    return true;
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
    if (game->kind == OF_TABLE)
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

/* Takes over the secrets into the memory of a game; false if one is out of range or order. */
static bool store_secrets(Game *game, const uint32_t *secrets, size_t count)
{
    memcpy(game->secrets, secrets, count * sizeof *secrets);
    memset(game->column, 0xff, game->all.count * sizeof *game->column);
    for (size_t i = 0; i < count; i++) {
        if (secrets[i] >= game->all.count || (i && secrets[i] <= secrets[i - 1]))
            return false;
        game->column[secrets[i]] = (uint32_t)i;
    }
    game->secret_count = (uint32_t)count;
    return count;
}

const char *make_game(Game *game, const uint32_t *secrets, size_t secret_count, const Feedbacks *feedbacks,
                      void **memory)
{
    if (game->pegs < 1 || game->pegs > MAX_PEGS || game->colors < 2 || game->colors > MAX_COLORS)
        return "there must be 1 to 9 pegs and 2 to 36 colours";
    uint64_t count = 1;
    for (int peg = 0; peg < game->pegs; peg++)
        count *= (uint64_t)(game->colors - (game->distinct ? peg : 0));
    if (!count || count > MAX_GUESSES)
        return "there must be at least one code, and fewer than 2^30";
    game->kind = OF_CODES;
    game->by_peg = (!game->whites || game->by_place) && !game->distinct;
    game->in_pairs = game->colors == 2;
    if (game->by_place && game->distinct)
        return "where marks of places answer, colours must not be distinct";
    if (!take_feedbacks(game, feedbacks))
        return "values must be feedbacks of these rules, rising, with the right one as the last";
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
    bool stored = !secrets || store_secrets(game, secrets, secret_count);
    for (size_t i = 0; stored && secrets && game->hole >= 0 && i < secret_count; i++)
        stored = !(game->shown[secrets[i]] >> game->hole & 1);
    if (!stored) {
        free(*memory);
        *memory = NULL;
        return "secrets must be ranks of codes without holes, rising, at least one";
    }
    return NULL;
}

const char *make_table_game(Game *game, const uint8_t *answers, size_t guesses, const uint32_t *secrets,
                            const uint32_t *lowest, size_t secret_count, const Feedbacks *feedbacks,
                            const Letters *letters, void **memory)
{
    if (!guesses || guesses > MAX_GUESSES || !secret_count || secret_count > guesses)
        return "there must be at least one secret, as many guesses, and fewer than 2^30";
    if (feedbacks->count < 2 || feedbacks->count > MAX_FEEDBACKS)
        return "there must be 2 to 255 answers";
    const uint8_t right = (uint8_t)(feedbacks->count - 1);
    const size_t stride = column_stride(guesses);
    game->kind = OF_TABLE;
    game->feedbacks = (int)feedbacks->count;
    game->small = game->feedbacks < MAX_SMALL ? (uint32_t)game->feedbacks : MAX_SMALL;
    memcpy(game->values, feedbacks->values, feedbacks->count);
    const size_t letter_count = letters->letters ? guesses * (size_t)letters->length : 0;
    *memory = allocate_large(stride * secret_count + guesses * sizeof *game->column +
                             secret_count * (sizeof *game->secrets + sizeof *game->lowest) +
                             letter_count * sizeof *game->letters + 128);
    if (!*memory)
        return NULL;
    game->answers = (uint8_t *)(((uintptr_t)*memory + 63) & ~(uintptr_t)63);
    game->column = (uint32_t *)(game->answers + stride * secret_count);
    game->secrets = game->column + guesses;
    game->lowest = game->secrets + secret_count;
    memcpy(game->lowest, lowest, secret_count * sizeof *lowest);
    if (letter_count) {
        game->letters = (uint16_t *)(game->lowest + secret_count);
        memcpy(game->letters, letters->letters, letter_count * sizeof *game->letters);
        game->length = letters->length, game->elsewhere = letters->elsewhere;
    }
    game->all = (Codes){.count = (uint32_t)guesses, .stride = stride};
    const char *error = NULL;
    if (!store_secrets(game, secrets, secret_count))
        error = "secrets must be ranks of guesses, rising";
    for (size_t secret = 0; secret < secret_count && !error; secret++) {
        uint8_t *column = game->answers + stride * secret;
        memset(column + guesses, 0, stride - guesses);
        for (size_t guess = 0; guess < guesses && !error; guess++) {
            column[guess] = answers[guess * secret_count + secret];
            if (column[guess] > right || (column[guess] == right) != (guess == secrets[secret]))
                error = "answers must be places, the last one for a guess at itself as secret, and only there";
        }
    }
    if (error) {
        free(*memory);
        *memory = NULL;
    }
    return error;
}

int compare_numbers(const void *first, const void *second)
{
    const uint32_t one = *(const uint32_t *)first, two = *(const uint32_t *)second;
    return one < two ? -1 : one > two;
}

Codes make_code_columns(Arena *arena, const Game *game, const uint32_t *ranks, uint32_t count)
{
    const size_t stride = column_stride(count);
    uint8_t *columns =
        game->kind == OF_CODES ? allocate(arena, stride * (size_t)(game->pegs + game->colors)) : NULL;
    return store_columns(game, ranks, count, stride, columns);
}
