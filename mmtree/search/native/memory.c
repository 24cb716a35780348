/* Slabs of memory, and the way out of deep work. */

#include "memory.h"
#include "machine.h"

#include <stdlib.h>

#define SLAB ((size_t)1 << 20) /* bytes, at least */

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

void release(Worker *worker, Mark from)
{
    while (worker->slab != from.slab) {
        Slab *slab = worker->slab;
        worker->slab = slab->before;
        if (worker->spare && worker->spare->size > slab->size)
            free(slab);
        else {
            free(worker->spare);
            worker->spare = slab;
        }
    }
    if (worker->slab)
        worker->slab->used = from.used;
}

void add_slab(Worker *worker, size_t size)
{
    Slab *fresh = worker->spare;
    if (fresh && fresh->size >= size)
        worker->spare = NULL;
    else {
        const size_t whole = size > SLAB ? size : SLAB;
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
    free(worker->spare);
    free(worker->plan);
}
