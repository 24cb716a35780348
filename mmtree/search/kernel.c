/* mmtree.search.native: counting partitions and exact search, in C.

   The NumPy modules partition.py and exact.py define what is computed; this file is the fast route
   to the same answers, and the tests hold the two against each other.

   Words: a code is named by its rank. A *frame* is a set of secrets with the guesses worth trying
   on it and a table of the feedback between them; inside a frame, secrets and guesses are named by
   position. In a *race*, several threads try the guesses of one set, and the cheapest wins.
   The vector loops stand at the end of the file, which includes itself once for each instruction
   set; the best one that the machine has is chosen at run time. */

#ifndef INSTRUCTION_SET

#define PY_SSIZE_T_CLEAN
#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030b0000
#endif
#include <Python.h>

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#include <immintrin.h>
#define X86 1
#else
#define X86 0
#endif

enum {
    MAX_PEGS = 9,
    MAX_COLORS = 36,
    MAX_FEEDBACKS = 56,    /* seven planes of eight; 9 pegs have 54 */
    PLANES = MAX_FEEDBACKS / 8,
    MAX_PERMUTED = 6,      /* as in symmetry.py */
    BLOCK = 64,            /* guesses counted at once */
    PADDED = 256,          /* guesses of a frame are padded to a multiple of this */
    WORTH_COPYING = 16,    /* sets of fewer secrets are searched in the table they came with */
    FEW_GUESSES = 256,     /* and so are those for which there are no more guesses than this */
    ONE_BY_ONE = 32,       /* beyond a part in so many, all guesses are counted in one go */
    CHUNK = 512,           /* guesses scanned between two looks at the result */
    FEW_OPENINGS = 48,     /* no more are tried one by one, their cells in tables */
    LARGEST_TABLE = 1 << 29, /* bytes; beyond it, openings are tried one by one, too */
    MEMBER = 0x80,         /* marks the secrets of a set among its guesses */
    LARGE_SET = 40,        /* sets of so many secrets are worth several threads */
};

#define INFINITE ((int64_t)1 << 50)
#define NONE UINT32_MAX

typedef struct { uint8_t digits[MAX_PEGS], kinds, color[MAX_PEGS], count[MAX_PEGS]; } Code;

/* Codes in columns, so that 64 of them are compared at once. */
typedef struct {
    uint32_t count;
    size_t stride;         /* count, padded to a multiple of BLOCK */
    int pegs;
    const uint8_t *digits; /* [pegs][stride] */
    const uint8_t *counts; /* [colors][stride] */
} Codes;

/* A set of secrets with the guesses worth trying on it. */
typedef struct {
    uint32_t n, count;
    int feedbacks;
    size_t stride;               /* count, padded to a multiple of PADDED */
    uint32_t *secrets, *guesses; /* ranks, rising */
    uint32_t *position;          /* of each secret among the guesses */
    uint8_t *rows;               /* [count][n]: place of the feedback in canonical order */
    uint8_t *columns;            /* [n][stride]: the same, guesses side by side */
} Frame;

#if X86
static unsigned largest(const uint8_t *bytes, int count)
{
    unsigned most = 0;
    for (int at = 0; at < count; at++)
        most = bytes[at] > most ? bytes[at] : most;
    return most;
}
#endif

static uint8_t one_bit[PLANES][64];   /* bit k of byte f of plane p where f is 8 p + k */

typedef struct {
    void (*answers)(const Codes *, const Code *, bool whites, const uint8_t *index, uint8_t *out);
    void (*count)(const Codes *, size_t at, const Code *, uint32_t secrets, bool whites,
                  int feedbacks, const uint8_t *values, uint32_t (*sizes)[BLOCK]);
    void (*overflow)(const Frame *, const uint32_t *members, uint32_t n, uint8_t *out);
    unsigned (*scan)(const Frame *, const uint32_t *members, uint32_t n, size_t from, size_t to,
                     uint8_t *cells);
    const char *name;
} Vectors;

#if X86
#define INSTRUCTION_SET avx512
#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512bitalg")))
#define LEVEL 512
#include "kernel.c"
#define INSTRUCTION_SET avx2
#define TARGET __attribute__((target("avx2")))
#define LEVEL 256
#include "kernel.c"
#endif
#define INSTRUCTION_SET baseline
#define TARGET
#define LEVEL 0
#include "kernel.c"

static const Vectors *vectors = &baseline_vectors;

static const Vectors *best_vectors(void)
{
#if X86
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512bitalg"))
        return &avx512_vectors;
    if (__builtin_cpu_supports("avx2"))
        return &avx2_vectors;
#endif
    return &baseline_vectors;
}

/* ---- the game ------------------------------------------------------------------------------ */

typedef struct {
    int pegs, colors;
    bool distinct, whites, by_peg; /* by_peg: colours of each peg can be renamed by themselves */
    int feedbacks;
    uint8_t values[MAX_FEEDBACKS];  /* 10 black + white, in canonical order; all black is last */
    uint8_t index[128];             /* and back */
    Codes all;
    uint64_t *shown;                /* the colours of each code, as bits */
    Code *code;                     /* each code by itself */
} Game;

static int digit(const Game *game, uint32_t rank, int peg)
{
    return game->all.digits[(size_t)peg * game->all.stride + rank];
}

static void make_code(const Game *game, uint32_t rank)
{
    Code *made = &game->code[rank];
    memset(made, 0, sizeof *made);
    for (int peg = 0; peg < game->pegs; peg++) {
        int color = made->digits[peg] = (uint8_t)digit(game, rank, peg);
        int kind = 0;
        while (kind < made->kinds && made->color[kind] != color)
            kind++;
        if (kind == made->kinds)
            made->color[made->kinds++] = (uint8_t)color;
        made->count[kind]++;
    }
}

/* The position of the feedback of two codes in canonical order. */
static int answer(const Game *game, const Code *first, const Code *second)
{
    int value = 0;
    for (int peg = 0; peg < game->pegs; peg++)
        value += first->digits[peg] == second->digits[peg];
    if (!game->whites)
        return game->index[10 * value];
    value *= 9;
    for (int mine = 0; mine < first->kinds; mine++)
        for (int other = 0; other < second->kinds; other++)
            if (first->color[mine] == second->color[other])
                value += first->count[mine] < second->count[other] ? first->count[mine]
                                                                   : second->count[other];
    return game->index[value];
}

/* ---- colours that no secret shows, and symmetry ---------------------------------------------- */

/* The colours a set of secrets shows, for each peg by itself where that matters. */
typedef struct { uint64_t peg[MAX_PEGS]; } Shown;

static void show(const Game *game, uint32_t rank, Shown *shown)
{
    if (!game->by_peg)
        shown->peg[0] |= game->shown[rank];
    else
        for (int peg = 0; peg < game->pegs; peg++)
            shown->peg[peg] |= (uint64_t)1 << digit(game, rank, peg);
}

/* False for a guess that differs from a lower one only in colours no secret shows. */
static bool useful(const Game *game, const Shown *shown, uint32_t rank)
{
    uint64_t all = ((uint64_t)1 << game->colors) - 1;
    if (game->by_peg) {
        for (int peg = 0; peg < game->pegs; peg++) {
            uint64_t absent = all & ~shown->peg[peg], bit = (uint64_t)1 << digit(game, rank, peg);
            if (bit & absent & (absent - 1))
                return false;
        }
        return true;
    }
    uint64_t absent = all & ~shown->peg[0], mine = game->shown[rank] & absent;
    if (!mine || mine == (absent & -absent))
        return true;
    if (!game->distinct)
        return false;
    for (int peg = 0; peg < game->pegs; peg++) { /* distinct colours: the lowest in order */
        uint64_t bit = (uint64_t)1 << digit(game, rank, peg);
        if (!(bit & absent))
            continue;
        if (bit != (absent & -absent))
            return false;
        absent &= absent - 1;
    }
    return true;
}

/* The same for a block of guesses, one bit each. */
static uint64_t useful_in_block(const Game *game, const Shown *shown, size_t block)
{
    const size_t lanes = game->all.count - block < BLOCK ? game->all.count - block : BLOCK;
    const uint64_t everything = lanes < 64 ? ((uint64_t)1 << lanes) - 1 : UINT64_MAX;
    const uint64_t absent = (((uint64_t)1 << game->colors) - 1) & ~shown->peg[0];
    uint64_t mask = 0;
    if (game->by_peg || game->distinct) {
        for (size_t lane = 0; lane < lanes; lane++)
            mask |= (uint64_t)useful(game, shown, (uint32_t)(block + lane)) << lane;
        return mask;
    }
    if (!absent)
        return everything;
    const uint64_t more = absent & (absent - 1);
    const uint64_t *colors = game->shown + block;
    for (size_t lane = 0; lane < lanes; lane++)
        mask |= (uint64_t)!(colors[lane] & more) << lane;
    return mask;
}

/* A permutation of the positions, and what the colours of the guesses so far must be renamed to. */
typedef struct {
    uint8_t source[MAX_PEGS];
    int8_t name[MAX_PEGS][MAX_COLORS]; /* by peg only where colours are renamed by peg; -1: free */
    uint64_t used[MAX_PEGS];
} Move;

typedef struct { Move *moves; uint32_t count; bool trivial; } Symmetry;

static void note_trivial(const Game *game, Symmetry *symmetry)
{
    symmetry->trivial = symmetry->count == 1;
    for (int group = 0; group < (game->by_peg ? game->pegs : 1); group++)
        if (__builtin_popcountll(symmetry->moves[0].used[group]) < game->colors - 1)
            symmetry->trivial = false;
}

/* False when a symmetry maps the guess to a lower one. */
static bool representative(const Game *game, const Symmetry *symmetry, uint32_t rank)
{
    uint8_t digits[MAX_PEGS];
    for (int peg = 0; peg < game->pegs; peg++)
        digits[peg] = (uint8_t)digit(game, rank, peg);
    for (uint32_t at = 0; at < symmetry->count; at++) {
        const Move *move = &symmetry->moves[at];
        uint64_t used[MAX_PEGS];
        int8_t fresh[MAX_PEGS][MAX_COLORS];
        int groups = game->by_peg ? game->pegs : 1;
        memcpy(used, move->used, sizeof used[0] * (size_t)groups);
        memset(fresh, -1, MAX_COLORS * (size_t)groups);
        for (int peg = 0; peg < game->pegs; peg++) {
            int group = game->by_peg ? peg : 0, color = digits[move->source[peg]];
            int image = move->name[group][color];
            if (image < 0)
                image = fresh[group][color];
            if (image < 0) { /* free colours take the lowest free names in order of appearance */
                image = __builtin_ctzll(~used[group]);
                used[group] |= (uint64_t)1 << image;
                fresh[group][color] = (int8_t)image;
            }
            if (image < digits[peg])
                return false;
            if (image > digits[peg])
                break;
        }
    }
    return true;
}

/* Keeps the moves that leave one more guess unchanged; in place. */
static void fix_guess(const Game *game, Symmetry *symmetry, uint32_t rank)
{
    uint32_t kept = 0;
    for (uint32_t at = 0; at < symmetry->count; at++) {
        Move *move = &symmetry->moves[kept];
        if (kept != at)
            *move = symmetry->moves[at];
        bool holds = true;
        for (int peg = 0; holds && peg < game->pegs; peg++) {
            int group = game->by_peg ? peg : 0;
            int color = digit(game, rank, move->source[peg]), image = digit(game, rank, peg);
            uint64_t bit = (uint64_t)1 << image;
            if (move->name[group][color] < 0 && !(move->used[group] & bit)) {
                move->name[group][color] = (int8_t)image;
                move->used[group] |= bit;
            }
            holds = move->name[group][color] == image;
        }
        kept += holds;
    }
    symmetry->count = kept;
    note_trivial(game, symmetry);
}

static void next_permutation(uint8_t *order, int length)
{
    int at = length - 2;
    while (at >= 0 && order[at] > order[at + 1])
        at--;
    if (at < 0)
        return;
    int other = length - 1;
    while (order[other] < order[at])
        other--;
    uint8_t held = order[at];
    order[at] = order[other], order[other] = held;
    for (int low = at + 1, high = length - 1; low < high; low++, high--)
        held = order[low], order[low] = order[high], order[high] = held;
}

/* ---- memory -------------------------------------------------------------------------------- */

typedef struct Slab { struct Slab *before; size_t size, used; } Slab;
typedef struct { Slab *slab; size_t used; } Mark;

typedef struct Search Search;

/* One thread at work. Memory is taken from its slabs in the order of a stack. */
typedef struct {
    Search *search;
    Slab *slab;
    uint32_t *plan;        /* guesses of sets of three secrets or more, in preorder */
    size_t planned, room;
    jmp_buf *way_out;      /* where to go when memory is short or the search is stopped */
    int failure;           /* why it went there */
    bool helping;          /* the work is shared already */
    uint64_t scanned;      /* sets for which all guesses were looked at */
} Worker;

enum { OUT_OF_MEMORY = 1, STOPPED, WRONG_PLAN };

static _Noreturn void leave(Worker *worker, int why)
{
    worker->failure = why;
    longjmp(*worker->way_out, 1);
}

/* Runs a step; 0, or why it was left. The only setjmp, so that no local outlives a jump. */
static int attempt(Worker *worker, void (*step)(Worker *, void *), void *context)
{
    jmp_buf here, *before = worker->way_out;
    worker->way_out = &here;
    worker->failure = 0;
    if (setjmp(here) == 0)
        step(worker, context);
    worker->way_out = before;
    return worker->failure;
}

