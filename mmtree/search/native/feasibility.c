/* Whether all of some secrets can be found within so many guesses (feasibility.py says what is searched). */

#include "feasibility.h"
#include "feasibility_guesses.h"
#include "plan.h"
#include "search.h"
#include "vectors.h"

#include <string.h>

enum { BATCH = 64 }; /* guesses whose largest cells are looked at together */

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
    if (left == 4)
        set.held = take(worker, game->all.count * sizeof *set.held);
    Heap heap = scored_guesses(worker, &set);
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
