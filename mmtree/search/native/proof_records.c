/* The records of a certificate. */

#include "proof_records.h"
#include "canonical_form.h"

#include <stdlib.h>
#include <string.h>

static size_t count_names(const Game *game)
{
    return (size_t)(game->by_peg ? game->pegs * game->colors : game->colors);
}

static void append_or_fail(Worker *worker, Buffer *buffer, const void *bytes, size_t size)
{
    if (!append_bytes(buffer, bytes, size))
        fail_with(&worker->arena, OUT_OF_MEMORY);
}

static void append_renaming(Worker *worker, Buffer *bytes, const Renaming *renaming)
{
    const Game *game = worker->search->game;
    append_or_fail(worker, bytes, renaming->source, (size_t)game->pegs);
    append_or_fail(worker, bytes, renaming->color, count_names(game));
}

void record_opening(Search *search, uint32_t number, uint32_t count)
{
    lock(&search->lock);
    search->progress.openings_done = number, search->progress.openings_of = count;
    unlock(&search->lock);
}

static Renaming make_identity(const Game *game)
{
    Renaming identity;
    for (int peg = 0; peg < game->pegs; peg++)
        identity.source[peg] = (uint8_t)peg;
    for (size_t i = 0; i < count_names(game); i++)
        identity.color[i] = (uint8_t)(i % (size_t)game->colors);
    return identity;
}

static void swap(uint8_t *one, uint8_t *other)
{
    const uint8_t value = *one;
    *one = *other, *other = value;
}

/* by_peg: the names that turn the history's colours at the source of a position into those at the position.
   Both have the same pattern of repeated colours. */
static void rename_peg(const Game *game, const Symmetry *symmetry, int peg, Renaming *renaming)
{
    uint8_t *names = renaming->color + peg * game->colors;
    uint64_t named = 0, taken = 0;
    for (uint32_t i = 0; i < symmetry->length; i++) {
        const int from = get_digit(game, symmetry->history[i], renaming->source[peg]);
        const int to = get_digit(game, symmetry->history[i], peg);
        names[from] = (uint8_t)to, named |= (uint64_t)1 << from, taken |= (uint64_t)1 << to;
    }
    for (int color = 0; color < game->colors; color++)
        if (!(named >> color & 1)) {
            const int next = __builtin_ctzll(~taken);
            names[color] = (uint8_t)next, taken |= (uint64_t)1 << next;
        }
}

/* Adds exchanges of neighbouring colours among the free ones of some names. */
static void swap_free_colors(const Game *game, const uint64_t used, size_t first, Renaming *out, uint32_t *count)
{
    int before = -1;
    for (int color = 0; color < game->colors; color++) {
        if (used >> color & 1)
            continue;
        if (before >= 0) {
            Renaming *renaming = &out[(*count)++];
            *renaming = make_identity(game);
            swap(&renaming->color[first + (size_t)before], &renaming->color[first + (size_t)color]);
        }
        before = color;
    }
}

static uint32_t list_generators(Worker *worker, const Game *game, const Symmetry *symmetry, Renaming **out)
{
    const uint32_t most = (uint32_t)game->pegs + (uint32_t)count_names(game) + symmetry->count;
    Renaming *list = *out = allocate(&worker->arena, most * sizeof *list);
    uint32_t count = 0;
    for (int peg = 1; peg < game->pegs; peg++)
        for (int other = peg - 1; other >= 0; other--)
            if (symmetry->peg_class[peg] == symmetry->peg_class[other]) {
                Renaming *renaming = &list[count++];
                *renaming = make_identity(game);
                swap(&renaming->source[peg], &renaming->source[other]);
                if (game->by_peg) {
                    rename_peg(game, symmetry, peg, renaming);
                    rename_peg(game, symmetry, other, renaming);
                }
                break;
            }
    if (game->by_peg) {
        for (int peg = 0; peg < game->pegs; peg++)
            swap_free_colors(game, list_used_colors(game, symmetry, peg), (size_t)(peg * game->colors), list, &count);
        return count;
    }
    swap_free_colors(game, symmetry->moves[0].used, 0, list, &count);
    for (uint32_t i = 1; i < symmetry->count; i++) {
        const Move *move = &symmetry->moves[i];
        Renaming *renaming = &list[count++];
        *renaming = make_identity(game);
        for (int to = 0; to < symmetry->classes; to++) {
            uint32_t sources = symmetry->members[move->source[to]];
            for (uint32_t left = symmetry->members[to]; left; left &= left - 1, sources &= sources - 1)
                renaming->source[__builtin_ctz(left)] = (uint8_t)__builtin_ctz(sources);
        }
        for (int color = 0; color < game->colors; color++)
            if (move->name[color] >= 0)
                renaming->color[color] = (uint8_t)move->name[color];
    }
    return count;
}

/* A record, with two hash values of its set, and the place of its naming among the table's bytes. The forms of sets
   would take most of the memory; of other sets with the same values, the checker would refuse the certificate. */
typedef struct { uint64_t key, form; uint32_t n, depth; RecordPlace place; size_t naming; } Entry;

typedef struct RecordTable {
    Buffer namings;
    Entry *entries; /* open addressing; number 0: free */
    size_t size, count; /* size: a power of two */
} RecordTable;

/* Two hash values of the canonical form of a set; of a table of answers, of the set itself, without names. */
typedef struct { uint64_t key, form; Naming naming; } Form;

static Form find_form(Worker *worker, Set set)
{
    Form form = {.form = 0};
    Signatures *signatures = sign_set(&worker->arena, worker->search->game, set, false, &form.key);
    const uint32_t *codes = signatures ? canonical_form(&worker->arena, signatures, &form.naming)
                                       : list_secrets(&worker->arena, set);
    for (uint32_t i = 0; i < set.n; i++)
        form.form = mix(form.form + codes[i]);
    return form;
}

