/* Symmetry: of guesses that it maps onto each other, only the lowest, the representative, is tried. */

#pragma once

#include "useful_guesses.h"

/* A symmetry of the guesses made. Positions in which these guesses agree form a class. A move maps whole
   classes to classes of the same size and renames the colours of the guesses; positions within a class,
   and colours without a name, may be permuted freely. */
typedef struct {
    uint8_t source[MAX_PEGS]; /* by class: the class that is moved there */
    int8_t name[MAX_COLORS];  /* new name of each colour; −1: free */
    uint64_t used;            /* new names taken, as bits */
} Move;

/* All symmetries that leave the guesses made unchanged. If colours are renamed by peg (Game.by_peg), a
   class holds the positions with the same pattern of repeated colours, and there are no moves. */
typedef struct {
    const uint32_t *history;
    uint32_t length;
    uint8_t peg_class[MAX_PEGS]; /* class of each position */
    uint16_t members[MAX_PEGS];  /* positions of each class, as bits */
    int classes;
    Move *moves;                 /* the identity comes first */
    uint32_t count;
    bool trivial;                /* every guess is its own representative */
} Symmetry;

/* The colours of the guesses made at one position, and the hole, as bits. */
uint64_t list_used_colors(const Game *game, const Symmetry *symmetry, int peg);

/* Whether no symmetry maps the guess to a lower one. Thread-safe, as a Symmetry never changes. */
bool is_representative(const Game *game, const Symmetry *symmetry, uint32_t rank);

/* The first of two or more colours at the end of all that can be exchanged freely; the number of colours if there are
   none. */
static inline int first_free_color(const Game *game, const Symmetry *symmetry)
{
    const uint64_t used = symmetry && !game->by_peg && game->hole < 0 ? symmetry->moves[0].used : 0;
    const int first = __builtin_ctzll(~used);
    return used && !(used >> first) && first < game->colors - 1 ? first : game->colors;
}

/* The symmetries left after one more guess; NULL if none are left, or for NULL. From the arena. */
const Symmetry *symmetry_after(Arena *arena, const Game *game, const Symmetry *symmetry, uint32_t rank);

/* The symmetries that leave a history unchanged; NULL if there are none. */
const Symmetry *symmetry_of_history(Arena *arena, const Game *game, const uint32_t *history,
                                    size_t guesses);

/* symmetry_of_history() if the secrets are all those that agree with the history; NULL for other
   secrets, which the symmetries need not map onto themselves. */
const Symmetry *symmetry_of_cell(Arena *arena, const Game *game, const uint32_t *secrets, uint32_t n,
                                 const uint32_t *history, size_t guesses);

/* Whether a guess is useful and a representative. */
static inline bool is_worth_trying(const Game *game, const ShownColors *shown, const Symmetry *symmetry,
                                   uint32_t rank)
{
    return is_useful(game, shown, rank) && (!symmetry || is_representative(game, symmetry, rank));
}
