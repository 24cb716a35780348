/* The search of a root by its openings. */

#pragma once

#include "root_guesses.h"
#include "split.h"

/* An opening, its cells and the guesses to try on each. */
typedef struct {
    const Root *root;
    uint32_t guess;
    const Symmetry *left;
    Past past; /* ends with it */
    Split split;
    Candidate **candidates; /* [feedbacks], for open cells */
    uint32_t *counts;
} Opening;

/* Splits the root by an opening and bounds its cells, until the bound reaches the limit. */
void split_opening(Worker *worker, const Root *root, Candidate candidate, const Codes *secrets, int64_t limit,
                   Opening *opening);

/* Searches the cells of an opening until its bound reaches the limit or all prices are known. Appends plans. */
void raise_opening(Worker *worker, Opening *opening, int64_t limit);

/* Records the openings from number `from` on as progress. */
void record_openings(Search *search, const Candidate *openings, uint32_t from, uint32_t count);

/* Returns the least price of the root if it is below the search's limit, with the plan appended to the
   worker's, or the limit. */
int64_t search_root(Worker *worker, const Root *root);
