/*
 * $about
 *
 * A whole game, where ask() stands for showing the guess and asking the codemaker for the answer:
 *
 *     mm_game game;
#if MM_TEXTS
 *     char text[MM_TEXT_BYTES];
#else
 *     uint8_t pegs[MM_PEGS];
#endif
 *     uint8_t state;
 *
 *     mm_reset(&game);
 *     do {
#if MM_TEXTS
 *         mm_text(mm_guess(&game), text);
 *         state = mm_step(&game, ask(text));
#else
 *         mm_pegs(mm_guess(&game), pegs);
 *         state = mm_step(&game, ask(pegs));
#endif
 *     } while (state == MM_PLAYING || state == MM_IMPOSSIBLE);
 *
 * An answer that cannot be is never followed: it is MM_IMPOSSIBLE and changes nothing.
 *
#if MM_SEED
 * A step goes through all codes of the rules, and takes accordingly long. Nothing in the table
 * points anywhere, so that any bytes are a table: where they are damaged, this player stays within
 * its memory and every game ends, but some guesses are not those of the tree. A game that cannot go
 * on for that tells MM_IMPOSSIBLE or, compiled with -DMM_CHECKED, MM_DAMAGED.
#else
 * The unchecked build trusts its table: with damaged bytes in it, it may read anywhere. The checked
 * build, compiled with the macro MM_CHECKED defined, never reads beyond the table; every game ends,
 * and a step returns MM_DAMAGED where the guess or the next one is not what a table can have.
#endif
 */
#ifndef MM_H
#define MM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MM_PEGS $pegs
#define MM_COLORS $colors
#define MM_CODES $codes /* codes are 0 to MM_CODES - 1 */
#define MM_MAX_GUESSES $max
#define MM_TABLE_BYTES $table_bytes
#if MM_TEXTS
#define MM_TEXT_BYTES $text_bytes /* of the longest code */
#endif

typedef uint${code_bits}_t mm_code;
#if MM_SEED
#else
typedef uint${word_bits}_t mm_word; /* a number in the table */
#endif

enum {
    MM_PLAYING,    /* there is a next guess */
#if identified
    MM_SOLVED,     /* one secret is left, the guess: after this, every answer is impossible */
#else
    MM_SOLVED,     /* the guess was right: after this, every answer is impossible */
#endif
    MM_IMPOSSIBLE, /* no secret agrees with this answer and those before */
    MM_DAMAGED     /* the table is damaged, as the checked build alone can tell */
};

/* A game. It holds no pointers: a copy made before a step undoes it. */
typedef struct {
#if MM_SEED
    $turn_type turn; /* where the guess stands in the past */
    uint8_t over; /* MM_SOLVED or MM_DAMAGED where there is no next guess, or 0 */
#if MM_WHITES
    int8_t balance[MM_COLORS]; /* for comparing two codes */
#endif
    /* The number of a bit, then by turns each guess and its answer. */
    uint8_t past[1 + MM_MAX_GUESSES * (MM_PEGS + 1) + MM_PEGS];
#else
    mm_word row;   /* where the row of the guess begins */
    mm_word entry; /* the entry that led there, or the last guess itself */
    uint8_t solved;
#endif
} mm_game;

/* Begin a game, with the opening for its guess. */
void mm_reset(mm_game *game);

/* The code to guess now; once solved, the secret. */
mm_code mm_guess(const mm_game *game);

#if MM_SHOWS_PEGS
/* The colours of a code, 0 to MM_COLORS - 1, first peg first. */
void mm_pegs(mm_code code, uint8_t pegs[MM_PEGS]);

#endif
#if MM_TEXTS
/* The text of a code in UTF-8, with a zero byte at its end. */
void mm_text(mm_code code, char text[MM_TEXT_BYTES]);

#endif
#if counts
/* The number of the answer with so many black and white pegs. */
static inline uint8_t mm_answer(uint8_t black, uint8_t white)
{
    return (uint8_t)(black > MM_PEGS || white > MM_PEGS ? 255 : $ten * black + white);
}

#endif
/* Take the number of the answer to the guess; the state returned is one of those above. */
uint8_t mm_step(mm_game *game, uint8_t answer);

#ifdef __cplusplus
}
#endif

#endif
