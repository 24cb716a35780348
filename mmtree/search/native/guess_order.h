/* The guesses to try and their order: by bound, then by rank; or in a beam search, on large sets only the guesses of
   least estimate. */

#pragma once

#include "guess_bounds.h"
#include "symmetry.h"

/* Sorts candidates, or structs that begin with one, that are given by rising guess. Returns the sorted
   items, in place or from the arena. */
void *sort_by_bound(Worker *worker, void *items, uint32_t count, size_t size);

/* A guess that may be tried (a position), and a sharper bound that only prunes. */
typedef struct { Candidate candidate; int64_t sharp; } BoundedGuess;

/* Lists the guesses that may cost less than the best, by rank, from the sizes of their cells; `waiting` has
   room for all guesses. Returns how many. */
uint32_t list_guesses(Worker *worker, Set set, const Scan *scan, const ShownColors *shown, int64_t best,
                      BoundedGuess *waiting);

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

/* Chooses the guesses, by position, to be tried on a set that was scanned. */
BeamGuesses choose_beam_guesses(Worker *worker, Set set, const Scan *scan, const ShownColors *shown,
                                const Symmetry *symmetry);

/* Returns NULL, or an error message if widths or estimates are wrong. */
const char *check_beam(const Search *search);
