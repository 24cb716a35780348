/* Plays every secret of the rules with an exported player, and prints one line for all games.
 *
 *     secrets 1296 total 5625 max 6 checksum 89abcdef possible 12345
 *
 * The checksum is the 32-bit FNV-1a hash of the pegs of every guess, game after game, secrets in
 * rising order. In every REPLAY_TRY-th game (from the first one), all feedbacks are tried at every
 * guess; "possible" counts those accepted. If the player is wrong, the line is
 *
 *     fault REASON secret 17 guess 3
 *
 * REPLAY_DISTINCT and REPLAY_WHITES are 0 or 1, as in the rules. The codemaker's answer is computed
 * here, not by the player.
 */

#include <stdint.h>

#include "chip.h"
#include "mm.h"

static mm_game game;
static uint8_t pegs[MM_PEGS], secret[MM_PEGS];
static uint32_t secrets, total, possible, checksum = 2166136261UL;
static uint8_t most, guesses;

static void put_checksum(void)
{
    for (uint8_t shift = 32; shift; shift -= 4)
        chip_put("0123456789abcdef"[checksum >> (shift - 4) & 15]);
}

static uint8_t fault(const char *reason)
{
    put_text("fault ");
    put_text(reason);
    put_text(" secret ");
    put_number(secrets);
    put_text(" guess ");
    put_number(guesses);
    chip_put('\n');
    return 0;
}

/* Black pegs in the high byte, white ones in the low one. */
static __attribute__((noinline)) uint16_t answer(void)
{
    uint8_t black = 0, white = 0;
    uint16_t taken = 0; /* a bit for each peg of the secret */
    for (uint8_t at = 0; at < MM_PEGS; at++)
        if (pegs[at] == secret[at]) {
            black++;
            taken |= (uint16_t)(1U << at);
        }
    for (uint8_t at = 0; REPLAY_WHITES && at < MM_PEGS; at++)
        for (uint8_t other = 0; pegs[at] != secret[at] && other < MM_PEGS; other++)
            if (pegs[at] == secret[other] && !(taken >> other & 1)) {
                white++;
                taken |= (uint16_t)(1U << other);
                break;
            }
    return (uint16_t)(black << 8 | white);
}

/* Tries a feedback, and takes back one that is accepted. After an impossible one the game goes on as
 * if nothing had been said. */
static uint8_t try_feedback(uint8_t black, uint8_t white)
{
    mm_game before = game;
    if (mm_step(&game, mm_answer(black, white)) == MM_IMPOSSIBLE)
        return 0;
    game = before;
    return 1;
}

static uint8_t try_all(void)
{
    for (uint8_t black = 0; black <= MM_PEGS + 1; black++)
        for (uint8_t white = 0; white <= MM_PEGS + 1; white++) {
            possible += try_feedback(black, white);
            /* Numbers near 256, whose sum with others overflows a byte. */
            if ((black && try_feedback((uint8_t)-black, white)) ||
                (white && try_feedback(black, (uint8_t)-white)))
                return fault("range");
        }
    return 1;
}

/* Counts a guess and adds it to the checksum; 0 where its pegs are not those of its number. */
static uint8_t note_guess(void)
{
    mm_code code = 0;
    for (uint8_t at = 0; at < MM_PEGS; at++) {
        code = (mm_code)(code * MM_COLORS + pegs[at]);
        checksum = (checksum ^ pegs[at]) * 16777619UL;
    }
    guesses++;
    return code == mm_guess(&game) || fault("code");
}

static uint8_t play(void)
{
    guesses = 0;
    mm_reset(&game);
    mm_pegs(mm_guess(&game), pegs);
    for (;;) {
        if (!note_guess() || (secrets % REPLAY_TRY == 0 && !try_all()))
            return 0;
        uint16_t pair = answer();
        uint8_t black = (uint8_t)(pair >> 8), white = (uint8_t)pair;
        chip_begin();
        uint8_t state = mm_step(&game, mm_answer(black, white));
        if (state == MM_PLAYING) {
            mm_pegs(mm_guess(&game), pegs);
            chip_end();
        }
        if (state == MM_SOLVED && black == MM_PEGS)
            break;
        if (state != MM_PLAYING || black == MM_PEGS)
            return fault("state");
        if (guesses == MM_MAX_GUESSES)
            return fault("length");
    }
    if (mm_step(&game, mm_answer(MM_PEGS, 0)) != MM_IMPOSSIBLE ||
        mm_step(&game, mm_answer(0, 0)) != MM_IMPOSSIBLE)
        return fault("after");
    secrets++;
    total += guesses;
    if (guesses > most)
        most = guesses;
    return 1;
}

static uint8_t is_distinct(void)
{
    for (uint8_t at = 1; at < MM_PEGS; at++)
        for (uint8_t other = 0; other < at; other++)
            if (secret[at] == secret[other])
                return 0;
    return 1;
}

/* Goes to the next row of pegs; 0 after the last. */
static uint8_t next_secret(void)
{
    for (uint8_t at = MM_PEGS; at--; secret[at] = 0)
        if (++secret[at] < MM_COLORS)
            return 1;
    return 0;
}

static void play_all(void)
{
    do
        if ((!REPLAY_DISTINCT || is_distinct()) && !play())
            return;
    while (next_secret());
    put_text("secrets ");
    put_number(secrets);
    put_text(" total ");
    put_number(total);
    put_text(" max ");
    put_number(most);
    put_text(" checksum ");
    put_checksum();
    put_text(" possible ");
    put_number(possible);
    chip_put('\n');
}

int main(void)
{
    chip_start();
    play_all();
    chip_stop();
    return 0;
}
