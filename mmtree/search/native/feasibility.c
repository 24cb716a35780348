/* Feasibility: whether a tree finds all secrets within some number of guesses, in the order of guesses that
   mmtree/search/feasibility.py defines, the sum of the squares of the cell sizes (Irving 1978). No prices are
   compared, so a set is solved by its first tree, and a guess fails with its first cell that has none: the largest
   cells are searched first, because they are the most likely to fail. Counting refutes most guesses: a cell may have
   no more secrets than the guesses left can find at best (Viaud 1979, Neuwirth 1982). With three more guesses left,
   many guesses are refuted at a time, namely those whose largest cell no next guess splits finely enough.

   Compared with the exact search with as many prices, in processor seconds with AVX2: that 5p6c has no tree within
   5 guesses takes 0.41 instead of 8.1 (0.05), that 4p7c has none 0.030 instead of 0.12 (0.25), that 5p5c has one
   0.24 instead of 0.86 (0.28). */

#include "feasibility.h"
#include "feasibility_guesses.h"
#include "plan.h"
#include "search.h"
#include "transposition_table.h"
#include "vectors.h"

#include <string.h>

/* Guesses pruned at a time; 32 or 128 change less than 1 % of least-max for 4p7c, 4p8c and 5p4c. */
enum { BATCH = 64 };

/* The guess that gets a different feedback from each of some secrets (positions): the lowest of
   these secrets, else the lowest code; NONE if none does. */
static uint32_t find_separating_guess(Worker *worker, const FeasibilitySet *set, const uint32_t *members,
                                      uint32_t n)
{
    enum { CHUNK = 512 };
    const FeedbackTable *table = &set->table;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t guess = set->secrets[members[i]];
        FeedbackSet seen = {{0}};
        uint32_t other = 0;
        while (other < n && add_feedback(&seen, table->columns[set->offsets[members[other]] + guess]))
            other++;
        if (other == n)
            return guess;
    }
    if (worker->search->game->consistent)
        return NONE;
    const Mark from = mark(&worker->arena);
    uint32_t *columns = allocate(&worker->arena, n * sizeof *columns);
    for (uint32_t i = 0; i < n; i++)
        columns[i] = set->columns[members[i]];
    const size_t stride = worker->search->game->all.stride;
    uint8_t *cells = allocate(&worker->arena, stride);
    uint32_t found = NONE;
    for (size_t i = 0; i < stride && found == NONE; i += CHUNK) {
        const size_t end = i + CHUNK < stride ? i + CHUNK : stride;
        if (vectors->count_distinct(table, columns, n, n, i, end, cells) == n)
            found = (uint32_t)((uint8_t *)memchr(cells + i, (int)n, end - i) - cells);
    }
    release(&worker->arena, from);
    return found;
}

/* Tries a guess when two more are left after it: each cell must have a separating guess. */
static bool try_with_two_left(Worker *worker, const FeasibilitySet *set, uint32_t guess)
{
    const int last = worker->search->game->feedbacks - 1;
    uint32_t sizes[MAX_FEEDBACKS], ends[MAX_FEEDBACKS], then[MAX_FEEDBACKS];
    const Mark from = mark(&worker->arena);
    uint8_t *row = allocate(&worker->arena, set->n);
    uint32_t *sorted = allocate(&worker->arena, set->n * sizeof *sorted);
    for (uint32_t i = 0; i < set->n; i++)
        row[i] = set->table.columns[set->offsets[i] + guess];
    sort_by_feedback(row, list_positions(&worker->arena, set->n), set->n, last + 1, sorted, sizes, ends);
    bool found = true;
    for (uint32_t size = (uint32_t)last + 1; size > 2 && found; size--)
        for (int value = 0; value < last && found; value++)
            if (sizes[value] == size) {
                then[value] = find_separating_guess(worker, set, sorted + ends[value] - size, size);
                found = then[value] != NONE;
            }
    if (found) {
        append_plan(worker, &guess, 1);
        for (int value = 0; value < last; value++)
            if (sizes[value] > 2)
                append_plan(worker, &then[value], 1);
    }
    release(&worker->arena, from);
    return found;
}

