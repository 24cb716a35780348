/* The openings of a root and their bounds, without a matrix. */

#include "root_guesses.h"
#include "weighted_bounds.h"

#include <stdlib.h>
#include <string.h>

enum {
    FEW_SECRETS = 1000, /* beam: for fewer, counting is faster than looking for a lower image */
    /* Bytes of a matrix's table, a limit on memory; if it would be larger, openings are tried one by one,
       too. */
    LARGEST_TABLE = 1 << 29,
};

uint32_t bound_guesses(Worker *worker, const Root *root, Candidate **out, int64_t *least)
{
    const Search *search = worker->search;
    const Game *game = search->game;
    const int64_t *after = least_prices(worker, root->depth + 1);
    const int64_t now = price(search, root->depth + 1);
    const int last = game->feedbacks - 1;
    uint32_t *rising = allocate(&worker->arena, root->n * sizeof *rising);
    memcpy(rising, root->secrets, root->n * sizeof *rising);
    if (search->weights)
        qsort(rising, root->n, sizeof *rising, compare_numbers);
    CandidateGuesses useful = find_candidates(game, rising, root->n);
    const bool beamed = is_beamed(search, root->n) && !root->openings;
    const bool sifts = root->symmetry && !root->openings && !(beamed && root->n < FEW_SECRETS);
    const int64_t *estimates = search->beam.on ? beam_estimates(search, root->depth + 1) : NULL;
    BeamGuesses beam = beamed ? make_beam_guesses(worker, root->depth) : (BeamGuesses){NULL, 0, 0};
    Candidate *candidates = *out =
        allocate(&worker->arena, ((size_t)(beamed ? beam.width : game->all.count) + 1) * sizeof *candidates);
    Mark from = mark(&worker->arena);
    const ComparedSecrets secrets = prepare_secrets(&worker->arena, game, root->secrets, root->n);
    uint32_t (*sizes)[BLOCK] = allocate(&worker->arena, (size_t)game->feedbacks * sizeof *sizes);
    Weighing bounding = {NULL, NULL, 0}, estimating = bounding;
    if (search->weights)
        bounding = prepare_weighing(worker, root->secrets, root->n, after, now);
    if (search->weights && beamed)
        estimating = prepare_estimates(worker, root->secrets, root->n, root->depth);
    const Codes codes =
        search->weights ? make_code_columns(&worker->arena, game, root->secrets, root->n) : (Codes){0};
    uint8_t *row = allocate(&worker->arena, codes.stride), cells;
    uint32_t count = 0, next = 0;
    worker->scanned++;
    *least = INFINITE;
    FeedbackList listed = {0};
    for (size_t block = 0; block < game->all.stride; block += BLOCK) {
        uint64_t wanted = root->openings ? 0 : find_candidates_in_block(&useful, block);
        for (; next < root->opening_count && root->openings[next] < block + BLOCK; next++)
            wanted |= (uint64_t)1 << (root->openings[next] - block);
        for (uint64_t left = sifts ? wanted : 0; left; left &= left - 1)
            if (!is_representative(game, root->symmetry, (uint32_t)block + (uint32_t)__builtin_ctzll(left)))
                wanted &= ~(left & -left);
        for (uint64_t left = is_hard(game) && root->past ? wanted : 0; left; left &= left - 1)
            if (!is_allowed(game, root->past, root->secrets[0], (uint32_t)block + (uint32_t)__builtin_ctzll(left)))
                wanted &= ~(left & -left);
        if (!wanted)
            continue;
        check_stop(&worker->arena);
        if (!search->weights)
            count_cells(game, &game->all, block, &secrets, sizes, &listed);
        for (; wanted; wanted &= wanted - 1) {
            const uint32_t lane = (uint32_t)__builtin_ctzll(wanted), rank = (uint32_t)block + lane;
            int64_t bound = search->weights ? 0 : multiply(sizes[last][lane], now);
            if (search->weights) {
                compute_row(game, rank, &codes, row);
                bound = bound_weighed(search, &bounding, row, &cells);
            }
            for (int i = 0; i < listed.count - 1; i++) {
                const uint32_t size = sizes[listed.feedback[i]][lane];
                bound += root->n > 1 && size == root->n ? INFINITE : after[size];
            }
            if (bound >= INFINITE)
                continue;
            *least = bound < *least ? bound : *least;
            if (beamed) {
                int64_t estimate = multiply(sizes[last][lane], multiply(ESTIMATE_UNIT, now));
                if (search->weights)
                    estimate = estimate_weighed(search, &estimating, row);
                for (int i = 0; i < listed.count - 1; i++)
                    estimate += estimates[sizes[listed.feedback[i]][lane]];
                if (enters_beam(&beam, estimate) && is_worth_trying(game, &useful.shown, root->symmetry, rank))
                    insert_beam_guess(&beam, (BeamGuess){estimate, bound, rank});
            } else
                candidates[count++] = (Candidate){bound, rank};
        }
    }
    release(&worker->arena, from);
    for (uint32_t i = 0; i < beam.count; i++)
        candidates[i] = (Candidate){beam.guesses[i].bound, beam.guesses[i].guess};
    return beamed ? beam.count : count;
}

uint32_t find_separating_rank(Worker *worker, const uint32_t *secrets, uint32_t n)
{
    const Game *game = worker->search->game;
    for (uint32_t i = 0; i < n; i++) {
        FeedbackSet seen = {{0}};
        uint32_t other = 0;
        while (other < n && add_feedback(&seen, (unsigned)compute_feedback(game, secrets[i], secrets[other])))
            other++;
        if (other == n)
            return secrets[i];
    }
    return NONE;
}

bool fits_matrix(const Search *search, uint32_t n)
{
    return (uint64_t)n * search->game->all.count < LARGEST_TABLE;
}
