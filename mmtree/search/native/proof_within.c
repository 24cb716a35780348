/* Certificates that no tree finds all secrets within the guesses allowed. No prices are needed: a record lists the
   guesses that counting does not refute, in the way of feasibility.c, each with one cell that has no tree within the
   guesses left. The other cells need no record, and the checker counts the other guesses itself.

   Compared with certificates that raise the bounds of prices (proof.c) without end, in processor seconds with AVX2:
   5p6c within 5 guesses takes 0.53 instead of 17.3 (0.03), and 1714 instead of 18526 bytes; 4p7c within 5 guesses
   takes 0.062 instead of 0.164 (0.38), and 609 instead of 1467 bytes. */

#include "proof_within.h"

#include <stdlib.h>
#include <string.h>

enum {
    MIN_LISTED = 4, /* guesses left from which on a record may have to list guesses */
    /* Up to so many guesses are left to the checker instead of generators that map them to others. */
    MAX_REPEATED = 64,
    /* Guesses tried on each set to find out soon that a cell has a tree. */
    TRIES = 4,
};

static bool prove_set_within(Worker *worker, Proof *proof, const Root *root, uint32_t left);

/* Proves that a cell has no tree, if there is none. */
static bool prove_cell_within(Worker *worker, Proof *proof, const Root *cell, int value, uint32_t left)
{
    const size_t start = proof->bytes.size, base = worker->plan_length;
    const uint64_t records = proof->records;
    if (find_tree_within(worker, &proof->capacity, cell->secrets, cell->n, left, left < MIN_LISTED ? 0 : TRIES,
                         cell->symmetry)) {
        worker->plan_length = base;
        return false;
    }
    append_number(worker, proof, (uint64_t)value + 1);
    append_number(worker, proof, 0); /* the bound is none */
    append_number(worker, proof, 0); /* the record follows */
    if (prove_set_within(worker, proof, cell, left))
        return true;
    proof->bytes.size = start;
    proof->records = records;
    return false;
}

/* Lists a guess with the largest of its cells that has no tree. Returns whether there is one. */
static bool prove_guess_within(Worker *worker, Proof *proof, const Root *root, const Codes *secrets, uint32_t guess,
                               uint32_t left, int64_t *before)
{
    const Game *game = worker->search->game;
    const Mark from = mark(&worker->arena);
    const SortedCells cells = sort_cells(&worker->arena, game, guess, secrets, root->secrets);
    const Symmetry *after = symmetry_after(&worker->arena, game, root->symmetry, guess);
    append_guess(worker, proof, guess, before);
    bool found = false;
    for (int value; !found && (value = find_largest_cell(game, &cells)) >= 0; cells.sizes[value] = 0) {
        const Root cell = {.secrets = get_cell(&cells, value), .n = cells.sizes[value],
                           .depth = root->depth + 1, .symmetry = after};
        found = prove_cell_within(worker, proof, &cell, value, left - 1);
    }
    append_number(worker, proof, 0);
    release(&worker->arena, from);
    return found;
}

/* Writes the record of a set that has no tree within `left` guesses. Returns false, after part of a record, if it
   has one. */
static bool prove_set_within(Worker *worker, Proof *proof, const Root *root, uint32_t left)
{
    const Game *game = worker->search->game;
    const Mark from = mark(&worker->arena);
    uint32_t *guesses = allocate(&worker->arena, game->all.count * sizeof *guesses);
    uint32_t count = root->opening_count, others = 0;
    if (root->openings)
        memcpy(guesses, root->openings, count * sizeof *guesses);
    else
        count = list_unrefuted_guesses(worker, &proof->capacity, root->secrets, root->n, left, root->symmetry,
                                       guesses, &others);
    qsort(guesses, count, sizeof *guesses, compare_numbers);
    begin_record(worker, proof, others > MAX_REPEATED || (others && count) ? root->symmetry : NULL);
    const Codes secrets = make_code_columns(&worker->arena, game, root->secrets, root->n);
    int64_t before = -1;
    bool proved = true;
    for (uint32_t i = 0; i < count && proved; i++) {
        if (!root->depth)
            record_opening(worker->search, i, count);
        proved = prove_guess_within(worker, proof, root, &secrets, guesses[i], left, &before);
    }
    append_number(worker, proof, 0);
    proof->records++;
    release(&worker->arena, from);
    return proved;
}

void prove_root_within(Worker *worker, const Root *root, Proof *proof)
{
    const uint32_t left = (uint32_t)worker->search->price_count - root->depth;
    const bool found = left < MIN_LISTED && find_tree_within(worker, &proof->capacity, root->secrets, root->n, left, 0,
                                                             root->symmetry);
    if (found || !prove_set_within(worker, proof, root, left))
        fail_with(&worker->arena, UNPROVED);
}
