/* The guesses to try for feasibility, in their order. */

#include "feasibility_guesses.h"
#include "search.h"
#include "useful_guesses.h"
#include "vectors.h"

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

static void make_heap(GuessHeap *heap)
{
    for (uint32_t i = heap->count / 2; i--;)
        sift_down(heap, i);
    heap->last = UINT64_MAX;
}

/* Scores guesses by the set's table, with three guesses left. */
static void score_by_table(Worker *worker, const FeasibilitySet *set, GuessHeap *heap)
{
    const Game *game = worker->search->game;
    uint8_t most[MAX_FEEDBACKS];
    get_capacity_bytes(game, set->capacity, set->left - 1, most);
    CandidateGuesses useful = find_candidates(game, set->secrets, set->n);
    const int last = game->feedbacks - 1;
    uint8_t (*sizes)[BLOCK] = allocate(worker, (size_t)game->feedbacks * sizeof *sizes);
    for (size_t block = 0; block < game->all.stride; block += BLOCK) {
        uint64_t worth = find_candidates_in_block(&useful, block);
        if (!worth)
            continue;
        check_stop(worker);
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
    const ComparedSecrets secrets = prepare_secrets(worker, game, set->secrets, set->n);
    uint32_t (*sizes)[BLOCK] = allocate(worker, (size_t)game->feedbacks * sizeof *sizes);
    FeedbackList listed = {0};
    for (size_t block = 0; block < game->all.stride; block += BLOCK) {
        uint64_t worth = find_candidates_in_block(&useful, block);
        if (!worth)
            continue;
        check_stop(worker);
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
    GuessHeap heap = {.items = allocate(worker, worker->search->game->all.count * sizeof *heap.items)};
    (set->left == 3 && set->in_bytes ? score_by_table : score_by_codes)(worker, set, &heap);
    make_heap(&heap);
    return heap;
}

uint32_t pop_guess(const Game *game, const FeasibilitySet *set, GuessHeap *heap)
{
    while (heap->count) {
        const ScoredGuess next = heap->items[0];
        heap->items[0] = heap->items[--heap->count];
        if (heap->count)
            sift_down(heap, 0);
        const bool like = next.score == heap->last;
        heap->last = next.score;
        if (set->tries ? !like : !set->symmetry || is_representative(game, set->symmetry, next.guess))
            return next.guess;
    }
    return NONE;
}
