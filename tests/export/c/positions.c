/* Walks to every position, and tries every answer there. Prints the answers up to it (10 times the
 * black pegs, and the white ones), its guess, and the answers that are possible:
 *
 *     11 2: 8: 0 1 10 40
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mm.h"

static void fail(const char *reason)
{
    printf("%s\n", reason);
    exit(1);
}

/* What a game says of itself. */
static mm_code guess_of(const mm_game *game)
{
    uint8_t pegs[MM_PEGS], at;
    unsigned long code = 0;

    mm_pegs(mm_guess(game), pegs);
    for (at = 0; at < MM_PEGS; at++) {
        if (pegs[at] >= MM_COLORS)
            fail("no color");
        code = code * MM_COLORS + pegs[at];
    }
    if (code != mm_guess(game))
        fail("other pegs than those of the code");
    return mm_guess(game);
}

/* Steps on from a copy; an answer that cannot be must not change it. */
static uint8_t try_answer(const mm_game *game, mm_game *next, unsigned black, unsigned white)
{
    uint8_t state;

    memcpy(next, game, sizeof *game);
    state = mm_step(next, (uint8_t)black, (uint8_t)white);
    if (state == MM_IMPOSSIBLE && memcmp(next, game, sizeof *game) != 0)
        fail("changed by an answer that cannot be");
    if (state > MM_IMPOSSIBLE)
        fail("another state");
    return state;
}

/* Far from small, too: numbers that a sum of bytes takes for small ones. */
static const uint8_t numbers[] = {0,  1,  2,  3,  4,   5,   6,   7,   8,   9,   10,  11,  12,
                                  13, 26, 64, 99, 127, 128, 192, 230, 247, 248, 252, 254, 255};
#define NUMBERS (sizeof numbers / sizeof *numbers)

static void check_end(const mm_game *game, mm_code secret)
{
    mm_game next;
    unsigned black, white;

    if (guess_of(game) != secret)
        fail("another guess once solved");
    for (black = 0; black < NUMBERS; black++)
        for (white = 0; white < NUMBERS; white++)
            if (try_answer(game, &next, numbers[black], numbers[white]) != MM_IMPOSSIBLE)
                fail("goes on once solved");
}

static void walk(const mm_game *game, const char *answers)
{
    char longer[3 * MM_MAX_GUESSES + 4];
    mm_game next;
    unsigned black, white;
    uint8_t state;

    printf("%s: %lu:", answers, (unsigned long)guess_of(game));
    for (black = 0; black < NUMBERS; black++)
        for (white = 0; white < NUMBERS; white++) {
            state = try_answer(game, &next, numbers[black], numbers[white]);
            if (state == MM_IMPOSSIBLE)
                continue;
            printf(" %u", 10 * numbers[black] + numbers[white]);
            if (numbers[black] + numbers[white] > MM_PEGS)
                fail(" more than there are pegs");
            if ((state == MM_SOLVED) != (numbers[black] == MM_PEGS))
                fail(" solved by another answer than all black");
            if (state == MM_SOLVED)
                check_end(&next, mm_guess(game));
        }
    putchar('\n');
    for (black = 0; black < MM_PEGS; black++)
        for (white = 0; white <= MM_PEGS - black; white++)
            if (try_answer(game, &next, black, white) == MM_PLAYING) {
                if (strlen(answers) > 3 * MM_MAX_GUESSES)
                    fail("too many guesses");
                sprintf(longer, "%s%s%u", answers, *answers ? " " : "", 10 * black + white);
                walk(&next, longer);
            }
}

int main(void)
{
    mm_game game;

    memset(&game, 0, sizeof game);
    mm_reset(&game);
    walk(&game, "");
    return 0;
}
