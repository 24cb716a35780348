/* Branch and bound: the search of a set tries its guesses in the order of their bounds. */

#include "search_set.h"
#include "beam.h"
#include "cell_bounds.h"
#include "plan.h"
#include "search_cells.h"
#include "split.h"

#include <stdlib.h>
#include <string.h>

enum {
    MEMBER = 0x80, /* marks members of the set among the cell counts of its guesses */
};

int64_t try_guess(Worker *worker, Set set, CellBounds *bounds, uint32_t guess, int64_t bound, int64_t limit,
                  const Symmetry *symmetry, const _Atomic int64_t *shared_limit)
{
    const Mark from = mark(worker);
    Split split;
    make_split(worker, &split);
    int64_t result = limit;
    if (split_set(worker, set, bounds, guess, bound, limit, &split))
        result = search_cells(worker, set, guess, &split, limit, symmetry, shared_limit);
    release(worker, from);
    return result;
}

int compare_bounds(const void *first, const void *second)
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
    char *sorted = allocate(worker, count * size);
    for (const char *item = first; item < end; item += size)
        memcpy(sorted + places[get_bound(item) - least]++ * size, item, size);
    return sorted;
}

void keep_if_cheaper(Worker *worker, Best *best, int64_t found, size_t start)
{
    if (found < best->best) {
        move_plan(worker, start, best->base);
        best->best = found > best->known ? found : 0;
    }
}

static void try_candidate(Worker *worker, Set set, CellBounds *bounds, const Symmetry *symmetry,
                          uint32_t guess, int64_t bound, Best *best)
{
    size_t start = worker->plan_length;
    int64_t found = try_guess(worker, set, bounds, guess, bound, best->best, symmetry, NULL);
    keep_if_cheaper(worker, best, found, start);
}

/* Searches a small set. Guesses of equal bound either are no members and make some number of cells, or are
   members and make another. */
static void search_small(Worker *worker, Set set, const Scan *scan, const ShownColors *shown,
                         const Symmetry *symmetry, Best *best)
{
    const Search *search = worker->search;
    const FeedbackMatrix *matrix = set.matrix;
    const int64_t end = scan->least + search->slack;
    for (uint32_t i = 0; i < set.n; i++)
        scan->cells[matrix->position[set.members[i]]] |= MEMBER;
    unsigned outside = set.n, inside = set.n - 1;
    for (;;) {
        int64_t outside_bound = outside > 1 ? flat_bound(search, set.depth, set.n, outside, false) : INFINITE;
        int64_t inside_bound = inside > 1 ? flat_bound(search, set.depth, set.n, inside, true) : INFINITE;
        int64_t bound = outside_bound < inside_bound ? outside_bound : inside_bound;
        if (bound >= INFINITE || bound >= best->best || bound > end)
            return;
        const uint8_t wanted = outside_bound == bound ? (uint8_t)outside-- : 0;
        const uint8_t mine = inside_bound == bound ? (uint8_t)inside-- : 0;
        if (bound < scan->least)
            continue;
        uint32_t next = 0, guess = 0;
        while (bound < best->best) {
            const uint8_t *match = wanted ? memchr(scan->cells + guess, wanted, matrix->count - guess) : NULL;
            guess = match ? (uint32_t)(match - scan->cells) : matrix->count;
            for (; mine && next < set.n && bound < best->best; next++) {
                uint32_t member = matrix->position[set.members[next]];
                if (member > guess)
                    break;
                if (scan->cells[member] == (mine | MEMBER) &&
                    (!symmetry || is_representative(search->game, symmetry, matrix->guesses[member])))
                    try_candidate(worker, set, NULL, symmetry, member, bound, best);
            }
            if (!match || bound >= best->best)
                break;
            if (is_worth_trying(search->game, shown, symmetry, matrix->guesses[guess]))
                try_candidate(worker, set, NULL, symmetry, guess, bound, best);
            guess++;
        }
    }
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

/* Searches a large set in a beam, by estimate. */
static void search_beam(Worker *worker, Set set, const Scan *scan, const ShownColors *shown,
                        const Symmetry *symmetry, Best *best)
{
    const BeamGuesses chosen = choose_beam_guesses(worker, set, scan, shown, symmetry);
    if (!chosen.count)
        return;
    CellBounds bounds;
    start_cell_bounds(worker, set, scan->cells, scan->prices, shown, &bounds);
    for (uint32_t i = 0; i < chosen.count; i++)
        if (chosen.guesses[i].bound < best->best)
            try_candidate(worker, set, &bounds, symmetry, chosen.guesses[i].guess, chosen.guesses[i].bound,
                          best);
}

/* Searches a large set by bound. */
static void search_large(Worker *worker, Set set, const Scan *scan, const ShownColors *shown,
                         const Symmetry *symmetry, Best *best)
{
    CellBounds bounds;
    start_cell_bounds(worker, set, scan->cells, scan->prices, shown, &bounds);
    BoundedGuess *waiting = allocate(worker, set.matrix->count * sizeof *waiting);
    const uint32_t count = list_guesses(worker, set, scan, shown, best->best, waiting);
    waiting = sort_by_bound(worker, waiting, count, sizeof *waiting);
    for (uint32_t i = 0; i < count && waiting[i].candidate.bound < best->best; i++) {
        const uint32_t guess = waiting[i].candidate.guess;
        if (waiting[i].sharp >= best->best ||
            (symmetry && !is_representative(worker->search->game, symmetry, set.matrix->guesses[guess])))
            continue;
        try_candidate(worker, set, &bounds, symmetry, guess, waiting[i].candidate.bound, best);
    }
}

/* Searches a set; `known` is its price, or 0. */
static int64_t search_unknown(Worker *worker, Set set, int64_t limit, int64_t known, const Scan *given,
                              const Symmetry *symmetry)
{
    Search *search = worker->search;
    const FeedbackMatrix *matrix = set.matrix;
    const Mark from = mark(worker);
    Best best = {limit, worker->plan_length, known};
    Scan scan;
    check_stop(worker);
    if (given)
        scan = *given;
    else
        scan_set(worker, set, bound_inseparable_set(worker, set), limit, &scan);
    if (scan.least < limit && scan.solved) {
        append_plan(worker, &matrix->guesses[scan.guess], 1);
        best.best = scan.least;
    } else if (scan.least < limit) {
        ShownColors shown = {{0}};
        for (uint32_t i = 0; i < set.n; i++)
            add_colors(search->game, matrix->secrets[set.members[i]], &shown);
        if (is_beamed(search, set.n))
            search_beam(worker, set, &scan, &shown, symmetry, &best);
        else if (set.n > search->small)
            search_large(worker, set, &scan, &shown, symmetry, &best);
        else
            search_small(worker, set, &scan, &shown, symmetry, &best);
    }
    release(worker, from);
    return best.best;
}

int64_t search_set(Worker *worker, Set set, int64_t limit, const KnownPrice *known, const Scan *given,
                   const Symmetry *symmetry)
{
    if (known->price >= limit)
        return limit;
    if (known->exact) /* only the plan is missing */
        limit = known->price + 1;
    enter_level(worker);
    int64_t found = search_unknown(worker, set, limit, known->price, given, symmetry);
    leave_level(worker);
    if (!found)
        found = known->price;
    /* a beam may choose other guesses for equivalent sets */
    if (!known->exact && !is_beamed(worker->search, set.n))
        store_price(worker, set, found, found < limit);
    return found;
}
