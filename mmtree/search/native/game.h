/* The game: its codes and feedbacks, and which guesses are useful. A code is named by its rank in the
   rising list of all codes; a feedback by its place in canonical order. A game does not change after
   make_game() and may be read by all threads. */

#ifndef MMTREE_GAME_H
#define MMTREE_GAME_H

#include "worker.h"

enum {
    MAX_PEGS = 9,
    MAX_COLORS = 36,
    MAX_FEEDBACKS = 56, /* a multiple of 8, for feedback sets as bits in bytes; 9 pegs have 54 */
    BLOCK = 64,         /* guesses counted at a time */
};

#define NONE UINT32_MAX

/* A code: the colour of each peg, and its different colours with the number of pegs of each. */
typedef struct { uint8_t digits[MAX_PEGS], kinds, color[MAX_PEGS], count[MAX_PEGS]; } Code;

/* Codes stored by column, so that 64 of them are compared at once. */
typedef struct {
    uint32_t count;
    size_t stride;         /* count, rounded up to a multiple of BLOCK */
    int pegs;
    const uint8_t *digits; /* [pegs][stride]: colour of each peg */
    const uint8_t *counts; /* [colors][stride]: number of pegs of each colour */
} Codes;

typedef struct {
    int pegs, colors;
    bool distinct, whites, by_peg; /* by_peg: the colours of each peg can be permuted independently */
    int feedbacks;
    uint8_t values[MAX_FEEDBACKS]; /* 10·black + white of each feedback; all black is last */
    uint8_t index[128];            /* place of each value */
    Codes all;
    uint64_t *shown;               /* [codes]: the colours of each code, as bits */
    Code *code;                    /* [codes] */
} Game;

/* The colour of a peg of a code. */
static inline int get_digit(const Game *game, uint32_t rank, int peg)
{
    return game->all.digits[(size_t)peg * game->all.stride + rank];
}

/* The colours that occur in a set of secrets, as bits: for each peg if by_peg, else all in peg[0]. */
typedef struct { uint64_t peg[MAX_PEGS]; } ShownColors;

/* Adds the colours of a code to those shown. */
static inline void add_colors(const Game *game, uint32_t rank, ShownColors *shown)
{
    if (!game->by_peg)
        shown->peg[0] |= game->shown[rank];
    else
        for (int peg = 0; peg < game->pegs; peg++)
            shown->peg[peg] |= (uint64_t)1 << get_digit(game, rank, peg);
}

/* False if a lower guess differs from this one only in colours that no secret shows, so that both split
   the secrets in the same way. */
static inline bool is_useful(const Game *game, const ShownColors *shown, uint32_t rank)
{
    const uint64_t all = ((uint64_t)1 << game->colors) - 1;
    uint64_t absent = all & ~shown->peg[0];
    const bool one_at_most = !(game->shown[rank] & absent & (absent - 1)); /* and that one the lowest */
    if (!game->by_peg && (one_at_most || !game->distinct))
        return one_at_most;
    for (int peg = 0; peg < game->pegs; peg++) {
        if (game->by_peg)
            absent = all & ~shown->peg[peg];
        const uint64_t bit = (uint64_t)1 << get_digit(game, rank, peg);
        if (bit & absent & (absent - 1))
            return false;
        absent &= ~bit; /* distinct colours that are absent appear in rising order */
    }
    return true;
}

/* Returns the feedback of two codes, as its place in canonical order. */
int compute_feedback(const Game *game, const Code *first, const Code *second);

/* The colours that a set of secrets shows. */
ShownColors collect_colors(const Game *game, const uint32_t *secrets, uint32_t n);

/* is_useful() for the guesses of a block, one bit each; `block` is the rank of its first guess. */
uint64_t find_useful_in_block(const Game *game, const ShownColors *shown, size_t block);

/* Lists the useful guesses for a set of secrets in rising order; returns how many. `out` has room for
   all codes. */
uint32_t list_useful_guesses(const Game *game, const uint32_t *secrets, uint32_t n, uint32_t *out);

/* Copies of codes given by rank, and the same codes by column; both from the worker's slabs. */
Code *copy_codes(Worker *worker, const Game *game, const uint32_t *ranks, uint32_t n);
Codes make_code_columns(Worker *worker, const Game *game, const uint32_t *ranks, uint32_t count);

/* Fills in the codes and feedbacks of the rules that are set in game (`pegs`, `colors`, `distinct`,
   `whites`). Returns an error message if they define no game; else NULL, with the memory to free() with the
   game, or NULL if memory is short. */
const char *make_game(Game *game, void **memory);

#endif
