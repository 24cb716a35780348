/* The transposition table: stripes with a lock each, in which new records replace the oldest. */

#include "transposition_table.h"
#include "canonical_form.h"
#include "search.h"

#include <stdlib.h>
#include <string.h>

/* koyama-lai for 4p9c and 5p6c in one thread scans 1.009 and 1.002 as many sets with 2 ways, and as many with 8
   ways, with half or twice the lines, and with half the bytes: the table is large enough for these games. */
enum {
    STRIPES = 16,        /* a power of two */
    MAX_LINES = 1 << 13, /* of a stripe's index, at most; a power of two */
    WAYS = 4,            /* entries of a line */
    /* bytes of a stripe's records; the whole table has 88 MB at most, index included */
    STRIPE_BYTES = 5 << 20,
};

/* Where a record starts, counted in bytes ever written to the stripe; 0: no record. */
typedef struct { uint64_t key, start; } Entry;

/* A record, followed by the canonical form in items of two or four bytes. */
typedef struct { int64_t price; uint32_t n, depth; uint64_t exact; } Record;

typedef struct {
    Lock lock;
    uint64_t written;     /* bytes ever written; the last STRIPE_BYTES of them still exist */
    Entry (*index)[WAYS]; /* both are allocated with the first record */
    uint8_t *records;
} Stripe;

struct TranspositionTable {
    size_t item;
    uint32_t lines; /* a power of two; fewer for small games, which search few sets */
    Stripe stripes[STRIPES];
};

/* A set, and the line of the index that it belongs to. */
typedef struct {
    Signatures *signatures;
    uint64_t key;
    Stripe *stripe;
    size_t line;
    Set set;
    void *form;
} TableSlot;

TranspositionTable *make_transposition_table(const Game *game)
{
    /* A set in hard play depends on the guesses before it, which no form of it has. */
    const size_t item = is_hard(game) ? 0 : bytes_per_number(game);
    TranspositionTable *table = item ? calloc(1, sizeof *table) : NULL;
    if (!table)
        return NULL;
    table->item = item;
    table->lines = 16;
    while (table->lines < MAX_LINES && (game->kind == OF_TABLE || table->lines < game->all.count / 4))
        table->lines *= 2;
    for (int i = 0; i < STRIPES; i++) {
        Stripe *stripe = &table->stripes[i];
        make_lock(&stripe->lock);
        stripe->written = STRIPE_BYTES;
    }
    return table;
}

void free_transposition_table(TranspositionTable *table)
{
    for (int i = 0; table && i < STRIPES; i++) {
        free(table->stripes[i].index);
        free(table->stripes[i].records);
        free_lock(&table->stripes[i].lock);
    }
    free(table);
}

static TableSlot find_slot(Worker *worker, Set set)
{
    TranspositionTable *table = worker->search->transposition_table;
    TableSlot slot = {.set = set};
    slot.signatures = sign_set(&worker->arena, worker->search->game, set, worker->search->uneven, &slot.key);
    slot.stripe = &table->stripes[slot.key % STRIPES];
    slot.line = slot.key / STRIPES % table->lines;
    return slot;
}

static void find_form(Worker *worker, TableSlot *slot)
{
    if (slot->signatures)
        slot->form = canonical_form(&worker->arena, slot->signatures, NULL);
    else {
        uint32_t *ranks = slot->form = allocate(&worker->arena, slot->set.n * sizeof *ranks);
        for (uint32_t i = 0; i < slot->set.n; i++)
            ranks[i] = lowest_equivalent(worker->search->game, slot->set, i, worker->search->uneven);
        qsort(ranks, slot->set.n, sizeof *ranks, compare_numbers);
    }
    uint16_t *half = slot->form;
    if (worker->search->transposition_table->item == sizeof *half)
        for (uint32_t i = 0; i < slot->set.n; i++)
            half[i] = (uint16_t)((uint32_t *)slot->form)[i];
}

