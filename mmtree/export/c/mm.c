/*
 * @about
 */
#include "mm.h"

#ifdef __AVR__
#include <avr/pgmspace.h>
#define MM_FLASH PROGMEM
#if MM_DENSE
#define MM_READ(address) pgm_read_byte(address)
#elif MM_UNIT_BITS == 16
#define MM_READ(address) pgm_read_word(address)
#else
#define MM_READ(address) pgm_read_dword(address)
#endif
#if MM_BEYOND_AVR
#error "an array on an AVR has at most 32767 bytes, and this table has more"
#endif
#else
#define MM_FLASH
#define MM_READ(address) (*(address))
#endif

/* @shape */

/* @table */

/* One unit of the table. */
static mm_word mm_unit(mm_word at)
{
#ifdef MM_CHECKED
    if (at >= MM_UNITS)
        return 0;
#endif
#if MM_WORDS
    return MM_READ(&mm_table[at]);
#elif MM_UNIT_BITS == 12
    const uint8_t *from = &mm_table[at + at / 2];
    mm_word two = (mm_word)(MM_READ(from) | MM_READ(from + 1) << 8);

    return (mm_word)(at % 2 ? two >> 4 : two & 0xFFF);
#elif MM_UNIT_BITS == 16
    const uint8_t *from = &mm_table[2 * at];

    return (mm_word)(MM_READ(from) | MM_READ(from + 1) << 8);
#else
    /* Eight units take as many bytes as one has bits. */
    uint8_t first = (uint8_t)(at % 8 * MM_UNIT_BITS);
    const uint8_t *from = &mm_table[at / 8 * MM_UNIT_BITS + first / 8];
    uint8_t bits = (uint8_t)(8 - first % 8);
    mm_word unit = MM_READ(from) >> (8 - bits);

    for (; bits < MM_UNIT_BITS; bits = (uint8_t)(bits + 8))
        unit = (mm_word)(unit | (mm_word)MM_READ(++from) << bits);
    return unit & MM_UNIT_MASK;
#endif
}

/* The guess of a row. */
static mm_word mm_row_guess(mm_word row)
{
    return MM_ROW_GUESS;
}

/* The branches of a row: bit k is set where there is one for feedback number k. */
static mm_set mm_row_branches(mm_word row)
{
    return MM_ROW_BRANCHES;
}

/* The number of a feedback in canonical order; MM_FEEDBACKS or more for what is none. */
static uint8_t mm_number(uint8_t black, uint8_t white)
{
#if MM_LISTED
    uint8_t number = 0;

    if (black > MM_PEGS || white > MM_PEGS)
        return MM_FEEDBACKS;
    while (number < MM_FEEDBACKS && MM_READ(&mm_feedbacks[number]) != 10 * black + white)
        number++;
    return number;
#else
    uint8_t number = white, whites = MM_PEGS + 1;

    if (black + white > MM_PEGS)
        return MM_FEEDBACKS;
    for (; black > 0; black--)
        number = (uint8_t)(number + whites--);
    return number;
#endif
}

#ifdef MM_CHECKED
#endif

void mm_reset(mm_game *game)
{
#if MM_DENSE
    game->row = 0;
    game->entry = MM_RIGHT;
#else
    game->entry = 0;
#endif
    game->solved = 0;
}

mm_code mm_guess(const mm_game *game)
{
    if (game->entry & MM_LAST)
        return (mm_code)(game->entry - MM_LAST);
#if MM_DENSE
    return (mm_code)mm_row_guess(game->row);
#else
    return (mm_code)mm_row_guess(game->entry);
#endif
}

void mm_pegs(mm_code code, uint8_t pegs[MM_PEGS])
{
    uint8_t peg = MM_PEGS;

    while (peg-- > 0) {
        pegs[peg] = (uint8_t)(code % MM_COLORS);
        code = (mm_code)(code / MM_COLORS);
    }
}

uint8_t mm_step(mm_game *game, uint8_t black, uint8_t white)
{
    mm_word entry = game->entry;
#if MM_DENSE
    mm_word row = game->row;
    mm_word skipped = 0;
#else
    mm_word row = entry;
#endif
    uint8_t number = mm_number(black, white);
    mm_word at;
    mm_set branches;

    if (game->solved)
        return MM_IMPOSSIBLE;
    if (black == MM_PEGS) {
#if MM_DENSE
        if (white > 0 || !(entry & (MM_LAST | MM_RIGHT)))
#else
        if (white > 0 || !(entry & MM_LAST || mm_unit(row) & MM_RIGHT))
#endif
            return MM_IMPOSSIBLE;
        game->solved = 1;
        return MM_SOLVED;
    }
    if (entry & MM_LAST || number >= MM_FEEDBACKS)
        return MM_IMPOSSIBLE;

    /* Pass the branches before the one of this feedback. */
    branches = mm_row_branches(row);
    at = (mm_word)(row + MM_HEAD);
    for (; number > 0; number--) {
        if (branches & 1) {
#if MM_DENSE
            entry = mm_unit(at);
            if (!(entry & MM_LAST))
                skipped = (mm_word)(skipped + (entry & MM_SIZE));
#endif
            at++;
        }
        branches >>= 1;
    }
    if (!(branches & 1))
        return MM_IMPOSSIBLE;
#if MM_DENSE
    entry = mm_unit(at);
    for (; branches; branches >>= 1)
        at = (mm_word)(at + (branches & 1));
    game->row = (mm_word)(at + skipped);
    game->entry = entry;
#else
    game->entry = mm_unit(at);
#endif
    return MM_PLAYING;
}
