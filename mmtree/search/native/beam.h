/* Beam search: on large sets, only the guesses of least estimate are tried. */

#ifndef MMTREE_BEAM_H
#define MMTREE_BEAM_H

#include "guess_bounds.h"
#include "symmetry.h"

enum { ESTIMATE_UNIT = 16 }; /* estimates per price */

/* A guess (a rank or, within a set, a position), its estimated price and its lower bound. */
typedef struct { int64_t estimate, bound; uint32_t guess; } BeamGuess;

/* The `width` guesses of least estimate among those inserted, sorted by estimate, then by guess. */
typedef struct { BeamGuess *guesses; uint32_t count, width; } BeamGuesses;

/* An empty list with room for the guesses that are tried after `depth` guesses. */
BeamGuesses make_beam_guesses(Worker *worker, uint32_t depth);

/* Whether a guess of this estimate would be inserted. Guesses must be offered in rising order. */
static inline bool enters_beam(const BeamGuesses *chosen, int64_t estimate)
{
    return estimate < INFINITE &&
           (chosen->count < chosen->width || estimate < chosen->guesses[chosen->count - 1].estimate);
}

/* Inserts a guess in its place; the last one drops out of a full list. */
void insert_beam_guess(BeamGuesses *chosen, BeamGuess offered);

/* [size + 1]: estimate of a cell by its size, after so many guesses. */
const int64_t *beam_estimates(const Search *search, uint32_t guesses);

/* Chooses the guesses, by position, to be tried on a set that was scanned. */
BeamGuesses choose_beam_guesses(Worker *worker, Set set, const Scan *scan, const ShownColors *shown,
                                const Symmetry *symmetry);

/* Returns NULL, or an error message if widths or estimates are wrong. */
const char *check_beam(const Search *search);

/* Computes the costs from the estimates; false if memory is short. */
bool prepare_beam(Search *search);

#endif