static void *take(Worker *worker, size_t size)
{
    size = (size + 63) & ~(size_t)63;
    Slab *slab = worker->slab;
    if (!slab || slab->size - slab->used < size) {
        size_t whole = size > ((size_t)1 << 20) ? size : (size_t)1 << 20;
        Slab *fresh = malloc(sizeof(Slab) + whole + 128);
        if (!fresh)
            leave(worker, OUT_OF_MEMORY);
        fresh->before = slab, fresh->size = whole, fresh->used = 0;
        worker->slab = slab = fresh;
    }
    uintptr_t base = ((uintptr_t)(slab + 1) + 63) & ~(uintptr_t)63;
    void *taken = (void *)(base + slab->used);
    slab->used += size;
    return taken;
}

static Mark mark(const Worker *worker)
{
    return (Mark){worker->slab, worker->slab ? worker->slab->used : 0};
}

static void release(Worker *worker, Mark from)
{
    while (worker->slab != from.slab) {
        Slab *slab = worker->slab;
        worker->slab = slab->before;
        free(slab);
    }
    if (worker->slab)
        worker->slab->used = from.used;
}

static void plan_room(Worker *worker, size_t more)
{
    if (worker->room - worker->planned >= more)
        return;
    size_t room = 2 * worker->room + more + 1024;
    uint32_t *plan = realloc(worker->plan, room * sizeof *plan);
    if (!plan)
        leave(worker, OUT_OF_MEMORY);
    worker->plan = plan, worker->room = room;
}

static void append_plan(Worker *worker, const uint32_t *plan, size_t length)
{
    plan_room(worker, length);
    if (length)
        memcpy(worker->plan + worker->planned, plan, length * sizeof *plan);
    worker->planned += length;
}

/* What the worker planned from `start` on, to be freed by who asks. */
static uint32_t *copy_plan(Worker *worker, size_t start, size_t *length)
{
    *length = worker->planned - start;
    uint32_t *plan = malloc(*length * sizeof *plan + 1);
    if (!plan)
        leave(worker, OUT_OF_MEMORY);
    if (*length)
        memcpy(plan, worker->plan + start, *length * sizeof *plan);
    return plan;
}

/* Moves what was planned from `start` on down to `base`, over what was there. */
static void move_plan(Worker *worker, size_t start, size_t base)
{
    const size_t length = worker->planned - start;
    memmove(worker->plan + base, worker->plan + start, length * sizeof(uint32_t));
    worker->planned = base + length;
}

/* ---- prices and bounds ----------------------------------------------------------------------- */

typedef struct { int32_t path[4]; int64_t price; bool exact; uint32_t length; uint32_t *plan; } Part;

struct Search {
    const Game *game;
    struct Signals *signals;       /* of the calling thread, when it does the work itself */
    const int64_t *prices;         /* c(1), c(2), …; infinite beyond */
    size_t listed;
    uint32_t size;                 /* of the largest set */
    _Atomic(int64_t *) *least;     /* by guesses made: least price of n secrets */
    uint32_t levels;
    int64_t slack;                 /* guesses whose bound exceeds the least by more are not tried */
    int jobs;
    Worker *workers;
    atomic_int stop;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool done;
    int failure;
    /* what is settled */
    Part *known;                   /* of an earlier run, sorted by path */
    size_t known_count;
    Part *settled;
    size_t settled_count, settled_room;
    bool keep_parts;
    /* how far it is */
    int64_t best, lower;
    double share_done, share_step; /* of the openings, and what the set being searched is worth */
    atomic_uint race_done, race_of;
};

/* Only the thread that started the search tells how far it is; the lock is for who asks. */
static void note_progress(Search *search, int64_t best, int64_t lower, double done, double step)
{
    pthread_mutex_lock(&search->lock);
    search->best = best, search->lower = lower;
    search->share_done = done, search->share_step = step;
    pthread_mutex_unlock(&search->lock);
}

static int64_t price(const Search *search, uint32_t guesses)
{
    return guesses <= search->listed ? search->prices[guesses - 1] : INFINITE;
}

/* Least price of sets of which only the size is known: the cheapest levels are filled first
   (Viaud 1979, Neuwirth 1982). */
static const int64_t *least_prices(Worker *worker, uint32_t guesses)
{
    Search *search = worker->search;
    int64_t *least = atomic_load_explicit(&search->least[guesses], memory_order_acquire);
    if (least)
        return least;
    least = malloc(((size_t)search->size + 1) * sizeof *least);
    if (!least)
        leave(worker, OUT_OF_MEMORY);
    least[0] = 0;
    uint64_t width = 1, left = 1;
    uint32_t level = guesses + 1;
    for (uint32_t n = 1; n <= search->size; n++) {
        if (!left)
            width *= (uint64_t)search->game->feedbacks - 1, left = width, level++;
        left--;
        int64_t added = left < width ? price(search, level) : INFINITE;
        least[n] = added >= INFINITE || least[n - 1] >= INFINITE ? INFINITE : least[n - 1] + added;
    }
    int64_t *expected = NULL;
    if (!atomic_compare_exchange_strong(&search->least[guesses], &expected, least)) {
        free(least);
        return expected;
    }
    return least;
}

static void check_stop(Worker *worker)
{
    if (atomic_load_explicit(&worker->search->stop, memory_order_relaxed))
        leave(worker, STOPPED);
}

static int64_t capped(int64_t value) { return value < INFINITE ? value : INFINITE; }

static int64_t times(uint32_t count, int64_t value)
{
    return count && value > INFINITE / count ? INFINITE : (int64_t)count * value;
}

/* The symmetries that also leave one more guess unchanged; NULL when there are none left. */
static const Symmetry *symmetry_after(Worker *worker, const Symmetry *symmetry, uint32_t rank)
{
    if (!symmetry)
        return NULL;
    Symmetry *left = take(worker, sizeof *left);
    left->count = symmetry->count;
    left->moves = take(worker, symmetry->count * sizeof(Move));
    memcpy(left->moves, symmetry->moves, symmetry->count * sizeof(Move));
    fix_guess(worker->search->game, left, rank);
    return left->trivial ? NULL : left;
}

/* ---- frames -------------------------------------------------------------------------------- */

typedef struct { const Frame *frame; const uint32_t *members; uint32_t n, depth; } Set; /* by position */

static Codes columns(Worker *worker, const Game *game, const uint32_t *ranks, uint32_t count)
{
    size_t stride = ((size_t)count + BLOCK - 1) / BLOCK * BLOCK;
    uint8_t *digits = take(worker, stride * (size_t)game->pegs);
    uint8_t *counts = take(worker, stride * (size_t)game->colors);
    memset(digits, 0xff, stride * (size_t)game->pegs);
    memset(counts, 0, stride * (size_t)game->colors);
    for (int peg = 0; peg < game->pegs; peg++)
        for (uint32_t at = 0; at < count; at++) {
            int color = digit(game, ranks[at], peg);
            digits[(size_t)peg * stride + at] = (uint8_t)color;
            counts[(size_t)color * stride + at]++;
        }
    return (Codes){count, stride, game->pegs, digits, counts};
}

static Frame *frame_room(Worker *worker, uint32_t n, uint32_t count)
{
    Frame *frame = take(worker, sizeof *frame);
    frame->n = n, frame->count = count;
    frame->feedbacks = worker->search->game->feedbacks;
    frame->stride = ((size_t)count + PADDED - 1) / PADDED * PADDED;
    frame->secrets = take(worker, n * sizeof(uint32_t));
    frame->guesses = take(worker, count * sizeof(uint32_t));
    frame->position = take(worker, n * sizeof(uint32_t));
    frame->rows = take(worker, (size_t)count * n);
    frame->columns = take(worker, frame->stride * n);
    return frame;
}

static void place_secrets(Frame *frame)
{
    for (uint32_t secret = 0, at = 0; secret < frame->n; secret++) {
        while (frame->guesses[at] != frame->secrets[secret])
            at++;
        frame->position[secret] = at;
    }
}

static Shown colors_shown(const Game *game, const uint32_t *secrets, uint32_t n)
{
    Shown shown = {{0}};
    for (uint32_t at = 0; at < n; at++)
        show(game, secrets[at], &shown);
    return shown;
}

static Code *codes_of(Worker *worker, const uint32_t *ranks, uint32_t n)
{
    Code *code = take(worker, n * sizeof *code + 1);
    for (uint32_t at = 0; at < n; at++)
        code[at] = worker->search->game->code[ranks[at]];
    return code;
}

/* The guesses worth trying on a set, and below. */
static uint32_t useful_guesses(const Game *game, const uint32_t *secrets, uint32_t n, uint32_t *out)
{
    const Shown shown = colors_shown(game, secrets, n);
    uint32_t count = 0;
    for (uint32_t rank = 0; rank < game->all.count; rank++)
        if (useful(game, &shown, rank))
            out[count++] = rank;
    return count;
}

/* Leaves when the tables of a set would take more than half of the memory of the machine. */
static void check_room(Worker *worker, const uint32_t *secrets, uint32_t n)
{
    const Game *game = worker->search->game;
    const double room = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGE_SIZE) / 2;
    if (room <= 0 || 2.0 * n * game->all.count <= room)
        return;
    Mark from = mark(worker);
    uint32_t *guesses = take(worker, game->all.count * sizeof *guesses);
    if (2.0 * n * useful_guesses(game, secrets, n, guesses) > room)
        leave(worker, OUT_OF_MEMORY);
    release(worker, from);
}

/* The whole set of a frame of its own. */
static Set make_frame(Worker *worker, const uint32_t *secrets, uint32_t n, uint32_t depth)
{
    const Game *game = worker->search->game;
    uint32_t *guesses = take(worker, game->all.count * sizeof *guesses);
    check_room(worker, secrets, n);
    uint32_t count = useful_guesses(game, secrets, n, guesses);
    Frame *frame = frame_room(worker, n, count);
    memcpy(frame->secrets, secrets, n * sizeof *secrets);
    memcpy(frame->guesses, guesses, count * sizeof *guesses);
    place_secrets(frame);
    Mark from = mark(worker);
    Codes mine = columns(worker, game, secrets, n), theirs = columns(worker, game, guesses, count);
    uint8_t *row = take(worker, mine.stride);
    for (uint32_t secret = 0; secret < n; secret++) {
        check_stop(worker);
        uint8_t *column = frame->columns + frame->stride * secret;
        vectors->answers(&theirs, &game->code[secrets[secret]], game->whites, game->index, column);
        memset(column + count, 0, frame->stride - count);
    }
    for (uint32_t at = 0; at < count; at++) {
        check_stop(worker);
        vectors->answers(&mine, &game->code[guesses[at]], game->whites, game->index, row);
        memcpy(frame->rows + (size_t)at * n, row, n);
    }
    release(worker, from);
    uint32_t *members = take(worker, n * sizeof *members);
    for (uint32_t at = 0; at < n; at++)
        members[at] = at;
    return (Set){frame, members, n, depth};
}

/* ---- one set ------------------------------------------------------------------------------- */

/* What is known of a set once every guess has been looked at. */
typedef struct {
    uint8_t *cells;   /* for each guess: into how many cells it splits the set */
    uint8_t *over;    /* for each guess, how many secrets overflow; or NULL */
    uint32_t counted; /* how many guesses were counted one by one */
    int64_t least;    /* bound of the best guess */
    bool settled;     /* and the guess attains it: */
    uint32_t guess;
} Scan;

typedef struct {
    const uint32_t *members; /* positions; of an opening, ranks */
    uint32_t n;
    int64_t assumed;  /* a lower bound of its price */
    bool open;        /* not known to be attained */
    Scan scan;
    uint32_t guess;   /* where it is settled: rank */
    size_t plan, length;
} Cell;

typedef struct {
    int64_t bound;
    Cell cells[MAX_FEEDBACKS];
    int open, order[MAX_FEEDBACKS]; /* the open cells, the smallest first */
} Split;

static int64_t search_set(Worker *, Set, int64_t limit, const Scan *, const Symmetry *);

/* Bound of a guess that makes so many cells, none of them so large that a level overflows. */
static int64_t flat_bound(const Search *search, uint32_t depth, uint32_t n, uint32_t cells, bool member)
{
    const int64_t first = price(search, depth + 1), second = price(search, depth + 2),
                  third = price(search, depth + 3);
    return capped(times(member, first) + times(cells - member, second) + times(n - cells, third));
}

/* The same, whatever overflows. */
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

/* The same, from the bound there would be if nothing overflowed. Once many guesses are asked for,
   all of them are counted in one go. */
static int64_t large_bound(Worker *worker, Set set, Scan *scan, uint32_t guess, unsigned cells, int64_t flat)
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

/* The lowest secret that gets another feedback from every secret, as rank; NONE if there is none. */
static uint32_t perfect(Set set)
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

/* Looks at all guesses, until one has a bound that no other can be below. */
static void scan_set(Worker *worker, Set set, int64_t raised, Scan *scan)
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

