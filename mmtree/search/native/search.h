/* One search: its threads, the data common to them, its progress, and the prices and lower bounds it uses. */

#pragma once

#include "game.h"
#include "platform.h"

#define INFINITE ((int64_t)1 << 50)

/* A solved part of a search: the path to a set and its price or, if not exact, a lower bound of it. */
typedef struct {
    int32_t path[4]; /* guess, feedback, guess, feedback: ranks and places; −1 beyond the end of the path */
    int64_t price;
    bool exact;
    uint32_t length;
    const uint32_t *plan;
} SolvedPart;

/* Bytes that grow; `room` bytes are allocated. */
typedef struct { char *bytes; size_t size, room; } Buffer;

/* Appends bytes; false if memory is short. */
bool append_bytes(Buffer *buffer, const void *bytes, size_t size);

/* In a beam search, only the guesses of least estimate are tried on sets of more than `above` secrets.
   Estimates are in sixteenths of a price: */
enum { ESTIMATE_UNIT = 16 };

typedef struct {
    bool on;
    uint32_t above;
    uint32_t width_count, rows;
    const uint32_t *widths; /* number of guesses to try, by guesses made; the last for all later ones */
    /* [rows][size + 1]: estimate of a cell by its size; a row for each number of guesses made */
    const int64_t *estimates;
} Beam;

/* The progress of a search, for reports while it runs. At most so many cells and openings are reported; later
   ones do not matter yet. */
enum { MAX_REPORTED = 64 };

typedef struct {
    int64_t best;                     /* least price found so far, or INFINITE */
    int64_t bound;                    /* of the current opening, as raised by its cells */
    uint32_t cells_done;              /* of the current opening */
    uint32_t cells;                   /* current and later cells, the smallest first: */
    uint32_t sizes[MAX_REPORTED];
    uint32_t openings_done, openings_of;
    uint32_t openings;                /* current and later openings, by bound: */
    uint32_t guesses[MAX_REPORTED];
    int64_t bounds[MAX_REPORTED];
    struct ParallelGuesses *parallel; /* the search of the current cell, or NULL */
    int64_t raised;                   /* by earlier searches of the current cell; part of `bound` */
    double share;                     /* solved part of that cell, from 0 to 1; only in reports */
} Progress;

enum {
    SIZE_CLASSES = 96, /* eight to a factor of two; cells of more than 16383 secrets share the last */
};

/* Statistics of cells of one size class, per secret: means of their bounds and prices, variance of the
   bounds, covariance of both, and how many cells were counted; mean raise of a bound by a scan, and their count. */
typedef struct { double bound, price, variance, joint; int weight; double scan_raise; int scans; } PriceStatistics;

/* One thread at work. */
typedef struct {
    Arena arena;
    struct Search *search;
    uint32_t *plan;                      /* guesses of sets of three secrets or more, in preorder (plan.h) */
    size_t plan_length, plan_capacity;
    PriceStatistics stats[SIZE_CLASSES]; /* by size of cell (even_raising.c) */
    uint32_t *kept;                      /* [guesses]: scratch of keep_allowed(), or NULL */
    uint64_t work;                       /* guesses bounded so far, times the secrets of their sets */
    uint64_t scanned;                    /* number of sets for which all guesses were bounded */
} Worker;

/* The data common to all threads of a search. Fields below `lock` are guarded by it, except known_parts,
   which does not change during a search. */
typedef struct Search {
    const Game *game;
    uint32_t small;          /* sets of up to so many secrets are searched as small ones */
    const int64_t *prices;   /* c(1), c(2), …, infinite beyond price_count */
    size_t price_count;
    const int64_t *weights;    /* of the secrets, by rank; NULL: all are 1 (weighted_bounds.h) */
    bool uneven;               /* a renaming changes weights, so there are no symmetries */
    uint32_t size;             /* secrets of the largest set */
    _Atomic(int64_t *) *least; /* [levels], by guesses made: least price by size */
    const struct CellLimits *limits; /* NULL: none */
    uint32_t levels;
    int64_t limit; /* only prices below this are looked for */
    /* of the beam: on sets of at most `above` secrets, guesses whose bound exceeds the least bound by more
       are not tried; INFINITE without a beam */
    int64_t slack;
    Beam beam;
    int jobs;
    Worker *workers;
    struct TranspositionTable *transposition_table; /* NULL: no table */
    Stop stop;
    Lock lock;
    Condition changed;
    bool done;
    int failure;
    SolvedPart *known_parts; /* from an earlier run, sorted by path */
    size_t known_part_count;
    Buffer solved_parts, solved_plans; /* since the last report (plan.h) */
    bool collect_parts;
    Progress progress;
} Search;

/* Record a new best price, the cells of the current opening (the first ones of `sizes`; `raised`: as above),
   or the search of the current cell. They take the search's lock. */
void record_best(Search *search, int64_t best);
void record_cells(Search *search, int64_t bound, int64_t raised, uint32_t done, const uint32_t *sizes,
                  uint32_t cells);
void record_parallel(Search *search, struct ParallelGuesses *parallel);

/* A task of a loop. Returns whether tasks of higher numbers still need to run. */
typedef bool (*Task)(Worker *, void *context, uint32_t number);

/* Runs tasks 0 … count−1 in the threads of the search and waits for them; in this thread only if
   single_thread is set. Tasks start in rising order, and run no loop of their own. If a task fails, so does the
   caller. Plans that tasks leave in their workers are dropped. */
void parallel_for(Worker *worker, Task task, void *context, uint32_t count, bool single_thread);

/* Frees all memory of a worker that is no longer used. */
void free_worker(Worker *worker);

/* The price of a secret that is found with so many guesses. */
static inline int64_t price(const Search *search, uint32_t guesses)
{
    return guesses <= search->price_count ? search->prices[guesses - 1] : INFINITE;
}

/* Whether a beam limits the guesses that are tried on a set of n secrets. */
static inline bool is_beamed(const Search *search, uint32_t n)
{
    return search->beam.on && n > search->beam.above;
}

/* [size + 1]: estimate of a cell by its size, after so many guesses. */
static inline const int64_t *beam_estimates(const Search *search, uint32_t guesses)
{
    const uint32_t row = guesses < search->beam.rows ? guesses : search->beam.rows - 1;
    return search->beam.estimates + (size_t)row * (search->size + 1);
}

static inline int64_t cap(int64_t value) { return value < INFINITE ? value : INFINITE; }

/* The product, INFINITE at most. */
static inline int64_t multiply(int64_t count, int64_t value)
{
    int64_t product;
    return __builtin_mul_overflow(count, value, &product) ? INFINITE : cap(product);
}

/* [size + 1]: lower bound of the price of a set by its size alone, after so many guesses. Computed once
   for all threads. */
const int64_t *make_least_prices(Worker *worker, uint32_t guesses);

static inline const int64_t *least_prices(Worker *worker, uint32_t guesses)
{
    const int64_t *least = atomic_load_explicit(&worker->search->least[guesses], memory_order_acquire);
    return least ? least : make_least_prices(worker, guesses);
}
