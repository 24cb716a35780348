/* The game: its codes and feedbacks, and which guesses are worth trying.
   A code is named by its rank. */

#ifndef MMTREE_GAME_H
#define MMTREE_GAME_H

#include "worker.h"

enum {
    MAX_PEGS = 9,
    MAX_COLORS = 36,
    MAX_FEEDBACKS = 56, /* in bytes of bits: seven; 9 pegs have 54 */
    BLOCK = 64,         /* guesses counted at once */
};

#define NONE UINT32_MAX

typedef struct { uint8_t digits[MAX_PEGS], kinds, color[MAX_PEGS], count[MAX_PEGS]; } Code;

/* Codes in columns, so that 64 of them are compared at once. */
typedef struct {
    uint32_t count;
    size_t stride;         /* count, padded to a multiple of BLOCK */
    int pegs;
    const uint8_t *digits; /* [pegs][stride] */
    const uint8_t *counts; /* [colors][stride] */
} Codes;

typedef struct {
    int pegs, colors;
    bool distinct, whites, by_peg; /* by_peg: colours of each peg can be renamed by themselves */
    int feedbacks;
    uint8_t values[MAX_FEEDBACKS];  /* 10 black + white, in canonical order; all black is last */
    uint8_t index[128];             /* and back */
    Codes all;
    uint64_t *shown;                /* the colours of each code, as bits */
    Code *code;                     /* each code by itself */
} Game;

static inline int get_digit(const Game *game, uint32_t rank, int peg)
{
    return game->all.digits[(size_t)peg * game->all.stride + rank];
}

/* The colours a set of secrets shows, for each peg by itself where that matters. */
typedef struct { uint64_t peg[MAX_PEGS]; } ShownColors;

static inline void add_colors(const Game *game, uint32_t rank, ShownColors *shown)
{
    if (!game->by_peg)
        shown->peg[0] |= game->shown[rank];
    else
        for (int peg = 0; peg < game->pegs; peg++)
            shown->peg[peg] |= (uint64_t)1 << get_digit(game, rank, peg);
}

/* False for a guess that differs from a lower one only in colours no secret shows. */
static inline bool is_useful(const Game *game, const ShownColors *shown, uint32_t rank)
{
    uint64_t all = ((uint64_t)1 << game->colors) - 1;
    if (game->by_peg) {
        for (int peg = 0; peg < game->pegs; peg++) {
            uint64_t absent = all & ~shown->peg[peg], bit = (uint64_t)1 << get_digit(game, rank, peg);
            if (bit & absent & (absent - 1))
                return false;
        }
        return true;
    }
    uint64_t absent = all & ~shown->peg[0], mine = game->shown[rank] & absent;
    if (!mine || mine == (absent & -absent))
        return true;
    if (!game->distinct)
        return false;
    for (int peg = 0; peg < game->pegs; peg++) { /* distinct colours: the lowest in order */
        uint64_t bit = (uint64_t)1 << get_digit(game, rank, peg);
        if (!(bit & absent))
            continue;
        if (bit != (absent & -absent))
            return false;
        absent &= absent - 1;
    }
    return true;
}

/* The place of the feedback of two codes in canonical order. */
int compute_feedback(const Game *game, const Code *first, const Code *second);

ShownColors collect_colors(const Game *game, const uint32_t *secrets, uint32_t n);

/* useful() for a block of guesses, one bit each. */
uint64_t find_useful_in_block(const Game *game, const ShownColors *shown, size_t block);

/* The guesses worth trying on a set, and below: how many, and which. */
uint32_t list_useful_guesses(const Game *game, const uint32_t *secrets, uint32_t n, uint32_t *out);

/* Codes one by one, and in columns. */
Code *copy_codes(Worker *worker, const Game *game, const uint32_t *ranks, uint32_t n);
Codes make_code_columns(Worker *worker, const Game *game, const uint32_t *ranks, uint32_t count);

/* What is wrong with the codes, [pegs][count], and feedbacks that rules are given; NULL when nothing
   is. The rules come in as `pegs`, `colors`, `distinct`, `whites`; what follows from them is filled in. */
const char *check_game(Game *game, const uint8_t *digits, size_t size, const uint8_t *feedbacks,
                       size_t length);

/* Fills in the codes of a game that was checked; NULL when memory is short, else what to free. */
void *fill_game(Game *game, const uint8_t *digits);

#endif
