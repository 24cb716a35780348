/* Slabs of memory, and the way out of deep work. */

#include "worker.h"
#include "platform.h"

#include <stdlib.h>

#define SLAB ((size_t)1 << 20) /* bytes, at least */

enum { FAR_LARGER = 4 };

_Noreturn void leave(Worker *worker, int why)
{
    worker->failure = why;
    longjmp(*worker->way_out, 1);
}

/* The only setjmp, so that no local outlives a jump. */
int attempt(Worker *worker, void (*step)(Worker *, void *), void *context)
{
    jmp_buf here, *before = worker->way_out;
    worker->way_out = &here;
    worker->failure = 0;
    if (setjmp(here) == 0)
        step(worker, context);
    worker->way_out = before;
    return worker->failure;
}

/* Keeps a slab that is not needed in place of a smaller one. */
static void spare(Worker *worker, Slab *slab)
{
    for (int at = 0; slab && at < SPARES; at++)
        if (!worker->spares[at] || worker->spares[at]->size < slab->size) {
            Slab *smaller = worker->spares[at];
            worker->spares[at] = slab;
            slab = smaller;
        }
    free(slab);
}

void release(Worker *worker, Mark from)
{
    while (worker->slab != from.slab) {
        Slab *slab = worker->slab;
        worker->slab = slab->before;
        spare(worker, slab);
    }
    if (worker->slab)
        worker->slab->used = from.used;
}

/* The smallest spare slab of so many bytes, unless it is far too large. Where there is none, the largest goes:
   what is made instead takes its place. */
static Slab *take_spare(Worker *worker, size_t size)
{
    int at = SPARES - 1; /* the smallest come last */
    while (at > 0 && (!worker->spares[at] || worker->spares[at]->size < size))
        at--;
    Slab *taken = worker->spares[at];
    if (taken && taken->size / FAR_LARGER >= size)
        return NULL;
    for (; at < SPARES - 1; at++)
        worker->spares[at] = worker->spares[at + 1];
    worker->spares[SPARES - 1] = NULL;
    if (taken && taken->size >= size)
        return taken;
    free(taken);
    return NULL;
}

void add_slab(Worker *worker, size_t size)
{
    const size_t whole = size > SLAB ? size : SLAB;
    Slab *fresh = take_spare(worker, whole);
    if (!fresh) {
        fresh = large_room(sizeof(Slab) + whole + 128);
        if (!fresh)
            leave(worker, OUT_OF_MEMORY);
        fresh->size = whole;
    }
    fresh->before = worker->slab, fresh->used = 0;
    worker->slab = fresh;
}

void free_worker(Worker *worker)
{
    release(worker, (Mark){NULL, 0});
    for (int at = 0; at < SPARES; at++)
        free(worker->spares[at]);
    free(worker->plan);
}
