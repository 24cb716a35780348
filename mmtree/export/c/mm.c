/*
 * $about
 */
#include "mm.h"

/*
 * $layout
 */

$source

#ifdef __AVR__
#include <avr/pgmspace.h>
#define MM_FLASH PROGMEM
#if MM_READS_8
#define MM_READ8(address) pgm_read_byte(address)
#endif
#if MM_READS_16
#define MM_READ16(address) pgm_read_word(address)
#endif
#if MM_READS_32
#define MM_READ32(address) pgm_read_dword(address)
#endif
#if MM_READS_TWO
#define MM_READ_TWO(address) pgm_read_word(address)
#endif
#if MM_READS_64
#error "an AVR does not read codes of more than 32 bits: take a larger chip"
#endif
#if MM_BEYOND_AVR
#error "no array on an AVR has more than 32767 bytes: take a smaller table, or a larger chip"
#endif
#else
#define MM_FLASH
#if MM_READS_8
#define MM_READ8(address) (*(address))
#endif
#if MM_READS_16
#define MM_READ16(address) (*(address))
#endif
#if MM_READS_32
#define MM_READ32(address) (*(address))
#endif
#if MM_READS_64
#define MM_READ64(address) (*(address))
#endif
#if MM_READS_TWO
#define MM_READ_TWO(address) ((mm_word)((address)[0] | (uint16_t)(address)[1] << 8))
#endif
#endif

$tables

#if MM_CLASSIC
/* The number of a feedback in canonical order: by black pegs, then by white ones. */
static uint8_t mm_number(uint8_t black, uint8_t white)
{
#if MM_LISTED
    uint8_t number = 0;

    while (number < MM_FEEDBACKS && MM_READ8(&mm_feedbacks[number]) != 10 * black + white)
        number++;
    return number; /* MM_FEEDBACKS, a bit that no mask has, for what is never answered */
#else
    uint8_t most = (uint8_t)(MM_PEGS - black); /* so many white pegs, at most */

    /* Pass the feedbacks with fewer black pegs: with one less, there are most + 2 of them. */
    for (; most < MM_PEGS; most++)
        white = (uint8_t)(white + most + 2);
    return white;
#endif
}

#elif MM_MASKS
/* The number of an answer in canonical order; MM_FEEDBACKS if it has none. */
static uint8_t mm_number(uint8_t answer)
{
    uint8_t number = 0;

    while (number < MM_FEEDBACKS && MM_READ8(&mm_feedbacks[number]) != answer)
        number++;
    return number;
}

#endif
/* One unit of the table. */
static mm_word mm_unit(mm_word at)
{
#ifdef MM_CHECKED
    if (at >= MM_UNITS)
        return 0;
#endif
#if MM_WORDS
    return $read(&mm_table[at]);
#elif MM_UNIT_BITS == 12
    mm_word two = MM_READ_TWO(&mm_table[at + at / 2]);

    if (at & 1)
        two >>= 4;
    return two & 0xfff;
#elif MM_UNIT_BITS == 16
    return MM_READ_TWO(&mm_table[2 * at]);
#else
    /* Eight units take as many bytes as one of them has bits. */
    $first first = ($first)(at % 8 * $width);
    const uint8_t *byte = &mm_table[at / 8 * $width + first / 8];
    uint8_t bits = (uint8_t)(8 - first % 8);
    mm_word unit = (mm_word)(MM_READ8(byte) >> (8 - bits));

    for (; bits < $width; bits = (uint8_t)(bits + 8))
        unit = (mm_word)(unit | (mm_word)MM_READ8(++byte) << bits);
    return unit & (MM_LAST | (MM_LAST - 1));
#endif
}

/* The guess of a row. */
static mm_word mm_row_guess(mm_word row)
{
    return mm_unit(row) & MM_GUESS;
}

#if MM_MASKS
/* The mask of a row: bit k is set where feedback number k has a branch. */
#if MM_WORDS
static mm_mask mm_row_mask(const mm_word *row)
#else
static mm_mask mm_row_mask(mm_word row)
#endif
{
    return $mask;
}
#else
/* A byte of the list of a row: at place 0 the number of branches, then the answer of each. */
static uint8_t mm_listed(mm_word row, uint16_t place)
{
    uint16_t bit = (uint16_t)(MM_LIST + 8 * place);
    mm_word at = (mm_word)(row + bit / MM_UNIT_BITS);
    uint8_t first = (uint8_t)(bit % MM_UNIT_BITS);
    mm_word byte = (mm_word)(mm_unit(at) >> first);

    if (first > MM_UNIT_BITS - 8)
        byte = (mm_word)(byte | mm_unit((mm_word)(at + 1)) << (MM_UNIT_BITS - first));
    return (uint8_t)(byte & 0xff);
}

