/* Hard play: the guesses that an answer leaves allowed. A guess must have each colour that was right in its place, and
   each colour of an earlier guess as often as that guess and the secret both have it. So the answer itself is not
   needed: any secret that gives it will do. Of the allowed guesses, only those that split a set matter for it and for
   each part of it. A set is searched in a matrix of these, so that no other guess is counted or tried; bounds from the
   matrix of the set around it hold, since that has all of them. */

#pragma once

#include "feedback_matrix.h"
#include "search.h"

/* What the guesses after an answer must have: colours in places, and anywhere as often as `least`. */
typedef struct {
    int places, kinds;
    uint8_t place[MAX_PEGS], least[MAX_PEGS];
    uint16_t right[MAX_PEGS], found[MAX_PEGS];
} Hints;

/* The hints of the answer that a secret gives to a guess. */
Hints make_hints(const Game *game, uint32_t guess, uint32_t secret);

/* Whether a guess uses hints. */
bool uses_hints(const Game *game, const Hints *hints, uint32_t guess);

/* A guess of the past, and those before it; NULL: none. */
typedef struct Past { uint32_t guess; const struct Past *before; } Past;

/* Whether a guess is allowed after the past, given one of the secrets left. */
bool is_allowed(const Game *game, const Past *past, uint32_t secret, uint32_t guess);

/* Makes the matrix of a set with the guesses of its matrix that split it and use the hints of a guess (a rank), and
   returns all of it as a subproblem. Memory is from the arena. */
Set keep_allowed(Worker *worker, Set set, uint32_t guess);

/* keep_allowed() for all guesses of the past, in hard play; else the set itself. */
Set keep_allowed_after(Worker *worker, Set set, const Past *past);
