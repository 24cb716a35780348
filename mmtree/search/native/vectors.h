/* Loops over many guesses at once, compiled for several instruction sets. All are pure functions and
   thread-safe; tables and columns start on a cache line. */

#ifndef MMTREE_VECTORS_H
#define MMTREE_VECTORS_H

#include "game.h"

enum { PADDED = 64 }; /* the number of guesses in a table is padded to a multiple of this */

/* The feedback of guesses with secrets, a column for each secret. */
typedef struct {
    uint8_t *columns; /* [secrets][stride]: feedback as place in canonical order */
    size_t stride;    /* number of guesses, padded to a multiple of PADDED */
    int feedbacks;
} FeedbackTable;

/* Selects some of the bytes from `offset` to `offset` + 63. */
typedef struct { size_t offset; uint64_t mask; } ByteMask;

enum {
    MAX_PLANE_FEEDBACKS = 56, /* up to so many are collected as bits; a multiple of 8 */
    UNCOUNTED = UINT16_MAX,
    SATURATED_BITS = 24,
    SATURATED = 1 << SATURATED_BITS, /* added to a sum for each cell of 255 secrets or more */
};

typedef struct {
    /* Feedback of one code with each of the others, as place in canonical order. */
    void (*compute_feedback)(const Codes *, const Code *, bool whites, const uint8_t *index, uint8_t *out);
    /* [feedbacks][BLOCK]: cell sizes of a block of guesses. */
    void (*count_cells)(const Codes *, size_t block, const Code *secrets, uint32_t n, bool whites,
                        int feedbacks, const uint8_t *values, uint32_t (*sizes)[BLOCK]);
    /* Counts, for each guess of a table, the size of each of its cells up to 255, and the number of its
       cells. The members are given by their columns; `sizes` has sizes_bytes() bytes, in a layout that
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
    /* Copies the selected bytes one after the other; writes up to 64 bytes more. */
    void (*select)(const uint8_t *bytes, const ByteMask *, uint32_t count, uint8_t *out);
    /* [values]: how many bytes have each value. */
    void (*count_values)(const uint8_t *bytes, uint32_t n, int values, uint32_t *sizes);
    /* Of 64 bytes, a mask of those below most[kind], [256]; kinds are at most `last_kind`. */
    uint64_t (*find_below)(const uint8_t *bytes, const uint8_t *kinds, const uint8_t *most, int last_kind);
    /* Of 64 guesses, a mask of those that leave more than most[feedback] members in some cell. Members
       are given by the offsets of their bytes; feedbacks are counted in the given order until all
       guesses are found. Otherwise `sizes`, if given, holds the cell sizes of the guesses that are not,
       up to 127. For at most MAX_PLANE_FEEDBACKS feedbacks. */
    uint64_t (*find_overfull)(const uint8_t *line, const size_t *offsets, uint32_t n, const uint8_t *order,
                              int feedbacks, const uint8_t *most, uint8_t (*sizes)[BLOCK]);
    /* Lists the places of a value; returns how many. Writes up to 15 places more. */
    uint32_t (*find_value)(const uint8_t *bytes, uint32_t n, uint8_t value, uint32_t *places);
    const char *name;
} Vectors;

/* Bytes of the cell sizes of a table. */
static inline size_t sizes_bytes(const FeedbackTable *table)
{
    return table->stride * 8 * (size_t)((table->feedbacks + 7) / 8);
}

extern const Vectors *vectors; /* the set in use; changed only while no search runs */

/* Called once, before all other functions here. */
void use_best_vectors(void);

/* Selects baseline, avx2 or avx512; false if this machine does not have it. */
bool select_vectors(const char *name);

#endif