/* Returns the next record with the set's key from *way on that still exists, or NULL. Needs the lock. */
static Record *next_record(const TableSlot *slot, int *way)
{
    const Stripe *stripe = slot->stripe;
    for (; stripe->index && *way < WAYS; ++*way) {
        const Entry *entry = &stripe->index[slot->line][*way];
        if (entry->start && entry->key == slot->key && stripe->written - entry->start <= STRIPE_BYTES)
            return (Record *)(stripe->records + entry->start % STRIPE_BYTES);
    }
    return NULL;
}

/* Returns the record of the set, or NULL. Needs the lock. */
static Record *find_record(const TranspositionTable *table, const TableSlot *slot)
{
    Record *record;
    for (int way = 0; (record = next_record(slot, &way)); way++)
        if (record->n == slot->set.n && record->depth == slot->set.depth &&
            !memcmp(record + 1, slot->form, table->item * slot->set.n))
            return record;
    return NULL;
}

/* Whether a set of n secrets is stored. */
static bool is_stored(const Search *search, uint32_t n)
{
    const bool renamed = search->game->kind == OF_CODES && !search->uneven;
    return search->transposition_table && n >= (renamed ? MIN_STORED_CODES : MIN_STORED);
}

KnownPrice look_up_price(Worker *worker, Set set)
{
    const TranspositionTable *table = worker->search->transposition_table;
    KnownPrice known = {0, false};
    if (!is_stored(worker->search, set.n))
        return known;
    const Mark from = mark(&worker->arena);
    TableSlot slot = find_slot(worker, set);
    int way = 0;
    lock(&slot.stripe->lock);
    const bool any = next_record(&slot, &way);
    unlock(&slot.stripe->lock);
    if (any) {
        find_form(worker, &slot);
        lock(&slot.stripe->lock);
        const Record *record = find_record(table, &slot);
        if (record)
            known = (KnownPrice){record->price, record->exact};
        unlock(&slot.stripe->lock);
    }
    release(&worker->arena, from);
    return known;
}

/* Adds a record in place of the oldest of its line. Needs the lock. */
static void add_record(const TranspositionTable *table, const TableSlot *slot, int64_t price, bool exact)
{
    Stripe *stripe = slot->stripe;
    const size_t bytes = table->item * slot->set.n, size = (sizeof(Record) + bytes + 7) / 8 * 8;
    if (!stripe->records)
        stripe->records = malloc(STRIPE_BYTES);
    if (!stripe->index)
        stripe->index = calloc(table->lines, sizeof *stripe->index);
    if (size > STRIPE_BYTES / 8 || !stripe->records || !stripe->index)
        return;
    if (stripe->written % STRIPE_BYTES + size > STRIPE_BYTES)
        stripe->written += STRIPE_BYTES - stripe->written % STRIPE_BYTES;
    Record *record = (Record *)(stripe->records + stripe->written % STRIPE_BYTES);
    *record = (Record){price, slot->set.n, slot->set.depth, exact};
    memcpy(record + 1, slot->form, bytes);
    Entry *line = stripe->index[slot->line], *oldest = line;
    for (int way = 1; way < WAYS; way++)
        if (line[way].start < oldest->start)
            oldest = &line[way];
    *oldest = (Entry){slot->key, stripe->written};
    stripe->written += size;
}

void store_price(Worker *worker, Set set, int64_t price, bool exact)
{
    const TranspositionTable *table = worker->search->transposition_table;
    if (!is_stored(worker->search, set.n))
        return;
    const Mark from = mark(&worker->arena);
    TableSlot slot = find_slot(worker, set);
    find_form(worker, &slot);
    lock(&slot.stripe->lock);
    Record *record = find_record(table, &slot);
    if (!record)
        add_record(table, &slot, price, exact);
    else if (!record->exact && (exact || price > record->price))
        record->price = price, record->exact = exact;
    unlock(&slot.stripe->lock);
    release(&worker->arena, from);
}
