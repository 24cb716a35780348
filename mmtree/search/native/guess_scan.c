/* Scans: bounds of all guesses on a set. Its guesses are counted line by line; of those that differ only in colours that
   no guess before has named, one is counted. With wide excesses, koyama-lai for 5p8c below 168500 takes 0.46 of the time
   (medians of three, in turn, one thread). */

#include "guess_scan.h"
#include "cell_limits.h"
#include "weighted_bounds.h"

#include <string.h>

enum {
    CHUNK = 512, /* guesses of a small set scanned before the result is looked at; 256 or 1024 change less than 1 % */
    WIDE_SET = 400, /* sets of so many secrets get wide excesses, and all in a beam or with many feedbacks */
};

/* Fills in [n + 1]: lower bounds of cells of which no guess makes more than `most` cells, or `inside` if it is one of
   their secrets. */
static void bound_sizes(Worker *worker, Set set, unsigned most, unsigned inside, int64_t *prices)
{
    const Search *search = worker->search;
    memcpy(prices, least_prices(worker, set.depth + 1), ((size_t)set.n + 1) * sizeof *prices);
    raise_by_limits(search, set.depth + 1, most, set.n, prices);
    for (uint32_t n = 3; n <= set.n; n++) {
        const int64_t inside_bound = flat_bound(search, set.depth + 1, n, inside < n ? inside : n, true);
        const int64_t outside_bound = search->game->consistent
                                          ? INFINITE
                                          : flat_bound(search, set.depth + 1, n, most < n ? most : n, false);
        const int64_t bound = inside_bound < outside_bound ? inside_bound : outside_bound;
        prices[n] = bound > prices[n] ? bound : prices[n];
    }
}

/* Makes room for the bounds of the cells of a set. */
static CellPrices *make_prices(Worker *worker, Set set, int64_t **room)
{
    const Search *search = worker->search;
    const size_t different = search->limits ? (size_t)search->game->feedbacks : 1;
    *room = allocate(&worker->arena, different * ((size_t)set.n + 1) * sizeof **room);
    return allocate(&worker->arena, sizeof(CellPrices));
}

/* Bounds the cells of a set by their size, in the room of make_prices(). No guess makes more cells of a cell than the
   most it makes of the set; secrets of the set and other guesses are bounded separately. */
static void bound_cells(Worker *worker, Set set, const uint8_t *cells, unsigned most, int64_t *room, CellPrices *prices)
{
    const Search *search = worker->search;
    const int64_t *made[MAX_FEEDBACKS + 1] = {NULL}; /* by the most cells */
    unsigned inside = 0;
    for (uint32_t i = 0; i < set.n; i++) {
        const unsigned mine = cells[set.matrix->position[set.members[i]]];
        inside = mine > inside ? mine : inside;
    }
    for (int value = 0; value < search->game->feedbacks; value++) {
        const unsigned mine = limit_cells(search, value, most);
        if (!made[mine]) {
            bound_sizes(worker, set, mine, inside < mine ? inside : mine, room);
            made[mine] = room, room += set.n + 1;
        }
        prices->of[value] = made[mine];
    }
}

/* The first feedback whose cells have the same bounds. */
static int find_same(const CellPrices *prices, int value)
{
    int same = 0;
    while (prices->of[same] != prices->of[value])
        same++;
    return same;
}

/* Counts the excess of the guesses of some lines over their flat bounds. */
static void count_excess(Worker *worker, Set set, Scan *scan, const Lines *lines, const uint8_t *sizes)
{
    enum { SIZES = 128 };
    const Search *search = worker->search;
    const int feedbacks = search->game->feedbacks;
    const int64_t first = price(search, set.depth + 2), second = price(search, set.depth + 3),
                  third = price(search, set.depth + 4);
    const uint8_t *costs[MAX_PLANE_FEEDBACKS];
    scan->excess.gap = third > second ? third - second : 1;
    for (int value = 0; value < MAX_PLANE_FEEDBACKS; value++) {
        const int same = value < feedbacks ? find_same(scan->prices, value) : 0; /* lines are padded */
        if (same < value) {
            costs[value] = costs[same];
            continue;
        }
        uint8_t *made = allocate(&worker->arena, SIZES);
        memset(made, 0, SIZES);
        for (uint32_t n = 2; n < SIZES && n <= set.n; n++) {
            const int64_t flat = first + multiply(n - 1, second), own = scan->prices->of[value][n];
            const int64_t more = own > flat ? (own - flat) / scan->excess.gap : 0;
            made[n] = more > made[n - 1] ? (uint8_t)(more < UINT8_MAX ? more : UINT8_MAX) : made[n - 1];
        }
        costs[value] = made;
    }
    const uint32_t after = (uint32_t)feedbacks - 1, levels = 1 + after + after * after;
    const FeedbackTable *table = &set.matrix->table;
    for (uint32_t i = 0; i < lines->count; i++, sizes += sizes_of_line(table)) {
        const size_t line = get_line(lines, i);
        vectors->sum_excess(table, sizes, costs, (uint8_t)(levels < 254 ? levels : 254), scan->excess.over + line,
                            scan->excess.sharp + line);
    }
}

