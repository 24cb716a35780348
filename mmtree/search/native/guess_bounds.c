/* Bounds of all guesses on a set. */

#include "guess_bounds.h"

#include <string.h>

enum {
    CHUNK = 512, /* guesses of a small set scanned before the result is looked at; 256 or 1024 change less than 1 % */
    /* Sets of so many secrets get wide excesses, except in a beam, which does not prune by them. With AVX2, the
       seconds for the cell of 1450 secrets of 5p8c, opened AABBC, grow by 1.16 without them and by 1.27 from 200
       on (medians of three, in turn). */
    WIDE_SET = 400,
};

int64_t sum_cells(Worker *worker, Set set, uint32_t guess, const int64_t *prices, int64_t right)
{
    const int last = worker->search->game->feedbacks - 1;
    uint32_t sizes[MAX_FEEDBACKS];
    const Mark from = mark(&worker->arena);
    count_values(list_feedbacks(&worker->arena, worker->search->game, set, guess), set.n, last + 1, sizes);
    release(&worker->arena, from);
    int64_t sum = multiply(sizes[last], right);
    for (int value = 0; value < last; value++)
        sum += prices[sizes[value]];
    return cap(sum);
}

int64_t exact_bound(Worker *worker, Set set, uint32_t guess)
{
    return sum_cells(worker, set, guess, least_prices(worker, set.depth + 1),
                     price(worker->search, set.depth + 1));
}

/* Fills in [n + 1]: lower bounds of the cells of a set by size. No guess makes more cells of a cell than
   the most it makes of the set; secrets of the set and other guesses are bounded separately. */
static void bound_cells(Worker *worker, Set set, const uint8_t *cells, unsigned most, int64_t *prices)
{
    const Search *search = worker->search;
    const int64_t *known = least_prices(worker, set.depth + 1);
    unsigned inside = 0;
    for (uint32_t i = 0; i < set.n; i++) {
        const unsigned mine = cells[set.matrix->position[set.members[i]]];
        inside = mine > inside ? mine : inside;
    }
    for (uint32_t n = 0; n <= set.n; n++) {
        prices[n] = known[n];
        if (n < 3)
            continue;
        const int64_t inside_bound = flat_bound(search, set.depth + 1, n, inside < n ? inside : n, true);
        const int64_t outside_bound = search->game->consistent
                                          ? INFINITE
                                          : flat_bound(search, set.depth + 1, n, most < n ? most : n, false);
        const int64_t bound = inside_bound < outside_bound ? inside_bound : outside_bound;
        if (bound > known[n])
            prices[n] = bound;
    }
}

/* Counts the excess of all guesses over their flat bounds. */
static void count_excess(Worker *worker, Set set, const int64_t *prices, const uint8_t *sizes, Excess *excess)
{
    const Search *search = worker->search;
    const int64_t first = price(search, set.depth + 2), second = price(search, set.depth + 3),
                  third = price(search, set.depth + 4);
    uint16_t costs[256] = {0};
    uint8_t low_costs[128] = {0};
    excess->gap = third > second ? third - second : 1;
    for (uint32_t n = 2; n < 256; n++) {
        const int64_t flat = first + multiply(n - 1, second);
        const int64_t more = n <= set.n && prices[n] > flat ? (prices[n] - flat) / excess->gap : 0;
        costs[n] = more > costs[n - 1] ? (uint16_t)(more < UINT16_MAX ? more : UINT16_MAX) : costs[n - 1];
        if (n < 128)
            low_costs[n] = (uint8_t)(costs[n] < 255 ? costs[n] : 255);
    }
    const uint32_t after = (uint32_t)search->game->feedbacks - 1, levels = 1 + after + after * after;
    vectors->sum_excess(&set.matrix->table, sizes, low_costs, (uint8_t)(levels < 254 ? levels : 254),
                        excess->over, excess->sharp);
    if (excess->wide)
        vectors->sum_costs(&set.matrix->table, sizes, costs, excess->wide);
}

