/* Whether all of some secrets can be found within so many guesses (within.py says what is searched). */

#include "within.h"
#include "frame.h"
#include "plan.h"
#include "search.h"
#include "vectors.h"

#include <string.h>

enum { BATCH = 64 }; /* guesses whose largest cells are looked at together */

/* A guess by rank, with the sum of the squares of its cells, all black left out. */
typedef struct { uint64_t score; uint32_t guess; } Scored;

static bool before(const Scored *one, const Scored *two)
{
    return one->score != two->score ? one->score < two->score : one->guess < two->guess;
}

/* Guesses as a heap: the next one comes first, and few are ever taken from it. */
typedef struct { Scored *items; uint32_t count; uint64_t last; } Heap;

static void sink(const Heap *heap, uint32_t at)
{
    const Scored moved = heap->items[at];
    for (uint32_t child; (child = 2 * at + 1) < heap->count; at = child) {
        child += child + 1 < heap->count && before(&heap->items[child + 1], &heap->items[child]);
        if (!before(&heap->items[child], &moved))
            break;
        heap->items[at] = heap->items[child];
    }
    heap->items[at] = moved;
}

static void make_heap(Heap *heap)
{
    for (uint32_t at = heap->count / 2; at--;)
        sink(heap, at);
    heap->last = UINT64_MAX;
}

/* How many secrets of a cell can be found within so many guesses, by feedback; NULL: any number. */
static const uint32_t *most_within(const Game *game, const Capacity *capacity, uint32_t left)
{
    return left < capacity->levels ? capacity->most + (size_t)left * (size_t)game->feedbacks : NULL;
}

/* The same before the last guess but one, where a cell is no larger than there are feedbacks. */
static void most_before_last(const Game *game, const Capacity *capacity, uint32_t left, uint8_t *most)
{
    const uint32_t *given = most_within(game, capacity, left);
    for (int value = 0; value < game->feedbacks; value++) {
        const uint32_t feedbacks = (uint32_t)game->feedbacks;
        most[value] = (uint8_t)(given && given[value] < feedbacks ? given[value] : feedbacks);
    }
}

/* A set that is being searched. */
typedef struct {
    const Capacity *capacity;
    const uint32_t *secrets;
    uint32_t n, left, tries;
    const Symmetry *symmetry;      /* or NULL */
    Shown shown;
    Table table;                   /* of all codes, before the last three guesses; */
    size_t *offsets;               /* where the column of each secret begins; */
    uint8_t order[MAX_FEEDBACKS];  /* of the feedbacks, the most frequent first */
    uint8_t *lines;                /* before the last four, the same by line: [line][n][BLOCK], */
    uint8_t (*orders)[MAX_FEEDBACKS]; /* [line] */
    size_t line_count;
    uint32_t *held;                /* by code: so many secrets, at most, of a cell are found if it comes next */
    uint32_t *line_held;           /* [line]: the most of any code in it, falling */
    const Codes *codes;            /* the secrets, in columns */
} Few;

/* The feedback of codes with one secret; what fills up the last line is the same for all. */
static void answer_all(Worker *worker, const Codes *codes, uint32_t secret, uint8_t *column)
{
    const Game *game = worker->search->game;
    check_stop(worker);
    vectors->answers(codes, &game->code[secret], game->whites, game->index, column);
    memset(column + codes->count, 0, codes->stride - codes->count);
}

static void check_bytes(Worker *worker, double bytes)
{
    const double room = memory_of_machine() / 2;
    if (room > 0 && bytes > room)
        leave(worker, OUT_OF_MEMORY);
}

/* The order of the feedbacks by how often they occur. */
static void order_feedbacks(const Game *game, const uint8_t *bytes, uint32_t n, uint8_t *order)
{
    uint32_t often[MAX_FEEDBACKS];
    vectors->tally(bytes, n, game->feedbacks, often);
    for (int value = 0; value < game->feedbacks - 1; value++) {
        int at = value;
        for (; at && often[order[at - 1]] < often[value]; at--)
            order[at] = order[at - 1];
        order[at] = (uint8_t)value;
    }
}

