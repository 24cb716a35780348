/* A worker: one thread with its memory, which is allocated and released like a stack. Each worker
   belongs to one thread at a time; nothing here locks. */

#ifndef MMTREE_WORKER_H
#define MMTREE_WORKER_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Slab { struct Slab *before; size_t size, used; } Slab;
typedef struct { Slab *slab; size_t used; } Mark;

enum {
    SIZE_CLASSES = 96, /* eight to a factor of two; cells of more than 16383 secrets share the last */
    DEPTHS = 4,        /* after more guesses, statistics are those of the last */
    SPARE_SLABS = 8,   /* the two tables of a feedback matrix, and smaller ones */
};

/* Statistics of cells of one size class, per secret: means of their bounds and prices, variance of the
   bounds, covariance of both, and how many cells were counted. */
typedef struct { double bound, price, variance, joint; int weight; } PriceStatistics;

/* Statistics of cells of large sets after some number of guesses: a line through their prices per secret by
   the logarithm of their sizes (instead of a bound), and how much cells of each size class cost beyond it. */
typedef struct { PriceStatistics line, beyond[SIZE_CLASSES]; } LargeStatistics;

/* One thread at work. */
typedef struct {
    struct Search *search;
    /* Spare slabs were released and are reused before new ones are made: by falling size, then NULL. */
    Slab *slab, *spare_slabs[SPARE_SLABS];
    uint32_t *plan;                      /* guesses of sets of three secrets or more, in preorder (plan.h) */
    size_t plan_length, plan_capacity;
    jmp_buf *handler;                    /* of the innermost attempt() */
    int failure;                         /* why that attempt failed, or 0 */
    uint32_t level;                      /* of nested sets, for enter_level() */
    struct CellBounds *cell_bounds;      /* of the set whose guesses run in parallel; NULL until needed */
    bool in_parallel;                    /* inside a parallel_for() */
    PriceStatistics stats[SIZE_CLASSES]; /* by size of cell (search_cells.c) */
    LargeStatistics large_stats[DEPTHS]; /* by guesses made (even_raising.c) */
    uint64_t scanned;                    /* number of sets for which all guesses were bounded */
} Worker;

enum { OUT_OF_MEMORY = 1, STOPPED, WRONG_PLAN, USELESS_GUESS, UNPROVED };

/* Ends the innermost attempt() with a failure: a jump past all calls in between. No lock may be held,
   and memory that is not from the slabs must be reachable by the caller of attempt(). */
_Noreturn void fail_with(Worker *worker, int failure);

/* Runs a step and returns 0, or the failure with which it ended. Attempts may be nested. */
int attempt(Worker *worker, void (*step)(Worker *, void *), void *context);

/* Called when the search of a set within a set begins and ends. So many levels fit on the stack of a thread; only
   trees of odd tables are deeper. Fails with OUT_OF_MEMORY. */
enum { MAX_LEVELS = 1000 };

static inline void enter_level(Worker *worker)
{
    if (++worker->level > MAX_LEVELS)
        fail_with(worker, OUT_OF_MEMORY);
}

static inline void leave_level(Worker *worker) { worker->level--; }

/* Puts a slab with at least `size` bytes in front of the worker's slabs. Fails with OUT_OF_MEMORY. */
void add_slab(Worker *worker, size_t size);

/* Returns the current end of the worker's memory, for release(). */
static inline Mark mark(const Worker *worker)
{
    return (Mark){worker->slab, worker->slab ? worker->slab->used : 0};
}

/* Allocates `size` bytes, aligned to a cache line of 64 bytes and not cleared. Fails with OUT_OF_MEMORY. */
static inline void *allocate(Worker *worker, size_t size)
{
    size = (size + 63) & ~(size_t)63;
    if (!worker->slab || worker->slab->size - worker->slab->used < size)
        add_slab(worker, size);
    Slab *slab = worker->slab;
    uintptr_t base = ((uintptr_t)(slab + 1) + 63) & ~(uintptr_t)63;
    void *taken = (void *)(base + slab->used);
    slab->used += size;
    return taken;
}

/* Releases everything allocated since the mark. */
void release(Worker *worker, Mark from);

/* Frees all memory of a worker that is no longer used. */
void free_worker(Worker *worker);

#endif
