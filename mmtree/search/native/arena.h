/* An arena: the memory of one thread, allocated and released like a stack, and the failures that end its work.
   Each arena belongs to one thread at a time; nothing here locks. */

#pragma once

#include <setjmp.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Slab { struct Slab *before; size_t size, used; } Slab;
typedef struct { Slab *slab; size_t used; } Mark;

enum { SPARE_SLABS = 8 }; /* a feedback matrix, and smaller ones */

/* Ends work early: any thread may set `now`, and a thread that works asks is_wanted(), if given, now and then. */
typedef struct Stop { atomic_int now; bool (*is_wanted)(struct Stop *); } Stop;

typedef struct {
    /* Spare slabs were released and are reused before new ones are made: by falling size, then NULL. */
    Slab *slab, *spare_slabs[SPARE_SLABS];
    jmp_buf *handler; /* of the innermost attempt() */
    int failure;      /* why that attempt failed, or 0 */
    uint32_t level;   /* of nested sets, for enter_level() */
    Stop *stop;
} Arena;

enum { OUT_OF_MEMORY = 1, STOPPED, WRONG_PLAN, USELESS_GUESS, UNPROVED };

/* Ends the innermost attempt() with a failure: a jump past all calls in between. No lock may be held,
   and memory that is not from the slabs must be reachable by the caller of attempt(). */
_Noreturn void fail_with(Arena *arena, int failure);

/* Runs a step and returns 0, or the failure with which it ended. Attempts may be nested. */
int attempt(Arena *arena, void (*step)(void *), void *context);

/* Fails with STOPPED if the work has to end. Every long loop calls this. */
static inline void check_stop(Arena *arena)
{
    if (atomic_load_explicit(&arena->stop->now, memory_order_relaxed) ||
        (arena->stop->is_wanted && arena->stop->is_wanted(arena->stop)))
        fail_with(arena, STOPPED);
}

/* Called when the search of a set within a set begins and ends. So many levels fit on the stack of a thread; only
   trees of odd tables are deeper. Fails with OUT_OF_MEMORY. */
enum { MAX_LEVELS = 1000 };

static inline void enter_level(Arena *arena)
{
    if (++arena->level > MAX_LEVELS)
        fail_with(arena, OUT_OF_MEMORY);
}

static inline void leave_level(Arena *arena) { arena->level--; }

/* Puts a slab with at least `size` bytes in front of the other slabs. Fails with OUT_OF_MEMORY. */
void add_slab(Arena *arena, size_t size);

/* Returns the current end of the memory, for release(). */
static inline Mark mark(const Arena *arena)
{
    return (Mark){arena->slab, arena->slab ? arena->slab->used : 0};
}

/* Allocates `size` bytes, aligned to a cache line of 64 bytes and not cleared. Fails with OUT_OF_MEMORY. */
static inline void *allocate(Arena *arena, size_t size)
{
    size = (size + 63) & ~(size_t)63;
    if (!arena->slab || arena->slab->size - arena->slab->used < size)
        add_slab(arena, size);
    Slab *slab = arena->slab;
    uintptr_t base = ((uintptr_t)(slab + 1) + 63) & ~(uintptr_t)63;
    void *taken = (void *)(base + slab->used);
    slab->used += size;
    return taken;
}

/* Releases everything allocated since the mark. */
void release(Arena *arena, Mark from);

/* Frees all memory of an arena that is no longer used. */
void free_arena(Arena *arena);
