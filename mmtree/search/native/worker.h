/* A worker and its memory, which grows and shrinks like a stack. */

#ifndef MMTREE_WORKER_H
#define MMTREE_WORKER_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Slab { struct Slab *before; size_t size, used; } Slab;
typedef struct { Slab *slab; size_t used; } Mark;

enum {
    SIZE_CLASSES = 96,
    SPARE_SLABS = 8, /* a frame's two tables, and what is taken for smaller things */
};

/* Of some sets, by secret: the means of their bounds and prices, the variance of the former, and the
   covariance. */
typedef struct { double bound, price, variance, joint; int weight; } PriceStatistics;

/* One thread at work. Memory is taken from its slabs in the order of a stack. */
typedef struct {
    struct Search *search;
    Slab *slab, *spare_slabs[SPARE_SLABS]; /* the spare ones were given back, and are the next to be taken; or NULL */
    uint32_t *plan;        /* guesses of sets of three secrets or more, in preorder */
    size_t plan_length, plan_capacity;
    jmp_buf *handler;      /* where to go when memory is short or the search is stopped */
    int failure;           /* why it went there */
    struct CellBounds *cell_bounds; /* of the race it is in; NULL before it needs one */
    bool in_parallel;          /* the work is shared already */
    PriceStatistics stats[SIZE_CLASSES]; /* what cells of some size cost (search_cells.c) */
    uint64_t scanned;      /* sets for which all guesses were looked at */
} Worker;

enum { OUT_OF_MEMORY = 1, STOPPED, WRONG_PLAN, USELESS_GUESS };

_Noreturn void fail_with(Worker *worker, int failure);

/* Runs a step; 0, or why it was left. */
int attempt(Worker *worker, void (*step)(Worker *, void *), void *context);

/* Makes a slab with room for so many bytes the worker's first. */
void add_slab(Worker *worker, size_t size);

static inline Mark mark(const Worker *worker)
{
    return (Mark){worker->slab, worker->slab ? worker->slab->used : 0};
}

/* So many bytes, from the start of a cache line on. */
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

/* Gives back what was taken since the mark. */
void release(Worker *worker, Mark from);

/* Gives back everything. */
void free_worker(Worker *worker);

#endif
