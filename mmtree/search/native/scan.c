/* Looking at all guesses for one set. */

#include "scan.h"
#include "vectors.h"

#include <string.h>

enum {
    ONE_BY_ONE = 32, /* beyond a part in so many, all guesses are counted in one go */
    CHUNK = 512,     /* guesses scanned between two looks at the result */
};

/* The bound of a guess, counted. */
static int64_t exact_bound(Worker *worker, Set set, uint32_t guess)
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

/* Once many guesses are asked for, all of them are counted in one go. */
int64_t large_bound(Worker *worker, Set set, Scan *scan, uint32_t guess, unsigned cells, int64_t flat)
{
    const Search *search = worker->search;
    const uint32_t feedbacks = (uint32_t)search->game->feedbacks;
    if (set.n - cells + 1 <= feedbacks)
        return flat; /* with so many cells, none can be large enough */
    const bool levels = set.n <= feedbacks * (feedbacks - 1) + 1 && set.n < 256;
    if (!scan->over && levels && ++scan->counted > set.frame->count / ONE_BY_ONE) {
        scan->over = take(worker, set.frame->stride);
        vectors->overflow(set.frame, set.members, set.n, scan->over);
    }
    if (!scan->over)
        return exact_bound(worker, set, guess);
    const int64_t third = price(search, set.depth + 3), fourth = price(search, set.depth + 4);
    return capped(flat + times(scan->over[guess], fourth - third));
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

void scan_set(Worker *worker, Set set, int64_t raised, Scan *scan)
{
    const Search *search = worker->search;
    const Frame *frame = set.frame;
    const bool small = set.n <= (uint32_t)search->game->feedbacks;
    uint8_t *cells = scan->cells = take(worker, frame->stride);
    scan->settled = false;
    scan->over = NULL;
    scan->counted = 0;
    worker->scanned++;
    const bool alone = small && flat_bound(search, set.depth, set.n, set.n, false) <= raised;
    const bool paired = small && flat_bound(search, set.depth, set.n, set.n - 1, true) <= raised;
    unsigned most = 0;
    for (size_t from = 0; from < frame->stride; from += CHUNK) {
        check_stop(worker);
        size_t to = from + CHUNK < frame->stride ? from + CHUNK : frame->stride;
        unsigned top = vectors->scan(frame, set.members, set.n, from, to, cells);
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
    if (small) {
        scan->least = flat_bound(search, set.depth, set.n, most, false);
        for (uint32_t at = 0; at < set.n; at++) {
            unsigned mine = cells[frame->position[set.members[at]]];
            int64_t bound = flat_bound(search, set.depth, set.n, mine, true);
            if (bound < scan->least)
                scan->least = bound;
        }
        return;
    }
    /* Secrets of the set first, so that what is left can be taken to be outside it. */
    scan->least = INFINITE;
    for (uint32_t at = 0; at < set.n; at++) {
        uint32_t member = frame->position[set.members[at]];
        int64_t flat = flat_bound(search, set.depth, set.n, cells[member], true);
        if (flat < scan->least) {
            int64_t bound = large_bound(worker, set, scan, member, cells[member], flat);
            if (bound < scan->least)
                scan->least = bound;
        }
    }
    for (unsigned count = most; count > 1; count--) {
        const int64_t flat = flat_bound(search, set.depth, set.n, count, false);
        const uint8_t *at = cells, *end = cells + frame->count;
        while (flat < scan->least && at < end && (at = memchr(at, (int)count, (size_t)(end - at)))) {
            int64_t bound = large_bound(worker, set, scan, (uint32_t)(at - cells), count, flat);
            if (bound < scan->least)
                scan->least = bound;
            at++;
        }
        if (flat >= scan->least)
            break;
    }
}