/* Sorts secrets by the place of their feedback; ends[f] is where the cell of f ends. */
static void sort_by_feedback(const uint8_t *feedback, const uint32_t *secrets, uint32_t n, int feedbacks,
                             uint32_t *sorted, uint32_t *sizes, uint32_t *ends)
{
    uint32_t total = 0;
    memset(sizes, 0, sizeof *sizes * (size_t)feedbacks);
    for (uint32_t at = 0; at < n; at++)
        sizes[feedback[at]]++;
    for (int value = 0; value < feedbacks; value++)
        ends[value] = total, total += sizes[value];
    for (uint32_t at = 0; at < n; at++)
        sorted[ends[feedback[at]]++] = secrets[at];
}

static void open_cell(Split *split, int value)
{
    int at = split->open++;
    for (; at && split->cells[split->order[at - 1]].n > split->cells[value].n; at--)
        split->order[at] = split->order[at - 1];
    split->order[at] = value;
    split->cells[value].open = true;
}

/* Splits a set by a guess and bounds every cell; false once the guess cannot stay below the limit.
   What it takes from the slabs is needed until the guess is done with. */
static bool split_set(Worker *worker, Set set, uint32_t guess, int64_t bound, int64_t limit, Split *split)
{
    const Search *search = worker->search;
    const Frame *frame = set.frame;
    const uint8_t *row = frame->rows + (size_t)guess * frame->n;
    const int last = search->game->feedbacks - 1;
    const int64_t *least = least_prices(worker, set.depth + 1);
    uint32_t ends[MAX_FEEDBACKS], sizes[MAX_FEEDBACKS];
    uint32_t *members = take(worker, set.n * sizeof *members);
    uint8_t *feedback = take(worker, set.n);
    for (uint32_t at = 0; at < set.n; at++)
        feedback[at] = row[set.members[at]];
    sort_by_feedback(feedback, set.members, set.n, last + 1, members, sizes, ends);
    split->open = 0;
    for (int value = 0; value < last; value++) {
        Cell *cell = &split->cells[value];
        cell->n = sizes[value];
        cell->members = members + ends[value] - cell->n;
        cell->open = false;
        if (cell->n <= 2)
            continue;
        Set inner = {frame, cell->members, cell->n, set.depth + 1};
        cell->assumed = least[cell->n];
        if (cell->n <= (uint32_t)last + 1) {
            cell->guess = perfect(inner);
            if (cell->guess != NONE)
                continue;
            int64_t loose = flat_bound(search, set.depth + 1, cell->n, cell->n, false);
            int64_t paired = flat_bound(search, set.depth + 1, cell->n, cell->n - 1, true);
            int64_t raised = loose < paired ? loose : paired;
            if (raised > cell->assumed)
                cell->assumed = raised;
            bound += cell->assumed - least[cell->n];
            if (bound >= limit)
                return false;
        }
        open_cell(split, value);
    }
    for (int at = split->open - 1; at >= 0; at--) {
        Cell *cell = &split->cells[split->order[at]];
        Set inner = {frame, cell->members, cell->n, set.depth + 1};
        scan_set(worker, inner, cell->assumed, &cell->scan);
        if (cell->scan.least > cell->assumed) {
            bound += cell->scan.least - cell->assumed;
            cell->assumed = cell->scan.least;
            if (bound >= limit)
                return false;
        }
    }
    split->bound = bound;
    return true;
}

/* Puts the plans of the cells in canonical order behind the guess (a rank), at the given base. */
static void join_plans(Worker *worker, uint32_t guess, const Split *split, size_t base)
{
    int last = worker->search->game->feedbacks - 1;
    size_t start = worker->planned, length = 1;
    for (int value = 0; value < last; value++)
        if (split->cells[value].n > 2)
            length += split->cells[value].open ? split->cells[value].length : 1;
    plan_room(worker, length);
    uint32_t *plan = worker->plan + start;
    *plan++ = guess;
    for (int value = 0; value < last; value++) {
        const Cell *cell = &split->cells[value];
        if (cell->n <= 2)
            continue;
        if (!cell->open)
            *plan++ = cell->guess;
        else {
            memcpy(plan, worker->plan + cell->plan, cell->length * sizeof *plan);
            plan += cell->length;
        }
    }
    worker->planned = start + length;
    move_plan(worker, start, base);
}

/* The price of one guess, with its plan at the end of the worker's plan; or the limit, when it
   cannot be below. `shared`, where it is given, lowers the limit while others search. */
static int64_t try_guess(Worker *worker, Set set, uint32_t guess, int64_t bound, int64_t limit,
                         const Symmetry *symmetry, const _Atomic int64_t *shared)
{
    Mark from = mark(worker);
    size_t base = worker->planned;
    Split split;
    int64_t result = limit;
    if (split_set(worker, set, guess, bound, limit, &split)) {
        const Symmetry *left =
            split.open ? symmetry_after(worker, symmetry, set.frame->guesses[guess]) : NULL;
        bound = split.bound;
        int at = 0;
        for (; at < split.open && bound < limit; at++) {
            Cell *cell = &split.cells[split.order[at]];
            Set inner = {set.frame, cell->members, cell->n, set.depth + 1};
            if (shared) {
                int64_t now = atomic_load_explicit(shared, memory_order_relaxed);
                if (now < limit)
                    limit = now;
            }
            cell->plan = worker->planned;
            int64_t most = limit - bound + cell->assumed;
            int64_t found = search_set(worker, inner, most, &cell->scan, left);
            if (found >= most)
                break;
            cell->length = worker->planned - cell->plan;
            bound += found - cell->assumed;
        }
        if (at == split.open && bound < limit) {
            join_plans(worker, set.frame->guesses[guess], &split, base);
            result = bound;
        }
    }
    release(worker, from);
    if (result >= limit)
        worker->planned = base;
    return result;
}

static bool worth_trying(const Game *game, const Shown *shown, const Symmetry *symmetry, uint32_t rank)
{
    return useful(game, shown, rank) && (!symmetry || representative(game, symmetry, rank));
}

typedef struct { int64_t bound; uint32_t guess; } Candidate;

static int by_bound(const void *first, const void *second)
{
    const Candidate *one = first, *two = second;
    if (one->bound != two->bound)
        return one->bound < two->bound ? -1 : 1;
    return one->guess < two->guess ? -1 : one->guess > two->guess;
}

/* Searches with fewer guesses where the set leaves enough of them useless. */
static const Frame *narrow(Worker *worker, Set *set, Scan *scan, const Shown *shown)
{
    const Frame *frame = set->frame;
    const Game *game = worker->search->game;
    if (set->n < WORTH_COPYING || frame->count < FEW_GUESSES)
        return frame;
    Mark from = mark(worker);
    uint32_t *kept = take(worker, frame->count * sizeof *kept), count = 0;
    for (uint32_t at = 0; at < frame->count; at++) {
        kept[count] = at;
        count += useful(game, shown, frame->guesses[at]);
    }
    if (count > frame->count - frame->count / 3) { /* not worth the copy */
        release(worker, from);
        return frame;
    }
    Frame *made = frame_room(worker, set->n, count);
    uint32_t *members = take(worker, set->n * sizeof *members);
    uint8_t *cells = take(worker, made->stride);
    memset(cells + count, 0, made->stride - count);
    for (uint32_t at = 0; at < count; at++) {
        made->guesses[at] = frame->guesses[kept[at]];
        cells[at] = scan->cells[kept[at]];
    }
    for (uint32_t secret = 0; secret < set->n; secret++) {
        made->secrets[secret] = frame->secrets[set->members[secret]];
        members[secret] = secret;
        memset(made->columns + made->stride * secret + count, 0, made->stride - count);
    }
    for (uint32_t start = 0; start < count; start += BLOCK) { /* rows of a block fit the cache */
        const uint32_t end = start + BLOCK < count ? start + BLOCK : count;
        for (uint32_t secret = 0; secret < set->n; secret++) {
            const uint8_t *column = frame->columns + frame->stride * set->members[secret];
            uint8_t *copy = made->columns + made->stride * secret;
            for (uint32_t at = start; at < end; at++)
                made->rows[(size_t)at * set->n + secret] = copy[at] = column[kept[at]];
        }
    }
    place_secrets(made);
    set->frame = made;
    set->members = members;
    scan->cells = cells;
    scan->over = NULL;
    return made;
}

/* The least price so far, whose plan starts at the base. */
typedef struct { int64_t best; size_t base; } Best;

static void keep_cheaper(Worker *worker, Best *best, int64_t found, size_t start)
{
    if (found < best->best) {
        move_plan(worker, start, best->base);
        best->best = found;
    }
}

static void try_candidate(Worker *worker, Set set, const Symmetry *symmetry, uint32_t guess,
                          int64_t bound, Best *best)
{
    size_t start = worker->planned;
    int64_t found = try_guess(worker, set, guess, bound, best->best, symmetry, NULL);
    keep_cheaper(worker, best, found, start);
}

/* A set so small that no level overflows: guesses of one bound are those outside the set with some
   number of cells, and secrets of the set with another. */
static void search_small(Worker *worker, Set set, const Scan *scan, const Shown *shown,
                         const Symmetry *symmetry, int64_t end, Best *best)
{
    const Search *search = worker->search;
    const Frame *frame = set.frame;
    unsigned outside = set.n, inside = set.n - 1;
    for (;;) {
        int64_t loose = outside > 1 ? flat_bound(search, set.depth, set.n, outside, false) : INFINITE;
        int64_t own = inside > 1 ? flat_bound(search, set.depth, set.n, inside, true) : INFINITE;
        int64_t bound = loose < own ? loose : own;
        if (bound >= best->best || bound > end)
            return;
        const uint8_t wanted = loose == bound ? (uint8_t)outside-- : 0;
        const uint8_t mine = own == bound ? (uint8_t)inside-- : 0;
        if (bound < scan->least)
            continue;
        uint32_t next = 0, guess = 0;
        while (bound < best->best) {
            const uint8_t *at = wanted ? memchr(scan->cells + guess, wanted, frame->count - guess) : NULL;
            guess = at ? (uint32_t)(at - scan->cells) : frame->count;
            for (; mine && next < set.n && bound < best->best; next++) {
                uint32_t member = frame->position[set.members[next]];
                if (member > guess)
                    break;
                if (scan->cells[member] == (mine | MEMBER) &&
                    (!symmetry || representative(search->game, symmetry, frame->guesses[member])))
                    try_candidate(worker, set, symmetry, member, bound, best);
            }
            if (!at || bound >= best->best)
                break;
            if (worth_trying(search->game, shown, symmetry, frame->guesses[guess]))
                try_candidate(worker, set, symmetry, guess, bound, best);
            guess++;
        }
    }
}

/* A larger set: bounds are counted exactly, level by level. */
static void search_large(Worker *worker, Set set, Scan *scan, const Shown *shown,
                         const Symmetry *symmetry, int64_t end, Best *best)
{
    const Search *search = worker->search;
    const Frame *frame = set.frame;
    Candidate *waiting = take(worker, frame->count * sizeof *waiting);
    Candidate *level = take(worker, frame->count * sizeof *level);
    uint32_t count = 0;
    for (unsigned cells = (unsigned)search->game->feedbacks;;) {
        int64_t bound = INFINITE;
        for (uint32_t at = 0; at < count; at++)
            if (waiting[at].bound < bound)
                bound = waiting[at].bound;
        for (; cells > 1; cells--) {
            int64_t flat[2] = {flat_bound(search, set.depth, set.n, cells, false),
                               flat_bound(search, set.depth, set.n, cells, true)};
            int64_t lower = flat[0] < flat[1] ? flat[0] : flat[1];
            if (lower > bound || lower >= best->best)
                break;
            for (int member = 0; member < 2; member++) {
                const int wanted = (int)cells | (member ? MEMBER : 0);
                for (uint32_t guess = 0; guess < frame->count; guess++) {
                    const uint8_t *at = memchr(scan->cells + guess, wanted, frame->count - guess);
                    if (!at)
                        break;
                    guess = (uint32_t)(at - scan->cells);
                    if (!worth_trying(search->game, shown, symmetry, frame->guesses[guess]))
                        continue;
                    int64_t mine = large_bound(worker, set, scan, guess, cells, flat[member]);
                    if (mine < best->best && mine <= end)
                        waiting[count++] = (Candidate){mine, guess};
                    if (mine < bound)
                        bound = mine;
                }
            }
        }
        if (bound >= best->best || bound > end)
            return;
        uint32_t kept = 0, chosen = 0;
        for (uint32_t at = 0; at < count; at++)
            if (waiting[at].bound == bound)
                level[chosen++] = waiting[at];
            else
                waiting[kept++] = waiting[at];
        count = kept;
        qsort(level, chosen, sizeof *level, by_bound);
        for (uint32_t at = 0; at < chosen && bound < best->best; at++)
            try_candidate(worker, set, symmetry, level[at].guess, bound, best);
    }
}

/* The least price of a set below the limit, its plan at the end of the worker's; or the limit. */
static int64_t search_set(Worker *worker, Set set, int64_t limit, const Scan *given, const Symmetry *symmetry)
{
    Search *search = worker->search;
    if (given->least >= limit)
        return limit;
    if (given->settled) {
        append_plan(worker, &set.frame->guesses[given->guess], 1);
        return given->least;
    }
    check_stop(worker);
    Mark from = mark(worker);
    Shown shown = {{0}};
    for (uint32_t at = 0; at < set.n; at++)
        show(search->game, set.frame->secrets[set.members[at]], &shown);
    Scan scan = *given;
    const Frame *frame = narrow(worker, &set, &scan, &shown);
    Best best = {limit, worker->planned};
    const int64_t end = scan.least + search->slack;
    for (uint32_t at = 0; at < set.n; at++)
        scan.cells[frame->position[set.members[at]]] |= MEMBER;
    if (set.n > (uint32_t)search->game->feedbacks)
        search_large(worker, set, &scan, &shown, symmetry, end, &best);
    else
        search_small(worker, set, &scan, &shown, symmetry, end, &best);
    release(worker, from);
    return best.best;
}