static void make_columns(Worker *worker, Few *set)
{
    const Game *game = worker->search->game;
    const size_t stride = game->all.stride + PADDED; /* columns of 4096 bytes would get in each other's way */
    check_bytes(worker, (double)stride * set->n);
    set->table = (Table){take(worker, stride * set->n), stride, game->feedbacks};
    set->offsets = take(worker, set->n * sizeof *set->offsets);
    for (uint32_t at = 0; at < set->n; at++) {
        set->offsets[at] = stride * at;
        answer_all(worker, &game->all, set->secrets[at], set->table.columns + stride * at);
    }
    order_feedbacks(game, set->table.columns, game->all.count, set->order);
}

/* The guesses worth trying, in falling order of what they hold. */
static uint32_t *fullest_guesses(Worker *worker, const Few *set, uint32_t *count)
{
    const Game *game = worker->search->game;
    const uint32_t most = 1 + MAX_FEEDBACKS * MAX_FEEDBACKS;
    uint32_t *guesses = take(worker, game->all.count * sizeof *guesses);
    *count = useful_guesses(game, set->secrets, set->n, guesses);
    uint32_t *sorted = take(worker, *count * sizeof *sorted), *ends = take(worker, (most + 2) * sizeof *ends);
    memset(ends, 0, (most + 2) * sizeof *ends);
    for (uint32_t at = 0; at < *count; at++)
        ends[most - set->held[guesses[at]] + 1]++;
    for (uint32_t held = 0; held <= most; held++)
        ends[held + 1] += ends[held];
    for (uint32_t at = 0; at < *count; at++)
        sorted[ends[most - set->held[guesses[at]]]++] = guesses[at];
    return sorted;
}

static void make_lines(Worker *worker, Few *set)
{
    const Game *game = worker->search->game;
    check_bytes(worker, (double)game->all.stride * set->n);
    set->lines = take(worker, game->all.stride * set->n);
    set->orders = take(worker, game->all.stride / BLOCK * sizeof *set->orders);
    set->line_held = take(worker, game->all.stride / BLOCK * sizeof *set->line_held);
    const Mark from = mark(worker);
    uint32_t count;
    const uint32_t *guesses = fullest_guesses(worker, set, &count);
    const Codes codes = columns(worker, game, guesses, count);
    uint8_t *column = take(worker, codes.stride);
    set->line_count = codes.stride / BLOCK;
    for (uint32_t at = 0; at < set->n; at++) {
        answer_all(worker, &codes, set->secrets[at], column);
        for (size_t line = 0; line < codes.stride; line += BLOCK)
            memcpy(set->lines + line * set->n + BLOCK * (size_t)at, column + line, BLOCK);
    }
    for (size_t line = 0; line < set->line_count; line++) {
        order_feedbacks(game, set->lines + line * BLOCK * set->n, BLOCK * set->n, set->orders[line]);
        set->line_held[line] = set->held[guesses[line * BLOCK]];
    }
    release(worker, from);
}

/* 0, 1, 2 … */
static uint32_t *places(Worker *worker, uint32_t n)
{
    uint32_t *all = take(worker, n * sizeof *all);
    for (uint32_t at = 0; at < n; at++)
        all[at] = at;
    return all;
}

/* The guess that gets another feedback from each of some secrets (by place): the lowest of them, or else the
   lowest of all; NONE if there is none. */
