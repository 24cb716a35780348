/* The tables of a subproblem of feasibility, and the guesses to try in their order. */

#include "feasibility_guesses.h"
#include "platform.h"

#include <string.h>

/* [feedbacks]: the capacity of a cell with `left` guesses left; NULL: not limited. */
static const uint32_t *get_capacity(const Game *game, const Capacity *capacity, uint32_t left)
{
    return left < capacity->levels ? capacity->most + (size_t)left * (size_t)game->feedbacks : NULL;
}

void get_capacity_bytes(const Game *game, const Capacity *capacity, uint32_t left, uint8_t *most)
{
    const uint32_t *given = get_capacity(game, capacity, left);
    for (int value = 0; value < game->feedbacks; value++) {
        const uint32_t feedbacks = (uint32_t)game->feedbacks;
        most[value] = (uint8_t)(given && given[value] < feedbacks ? given[value] : feedbacks);
    }
}

/* Fills in the feedback of codes with one secret, and 0 up to the stride. */
static void fill_column(Worker *worker, const Codes *codes, uint32_t secret, uint8_t *column)
{
    const Game *game = worker->search->game;
    check_stop(&worker->arena);
    compute_column(game, codes, secret, column);
    memset(column + codes->count, 0, codes->stride - codes->count);
}

/* Sorts the feedbacks by frequency. */
static void order_feedbacks(const Game *game, const uint8_t *bytes, uint32_t n, uint8_t *order)
{
    uint32_t often[MAX_FEEDBACKS];
    count_values(bytes, n, game->feedbacks, often);
    for (int value = 0; value < game->feedbacks - 1; value++) {
        int i = value;
        for (; i && often[order[i - 1]] < often[value]; i--)
            order[i] = order[i - 1];
        order[i] = (uint8_t)value;
    }
}

void make_columns(Worker *worker, FeasibilitySet *set)
{
    const Game *game = worker->search->game;
    set->offsets = allocate(&worker->arena, set->n * sizeof *set->offsets);
    set->columns = allocate(&worker->arena, set->n * sizeof *set->columns);
    const bool given = game->kind == OF_TABLE;
    /* columns 4096 bytes apart would compete for the same cache lines */
    const size_t stride = game->all.stride + (given ? 0 : BLOCK);
    if (!given && !fits_memory((double)stride * set->n))
        fail_with(&worker->arena, OUT_OF_MEMORY);
    uint8_t *columns = given ? game->answers : allocate(&worker->arena, stride * set->n);
    set->table = (FeedbackTable){columns, stride, game->feedbacks};
    for (uint32_t i = 0; i < set->n; i++) {
        set->columns[i] = given ? game->column[set->secrets[i]] : i;
        set->offsets[i] = stride * set->columns[i];
        if (!given)
            fill_column(worker, &game->all, set->secrets[i], columns + stride * i);
    }
    if (!set->in_bytes)
        return;
    set->order = allocate(&worker->arena, (size_t)game->feedbacks);
    order_feedbacks(game, columns + set->offsets[0], game->all.count, set->order);
}

/* The useful guesses in falling order of `findable`. */
static uint32_t *sort_by_findable(Worker *worker, const FeasibilitySet *set, uint32_t *count)
{
    const Game *game = worker->search->game;
    const uint32_t most = 1 + (uint32_t)game->feedbacks * (uint32_t)game->feedbacks;
    uint32_t *guesses = allocate(&worker->arena, game->all.count * sizeof *guesses);
    *count = list_candidates(game, set->secrets, set->n, guesses);
    uint32_t *sorted = allocate(&worker->arena, *count * sizeof *sorted), *ends = allocate(&worker->arena,
                                                                                   (most + 2) * sizeof *ends);
    memset(ends, 0, (most + 2) * sizeof *ends);
    for (uint32_t i = 0; i < *count; i++)
        ends[most - set->findable[guesses[i]] + 1]++;
    for (uint32_t findable = 0; findable <= most; findable++)
        ends[findable + 1] += ends[findable];
    for (uint32_t i = 0; i < *count; i++)
        sorted[ends[most - set->findable[guesses[i]]]++] = guesses[i];
    return sorted;
}

void make_lines(Worker *worker, FeasibilitySet *set)
{
    const Game *game = worker->search->game;
    if (!fits_memory((double)game->all.stride * set->n))
        fail_with(&worker->arena, OUT_OF_MEMORY);
    set->lines = allocate(&worker->arena, game->all.stride * set->n);
    set->orders = allocate(&worker->arena, game->all.stride / BLOCK * (size_t)game->feedbacks);
    set->line_findable = allocate(&worker->arena, game->all.stride / BLOCK * sizeof *set->line_findable);
    const Mark from = mark(&worker->arena);
    uint32_t count;
    const uint32_t *guesses = sort_by_findable(worker, set, &count);
    const Codes codes = make_code_columns(&worker->arena, game, guesses, count);
    uint8_t *column = allocate(&worker->arena, codes.stride);
    set->line_count = codes.stride / BLOCK;
    for (uint32_t i = 0; i < set->n; i++) {
        fill_column(worker, &codes, set->secrets[i], column);
        for (size_t line = 0; line < codes.stride; line += BLOCK)
            memcpy(set->lines + line * set->n + BLOCK * (size_t)i, column + line, BLOCK);
    }
    for (size_t line = 0; line < set->line_count; line++) {
        order_feedbacks(game, set->lines + line * BLOCK * set->n, BLOCK * set->n,
                        set->orders + line * (size_t)game->feedbacks);
        set->line_findable[line] = set->findable[guesses[line * BLOCK]];
    }
    release(&worker->arena, from);
}