/* Returns the entry of an equivalent set, or a free one. */
static Entry *find_entry(const RecordTable *table, Set set, const Form *form)
{
    for (size_t at = form->key;; at++) {
        Entry *entry = &table->entries[at & (table->size - 1)];
        if (!entry->place.number)
            return entry;
        if (entry->key == form->key && entry->form == form->form && entry->n == set.n && entry->depth == set.depth)
            return entry;
    }
}

/* The renaming that maps a set onto another of the same canonical form, from the names in both. */
static void match_names(const Game *game, const Naming *from, const Naming *to, Renaming *renaming)
{
    for (int peg = 0; peg < game->pegs; peg++)
        for (int source = 0; source < game->pegs; source++)
            if (from->position[source] == to->position[peg])
                renaming->source[peg] = (uint8_t)source;
    for (size_t i = 0; i < count_names(game); i++) {
        const size_t peg = i / (size_t)game->colors, color = i % (size_t)game->colors;
        const size_t first = game->by_peg ? renaming->source[peg] * (size_t)game->colors : 0;
        const uint8_t *names = to->color + peg * (size_t)game->colors;
        uint8_t name = 0;
        while (names[name] != from->color[first + color])
            name++;
        renaming->color[i] = name;
    }
}

bool find_record_of(Worker *worker, const Proof *proof, Set set, RecordPlace *place, Renaming *renaming)
{
    const Game *game = worker->search->game;
    const Mark from = mark(&worker->arena);
    const RecordTable *table = proof->table;
    const Form form = find_form(worker, set);
    const Entry *entry = table ? find_entry(table, set, &form) : NULL;
    const bool found = entry && entry->place.number;
    if (found)
        *place = entry->place;
    if (found && game->kind == OF_CODES) {
        Naming naming;
        const char *names = table->namings.bytes + entry->naming;
        memcpy(naming.position, names, (size_t)game->pegs);
        memcpy(naming.color, names + game->pegs, count_names(game));
        match_names(game, &naming, &form.naming, renaming);
    }
    release(&worker->arena, from);
    return found;
}

static void grow(Worker *worker, RecordTable *table)
{
    const RecordTable old = *table;
    const size_t size = old.size ? 2 * old.size : 1 << 12;
    Entry *entries = calloc(size, sizeof *entries);
    if (!entries)
        fail_with(&worker->arena, OUT_OF_MEMORY);
    table->size = size, table->entries = entries;
    for (size_t i = 0; i < old.size; i++) {
        size_t at = old.entries[i].key;
        while (entries[at & (size - 1)].place.number)
            at++;
        if (old.entries[i].place.number)
            entries[at & (size - 1)] = old.entries[i];
    }
    free(old.entries);
}

void add_record_of(Worker *worker, Proof *proof, Set set, RecordPlace place)
{
    const Game *game = worker->search->game;
    const Mark from = mark(&worker->arena);
    RecordTable *table = proof->table = proof->table ? proof->table : calloc(1, sizeof *table);
    if (!table)
        fail_with(&worker->arena, OUT_OF_MEMORY);
    if (2 * table->count >= table->size)
        grow(worker, table);
    const Form form = find_form(worker, set);
    Entry *entry = find_entry(table, set, &form);
    table->count += !entry->place.number;
    *entry = (Entry){form.key, form.form, set.n, set.depth, place, table->namings.size};
    if (game->kind == OF_CODES) { /* the renamings of later cells start from this set */
        append_or_fail(worker, &table->namings, form.naming.position, (size_t)game->pegs);
        append_or_fail(worker, &table->namings, form.naming.color, count_names(game));
    }
    release(&worker->arena, from);
}

void append_number(Worker *worker, Proof *proof, uint64_t number)
{
    uint8_t bytes[10];
    size_t size = 0;
    for (; number >= 128; number >>= 7)
        bytes[size++] = (uint8_t)(number | 128);
    bytes[size++] = (uint8_t)number;
    append_or_fail(worker, &proof->bytes, bytes, size);
}

void begin_record(Worker *worker, Proof *proof, const Symmetry *symmetry)
{
    if (!proof->bytes.size && proof->head.size) {
        append_or_fail(worker, &proof->bytes, proof->head.bytes, proof->head.size);
        return;
    }
    const Mark from = mark(&worker->arena);
    Renaming *generators = NULL;
    const uint32_t count = symmetry ? list_generators(worker, worker->search->game, symmetry, &generators) : 0;
    append_number(worker, proof, 2 * (uint64_t)count);
    for (uint32_t i = 0; i < count; i++)
        append_renaming(worker, &proof->bytes, &generators[i]);
    release(&worker->arena, from);
}

void append_reference(Worker *worker, Proof *proof, RecordPlace place, const Renaming *renaming)
{
    proof->bytes.bytes[place.head] |= 1;
    append_number(worker, proof, place.number);
    if (worker->search->game->kind == OF_CODES)
        append_renaming(worker, &proof->bytes, renaming);
    else
        append_or_fail(worker, &proof->bytes, proof->unchanged.bytes, proof->unchanged.size);
}

void append_guess(Worker *worker, Proof *proof, uint32_t rank, int64_t *before)
{
    append_number(worker, proof, (uint64_t)(rank - *before));
    *before = rank;
}

void free_proof(Proof *proof)
{
    free(proof->bytes.bytes);
    if (proof->table) {
        free(proof->table->namings.bytes);
        free(proof->table->entries);
    }
    free(proof->table);
}
