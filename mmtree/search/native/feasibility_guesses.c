/* The order in which guesses are tried where only the max counts. */

#include "feasibility_guesses.h"
#include "search.h"
#include "vectors.h"

static bool before(const Scored *one, const Scored *two)
{
    return one->score != two->score ? one->score < two->score : one->guess < two->guess;
}

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

Heap scored_guesses(Worker *worker, const Few *set)
{
    Heap heap = {.items = take(worker, worker->search->game->all.count * sizeof *heap.items)};
    (set->left == 3 ? score_by_table : score_by_codes)(worker, set, &heap);
    make_heap(&heap);
    return heap;
}

uint32_t next_guess(const Game *game, const Few *set, Heap *heap)
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
