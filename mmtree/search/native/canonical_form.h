/* The canonical form of a set of secrets: the set with its positions and colours renamed so that
   equivalent sets become equal. */

#pragma once

#include "feedback_matrix.h"

/* Mixes the bits of a value for a hash. */
static inline uint64_t mix(uint64_t value)
{
    value = (value ^ value >> 32) * 0xd6e8feb86659fd93;
    value = (value ^ value >> 29) * 0x9e3779b97f4a7c15;
    return value ^ value >> 32;
}

/* Signatures of the positions and colours of a set: numbers that no renaming changes. */
typedef struct {
    const Game *game;
    uint32_t n;
    uint16_t *pegs;          /* [n][pegs of the game]: position · number of colours + colour */
    uint64_t invariant;      /* of the set */
    uint64_t sum[MAX_PEGS * MAX_COLORS];   /* sum of the secrets' signatures, for each value of `pegs` */
    uint64_t position[MAX_PEGS], color[MAX_PEGS * MAX_COLORS]; /* 0: a colour that no secret shows */
    uint64_t marked;           /* number of positions and colours marked so far */
    /* 1, 2, … in the order of marking; 0: not marked */
    uint64_t position_mark[MAX_PEGS], color_mark[MAX_PEGS * MAX_COLORS];
    uint64_t peg[MAX_PEGS * MAX_COLORS]; /* signature of a colour at a position */
} Signatures;

/* Bytes of a code written as a number with base-`colors` digits, or of a rank in a game given by a table: 2 or
   4, or 0 if it needs more. */
size_t bytes_per_number(const Game *game);

/* Computes the signatures of a set of a matrix, from the arena, and a key: equal for sets that are equivalent (some
   permutation of positions and one of colours maps one onto the other) after as many guesses, and hardly ever for
   others. In a game given by a table, or if secrets have weights, there are no signatures: NULL. */
Signatures *sign_set(Arena *arena, const Game *game, Set set, bool weighted, uint64_t *key);

/* The new names of the positions and colours of a set (of colours: for each position if by_peg). Colours that no
   secret shows have the last names. */
typedef struct { uint8_t position[MAX_PEGS], color[MAX_PEGS * MAX_COLORS]; } Naming;

/* Returns the renamed set as n rising numbers with a digit for each position; changes the signatures.
   Sets of the same form are equivalent; equivalent sets nearly always have the same form. naming: the names
   used, or NULL. */
uint32_t *canonical_form(Arena *arena, Signatures *signatures, Naming *naming);