int64_t sharp_bound(Worker *worker, Set set, const Scan *scan, uint32_t guess, int64_t flat, int64_t limit)
{
    const Excess *excess = &scan->excess;
    if (!excess->wide)
        return cap(flat + multiply(excess->sharp[guess], excess->gap));
    const uint32_t wide = excess->wide[guess];
    const int64_t bound = cap(flat + multiply(wide % SATURATED, excess->gap));
    if (wide < SATURATED || bound >= limit)
        return bound;
    const int64_t sum = sum_cells(worker, set, guess, scan->prices, price(worker->search, set.depth + 1));
    return sum > bound ? sum : bound;
}

/* The least bound of any guess on a large set: sharp_bound() or exact_bound(). */
static int64_t find_least(Worker *worker, Set set, const Scan *scan, bool sharp)
{
    int64_t least = INFINITE;
    for (uint32_t guess = 0, next = 0; guess < set.matrix->count; guess++) {
        const bool member = pass_member(set, guess, &next);
        if (scan->cells[guess] < 2)
            continue;
        const int64_t flat = flat_bound(worker->search, set.depth, set.n, scan->cells[guess], member);
        if (flat < least) {
            const int64_t bound = sharp ? sharp_bound(worker, set, scan, guess, flat, least)
                                        : excess_bound(worker, set, &scan->excess, guess, flat);
            least = bound < least ? bound : least;
        }
    }
    return least;
}

int64_t least_bound(Worker *worker, Set set, const Scan *scan) { return find_least(worker, set, scan, false); }

/* The least sharp bound of any guess on a set without wide excesses. */
static int64_t find_least_sharp(Worker *worker, Set set, const Scan *scan)
{
    const Search *search = worker->search;
    const FeedbackMatrix *matrix = set.matrix;
    const Excess *excess = &scan->excess;
    uint8_t lowest[MAX_FEEDBACKS + 1]; /* [cells]: least excess of the guesses with so many cells */
    memset(lowest, 255, sizeof lowest);
    for (uint32_t guess = 0; guess < matrix->count; guess++)
        if (excess->sharp[guess] < lowest[scan->cells[guess]])
            lowest[scan->cells[guess]] = excess->sharp[guess];
    int64_t least = INFINITE;
    for (unsigned cells = 2; cells <= (unsigned)search->game->feedbacks; cells++) {
        const int64_t flat = flat_bound(search, set.depth, set.n, cells, false);
        const int64_t bound =
            lowest[cells] < 255 ? cap(flat + multiply(lowest[cells], excess->gap)) : INFINITE;
        least = bound < least ? bound : least;
    }
    for (uint32_t i = 0; i < set.n; i++) {
        const uint32_t guess = matrix->position[set.members[i]];
        const int64_t flat = flat_bound(search, set.depth, set.n, scan->cells[guess], true);
        const int64_t bound = cap(flat + multiply(excess->sharp[guess], excess->gap));
        least = scan->cells[guess] > 1 && bound < least ? bound : least;
    }
    return least;
}

/* If only members are guesses for a set: sets the number of cells of the others to 0. */
static void keep_members(Worker *worker, Set set, uint8_t *cells)
{
    if (!worker->search->game->consistent)
        return;
    uint32_t next = 0;
    for (uint32_t i = 0; i < set.n; i++) {
        const uint32_t guess = set.matrix->position[set.members[i]];
        memset(cells + next, 0, guess - next);
        next = guess + 1;
    }
    memset(cells + next, 0, set.matrix->table.stride - next);
}

