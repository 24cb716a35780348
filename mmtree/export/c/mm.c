/*
 * $about
 */
#include "mm.h"

/*
 * $format
 */

#define MM_UNITS $units
#define MM_UNIT_BITS $unit
#define MM_HEAD $head /* units of a row before its entries */
#define MM_ANSWERS $branching /* the answer to the secret is not counted */
#define MM_GUESS $guess_mask /* of the first unit of a row: its guess */
#define MM_LAST $last /* of an entry: it is the last guess */
#define MM_RIGHT $right /* of an entry: the next guess can be right */
#define MM_SIZE $size /* of an entry: units of the subtree */
#if guessed
#define MM_ALL_RIGHT $all_right /* the answer to the secret */
#endif
#if MM_MASKS

typedef uint_fast${mask_bits}_t mm_mask;
#else
#define MM_LIST $guess /* the bit of a row where its list begins */
#endif

#ifdef __AVR__
#include <avr/pgmspace.h>
#if MM_CODE_BITS == 64
#error "an AVR does not read codes of more than 32 bits: take a larger chip"
#endif
#if MM_BEYOND_AVR
#error "no array on an AVR has more than 32767 bytes: take a smaller table, or a larger chip"
#endif
#define MM_FLASH PROGMEM
#define MM_READ_8(address) pgm_read_byte(address)
#define MM_READ_16(address) pgm_read_word(address)
#define MM_READ_32(address) pgm_read_dword(address)
#define MM_READ_TWO(address) pgm_read_word(address)
#else
#define MM_FLASH
#define MM_READ_8(address) (*(address))
#define MM_READ_16(address) (*(address))
#define MM_READ_32(address) (*(address))
#define MM_READ_64(address) (*(address))
#define MM_READ_TWO(address) ((mm_word)((address)[0] | (uint16_t)(address)[1] << 8))
#endif

#if MM_MASKS
/* The number of each answer, in canonical order. */
$answers

#endif

/* What a colour counts in a code, peg by peg. */
$powers

#if MM_TEXTS
/* The text of each colour in UTF-8, with a zero byte at its end. */
$symbols

#endif
$table

/* One unit of the table. */
static mm_word mm_unit(mm_word at)
{
#ifdef MM_CHECKED
    if (at >= MM_UNITS)
        return 0;
#endif
#if unit == 12
    mm_word two = MM_READ_TWO(&mm_table[at + at / 2]);

    if (at & 1)
        two >>= 4;
    return two & 0xfff;
#elif unit == 16
    return MM_READ_TWO(&mm_table[2 * at]);
#else
    /* Eight units take as many bytes as one of them has bits. */
    $first first = ($first)(at % 8 * $unit);
    const uint8_t *byte = &mm_table[at / 8 * $unit + first / 8];
    uint8_t bits = (uint8_t)(8 - first % 8);
    mm_word unit = (mm_word)(MM_READ_8(byte) >> (8 - bits));

    for (; bits < $unit; bits = (uint8_t)(bits + 8))
        unit = (mm_word)(unit | (mm_word)MM_READ_8(++byte) << bits);
    return unit & (MM_LAST | (MM_LAST - 1));
#endif
}

/* The guess of a row. */
static mm_word mm_row_guess(mm_word row)
{
    return mm_unit(row) & MM_GUESS;
}

#if MM_MASKS
/* The mask of a row: bit k is set where answer number k has a branch. */
static mm_mask mm_row_mask(mm_word row)
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
#endif

/* Count the branches of a row, and return the place of an answer among them, from 1 on, or 0. */
static uint8_t mm_place(mm_word row, uint8_t answer, uint8_t *branches)
{
#if MM_MASKS
    mm_mask mask = mm_row_mask(row);
    const uint8_t *answers = mm_answers;
    uint8_t place = 0;

    *branches = 0;
    do {
        if (mask & 1) {
            ++*branches;
            if (MM_READ_8(answers) == answer)
                place = *branches;
        }
        answers++;
    } while (mask >>= 1);
#else
    uint8_t place = mm_listed(row, 0);

    *branches = place;
    while (place > 0 && mm_listed(row, place) != answer)
        place--;
#endif
    return place;
}

