/* Plays with damaged tables, as a part of the player's own source. With FLIPS, every bit is wrong
 * once, otherwise all bytes are random. Each table is walked in all ways, for so many steps at most.
 * Prints how many tables there were, and in how many of them some damage was seen.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mm.c"

#define STEPS 20000

static unsigned long steps, seen;

static void fail(const char *reason)
{
    printf("%s\n", reason);
    exit(1);
}

static void walk(const mm_game *game)
{
    mm_game next;
    uint8_t pegs[MM_PEGS], black, white, at, state;

    mm_pegs(mm_guess(game), pegs);
    for (at = 0; at < MM_PEGS; at++)
        if (pegs[at] >= MM_COLORS)
            fail("no color");
    for (black = 0; black <= MM_PEGS; black++)
        for (white = 0; white <= MM_PEGS - black; white++) {
            if (steps == STEPS)
                return;
            steps++;
            memcpy(&next, game, sizeof next);
            state = mm_step(&next, black, white);
            seen += state == MM_DAMAGED;
            if (state >= MM_IMPOSSIBLE && memcmp(&next, game, sizeof next) != 0)
                fail("changed");
            if (state == MM_PLAYING)
                walk(&next);
            else if (state == MM_SOLVED && mm_step(&next, black, white) != MM_IMPOSSIBLE)
                fail("goes on once solved");
        }
}

/* One game, however long it takes; it may take no more steps than the table has units. */
static void play(void)
{
    mm_game game;
    uint8_t state, tries;
    unsigned long guesses = 0;

    mm_reset(&game);
    do {
        for (tries = 0; tries < 200; tries++) {
            state = mm_step(&game, (uint8_t)(rand() % MM_PEGS), (uint8_t)(rand() % MM_PEGS));
            if (state != MM_IMPOSSIBLE)
                break;
        }
        if (guesses++ > MM_UNITS)
            fail("endless");
    } while (state == MM_PLAYING);
}

static unsigned long examine(void)
{
    mm_game game;

    memset(&game, 0, sizeof game);
    mm_reset(&game);
    steps = seen = 0;
    walk(&game);
    play();
    return seen > 0;
}

int main(void)
{
    uint8_t *bytes = (uint8_t *)mm_table;
    unsigned long tables = 0, damaged = 0, bit;

    srand(1);
#if FLIPS
    for (bit = 0; bit < 8 * sizeof mm_table; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        tables++;
        damaged += examine();
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    if (examine())
        fail("damage in the table itself");
#else
    for (tables = 0; tables < 500; tables++) {
        for (bit = 0; bit < 8 * sizeof mm_table; bit += 8)
            bytes[bit / 8] = (uint8_t)(rand() >> 7);
        damaged += examine();
    }
#endif
    printf("tables %lu damaged %lu\n", tables, damaged);
    return 0;
}