/* Adds up, over the cells of the guesses of some lines, how much two prices by size exceed the flat price, which is
   multiplied by `unit`. */
static void sum_prices(Worker *worker, Set set, const Lines *lines, const uint16_t *sizes, const int64_t *first,
                       const CellPrices *second, int64_t unit, uint64_t *sums)
{
    const int feedbacks = worker->search->game->feedbacks;
    const int64_t one = price(worker->search, set.depth + 2), each = price(worker->search, set.depth + 3);
    const uint64_t *costs[MAX_FEEDBACKS];
    for (int value = 0; value < feedbacks; value++) {
        const int same = find_same(second, value);
        if (same < value) {
            costs[value] = costs[same];
            continue;
        }
        uint64_t *made = allocate(&worker->arena, ((size_t)set.n + 1) * sizeof *made);
        made[0] = 0;
        for (uint32_t n = 1; n <= set.n; n++) {
            const int64_t flat = multiply(unit, cap(one + multiply(n - 1, each))), own = second->of[value][n];
            const uint64_t low = (uint64_t)(first[n] > flat ? first[n] - flat : 0),
                           high = (uint64_t)(own > flat ? own - flat : 0);
            made[n] = (low < MAX_COST && n < UINT16_MAX ? low : MAX_COST) |
                      (high < MAX_COST && n < UINT16_MAX ? high : MAX_COST) << 32;
        }
        costs[value] = made;
    }
    for (uint32_t i = 0; i < lines->count; i++, sizes += sizes_of_line(&set.matrix->table)) {
        uint64_t *mine = sums + get_line(lines, i);
        memset(mine, 0, BLOCK * sizeof *mine);
        for (int value = 0; value < feedbacks; value++)
            for (size_t lane = 0; lane < BLOCK; lane++)
                mine[lane] += costs[value][sizes[(size_t)value * BLOCK + lane]];
    }
}

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

/* Counts the cells of the guesses of a line, and their sizes: up to 255, or in `wide` up to UINT16_MAX, of which `sizes`
   then are a part. Returns the most cells. */
static unsigned count_line(const FeedbackTable *table, size_t line, const uint8_t *const *columns, uint32_t n,
                           uint8_t *sizes, uint16_t *wide, uint8_t *cells)
{
    const size_t room = sizes_of_line(table);
    const uint32_t step = wide ? UINT8_MAX : n;
    for (uint32_t start = 0; start < n; start += step) {
        vectors->count_sizes(table, line, columns + start, n - start < step ? n - start : step, sizes);
        for (size_t at = 0; wide && at < room; at++) {
            const uint16_t sum = (uint16_t)((start ? wide[at] : 0) + sizes[at]);
            wide[at] = sum < sizes[at] ? UINT16_MAX : sum;
        }
    }
    uint8_t top = 0;
    memset(cells, 0, BLOCK);
    for (size_t row = 0; row < room; row += BLOCK)
        for (size_t lane = 0; lane < BLOCK; lane++)
            cells[lane] = (uint8_t)(cells[lane] + (wide ? wide[row + lane] > 0 : sizes[row + lane] > 0));
    for (size_t lane = 0; lane < BLOCK; lane++)
        top = cells[lane] > top ? cells[lane] : top;
    return top;
}

