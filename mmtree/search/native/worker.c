/* Slabs of memory, and failures that end an attempt. */

#include "worker.h"
#include "platform.h"

#include <stdlib.h>

#define SLAB ((size_t)1 << 20) /* least bytes of a slab */

enum { MAX_SLAB_RATIO = 4 };

_Noreturn void fail_with(Worker *worker, int failure)
{
    worker->failure = failure;
    longjmp(*worker->handler, 1);
}

/* The only setjmp in the kernel; no local variable that changes is used after a jump. */
int attempt(Worker *worker, void (*step)(Worker *, void *), void *context)
{
    jmp_buf here, *before = worker->handler;
    worker->handler = &here;
    worker->failure = 0;
    const uint32_t level = worker->level;
    if (setjmp(here) == 0)
        step(worker, context);
    worker->handler = before;
    worker->level = level;
    return worker->failure;
}

/* Keeps a released slab as a spare in place of a smaller one, and frees the smallest. */
static void keep_spare(Worker *worker, Slab *slab)
{
    for (int i = 0; slab && i < SPARE_SLABS; i++)
        if (!worker->spare_slabs[i] || worker->spare_slabs[i]->size < slab->size) {
            Slab *smaller = worker->spare_slabs[i];
            worker->spare_slabs[i] = slab;
            slab = smaller;
        }
    free(slab);
}

void release(Worker *worker, Mark from)
{
    while (worker->slab != from.slab) {
        Slab *slab = worker->slab;
        worker->slab = slab->before;
        keep_spare(worker, slab);
    }
    if (worker->slab)
        worker->slab->used = from.used;
}

/* Takes the smallest spare slab of at least `size` bytes unless it is MAX_SLAB_RATIO times larger or
   more. Frees the largest spare if all are too small: the new slab will replace it. */
static Slab *take_spare(Worker *worker, size_t size)
{
    int i = SPARE_SLABS - 1; /* the smallest are last */
    while (i > 0 && (!worker->spare_slabs[i] || worker->spare_slabs[i]->size < size))
        i--;
    Slab *taken = worker->spare_slabs[i];
    if (taken && taken->size / MAX_SLAB_RATIO >= size)
        return NULL;
    for (; i < SPARE_SLABS - 1; i++)
        worker->spare_slabs[i] = worker->spare_slabs[i + 1];
    worker->spare_slabs[SPARE_SLABS - 1] = NULL;
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
        fresh = allocate_large(sizeof(Slab) + whole + 128);
        if (!fresh)
            fail_with(worker, OUT_OF_MEMORY);
        fresh->size = whole;
    }
    fresh->before = worker->slab, fresh->used = 0;
    worker->slab = fresh;
}

void free_worker(Worker *worker)
{
    release(worker, (Mark){NULL, 0});
    for (int i = 0; i < SPARE_SLABS; i++)
        free(worker->spare_slabs[i]);
    free(worker->plan);
}
