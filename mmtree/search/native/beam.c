/* The beam: of a set of many secrets, only the guesses of least estimate are tried. */

#include "beam.h"
#include "vectors.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_GUESSES = 1 << 20 };

Beamed make_beamed(Worker *worker, uint32_t depth)
{
    const Beam *beam = &worker->search->beam;
    const uint32_t width = beam->widths[depth < beam->width_count ? depth : beam->width_count - 1];
    return (Beamed){take(worker, ((size_t)width + 1) * sizeof(Likely)), 0, width};
}

void keep_likely(Beamed *beamed, Likely offered)
{
    uint32_t at = beamed->count;
    for (; at && beamed->likely[at - 1].estimate > offered.estimate; at--)
        beamed->likely[at] = beamed->likely[at - 1];
    beamed->likely[at] = offered;
    if (beamed->count < beamed->width)
        beamed->count++;
}

const int64_t *estimates_after(const Search *search, uint32_t guesses)
{
    const uint32_t row = guesses < search->beam.rows ? guesses : search->beam.rows - 1;
    return search->beam.estimates + (size_t)row * (search->size + 1);
}

/* What a guess is thought to cost, counted. */
static int64_t exact_estimate(const Search *search, Set set, uint32_t guess)
{
    const uint8_t *row = set.frame->rows + (size_t)guess * set.frame->n;
    const int64_t *estimates = estimates_after(search, set.depth + 1);
    const int last = search->game->feedbacks - 1;
    uint32_t sizes[MAX_FEEDBACKS] = {0};
    for (uint32_t at = 0; at < set.n; at++)
        sizes[row[set.members[at]]]++;
    int64_t estimate = times(sizes[last], times(ESTIMATE_UNIT, price(search, set.depth + 1)));
    for (int value = 0; value < last; value++)
        estimate += estimates[sizes[value]];
    return capped(estimate);
}

Beamed choose_likely(Worker *worker, Set set, const Scan *scan, const Shown *shown, const Symmetry *symmetry)
{
    const Search *search = worker->search;
    const Game *game = search->game;
    const Frame *frame = set.frame;
    Beamed beamed = make_beamed(worker, set.depth);
    const bool deep = set.depth + 1 >= search->beam.rows; /* what the costs say is of fewer guesses */
    const int64_t right = costs_after(search, set.depth + 1)[1]; /* is no cell of one secret */
    int64_t flat[2][MAX_FEEDBACKS + 1];
    for (unsigned cells = 0; cells <= (unsigned)game->feedbacks; cells++)
        for (int member = 0; member < 2; member++)
            flat[member][cells] =
                cells < 2 ? INFINITE : flat_bound(search, set.depth, set.n, cells, member);
    for (uint32_t guess = 0, next = 0; guess < frame->count; guess++) {
        while (next < set.n && frame->position[set.members[next]] < guess)
            next++;
        const bool member = next < set.n && frame->position[set.members[next]] == guess;
        const int64_t mine = flat[member][scan->cells[guess]];
        const uint32_t sum = scan->likely[guess], cost = sum % SATURATED;
        int64_t estimate = ESTIMATE_UNIT * mine + cost - (member ? right : 0);
        if (deep || mine >= INFINITE)
            estimate = deep && mine < INFINITE ? 0 : INFINITE;
        if (!would_keep(&beamed, estimate))
            continue;
        if (deep || sum >= SATURATED || cost >= UINT16_MAX) { /* it is at least that */
            estimate = exact_estimate(search, set, guess);
            if (!would_keep(&beamed, estimate))
                continue;
        }
        const int64_t bound = excess_bound(worker, set, &scan->excess, guess, mine);
        if (bound < INFINITE && worth_trying(game, shown, symmetry, frame->guesses[guess]))
            keep_likely(&beamed, (Likely){estimate, bound, guess});
    }
    return beamed;
}

const char *check_beam(const Search *search)
{
    const Beam *beam = &search->beam;
    if (beam->above < (uint32_t)search->game->feedbacks)
        return "a set of no more secrets than there are feedbacks is searched whole";
    for (uint32_t at = 0; at < beam->width_count; at++)
        if (!beam->widths[at] || beam->widths[at] > MOST_GUESSES)
            return "a width is a number of guesses";
    for (uint32_t row = 0; row < beam->rows; row++) {
        const int64_t *estimates = estimates_after(search, row);
        const int64_t first = price(search, row + 1), second = price(search, row + 2);
        if (estimates[0])
            return "no secrets cost nothing";
        for (uint32_t n = 1; n <= search->size; n++) {
            const int64_t least = capped(estimates[n - 1] + times(ESTIMATE_UNIT, n == 1 ? first : second));
            if (estimates[n] < least || estimates[n] > INFINITE)
                return "one secret more is estimated below its price";
        }
    }
    return NULL;
}

bool fill_beam(Search *search)
{
    Beam *beam = &search->beam;
    beam->costs = malloc(beam->rows * sizeof *beam->costs);
    if (!beam->costs)
        return false;
    for (uint32_t row = 0; row < beam->rows; row++) {
        const int64_t *estimates = estimates_after(search, row);
        const int64_t first = price(search, row + 1), second = price(search, row + 2);
        uint16_t *costs = beam->costs[row];
        costs[0] = 0;
        for (uint32_t n = 1; n < 256; n++) {
            const int64_t flat = times(ESTIMATE_UNIT, capped(first + times(n - 1, second)));
            const int64_t more = n > search->size ? costs[n - 1] : estimates[n] - flat;
            costs[n] = flat >= INFINITE || more > UINT16_MAX ? UINT16_MAX : (uint16_t)more;
        }
    }
    return true;
}