/* When three more guesses are left: prunes the guesses whose largest cell every next guess splits into
   some cell of more secrets than the last two guesses can find. The table is read line by line for all
   guesses, so that each line stays in the cache. */
static void prune_guesses(Worker *worker, FeasibilitySet *set, const uint32_t *chosen, uint32_t count,
                          bool *pruned)
{
    const Game *game = worker->search->game;
    const int last = game->feedbacks - 1;
    uint8_t most[MAX_FEEDBACKS];
    get_capacity_bytes(game, set->capacity, 2, most);
    if (!set->lines)
        make_lines(worker, set);
    const Mark from = mark(&worker->arena);
    size_t *cells[BATCH];
    uint32_t sizes[BATCH];
    for (uint32_t i = 0; i < count; i++) {
        const SortedCells split =
            sort_cells(&worker->arena, game, chosen[i], set->codes, list_positions(&worker->arena, set->n));
        const int value = find_largest_cell(game, &split);
        const uint32_t *members = get_cell(&split, value);
        sizes[i] = split.sizes[value];
        cells[i] = allocate(&worker->arena, sizes[i] * sizeof *cells[i]);
        for (uint32_t member = 0; member < sizes[i]; member++)
            cells[i][member] = BLOCK * (size_t)members[member];
        pruned[i] = sizes[i] > (uint32_t)game->feedbacks;
    }
    for (size_t line = 0; line < set->line_count; line++) {
        check_stop(&worker->arena);
        for (uint32_t i = 0; i < count; i++)
            if (pruned[i] && sizes[i] <= set->line_findable[line])
                pruned[i] = !~vectors->find_overfull(set->lines + line * BLOCK * set->n, cells[i], sizes[i],
                                                     set->orders + line * (size_t)game->feedbacks, last, most,
                                                     NULL);
    }
    release(&worker->arena, from);
}

/* Tries a guess: its cells in turn, the largest first, because it is the most likely to fail. */
static bool try_guess_within(Worker *worker, const FeasibilitySet *set, uint32_t guess)
{
    const Game *game = worker->search->game;
    const Mark from = mark(&worker->arena);
    const size_t base = worker->plan_length;
    const size_t feedbacks = (size_t)game->feedbacks;
    size_t *starts = allocate(&worker->arena, 2 * feedbacks * sizeof *starts), length = 0;
    size_t *lengths = starts + feedbacks;
    memset(lengths, 0, feedbacks * sizeof *lengths);
    const SortedCells cells = sort_cells(&worker->arena, game, guess, set->codes, set->secrets);
    const Symmetry *symmetry = symmetry_after(&worker->arena, game, set->symmetry, guess);
    bool found = true;
    for (int value; found && (value = find_largest_cell(game, &cells)) >= 0; cells.sizes[value] = 0) {
        starts[value] = worker->plan_length;
        found = find_tree_within(worker, set->capacity, get_cell(&cells, value), cells.sizes[value],
                                 set->left - 1, set->tries, symmetry);
        lengths[value] = worker->plan_length - starts[value];
        length += lengths[value];
    }
    if (!found) {
        release(&worker->arena, from);
        worker->plan_length = base;
        return false;
    }
    reserve_plan(worker, length + 1);
    append_plan(worker, &guess, 1);
    for (int value = 0; value < game->feedbacks; value++)
        if (lengths[value])
            append_plan(worker, worker->plan + starts[value], lengths[value]);
    move_plan(worker, base + length, base);
    release(&worker->arena, from);
    return true;
}

