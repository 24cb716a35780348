/* Feedback of guesses with secrets: computed from their codes, or looked up in the table of a game. Only this
   file knows which. Guesses and secrets are given by rank, feedbacks as places. */

#pragma once

#include "game.h"

/* The feedback of one guess with one secret. */
int compute_feedback(const Game *game, uint32_t guess, uint32_t secret);

/* The feedback of some guesses with one secret, and of one guess with some secrets; both fill in the stride of
   the codes. The bytes beyond their number are undefined. */
void compute_column(const Game *game, const Codes *guesses, uint32_t secret, uint8_t *column);
void compute_row(const Game *game, uint32_t guess, const Codes *secrets, uint8_t *row);

/* Some feedbacks, as bits. */
typedef struct { uint64_t bits[4]; } FeedbackSet;

/* Adds a feedback; false if it was there. */
static inline bool add_feedback(FeedbackSet *set, unsigned feedback)
{
    const uint64_t bit = (uint64_t)1 << feedback % 64, before = set->bits[feedback / 64];
    set->bits[feedback / 64] |= bit;
    return !(before & bit);
}

/* Secrets that are ready to be compared with blocks of guesses. */
typedef struct {
    uint32_t n;
    const Code *code;              /* [n]: copies, in sequence; NULL for a game given by a table: */
    const uint8_t *const *columns; /* [n]: get_answers() */
} ComparedSecrets;

/* From the arena. */
ComparedSecrets prepare_secrets(Arena *arena, const Game *game, const uint32_t *ranks, uint32_t n);

/* Some feedbacks, rising; that of the right guess is the last. */
typedef struct { int count; uint8_t feedback[MAX_FEEDBACKS]; } FeedbackList;

/* Counts the cell sizes of a block of guesses, [feedbacks][BLOCK]; `block` is the first guess. Those beyond the
   number of guesses are undefined. Lists the feedbacks that may occur, and that of the right guess in any case: of
   many feedbacks, few occur for a small set, and the sizes of the others are undefined. `listed` is empty at first
   or the list of another block. */
void count_cells(const Game *game, const Codes *guesses, size_t block, const ComparedSecrets *secrets,
                 uint32_t (*sizes)[BLOCK], FeedbackList *listed);