/* ---- several threads, and what is settled ----------------------------------------------------- */

typedef void (*Task)(Worker *, void *context, uint32_t number);
typedef struct { Task task; void *context; uint32_t count; atomic_uint next; atomic_int failure; } Tasks;
typedef struct { Tasks *tasks; Worker *worker; } Helper;

static void do_tasks(Worker *worker, void *context)
{
    Tasks *tasks = context;
    uint32_t number;
    while (!atomic_load(&tasks->failure) && (number = atomic_fetch_add(&tasks->next, 1)) < tasks->count)
        tasks->task(worker, tasks->context, number);
}

static void work(Worker *worker, Tasks *tasks)
{
    const Mark from = mark(worker);
    const size_t planned = worker->planned;
    const bool helping = worker->helping;
    worker->helping = true;
    const int why = attempt(worker, do_tasks, tasks);
    if (why)
        atomic_store(&tasks->failure, why);
    release(worker, from);
    worker->planned = planned;
    worker->helping = helping;
}

static void *help(void *hand)
{
    work(((Helper *)hand)->worker, ((Helper *)hand)->tasks);
    return NULL;
}

static bool start_thread(pthread_t *thread, void *(*run)(void *), void *with)
{
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes))
        return false;
    pthread_attr_setstacksize(&attributes, (size_t)16 << 20);
    bool started = !pthread_create(thread, &attributes, run, with);
    pthread_attr_destroy(&attributes);
    return started;
}

/* Does tasks 0 … count−1, in several threads where that is allowed and the work is not shared yet. */
static void share(Worker *worker, Task task, void *context, uint32_t count, bool alone)
{
    Search *search = worker->search;
    Tasks tasks = {.task = task, .context = context, .count = count};
    int hands = alone || worker->helping || count < 2 ? 0 : search->jobs - 1;
    if ((uint32_t)hands >= count)
        hands = (int)count - 1;
    pthread_t *threads = take(worker, ((size_t)hands + 1) * sizeof *threads);
    Helper *given = take(worker, ((size_t)hands + 1) * sizeof *given);
    int started = 0;
    for (; started < hands; started++) {
        given[started] = (Helper){&tasks, &search->workers[started + 1]};
        if (!start_thread(&threads[started], help, &given[started]))
            break; /* fewer hands do the same work */
    }
    work(worker, &tasks);
    for (int at = 0; at < started; at++)
        pthread_join(threads[at], NULL);
    if (tasks.failure)
        leave(worker, tasks.failure);
}

static int by_path(const void *first, const void *second)
{
    return memcmp(((const Part *)first)->path, ((const Part *)second)->path, sizeof(int32_t[4]));
}

static int by_worth(const void *first, const void *second)
{
    const Part *one = first, *two = second;
    int order = by_path(one, two);
    if (order || one->exact != two->exact)
        return order ? order : two->exact - one->exact;
    return one->price > two->price ? -1 : one->price < two->price;
}

/* What an earlier run settled about this part, if it decides the matter below the limit. */
static const Part *known_part(const Search *search, const int32_t *path, int64_t limit)
{
    if (!search->known_count)
        return NULL;
    Part wanted;
    memcpy(wanted.path, path, sizeof wanted.path);
    const Part *part = bsearch(&wanted, search->known, search->known_count, sizeof *search->known, by_path);
    return part && (part->exact || part->price >= limit) ? part : NULL;
}

static int64_t use_part(Worker *worker, const Part *part, int64_t limit)
{
    if (part->price >= limit)
        return limit;
    append_plan(worker, part->plan, part->length);
    return part->price;
}

/* Notes the price of a part, with its plan from `start` on; or that it is not below the limit. */
static void settle(Worker *worker, const int32_t *path, int64_t found, bool exact, size_t start)
{
    Search *search = worker->search;
    if (!search->keep_parts)
        return;
    Part part = {.price = found, .exact = exact, .length = 0, .plan = NULL};
    memcpy(part.path, path, sizeof part.path);
    if (exact) {
        size_t length;
        part.plan = copy_plan(worker, start, &length);
        part.length = (uint32_t)length;
    }
    pthread_mutex_lock(&search->lock);
    bool room = search->settled_count < search->settled_room;
    if (!room) {
        size_t more = 2 * search->settled_room + 64;
        Part *grown = realloc(search->settled, more * sizeof *grown);
        if ((room = grown != NULL))
            search->settled = grown, search->settled_room = more;
    }
    if (room)
        search->settled[search->settled_count++] = part;
    pthread_mutex_unlock(&search->lock);
    if (!room) {
        free(part.plan);
        leave(worker, OUT_OF_MEMORY);
    }
}

/* ---- a race of guesses: a frame's whole set --------------------------------------------------- */

typedef struct {
    Set set;
    const Symmetry *symmetry;
    const Candidate *candidates;
    uint32_t count;
    const int32_t *path;   /* to the set: guess and feedback, or −1 */
    pthread_mutex_t lock;
    int64_t best;
    _Atomic int64_t shared; /* no search need look for this price or a higher one */
    uint32_t winner;
    bool first_done;        /* before the others started */
    uint32_t *plan;
    size_t length;
} Race;

