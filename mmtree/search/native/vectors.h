/* The loops over many guesses at once, in the best instruction set that the machine has. */

#ifndef MMTREE_VECTORS_H
#define MMTREE_VECTORS_H

#include "feedback_matrix.h"

/* Some of the bytes from `at` to `at` + 63. */
typedef struct { size_t offset; uint64_t mask; } ByteMask;

enum {
    UNCOUNTED = UINT16_MAX,
    SATURATED_BITS = 24,
    SATURATED = 1 << SATURATED_BITS, /* what a cell of 255 secrets or more adds to the sum over those of a guess */
};

typedef struct {
    /* Places, in canonical order, of the feedback of one code with each of the others. */
    void (*compute_feedback)(const Codes *, const Code *, bool whites, const uint8_t *index, uint8_t *out);
    /* Cell sizes of a block of guesses: [feedbacks][BLOCK]. */
    void (*count_cells)(const Codes *, size_t block, const Code *secrets, uint32_t n, bool whites,
                        int feedbacks, const uint8_t *values, uint32_t (*sizes)[BLOCK]);
    /* How many of some members, given by their columns, get each feedback from each guess of a table, up to
       255, in a form of its own, of bytes_of_sizes; and into how many cells each guess splits them. Returns
       the most cells. */
    unsigned (*count_sizes)(const FeedbackTable *, const uint8_t *const *columns, uint32_t n, uint8_t *cells,
                            uint8_t *sizes);
    /* From that, for each guess: how many members are in cells beyond their first `feedbacks`, UNCOUNTED
       where a cell is larger than `largest` (254 at most); and a sum over its cells by their size, [128], in
       which larger ones count as the last, up to 254. */
    void (*sum_excess)(const FeedbackTable *, const uint8_t *sizes, const uint8_t *costs, uint8_t largest,
                       uint16_t *over, uint8_t *sharp);
    /* From the sizes, for each guess: the sum of what its cells cost, [256] by size, and SATURATED for each
       that is not smaller than 255. */
    void (*sum_costs)(const FeedbackTable *, const uint8_t *sizes, const uint16_t *costs, uint32_t *sums);
    /* Into how many cells each guess from `from` to `to` splits the members; returns the most. */
    unsigned (*count_distinct)(const FeedbackTable *, const uint32_t *members, uint32_t n, size_t from,
                               size_t to, uint8_t *cells);
    /* Some of the bytes, side by side; 64 more are written. */
    void (*select)(const uint8_t *bytes, const ByteMask *, uint32_t count, uint8_t *out);
    /* How many bytes have each value: [values]. */
    void (*count_values)(const uint8_t *bytes, uint32_t n, int values, uint32_t *sizes);
    /* Of 64 bytes, which are below most[kind of each]; [64]. */
    uint64_t (*find_below)(const uint8_t *bytes, const uint8_t *kinds, const uint8_t *most);
    /* Of 64 guesses, those that leave more than most[feedback] of some secrets, given by the offsets of their
       bytes, in a cell of one of so many feedbacks, which are counted in that order and no further than it
       takes to find all of them so; and where any is not so, the sizes of those cells, [feedback], up to
       127. */
    uint64_t (*find_overfull)(const uint8_t *line, const size_t *offsets, uint32_t n, const uint8_t *order,
                              int feedbacks, const uint8_t *most, uint8_t (*sizes)[BLOCK]);
    /* The places of a value among so many bytes; returns how many. Up to 15 places more are written. */
    uint32_t (*find_value)(const uint8_t *bytes, uint32_t n, uint8_t value, uint32_t *places);
    const char *name;
} Vectors;

/* Bytes of the sizes of a table's cells. */
static inline size_t sizes_bytes(const FeedbackTable *table)
{
    return table->stride * 8 * (size_t)((table->feedbacks + 7) / 8);
}

extern const Vectors *vectors; /* in use */

/* Once, before anything else here. */
void use_best_vectors(void);

/* baseline, avx2 or avx512; false where this machine has it not. */
bool select_vectors(const char *name);

#endif
