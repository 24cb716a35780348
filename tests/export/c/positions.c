/* Walks to every position of a player, and tries every answer there. Prints the numbers of the answers up
 * to it, the text of its guess, and the answers that are possible:
 *
 *     21 4: ABC: 0 5 26
 *
 * COUNTS says how many numbers an answer consists of, if it is counted in pegs. SEED is defined for a player
 * of the layout seed, whose answers are 16 * black + white. It lists all codes for an answer, so that only
 * those near possible ones are tried.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mm.h"

#ifdef SEED
#define TEN 16
#define MOST (16 * (MM_PEGS + 2))
#else
#define TEN 10
#define MOST 256
#endif

static void fail(const char *reason)
{
    printf("%s\n", reason);
    exit(1);
}

#if !defined MM_TEXT_BYTES || MM_PEGS > 1
#define SHOWS_PEGS
#endif
#ifndef MM_TEXT_BYTES
#define MM_TEXT_BYTES (MM_PEGS + 1)
#define LETTERS
#endif

/* Writes the text of a guess, whose pegs must be those of its number. */
static void write_text(const mm_game *game, char *text)
{
#ifdef SHOWS_PEGS
    uint8_t pegs[MM_PEGS], at;
    mm_code code = 0;

    mm_pegs(mm_guess(game), pegs);
    for (at = 0; at < MM_PEGS; at++) {
        if (pegs[at] >= MM_COLORS)
            fail("no color");
        code = (mm_code)(code * MM_COLORS + pegs[at]);
    }
    if (code != mm_guess(game))
        fail("other pegs than those of the code");
#endif
#ifdef LETTERS
    for (at = 0; at < MM_PEGS; at++)
        text[at] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"[pegs[at]];
    text[MM_PEGS] = 0;
#else
    mm_text(mm_guess(game), text);
    if (strlen(text) >= MM_TEXT_BYTES)
        fail("a longer text");
#endif
}

/* Steps on from a copy; an answer that cannot be must not change it. The seed form writes beyond the game so
 * far: it goes on from what it wrote. */
static uint8_t try_answer(mm_game *game, mm_game *next, unsigned answer)
{
    uint8_t state;

    memcpy(next, game, sizeof *game);
    state = mm_step(next, (uint8_t)answer);
#ifdef SEED
    if (state == MM_IMPOSSIBLE && mm_guess(next) == mm_guess(game))
        memcpy(game, next, sizeof *game);
#endif
    if (state == MM_IMPOSSIBLE && memcmp(next, game, sizeof *game) != 0)
        fail("changed by an answer that cannot be");
    if (state > MM_IMPOSSIBLE)
        fail("another state");
    return state;
}

static void walk(mm_game *game, const char *answers, int solved)
{
    char longer[256], text[MM_TEXT_BYTES];
    mm_game next;
    unsigned answer;
    uint8_t state[MOST];

    write_text(game, text);
    printf("%s: %s:", answers, text);
    for (answer = 0; answer < MOST; answer++) {
        state[answer] = try_answer(game, &next, answer);
        if (state[answer] != MM_IMPOSSIBLE)
            printf(" %u", answer / TEN * 10 + answer % TEN);
        if (solved && state[answer] != MM_IMPOSSIBLE)
            fail(" goes on once solved");
    }
    putchar('\n');
    for (answer = 0; answer < MOST; answer++) {
        if (state[answer] == MM_IMPOSSIBLE)
            continue;
        try_answer(game, &next, answer);
        if (mm_guess(&next) == mm_guess(game)) { /* solved by the right guess */
            unsigned other;
            mm_game more;
            for (other = 0; other < MOST; other++)
                if (state[answer] != MM_SOLVED || try_answer(&next, &more, other) != MM_IMPOSSIBLE)
                    fail("goes on once solved");
            continue;
        }
        snprintf(longer, sizeof longer, "%s%s%u", answers, *answers ? " " : "",
                 answer / TEN * 10 + answer % TEN);
        walk(&next, longer, state[answer] == MM_SOLVED);
    }
}

#if COUNTS
/* Numbers whose sum with others overflows a byte must not be taken for small ones. */
static void check_numbers(void)
{
    unsigned black, white;

    for (black = 0; black < 256; black++)
        for (white = 0; white < 256; white++)
            if (mm_answer((uint8_t)black, (uint8_t)white) !=
                (black > MM_PEGS || white > MM_PEGS ? 255 : TEN * black + white))
                fail("another number of an answer");
}
#endif

int main(void)
{
    mm_game game;

#if COUNTS
    check_numbers();
#endif
    memset(&game, 0, sizeof game);
    mm_reset(&game);
    walk(&game, "", 0);
    return 0;
}
