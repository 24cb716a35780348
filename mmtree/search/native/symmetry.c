/* Symmetry: permutations of the positions and renamings of the colours that leave a history unchanged. */

#include "symmetry.h"
#include "answers.h"

#include <string.h>

/* 7!, all orders of seven positions: 282 KB of moves, where 8! would take 2 MB. With eight or nine positions
   there can be more moves; the others are not used, so some guesses are tried twice. */
enum { MAX_MOVES = 5040 };

#define HOLE (NONE - 1) /* instead of a guess, since holes are never renamed */

/* by_peg: the first guess made with this colour at this position, NONE, or HOLE for a hole. */
static uint32_t find_first_with(const Game *game, const Symmetry *symmetry, int peg, int color)
{
    if (color == game->hole)
        return HOLE;
    for (uint32_t i = 0; i < symmetry->length; i++)
        if (get_digit(game, symmetry->history[i], peg) == color)
            return i;
    return NONE;
}

/* The hole, if there is one, as a bit. */
static uint64_t hole_bit(const Game *game) { return game->hole < 0 ? 0 : (uint64_t)1 << game->hole; }

uint64_t list_used_colors(const Game *game, const Symmetry *symmetry, int peg)
{
    uint64_t colors = hole_bit(game);
    for (uint32_t i = 0; i < symmetry->length; i++)
        colors |= (uint64_t)1 << get_digit(game, symmetry->history[i], peg);
    return colors;
}

static int lowest_free(uint64_t used) { return __builtin_ctzll(~used); }

/* by_peg: builds the lowest image of a guess position by position, and compares. */
static bool is_lowest_by_peg(const Game *game, const Symmetry *symmetry, const uint8_t *digits)
{
    uint32_t first[MAX_PEGS], left = UINT32_MAX;
    for (int peg = 0; peg < game->pegs; peg++)
        first[peg] = find_first_with(game, symmetry, peg, digits[peg]);
    for (int peg = 0; peg < game->pegs; peg++) {
        int image = game->colors, source = 0;
        for (uint32_t among = symmetry->members[symmetry->peg_class[peg]] & left; among; among &= among - 1) {
            const int other = __builtin_ctz(among);
            const int mine = first[other] == NONE   ? lowest_free(list_used_colors(game, symmetry, peg))
                             : first[other] == HOLE ? game->hole
                                                    : get_digit(game, symmetry->history[first[other]], peg);
            if (mine < image)
                image = mine, source = other;
        }
        if (image != digits[peg])
            return image > digits[peg];
        left &= ~((uint32_t)1 << source);
    }
    return true;
}

/* How many positions of each class have a colour, four bits for each class. */
static uint64_t count_classes(const Game *game, const Symmetry *symmetry, const uint8_t *digits, int color)
{
    uint64_t counts = 0;
    for (int peg = 0; peg < game->pegs; peg++)
        if (digits[peg] == color)
            counts += (uint64_t)1 << 4 * symmetry->peg_class[peg];
    return counts;
}

