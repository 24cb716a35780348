/* Plays games with a player of the seed form, as the lines of the standard input tell:
 *
 *     reset            begin a game
 *     step 1 2         answer the guess with so many black and white pegs
 *     save, load       keep the game, and return to the one kept last
 *     flip 9           invert this bit of the table, counted from the lowest one of its first byte
 *     play 8           begin a game with this secret, and answer until there is no next guess
 *
 * After each line it prints the state, the guess as a number, and its pegs; after a game played
 * here, the state, the guess, and how many guesses there were.
 */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "mm.c"

#define MOST 1000

/* Black pegs, and white ones in WHITE. */
static uint8_t answer(const uint8_t *secret, const uint8_t *guess, uint8_t *white)
{
    uint8_t black = 0, common = 0, at, color, one, other;

    for (at = 0; at < MM_PEGS; at++)
        if (secret[at] == guess[at])
            black++;
    for (color = 0; color < MM_COLORS; color++) {
        for (one = other = at = 0; at < MM_PEGS; at++) {
            if (secret[at] == color)
                one++;
            if (guess[at] == color)
                other++;
        }
        common = (uint8_t)(common + (one < other ? one : other));
    }
    *white = (uint8_t)(WHITES ? common - black : 0);
    return black;
}

int main(void)
{
    mm_game game, kept;
    char word[8];
    unsigned first, second, count, state = MM_PLAYING;
    uint8_t pegs[MM_PEGS], secret[MM_PEGS], black, white;

    memset(&game, 0xa5, sizeof game);
    mm_reset(&game);
    kept = game;
    while (scanf("%7s", word) == 1) {
        count = 0;
        if (strcmp(word, "step") == 0 && scanf("%u %u", &first, &second) == 2) {
            state = mm_step(&game, mm_answer((uint8_t)first, (uint8_t)second));
        } else if (strcmp(word, "reset") == 0) {
            memset(&game, 0xa5, sizeof game);
            mm_reset(&game);
            state = MM_PLAYING;
        } else if (strcmp(word, "save") == 0) {
            kept = game;
        } else if (strcmp(word, "load") == 0) {
            game = kept;
        } else if (strcmp(word, "play") == 0 && scanf("%u", &first) == 1) {
            mm_pegs((mm_code)first, secret);
            mm_reset(&game);
            do {
                mm_pegs(mm_guess(&game), pegs);
                black = answer(secret, pegs, &white);
                state = mm_step(&game, mm_answer(black, white));
            } while (++count < MOST && state == MM_PLAYING);
#ifdef FLIPS
        } else if (strcmp(word, "flip") == 0 && scanf("%u", &first) == 1) {
            mm_table[first / 8] ^= (uint8_t)(1u << first % 8);
#endif
        } else {
            return 1;
        }
        printf("%u %" PRIu32, state, (uint32_t)mm_guess(&game));
        mm_pegs(mm_guess(&game), pegs);
        if (count)
            printf(" %u", count);
        for (first = 0; !count && first < MM_PEGS; first++)
            printf(" %u", (unsigned)pegs[first]);
        putchar('\n');
    }
    return 0;
}
