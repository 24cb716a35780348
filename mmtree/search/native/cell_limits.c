/* Limits of cells: how many cells a guess makes at most of the secrets with each feedback. */

#include "cell_limits.h"
#include "answers.h"
#include "symmetry.h"
#include "vectors.h"

#include <string.h>

/* Comparisons of two guesses with a secret; more take longer than most searches. */
#define MOST_COMPARISONS ((uint64_t)1 << 32)

/* Counts the cells of all pairs of guesses; of pairs that symmetry maps onto each other, of one. largest: of each
   feedback, the size of its largest cell. False if there are too many pairs. */
static bool count_pairs(Worker *worker, const Codes *secrets, uint8_t *most_cells, uint32_t *largest)
{
    const Game *game = worker->search->game;
    const Symmetry *whole = symmetry_of_history(&worker->arena, game, NULL, 0);
    uint8_t *first_row = allocate(&worker->arena, secrets->stride), *row = allocate(&worker->arena, secrets->stride);
    uint64_t comparisons = 0;
    for (uint32_t first = 0; first < game->all.count; first++) {
        if (whole && !is_representative(game, whole, first))
            continue;
        const Mark from = mark(&worker->arena);
        const Symmetry *left = symmetry_after(&worker->arena, game, whole, first);
        compute_row(game, first, secrets, first_row);
        uint32_t sizes[MAX_LIMITED];
        count_values(first_row, secrets->count, MAX_LIMITED, sizes);
        for (int value = 0; value < game->feedbacks; value++)
            largest[value] = sizes[value] > largest[value] ? sizes[value] : largest[value];
        for (uint32_t second = 0; second < game->all.count; second++) {
            if (left && !is_representative(game, left, second))
                continue;
            check_stop(&worker->arena);
            if ((comparisons += secrets->count) > MOST_COMPARISONS)
                return false;
            compute_row(game, second, secrets, row);
            uint64_t seen[MAX_LIMITED] = {0}; /* feedbacks of the second guess, as bits */
            for (uint32_t i = 0; i < secrets->count; i++)
                seen[first_row[i]] |= (uint64_t)1 << row[i];
            for (int value = 0; value < game->feedbacks; value++) {
                const uint8_t cells = (uint8_t)__builtin_popcountll(seen[value]);
                most_cells[value] = cells > most_cells[value] ? cells : most_cells[value];
            }
        }
        release(&worker->arena, from);
    }
    return true;
}

/* Counts the secrets that are found by one guess more: those that the guesses before find in the cells in which they
   find most. The right guess, if it is a secret of the set, is a cell of one secret, and each other cell has one or
   more; so it counts apart only if all feedbacks occur. */
static uint64_t count_found(const CellLimits *limits, int feedbacks, const uint32_t *largest, const uint64_t *before,
                            unsigned cells)
{
    uint64_t most[MAX_LIMITED], sum = cells >= (unsigned)feedbacks;
    unsigned count = 0;
    for (int value = 0; value < feedbacks - 1; value++) {
        uint64_t mine = before[limits->most_cells[value] < cells ? limits->most_cells[value] : cells];
        mine = mine < largest[value] ? mine : largest[value];
        unsigned i = count++;
        for (; i && most[i - 1] < mine; i--)
            most[i] = most[i - 1];
        most[i] = mine;
    }
    for (unsigned i = 0; i < count && i < cells; i++)
        sum += most[i];
    return sum;
}

void count_cell_limits(Worker *worker, CellLimits *limits)
{
    const Game *game = worker->search->game;
    if (limits->counted || game->kind != OF_CODES || game->hole >= 0 || game->feedbacks > MAX_LIMITED)
        return;
    const Mark from = mark(&worker->arena);
    const Codes secrets =
        game->secrets ? make_code_columns(&worker->arena, game, game->secrets, game->secret_count) : game->all;
    uint32_t largest[MAX_LIMITED] = {0};
    const bool few = count_pairs(worker, &secrets, limits->most_cells, largest);
    for (int value = 0; !few && value < game->feedbacks; value++)
        limits->most_cells[value] = (uint8_t)game->feedbacks, largest[value] = secrets.count;
    for (int guesses = 1; guesses < MAX_FOUND; guesses++)
        for (unsigned cells = 0; cells <= (unsigned)game->feedbacks; cells++)
            limits->found[guesses][cells] =
                guesses == 1 ? 1 : count_found(limits, game->feedbacks, largest, limits->found[guesses - 1], cells);
    limits->counted = true;
    release(&worker->arena, from);
}

void raise_by_limits(const Search *search, uint32_t guesses, unsigned cells, uint32_t n, int64_t *prices)
{
    const CellLimits *limits = search->limits;
    int more = 1;
    int64_t sum = 0;
    for (uint32_t size = 1; limits && size <= n; size++) {
        while (more < MAX_FOUND - 1 && size > limits->found[more][cells])
            more++;
        sum = cap(sum + price(search, guesses + (uint32_t)more));
        prices[size] = sum > prices[size] ? sum : prices[size];
    }
}
