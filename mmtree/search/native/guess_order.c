/* The order in which guesses are tried. */

#include "guess_order.h"

#include <stdlib.h>
#include <string.h>

/* For sorting by bound, then by guess. */
static int compare_bounds(const void *first, const void *second)
{
    const Candidate *one = first, *two = second;
    if (one->bound != two->bound)
        return one->bound < two->bound ? -1 : 1;
    return one->guess < two->guess ? -1 : one->guess > two->guess;
}

/* The bound of an item that begins with a Candidate. */
static int64_t get_bound(const char *item)
{
    return ((const Candidate *)item)->bound;
}

void *sort_by_bound(Worker *worker, void *items, uint32_t count, size_t size)
{
    enum { RANGE = 1024 }; /* bounds in so small a range are counted, which takes no comparisons */
    const char *const first = items, *const end = first + count * size;
    int64_t least = count ? INFINITE : 0, most = 0;
    for (const char *item = first; item < end; item += size) {
        least = get_bound(item) < least ? get_bound(item) : least;
        most = get_bound(item) > most ? get_bound(item) : most;
    }
    if (most - least >= RANGE) {
        qsort(items, count, size, compare_bounds);
        return items;
    }
    uint32_t places[RANGE + 1]; /* start of the items of each bound */
    memset(places, 0, (size_t)(most - least + 2) * sizeof *places);
    for (const char *item = first; item < end; item += size)
        places[get_bound(item) - least + 1]++;
    for (int64_t i = 1; i <= most - least; i++)
        places[i] += places[i - 1];
    char *sorted = allocate(&worker->arena, count * size);
    for (const char *item = first; item < end; item += size)
        memcpy(sorted + places[get_bound(item) - least]++ * size, item, size);
    return sorted;
}

uint32_t list_guesses(Worker *worker, Set set, const Scan *scan, const ShownColors *shown, int64_t best,
                      BoundedGuess *waiting)
{
    const Search *search = worker->search;
    const FeedbackMatrix *matrix = set.matrix;
    int64_t end = best;
    const Excess excess = scan->excess;
    if (search->slack < INFINITE) {
        end = least_bound(worker, set, scan) + search->slack + 1;
        end = end < best ? end : best;
    }
    int64_t flat[2][MAX_FEEDBACKS + 1];
    uint8_t most[MAX_FEEDBACKS + 1] = {0}; /* by number of cells: 1 + the largest excess below the best */
    for (unsigned cells = 2; cells <= (unsigned)matrix->table.feedbacks; cells++) {
        for (int member = 0; member < 2; member++)
            flat[member][cells] = flat_bound(search, set.depth, set.n, cells, member);
        const int64_t lower = flat[1][cells] < flat[0][cells] ? flat[1][cells] : flat[0][cells];
        const int64_t room = lower < best ? (best - 1 - lower) / excess.gap + 1 : 0;
        most[cells] = (uint8_t)(room < 255 ? room : 255);
    }
    uint32_t count = 0, next = 0;
    for (uint32_t line = 0; line < matrix->count; line += 64) {
        uint64_t left = vectors->find_below(excess.sharp + line, scan->cells + line, most, matrix->table.feedbacks);
        for (; left; left &= left - 1) {
            const uint32_t guess = line + (uint32_t)__builtin_ctzll(left);
            if (guess >= matrix->count)
                break;
            while (next < set.n && matrix->position[set.members[next]] < guess)
                next++;
            const bool member = next < set.n && matrix->position[set.members[next]] == guess;
            const int64_t mine = flat[member][scan->cells[guess]];
            const int64_t sharp = sharp_bound(worker, set, scan, guess, mine, best);
            if (sharp >= best)
                continue;
            const int64_t bound = excess_bound(worker, set, &excess, guess, mine);
            if (bound < end && is_useful(search->game, shown, matrix->guesses[guess]))
                waiting[count++] = (BoundedGuess){{bound, guess}, sharp};
        }
    }
    return count;
}
