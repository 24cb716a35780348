/*
 * $about
 */
#include "mm.h"

/*
 * $form
 */

$constants
#define MM_LAST_TURN (1 + (MM_PEGS + 1) * (MM_MAX_GUESSES - 1)) /* no tree goes further */

#ifdef __AVR__
#include <avr/pgmspace.h>
#define MM_FLASH PROGMEM
#define MM_READ(address) pgm_read_byte(address)
#else
#define MM_FLASH
#define MM_READ(address) (*(address))
#endif

$core

void mm_reset(mm_game *game)
{
    game->turn = 1;
    game->over = 0;
#ifdef MM_CHECKED
    if (mm_choose(game, game->past + 1) != 0)
        game->over = MM_DAMAGED;
#else
    mm_choose(game, game->past + 1);
#endif
}

mm_code mm_guess(const mm_game *game)
{
    const uint8_t *pegs = game->past + game->turn;
    mm_code code = 0;
    uint8_t peg;

    for (peg = 0; peg < MM_PEGS; peg++)
        code = (mm_code)(code * MM_COLORS + pegs[peg]);
    return code;
}

void mm_pegs(mm_code code, uint8_t pegs[MM_PEGS])
{
    uint8_t peg = MM_PEGS;

    do {
        pegs[--peg] = (uint8_t)(code % MM_COLORS);
        code = (mm_code)(code / MM_COLORS);
    } while (peg > 0);
}

uint8_t mm_step(mm_game *game, uint8_t answer)
{
    uint8_t *past = game->past + game->turn + MM_PEGS;

#ifdef MM_CHECKED
    if (game->over == MM_DAMAGED)
        return MM_DAMAGED;
#endif
    if (game->over)
        return MM_IMPOSSIBLE;
    *past++ = answer;
    if (mm_choose(game, past) != 0) {
#ifdef MM_CHECKED
        if (mm_seek(game, past, past, 1) == 0)
            return MM_DAMAGED;
#endif
        return MM_IMPOSSIBLE;
    }
    if (answer == 16 * MM_PEGS) {
        game->over = MM_SOLVED;
        return MM_SOLVED;
    }
    if (game->turn == MM_LAST_TURN) {
#ifdef MM_CHECKED
        return MM_DAMAGED;
#else
        return MM_IMPOSSIBLE;
#endif
    }
    game->turn = ($turn_type)(game->turn + MM_PEGS + 1);
    return MM_PLAYING;
}