static bool is_before(const ScoredGuess *one, const ScoredGuess *two)
{
    return one->score != two->score ? one->score < two->score : one->guess < two->guess;
}

static void sift_down(const GuessHeap *heap, uint32_t i)
{
    const ScoredGuess moved = heap->items[i];
    for (uint32_t child; (child = 2 * i + 1) < heap->count; i = child) {
        child += child + 1 < heap->count && is_before(&heap->items[child + 1], &heap->items[child]);
        if (!is_before(&heap->items[child], &moved))
            break;
        heap->items[i] = heap->items[child];
    }
    heap->items[i] = moved;
}

/* Scores guesses by the set's table, with three guesses left. */
static void score_by_table(Worker *worker, const FeasibilitySet *set, GuessHeap *heap)
{
    const Game *game = worker->search->game;
    uint8_t most[MAX_FEEDBACKS];
    get_capacity_bytes(game, set->capacity, set->left - 1, most);
    CandidateGuesses useful = find_candidates(game, set->secrets, set->n);
    const int last = game->feedbacks - 1;
    uint8_t (*sizes)[BLOCK] = allocate(&worker->arena, (size_t)game->feedbacks * sizeof *sizes);
    for (size_t block = 0; block < game->all.stride; block += BLOCK) {
        uint64_t worth = find_candidates_in_block(&useful, block);
        if (!worth)
            continue;
        check_stop(&worker->arena);
        worth &= ~vectors->find_overfull(set->table.columns + block, set->offsets, set->n, set->order, last,
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
                heap->items[heap->count++] = (ScoredGuess){score, (uint32_t)block + (uint32_t)lane};
        }
    }
}

/* Scores guesses from the codes, for sets of any size. */
static void score_by_codes(Worker *worker, const FeasibilitySet *set, GuessHeap *heap)
{
    const Game *game = worker->search->game;
    const uint32_t *most = get_capacity(game, set->capacity, set->left - 1);
    uint8_t later[MAX_FEEDBACKS]; /* capacity with two guesses left */
    get_capacity_bytes(game, set->capacity, 2, later);
    CandidateGuesses useful = find_candidates(game, set->secrets, set->n);
    const ComparedSecrets secrets = prepare_secrets(&worker->arena, game, set->secrets, set->n);
    uint32_t (*sizes)[BLOCK] = allocate(&worker->arena, (size_t)game->feedbacks * sizeof *sizes);
    FeedbackList listed = {0};
    for (size_t block = 0; block < game->all.stride; block += BLOCK) {
        uint64_t worth = find_candidates_in_block(&useful, block);
        if (!worth)
            continue;
        check_stop(&worker->arena);
        count_cells(game, &game->all, block, &secrets, sizes, &listed);
        for (; worth; worth &= worth - 1) {
            const int lane = __builtin_ctzll(worth);
            uint64_t score = 0;
            uint32_t findable = 1;
            bool fits = true;
            for (int i = 0; i < listed.count - 1; i++) {
                const int value = listed.feedback[i];
                const uint64_t size = sizes[value][lane];
                score += size * size;
                findable += size < later[value] ? (uint32_t)size : later[value];
                fits = fits && size < set->n && (!most || size <= most[value]);
            }
            if (set->findable)
                set->findable[block + (size_t)lane] = findable;
            if (fits)
                heap->items[heap->count++] = (ScoredGuess){score, (uint32_t)block + (uint32_t)lane};
        }
    }
}

GuessHeap make_guess_heap(Worker *worker, const FeasibilitySet *set)
{
    GuessHeap heap = {.items = allocate(&worker->arena, worker->search->game->all.count * sizeof *heap.items),
                      .last = UINT64_MAX};
    (set->left == 3 && set->in_bytes ? score_by_table : score_by_codes)(worker, set, &heap);
    for (uint32_t i = heap.count / 2; i--;)
        sift_down(&heap, i);
    return heap;
}

uint32_t pop_guess(const Game *game, const FeasibilitySet *set, GuessHeap *heap)
{
    while (heap->count) {
        const ScoredGuess next = heap->items[0];
        heap->items[0] = heap->items[--heap->count];
        sift_down(heap, 0);
        const bool like = next.score == heap->last;
        heap->last = next.score;
        if (set->tries ? !like : !set->symmetry || is_representative(game, set->symmetry, next.guess))
            return next.guess;
    }
    return NONE;
}
