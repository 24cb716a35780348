/* Parts of a search: what is settled, and what an earlier run settled. */

#include "solved_parts.h"
#include "plan.h"

#include <stdlib.h>
#include <string.h>

/* For sorting: by path, and of those on one path the one that tells most first. */
static int by_path(const void *first, const void *second)
{
    return memcmp(((const Part *)first)->path, ((const Part *)second)->path, sizeof(int32_t[4]));
}

static int by_worth(const void *first, const void *second)
{
    const Part *one = first, *two = second;
    int order = by_path(one, two);
    if (order || one->exact != two->exact)
        return order ? order : two->exact - one->exact;
    return one->price > two->price ? -1 : one->price < two->price;
}

/* Writes a number of so many bytes, or reads it, and goes on behind it. */
static void put(char **at, const void *number, size_t size)
{
    memcpy(*at, number, size);
    *at += size;
}

static void get(const char **at, void *number, size_t size)
{
    memcpy(number, *at, size);
    *at += size;
}

void pack_part(const Part *part, char *packed)
{
    for (int step = 0; step < 4; step += 2) {
        const int8_t feedback = (int8_t)part->path[step + 1];
        put(&packed, &part->path[step], sizeof part->path[step]);
        put(&packed, &feedback, sizeof feedback);
    }
    put(&packed, &part->price, sizeof part->price);
    put(&packed, &part->length, sizeof part->length);
}

static void unpack_part(const char *packed, Part *part)
{
    for (int step = 0; step < 4; step += 2) {
        int8_t feedback;
        get(&packed, &part->path[step], sizeof part->path[step]);
        get(&packed, &feedback, sizeof feedback);
        part->path[step + 1] = feedback;
    }
    get(&packed, &part->price, sizeof part->price);
    get(&packed, &part->length, sizeof part->length);
    part->exact = part->length;
}

const char *read_parts(Search *search, const char *packed, size_t count, const uint32_t *plans,
                       size_t planned)
{
    search->known = malloc((count + 1) * sizeof *search->known);
    if (!search->known)
        return "more parts than there is memory for";
    size_t used = 0;
    for (size_t at = 0; at < count; at++) {
        Part *part = &search->known[at];
        unpack_part(packed + at * PACKED_PART, part);
        if (part->price < 0 || part->price > INFINITE || part->length > planned - used)
            return "a part out of range";
        part->plan = plans + used;
        used += part->length;
    }
    if (used != planned)
        return "plans of no part";
    for (size_t at = 0; at < planned; at++)
        if (plans[at] >= search->game->all.count)
            return "a part with a guess out of range";
    qsort(search->known, count, sizeof *search->known, by_worth);
    for (size_t at = 0; at < count; at++) /* of several on one path, the one that tells most */
        if (!search->known_count || by_path(&search->known[search->known_count - 1], &search->known[at]))
            search->known[search->known_count++] = search->known[at];
    return NULL;
}

const Part *known_part(const Search *search, const int32_t *path, int64_t limit)
{
    if (!search->known_count)
        return NULL;
    Part wanted;
    memcpy(wanted.path, path, sizeof wanted.path);
    const Part *part = bsearch(&wanted, search->known, search->known_count, sizeof *search->known, by_path);
    return part && (part->exact || part->price >= limit) ? part : NULL;
}

int64_t use_part(Worker *worker, const Part *part, int64_t limit)
{
    if (part->price >= limit)
        return limit;
    append_plan(worker, part->plan, part->length);
    return part->price;
}

void settle(Worker *worker, const int32_t *path, int64_t found, bool exact, size_t start)
{
    Search *search = worker->search;
    if (!search->keep_parts)
        return;
    Part part = {.price = found, .exact = exact, .length = 0, .plan = NULL};
    memcpy(part.path, path, sizeof part.path);
    if (exact) {
        size_t length;
        part.plan = copy_plan(worker, start, &length);
        part.length = (uint32_t)length;
    }
    lock(&search->lock);
    bool room = search->settled_count < search->settled_room;
    if (!room) {
        size_t more = 2 * search->settled_room + 64;
        Part *grown = realloc(search->settled, more * sizeof *grown);
        if ((room = grown != NULL))
            search->settled = grown, search->settled_room = more;
    }
    if (room)
        search->settled[search->settled_count++] = part;
    unlock(&search->lock);
    if (!room) {
        free((void *)part.plan);
        leave(worker, OUT_OF_MEMORY);
    }
}