static uint32_t position_of(const Frame *frame, uint32_t rank)
{
    uint32_t low = 0, high = frame->count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (frame->guesses[middle] <= rank)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void path_of(const Race *race, int32_t guess, int32_t feedback, int32_t *path)
{
    const int32_t *start = race->path;
    bool first = start[0] < 0;
    path[0] = first ? guess : start[0];
    path[1] = first ? feedback : start[1];
    path[2] = first ? -1 : guess;
    path[3] = first ? -1 : feedback;
}

static void win(Worker *worker, Race *race, uint32_t number, int64_t found, size_t start)
{
    size_t length;
    uint32_t *plan = copy_plan(worker, start, &length);
    pthread_mutex_lock(&race->lock);
    if (found < race->best || (found == race->best && race->winner != NONE && number < race->winner)) {
        uint32_t *old = race->plan;
        race->best = found, race->winner = number, race->plan = plan, race->length = length;
        atomic_store(&race->shared, found + 1);
        plan = old;
    }
    pthread_mutex_unlock(&race->lock);
    free(plan);
}

static void run_candidate(Worker *worker, void *context, uint32_t number)
{
    Race *race = context;
    Search *search = worker->search;
    check_stop(worker);
    Candidate candidate = race->candidates[number];
    pthread_mutex_lock(&race->lock);
    int64_t limit = race->best + (race->winner != NONE && number < race->winner);
    pthread_mutex_unlock(&race->lock);
    atomic_store_explicit(&search->race_done, number, memory_order_relaxed);
    if (candidate.bound >= limit || (!number && race->first_done))
        return;
    int32_t path[4];
    path_of(race, (int32_t)candidate.guess, -1, path);
    const size_t start = worker->planned;
    const Part *part = known_part(search, path, limit);
    int64_t found;
    if (part)
        found = use_part(worker, part, limit);
    else {
        found = try_guess(worker, race->set, position_of(race->set.frame, candidate.guess),
                          candidate.bound, limit, race->symmetry, &race->shared);
        if (found < limit)
            settle(worker, path, found, true, start);
        else {
            int64_t now = atomic_load(&race->shared);
            settle(worker, path, now < limit ? now : limit, false, start);
        }
    }
    if (found < limit)
        win(worker, race, number, found, start);
    worker->planned = start;
}

/* The first guess of a race without a price to beat: its cells are shared out. */
typedef struct {
    Race *race;
    Split split;
    uint32_t guess;          /* rank */
    const Symmetry *symmetry;
    uint32_t *plans[MAX_FEEDBACKS];
    int64_t limit;
    bool failed;
} Start;

static void run_cell(Worker *worker, void *context, uint32_t number)
{
    Start *start = context;
    Race *race = start->race;
    int value = start->split.order[start->split.open - 1 - (int)number]; /* the largest first */
    Cell *cell = &start->split.cells[value];
    pthread_mutex_lock(&race->lock);
    int64_t limit = start->limit - start->split.bound + cell->assumed;
    bool failed = start->failed;
    pthread_mutex_unlock(&race->lock);
    if (failed)
        return;
    int32_t path[4];
    path_of(race, (int32_t)start->guess, value, path);
    const size_t from = worker->planned;
    const Part *part = known_part(worker->search, path, limit);
    int64_t found;
    if (part)
        found = use_part(worker, part, limit);
    else {
        Set set = {race->set.frame, cell->members, cell->n, race->set.depth + 1};
        found = search_set(worker, set, limit, &cell->scan, start->symmetry);
        settle(worker, path, found, found < limit, from);
    }
    size_t length;
    uint32_t *plan = copy_plan(worker, from, &length);
    worker->planned = from;
    pthread_mutex_lock(&race->lock);
    start->plans[value] = plan;
    cell->length = length;
    if (found >= limit)
        start->failed = true;
    else
        start->split.bound += found - cell->assumed;
    pthread_mutex_unlock(&race->lock);
}

static void run_first(Worker *worker, Race *race, Start *start)
{
    const Frame *frame = race->set.frame;
    Candidate candidate = race->candidates[0];
    uint32_t guess = position_of(frame, candidate.guess);
    const size_t base = worker->planned;
    if (!split_set(worker, race->set, guess, candidate.bound, race->best, &start->split))
        return;
    start->guess = candidate.guess, start->limit = race->best;
    start->symmetry = symmetry_after(worker, race->symmetry, candidate.guess);
    share(worker, run_cell, start, (uint32_t)start->split.open, false);
    if (start->failed || start->split.bound >= race->best)
        return;
    for (int at = 0; at < start->split.open; at++) {
        int value = start->split.order[at];
        Cell *cell = &start->split.cells[value];
        cell->plan = worker->planned;
        append_plan(worker, start->plans[value], cell->length);
    }
    join_plans(worker, candidate.guess, &start->split, base);
    win(worker, race, 0, start->split.bound, base);
    worker->planned = base;
}

static void try_race(Worker *worker, void *context)
{
    Start *start = context;
    Race *race = start->race;
    const bool alone = race->set.n < LARGE_SET;
    const bool priceless = race->best > INFINITE / 2; /* nothing to beat yet */
    if (race->count && priceless && !alone) {
        run_first(worker, race, start);
        race->first_done = true;
    }
    share(worker, run_candidate, race, race->count, alone);
    if (race->winner != NONE)
        append_plan(worker, race->plan, race->length);
}

/* The least price of a frame's whole set below the limit, its plan at the end of the worker's. */
static int64_t run_race(Worker *worker, Set set, int64_t limit, const Symmetry *symmetry,
                        Candidate *candidates, uint32_t count, const int32_t *path)
{
    Search *search = worker->search;
    const Mark from = mark(worker);
    int64_t end = INFINITE;
    for (uint32_t at = 0; at < count; at++)
        if (candidates[at].bound < end)
            end = candidates[at].bound;
    end += search->slack;
    uint32_t kept = 0;
    for (uint32_t at = 0; at < count; at++)
        if (candidates[at].bound < limit && candidates[at].bound <= end)
            candidates[kept++] = candidates[at];
    qsort(candidates, kept, sizeof *candidates, by_bound);
    Race race = {.set = set, .symmetry = symmetry,
                 .candidates = candidates, .count = kept, .path = path, .best = limit,
                 .shared = limit, .winner = NONE};
    Start *start = take(worker, sizeof *start);
    memset(start, 0, sizeof *start);
    pthread_mutex_init(&race.lock, NULL);
    atomic_store(&search->race_done, 0);
    atomic_store(&search->race_of, kept);
    start->race = &race;
    const int why = attempt(worker, try_race, start);
    pthread_mutex_destroy(&race.lock);
    for (int value = 0; value < MAX_FEEDBACKS; value++)
        free(start->plans[value]);
    free(race.plan);
    release(worker, from);
    if (why)
        leave(worker, why);
    return race.best;
}

/* ---- the root ------------------------------------------------------------------------------- */

typedef struct {
    const uint32_t *secrets;
    uint32_t n, depth;
    const uint32_t *openings; /* NULL for all */
    uint32_t opening_count;
    const Symmetry *symmetry; /* or NULL */
} Root;

/* Bounds of all guesses worth trying on a set given by ranks, without a frame. */
static uint32_t bound_guesses(Worker *worker, const Root *root, Candidate **out, int64_t *least)
{
    const Search *search = worker->search;
    const Game *game = search->game;
    const int64_t *after = least_prices(worker, root->depth + 1);
    const int64_t now = price(search, root->depth + 1);
    const int last = game->feedbacks - 1;
    const Shown shown = colors_shown(game, root->secrets, root->n);
    Candidate *candidates = *out = take(worker, game->all.count * sizeof *candidates);
    Mark from = mark(worker);
    Code *code = codes_of(worker, root->secrets, root->n);
    uint32_t (*sizes)[BLOCK] = take(worker, (size_t)game->feedbacks * sizeof *sizes);
    uint32_t count = 0, next = 0;
    worker->scanned++;
    *least = INFINITE;
    for (size_t block = 0; block < game->all.stride; block += BLOCK) {
        uint32_t lanes[BLOCK], wanted = 0;
        for (uint32_t lane = 0; lane < BLOCK && block + lane < game->all.count; lane++) {
            uint32_t rank = (uint32_t)block + lane;
            bool worth;
            if (root->openings) {
                while (next < root->opening_count && root->openings[next] < rank)
                    next++;
                worth = next < root->opening_count && root->openings[next] == rank;
            } else
                worth = worth_trying(game, &shown, root->symmetry, rank);
            if (worth)
                lanes[wanted++] = lane;
        }
        if (!wanted)
            continue;
        check_stop(worker);
        vectors->count(&game->all, block, code, root->n, game->whites, game->feedbacks,
                       game->values, sizes);
        for (uint32_t at = 0; at < wanted; at++) {
            uint32_t lane = lanes[at];
            int64_t bound = times(sizes[last][lane], now);
            for (int value = 0; value < last; value++)
                bound += root->n > 1 && sizes[value][lane] == root->n ? INFINITE : after[sizes[value][lane]];
            if (bound >= INFINITE)
                continue;
            candidates[count++] = (Candidate){bound, (uint32_t)block + lane};
            if (bound < *least)
                *least = bound;
        }
    }
    release(worker, from);
    return count;
}

/* The same as perfect(), without a frame. */
static uint32_t perfect_rank(Worker *worker, const uint32_t *secrets, uint32_t n)
{
    const Game *game = worker->search->game;
    for (uint32_t at = 0; at < n; at++) {
        uint64_t seen = 0;
        uint32_t other = 0;
        for (; other < n; other++) {
            uint64_t bit = (uint64_t)1 << answer(game, &game->code[secrets[at]],
                                                   &game->code[secrets[other]]);
            if (seen & bit)
                break;
            seen |= bit;
        }
        if (other == n)
            return secrets[at];
    }
    return NONE;
}

/* The price of an opening below the limit, with its plan; or the limit. */
static int64_t try_opening(Worker *worker, const Root *root, const Codes *secrets, Candidate opening,
                           int64_t limit)
{
    Search *search = worker->search;
    const Game *game = search->game;
    const int last = game->feedbacks - 1;
    const size_t base = worker->planned;
    Mark from = mark(worker);
    const int64_t *least = least_prices(worker, root->depth + 1);
    uint8_t *row = take(worker, secrets->stride);
    vectors->answers(secrets, &game->code[opening.guess], game->whites, game->index, row);
    uint32_t ends[MAX_FEEDBACKS], sizes[MAX_FEEDBACKS];
    uint32_t *members = take(worker, root->n * sizeof *members);
    sort_by_feedback(row, root->secrets, root->n, last + 1, members, sizes, ends);
    const Symmetry *left = symmetry_after(worker, root->symmetry, opening.guess);
    Split *split = take(worker, sizeof *split);
    for (int value = 0; value < last; value++) { /* refuse what cannot fit before the long work */
        split->cells[value].n = sizes[value];
        split->cells[value].members = members + ends[value] - sizes[value];
        split->cells[value].open = false;
        check_room(worker, split->cells[value].members, sizes[value]);
    }
    Candidate *candidates[MAX_FEEDBACKS];
    uint32_t counts[MAX_FEEDBACKS], finished = root->n;
    int64_t bound = opening.bound;
    split->open = 0;
    for (int value = 0; value < last && bound < limit; value++) {
        Cell *cell = &split->cells[value];
        if (cell->n <= 2)
            continue;
        if (cell->n <= (uint32_t)last + 1 &&
            (cell->guess = perfect_rank(worker, cell->members, cell->n)) != NONE)
            continue;
        const Root inner = {cell->members, cell->n, root->depth + 1, NULL, 0, left};
        counts[value] = bound_guesses(worker, &inner, &candidates[value], &cell->assumed);
        bound += cell->assumed - least[cell->n];
        open_cell(split, value);
        finished -= cell->n;
    }
    const double share_start = search->share_done, share_step = search->share_step;
    for (int at = 0; at < split->open && bound < limit; at++) {
        const int value = split->order[at];
        Cell *cell = &split->cells[value];
        note_progress(search, search->best, search->lower, share_start + share_step * finished / root->n,
                      share_step * cell->n / root->n);
        int64_t most = limit - bound + cell->assumed, found;
        int32_t path[4] = {(int32_t)opening.guess, value, -1, -1};
        cell->plan = worker->planned;
        const Part *part = known_part(search, path, most);
        if (part)
            found = use_part(worker, part, most);
        else {
            Mark inner = mark(worker);
            Set set = make_frame(worker, cell->members, cell->n, root->depth + 1);
            found = run_race(worker, set, most, left, candidates[value], counts[value], path);
            settle(worker, path, found, found < most, cell->plan);
            release(worker, inner);
        }
        cell->length = worker->planned - cell->plan;
        finished += cell->n;
        bound += found - cell->assumed;
    }
    note_progress(search, search->best, search->lower, share_start, share_step);
    int64_t result = limit;
    if (bound < limit) {
        join_plans(worker, opening.guess, split, base);
        result = bound;
    } else
        worker->planned = base;
    release(worker, from);
    return result;
}

static int64_t search_root(Worker *worker, const Root *root)
{
    Search *search = worker->search;
    const Game *game = search->game;
    Candidate *candidates;
    int64_t least;
    uint32_t count = bound_guesses(worker, root, &candidates, &least);
    note_progress(search, INFINITE, least, 0, 1);
    if (!count)
        return INFINITE;
    const int32_t path[4] = {-1, -1, -1, -1};
    /* Openings that are given need not be among the guesses worth trying, so they take no table. */
    if (!root->openings && count > FEW_OPENINGS && (uint64_t)root->n * game->all.count < LARGEST_TABLE) {
        Set set = make_frame(worker, root->secrets, root->n, root->depth);
        return run_race(worker, set, INFINITE, root->symmetry, candidates, count, path);
    }
    qsort(candidates, count, sizeof *candidates, by_bound);
    Codes secrets = columns(worker, game, root->secrets, root->n);
    Best best = {INFINITE, worker->planned};
    for (uint32_t at = 0; at < count; at++) {
        if (candidates[at].bound >= best.best || candidates[at].bound > least + search->slack)
            break;
        note_progress(search, best.best, candidates[at].bound, (double)at / count, 1.0 / count);
        size_t start = worker->planned;
        int64_t found = try_opening(worker, root, &secrets, candidates[at], best.best);
        keep_cheaper(worker, &best, found, start);
    }
    return best.best;
}

/* A check along a plan, which counts what it costs and the most guesses it needs. */
typedef struct { const uint32_t *next, *end; int64_t price; uint32_t most; } PlanCheck;

static void pay(Worker *worker, PlanCheck *check, int64_t price)
{
    check->price += price;
    if (check->price >= INFINITE)
        leave(worker, WRONG_PLAN);
}

/* Leaves with WRONG_PLAN where the plan does not fit; parts that were handed in can do that. */
static void check_plan(Worker *worker, const uint32_t *secrets, uint32_t n, uint32_t depth, PlanCheck *check)
{
    const Search *search = worker->search;
    const Game *game = search->game;
    if (n <= 2 && check->most) {
        for (uint32_t at = 1; at <= n; at++)
            pay(worker, check, price(search, depth + at));
        if (depth + n > check->most)
            check->most = depth + n;
        return;
    }
    if (check->next == check->end)
        leave(worker, WRONG_PLAN);
    Mark from = mark(worker);
    const Code *guess = &game->code[*check->next++];
    uint32_t ends[MAX_FEEDBACKS], sizes[MAX_FEEDBACKS];
    uint8_t *row = take(worker, n);
    uint32_t *members = take(worker, n * sizeof *members);
    for (uint32_t at = 0; at < n; at++)
        row[at] = (uint8_t)answer(game, guess, &game->code[secrets[at]]);
    sort_by_feedback(row, secrets, n, game->feedbacks, members, sizes, ends);
    if (depth + 1 > check->most)
        check->most = depth + 1;
    if (sizes[game->feedbacks - 1])
        pay(worker, check, price(search, depth + 1));
    for (int value = 0; value < game->feedbacks - 1; value++) {
        if (sizes[value] == n && n > 1)
            leave(worker, WRONG_PLAN);
        if (sizes[value])
            check_plan(worker, members + ends[value] - sizes[value], sizes[value], depth + 1, check);
    }
    release(worker, from);
}

/* Python's signals, looked at from within long work of the calling thread itself. */
struct Signals { PyThreadState *state; struct timespec last; };

static void check_signals(Worker *worker)
{
    struct Signals *signals = worker->search->signals;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if ((now.tv_sec - signals->last.tv_sec) * 1000 + (now.tv_nsec - signals->last.tv_nsec) / 1000000 < 50)
        return;
    signals->last = now;
    PyEval_RestoreThread(signals->state);
    int interrupted = PyErr_CheckSignals();
    signals->state = PyEval_SaveThread();
    if (interrupted)
        leave(worker, STOPPED);
}

/* ---- one step ahead -------------------------------------------------------------------------- */

enum { LARGEST_CELL, EXPECTED_SIZE, MOST_CELLS, WEIGHTS };

typedef struct {
    const uint32_t *secrets;
    uint32_t n;
    const Symmetry *symmetry;
    int rule;
    const int64_t *weights; /* [n + 1] for WEIGHTS */
} Choice;

/* Best guess by a score: of equal scores a secret of the set, then the lowest; NONE if none splits. */
static uint32_t choose_guess(Worker *worker, const Choice *choice)
{
    const Game *game = worker->search->game;
    const uint32_t n = choice->n;
    if (n <= (uint32_t)game->feedbacks) { /* no score can be better than single secrets */
        uint32_t guess = perfect_rank(worker, choice->secrets, n);
        if (guess != NONE)
            return guess;
    }
    const Shown shown = colors_shown(game, choice->secrets, n);
    Code *code = codes_of(worker, choice->secrets, n);
    uint32_t (*sizes)[BLOCK] = take(worker, (size_t)game->feedbacks * sizeof *sizes);
    int64_t best = INT64_MAX;
    uint32_t chosen = NONE, member = 0;
    bool consistent = false;
    for (size_t block = 0; block < game->all.stride; block += BLOCK) {
        uint64_t worth = useful_in_block(game, &shown, block);
        for (uint64_t left = choice->symmetry ? worth : 0; left; left &= left - 1) {
            int lane = __builtin_ctzll(left);
            if (!representative(game, choice->symmetry, (uint32_t)block + (uint32_t)lane))
                worth &= ~((uint64_t)1 << lane);
        }
        if (!worth)
            continue;
        check_signals(worker);
        vectors->count(&game->all, block, code, n, game->whites, game->feedbacks, game->values, sizes);
        int64_t scores[BLOCK] = {0};
        uint32_t largest[BLOCK] = {0};
        for (int value = 0; value < game->feedbacks; value++)
            for (int lane = 0; lane < BLOCK; lane++)
                largest[lane] = largest[lane] > sizes[value][lane] ? largest[lane] : sizes[value][lane];
        for (int value = 0; value < game->feedbacks; value++)
            switch (choice->rule) {
            case LARGEST_CELL:
                break;
            case EXPECTED_SIZE:
                for (int lane = 0; lane < BLOCK; lane++)
                    scores[lane] += (int64_t)((uint64_t)sizes[value][lane] * sizes[value][lane]);
                break;
            case MOST_CELLS:
                for (int lane = 0; lane < BLOCK; lane++)
                    scores[lane] -= sizes[value][lane] != 0;
                break;
            default:
                for (int lane = 0; lane < BLOCK; lane++)
                    scores[lane] = (int64_t)((uint64_t)scores[lane] +
                                             (uint64_t)choice->weights[sizes[value][lane]]);
            }
        for (uint64_t left = worth; left; left &= left - 1) {
            const int lane = __builtin_ctzll(left);
            const uint32_t rank = (uint32_t)block + (uint32_t)lane;
            if (largest[lane] == n)
                continue;
            int64_t score = choice->rule == LARGEST_CELL ? largest[lane] : scores[lane];
            if (score > best)
                continue;
            while (member < n && choice->secrets[member] < rank)
                member++;
            bool mine = member < n && choice->secrets[member] == rank;
            if (score < best || (mine && !consistent))
                best = score, chosen = rank, consistent = mine;
        }
    }
    return chosen;
}

/* ---- Python ---------------------------------------------------------------------------------- */

static PyObject *parts_error; /* native.PartsError */

typedef struct { PyObject_HEAD Game game; uint8_t *memory; } GameObject;

/* A contiguous buffer of integers of the size wanted. */
static bool get_buffer(PyObject *object, Py_buffer *view, Py_ssize_t item, bool writable, const char *what)
{
    if (PyObject_GetBuffer(object, view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (writable ? PyBUF_WRITABLE : 0)))
        return false;
    const char *format = view->format ? view->format : "B";
    const char *kinds = item == 1 ? "B" : item == 4 ? (writable ? "iI" : "IL") : "ql";
    if (view->itemsize != item || !*format || !strchr(kinds, *format) || format[1]) {
        PyErr_Format(PyExc_TypeError, "%s: items of %zd bytes of another kind are wanted", what, item);
        PyBuffer_Release(view);
        return false;
    }
    return true;
}

/* A copy of such a buffer, which nobody else can change; NULL and an exception if it is none. */
static void *copy_buffer(PyObject *object, Py_ssize_t item, const char *what, size_t *count)
{
    Py_buffer view;
    if (!get_buffer(object, &view, item, false, what))
        return NULL;
    void *copy = malloc((size_t)view.len + 1);
    *count = (size_t)(view.len / item);
    if (!copy)
        PyErr_NoMemory();
    else if (view.len)
        memcpy(copy, view.buf, (size_t)view.len);
    PyBuffer_Release(&view);
    return copy;
}

/* The same of ranks below the number of codes. */
static uint32_t *copy_ranks(PyObject *object, const Game *game, bool rising, const char *what, size_t *count)
{
    uint32_t *ranks = copy_buffer(object, 4, what, count);
    for (size_t at = 0; ranks && at < *count; at++)
        if (ranks[at] >= game->all.count || (rising && at && ranks[at] <= ranks[at - 1])) {
            PyErr_Format(PyExc_ValueError, "%s: rank %u at %zu is out of range or order", what,
                         (unsigned)ranks[at], at);
            free(ranks);
            return NULL;
        }
    return ranks;
}

static int game_init(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"digits", "pegs", "colors", "distinct", "whites", "feedbacks", NULL};
    GameObject *object = (GameObject *)self;
    Game *game = &object->game;
    PyObject *digits, *feedbacks;
    int pegs, colors, distinct, whites;
    if (object->memory) {
        PyErr_SetString(PyExc_TypeError, "a Game is made once");
        return -1;
    }
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OiippO", names, &digits, &pegs, &colors,
                                     &distinct, &whites, &feedbacks))
        return -1;
    if (pegs < 1 || pegs > MAX_PEGS || colors < 2 || colors > MAX_COLORS) {
        PyErr_SetString(PyExc_ValueError, "pegs or colors out of range");
        return -1;
    }
    Py_buffer view, values;
    if (!get_buffer(digits, &view, 1, false, "digits"))
        return -1;
    if (!get_buffer(feedbacks, &values, 1, false, "feedbacks")) {
        PyBuffer_Release(&view);
        return -1;
    }
    size_t count = (size_t)view.len / (size_t)pegs, stride = (count + BLOCK - 1) / BLOCK * BLOCK;
    bool good = view.len > 0 && (size_t)view.len == count * (size_t)pegs && count < ((size_t)1 << 30) &&
                values.len >= 2 && values.len <= MAX_FEEDBACKS &&
                ((const uint8_t *)values.buf)[values.len - 1] == 10 * pegs;
    for (Py_ssize_t at = 0; good && at < view.len; at++)
        good = ((const uint8_t *)view.buf)[at] < colors;
    for (Py_ssize_t at = 0; good && at < values.len; at++)
        good = ((const uint8_t *)values.buf)[at] < sizeof game->index &&
               (!at || ((const uint8_t *)values.buf)[at] > ((const uint8_t *)values.buf)[at - 1]);
    uint8_t *memory = NULL;
    if (!good)
        PyErr_SetString(PyExc_ValueError, "digits or feedbacks are not those of any rules");
    else if (!(memory = malloc(stride * (size_t)(pegs + colors) + count * (sizeof(uint64_t) + sizeof(Code)) + 128)))
        PyErr_NoMemory();
    if (memory) {
        *game = (Game){.pegs = pegs, .colors = colors, .distinct = distinct, .whites = whites,
                       .by_peg = !whites && !distinct, .feedbacks = (int)values.len};
        memcpy(game->values, values.buf, (size_t)values.len);
        for (int at = 0; at < game->feedbacks; at++)
            game->index[game->values[at]] = (uint8_t)at;
        uint8_t *start = (uint8_t *)(((uintptr_t)memory + 63) & ~(uintptr_t)63);
        uint8_t *counts = start + stride * (size_t)pegs;
        game->shown = (uint64_t *)(counts + stride * (size_t)colors);
        memset(start, 0xff, stride * (size_t)pegs);
        memset(counts, 0, stride * (size_t)colors);
        memset(game->shown, 0, count * sizeof(uint64_t));
        for (int peg = 0; peg < pegs; peg++)
            for (size_t rank = 0; rank < count; rank++) {
                uint8_t color = ((const uint8_t *)view.buf)[(size_t)peg * count + rank];
                start[(size_t)peg * stride + rank] = color;
                counts[(size_t)color * stride + rank]++;
                game->shown[rank] |= (uint64_t)1 << color;
            }
        game->all = (Codes){(uint32_t)count, stride, pegs, start, counts};
        game->code = (Code *)(game->shown + count);
        for (size_t rank = 0; rank < count; rank++)
            make_code(game, (uint32_t)rank);
        object->memory = memory;
    }
    PyBuffer_Release(&view);
    PyBuffer_Release(&values);
    return memory ? 0 : -1;
}