void scan_sizes(Worker *worker, Set set, Scan *scan)
{
    scan->solved = false;
    const FeedbackTable *table = &set.matrix->table;
    scan->cells = allocate(&worker->arena, table->stride);
    scan->excess.over = allocate(&worker->arena, table->stride * sizeof *scan->excess.over);
    scan->excess.sharp = allocate(&worker->arena, table->stride);
    const bool beamed = is_beamed(worker->search, set.n);
    scan->excess.wide =
        set.n >= WIDE_SET && !beamed ? allocate(&worker->arena, table->stride * sizeof *scan->excess.wide) : NULL;
    scan->prices = allocate(&worker->arena, ((size_t)set.n + 1) * sizeof *scan->prices);
    scan->cost_sums = beamed ? allocate(&worker->arena, table->stride * sizeof *scan->cost_sums) : NULL;
    const Mark from = mark(&worker->arena);
    uint8_t *sizes = allocate(&worker->arena, sizes_bytes(table));
    const uint8_t **columns = allocate(&worker->arena, set.n * sizeof *columns);
    for (uint32_t i = 0; i < set.n; i++)
        columns[i] = table->columns + table->stride * set.members[i];
    const unsigned most = vectors->count_sizes(table, columns, set.n, scan->cells, sizes);
    check_stop(&worker->arena);
    keep_members(worker, set, scan->cells);
    bound_cells(worker, set, scan->cells, most, scan->prices);
    count_excess(worker, set, scan->prices, sizes, &scan->excess);
    if (scan->cost_sums)
        vectors->sum_costs(table, sizes, beam_costs(worker->search, set.depth + 1), scan->cost_sums);
    release(&worker->arena, from);
    scan->least = scan->excess.wide ? find_least(worker, set, scan, true) : find_least_sharp(worker, set, scan);
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
        FeedbackSet seen = {{0}};
        unsigned mine = 0;
        for (uint32_t other = 0; other < set.n; other++)
            mine += add_feedback(&seen, get_feedback(set, guess, other));
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

void scan_cells(Worker *worker, Set set, int64_t limit, Scan *scan)
{
    const FeedbackTable *table = &set.matrix->table;
    const uint32_t needed = find_needed_cells(worker->search, set, limit);
    const uint8_t least = (uint8_t)(needed ? needed - 1 : 0);
    *scan = (Scan){.cells = allocate(&worker->arena, table->stride)};
    scan->prices = allocate(&worker->arena, ((size_t)set.n + 1) * sizeof *scan->prices);
    unsigned most = vectors->count_distinct(table, set.members, set.n, needed, 0, table->stride, scan->cells);
    most = most > least ? most : least;
    for (uint32_t guess = 0; least && guess < set.matrix->count; guess++)
        scan->cells[guess] = scan->cells[guess] > least ? scan->cells[guess] : least;
    check_stop(&worker->arena);
    keep_members(worker, set, scan->cells);
    bound_cells(worker, set, scan->cells, most, scan->prices);
}

/* Bounds all guesses on a small set, by the number of their cells. */
static void scan_small(Worker *worker, Set set, int64_t raised, int64_t limit, Scan *scan)
{
    const Search *search = worker->search;
    const FeedbackMatrix *matrix = set.matrix;
    uint8_t *cells = scan->cells = allocate(&worker->arena, matrix->table.stride);
    if (search->game->consistent) {
        scan_small_consistent(worker, set, raised, scan);
        return;
    }
    const bool may_separate = flat_bound(search, set.depth, set.n, set.n, false) <= raised;
    const bool may_pair = flat_bound(search, set.depth, set.n, set.n - 1, true) <= raised;
    const uint32_t needed = find_needed_cells(search, set, limit > raised ? limit : raised + 1);
    unsigned most = needed ? needed - 1 : 0;
    for (size_t from = 0; from < matrix->table.stride; from += CHUNK) {
        check_stop(&worker->arena);
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

void scan_set(Worker *worker, Set set, int64_t raised, int64_t limit, Scan *scan)
{
    check_stop(&worker->arena);
    worker->scanned++;
    scan->solved = false;
    if (set.n > worker->search->small)
        scan_sizes(worker, set, scan);
    else
        scan_small(worker, set, raised, limit, scan);
}
