/* The root of a search, all secrets it was called with, and its guesses: the openings. */

#pragma once

#include "allowed_guesses.h"
#include "guess_order.h"
#include "symmetry.h"

typedef struct {
    const uint32_t *secrets;
    uint32_t n, depth;
    const uint32_t *openings; /* guesses to try (ranks, rising); NULL: all */
    uint32_t opening_count;
    const Symmetry *symmetry; /* or NULL */
    /* whole set of a cached matrix, in which the openings are tried; NULL: search_root() decides */
    const Set *whole_set;
    const Past *past;         /* the guesses before */
    bool inner;               /* a cell too large for a matrix, as only beam searches have */
} Root;

/* Lists the guesses worth trying on a root with their bounds, without a matrix; in a beam, those of
   least estimate in their order. Sets *least to the least bound of any guess. */
uint32_t bound_guesses(Worker *worker, const Root *root, Candidate **out, int64_t *least);

/* Whether the table of a set's matrix is small enough. */
bool fits_matrix(const Search *search, uint32_t n);

/* find_separating_secret() for secrets given by rank, without a matrix. */
uint32_t find_separating_rank(Worker *worker, const uint32_t *secrets, uint32_t n);