/* The units of a row before the entries of so many branches. */
static uint16_t mm_head(uint8_t branches)
{
    return (uint16_t)((MM_LIST + 8 * branches + 8 + MM_UNIT_BITS - 1) / MM_UNIT_BITS);
}

/* The place of an answer in the list of a row, from 1 on, or 0. */
static uint8_t mm_place(mm_word row, uint8_t answer)
{
    uint8_t place = mm_listed(row, 0);

    while (place > 0 && mm_listed(row, place) != answer)
        place--;
    return place;
}
#endif

#ifdef MM_CHECKED
/* Whether a table can have this entry, and the row it leads to. */
static uint8_t mm_sound(mm_word entry, mm_word row)
{
#if MM_MASKS
    mm_mask mask;
#else
    uint8_t branches;
#endif

    if (entry & MM_LAST)
        return (entry & (MM_LAST - 1)) < MM_CODES;
    if (row > MM_UNITS - MM_HEAD || mm_row_guess(row) >= MM_CODES)
        return 0;
#if MM_MASKS
#if MM_WORDS
    mask = mm_row_mask(&mm_table[row]);
#else
    mask = mm_row_mask(row);
#endif
    if (mask == 0 || mask >> (MM_FEEDBACKS - 1) > 1)
        return 0;
    for (row = (mm_word)(row + MM_HEAD); mask > 0; mask >>= 1)
        if (mask & 1)
            row++;
    return row <= MM_UNITS;
#else
    branches = mm_listed(row, 0);
    return branches > 0 && MM_UNITS - row >= (mm_word)(mm_head(branches) + branches);
#endif
}

#endif
#if MM_WORDS
void mm_reset(mm_game *game)
{
    game->entry = 0;
    game->solved = 0;
}

mm_code mm_guess(const mm_game *game)
{
    mm_word code = game->entry;

    if (!(code & MM_LAST))
        code = mm_row_guess(code);
    return (mm_code)(code & (MM_LAST - 1));
}