/* Whether a move gives a lower image from a position on; `left` are the positions not yet moved. */
static bool has_lower_image(const Game *game, const Symmetry *symmetry, const uint8_t *digits,
                            const Move *move, int peg, uint32_t left)
{
    Move renamed;
    for (; peg < game->pegs; peg++) {
        const uint32_t among = symmetry->members[move->source[symmetry->peg_class[peg]]] & left;
        int image = game->colors, source = 0;
        uint64_t fresh = 0;
        for (uint32_t rest = among; rest; rest &= rest - 1) {
            const int other = __builtin_ctz(rest), name = move->name[digits[other]];
            if (name < 0)
                fresh |= (uint64_t)1 << digits[other];
            else if (name < image)
                image = name, source = other;
        }
        const int next = fresh ? lowest_free(move->used) : game->colors;
        if ((next < image ? next : image) != digits[peg])
            return (next < image ? next : image) < digits[peg];
        if (image < next) {
            left &= ~((uint32_t)1 << source);
            continue;
        }
        /* A free colour takes the lowest free name; of colours with equal class counts one is enough. */
        const Move before = *move;
        uint64_t tried[MAX_PEGS];
        int count = 0;
        for (; fresh; fresh &= fresh - 1) {
            const int color = __builtin_ctzll(fresh);
            const bool only = !count && !(fresh & (fresh - 1));
            if (!only) {
                tried[count] = count_classes(game, symmetry, digits, color);
                int i = 0;
                while (tried[i] != tried[count])
                    i++;
                if (i < count)
                    continue;
                count++;
            }
            renamed = before;
            renamed.name[color] = (int8_t)next;
            renamed.used |= (uint64_t)1 << next;
            for (uint32_t rest = among; rest; rest &= rest - 1)
                if (digits[__builtin_ctz(rest)] == color)
                    source = __builtin_ctz(rest);
            const uint32_t others = left & ~((uint32_t)1 << source);
            if (only) {
                left = others, move = &renamed;
                break;
            }
            if (has_lower_image(game, symmetry, digits, &renamed, peg + 1, others))
                return true;
        }
        if (count)
            return false;
    }
    return false;
}

bool is_representative(const Game *game, const Symmetry *symmetry, uint32_t rank)
{
    uint8_t digits[MAX_PEGS];
    for (int peg = 0; peg < game->pegs; peg++)
        digits[peg] = (uint8_t)get_digit(game, rank, peg);
    if (game->by_peg)
        return is_lowest_by_peg(game, symmetry, digits);
    for (uint32_t i = 0; i < symmetry->count; i++)
        if (has_lower_image(game, symmetry, digits, &symmetry->moves[i], 0, UINT32_MAX))
            return false;
    return true;
}

/* Splits the classes by the colours of one more guess. */
static void add_guess(const Game *game, Symmetry *symmetry, uint32_t rank)
{
    uint32_t kind[MAX_PEGS]; /* by position: colour, or first guess with it */
    uint8_t before[MAX_PEGS];
    memcpy(before, symmetry->peg_class, sizeof before);
    memset(symmetry->members, 0, sizeof symmetry->members);
    symmetry->classes = 0;
    for (int peg = 0; peg < game->pegs; peg++) {
        const int color = get_digit(game, rank, peg);
        kind[peg] = game->by_peg ? find_first_with(game, symmetry, peg, color) : (uint32_t)color;
        int other = 0;
        while (before[other] != before[peg] || kind[other] != kind[peg])
            other++;
        symmetry->peg_class[peg] = other < peg ? symmetry->peg_class[other] : (uint8_t)symmetry->classes++;
        symmetry->members[symmetry->peg_class[peg]] |= (uint16_t)(1 << peg);
    }
}

/* Adds all moves that extend one in which the first `sent` classes have a source. */
static void add_moves(const Game *game, Symmetry *symmetry, const Move *move, int sent, uint32_t most)
{
    if (symmetry->count == most)
        return;
    if (sent == symmetry->classes) {
        symmetry->moves[symmetry->count++] = *move;
        return;
    }
    const int target = __builtin_ctz(symmetry->members[sent]);
    for (int from = 0; from < symmetry->classes; from++) {
        bool holds =
            __builtin_popcount(symmetry->members[from]) == __builtin_popcount(symmetry->members[sent]);
        for (int i = 0; holds && i < sent; i++)
            holds = move->source[i] != from;
        if (!holds)
            continue;
        Move longer = *move;
        longer.source[sent] = (uint8_t)from;
        const int source = __builtin_ctz(symmetry->members[from]);
        for (uint32_t i = 0; holds && i < symmetry->length; i++) {
            const int color = get_digit(game, symmetry->history[i], source);
            const int image = get_digit(game, symmetry->history[i], target);
            if (longer.name[color] < 0 && !(longer.used >> image & 1)) {
                longer.name[color] = (int8_t)image;
                longer.used |= (uint64_t)1 << image;
            }
            holds = longer.name[color] == image;
        }
        if (holds)
            add_moves(game, symmetry, &longer, sent + 1, most);
    }
}

