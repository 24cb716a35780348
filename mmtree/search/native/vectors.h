/* Loops over many guesses at once, compiled for several instruction sets. All are pure functions and
   thread-safe; tables and columns start on a cache line. */

#pragma once

#include "game.h"

#include <string.h>

/* The feedback of guesses with secrets, a column for each secret. */
typedef struct {
    uint8_t *columns; /* [secrets][stride]: feedback as place in canonical order */
    size_t stride;    /* number of guesses, padded to a multiple of BLOCK */
    int feedbacks;
} FeedbackTable;

enum {
    MAX_PLANE_FEEDBACKS = 56, /* up to so many are collected as bits; a multiple of 8 */
    UNCOUNTED = UINT16_MAX,
    MAX_COST = 1 << 24, /* of a cell in a wide sum: those of all cells fit in 32 bits */
};

typedef struct {
    /* Feedback of one code with each of the others, as place in canonical order. */
    void (*compute_feedback)(const Game *, const Codes *, const Code *, uint8_t *out);
    /* [feedbacks][BLOCK]: cell sizes of a block of guesses. */
    void (*count_cells)(const Game *, const Codes *, size_t block, const Code *secrets, uint32_t n,
                        uint32_t (*sizes)[BLOCK]);
    /* Counts the size of each cell of each guess of a line, up to 255: [feedbacks, rounded up to 8][BLOCK]. The
       members are given by their columns; at most 255 if there are more than MAX_PLANE_FEEDBACKS feedbacks. */
    void (*count_sizes)(const FeedbackTable *, size_t line, const uint8_t *const *columns, uint32_t n, uint8_t *sizes);
    /* Sums over the cells of each guess. over: secrets beyond the first `feedbacks` of each cell,
       UNCOUNTED if a cell is larger than `largest` (254 at most). sharp: costs[feedback][size],
       [MAX_PLANE_FEEDBACKS][128], larger cells counting as the last; 254 at most. */
    void (*sum_excess)(const FeedbackTable *, const uint8_t *sizes, const uint8_t *const *costs, uint8_t largest,
                       uint16_t *over, uint8_t *sharp);
    /* Counts the cells into which each guess from `from` to `to` splits the members; returns the most. Guesses
       that make fewer cells than `needed` may get 0. */
    unsigned (*count_distinct)(const FeedbackTable *, const uint32_t *members, uint32_t n, uint32_t needed,
                               size_t from, size_t to, uint8_t *cells);
    /* Of 64 guesses, a mask of those that leave more than most[feedback] members in some cell. Members
       are given by the offsets of their bytes; feedbacks are counted in the given order until all
       guesses are found. Otherwise `sizes`, if given, holds the cell sizes of the guesses that are not,
       up to 127. For at most MAX_PLANE_FEEDBACKS feedbacks. */
    uint64_t (*find_overfull)(const uint8_t *line, const size_t *offsets, uint32_t n, const uint8_t *order,
                              int feedbacks, const uint8_t *most, uint8_t (*sizes)[BLOCK]);
    const char *name;
} Vectors;

/* Counts how many bytes have each value, [values]. */
static inline void count_values(const uint8_t *bytes, uint32_t n, int values, uint32_t *counts)
{
    memset(counts, 0, sizeof *counts * (size_t)values);
    for (uint32_t i = 0; i < n; i++)
        counts[bytes[i]]++;
}

/* The cell sizes of a line of guesses. */
static inline size_t sizes_of_line(const FeedbackTable *table)
{
    return (size_t)((table->feedbacks + 7) / 8) * 8 * BLOCK;
}

extern const Vectors *vectors; /* the set in use; changed only while no search runs */

/* Selects baseline, which is in use at first, avx2 or avx512; false if this machine does not have it. */
bool select_vectors(const char *name);
