/* The game: its guesses, secrets and feedbacks, and which guesses are useful. The guesses are the codes of some
   rules, or the rows of a table of answers. A guess is named by its rank in the rising list of all guesses, a
   secret by its rank among the guesses, a feedback by its place in canonical order. A game does not change
   after make_game() or make_table_game() and may be read by all threads. */

#pragma once

#include "arena.h"

enum {
    MAX_PEGS = 9,
    MAX_COLORS = 36,
    MAX_FEEDBACKS = 255, /* places and numbers of cells fit a byte; codes have 54 at most */
    MAX_SMALL = 120,    /* secrets of a small set, at most; search_set.c needs fewer than 128 */
    BLOCK = 64,         /* guesses counted at a time */
};

#define NONE UINT32_MAX
#define MAX_GUESSES (((uint32_t)1 << 30) - 1)

/* A code: the colour of each peg, and its different colours with the number of pegs of each. */
typedef struct { uint8_t digits[MAX_PEGS], kinds, color[MAX_PEGS], count[MAX_PEGS]; } Code;

/* Guesses or secrets, with codes stored by column, so that 64 of them are compared at once. */
typedef struct {
    uint32_t count;
    size_t stride;         /* count, rounded up to a multiple of BLOCK */
    const uint32_t *ranks; /* [count]; NULL: all guesses of the game */
    int pegs;              /* 0 for a game given by a table, which has no columns */
    const uint8_t *digits; /* [pegs][stride]: colour of each peg */
    const uint8_t *counts; /* [colors][stride]: number of pegs of each colour */
} Codes;

typedef struct {
    enum { OF_CODES, OF_TABLE } kind;
    bool consistent;               /* only the secrets of a set are guesses for it */
    bool symmetric;                /* permutations of positions and colours map the secrets onto themselves */
    int feedbacks;
    uint32_t small;                /* secrets of a set that is searched as a small one, at most */
    uint8_t values[MAX_FEEDBACKS]; /* 10·black + white, or any number, of each feedback; the right one is last */
    Codes all;                     /* the guesses */
    uint32_t secret_count;
    uint32_t *secrets;             /* [secret_count]: ranks, rising; NULL: all guesses */
    uint32_t *column;              /* [guesses]: place among the secrets, or NONE; NULL: all are secrets */
    union {
        struct {                           /* OF_CODES */
            int pegs, colors;
            bool distinct, whites, by_peg; /* by_peg: the colours of each peg can be permuted independently */
            bool by_place;                 /* feedback marks the right places, as bits, the first one highest */
            bool in_pairs;                 /* the number of white pegs is even */
            int hole;                      /* colour that stands for an empty place, which no secret has; −1: none */
            uint8_t first[16];             /* [black]: place of a feedback without white pegs, also if it cannot be */
            uint64_t *shown;               /* [guesses]: the colours of each code, as bits */
            Code *code;                    /* [guesses] */
        };
        struct {                           /* OF_TABLE */
            uint8_t *answers;              /* [secret_count][all.stride]: feedbacks, 0 for padding */
            uint32_t *lowest;              /* [secret_count]: a secret that can be exchanged with each */
            /* in hard play (allowed_guesses.h): [guesses][length], the letters of each guess; else NULL */
            uint16_t *letters;
            int length;
            bool elsewhere;                /* whether answers show letters that are elsewhere */
        };
    };
} Game;

/* The place of a feedback, for codes. */
static inline uint8_t place_of(const Game *game, int black, int white)
{
    return (uint8_t)(game->first[black] + (white >> game->in_pairs));
}

static inline size_t column_stride(size_t count) { return (count + BLOCK - 1) / BLOCK * BLOCK; }

/* Whether the secrets and the guesses for each set are all codes, and pegs are the answer. */
static inline bool is_standard(const Game *game)
{
    return game->kind == OF_CODES && !game->secrets && !game->consistent && !game->by_place;
}

/* Whether the guesses allowed depend on the guesses before. */
static inline bool is_hard(const Game *game) { return game->kind == OF_TABLE && game->letters; }

/* Whether a guess can be the secret. */
static inline bool is_secret(const Game *game, uint32_t rank)
{
    return !game->column || game->column[rank] != NONE;
}

/* The answers to all guesses for a secret of a game given by a table, [all.stride]. */
static inline const uint8_t *get_answers(const Game *game, uint32_t secret)
{
    return game->answers + game->column[secret] * game->all.stride;
}

/* The colour of a peg of a code. */
static inline int get_digit(const Game *game, uint32_t rank, int peg)
{
    return game->all.digits[(size_t)peg * game->all.stride + rank];
}

/* Guesses or secrets given by rank, with their codes by column; from the arena. */
Codes make_code_columns(Arena *arena, const Game *game, const uint32_t *ranks, uint32_t count);

/* [count]: the values of the feedbacks in canonical order. */
typedef struct { const uint8_t *values; size_t count; } Feedbacks;

/* The letters of all guesses, [guesses][length], for hard play; letters is NULL otherwise. */
typedef struct { const uint16_t *letters; int length; bool elsewhere; } Letters;

/* Fills in the codes of the rules that are set in game (`pegs`, `colors`, `distinct`, `whites`, `by_place`, `hole`,
   `consistent`, `symmetric`), and their feedbacks. secrets: ranks, rising; NULL: all codes. Returns an error message if
   they define no game; else NULL, with the memory to free() with the game, or NULL if memory is short. */
const char *make_game(Game *game, const uint32_t *secrets, size_t secret_count, const Feedbacks *feedbacks,
                      void **memory);

/* make_game() for a game given by a table: answers, [guesses][secrets], as places. `consistent` is set in game.
   lowest, [secrets]: of each class of secrets that can be exchanged without changing the game, the same one. */
const char *make_table_game(Game *game, const uint8_t *answers, size_t guesses, const uint32_t *secrets,
                            const uint32_t *lowest, size_t secret_count, const Feedbacks *feedbacks,
                            const Letters *letters, void **memory);

/* For sorting ranks or other uint32_t. */
int compare_numbers(const void *first, const void *second);
