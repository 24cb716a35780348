/* Plays with damaged tables, as a part of the player's own source. The argument tells the damage:
 *
 *     none     only what the table has by itself
 *     flips    every bit is wrong once
 *     numbers  every unit (or byte) is every small number once
 *     noise    all bytes are random, many times
 *
 * Each table is walked in all ways, for so many steps at most, and so are games that never began.
 * COUNTS says how many numbers an answer consists of, if it is counted in pegs. SEED is defined for the layout
 * seed, where any bytes are a table, and a game as short as in the tree.
 *
 * Prints how many tables there were, and in how many of them some damage was seen.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mm.c"

#ifdef SEED
#define STEPS 100
#define MOST_GUESSES MM_MAX_GUESSES
#define MM_ALL_RIGHT (16 * MM_PEGS)
#define NEVER (16 * (MM_PEGS - 1) + 1)
#else
#define STEPS 6000
#define MOST_GUESSES MM_UNITS /* every guess takes units of its own */
#define NEVER (10 * (MM_PEGS - 1) + 1)
#endif
#ifndef MM_ALL_RIGHT
#define MM_ALL_RIGHT MM_ANSWERS
#endif

static unsigned long steps, seen, tables, damaged;

static void fail(const char *reason)
{
    printf("%s\n", reason);
    exit(1);
}

/* What the checked build alone promises. */
static void check(int holds, const char *reason)
{
#ifdef MM_CHECKED
    if (!holds)
        fail(reason);
#else
    (void)holds, (void)reason;
#endif
}

static void show(const mm_game *game)
{
#ifndef MM_TEXT_BYTES
    uint8_t pegs[MM_PEGS], at;

    mm_pegs(mm_guess(game), pegs);
    for (at = 0; at < MM_PEGS; at++)
        check(pegs[at] < MM_COLORS, "no color");
#else
    char text[MM_TEXT_BYTES];

    mm_text(mm_guess(game), text);
    check(strlen(text) < MM_TEXT_BYTES, "a longer text");
#endif
}

static void walk(const mm_game *game, unsigned long guesses)
{
    mm_game next;
    unsigned answer;
    uint8_t state;

    if (guesses > MOST_GUESSES)
        fail("endless");
    show(game);
    for (answer = 0; answer <= MM_ALL_RIGHT; answer++) {
        if (steps == STEPS)
            return;
        steps++;
        memcpy(&next, game, sizeof next);
        state = mm_step(&next, (uint8_t)answer);
        seen += state == MM_DAMAGED;
        if (state == MM_IMPOSSIBLE || state == MM_DAMAGED) {
#ifndef SEED
            check(memcmp(&next, game, sizeof next) == 0, "changed");
#endif
            continue;
        }
        check(mm_guess(game) < MM_CODES, "goes on from what is no code");
        check(!COUNTS || answer != NEVER, "takes what is never answered");
        if (state == MM_PLAYING)
            walk(&next, guesses + 1);
        else
            check(mm_step(&next, (uint8_t)answer) == MM_IMPOSSIBLE, "goes on once solved");
    }
}

static void examine(void)
{
    mm_game game;

    memset(&game, 0, sizeof game);
    mm_reset(&game);
    steps = seen = 0;
    walk(&game, 1);
    tables++;
    damaged += seen > 0;
}

#ifndef SEED
/* A game whose bytes are random; most are damaged, and none may read beyond the table. */
static void examine_games(void)
{
    mm_game game;
    unsigned at;
    int count;

    for (count = 0; count < 2000; count++) {
        for (at = 0; at < sizeof game; at++)
            ((uint8_t *)&game)[at] = (uint8_t)(rand() >> 7);
        game.solved = 0;
        steps = STEPS - 100;
        walk(&game, 1);
    }
}

#endif
static void flip(void)
{
    uint8_t *bytes = (uint8_t *)mm_table;
    unsigned long bit;

    for (bit = 0; bit < 8 * sizeof mm_table; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        examine();
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
}

static void number(void)
{
    unsigned long at;
    uint8_t small;

    for (at = 0; at < sizeof mm_table / sizeof *mm_table; at++)
        for (small = 0; small < 8; small++) {
            uint8_t before = mm_table[at];
            mm_table[at] = small;
            examine();
            mm_table[at] = before;
        }
}

static void randomize(void)
{
    unsigned long at;

    for (tables = 0; tables < 500;) {
        for (at = 0; at < sizeof mm_table; at++)
            ((uint8_t *)mm_table)[at] = (uint8_t)(rand() >> 7);
        examine();
    }
}

int main(int count, char **arguments)
{
    const char *kind = count > 1 ? arguments[1] : "none";

    srand(1);
    if (strcmp(kind, "flips") == 0)
        flip();
    else if (strcmp(kind, "numbers") == 0)
        number();
    else if (strcmp(kind, "noise") == 0)
        randomize();
    else
        examine();
#ifndef SEED
    examine_games();
#endif
    printf("tables %lu damaged %lu\n", tables, damaged);
    return 0;
}