static uint32_t telling_apart(Worker *worker, const Few *set, const uint32_t *members, uint32_t n)
{
    enum { CHUNK = 512 };
    const Table *table = &set->table;
    for (uint32_t at = 0; at < n; at++) {
        const uint32_t guess = set->secrets[members[at]];
        uint64_t seen = 0;
        for (uint32_t other = 0; other < n; other++)
            seen |= (uint64_t)1 << table->columns[set->offsets[members[other]] + guess];
        if ((uint32_t)__builtin_popcountll(seen) == n)
            return guess;
    }
    const Mark from = mark(worker);
    const size_t stride = worker->search->game->all.stride;
    uint8_t *cells = take(worker, stride);
    uint32_t found = NONE;
    for (size_t at = 0; at < stride && found == NONE; at += CHUNK) {
        const size_t end = at + CHUNK < stride ? at + CHUNK : stride;
        if (vectors->scan(table, members, n, at, end, cells) == n)
            found = (uint32_t)((uint8_t *)memchr(cells + at, (int)n, end - at) - cells);
    }
    release(worker, from);
    return found;
}

/* Two guesses are left after this one: the cells must each fall apart at once. */
static bool try_before_last(Worker *worker, const Few *set, uint32_t guess)
{
    const int last = worker->search->game->feedbacks - 1;
    uint32_t sizes[MAX_FEEDBACKS], ends[MAX_FEEDBACKS], then[MAX_FEEDBACKS];
    const Mark from = mark(worker);
    uint8_t *row = take(worker, set->n);
    uint32_t *sorted = take(worker, set->n * sizeof *sorted);
    for (uint32_t at = 0; at < set->n; at++)
        row[at] = set->table.columns[set->offsets[at] + guess];
    sort_by_feedback(row, places(worker, set->n), set->n, last + 1, sorted, sizes, ends);
    bool found = true;
    for (uint32_t size = (uint32_t)last + 1; size > 2 && found; size--)
        for (int value = 0; value < last && found; value++)
            if (sizes[value] == size) {
                then[value] = telling_apart(worker, set, sorted + ends[value] - size, size);
                found = then[value] != NONE;
            }
    if (found) {
        append_plan(worker, &guess, 1);
        for (int value = 0; value < last; value++)
            if (sizes[value] > 2)
                append_plan(worker, &then[value], 1);
    }
    release(worker, from);
    return found;
}

/* The guesses worth trying all of whose cells may fit, from the set's table. */
static void score_by_table(Worker *worker, const Few *set, Heap *heap)
{
    const Game *game = worker->search->game;
    uint8_t most[MAX_FEEDBACKS];
    most_before_last(game, set->capacity, set->left - 1, most);
    const int last = game->feedbacks - 1;
    uint8_t (*sizes)[BLOCK] = take(worker, MAX_FEEDBACKS * sizeof *sizes);
    for (size_t block = 0; block < game->all.stride; block += BLOCK) {
        uint64_t worth = useful_in_block(game, &set->shown, block);
        if (!worth)
            continue;
        check_stop(worker);
        worth &= ~vectors->crowded(set->table.columns + block, set->offsets, set->n, set->order, last,
                                   most, sizes);
        for (; worth; worth &= worth - 1) {
            const int lane = __builtin_ctzll(worth);
            uint64_t score = 0, largest = 0;
            for (int value = 0; value < last; value++) {
                const uint64_t size = sizes[value][lane];
                score += size * size;
                largest = size > largest ? size : largest;
            }
            if (largest < set->n)
                heap->items[heap->count++] = (Scored){score, (uint32_t)block + (uint32_t)lane};
        }
    }
}

