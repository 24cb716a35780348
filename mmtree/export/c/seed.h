/*
 * $about
 *
 * A game, where ask() stands for showing the guess and reading the codemaker's answer:
 *
 *     mm_game game;
 *     uint8_t pegs[MM_PEGS];
 *
 *     mm_reset(&game);
 *     do {
 *         mm_pegs(mm_guess(&game), pegs);
 *     } while (mm_step(&game, ask(pegs)) != MM_SOLVED);
 *
 * A step goes through all codes of the rules, and takes accordingly long. Nothing in the table
 * points anywhere, so that any bytes are a table: where they are damaged, this player stays within
 * its memory and every game ends, but some guesses are not those of the tree. A game that cannot go
 * on for that tells MM_IMPOSSIBLE or, compiled with -DMM_CHECKED, MM_DAMAGED.
 */
#ifndef MM_H
#define MM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

$rules

enum {
    MM_PLAYING,    /* go on with the next guess */
    MM_SOLVED,     /* the guess was right */
    MM_IMPOSSIBLE, /* no secret agrees with this answer and those before: nothing was changed */
    MM_DAMAGED     /* the table is damaged, nothing was changed: only the checked build tells */
};

/* A game. It holds no pointers: keep a copy to be able to take an answer back. */
typedef struct {
    $turn_type turn; /* where the guess stands in the past */
    uint8_t over; /* MM_SOLVED or MM_DAMAGED where there is no next guess, or 0 */
#if MM_WHITES
    int8_t balance[MM_COLORS]; /* for comparing two codes */
#endif
    /* The number of a bit, then by turns each guess and its answer. */
    uint8_t past[1 + MM_MAX_GUESSES * (MM_PEGS + 1) + MM_PEGS];
} mm_game;

/* Begin a game: the guess is the opening. */
void mm_reset(mm_game *game);

/* The code to guess now; once solved, the secret. */
mm_code mm_guess(const mm_game *game);

/* The colours of a code, 0 to MM_COLORS - 1, first peg first. */
void mm_pegs(mm_code code, uint8_t pegs[MM_PEGS]);

/* The number of the answer with so many black and white pegs. */
static inline uint8_t mm_answer(uint8_t black, uint8_t white)
{
    return (uint8_t)(black > MM_PEGS || white > MM_PEGS ? 255 : 16 * black + white);
}

/* Take the number of the answer to the guess. */
uint8_t mm_step(mm_game *game, uint8_t answer);

#ifdef __cplusplus
}
#endif

#endif
