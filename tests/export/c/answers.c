/* Walks to every position of a player whose answers are numbers, and tries every number there. Prints
 * the answers up to it, the text of its guess, and the answers that are possible:
 *
 *     21 4: ABC: 0 5 26
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

/* An answer that cannot be must not change the game. */
static uint8_t try_answer(const mm_game *game, mm_game *next, unsigned answer)
{
    uint8_t state;

    memcpy(next, game, sizeof *game);
    state = mm_step(next, (uint8_t)answer);
    if (state == MM_IMPOSSIBLE && memcmp(next, game, sizeof *game) != 0)
        fail("changed by an answer that cannot be");
    if (state > MM_IMPOSSIBLE)
        fail("another state");
    return state;
}

static void walk(const mm_game *game, const char *answers, int solved)
{
    char longer[256], text[MM_TEXT_BYTES];
    mm_game next;
    unsigned answer;
    uint8_t state[256];

    mm_text(mm_guess(game), text);
    if (strlen(text) >= MM_TEXT_BYTES)
        fail("a longer text");
    printf("%s: %s:", answers, text);
    for (answer = 0; answer < 256; answer++) {
        state[answer] = try_answer(game, &next, answer);
        if (state[answer] != MM_IMPOSSIBLE)
            printf(" %u", answer);
        if (solved && state[answer] != MM_IMPOSSIBLE)
            fail(" goes on once solved");
    }
    putchar('\n');
    for (answer = 0; answer < 256; answer++) {
        if (state[answer] == MM_IMPOSSIBLE)
            continue;
        try_answer(game, &next, answer);
        if (mm_guess(&next) == mm_guess(game)) { /* solved by the right guess */
            if (state[answer] != MM_SOLVED || try_answer(&next, &next, answer) != MM_IMPOSSIBLE)
                fail("goes on once solved");
            continue;
        }
        sprintf(longer, "%.200s%s%u", answers, *answers ? " " : "", answer);
        walk(&next, longer, state[answer] == MM_SOLVED);
    }
}

int main(void)
{
    mm_game game;

    memset(&game, 0, sizeof game);
    mm_reset(&game);
    walk(&game, "", 0);
    return 0;
}