static void game_free(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    free(((GameObject *)self)->memory);
    freefunc release_object = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release_object(self);
    Py_DECREF(type);
}

static Game *game_of(PyObject *self)
{
    GameObject *object = (GameObject *)self;
    if (!object->memory) {
        PyErr_SetString(PyExc_TypeError, "this Game was never made");
        return NULL;
    }
    return &object->game;
}

static void free_worker(Worker *worker)
{
    release(worker, (Mark){NULL, 0});
    free(worker->plan);
}

/* The symmetries that leave a history unchanged. */
static Symmetry symmetry_of(Worker *worker, const Game *game, const uint32_t *history, size_t guesses)
{
    uint32_t orders = 1;
    if (game->pegs <= MAX_PERMUTED)
        for (int peg = 2; peg <= game->pegs; peg++)
            orders *= (uint32_t)peg;
    Symmetry made = {take(worker, orders * sizeof(Move)), orders, false};
    uint8_t order[MAX_PEGS];
    for (int peg = 0; peg < MAX_PEGS; peg++)
        order[peg] = (uint8_t)peg;
    for (uint32_t at = 0; at < orders; at++) {
        memcpy(made.moves[at].source, order, sizeof order);
        memset(made.moves[at].name, -1, sizeof made.moves[at].name);
        memset(made.moves[at].used, 0, sizeof made.moves[at].used);
        if (orders > 1)
            next_permutation(order, game->pegs);
    }
    note_trivial(game, &made);
    for (size_t at = 0; at < guesses; at++)
        fix_guess(game, &made, history[at]);
    return made;
}

/* Whether the secrets are all that agree with some feedback to the guesses of the history. */
static bool whole_cell(const Game *game, const uint32_t *secrets, uint32_t n, const uint32_t *history,
                       size_t guesses)
{
    const Code *first = &game->code[secrets[0]];
    uint32_t at = 0;
    for (uint32_t rank = 0; rank < game->all.count; rank++) {
        bool agrees = true;
        for (size_t guess = 0; agrees && guess < guesses; guess++) {
            const Code *made = &game->code[history[guess]];
            agrees = answer(game, made, &game->code[rank]) == answer(game, made, first);
        }
        bool mine = at < n && secrets[at] == rank;
        at += mine;
        if (mine != agrees)
            return false;
    }
    return true;
}

/* The symmetries of all secrets that agree with a history; NULL for other secrets, or if none is left. */
static const Symmetry *symmetry_of_cell(Worker *worker, const uint32_t *secrets, uint32_t n,
                                        const uint32_t *history, size_t guesses)
{
    const Game *game = worker->search->game;
    if (!whole_cell(game, secrets, n, history, guesses))
        return NULL;
    Symmetry *symmetry = take(worker, sizeof *symmetry);
    *symmetry = symmetry_of(worker, game, history, guesses);
    return symmetry->trivial ? NULL : symmetry;
}

/* Runs a step without Python's lock; false, and an exception, when it was left. */
static bool run_unlocked(const Game *game, void (*step)(Worker *, void *), void *context)
{
    struct Signals signals = {0};
    clock_gettime(CLOCK_MONOTONIC, &signals.last);
    Search search = {.game = game, .signals = &signals};
    Worker worker = {.search = &search};
    signals.state = PyEval_SaveThread();
    const int failure = attempt(&worker, step, context);
    free_worker(&worker);
    PyEval_RestoreThread(signals.state);
    if (failure == OUT_OF_MEMORY)
        PyErr_NoMemory();
    return !failure;
}

typedef struct { uint32_t *secrets, *guesses, *sizes; size_t n, count; } Counting;

static void count_cells(Worker *worker, void *context)
{
    const Counting *counting = context;
    const Game *game = worker->search->game;
    const uint32_t n = (uint32_t)counting->n, count = (uint32_t)counting->count;
    const Code *code = codes_of(worker, counting->secrets, n);
    const Codes codes = columns(worker, game, counting->guesses, count);
    uint32_t (*sizes)[BLOCK] = take(worker, (size_t)game->feedbacks * sizeof *sizes);
    for (uint32_t block = 0; block < count; block += BLOCK) {
        check_signals(worker);
        vectors->count(&codes, block, code, n, game->whites, game->feedbacks, game->values, sizes);
        const uint32_t lanes = count - block < BLOCK ? count - block : BLOCK;
        for (int value = 0; value < game->feedbacks; value++)
            memcpy(counting->sizes + (size_t)value * count + block, sizes[value], lanes * sizeof(uint32_t));
    }
}

static PyObject *game_cell_sizes(PyObject *self, PyObject *arguments)
{
    const Game *game = game_of(self);
    PyObject *secrets, *guesses, *sizes;
    if (!game || !PyArg_ParseTuple(arguments, "OOO", &secrets, &guesses, &sizes))
        return NULL;
    Py_buffer view = {0};
    Counting counting = {0};
    bool good = (counting.secrets = copy_ranks(secrets, game, false, "secrets", &counting.n)) &&
                (counting.guesses = copy_ranks(guesses, game, false, "guesses", &counting.count)) &&
                get_buffer(sizes, &view, 4, true, "sizes");
    if (good && (size_t)view.len != counting.count * (size_t)game->feedbacks * 4) {
        PyErr_SetString(PyExc_ValueError, "sizes: one number for each feedback and guess is wanted");
        good = false;
    }
    counting.sizes = view.buf;
    good = good && run_unlocked(game, count_cells, &counting);
    free(counting.secrets);
    free(counting.guesses);
    if (view.obj)
        PyBuffer_Release(&view);
    return good ? Py_NewRef(Py_None) : NULL;
}

static PyObject *game_split(PyObject *self, PyObject *arguments)
{
    const Game *game = game_of(self);
    PyObject *secrets_given, *cells_given;
    Py_ssize_t guess;
    if (!game || !PyArg_ParseTuple(arguments, "OnO", &secrets_given, &guess, &cells_given))
        return NULL;
    size_t n;
    uint32_t *secrets = copy_ranks(secrets_given, game, false, "secrets", &n);
    uint8_t *feedback = secrets ? malloc(n + 1) : NULL;
    Py_buffer cells = {0};
    PyObject *found = NULL;
    if (secrets && !feedback)
        PyErr_NoMemory();
    else if (secrets && get_buffer(cells_given, &cells, 4, true, "cells")) {
        if (guess < 0 || (size_t)guess >= game->all.count || (size_t)cells.len != 4 * n)
            PyErr_SetString(PyExc_ValueError, "guess out of range, or cells of another length");
        else
            found = PyList_New(0);
    }
    if (found) {
        uint32_t sizes[MAX_FEEDBACKS], ends[MAX_FEEDBACKS];
        for (size_t at = 0; at < n; at++)
            feedback[at] = (uint8_t)answer(game, &game->code[guess], &game->code[secrets[at]]);
        sort_by_feedback(feedback, secrets, (uint32_t)n, game->feedbacks, cells.buf, sizes, ends);
        for (int value = 0; found && value < game->feedbacks; value++) {
            if (!sizes[value])
                continue;
            PyObject *pair = Py_BuildValue("(iI)", game->values[value], sizes[value]);
            if (!pair || PyList_Append(found, pair))
                Py_CLEAR(found);
            Py_XDECREF(pair);
        }
    }
    free(secrets);
    free(feedback);
    if (cells.obj)
        PyBuffer_Release(&cells);
    return found;
}

typedef struct {
    uint32_t *secrets, *history;
    size_t n, guesses;
    int rule;
    int64_t *weights;
    uint32_t chosen;
} Choosing;

static void choose_step(Worker *worker, void *context)
{
    Choosing *choosing = context;
    const uint32_t n = (uint32_t)choosing->n;
    /* Later, and for few secrets, the symmetry left is not worth the search for it. */
    const Symmetry *symmetry =
        n > 64 && choosing->guesses <= 2
            ? symmetry_of_cell(worker, choosing->secrets, n, choosing->history, choosing->guesses)
            : NULL;
    Choice choice = {choosing->secrets, n, symmetry, choosing->rule, choosing->weights};
    choosing->chosen = choose_guess(worker, &choice);
}

