/* Bounds of all guesses on a small set, by the number of their cells. */

#include "guess_bounds.h"

#include <string.h>

/* Guesses scanned before the result is looked at; 256 or 1024 change less than 1 %. */
enum { CHUNK = 512 };

/* Whether the members of a set have different feedbacks in a row. */
static bool all_differ(Set set, const uint8_t *row)
{
    if (set.matrix->table.feedbacks > 64) {
        FeedbackSet seen = {{0}};
        for (uint32_t i = 0; i < set.n; i++)
            if (!add_feedback(&seen, row[set.members[i]]))
                return false;
        return true;
    }
    uint64_t seen = 0;
    for (uint32_t i = 0; i < set.n; i++) {
        const uint64_t bit = (uint64_t)1 << row[set.members[i]];
        if (seen & bit)
            return false;
        seen |= bit;
    }
    return true;
}

uint32_t find_separating_secret(Set set)
{
    const FeedbackMatrix *matrix = set.matrix;
    for (uint32_t i = 0; i < set.n; i++)
        if (all_differ(set, matrix->rows + (size_t)matrix->position[set.members[i]] * matrix->n))
            return matrix->secrets[set.members[i]];
    return NONE;
}

int64_t bound_inseparable_set(Worker *worker, Set set)
{
    const Search *search = worker->search;
    const int64_t least = least_prices(worker, set.depth)[set.n];
    if (set.n > (uint32_t)search->game->feedbacks)
        return least;
    const int64_t outside_bound =
        search->game->consistent ? INFINITE : flat_bound(search, set.depth, set.n, set.n, false);
    const int64_t may_pair = flat_bound(search, set.depth, set.n, set.n - 1, true);
    const int64_t raised = outside_bound < may_pair ? outside_bound : may_pair;
    return raised > least ? raised : least;
}

/* Bounds the members of a small set, if only they are guesses. */
static void scan_small_consistent(Worker *worker, Set set, int64_t raised, Scan *scan)
{
    const FeedbackMatrix *matrix = set.matrix;
    memset(scan->cells, 0, matrix->table.stride);
    scan->least = INFINITE;
    for (uint32_t i = 0; i < set.n; i++) {
        const uint32_t guess = matrix->position[set.members[i]];
        const uint8_t *row = matrix->rows + (size_t)guess * matrix->n;
        FeedbackSet seen = {{0}};
        unsigned mine = 0;
        for (uint32_t other = 0; other < set.n; other++)
            mine += add_feedback(&seen, row[set.members[other]]);
        scan->cells[guess] = (uint8_t)mine;
        const int64_t bound = flat_bound(worker->search, set.depth, set.n, mine, true);
        scan->least = bound < scan->least ? bound : scan->least;
        if (mine == set.n - 1 && bound <= raised) {
            scan->least = raised, scan->solved = true, scan->guess = guess;
            return;
        }
    }
}

/* The fewest cells of a guess on a small set whose bound may be below a limit; 0 if it does not pay to leave out
   guesses of fewer. */
static uint32_t find_needed_cells(const Search *search, Set set, int64_t limit)
{
    if (search->game->feedbacks <= MAX_PLANE_FEEDBACKS)
        return 0;
    uint32_t needed = set.n;
    while (needed > 2 && flat_bound(search, set.depth, set.n, needed - 1, true) < limit)
        needed--;
    return needed;
}

/* Bounds all guesses on a small set. */
void scan_small(Worker *worker, Set set, int64_t raised, int64_t limit, Scan *scan)
{
    const Search *search = worker->search;
    const FeedbackMatrix *matrix = set.matrix;
    uint8_t *cells = scan->cells = allocate(worker, matrix->table.stride);
    if (search->game->consistent) {
        scan_small_consistent(worker, set, raised, scan);
        return;
    }
    const bool may_separate = flat_bound(search, set.depth, set.n, set.n, false) <= raised;
    const bool may_pair = flat_bound(search, set.depth, set.n, set.n - 1, true) <= raised;
    const uint32_t needed = find_needed_cells(search, set, limit > raised ? limit : raised + 1);
    unsigned most = needed ? needed - 1 : 0;
    for (size_t from = 0; from < matrix->table.stride; from += CHUNK) {
        check_stop(worker);
        size_t to = from + CHUNK < matrix->table.stride ? from + CHUNK : matrix->table.stride;
        unsigned top = vectors->count_distinct(&matrix->table, set.members, set.n, needed, from, to, cells);
        if (top > most)
            most = top;
        if (may_separate && top == set.n) {
            uint32_t guess =
                (uint32_t)((uint8_t *)memchr(cells + from, (int)set.n, to - from) - cells);
            for (uint32_t i = 0; may_pair && i < set.n; i++) {
                uint32_t member = matrix->position[set.members[i]];
                if (member < guess && cells[member] == set.n - 1)
                    guess = member;
            }
            scan->least = raised, scan->solved = true, scan->guess = guess;
            return;
        }
    }
    scan->least = flat_bound(search, set.depth, set.n, most, false);
    for (uint32_t i = 0; i < set.n; i++) {
        const unsigned mine = cells[matrix->position[set.members[i]]];
        const int64_t bound = flat_bound(search, set.depth, set.n, mine < needed ? needed - 1 : mine, true);
        if (bound < scan->least)
            scan->least = bound;
    }
}
