/* The guesses that hard play allows. */

#include "allowed_guesses.h"

#include <stdlib.h>
#include <string.h>

static inline const uint16_t *letters_of(const Game *game, uint32_t rank)
{
    return game->letters + (size_t)rank * (size_t)game->length;
}

static int count_letter(const uint16_t *letters, int length, uint16_t letter)
{
    int count = 0;
    for (int peg = 0; peg < length; peg++)
        count += letters[peg] == letter;
    return count;
}

Hints make_hints(const Game *game, uint32_t guess, uint32_t secret)
{
    const uint16_t *mine = letters_of(game, guess), *theirs = letters_of(game, secret);
    Hints hints = {0};
    for (int peg = 0; peg < game->length; peg++)
        if (mine[peg] == theirs[peg]) {
            hints.right[hints.places] = mine[peg];
            hints.place[hints.places++] = (uint8_t)peg;
        }
    for (int peg = 0; game->elsewhere && peg < game->length; peg++) {
        const int here = count_letter(mine, game->length, mine[peg]), there = count_letter(theirs, game->length, mine[peg]);
        const int least = here < there ? here : there;
        /* once for each letter, and not if the right places say as much */
        if (count_letter(mine, peg, mine[peg]) || least <= count_letter(hints.right, hints.places, mine[peg]))
            continue;
        hints.found[hints.kinds] = mine[peg];
        hints.least[hints.kinds++] = (uint8_t)least;
    }
    return hints;
}

bool uses_hints(const Game *game, const Hints *hints, uint32_t guess)
{
    const uint16_t *letters = letters_of(game, guess);
    for (int i = 0; i < hints->places; i++)
        if (letters[hints->place[i]] != hints->right[i])
            return false;
    for (int i = 0; i < hints->kinds; i++)
        if (count_letter(letters, game->length, hints->found[i]) < hints->least[i])
            return false;
    return true;
}

bool is_allowed(const Game *game, const Past *past, uint32_t secret, uint32_t guess)
{
    for (; is_hard(game) && past; past = past->before) {
        const Hints hints = make_hints(game, past->guess, secret);
        if (!uses_hints(game, &hints, guess))
            return false;
    }
    return true;
}

/* Whether the members of a set get different answers to a guess. */
static bool splits(const uint8_t *const *columns, uint32_t n, uint32_t guess)
{
    const uint8_t first = columns[0][guess];
    for (uint32_t i = 1; i < n; i++)
        if (columns[i][guess] != first)
            return true;
    return false;
}

Set keep_allowed(Worker *worker, Set set, uint32_t guess)
{
    const Game *game = worker->search->game;
    const FeedbackMatrix *outer = set.matrix;
    Arena *arena = &worker->arena;
    if (!worker->kept && !(worker->kept = malloc(game->all.count * sizeof *worker->kept)))
        fail_with(arena, OUT_OF_MEMORY);
    FeedbackMatrix *matrix = allocate(arena, sizeof *matrix);
    matrix->n = set.n;
    matrix->secrets = list_secrets(arena, set);
    matrix->position = allocate(arena, set.n * sizeof *matrix->position);
    matrix->lines = NULL;
    matrix->codes = make_code_columns(arena, game, matrix->secrets, set.n);
    const uint8_t **columns = allocate(arena, set.n * sizeof *columns);
    for (uint32_t i = 0; i < set.n; i++)
        columns[i] = outer->table.columns + outer->table.stride * set.members[i];
    const Hints hints = make_hints(game, guess, matrix->secrets[0]);
    uint32_t count = 0, next = 0, *rising = allocate(arena, set.n * sizeof *rising);
    for (uint32_t i = 0; i < set.n; i++)
        rising[i] = outer->position[set.members[i]];
    qsort(rising, set.n, sizeof *rising, compare_numbers);
    for (uint32_t at = 0; at < outer->count; at++) {
        if (next < set.n && rising[next] == at)
            next++;
        else if (!uses_hints(game, &hints, outer->guesses[at]) || !splits(columns, set.n, at))
            continue;
        worker->kept[count++] = at;
    }
    check_stop(arena);
    const size_t stride = table_stride(count);
    matrix->count = count;
    matrix->guesses = allocate(arena, count * sizeof *matrix->guesses);
    matrix->table = (FeedbackTable){allocate(arena, stride * set.n), stride, outer->table.feedbacks};
    for (uint32_t i = 0; i < count; i++)
        matrix->guesses[i] = outer->guesses[worker->kept[i]];
    for (uint32_t secret = 0; secret < set.n; secret++) {
        matrix->position[secret] = find_position(matrix, matrix->secrets[secret]);
        uint8_t *column = (uint8_t *)matrix->table.columns + stride * secret;
        for (uint32_t i = 0; i < count; i++)
            column[i] = columns[secret][worker->kept[i]];
        memset(column + count, 0, stride - count);
    }
    return (Set){matrix, list_positions(arena, set.n), set.n, set.depth};
}

Set keep_allowed_after(Worker *worker, Set set, const Past *past)
{
    for (; is_hard(worker->search->game) && past; past = past->before)
        set = keep_allowed(worker, set, past->guess);
    return set;
}
