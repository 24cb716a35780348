/* Bounds of a guess on a set, by the sizes of its cells. */

#include "guess_bounds.h"

CellPrices for_all_cells(const Search *search, const int64_t *prices)
{
    CellPrices cells;
    for (int value = 0; value < search->game->feedbacks; value++)
        cells.of[value] = prices;
    return cells;
}

int64_t sum_cells(Worker *worker, Set set, uint32_t guess, const CellPrices *prices, int64_t right)
{
    const int last = worker->search->game->feedbacks - 1;
    uint32_t sizes[MAX_FEEDBACKS];
    const Mark from = mark(&worker->arena);
    count_values(list_feedbacks(&worker->arena, worker->search->game, set, guess), set.n, last + 1, sizes);
    release(&worker->arena, from);
    int64_t sum = multiply(sizes[last], right);
    for (int value = 0; value < last; value++)
        sum += prices->of[value][sizes[value]];
    return cap(sum);
}

int64_t exact_bound(Worker *worker, Set set, uint32_t guess)
{
    const CellPrices prices = for_all_cells(worker->search, least_prices(worker, set.depth + 1));
    return sum_cells(worker, set, guess, &prices, price(worker->search, set.depth + 1));
}

int64_t sharp_bound(Worker *worker, Set set, const Scan *scan, uint32_t guess, int64_t flat, int64_t limit)
{
    const Excess *excess = &scan->excess;
    if (!excess->wide)
        return cap(flat + multiply(excess->sharp[guess], excess->gap));
    const uint32_t wide = (uint32_t)(excess->wide[guess] >> 32);
    const int64_t bound = cap(flat + wide);
    if (wide < MAX_COST || bound >= limit)
        return bound;
    const int64_t sum = sum_cells(worker, set, guess, scan->prices, price(worker->search, set.depth + 1));
    return sum > bound ? sum : bound;
}

int64_t find_least(Worker *worker, Set set, const Scan *scan, bool sharp)
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