/* The same, counted from the codes, for sets of any size. */
static void score_by_codes(Worker *worker, const Few *set, Heap *heap)
{
    const Game *game = worker->search->game;
    const uint32_t *most = most_within(game, set->capacity, set->left - 1);
    uint8_t later[MAX_FEEDBACKS]; /* fit behind the next guess but one */
    most_before_last(game, set->capacity, 2, later);
    const Code *code = codes_of(worker, game, set->secrets, set->n);
    uint32_t (*sizes)[BLOCK] = take(worker, (size_t)game->feedbacks * sizeof *sizes);
    for (size_t block = 0; block < game->all.stride; block += BLOCK) {
        uint64_t worth = useful_in_block(game, &set->shown, block);
        if (!worth)
            continue;
        check_stop(worker);
        vectors->count(&game->all, block, code, set->n, game->whites, game->feedbacks, game->values, sizes);
        for (; worth; worth &= worth - 1) {
            const int lane = __builtin_ctzll(worth);
            uint64_t score = 0;
            uint32_t held = 1;
            bool fits = true;
            for (int value = 0; value < game->feedbacks - 1; value++) {
                const uint64_t size = sizes[value][lane];
                score += size * size;
                held += size < later[value] ? (uint32_t)size : later[value];
                fits = fits && size < set->n && (!most || size <= most[value]);
            }
            if (set->held)
                set->held[block + (size_t)lane] = held;
            if (fits)
                heap->items[heap->count++] = (Scored){score, (uint32_t)block + (uint32_t)lane};
        }
    }
}

/* Takes the next guess to be tried; NONE when there is no more. */
static uint32_t next_guess(const Game *game, const Few *set, Heap *heap)
{
    while (heap->count) {
        const Scored next = heap->items[0];
        heap->items[0] = heap->items[--heap->count];
        if (heap->count)
            sink(heap, 0);
        const bool like = next.score == heap->last;
        heap->last = next.score;
        if (set->tries ? !like : !set->symmetry || representative(game, set->symmetry, next.guess))
            return next.guess;
    }
    return NONE;
}

/* A guess that was split: the cells by feedback. */
typedef struct { uint32_t *sorted, sizes[MAX_FEEDBACKS], ends[MAX_FEEDBACKS]; } Cells;

static void split_by(Worker *worker, const Few *set, const uint32_t *items, uint32_t guess, Cells *cells)
{
    const Game *game = worker->search->game;
    cells->sorted = take(worker, set->n * sizeof *cells->sorted);
    uint8_t *row = take(worker, set->codes->stride);
    vectors->answers(set->codes, &game->code[guess], game->whites, game->index, row);
    sort_by_feedback(row, items, set->n, game->feedbacks, cells->sorted, cells->sizes, cells->ends);
}

/* The feedback but all black of which the cell is the largest below so many. */
static int largest_below(const Game *game, const Cells *cells, uint32_t size, int after)
{
    int found = -1;
    for (int value = 0; value < game->feedbacks - 1; value++)
        if ((cells->sizes[value] < size || (cells->sizes[value] == size && value > after)) &&
            (found < 0 || cells->sizes[value] > cells->sizes[found]))
            found = value;
    return found;
}

/* Of some guesses before three more, refuses those of whose largest cell every guess leaves more than fit
   into the last two. That is looked at line by line for all of them, so that a line stays near. */
static void refuse(Worker *worker, Few *set, const uint32_t *chosen, uint32_t count, bool *refused)
{
    const Game *game = worker->search->game;
    const int last = game->feedbacks - 1;
    uint8_t most[MAX_FEEDBACKS];
    most_before_last(game, set->capacity, 2, most);
    if (!set->lines)
        make_lines(worker, set);
    const Mark from = mark(worker);
    size_t *cells[BATCH];
    uint32_t sizes[BATCH];
    for (uint32_t at = 0; at < count; at++) {
        Cells split;
        split_by(worker, set, places(worker, set->n), chosen[at], &split);
        const int value = largest_below(game, &split, UINT32_MAX, 0);
        const uint32_t *members = split.sorted + split.ends[value] - split.sizes[value];
        sizes[at] = split.sizes[value];
        cells[at] = take(worker, sizes[at] * sizeof *cells[at]);
        for (uint32_t member = 0; member < sizes[at]; member++)
            cells[at][member] = BLOCK * (size_t)members[member];
        refused[at] = sizes[at] > (uint32_t)game->feedbacks;
    }
    for (size_t line = 0; line < set->line_count; line++) {
        check_stop(worker);
        for (uint32_t at = 0; at < count; at++)
            if (refused[at] && sizes[at] <= set->line_held[line])
                refused[at] = !~vectors->crowded(set->lines + line * BLOCK * set->n, cells[at], sizes[at],
                                                 set->orders[line], last, most, NULL);
    }
    release(worker, from);
}

