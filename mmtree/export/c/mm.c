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

$unit

/* The mask of a row: bit k is set where feedback number k has a branch. */
static mm_mask mm_row_mask(mm_word row)
{
    return $mask;
}

#ifdef MM_CHECKED
/* Whether a table can have this entry, and the row it leads to. */
static uint8_t mm_sound(mm_word entry, mm_word row)
{
    mm_mask mask;

    if (entry & MM_LAST)
        return (entry & (MM_LAST - 1)) < MM_CODES;
    if (row > MM_UNITS - MM_HEAD || mm_row_guess(row) >= MM_CODES)
        return 0;
    mask = mm_row_mask(row);
    if (mask == 0 || mask >> (MM_FEEDBACKS - 1) > 1)
        return 0;
    for (row = (mm_word)(row + MM_HEAD); mask > 0; mask >>= 1)
        if (mask & 1)
            row++;
    return row <= MM_UNITS;
}

#endif
void mm_reset(mm_game *game)
{
    game->row = 0;
    game->entry = MM_RIGHT;
    game->solved = 0;
}

mm_code mm_guess(const mm_game *game)
{
    mm_word code = game->entry;

    if (!(code & MM_LAST))
        code = mm_row_guess(game->row);
    return (mm_code)(code & (MM_LAST - 1));
}

uint8_t mm_step(mm_game *game, uint8_t black, uint8_t white)
{
    mm_word entry = game->entry, row = game->row, own = 0, at;
    mm_mask mask;
    uint8_t number;

    if (game->solved || black > MM_PEGS || white > (uint8_t)(MM_PEGS - black))
        return MM_IMPOSSIBLE;
#ifdef MM_CHECKED
    if (!mm_sound(entry, row))
        return MM_DAMAGED;
#endif
    if (black == MM_PEGS) {
        if (!(entry & (MM_LAST | MM_RIGHT)))
            return MM_IMPOSSIBLE;
        game->solved = 1;
        return MM_SOLVED;
    }
    if (entry & MM_LAST)
        return MM_IMPOSSIBLE;

    /* The first subtree begins behind the entries of all branches. */
    number = mm_number(black, white);
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
    return MM_PLAYING;
}

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
