/* Looking at all guesses for one set. */

#include "guess_bounds.h"

#include <string.h>

enum { CHUNK = 512 }; /* guesses scanned between two looks at the result */

int64_t exact_bound(Worker *worker, Set set, uint32_t guess)
{
    const Search *search = worker->search;
    const uint8_t *row = set.frame->rows + (size_t)guess * set.frame->n;
    const int64_t *least = least_prices(worker, set.depth + 1);
    uint32_t sizes[MAX_FEEDBACKS] = {0};
    const int last = search->game->feedbacks - 1;
    for (uint32_t at = 0; at < set.n; at++)
        sizes[row[set.members[at]]]++;
    int64_t bound = times(sizes[last], price(search, set.depth + 1));
    for (int value = 0; value < last; value++)
        bound += least[sizes[value]];
    return capped(bound);
}

/* [n + 1]: least prices of the cells of a set by size. None falls into more cells than the set itself does,
   by the guesses among its secrets and by all guesses. */
static void bound_cells(Worker *worker, Set set, const uint8_t *cells, unsigned most, int64_t *prices)
{
    const Search *search = worker->search;
    const int64_t *known = least_prices(worker, set.depth + 1);
    unsigned inside = 0;
    for (uint32_t at = 0; at < set.n; at++) {
        const unsigned mine = cells[set.frame->position[set.members[at]]];
        inside = mine > inside ? mine : inside;
    }
    for (uint32_t n = 0; n <= set.n; n++) {
        prices[n] = known[n];
        if (n < 3)
            continue;
        const int64_t own = flat_bound(search, set.depth + 1, n, inside < n ? inside : n, true);
        const int64_t loose = flat_bound(search, set.depth + 1, n, most < n ? most : n, false);
        const int64_t bound = own < loose ? own : loose;
        if (bound > known[n])
            prices[n] = bound;
    }
}

/* What the cells of each guess cost beyond the flat bound. */
static void count_excess(Worker *worker, Set set, const int64_t *prices, const uint8_t *sizes, Excess *excess)
{
    const Search *search = worker->search;
    const int64_t first = price(search, set.depth + 2), second = price(search, set.depth + 3),
                  third = price(search, set.depth + 4);
    uint8_t costs[128] = {0};
    excess->gap = third > second ? third - second : 1;
    for (uint32_t n = 2; n < 128; n++) {
        const int64_t flat = first + times(n - 1, second);
        const int64_t more = n <= set.n && prices[n] > flat ? (prices[n] - flat) / excess->gap : 0;
        costs[n] = more > costs[n - 1] ? (uint8_t)(more < 255 ? more : 255) : costs[n - 1];
    }
    const uint32_t after = (uint32_t)search->game->feedbacks - 1, levels = 1 + after + after * after;
    vectors->excess(&set.frame->table, sizes, costs, (uint8_t)(levels < 254 ? levels : 254), excess->over,
                    excess->sharp);
}

/* The least bound of any guess, with its excess. */
static int64_t least_sharp(Worker *worker, Set set, const Scan *scan)
{
    const Search *search = worker->search;
    const Frame *frame = set.frame;
    const Excess *excess = &scan->excess;
    uint8_t lowest[MAX_FEEDBACKS + 1]; /* excess of the guesses that make so many cells */
    memset(lowest, 255, sizeof lowest);
    for (uint32_t guess = 0; guess < frame->count; guess++)
        if (excess->sharp[guess] < lowest[scan->cells[guess]])
            lowest[scan->cells[guess]] = excess->sharp[guess];
    int64_t least = INFINITE;
    for (unsigned cells = 2; cells <= (unsigned)search->game->feedbacks; cells++) {
        const int64_t flat = flat_bound(search, set.depth, set.n, cells, false);
        const int64_t bound = lowest[cells] < 255 ? capped(flat + times(lowest[cells], excess->gap)) : INFINITE;
        least = bound < least ? bound : least;
    }
    for (uint32_t at = 0; at < set.n; at++) {
        const uint32_t guess = frame->position[set.members[at]];
        const int64_t flat = flat_bound(search, set.depth, set.n, scan->cells[guess], true);
        const int64_t bound = capped(flat + times(excess->sharp[guess], excess->gap));
        least = scan->cells[guess] > 1 && bound < least ? bound : least;
    }
    return least;
}

