/* The beam: of a set of many secrets, only the guesses of least estimate are tried. */

#ifndef MMTREE_BEAM_H
#define MMTREE_BEAM_H

#include "guess_bounds.h"
#include "symmetry.h"

enum { ESTIMATE_UNIT = 16 }; /* to a price */

/* A guess by rank, or within a set by position, and what it is thought to cost. */
typedef struct { int64_t estimate, bound; uint32_t guess; } BeamGuess;

/* The guesses of least estimate that were offered, in the order of estimate and guess. */
typedef struct { BeamGuess *guesses; uint32_t count, width; } BeamGuesses;

/* Room for as many as are tried on a set after so many guesses. */
BeamGuesses make_beam_guesses(Worker *worker, uint32_t depth);

/* Whether a guess of that estimate would be kept; those offered before are of lower rank. */
static inline bool enters_beam(const BeamGuesses *chosen, int64_t estimate)
{
    return estimate < INFINITE &&
           (chosen->count < chosen->width || estimate < chosen->guesses[chosen->count - 1].estimate);
}

void insert_beam_guess(BeamGuesses *chosen, BeamGuess offered);

/* By guesses made: estimates of cells, [size + 1]. */
const int64_t *beam_estimates(const Search *search, uint32_t guesses);

/* The guesses of a frame to be tried on a set that was scanned, by position. */
BeamGuesses choose_beam_guesses(Worker *worker, Set set, const Scan *scan, const ShownColors *shown,
                                const Symmetry *symmetry);

/* What is wrong with widths and estimates, or NULL. */
const char *check_beam(const Search *search);

/* Fills in what follows from the estimates; false where memory is short. */
bool prepare_beam(Search *search);

#endif
