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
    SATURATED = 1 << 24, /* added to a sum for each cell of 255 secrets or more */
};

typedef struct {
    /* Feedback of one code with each of the others, as place in canonical order. */
    void (*compute_feedback)(const Codes *, const Code *, bool whites, const uint8_t *index, uint8_t *out);
    /* [feedbacks][BLOCK]: cell sizes of a block of guesses. */
    void (*count_cells)(const Codes *, size_t block, const Code *secrets, uint32_t n, bool whites,
                        int feedbacks, const uint8_t *values, uint32_t (*sizes)[BLOCK]);
    /* Counts, for each guess of a table, the size of each of its cells up to 255, and the number of its
       cells. The members are given by their columns; `sizes` has sizes_bytes() bytes, which
       only the two functions below read. Returns the most cells. */
    unsigned (*count_sizes)(const FeedbackTable *, const uint8_t *const *columns, uint32_t n, uint8_t *cells,
                            uint8_t *sizes);
    /* Sums over the cells of each guess. over: secrets beyond the first `feedbacks` of each cell,
       UNCOUNTED if a cell is larger than `largest` (254 at most). sharp: costs[size], [128], larger
       cells counting as the last; 254 at most. */
    void (*sum_excess)(const FeedbackTable *, const uint8_t *sizes, const uint8_t *costs, uint8_t largest,
                       uint16_t *over, uint8_t *sharp);
    /* Sums over the cells of each guess: costs[size], [256], plus SATURATED for a size of 255 or more. */
    void (*sum_costs)(const FeedbackTable *, const uint8_t *sizes, const uint16_t *costs, uint32_t *sums);
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

/* Bytes of the cell sizes of a table. */
static inline size_t sizes_bytes(const FeedbackTable *table)
{
    return table->stride * 8 * (size_t)((table->feedbacks + 7) / 8);
}

extern const Vectors *vectors; /* the set in use; changed only while no search runs */

/* Selects baseline, which is in use at first, or avx2; false if this machine does not have it. */
bool select_vectors(const char *name);