/* Tries a guess: its cells in turn, the largest first, since that is the most doubtful. */
static bool try_within(Worker *worker, const Few *set, uint32_t guess)
{
    const Game *game = worker->search->game;
    const Mark from = mark(worker);
    const size_t base = worker->planned;
    size_t starts[MAX_FEEDBACKS], lengths[MAX_FEEDBACKS] = {0}, length = 0;
    Cells cells;
    split_by(worker, set, set->secrets, guess, &cells);
    const Symmetry *symmetry =
        set->symmetry ? symmetry_after(worker, game, set->symmetry, guess) : NULL;
    bool found = true;
    for (int value = largest_below(game, &cells, UINT32_MAX, 0); found && value >= 0 && cells.sizes[value];
         value = largest_below(game, &cells, cells.sizes[value], value)) {
        const uint32_t n = cells.sizes[value];
        starts[value] = worker->planned;
        found = find_within(worker, set->capacity, cells.sorted + cells.ends[value] - n, n, set->left - 1, set->tries, symmetry);
        lengths[value] = worker->planned - starts[value];
        length += lengths[value];
    }
    release(worker, from);
    if (!found) {
        worker->planned = base;
        return false;
    }
    plan_room(worker, length + 1);
    append_plan(worker, &guess, 1);
    for (int value = 0; value < game->feedbacks; value++)
        if (lengths[value])
            append_plan(worker, worker->plan + starts[value], lengths[value]);
    move_plan(worker, base + length, base);
    return true;
}

bool find_within(Worker *worker, const Capacity *capacity, const uint32_t *secrets, uint32_t n, uint32_t left,
                 uint32_t tries, const Symmetry *symmetry)
{
    const Game *game = worker->search->game;
    if (n <= 2)
        return n <= left;
    if (left < 2 || (left == 2 && n > (uint32_t)game->feedbacks))
        return false;
    check_stop(worker);
    worker->scanned++;
    const Mark from = mark(worker);
    Few set = {.capacity = capacity, .secrets = secrets, .n = n, .left = left, .tries = tries, .symmetry = tries ? NULL : symmetry,
               .shown = colors_shown(game, secrets, n)};
    if (left <= 3)
        make_columns(worker, &set);
    bool found = false;
    if (left == 2) {
        const uint32_t guess = telling_apart(worker, &set, places(worker, n), n);
        found = guess != NONE;
        if (found)
            append_plan(worker, &guess, 1);
        release(worker, from);
        return found;
    }
    const Codes codes = left > 3 ? columns(worker, game, secrets, n) : (Codes){0};
    set.codes = &codes;
    Heap heap = {.items = take(worker, game->all.count * sizeof *heap.items)};
    if (left == 4)
        set.held = take(worker, game->all.count * sizeof *set.held);
    (left == 3 ? score_by_table : score_by_codes)(worker, &set, &heap);
    make_heap(&heap);
    uint32_t open = tries ? tries : UINT32_MAX, batch = 1, chosen[BATCH];
    while (!found && open && heap.count) {
        uint32_t many = 0;
        bool refused[BATCH] = {false};
        while (many < batch && many < open && (chosen[many] = next_guess(game, &set, &heap)) != NONE)
            many++;
        if (left == 4 && many > 1)
            refuse(worker, &set, chosen, many, refused);
        for (uint32_t at = 0; at < many && !found; at++)
            found = !refused[at] && (left == 3 ? try_before_last : try_within)(worker, &set, chosen[at]);
        open -= many;
        batch = left == 4 ? BATCH : 1;
    }
    release(worker, from);
    return found;
}
