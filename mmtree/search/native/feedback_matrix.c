/* Making a feedback matrix. */

#include "feedback_matrix.h"
#include "platform.h"

#include <string.h>

/* It takes as long to read the feedback of a guess with one secret from the columns of a large matrix, each in another
   page of memory, as to compute the feedbacks with so many secrets. */
enum { FAR = 16 };
enum { MIN_SECRETS = 256 }; /* in matrices of fewer secrets, all guesses are counted */

uint32_t *list_positions(Arena *arena, uint32_t n)
{
    uint32_t *all = allocate(arena, n * sizeof *all);
    for (uint32_t i = 0; i < n; i++)
        all[i] = i;
    return all;
}

void check_memory(Arena *arena, const Game *game, const uint32_t *secrets, uint32_t n)
{
    if (fits_memory((double)n * game->all.count))
        return;
    Mark from = mark(arena);
    uint32_t *guesses = allocate(arena, game->all.count * sizeof *guesses);
    if (!fits_memory((double)n * list_candidates(game, secrets, n, guesses)))
        fail_with(arena, OUT_OF_MEMORY);
    release(arena, from);
}

/* The rank of a code. */
static uint32_t rank_of(const Game *game, const uint8_t *digits)
{
    uint32_t rank = 0;
    for (int peg = 0; peg < game->pegs; peg++) {
        int digit = digits[peg];
        for (int before = 0; game->distinct && before < peg; before++)
            digit -= digits[before] < digits[peg];
        rank = rank * (uint32_t)(game->colors - (game->distinct ? peg : 0)) + (uint32_t)digit;
    }
    return rank;
}

/* Lists the lines for the exchange of all colours from `first` on. */
static Lines list_lines(Arena *arena, const Game *game, const FeedbackMatrix *matrix, int first)
{
    Lines lines = {allocate(arena, matrix->table.stride / BLOCK * sizeof(uint32_t)),
                   allocate(arena, matrix->count * sizeof(uint32_t)), 0};
    for (uint32_t guess = 0; guess < matrix->count; guess++) {
        const Code *code = &game->code[matrix->guesses[guess]];
        uint8_t digits[MAX_PEGS], name[MAX_COLORS] = {0};
        int next = first;
        for (int peg = 0; peg < game->pegs; peg++) {
            const int color = code->digits[peg];
            if (color >= first && !name[color])
                name[color] = (uint8_t)next++;
            digits[peg] = color < first ? (uint8_t)color : name[color];
        }
        const uint32_t rank = rank_of(game, digits);
        const uint32_t lowest = matrix->count == game->all.count ? rank : find_position(matrix, rank);
        lines.lowest[guess] = matrix->guesses[lowest] == rank ? lowest : guess;
        const uint32_t line = guess / BLOCK * BLOCK;
        if (lines.lowest[guess] == guess && (!lines.count || lines.lines[lines.count - 1] < line))
            lines.lines[lines.count++] = line;
    }
    return lines;
}

Set make_matrix(Arena *arena, const Game *game, const uint32_t *secrets, uint32_t n, uint32_t depth)
{
    check_memory(arena, game, secrets, n);
    FeedbackMatrix *matrix = allocate(arena, sizeof *matrix);
    uint32_t *guesses = matrix->guesses = allocate(arena, game->all.count * sizeof *guesses);
    const uint32_t count = matrix->count = list_candidates(game, secrets, n, guesses);
    matrix->n = n;
    matrix->secrets = allocate(arena, n * sizeof *secrets);
    memcpy(matrix->secrets, secrets, n * sizeof *secrets);
    matrix->position = allocate(arena, n * sizeof *matrix->position);
    matrix->table.feedbacks = game->feedbacks;
    matrix->table.stride = table_stride(count);
    matrix->table.columns = allocate(arena, matrix->table.stride * n);
    matrix->codes = make_code_columns(arena, game, matrix->secrets, n);
    Mark from = mark(arena);
    const bool all = count == game->all.count;
    const Codes codes = all ? game->all : make_code_columns(arena, game, guesses, count);
    for (uint32_t secret = 0; secret < n; secret++) {
        check_stop(arena);
        matrix->position[secret] = find_position(matrix, secrets[secret]);
        uint8_t *column = matrix->table.columns + matrix->table.stride * secret;
        compute_column(game, &codes, secrets[secret], column);
        memset(column + count, 0, matrix->table.stride - count);
    }
    release(arena, from);
    matrix->lines = NULL;
    if (n >= MIN_SECRETS && game->kind == OF_CODES && game->symmetric) {
        matrix->lines = allocate(arena, (size_t)game->colors * sizeof *matrix->lines);
        for (int first = 1; first < game->colors - 1; first++)
            matrix->lines[first] = list_lines(arena, game, matrix, first);
    }
    return (Set){matrix, list_positions(arena, n), n, depth};
}

