/* The guesses to try and their order. */

#include "guess_order.h"
#include "weighted_bounds.h"

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
        end = find_least(worker, set, scan, false) + search->slack + 1;
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
    for (uint32_t guess = 0; guess < matrix->count; guess++) {
        if (scan->cells[guess] < 2 || (excess.sharp && excess.sharp[guess] >= most[scan->cells[guess]]))
            continue;
        const bool member = pass_member(set, guess, &next);
        const int64_t mine = flat[member][scan->cells[guess]];
        const int64_t sharp = sharp_bound(worker, set, scan, guess, mine, best);
        if (sharp >= best)
            continue;
        const int64_t bound = excess_bound(worker, set, &excess, guess, mine);
        if (bound < end && is_useful(search->game, shown, matrix->guesses[guess]))
            waiting[count++] = (BoundedGuess){{bound, guess}, sharp};
    }
    return count;
}

enum {
    MAX_WIDTH = 1 << 20,
    MIN_ABOVE = 8, /* for games of many feedbacks, whose sets below their number are still large */
};

BeamGuesses make_beam_guesses(Worker *worker, uint32_t depth)
{
    const Beam *beam = &worker->search->beam;
    const uint32_t width = beam->widths[depth < beam->width_count ? depth : beam->width_count - 1];
    return (BeamGuesses){allocate(&worker->arena, ((size_t)width + 1) * sizeof(BeamGuess)), 0, width};
}

void insert_beam_guess(BeamGuesses *chosen, BeamGuess offered)
{
    uint32_t i = chosen->count;
    for (; i && chosen->guesses[i - 1].estimate > offered.estimate; i--)
        chosen->guesses[i] = chosen->guesses[i - 1];
    chosen->guesses[i] = offered;
    if (chosen->count < chosen->width)
        chosen->count++;
}

/* The same with weights, from the bounds of the scan. */
static BeamGuesses choose_weighted_guesses(Worker *worker, Set set, const Scan *scan, const ShownColors *shown,
                                           const Symmetry *symmetry)
{
    const Search *search = worker->search;
    BeamGuesses chosen = make_beam_guesses(worker, set.depth);
    const Weighing estimating = prepare_estimates(worker, list_secrets(&worker->arena, set), set.n, set.depth);
    uint8_t *feedback = allocate(&worker->arena, set.n);
    for (uint32_t i = 0; i < scan->count; i++) {
        const Candidate offered = scan->candidates[i];
        for (uint32_t secret = 0; secret < set.n; secret++)
            feedback[secret] = get_feedback(set, offered.guess, secret);
        const int64_t estimate = estimate_weighed(search, &estimating, feedback);
        if (enters_beam(&chosen, estimate) &&
            is_worth_trying(search->game, shown, symmetry, set.matrix->guesses[offered.guess]))
            insert_beam_guess(&chosen, (BeamGuess){estimate, offered.bound, offered.guess});
    }
    return chosen;
}

BeamGuesses choose_beam_guesses(Worker *worker, Set set, const Scan *scan, const ShownColors *shown,
                                const Symmetry *symmetry)
{
    const Search *search = worker->search;
    const Game *game = search->game;
    const FeedbackMatrix *matrix = set.matrix;
    if (search->weights)
        return choose_weighted_guesses(worker, set, scan, shown, symmetry);
    BeamGuesses chosen = make_beam_guesses(worker, set.depth);
    const bool deep = set.depth + 1 >= search->beam.rows; /* the cost sums belong to fewer guesses */
    const CellPrices estimates = for_all_cells(search, beam_estimates(search, set.depth + 1));
    /* a member finds itself, which is no cell */
    const int64_t right = beam_estimates(search, set.depth + 1)[1] - multiply(ESTIMATE_UNIT, price(search, set.depth + 2));
    int64_t flat[2][MAX_FEEDBACKS + 1];
    for (unsigned cells = 0; cells <= (unsigned)game->feedbacks; cells++)
        for (int member = 0; member < 2; member++)
            flat[member][cells] =
                cells < 2 ? INFINITE : flat_bound(search, set.depth, set.n, cells, member);
    for (uint32_t guess = 0, next = 0; guess < matrix->count; guess++) {
        const bool member = pass_member(set, guess, &next);
        const int64_t mine = flat[member][scan->cells[guess]];
        const uint32_t cost = (uint32_t)scan->estimates[guess];
        int64_t estimate = ESTIMATE_UNIT * mine + cost - (member ? right : 0);
        if (deep || mine >= INFINITE)
            estimate = deep && mine < INFINITE ? 0 : INFINITE;
        if (!enters_beam(&chosen, estimate))
            continue;
        if (deep || cost >= MAX_COST) { /* the sum is only a lower bound */
            estimate = sum_cells(worker, set, guess, &estimates,
                                 multiply(ESTIMATE_UNIT, price(search, set.depth + 1)));
            if (!enters_beam(&chosen, estimate))
                continue;
        }
        const int64_t bound = excess_bound(worker, set, &scan->excess, guess, mine);
        if (bound < INFINITE && is_worth_trying(game, shown, symmetry, matrix->guesses[guess]))
            insert_beam_guess(&chosen, (BeamGuess){estimate, bound, guess});
    }
    return chosen;
}

const char *check_beam(const Search *search)
{
    const Beam *beam = &search->beam;
    const bool many = search->game->feedbacks > MAX_PLANE_FEEDBACKS;
    if (beam->above < (many ? MIN_ABOVE : (uint32_t)search->game->feedbacks))
        return "beam: above must be at least the number of feedbacks, or 8 if these are more than 56";
    for (uint32_t i = 0; i < beam->width_count; i++)
        if (!beam->widths[i] || beam->widths[i] > MAX_WIDTH)
            return "beam: widths must be 1 to 1048576";
    for (uint32_t row = 0; row < beam->rows; row++) {
        const int64_t *estimates = beam_estimates(search, row);
        const int64_t first = price(search, row + 1), second = price(search, row + 2);
        if (estimates[0])
            return "beam: the estimate of no secrets must be 0";
        for (uint32_t n = 1; n <= search->size; n++) {
            const int64_t least = cap(estimates[n - 1] + multiply(ESTIMATE_UNIT, n == 1 ? first : second));
            if (estimates[n] < least || estimates[n] > INFINITE)
                return "beam: each secret must add at least its least price to the estimate";
        }
    }
    return NULL;
}