/* Where the entries of a row begin. */
static mm_word mm_entries(mm_word row, uint8_t branches)
{
#if MM_MASKS
    (void)branches;
    return (mm_word)(row + MM_HEAD);
#else
    uint16_t bits = (uint16_t)(MM_LIST + 8 * branches + 8);

    return (mm_word)(row + (mm_word)((bits + MM_UNIT_BITS - 1) / MM_UNIT_BITS));
#endif
}

#ifdef MM_CHECKED
/* Whether a table can have this entry, and the row it leads to. */
static uint8_t mm_sound(mm_word entry, mm_word row)
{
    uint8_t branches;

    if (entry & MM_LAST)
        return (entry & (MM_LAST - 1)) < MM_CODES;
    if (row > MM_UNITS - MM_HEAD || mm_row_guess(row) >= MM_CODES)
        return 0;
#if MM_MASKS
    if (mm_row_mask(row) >> (MM_ANSWERS - 1) > 1)
        return 0;
#endif
    mm_place(row, 0, &branches);
    return branches > 0 && MM_UNITS - row >= (mm_word)(mm_entries(row, branches) - row + branches);
}

#endif
void mm_reset(mm_game *game)
{
    game->row = 0;
    game->entry = $opening;
    game->solved = 0;
}

mm_code mm_guess(const mm_game *game)
{
    mm_word code = game->entry;

    if (!(code & MM_LAST))
        code = mm_row_guess(game->row);
    return (mm_code)(code & (MM_LAST - 1));
}

uint8_t mm_step(mm_game *game, uint8_t answer)
{
    mm_word entry = game->entry, row = game->row, at;
    uint8_t branches, place;

    if (game->solved)
        return MM_IMPOSSIBLE;
#ifdef MM_CHECKED
    if (!mm_sound(entry, row))
        return MM_DAMAGED;
#endif
#if guessed
    if (answer == MM_ALL_RIGHT) {
        if (!(entry & (MM_LAST | MM_RIGHT)))
            return MM_IMPOSSIBLE;
        game->solved = 1;
        return MM_SOLVED;
    }
#endif
    if (entry & MM_LAST)
        return MM_IMPOSSIBLE;
    place = mm_place(row, answer, &branches);
    if (place == 0)
        return MM_IMPOSSIBLE;

    /* Pass the subtrees of the branches before; the first begins behind the entries of all. */
    at = mm_entries(row, branches);
    row = (mm_word)(at + branches);
    while (entry = mm_unit(at++), --place != 0) {
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
#if identified
    if (entry & MM_LAST) {
        game->solved = 1;
        return MM_SOLVED;
    }
#endif
    return MM_PLAYING;
}
#if MM_SHOWS_PEGS

void mm_pegs(mm_code code, uint8_t pegs[MM_PEGS])
{
    uint8_t peg, color;
    mm_code power;

#ifdef MM_CHECKED
    code = (mm_code)(code % MM_CODES);
#endif
    for (peg = 0; peg < MM_PEGS; peg++) {
        power = MM_READ_$code_bits(&mm_powers[peg]);
        for (color = 0; code >= power; color++)
            code = (mm_code)(code - power);
        pegs[peg] = color;
    }
}
#endif
#if MM_TEXTS

void mm_text(mm_code code, char text[MM_TEXT_BYTES])
{
    uint8_t peg;
    mm_code power;
    const uint8_t *at;

#ifdef MM_CHECKED
    code = (mm_code)(code % MM_CODES);
#endif
    for (peg = 0; peg < MM_PEGS; peg++) {
        power = MM_READ_$code_bits(&mm_powers[peg]);
        at = mm_symbols;
        /* Pass the symbols of the colours before. */
        while (code >= power) {
            code = (mm_code)(code - power);
            while (MM_READ_8(at++) != 0)
                ;
        }
        while ((*text = (char)MM_READ_8(at++)) != 0)
            text++;
    }
}
#endif
