/* One search: what its threads share, and the prices and bounds it goes by. */

#ifndef MMTREE_SEARCH_H
#define MMTREE_SEARCH_H

#include "game.h"
#include "platform.h"
#include "progress.h"

#include <stdatomic.h>

#define INFINITE ((int64_t)1 << 50)

/* What was settled: a price, or (not exact) that it is not below, on a path from the root. */
typedef struct {
    int32_t path[4]; /* guess, feedback, guess, feedback: ranks and places; −1 where there is none */
    int64_t price;
    bool exact;
    uint32_t length;
    const uint32_t *plan;
} SolvedPart;

/* Of sets of more secrets than `above`, only the guesses of least estimate are tried. Estimates are in
   sixteenths of a price. */
typedef struct {
    bool on;
    uint32_t above;
    uint32_t width_count, rows;
    const uint32_t *widths;   /* by guesses made, the last for all more: so many guesses are tried */
    const int64_t *estimates; /* [rows][size + 1]: of a cell of so many secrets, by guesses made, likewise */
    uint16_t (*costs)[256];   /* [rows]: of the same, what is beyond one guess for the first and two for others */
} Beam;

/* What all threads of a search share. */
typedef struct Search {
    const Game *game;
    struct Signals *signals;       /* of the calling thread, when it does the work itself */
    const int64_t *prices;         /* c(1), c(2), …; infinite beyond */
    size_t price_count;
    uint32_t size;                 /* of the largest set */
    _Atomic(int64_t *) *least;     /* by guesses made: least price of n secrets */
    uint32_t levels;
    bool plain;                    /* without shortcuts, for tests (reference_search.c) */
    int64_t limit;                 /* only prices below it are looked for */
    int64_t slack;                 /* guesses whose bound exceeds the least by more are not tried */
    Beam beam;
    int jobs;
    Worker *workers;
    struct TranspositionTable *transposition_table; /* or NULL */
    atomic_int stop;
    Lock lock;
    Condition changed;
    bool done;
    int failure;
    /* what is settled */
    SolvedPart *known_parts;                   /* of an earlier run, sorted by path */
    size_t known_part_count;
    SolvedPart *solved;
    size_t solved_count, solved_room;
    bool collect_parts;
    Progress progress;
} Search;

/* Looks at Python's signals from within long work of the calling thread itself (py_bindings.c). */
void check_signals(Worker *worker);

/* Leaves when the search is to stop; every loop of any length comes by here. */
static inline void check_stop(Worker *worker)
{
    if (atomic_load_explicit(&worker->search->stop, memory_order_relaxed))
        fail_with(worker, STOPPED);
    if (worker->search->signals)
        check_signals(worker);
}

static inline int64_t price(const Search *search, uint32_t guesses)
{
    return guesses <= search->price_count ? search->prices[guesses - 1] : INFINITE;
}

/* Whether only the likeliest guesses are tried on a set of so many secrets. */
static inline bool is_beamed(const Search *search, uint32_t n)
{
    return search->beam.on && n > search->beam.above;
}

/* By guesses made: what cells of so many secrets cost beyond what is sure, [256]. */
static inline const uint16_t *beam_costs(const Search *search, uint32_t guesses)
{
    return search->beam.costs[guesses < search->beam.rows ? guesses : search->beam.rows - 1];
}

static inline int64_t cap(int64_t value) { return value < INFINITE ? value : INFINITE; }

static inline int64_t multiply(uint32_t count, int64_t value)
{
    int64_t product;
    return __builtin_mul_overflow((int64_t)count, value, &product) ? INFINITE : cap(product);
}

/* Least price of sets of which only the size is known, after so many guesses: [n]. */
const int64_t *make_least_prices(Worker *worker, uint32_t guesses);

static inline const int64_t *least_prices(Worker *worker, uint32_t guesses)
{
    const int64_t *least = atomic_load_explicit(&worker->search->least[guesses], memory_order_acquire);
    return least ? least : make_least_prices(worker, guesses);
}

#endif