#if MM_CLASSIC
uint8_t mm_step(mm_game *game, uint8_t black, uint8_t white)
#else
uint8_t mm_step(mm_game *game, uint8_t answer)
#endif
{
    mm_word entry;
#if MM_MASKS
    const mm_word *at;
    mm_mask mask;
    uint8_t number, branch;
#else
    uint8_t place;
#endif

#if MM_CLASSIC
    if (game->solved || black > MM_PEGS || white > (uint8_t)(MM_PEGS - black))
#else
    if (game->solved)
#endif
        return MM_IMPOSSIBLE;
    entry = game->entry;
#ifdef MM_CHECKED
    if (!mm_sound(entry, entry))
        return MM_DAMAGED;
#endif
#if MM_CLASSIC
    if (black == MM_PEGS) {
#elif MM_GUESSED
    if (answer == MM_ALL_RIGHT) {
#endif
#if MM_GUESSED
        if (!(entry & MM_LAST) && !(mm_unit(entry) & MM_RIGHT))
            return MM_IMPOSSIBLE;
        game->solved = 1;
        return MM_SOLVED;
    }
#endif
    if (entry & MM_LAST)
        return MM_IMPOSSIBLE;

#if MM_MASKS
    /* Pass the entries of the branches before. */
#if MM_CLASSIC
    number = mm_number(black, white);
#else
    number = mm_number(answer);
#endif
    at = &mm_table[entry];
    mask = mm_row_mask(at);
    at += MM_HEAD;
    for (;; mask >>= 1) {
        branch = mask & 1;
        if (number-- == 0)
            break;
        if (branch)
            at++;
    }
    if (!branch)
        return MM_IMPOSSIBLE;
    entry = $read(at);
#else
    place = mm_place(entry, answer);
    if (place == 0)
        return MM_IMPOSSIBLE;
    entry = mm_unit((mm_word)(entry + mm_head(mm_listed(entry, 0)) + place - 1));
#endif

#ifdef MM_CHECKED
    /* A row stands behind that of the guess before, so every game ends. */
    if (entry <= game->entry || !mm_sound(entry, entry))
        return MM_DAMAGED;
#endif
    game->entry = entry;
#if MM_IDENTIFIED
    if (entry & MM_LAST) {
        game->solved = 1;
        return MM_SOLVED;
    }
#endif
    return MM_PLAYING;
}
#else
void mm_reset(mm_game *game)
{
    game->row = 0;
#if MM_OPENING
    game->entry = MM_RIGHT;
#else
    game->entry = 0; /* the opening cannot be right */
#endif
    game->solved = 0;
}

mm_code mm_guess(const mm_game *game)
{
    mm_word code = game->entry;

    if (!(code & MM_LAST))
        code = mm_row_guess(game->row);
    return (mm_code)(code & (MM_LAST - 1));
}

#if MM_CLASSIC
uint8_t mm_step(mm_game *game, uint8_t black, uint8_t white)
#else
uint8_t mm_step(mm_game *game, uint8_t answer)
#endif
{
#if MM_MASKS
    mm_word entry = game->entry, row = game->row, own = 0, at;
    mm_mask mask;
    uint8_t number;
#else
    mm_word entry = game->entry, row = game->row, own, at;
    uint8_t branches, place;
#endif

#if MM_CLASSIC
    if (game->solved || black > MM_PEGS || white > (uint8_t)(MM_PEGS - black))
#else
    if (game->solved)
#endif
        return MM_IMPOSSIBLE;
#ifdef MM_CHECKED
    if (!mm_sound(entry, row))
        return MM_DAMAGED;
#endif
#if MM_CLASSIC
    if (black == MM_PEGS) {
#elif MM_GUESSED
    if (answer == MM_ALL_RIGHT) {
#endif
#if MM_GUESSED
        if (!(entry & (MM_LAST | MM_RIGHT)))
            return MM_IMPOSSIBLE;
        game->solved = 1;
        return MM_SOLVED;
    }
#endif
    if (entry & MM_LAST)
        return MM_IMPOSSIBLE;

    /* The first subtree begins behind the entries of all branches. */
#if MM_MASKS
#if MM_CLASSIC
    number = mm_number(black, white);
#else
    number = mm_number(answer);
#endif
    mask = mm_row_mask(row);
    row = at = (mm_word)(row + MM_HEAD);
    do {
        if (mask & 1) {
            if (number == 0)
                own = row;
            row++;
        }
        number--;
    } while (mask >>= 1);
    if (own == 0)
        return MM_IMPOSSIBLE;
#else
    place = mm_place(row, answer);
    if (place == 0)
        return MM_IMPOSSIBLE;
    branches = mm_listed(row, 0);
    at = (mm_word)(row + mm_head(branches));
    own = (mm_word)(at + place - 1);
    row = (mm_word)(at + branches);
#endif

    /* Pass the subtrees of the branches before. */
    for (; entry = mm_unit(at), at != own; at++) {
        if (!(entry & MM_LAST))
            row = (mm_word)(row + (entry & MM_SIZE));
#ifdef MM_CHECKED
        if (row > MM_UNITS)
            return MM_DAMAGED;
#endif
    }
#ifdef MM_CHECKED
    if (!mm_sound(entry, row))
        return MM_DAMAGED;
#endif
    game->row = row;
    game->entry = entry;
#if MM_IDENTIFIED
    if (entry & MM_LAST) {
        game->solved = 1;
        return MM_SOLVED;
    }
#endif
    return MM_PLAYING;
}
#endif

#if MM_SHOWS_PEGS
void mm_pegs(mm_code code, uint8_t pegs[MM_PEGS])
{
    uint8_t peg, color;
    mm_code power;

    for (peg = 0; peg < MM_PEGS; peg++) {
        power = $read_power(&mm_powers[peg]);
        for (color = 0; code >= power && color < MM_COLORS - 1; color++)
            code = (mm_code)(code - power);
        pegs[peg] = color;
    }
}
#endif
#if MM_TEXTS

void mm_text(mm_code code, char text[MM_TEXT_BYTES])
{
    uint8_t peg;
    mm_code power, color;
    const uint8_t *at;

    for (peg = 0; peg < MM_PEGS; peg++) {
        power = $read_power(&mm_powers[peg]);
        at = mm_symbols;
        /* Pass the symbols of the colours before. */
        for (color = 0; code >= power && color < MM_COLORS - 1; color++) {
            code = (mm_code)(code - power);
            while (MM_READ8(at++) != 0)
                ;
        }
        while ((*text = (char)MM_READ8(at++)) != 0)
            text++;
    }
}
#endif
