/* The transposition table: stripes with a lock each, in which new sets take the place of the oldest. */

#include "transposition_table.h"
#include "canonical_form.h"
#include "search.h"

#include <stdlib.h>
#include <string.h>

enum {
    STRIPES = 16,     /* a power of two, as the next one is */
    LINES = 1 << 13,  /* of a stripe's index, at most */
    WAYS = 4,         /* entries of a line */
    ROOM = 5 << 20,   /* bytes of a stripe's records; with the index, all take 88 MB at most */
};

/* A record begins after so many bytes that were ever written to the stripe; 0 where there is none. */
typedef struct { uint64_t key, start; } Entry;

/* The form comes behind it, in items of two or four bytes. */
typedef struct { int64_t price; uint32_t n, depth; uint64_t exact; } Record;

typedef struct {
    Lock lock;
    uint64_t written; /* the last ROOM of them are still there */
    Entry (*index)[WAYS]; /* these two are made when the first record comes */
    uint8_t *records;
} Stripe;

struct Transpositions {
    size_t item;
    uint32_t lines;   /* a power of two: a small game searches few sets */
    Stripe stripes[STRIPES];
};

/* A set and where it belongs. */
typedef struct {
    Signatures *signatures;
    uint64_t key;
    Stripe *stripe;
    size_t line;
    uint32_t n, depth;
    void *form;
} Place;

Transpositions *make_transpositions(const Game *game)
{
    const size_t item = bytes_of_number(game);
    Transpositions *table = item ? calloc(1, sizeof *table) : NULL;
    if (!table)
        return NULL;
    table->item = item;
    table->lines = 16;
    while (table->lines < LINES && table->lines < game->all.count / 4)
        table->lines *= 2;
    for (int at = 0; at < STRIPES; at++) {
        Stripe *stripe = &table->stripes[at];
        make_lock(&stripe->lock);
        stripe->written = ROOM;
    }
    return table;
}

void free_transpositions(Transpositions *table)
{
    for (int at = 0; table && at < STRIPES; at++) {
        free(table->stripes[at].index);
        free(table->stripes[at].records);
        free_lock(&table->stripes[at].lock);
    }
    free(table);
}

static Place find_place(Worker *worker, Set set)
{
    Transpositions *table = worker->search->transpositions;
    uint32_t *secrets = take(worker, set.n * sizeof *secrets);
    for (uint32_t at = 0; at < set.n; at++)
        secrets[at] = set.frame->secrets[set.members[at]];
    Place place = {.n = set.n, .depth = set.depth};
    place.signatures = signatures(worker, worker->search->game, secrets, set.n);
    place.key = place.signatures->invariant + 0x9e3779b97f4a7c15 * set.depth;
    place.stripe = &table->stripes[place.key % STRIPES];
    place.line = place.key / STRIPES % table->lines;
    return place;
}

static void find_form(Worker *worker, Place *place)
{
    place->form = canonical_form(worker, place->signatures);
    uint16_t *half = place->form;
    if (worker->search->transpositions->item == sizeof *half)
        for (uint32_t at = 0; at < place->n; at++)
            half[at] = (uint16_t)((uint32_t *)place->form)[at];
}

/* With the lock held: the next record of this key from a way on, still there, or NULL. */
static Record *next_record(const Place *place, int *way)
{
    const Stripe *stripe = place->stripe;
    for (; stripe->index && *way < WAYS; ++*way) {
        const Entry *entry = &stripe->index[place->line][*way];
        if (entry->start && entry->key == place->key && stripe->written - entry->start <= ROOM)
            return (Record *)(stripe->records + entry->start % ROOM);
    }
    return NULL;
}

/* With the lock held: the record of the set, or NULL. */
static Record *own_record(const Transpositions *table, const Place *place)
{
    Record *record;
    for (int way = 0; (record = next_record(place, &way)); way++)
        if (record->n == place->n && record->depth == place->depth &&
            !memcmp(record + 1, place->form, table->item * place->n))
            return record;
    return NULL;
}

Known known_price(Worker *worker, Set set)
{
    const Transpositions *table = worker->search->transpositions;
    Known known = {0, false};
    if (!table || set.n < LEAST_KNOWN)
        return known;
    const Mark from = mark(worker);
    Place place = find_place(worker, set);
    int way = 0;
    lock(&place.stripe->lock);
    const bool any = next_record(&place, &way);
    unlock(&place.stripe->lock);
    if (any) {
        find_form(worker, &place);
        lock(&place.stripe->lock);
        const Record *record = own_record(table, &place);
        if (record)
            known = (Known){record->price, record->exact};
        unlock(&place.stripe->lock);
    }
    release(worker, from);
    return known;
}

/* With the lock held. */
static void add_record(const Transpositions *table, const Place *place, int64_t price, bool exact)
{
    Stripe *stripe = place->stripe;
    const size_t bytes = table->item * place->n, size = (sizeof(Record) + bytes + 7) / 8 * 8;
    if (!stripe->records)
        stripe->records = malloc(ROOM);
    if (!stripe->index)
        stripe->index = calloc(table->lines, sizeof *stripe->index);
    if (size > ROOM / 8 || !stripe->records || !stripe->index)
        return;
    if (stripe->written % ROOM + size > ROOM)
        stripe->written += ROOM - stripe->written % ROOM;
    Record *record = (Record *)(stripe->records + stripe->written % ROOM);
    *record = (Record){price, place->n, place->depth, exact};
    memcpy(record + 1, place->form, bytes);
    Entry *line = stripe->index[place->line], *oldest = line;
    for (int way = 1; way < WAYS; way++)
        if (line[way].start < oldest->start)
            oldest = &line[way];
    *oldest = (Entry){place->key, stripe->written};
    stripe->written += size;
}

void note_price(Worker *worker, Set set, int64_t price, bool exact)
{
    const Transpositions *table = worker->search->transpositions;
    if (!table || set.n < LEAST_KNOWN)
        return;
    const Mark from = mark(worker);
    Place place = find_place(worker, set);
    find_form(worker, &place);
    lock(&place.stripe->lock);
    Record *record = own_record(table, &place);
    if (!record)
        add_record(table, &place, price, exact);
    else if (!record->exact && (exact || price > record->price))
        record->price = price, record->exact = exact;
    unlock(&place.stripe->lock);
    release(worker, from);
}