bool find_tree_within(Worker *worker, const Capacity *capacity, const uint32_t *secrets, uint32_t n,
                      uint32_t left, uint32_t tries, const Symmetry *symmetry)
{
    const Game *game = worker->search->game;
    if (n <= 2)
        return n <= left;
    if (left < 2 || (left == 2 && n > (uint32_t)game->feedbacks))
        return false;
    check_stop(&worker->arena);
    const Mark from = mark(&worker->arena);
    const FeedbackMatrix matrix = {.n = n, .secrets = (uint32_t *)(uintptr_t)secrets};
    const Set stored = {&matrix, list_positions(&worker->arena, n), n, left};
    if (look_up_price(worker, stored).price) {
        release(&worker->arena, from);
        return false;
    }
    enter_level(&worker->arena);
    worker->scanned++;
    FeasibilitySet set = {.capacity = capacity, .secrets = secrets, .n = n, .left = left, .tries = tries,
                          .symmetry = tries ? NULL : symmetry, .in_bytes = game->feedbacks <= MAX_PLANE_FEEDBACKS};
    if (left == 2 || (left == 3 && set.in_bytes))
        make_columns(worker, &set);
    bool found = false;
    if (left == 2) {
        const uint32_t guess = find_separating_guess(worker, &set, list_positions(&worker->arena, n), n);
        found = guess != NONE;
        if (found)
            append_plan(worker, &guess, 1);
        release(&worker->arena, from);
        leave_level(&worker->arena);
        return found;
    }
    const Codes codes = left > 3 || !set.in_bytes ? make_code_columns(&worker->arena, game, secrets, n) : (Codes){0};
    set.codes = &codes;
    if (left == 4 && set.in_bytes)
        set.findable = allocate(&worker->arena, game->all.count * sizeof *set.findable);
    GuessHeap heap = make_guess_heap(worker, &set);
    uint32_t open = tries ? tries : UINT32_MAX, batch = 1, chosen[BATCH];
    while (!found && open && heap.count) {
        uint32_t many = 0;
        bool pruned[BATCH] = {false};
        while (many < batch && many < open && (chosen[many] = pop_guess(game, &set, &heap)) != NONE)
            many++;
        if (set.findable && many > 1)
            prune_guesses(worker, &set, chosen, many, pruned);
        for (uint32_t i = 0; i < many && !found; i++)
            found = !pruned[i] && (left == 3 && set.in_bytes ? try_with_two_left
                                                             : try_guess_within)(worker, &set, chosen[i]);
        open -= many;
        batch = set.findable ? BATCH : 1;
    }
    if (!found)
        store_price(worker, stored, INFINITE, false);
    release(&worker->arena, from);
    leave_level(&worker->arena);
    return found;
}

uint32_t list_unrefuted_guesses(Worker *worker, const Capacity *capacity, const uint32_t *secrets, uint32_t n,
                                uint32_t left, const Symmetry *symmetry, uint32_t *guesses, uint32_t *others)
{
    const Game *game = worker->search->game;
    uint32_t count = 0, kept = 0;
    *others = 0;
    if (left < 4)
        return 0;
    const Mark from = mark(&worker->arena);
    FeasibilitySet set = {.capacity = capacity, .secrets = secrets, .n = n, .left = left, .in_bytes = true};
    const Codes codes = make_code_columns(&worker->arena, game, secrets, n);
    set.codes = &codes;
    if (left == 4)
        set.findable = allocate(&worker->arena, game->all.count * sizeof *set.findable);
    const GuessHeap heap = make_guess_heap(worker, &set);
    for (uint32_t i = 0; i < heap.count; i++)
        if (!symmetry || is_representative(game, symmetry, heap.items[i].guess))
            guesses[count++] = heap.items[i].guess;
        else
            ++*others;
    for (uint32_t start = 0; start < count; start += BATCH) {
        const uint32_t many = count - start < BATCH ? count - start : BATCH;
        bool pruned[BATCH] = {false};
        if (left == 4)
            prune_guesses(worker, &set, guesses + start, many, pruned);
        for (uint32_t i = 0; i < many; i++)
            if (!pruned[i])
                guesses[kept++] = guesses[start + i];
    }
    release(&worker->arena, from);
    return kept;
}