static PyObject *game_choose(PyObject *self, PyObject *arguments)
{
    const Game *game = game_of(self);
    PyObject *secrets, *history, *weights;
    Choosing choosing = {0};
    if (!game || !PyArg_ParseTuple(arguments, "OOiO", &secrets, &history, &choosing.rule, &weights))
        return NULL;
    if (choosing.rule < LARGEST_CELL || choosing.rule > WEIGHTS ||
        (choosing.rule == WEIGHTS) == (weights == Py_None)) {
        PyErr_SetString(PyExc_ValueError, "no such rule, or weights missing");
        return NULL;
    }
    size_t weighed = 0;
    bool good = (choosing.secrets = copy_ranks(secrets, game, true, "secrets", &choosing.n)) &&
                (choosing.history = copy_ranks(history, game, false, "history", &choosing.guesses)) &&
                (weights == Py_None || (choosing.weights = copy_buffer(weights, 8, "weights", &weighed)));
    bool fit = good && choosing.n && (weights == Py_None || weighed > choosing.n);
    if (good && !fit)
        PyErr_SetString(PyExc_ValueError, "no secrets, or too few weights");
    good = fit && run_unlocked(game, choose_step, &choosing);
    free(choosing.secrets);
    free(choosing.history);
    free(choosing.weights);
    return good ? PyLong_FromLong(choosing.chosen == NONE ? -1 : (long)choosing.chosen) : NULL;
}

/* What a search is asked, and what it finds. */
typedef struct {
    Search *search;
    uint32_t *secrets, *openings, *history;
    size_t n, opening_count, guesses;
    int64_t price;
    uint32_t most;
} Question;

static void search_step(Worker *worker, void *context)
{
    Question *question = context;
    const uint32_t n = (uint32_t)question->n;
    const Symmetry *symmetry =
        symmetry_of_cell(worker, question->secrets, n, question->history, question->guesses);
    Root root = {question->secrets, n, (uint32_t)question->guesses, question->openings,
                 (uint32_t)question->opening_count, symmetry};
    question->price = search_root(worker, &root);
    if (question->price >= INFINITE)
        return;
    PlanCheck check = {worker->plan, worker->plan + worker->planned, 0, 0};
    check_plan(worker, question->secrets, n, root.depth, &check);
    if (check.next != check.end || check.price != question->price)
        leave(worker, WRONG_PLAN);
    question->most = check.most - root.depth;
    note_progress(worker->search, question->price, question->price, 1, 0);
}

static void *run_search(void *context)
{
    Question *question = context;
    Search *search = question->search;
    const int failure = attempt(&search->workers[0], search_step, question);
    pthread_mutex_lock(&search->lock);
    search->failure = failure;
    search->done = true;
    pthread_cond_broadcast(&search->changed);
    pthread_mutex_unlock(&search->lock);
    return NULL;
}

/* (guess, feedback, guess, feedback), price, whether exact, plan */
static PyObject *part_tuple(const Part *part)
{
    PyObject *plan = PyBytes_FromStringAndSize((const char *)part->plan, (Py_ssize_t)(part->length * 4));
    if (!plan)
        return NULL;
    return Py_BuildValue("((iiii)LON)", part->path[0], part->path[1], part->path[2], part->path[3],
                         (long long)part->price, part->exact ? Py_True : Py_False, plan);
}

static bool read_parts(Search *search, PyObject *list)
{
    if (list == Py_None)
        return true;
    Py_ssize_t count = PySequence_Size(list);
    if (count < 0)
        return false;
    search->known = calloc((size_t)count + 1, sizeof *search->known);
    if (!search->known) {
        PyErr_NoMemory();
        return false;
    }
    for (Py_ssize_t at = 0; at < count; at++) {
        Part *part = &search->known[at];
        PyObject *item = PySequence_GetItem(list, at);
        long long price_given;
        int exact;
        const char *plan;
        Py_ssize_t length;
        if (item && !PyTuple_Check(item))
            PyErr_SetString(PyExc_TypeError, "a part is a tuple");
        bool good = item && PyTuple_Check(item) &&
                    PyArg_ParseTuple(item, "(iiii)Liy#", &part->path[0], &part->path[1],
                                             &part->path[2], &part->path[3], &price_given, &exact,
                                             &plan, &length);
        if (good && (length % 4 || length > (1 << 28) || price_given < 0 || price_given > INFINITE)) {
            PyErr_SetString(PyExc_ValueError, "a part out of range");
            good = false;
        }
        if (good && !(part->plan = malloc((size_t)length + 1))) {
            PyErr_NoMemory();
            good = false;
        }
        if (good) {
            memcpy(part->plan, plan, (size_t)length);
            part->price = price_given, part->exact = exact, part->length = (uint32_t)(length / 4);
            search->known_count++;
            for (uint32_t guess = 0; guess < part->length; guess++)
                good = good && part->plan[guess] < search->game->all.count;
            if (!good)
                PyErr_SetString(PyExc_ValueError, "a part with a guess out of range");
        }
        Py_XDECREF(item);
        if (!good)
            return false;
    }
    /* Of several parts on one path, the one that tells most. */
    qsort(search->known, search->known_count, sizeof *search->known, by_worth);
    size_t kept = 0;
    for (size_t at = 0; at < search->known_count; at++)
        if (kept && !by_path(&search->known[kept - 1], &search->known[at]))
            free(search->known[at].plan);
        else
            search->known[kept++] = search->known[at];
    search->known_count = kept;
    return true;
}

/* Calls report(share, best, lower, parts) with what was settled since. */
static bool report_progress(Search *search, PyObject *report)
{
    pthread_mutex_lock(&search->lock);
    Part *parts = search->settled;
    size_t count = search->settled_count;
    search->settled = NULL, search->settled_count = search->settled_room = 0;
    uint32_t of = atomic_load(&search->race_of), done = atomic_load(&search->race_done);
    double closed = search->share_done + (of ? search->share_step * done / of : 0);
    int64_t best = search->best, lower = search->lower;
    pthread_mutex_unlock(&search->lock);
    PyObject *list = PyList_New(0);
    for (size_t at = 0; at < count; at++) {
        PyObject *part = list ? part_tuple(&parts[at]) : NULL;
        if (part && PyList_Append(list, part))
            Py_CLEAR(list);
        if (!part)
            Py_CLEAR(list);
        Py_XDECREF(part);
        free(parts[at].plan);
    }
    free(parts);
    if (!list)
        return false;
    PyObject *answer = best >= INFINITE
                           ? PyObject_CallFunction(report, "dOLN", closed, Py_None, (long long)lower, list)
                           : PyObject_CallFunction(report, "dLLN", closed, (long long)best, (long long)lower, list);
    Py_XDECREF(answer);
    return answer != NULL;
}

/* Waits until the search is done, or for 50 milliseconds, whatever is done to the wall clock. */
#ifdef __APPLE__
static void init_condition(pthread_cond_t *condition) { pthread_cond_init(condition, NULL); }

static void wait_a_while(Search *search)
{
    const struct timespec while_ = {0, 50000000};
    pthread_cond_timedwait_relative_np(&search->changed, &search->lock, &while_);
}
#else
static void init_condition(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

static void wait_a_while(Search *search)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += 50000000;
    if (until.tv_nsec >= 1000000000)
        until.tv_nsec -= 1000000000, until.tv_sec++;
    pthread_cond_timedwait(&search->changed, &search->lock, &until);
}
#endif

static PyObject *game_search(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"secrets", "history", "openings", "prices", "slack", "jobs", "report", "parts", NULL};
    const Game *game = game_of(self);
    PyObject *secrets_object, *history_object, *openings_object, *prices_object, *report, *parts;
    long long slack;
    int jobs;
    if (!game || !PyArg_ParseTupleAndKeywords(arguments, keywords, "OOOOLiOO", names, &secrets_object,
                                              &history_object, &openings_object, &prices_object, &slack,
                                              &jobs, &report, &parts))
        return NULL;
    if (jobs < 1 || jobs > 1024 || slack < 0) {
        PyErr_SetString(PyExc_ValueError, "jobs run from 1 to 1024, slack from 0");
        return NULL;
    }
    PyObject *result = NULL;
    int64_t *price_list = NULL;
    Search search = {.game = game, .slack = slack > INFINITE ? INFINITE : slack, .jobs = jobs,
                     .best = INFINITE, .keep_parts = report != Py_None && parts != Py_None};
    Question question = {.search = &search, .price = INFINITE};
    Worker *workers = calloc((size_t)jobs, sizeof *workers);
    pthread_mutex_init(&search.lock, NULL);
    init_condition(&search.changed);
    if (!workers) {
        PyErr_NoMemory();
        goto end;
    }
    if (!(question.secrets = copy_ranks(secrets_object, game, true, "secrets", &question.n)) ||
        !(question.history = copy_ranks(history_object, game, false, "history", &question.guesses)) ||
        (openings_object != Py_None && !(question.openings = copy_ranks(openings_object, game, true, "openings",
                                                                        &question.opening_count))) ||
        !(price_list = copy_buffer(prices_object, 8, "prices", &search.listed)) || !read_parts(&search, parts))
        goto end;
    search.prices = price_list;
    search.size = (uint32_t)question.n;
    for (size_t at = 0; at < search.listed; at++)
        if (search.prices[at] < 0 || search.prices[at] > INFINITE || (at && search.prices[at] <= search.prices[at - 1] && search.prices[at] < INFINITE)) {
            PyErr_SetString(PyExc_ValueError, "prices rise strictly, from 0 on");
            goto end;
        }
    if (!search.size || question.guesses > 1000) {
        PyErr_SetString(PyExc_ValueError, "no secrets, or a history too long");
        goto end;
    }
    search.levels = (uint32_t)question.guesses + search.size + 4;
    search.least = calloc(search.levels, sizeof *search.least);
    if (!search.least) {
        PyErr_NoMemory();
        goto end;
    }
    search.workers = workers;
    for (int at = 0; at < jobs; at++)
        workers[at].search = &search;
    pthread_t thread;
    if (!start_thread(&thread, run_search, &question)) {
        errno = EAGAIN;
        PyErr_SetFromErrno(PyExc_OSError);
        goto end;
    }
    bool failed = false;
    for (bool done = false; !done;) {
        Py_BEGIN_ALLOW_THREADS
        pthread_mutex_lock(&search.lock);
        if (!search.done)
            wait_a_while(&search);
        done = search.done;
        pthread_mutex_unlock(&search.lock);
        Py_END_ALLOW_THREADS
        if (!failed && (PyErr_CheckSignals() || (report != Py_None && !report_progress(&search, report)))) {
            failed = true;
            atomic_store(&search.stop, 1);
        }
    }
    pthread_join(thread, NULL);
    if (failed)
        goto end;
    if (search.failure == WRONG_PLAN)
        PyErr_SetString(parts_error, "the parts given contradict each other");
    else if (search.failure)
        PyErr_NoMemory();
    if (search.failure)
        goto end;
    uint64_t scanned = 0;
    for (int at = 0; at < jobs; at++)
        scanned += workers[at].scanned;
    PyObject *found = question.price >= INFINITE ? Py_NewRef(Py_None) : PyLong_FromLongLong(question.price);
    if (found)
        result = Py_BuildValue("(NIy#K)", found, question.most, workers[0].planned ? (const char *)workers[0].plan : "",
                               (Py_ssize_t)(workers[0].planned * 4), (unsigned long long)scanned);
end:
    for (int at = 0; workers && at < jobs; at++)
        free_worker(&workers[at]);
    free(workers);
    for (uint32_t at = 0; search.least && at < search.levels; at++)
        free(atomic_load(&search.least[at]));
    free((void *)search.least);
    for (size_t at = 0; at < search.known_count; at++)
        free(search.known[at].plan);
    free(search.known);
    for (size_t at = 0; at < search.settled_count; at++)
        free(search.settled[at].plan);
    free(search.settled);
    free(question.secrets);
    free(question.history);
    free(question.openings);
    free(price_list);
    pthread_cond_destroy(&search.changed);
    pthread_mutex_destroy(&search.lock);
    return result;
}

static PyMethodDef game_methods[] = {
    {"cell_sizes", game_cell_sizes, METH_VARARGS, "cell_sizes(secrets, guesses, sizes)"},
    {"split", game_split, METH_VARARGS, "split(secrets, guess, cells) -> [(feedback, size), ...]"},
    {"choose", game_choose, METH_VARARGS, "choose(secrets, history, rule, weights)"},
    {"search", (PyCFunction)(void (*)(void))game_search, METH_VARARGS | METH_KEYWORDS,
     "search(secrets, history, openings, prices, slack, jobs, report, parts)"},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot game_slots[] = {
    {Py_tp_init, game_init},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, game_free},
    {Py_tp_methods, game_methods},
    {Py_tp_doc, "The codes of some rules, ready to be compared."},
    {0, NULL},
};

static PyType_Spec game_spec = {"mmtree.search.native.Game", sizeof(GameObject), 0, Py_TPFLAGS_DEFAULT, game_slots};

static PyObject *use_vectors(PyObject *module, PyObject *name)
{
    (void)module;
    const char *wanted = PyUnicode_AsUTF8AndSize(name, NULL);
    if (!wanted)
        return NULL;
    const Vectors *best = best_vectors();
    const Vectors *known[] = {
#if X86
        &avx512_vectors, &avx2_vectors,
#endif
        &baseline_vectors};
    bool fits = false;
    for (size_t at = 0; at < sizeof known / sizeof *known; at++) {
        fits |= known[at] == best;
        if (fits && !strcmp(known[at]->name, wanted)) {
            vectors = known[at];
            Py_RETURN_NONE;
        }
    }
    PyErr_Format(PyExc_ValueError, "this machine has no %s", wanted);
    return NULL;
}

static PyObject *vectors_used(PyObject *module, PyObject *nothing)
{
    (void)module, (void)nothing;
    return PyUnicode_FromString(vectors->name);
}