/* A set that may have cells beyond three levels. */
static void scan_large(Worker *worker, Set set, Scan *scan)
{
    const Table *table = &set.frame->table;
    scan->cells = take(worker, table->stride);
    scan->excess.over = take(worker, table->stride * sizeof *scan->excess.over);
    scan->excess.sharp = take(worker, table->stride);
    scan->prices = take(worker, ((size_t)set.n + 1) * sizeof *scan->prices);
    scan->likely = is_beamed(worker->search, set.n) ? take(worker, table->stride * sizeof *scan->likely) : NULL;
    const Mark from = mark(worker);
    uint8_t *sizes = take(worker, bytes_of_sizes(table));
    const uint8_t **columns = take(worker, set.n * sizeof *columns);
    for (uint32_t at = 0; at < set.n; at++)
        columns[at] = table->columns + table->stride * set.members[at];
    const unsigned most = vectors->sizes(table, columns, set.n, scan->cells, sizes);
    check_stop(worker);
    bound_cells(worker, set, scan->cells, most, scan->prices);
    count_excess(worker, set, scan->prices, sizes, &scan->excess);
    if (scan->likely)
        vectors->sum_costs(table, sizes, costs_after(worker->search, set.depth + 1), scan->likely);
    release(worker, from);
    scan->least = least_sharp(worker, set, scan);
}

int64_t least_bound(Worker *worker, Set set, const Scan *scan)
{
    const Search *search = worker->search;
    int64_t least = INFINITE;
    for (uint32_t guess = 0, next = 0; guess < set.frame->count; guess++) {
        const bool member = next < set.n && set.frame->position[set.members[next]] == guess;
        next += member;
        if (scan->cells[guess] < 2)
            continue;
        const int64_t flat = flat_bound(search, set.depth, set.n, scan->cells[guess], member);
        if (flat < least) {
            const int64_t bound = excess_bound(worker, set, &scan->excess, guess, flat);
            least = bound < least ? bound : least;
        }
    }
    return least;
}

uint32_t perfect(Set set)
{
    const Frame *frame = set.frame;
    for (uint32_t at = 0; at < set.n; at++) {
        const uint8_t *row = frame->rows + (size_t)frame->position[set.members[at]] * frame->n;
        uint64_t seen = 0;
        uint32_t other = 0;
        for (; other < set.n; other++) {
            uint64_t bit = (uint64_t)1 << row[set.members[other]];
            if (seen & bit)
                break;
            seen |= bit;
        }
        if (other == set.n)
            return frame->secrets[set.members[at]];
    }
    return NONE;
}

int64_t imperfect_price(Worker *worker, Set set)
{
    const Search *search = worker->search;
    const int64_t least = least_prices(worker, set.depth)[set.n];
    if (set.n > (uint32_t)search->game->feedbacks)
        return least;
    const int64_t loose = flat_bound(search, set.depth, set.n, set.n, false);
    const int64_t paired = flat_bound(search, set.depth, set.n, set.n - 1, true);
    const int64_t raised = loose < paired ? loose : paired;
    return raised > least ? raised : least;
}

/* A set of no more secrets than there are feedbacks. */
static void scan_small(Worker *worker, Set set, int64_t raised, Scan *scan)
{
    const Search *search = worker->search;
    const Frame *frame = set.frame;
    uint8_t *cells = scan->cells = take(worker, frame->table.stride);
    const bool alone = flat_bound(search, set.depth, set.n, set.n, false) <= raised;
    const bool paired = flat_bound(search, set.depth, set.n, set.n - 1, true) <= raised;
    unsigned most = 0;
    for (size_t from = 0; from < frame->table.stride; from += CHUNK) {
        check_stop(worker);
        size_t to = from + CHUNK < frame->table.stride ? from + CHUNK : frame->table.stride;
        unsigned top = vectors->scan(&frame->table, set.members, set.n, from, to, cells);
        if (top > most)
            most = top;
        if (alone && top == set.n) {
            uint32_t guess =
                (uint32_t)((uint8_t *)memchr(cells + from, (int)set.n, to - from) - cells);
            for (uint32_t at = 0; paired && at < set.n; at++) {
                uint32_t member = frame->position[set.members[at]];
                if (member < guess && cells[member] == set.n - 1)
                    guess = member;
            }
            scan->least = raised, scan->settled = true, scan->guess = guess;
            return;
        }
    }
    scan->least = flat_bound(search, set.depth, set.n, most, false);
    for (uint32_t at = 0; at < set.n; at++) {
        const unsigned mine = cells[frame->position[set.members[at]]];
        const int64_t bound = flat_bound(search, set.depth, set.n, mine, true);
        if (bound < scan->least)
            scan->least = bound;
    }
}

void scan_set(Worker *worker, Set set, int64_t raised, Scan *scan)
{
    check_stop(worker);
    worker->scanned++;
    scan->settled = false;
    if (set.n > (uint32_t)worker->search->game->feedbacks)
        scan_large(worker, set, scan);
    else
        scan_small(worker, set, raised, scan);
}
