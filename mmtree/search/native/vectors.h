/* The loops over many guesses at once, in the best instruction set that the machine has. */

#ifndef MMTREE_VECTORS_H
#define MMTREE_VECTORS_H

#include "frame.h"

typedef struct {
    /* Places, in canonical order, of the feedback of one code with each of the others. */
    void (*answers)(const Codes *, const Code *, bool whites, const uint8_t *index, uint8_t *out);
    /* Cell sizes of a block of guesses: [feedbacks][BLOCK]. */
    void (*count)(const Codes *, size_t block, const Code *secrets, uint32_t n, bool whites,
                  int feedbacks, const uint8_t *values, uint32_t (*sizes)[BLOCK]);
    /* For each guess of a frame, how many members are in cells beyond their first `feedbacks`. */
    void (*overflow)(const Frame *, const uint32_t *members, uint32_t n, uint8_t *out);
    /* Into how many cells each guess from `from` to `to` splits the members; returns the most. */
    unsigned (*scan)(const Frame *, const uint32_t *members, uint32_t n, size_t from, size_t to,
                     uint8_t *cells);
    const char *name;
} Vectors;

extern const Vectors *vectors; /* in use */

/* Once, before anything else here. */
void use_best_vectors(void);

/* baseline, avx2 or avx512; false where this machine has it not. */
bool use_vectors_named(const char *name);

#endif