void scan_sizes(Worker *worker, Set set, const Symmetry *symmetry, Scan *scan)
{
    scan->solved = false;
    const FeedbackTable *table = &set.matrix->table;
    const bool beamed = is_beamed(worker->search, set.n);
    const bool wide = beamed || set.n >= WIDE_SET || table->feedbacks > MAX_PLANE_FEEDBACKS;
    scan->cells = allocate(&worker->arena, table->stride);
    scan->excess = (Excess){.gap = 1};
    scan->estimates = beamed ? allocate(&worker->arena, table->stride * sizeof *scan->estimates) : NULL;
    if (wide)
        scan->excess.wide = allocate(&worker->arena, table->stride * sizeof *scan->excess.wide);
    else {
        scan->excess.over = allocate(&worker->arena, table->stride * sizeof *scan->excess.over);
        scan->excess.sharp = allocate(&worker->arena, table->stride);
    }
    int64_t *room;
    scan->prices = make_prices(worker, set, &room);
    const Mark from = mark(&worker->arena);
    const Lines lines = lines_to_count(worker->search->game, set, symmetry);
    const size_t per_line = sizes_of_line(table);
    uint8_t *sizes = allocate(&worker->arena, (wide ? 1 : lines.count) * per_line);
    uint16_t *wide_sizes = wide ? allocate(&worker->arena, lines.count * per_line * sizeof *wide_sizes) : NULL;
    const uint8_t **columns = allocate(&worker->arena, set.n * sizeof *columns);
    for (uint32_t i = 0; i < set.n; i++)
        columns[i] = table->columns + table->stride * set.members[i];
    unsigned most = 0;
    for (uint32_t i = 0; i < lines.count; i++) {
        const size_t line = get_line(&lines, i);
        const unsigned mine =
            count_line(table, line, columns, set.n, wide ? sizes : sizes + per_line * i,
                       wide ? wide_sizes + per_line * i : NULL, scan->cells + line);
        most = mine > most ? mine : most;
    }
    check_stop(&worker->arena);
    for (uint32_t guess = 0; lines.lowest && guess < set.matrix->count; guess++)
        scan->cells[guess] = scan->cells[lines.lowest[guess]];
    keep_members(worker, set, scan->cells);
    bound_cells(worker, set, scan->cells, most, room, scan->prices);
    if (wide)
        sum_prices(worker, set, &lines, wide_sizes, least_prices(worker, set.depth + 1), scan->prices, 1,
                   scan->excess.wide);
    if (scan->estimates) {
        const int64_t *estimates = beam_estimates(worker->search, set.depth + 1);
        const CellPrices cells = for_all_cells(worker->search, estimates);
        sum_prices(worker, set, &lines, wide_sizes, estimates, &cells, ESTIMATE_UNIT, scan->estimates);
    }
    if (!wide)
        count_excess(worker, set, scan, &lines, sizes);
    for (uint32_t guess = 0; lines.lowest && guess < set.matrix->count; guess++) {
        const uint32_t lowest = lines.lowest[guess];
        if (beamed)
            scan->estimates[guess] = scan->estimates[lowest];
        if (wide)
            scan->excess.wide[guess] = scan->excess.wide[lowest];
        else {
            scan->excess.over[guess] = scan->excess.over[lowest];
            scan->excess.sharp[guess] = scan->excess.sharp[lowest];
        }
    }
    release(&worker->arena, from);
    scan->least = scan->excess.wide ? find_least(worker, set, scan, true) : find_least_sharp(worker, set, scan);
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
    int64_t *room;
    scan->prices = make_prices(worker, set, &room);
    unsigned most = vectors->count_distinct(table, set.members, set.n, needed, 0, table->stride, scan->cells);
    most = most > least ? most : least;
    for (uint32_t guess = 0; least && guess < set.matrix->count; guess++)
        scan->cells[guess] = scan->cells[guess] > least ? scan->cells[guess] : least;
    check_stop(&worker->arena);
    keep_members(worker, set, scan->cells);
    bound_cells(worker, set, scan->cells, most, room, scan->prices);
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

void scan_set(Worker *worker, Set set, int64_t raised, int64_t limit, const Symmetry *symmetry, Scan *scan)
{
    check_stop(&worker->arena);
    worker->scanned++;
    worker->work += (uint64_t)set.n * set.matrix->table.stride;
    scan->solved = false;
    if (worker->search->weights)
        scan_weighted(worker, set, limit, scan);
    else if (set.n > worker->search->small)
        scan_sizes(worker, set, symmetry, scan);
    else
        scan_small(worker, set, raised, limit, scan);
}