/* Finds the moves for the classes. */
static void find_moves(Arena *arena, const Game *game, Symmetry *symmetry)
{
    symmetry->trivial = symmetry->classes == game->pegs;
    symmetry->count = 0;
    if (game->by_peg) {
        for (int peg = 0; peg < game->pegs; peg++)
            if (__builtin_popcountll(list_used_colors(game, symmetry, peg)) < game->colors - 1)
                symmetry->trivial = false;
        return;
    }
    uint32_t most = 1;
    int same_size[MAX_PEGS + 1] = {0};
    for (int i = 0; i < symmetry->classes; i++)
        most *= (uint32_t)++same_size[__builtin_popcount(symmetry->members[i])];
    if (most > MAX_MOVES)
        most = MAX_MOVES;
    symmetry->moves = allocate(arena, most * sizeof(Move));
    Move none;
    memset(&none, 0, sizeof none);
    memset(none.name, -1, sizeof none.name);
    none.used = hole_bit(game);
    if (game->hole >= 0)
        none.name[game->hole] = (int8_t)game->hole;
    add_moves(game, symmetry, &none, 0, most);
    if (symmetry->count > 1 || __builtin_popcountll(symmetry->moves[0].used) < game->colors - 1)
        symmetry->trivial = false;
}

const Symmetry *symmetry_after(Arena *arena, const Game *game, const Symmetry *symmetry, uint32_t rank)
{
    if (!symmetry)
        return NULL;
    Symmetry *left = allocate(arena, sizeof *left);
    *left = *symmetry;
    uint32_t *history = allocate(arena, (symmetry->length + 1) * sizeof *history);
    if (symmetry->length)
        memcpy(history, symmetry->history, symmetry->length * sizeof *history);
    history[symmetry->length] = rank;
    add_guess(game, left, rank);
    left->history = history, left->length++;
    find_moves(arena, game, left);
    return left->trivial ? NULL : left;
}

const Symmetry *symmetry_of_history(Arena *arena, const Game *game, const uint32_t *history, size_t guesses)
{
    if (!game->symmetric)
        return NULL;
    Symmetry *symmetry = allocate(arena, sizeof *symmetry);
    *symmetry = (Symmetry){.history = history, .classes = game->by_place ? game->pegs : 1};
    for (int peg = 0; peg < game->pegs; peg++) {
        symmetry->peg_class[peg] = game->by_place ? (uint8_t)peg : 0;
        symmetry->members[symmetry->peg_class[peg]] |= (uint16_t)(1 << peg);
    }
    for (; symmetry->length < guesses; symmetry->length++)
        add_guess(game, symmetry, history[symmetry->length]);
    find_moves(arena, game, symmetry);
    return symmetry->trivial ? NULL : symmetry;
}

/* Whether the secrets are all those that give the same feedback to the history's guesses. */
static bool is_whole_cell(Arena *arena, const Game *game, const uint32_t *secrets, uint32_t n,
                          const uint32_t *history, size_t guesses)
{
    uint32_t i = 0;
    for (uint32_t place = 0; place < game->secret_count; place++) {
        if (place % 4096 == 0)
            check_stop(arena);
        const uint32_t rank = game->secrets ? game->secrets[place] : place;
        bool agrees = true;
        for (size_t guess = 0; agrees && guess < guesses; guess++)
            agrees = compute_feedback(game, history[guess], rank) ==
                     compute_feedback(game, history[guess], secrets[0]);
        bool mine = i < n && secrets[i] == rank;
        i += mine;
        if (mine != agrees)
            return false;
    }
    return true;
}

const Symmetry *symmetry_of_cell(Arena *arena, const Game *game, const uint32_t *secrets, uint32_t n,
                                 const uint32_t *history, size_t guesses)
{
    return game->symmetric && is_whole_cell(arena, game, secrets, n, history, guesses)
               ? symmetry_of_history(arena, game, history, guesses)
               : NULL;
}
