/* The beam: of a set of many secrets, only the guesses of least estimate are tried. */

#ifndef MMTREE_BEAM_H
#define MMTREE_BEAM_H

#include "guess_bounds.h"
#include "symmetry.h"

enum { ESTIMATE_UNIT = 16 }; /* to a price */

/* A guess by rank, or within a set by position, and what it is thought to cost. */
typedef struct { int64_t estimate, bound; uint32_t guess; } Likely;

/* The guesses of least estimate that were offered, in the order of estimate and guess. */
typedef struct { Likely *likely; uint32_t count, width; } Beamed;

/* Room for as many as are tried on a set after so many guesses. */
Beamed make_beamed(Worker *worker, uint32_t depth);

/* Whether a guess of that estimate would be kept; those offered before are of lower rank. */
static inline bool would_keep(const Beamed *beamed, int64_t estimate)
{
    return estimate < INFINITE &&
           (beamed->count < beamed->width || estimate < beamed->likely[beamed->count - 1].estimate);
}

void keep_likely(Beamed *beamed, Likely offered);

/* By guesses made: estimates of cells, [size + 1]. */
const int64_t *estimates_after(const Search *search, uint32_t guesses);

/* The guesses of a frame to be tried on a set that was scanned, by position. */
Beamed choose_likely(Worker *worker, Set set, const Scan *scan, const Shown *shown, const Symmetry *symmetry);

/* What is wrong with widths and estimates, or NULL. */
const char *check_beam(const Search *search);

/* Fills in what follows from the estimates; false where memory is short. */
bool fill_beam(Search *search);

#endif
