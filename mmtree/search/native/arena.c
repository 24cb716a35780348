/* Slabs of memory, and failures that end an attempt. */

#include "arena.h"
#include "platform.h"

#include <stdlib.h>

#define SLAB ((size_t)1 << 20) /* least bytes of a slab */

enum { MAX_SLAB_RATIO = 64 };

_Noreturn void fail_with(Arena *arena, int failure)
{
    arena->failure = failure;
    longjmp(*arena->handler, 1);
}

/* The only setjmp in the kernel; no local variable that changes is used after a jump. */
int attempt(Arena *arena, void (*step)(void *), void *context)
{
    jmp_buf here, *before = arena->handler;
    arena->handler = &here;
    arena->failure = 0;
    const uint32_t level = arena->level;
    if (setjmp(here) == 0)
        step(context);
    arena->handler = before;
    arena->level = level;
    return arena->failure;
}

/* Keeps a released slab as a spare in place of a smaller one, and frees the smallest. */
static void keep_spare(Arena *arena, Slab *slab)
{
    for (int i = 0; slab && i < SPARE_SLABS; i++)
        if (!arena->spare_slabs[i] || arena->spare_slabs[i]->size < slab->size) {
            Slab *smaller = arena->spare_slabs[i];
            arena->spare_slabs[i] = slab;
            slab = smaller;
        }
    free(slab);
}

void release(Arena *arena, Mark from)
{
    while (arena->slab != from.slab) {
        Slab *slab = arena->slab;
        arena->slab = slab->before;
        keep_spare(arena, slab);
    }
    if (arena->slab)
        arena->slab->used = from.used;
}

/* Takes the smallest spare slab of at least `size` bytes unless it is MAX_SLAB_RATIO times larger or
   more. Frees the largest spare if all are too small: the new slab will replace it. */
static Slab *take_spare(Arena *arena, size_t size)
{
    int i = SPARE_SLABS - 1; /* the smallest are last */
    while (i > 0 && (!arena->spare_slabs[i] || arena->spare_slabs[i]->size < size))
        i--;
    Slab *taken = arena->spare_slabs[i];
    if (taken && taken->size / MAX_SLAB_RATIO >= size)
        return NULL;
    for (; i < SPARE_SLABS - 1; i++)
        arena->spare_slabs[i] = arena->spare_slabs[i + 1];
    arena->spare_slabs[SPARE_SLABS - 1] = NULL;
    if (taken && taken->size >= size)
        return taken;
    free(taken);
    return NULL;
}

void add_slab(Arena *arena, size_t size)
{
    const size_t whole = size > SLAB ? size : SLAB;
    Slab *fresh = take_spare(arena, whole);
    if (!fresh) {
        fresh = allocate_large(sizeof(Slab) + whole + 128);
        if (!fresh)
            fail_with(arena, OUT_OF_MEMORY);
        fresh->size = whole;
    }
    fresh->before = arena->slab, fresh->used = 0;
    arena->slab = fresh;
}

void free_arena(Arena *arena)
{
    release(arena, (Mark){NULL, 0});
    for (int i = 0; i < SPARE_SLABS; i++)
        free(arena->spare_slabs[i]);
}