Lines lines_to_count(const Game *game, Set set, const Symmetry *symmetry)
{
    const int first = set.matrix->lines ? first_free_color(game, symmetry) : game->colors;
    return first < game->colors ? set.matrix->lines[first]
                                : (Lines){NULL, NULL, (uint32_t)(set.matrix->table.stride / BLOCK)};
}

uint32_t find_position(const FeedbackMatrix *matrix, uint32_t rank)
{
    uint32_t low = 0, high = matrix->count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (matrix->guesses[middle] <= rank)
            low = middle;
        else
            high = middle;
    }
    return low;
}

void sort_by_feedback(const uint8_t *feedback, const uint32_t *secrets, uint32_t n, int feedbacks,
                      uint32_t *sorted, uint32_t *sizes, uint32_t *ends)
{
    uint32_t total = 0;
    count_values(feedback, n, feedbacks, sizes);
    for (int value = 0; value < feedbacks; value++)
        ends[value] = total, total += sizes[value];
    for (uint32_t i = 0; i < n; i++)
        sorted[ends[feedback[i]]++] = secrets[i];
}

/* Whether the members of a set get different feedbacks for a guess. */
static bool all_differ(Set set, uint32_t guess)
{
    if (set.matrix->table.feedbacks > 64) {
        FeedbackSet seen = {{0}};
        for (uint32_t i = 0; i < set.n; i++)
            if (!add_feedback(&seen, get_feedback(set, guess, i)))
                return false;
        return true;
    }
    uint64_t seen = 0;
    for (uint32_t i = 0; i < set.n; i++) {
        const uint64_t bit = (uint64_t)1 << get_feedback(set, guess, i);
        if (seen & bit)
            return false;
        seen |= bit;
    }
    return true;
}

uint32_t find_separating_secret(Set set)
{
    const FeedbackMatrix *matrix = set.matrix;
    for (uint32_t i = 0; i < set.n; i++)
        if (all_differ(set, matrix->position[set.members[i]]))
            return matrix->secrets[set.members[i]];
    return NONE;
}

uint8_t *list_feedbacks(Arena *arena, const Game *game, Set set, uint32_t guess)
{
    const FeedbackMatrix *matrix = set.matrix;
    if (game->kind == OF_TABLE || set.n < matrix->n / FAR) {
        uint8_t *feedbacks = allocate(arena, set.n);
        for (uint32_t i = 0; i < set.n; i++)
            feedbacks[i] = get_feedback(set, guess, i);
        return feedbacks;
    }
    uint8_t *feedbacks = allocate(arena, matrix->codes.stride);
    compute_row(game, matrix->guesses[guess], &matrix->codes, feedbacks);
    for (uint32_t i = 0; i < set.n && set.n < matrix->n; i++)
        feedbacks[i] = feedbacks[set.members[i]];
    return feedbacks;
}

uint32_t *list_secrets(Arena *arena, Set set)
{
    uint32_t *secrets = allocate(arena, set.n * sizeof *secrets);
    for (uint32_t i = 0; i < set.n; i++)
        secrets[i] = set.matrix->secrets[set.members[i]];
    return secrets;
}

ShownColors collect_set_colors(const Game *game, Set set)
{
    ShownColors shown = {{0}};
    for (uint32_t i = 0; i < set.n; i++)
        add_colors(game, set.matrix->secrets[set.members[i]], &shown);
    return shown;
}

SortedCells sort_cells(Arena *arena, const Game *game, uint32_t guess, const Codes *codes, const uint32_t *items)
{
    const size_t feedbacks = (size_t)game->feedbacks;
    SortedCells cells = {allocate(arena, codes->count * sizeof *cells.secrets),
                         allocate(arena, feedbacks * sizeof *cells.sizes),
                         allocate(arena, feedbacks * sizeof *cells.ends)};
    uint8_t *row = allocate(arena, codes->stride);
    compute_row(game, guess, codes, row);
    sort_by_feedback(row, items, codes->count, game->feedbacks, cells.secrets, cells.sizes, cells.ends);
    return cells;
}

int find_largest_cell(const Game *game, const SortedCells *cells)
{
    int found = 0;
    for (int value = 1; value < game->feedbacks - 1; value++)
        if (cells->sizes[value] > cells->sizes[found])
            found = value;
    return cells->sizes[found] ? found : -1;
}
