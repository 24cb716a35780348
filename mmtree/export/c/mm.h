/*
 * @about
 *
 * A game, where ask() stands for showing the guess and reading the codemaker's answer:
 *
 *     mm_game game;
 *     uint8_t pegs[MM_PEGS], black, white;
 *
 *     mm_reset(&game);
 *     do {
 *         mm_pegs(mm_guess(&game), pegs);
 *         ask(pegs, &black, &white);
 *     } while (mm_step(&game, black, white) != MM_SOLVED);
 *
 * This is the unchecked build, which trusts its table: where the bytes of the table are damaged, it
 * may read anywhere. Compile with -DMM_CHECKED where that matters. Then every read stays within the
 * table, and a step whose guess or next guess is not what a table should have returns MM_DAMAGED
 * and changes nothing.
 */
#ifndef MM_H
#define MM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* @rules */

enum {
    MM_PLAYING,    /* go on with the next guess */
    MM_SOLVED,     /* the guess was right */
    MM_IMPOSSIBLE, /* no secret agrees with this answer and those before: nothing was changed */
    MM_DAMAGED     /* the table is damaged, nothing was changed: the checked build alone sees that */
};

/* A game. It holds no pointers: keep a copy to be able to take an answer back. */
typedef struct {
#if MM_WORDS
    mm_word entry; /* where the row of the guess begins, or the last guess itself */
#else
    mm_word row;   /* where the row of the guess begins */
    mm_word entry; /* the entry that led there, or the last guess itself */
#endif
    uint8_t solved;
} mm_game;

/* Begin a game: the guess is the opening. */
void mm_reset(mm_game *game);

/* The code to guess now; once solved, the secret. */
mm_code mm_guess(const mm_game *game);

/* The colors of a code, 0 to MM_COLORS - 1, first peg first. */
void mm_pegs(mm_code code, uint8_t pegs[MM_PEGS]);

/* Take the answer to the guess. */
uint8_t mm_step(mm_game *game, uint8_t black, uint8_t white);

#ifdef __cplusplus
}
#endif

#endif
