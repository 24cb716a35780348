/*
 * $about
 */
#include "mm.h"

/*
 * $format
 */

$source

$flash

$tables

$unit

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
    uint8_t number, place = 0;

    *branches = 0;
    for (number = 0; number < MM_FEEDBACKS; number++) {
        if (mask & 1) {
            ++*branches;
            if (MM_READ8(&mm_feedbacks[number]) == answer)
                place = *branches;
        }
        mask >>= 1;
    }
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
    mm_word entry = game->entry, row = game->row, own, at;
    uint8_t branches, place;

    if (game->solved)
        return MM_IMPOSSIBLE;
#ifdef MM_CHECKED
    if (!mm_sound(entry, row))
        return MM_DAMAGED;
#endif
#if MM_GUESSED
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
    at = mm_entries(row, branches);
    own = (mm_word)(at + place - 1);
    /* Pass the subtrees of the branches before; the first begins behind the entries of all. */
    row = (mm_word)(at + branches);
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
