/* Plays every secret of the rules, in rising order, and prints all guesses up to it:
 *
 *     8: 8 8
 *
 * DISTINCT and WHITES are 0 or 1, as the rules are. The codemaker's answer is found here.
 */
#include <stdio.h>

#include "mm.h"

static void answer(const uint8_t *guess, const uint8_t *secret, uint8_t *black, uint8_t *white)
{
    uint8_t ours[MM_COLORS] = {0}, theirs[MM_COLORS] = {0}, at;

    *black = *white = 0;
    for (at = 0; at < MM_PEGS; at++) {
        if (guess[at] == secret[at]) {
            ++*black;
        } else {
            ours[guess[at]]++;
            theirs[secret[at]]++;
        }
    }
    for (at = 0; WHITES && at < MM_COLORS; at++)
        *white = (uint8_t)(*white + (ours[at] < theirs[at] ? ours[at] : theirs[at]));
}

static int is_secret(const uint8_t *pegs)
{
    uint8_t at, other;

    for (at = 1; at < MM_PEGS; at++)
        for (other = 0; DISTINCT && other < at; other++)
            if (pegs[at] == pegs[other])
                return 0;
    return 1;
}

static int play(const uint8_t *secret)
{
    mm_game game;
    uint8_t pegs[MM_PEGS], black, white, state, guesses = 0;

    mm_reset(&game);
    do {
        if (guesses++ == MM_MAX_GUESSES)
            return 0;
        mm_pegs(mm_guess(&game), pegs);
        printf(" %lu", (unsigned long)mm_guess(&game));
        answer(pegs, secret, &black, &white);
        state = mm_step(&game, black, white);
    } while (state == MM_PLAYING);
    return state == MM_SOLVED;
}

int main(void)
{
    unsigned long code;
    uint8_t secret[MM_PEGS];

    for (code = 0; code < MM_CODES; code++) {
        mm_pegs((mm_code)code, secret);
        if (!is_secret(secret))
            continue;
        printf("%lu:", code);
        if (!play(secret)) {
            puts(" is not found");
            return 1;
        }
        putchar('\n');
    }
    return 0;
}