static PyMethodDef functions[] = {
    {"vectors", vectors_used, METH_NOARGS, "The instruction set in use."},
    {"use_vectors", use_vectors, METH_O, "Use another instruction set: baseline, avx2, avx512."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "mmtree.search.native", "Counting partitions and exact search, in C.", -1, functions,
    NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_native(void)
{
    vectors = best_vectors();
    for (int value = 0; value < MAX_FEEDBACKS; value++)
        one_bit[value / 8][value] = (uint8_t)(1 << value % 8);
    PyObject *module = PyModule_Create(&definition);
    if (!module)
        return NULL;
    PyObject *type = PyType_FromSpec(&game_spec);
    parts_error = PyErr_NewException("mmtree.search.native.PartsError", PyExc_ValueError, NULL);
    if (!type || !parts_error || PyModule_AddObjectRef(module, "PartsError", parts_error) ||
        PyModule_AddObjectRef(module, "Game", type) ||
        PyModule_AddIntMacro(module, LARGEST_CELL) || PyModule_AddIntMacro(module, EXPECTED_SIZE) ||
        PyModule_AddIntMacro(module, MOST_CELLS) || PyModule_AddIntMacro(module, WEIGHTS)) {
        Py_XDECREF(type);
        Py_DECREF(module);
        return NULL;
    }
    Py_DECREF(type);
    return module;
}

#else /* ---- the vector loops, once for each instruction set ------------------------------------ */

#define GLUE_(a, b) a##_##b
#define GLUE(a, b) GLUE_(a, b)
#define NAME(name) GLUE(INSTRUCTION_SET, name)
#define STRING_(a) #a
#define STRING(a) STRING_(a)
#define INLINE TARGET static inline __attribute__((always_inline))

#define WIDTH (LEVEL == 512 ? 64 : LEVEL == 256 ? 32 : 16)
typedef uint8_t NAME(bytes) __attribute__((vector_size(WIDTH), may_alias));

/* Feedback 10 black + white of one code with as many others as a vector holds. */
#define ANSWERS(codes, at, made, whites, value)                                                    \
    do {                                                                                           \
        NAME(bytes) black_ = {0}, both_ = {0};                                                     \
        for (int peg_ = 0; peg_ < (codes)->pegs; peg_++)                                           \
            black_ -= (NAME(bytes))(*(const NAME(bytes) *)((codes)->digits +                       \
                                                           (size_t)peg_ * (codes)->stride + (at)) \
                                    == (uint8_t)(made)->digits[peg_]);                             \
        if (!(whites))                                                                             \
            (value) = black_ * 10;                                                                 \
        else {                                                                                     \
            for (int kind_ = 0; kind_ < (made)->kinds; kind_++) {                                  \
                NAME(bytes) theirs_ = *(const NAME(bytes) *)((codes)->counts +                     \
                    (size_t)(made)->color[kind_] * (codes)->stride + (at));                        \
                NAME(bytes) mine_ = (NAME(bytes)){0} + (made)->count[kind_];                       \
                NAME(bytes) less_ = (NAME(bytes))(theirs_ < mine_);                                \
                both_ += (theirs_ & less_) | (mine_ & ~less_);                                     \
            }                                                                                      \
            (value) = black_ * 9 + both_;                                                          \
        }                                                                                          \
    } while (0)

/* The same for all of them, as places in the canonical order. */
TARGET static void NAME(answers)(const Codes *codes, const Code *made, bool whites,
                                 const uint8_t *index, uint8_t *out)
{
#if LEVEL == 512
    const __m512i low = _mm512_loadu_si512(index), high = _mm512_loadu_si512(index + 64);
#endif
    for (size_t at = 0; at < codes->stride; at += WIDTH) {
        NAME(bytes) value;
        ANSWERS(codes, at, made, whites, value);
#if LEVEL == 512
        _mm512_storeu_si512(out + at, _mm512_permutex2var_epi8(low, (__m512i)value, high));
#elif LEVEL == 256
        __m256i found = _mm256_setzero_si256();
        for (int start = 0; start <= 10 * codes->pegs; start += 16) {
            __m256i near = _mm256_adds_epu8(_mm256_sub_epi8((__m256i)value, _mm256_set1_epi8((char)start)),
                                            _mm256_set1_epi8(0x70));
            __m256i part = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(index + start)));
            found = _mm256_or_si256(found, _mm256_shuffle_epi8(part, near));
        }
        _mm256_storeu_si256((__m256i *)(out + at), found);
#else
        for (int lane = 0; lane < WIDTH; lane++)
            out[at + (size_t)lane] = index[value[lane]];
#endif
    }
}

/* Cell sizes of BLOCK guesses, counted in bytes for 255 secrets at a time. */
TARGET static void NAME(count)(const Codes *guesses, size_t block, const Code *secrets, uint32_t n,
                               bool whites, int feedbacks, const uint8_t *values,
                               uint32_t (*sizes)[BLOCK])
{
    memset(sizes, 0, sizeof *sizes * (size_t)feedbacks);
    for (size_t part = 0; part < BLOCK; part += WIDTH)
        for (uint32_t start = 0; start < n; start += 255) {
            const uint32_t many = n - start < 255 ? n - start : 255;
            NAME(bytes) answers[255];
            for (uint32_t secret = 0; secret < many; secret++)
                ANSWERS(guesses, block + part, &secrets[start + secret], whites, answers[secret]);
            for (int feedback = 0; feedback < feedbacks; feedback += 4) {
                NAME(bytes) counted[4] = {{0}};
                uint8_t value[4];
                for (int k = 0; k < 4; k++)
                    value[k] = feedback + k < feedbacks ? values[feedback + k] : 255;
                for (uint32_t secret = 0; secret < many; secret++)
                    for (int k = 0; k < 4; k++)
                        counted[k] -= (NAME(bytes))(answers[secret] == value[k]);
                for (int k = 0; k < 4 && feedback + k < feedbacks; k++)
                    for (int lane = 0; lane < WIDTH; lane++)
                        sizes[feedback + k][part + (size_t)lane] += counted[k][lane];
            }
        }
}

/* For each guess, how many secrets are in cells beyond their first `feedbacks`. */
TARGET static void NAME(overflow)(const Frame *frame, const uint32_t *members, uint32_t n, uint8_t *out)
{
    const int feedbacks = frame->feedbacks;
    for (size_t at = 0; at < frame->stride; at += WIDTH) {
        NAME(bytes) over = {0};
        for (int value = 0; value < feedbacks; value += 7) {
            NAME(bytes) counted[7] = {{0}};
            for (uint32_t secret = 0; secret < n; secret++) {
                NAME(bytes) mine = *(const NAME(bytes) *)(frame->columns + frame->stride * members[secret] + at) - (uint8_t)value;
                for (int k = 0; k < 7; k++)
                    counted[k] -= (NAME(bytes))(mine == (uint8_t)k);
            }
            for (int k = 0; k < 7; k++) {
                NAME(bytes) large = (NAME(bytes))(counted[k] > (uint8_t)feedbacks);
                over += (counted[k] - (uint8_t)feedbacks) & large;
            }
        }
        *(NAME(bytes) *)(out + at) = over;
    }
}

/* Into how many cells each guess from `from` to `to` splits the members; returns the most. The
   feedbacks a guess gets are joined as bits, eight to a plane, and counted at the end. */
#if LEVEL == 512
INLINE unsigned NAME(scan_planes)(const Frame *frame, const uint32_t *members, uint32_t n, size_t from,
                                  size_t to, uint8_t *cells, const int planes)
{
    __m512i most = _mm512_setzero_si512(), bit[PLANES];
    for (int plane = 0; plane < planes; plane++)
        bit[plane] = _mm512_loadu_si512(one_bit[plane]);
    for (size_t at = from; at < to; at += PADDED) {
        /* Four lines of each row at a time, as far as they fit into registers. */
        const size_t lines = planes <= 3 ? 4 : 2;
        for (size_t part = 0; part < PADDED; part += 64 * lines) {
            const uint8_t *columns = frame->columns + at + part;
            __m512i seen[4][PLANES];
            for (size_t line = 0; line < lines; line++)
                for (int plane = 0; plane < planes; plane++)
                    seen[line][plane] = _mm512_setzero_si512();
            for (uint32_t secret = 0; secret < n; secret++) {
                const uint8_t *row = columns + frame->stride * members[secret];
                for (size_t line = 0; line < lines; line++) {
                    __m512i mine = _mm512_load_si512(row + 64 * line);
                    for (int plane = 0; plane < planes; plane++)
                        seen[line][plane] = _mm512_or_si512(
                            seen[line][plane], _mm512_permutexvar_epi8(mine, bit[plane]));
                }
            }
            for (size_t line = 0; line < lines; line++) {
                __m512i count = _mm512_popcnt_epi8(seen[line][0]);
                for (int plane = 1; plane < planes; plane++)
                    count = _mm512_add_epi8(count, _mm512_popcnt_epi8(seen[line][plane]));
                _mm512_store_si512(cells + at + part + 64 * line, count);
                most = _mm512_max_epu8(most, count);
            }
        }
    }
    uint8_t tops[64];
    _mm512_storeu_si512(tops, most);
    return largest(tops, 64);
}
#elif LEVEL == 256
INLINE __m256i NAME(bits_of_bytes)(__m256i x)
{
    const __m256i nibble = _mm256_set1_epi8(15);
    const __m256i bits = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    return _mm256_add_epi8(
        _mm256_shuffle_epi8(bits, _mm256_and_si256(x, nibble)),
        _mm256_shuffle_epi8(bits, _mm256_and_si256(_mm256_srli_epi16(x, 4), nibble)));
}

INLINE unsigned NAME(scan_planes)(const Frame *frame, const uint32_t *members, uint32_t n, size_t from,
                                  size_t to, uint8_t *cells, const int planes)
{
    __m256i most = _mm256_setzero_si256(), bit[2];
    for (int plane = 0; plane < 2; plane++)
        bit[plane] = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)one_bit[plane]));
    for (size_t at = from; at < to; at += 32) {
        const uint8_t *columns = frame->columns + at;
        __m256i seen[PLANES];
        for (int plane = 0; plane < planes; plane++)
            seen[plane] = _mm256_setzero_si256();
        for (uint32_t secret = 0; secret < n; secret++) {
            __m256i mine = _mm256_load_si256((const __m256i *)(columns + frame->stride * members[secret]));
            for (int plane = 0; plane < planes; plane += 2) {
                /* Sixteen feedbacks are looked up at a time; the others have their top bit set. */
                __m256i low = _mm256_adds_epu8(_mm256_sub_epi8(mine, _mm256_set1_epi8((char)(8 * plane))),
                                               _mm256_set1_epi8(0x70));
                seen[plane] = _mm256_or_si256(seen[plane], _mm256_shuffle_epi8(bit[0], low));
                if (plane + 1 < planes)
                    seen[plane + 1] = _mm256_or_si256(seen[plane + 1], _mm256_shuffle_epi8(bit[1], low));
            }
        }
        __m256i count = NAME(bits_of_bytes)(seen[0]);
        for (int plane = 1; plane < planes; plane++)
            count = _mm256_add_epi8(count, NAME(bits_of_bytes)(seen[plane]));
        _mm256_store_si256((__m256i *)(cells + at), count);
        most = _mm256_max_epu8(most, count);
    }
    uint8_t tops[32];
    _mm256_storeu_si256((__m256i *)tops, most);
    return largest(tops, 32);
}
#else
INLINE unsigned NAME(scan_planes)(const Frame *frame, const uint32_t *members, uint32_t n, size_t from,
                                  size_t to, uint8_t *cells, const int planes)
{
    (void)planes;
    unsigned top = 0;
    for (size_t at = from; at < to; at += BLOCK) {
        uint64_t seen[BLOCK] = {0};
        for (uint32_t secret = 0; secret < n; secret++) {
            const uint8_t *mine = frame->columns + frame->stride * members[secret] + at;
            for (int lane = 0; lane < BLOCK; lane++)
                seen[lane] |= (uint64_t)1 << mine[lane];
        }
        for (int lane = 0; lane < BLOCK; lane++) {
            unsigned count = (unsigned)__builtin_popcountll(seen[lane]);
            cells[at + (size_t)lane] = (uint8_t)count;
            top = count > top ? count : top;
        }
    }
    return top;
}
#endif

TARGET static unsigned NAME(scan)(const Frame *frame, const uint32_t *members, uint32_t n, size_t from,
                                  size_t to, uint8_t *cells)
{
    switch ((frame->feedbacks + 7) / 8) {
    case 1: return NAME(scan_planes)(frame, members, n, from, to, cells, 1);
    case 2: return NAME(scan_planes)(frame, members, n, from, to, cells, 2);
    case 3: return NAME(scan_planes)(frame, members, n, from, to, cells, 3);
    case 4: return NAME(scan_planes)(frame, members, n, from, to, cells, 4);
    case 5: return NAME(scan_planes)(frame, members, n, from, to, cells, 5);
    case 6: return NAME(scan_planes)(frame, members, n, from, to, cells, 6);
    default: return NAME(scan_planes)(frame, members, n, from, to, cells, 7);
    }
}

static const Vectors NAME(vectors) = {
    NAME(answers), NAME(count), NAME(overflow), NAME(scan), STRING(INSTRUCTION_SET)};

#undef ANSWERS
#undef INLINE
#undef NAME
#undef GLUE
#undef GLUE_
#undef STRING
#undef STRING_
#undef INSTRUCTION_SET
#undef TARGET
#undef LEVEL
#undef WIDTH
#endif
