/* One-step strategies: the guess with the best score over its cell sizes. */

#include "one_step.h"
#include "answers.h"
#include "root_guesses.h"

/* Adds one cell of each guess of a block to the scores, except for LARGEST_CELL. */
static inline void add_cells(const Choice *choice, const uint32_t *sizes, uint32_t *largest, int64_t *scores)
{
    for (int lane = 0; lane < BLOCK; lane++)
        largest[lane] = largest[lane] > sizes[lane] ? largest[lane] : sizes[lane];
    switch (choice->rule) {
    case LARGEST_CELL:
        break;
    case EXPECTED_SIZE:
        for (int lane = 0; lane < BLOCK; lane++)
            scores[lane] += (int64_t)((uint64_t)sizes[lane] * sizes[lane]);
        break;
    case MOST_CELLS:
        for (int lane = 0; lane < BLOCK; lane++)
            scores[lane] -= sizes[lane] != 0;
        break;
    default: /* without overflow, whatever the weights are */
        for (int lane = 0; lane < BLOCK; lane++)
            scores[lane] = (int64_t)((uint64_t)scores[lane] + (uint64_t)choice->weights[sizes[lane]]);
    }
}

uint32_t choose_guess(Worker *worker, const Choice *choice)
{
    const Game *game = worker->search->game;
    const uint32_t n = choice->n;
    if (n <= (uint32_t)game->feedbacks) { /* no score is better than with one secret in each cell */
        uint32_t guess = find_separating_rank(worker, choice->secrets, n);
        if (guess != NONE)
            return guess;
    }
    CandidateGuesses useful = find_candidates(game, choice->secrets, n);
    const ComparedSecrets secrets = prepare_secrets(&worker->arena, game, choice->secrets, n);
    uint32_t (*sizes)[BLOCK] = allocate(&worker->arena, (size_t)game->feedbacks * sizeof *sizes);
    int64_t best = INT64_MAX;
    uint32_t chosen = NONE, member = 0;
    bool consistent = false;
    FeedbackList listed = {0};
    for (size_t block = 0; block < game->all.stride; block += BLOCK) {
        uint64_t worth = find_candidates_in_block(&useful, block);
        for (uint64_t left = choice->symmetry ? worth : 0; left; left &= left - 1) {
            int lane = __builtin_ctzll(left);
            if (!is_representative(game, choice->symmetry, (uint32_t)block + (uint32_t)lane))
                worth &= ~((uint64_t)1 << lane);
        }
        if (!worth)
            continue;
        check_stop(&worker->arena);
        count_cells(game, &game->all, block, &secrets, sizes, &listed);
        int64_t scores[BLOCK] = {0};
        uint32_t largest[BLOCK] = {0};
        for (int i = 0; i < listed.count; i++)
            add_cells(choice, sizes[listed.feedback[i]], largest, scores);
        if (choice->rule == WEIGHTS)
            for (int lane = 0; lane < BLOCK; lane++)
                scores[lane] = (int64_t)((uint64_t)scores[lane] +
                                         (uint64_t)(game->feedbacks - listed.count) * (uint64_t)choice->weights[0]);
        for (uint64_t left = worth; left; left &= left - 1) {
            const int lane = __builtin_ctzll(left);
            const uint32_t rank = (uint32_t)block + (uint32_t)lane;
            if (largest[lane] == n)
                continue;
            int64_t score = choice->rule == LARGEST_CELL ? largest[lane] : scores[lane];
            if (score > best)
                continue;
            while (member < n && choice->secrets[member] < rank)
                member++;
            bool mine = member < n && choice->secrets[member] == rank;
            if (score < best || (mine && !consistent))
                best = score, chosen = rank, consistent = mine;
        }
    }
    return chosen;
}
