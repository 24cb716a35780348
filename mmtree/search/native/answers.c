/* Feedback of guesses with secrets. */

#include "answers.h"
#include "vectors.h"

#include <string.h>

/* The feedback of two codes, in either order. */
static int compare_codes(const Game *game, const Code *first, const Code *second)
{
    int black = 0, both = 0, marks = 0;
    for (int peg = 0; peg < game->pegs; peg++) {
        const bool right = first->digits[peg] == second->digits[peg];
        black += right, marks = 2 * marks + right;
    }
    if (game->by_place)
        return marks;
    if (!game->whites)
        return place_of(game, black, 0);
    for (int mine = 0; mine < first->kinds; mine++)
        for (int other = 0; other < second->kinds; other++)
            if (first->color[mine] == second->color[other])
                both += first->count[mine] < second->count[other] ? first->count[mine] : second->count[other];
    return place_of(game, black, both - black);
}

int compute_feedback(const Game *game, uint32_t guess, uint32_t secret)
{
    return game->kind == OF_CODES ? compare_codes(game, &game->code[guess], &game->code[secret])
                      : get_answers(game, secret)[guess];
}

void compute_column(const Game *game, const Codes *guesses, uint32_t secret, uint8_t *column)
{
    if (game->kind == OF_CODES)
        vectors->compute_feedback(game, guesses, &game->code[secret], column);
    else if (guesses->count == game->all.count)
        memcpy(column, get_answers(game, secret), guesses->stride);
    else {
        const uint8_t *answers = get_answers(game, secret);
        for (uint32_t i = 0; i < guesses->count; i++)
            column[i] = answers[guesses->ranks[i]];
    }
}

void compute_row(const Game *game, uint32_t guess, const Codes *secrets, uint8_t *row)
{
    if (game->kind == OF_CODES)
        vectors->compute_feedback(game, secrets, &game->code[guess], row);
    else
        for (uint32_t i = 0; i < secrets->count; i++)
            row[i] = get_answers(game, secrets->ranks[i])[guess];
}

ComparedSecrets prepare_secrets(Arena *arena, const Game *game, const uint32_t *ranks, uint32_t n)
{
    if (game->kind == OF_CODES) {
        Code *code = allocate(arena, n * sizeof *code + 1);
        for (uint32_t i = 0; i < n; i++)
            code[i] = game->code[ranks[i]];
        return (ComparedSecrets){n, code, NULL};
    }
    const uint8_t **columns = allocate(arena, n * sizeof *columns + 1);
    for (uint32_t i = 0; i < n; i++)
        columns[i] = get_answers(game, ranks[i]);
    return (ComparedSecrets){n, NULL, columns};
}

static void list_all_feedbacks(const Game *game, FeedbackList *listed)
{
    if (listed->count == game->feedbacks)
        return;
    listed->count = game->feedbacks;
    for (int place = 0; place < game->feedbacks; place++)
        listed->feedback[place] = (uint8_t)place;
}

/* Lists the feedbacks that some guesses, given by [lanes] ranks, get from the secrets. */
static void list_occurring_feedbacks(const Game *game, const uint32_t *ranks, size_t lanes,
                                     const ComparedSecrets *secrets, FeedbackList *listed)
{
    uint8_t occurs[MAX_FEEDBACKS + 1] = {0};
    occurs[game->feedbacks - 1] = 1;
    for (uint32_t i = 0; i < secrets->n; i++)
        for (size_t lane = 0; lane < lanes; lane++)
            occurs[secrets->columns[i][ranks[lane]]] = 1;
    listed->count = 0;
    for (int place = 0; place < game->feedbacks; place++)
        if (occurs[place])
            listed->feedback[listed->count++] = (uint8_t)place;
}

/* Counts the cell sizes of a block of a table's guesses. */
static void count_table_cells(const Game *game, const Codes *guesses, size_t block,
                              const ComparedSecrets *secrets, uint32_t (*sizes)[BLOCK], FeedbackList *listed)
{
    const size_t lanes = guesses->count - block < BLOCK ? guesses->count - block : BLOCK;
    uint32_t ranks[BLOCK];
    for (size_t lane = 0; lane < lanes; lane++)
        ranks[lane] = guesses->ranks ? guesses->ranks[block + lane] : (uint32_t)(block + lane);
    if (secrets->n < (uint32_t)game->feedbacks / 2)
        list_occurring_feedbacks(game, ranks, lanes, secrets, listed);
    else
        list_all_feedbacks(game, listed);
    for (int i = 0; i < listed->count; i++)
        memset(sizes[listed->feedback[i]], 0, sizeof *sizes);
    for (uint32_t i = 0; i < secrets->n; i++)
        for (size_t lane = 0; lane < lanes; lane++)
            sizes[secrets->columns[i][ranks[lane]]][lane]++;
}

void count_cells(const Game *game, const Codes *guesses, size_t block, const ComparedSecrets *secrets,
                 uint32_t (*sizes)[BLOCK], FeedbackList *listed)
{
    if (game->kind == OF_TABLE) {
        count_table_cells(game, guesses, block, secrets, sizes, listed);
        return;
    }
    vectors->count_cells(game, guesses, block, secrets->code, secrets->n, sizes);
    list_all_feedbacks(game, listed);
}
