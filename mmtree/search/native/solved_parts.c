/* Solved parts of a search: recorded for checkpoints, and used again by a later run. */

#include "solved_parts.h"
#include "plan.h"

#include <stdlib.h>
#include <string.h>

/* For sorting by path. */
static int compare_paths(const void *first, const void *second)
{
    return memcmp(((const SolvedPart *)first)->path, ((const SolvedPart *)second)->path, sizeof(int32_t[4]));
}

/* For sorting by path; on one path prices come first, then bounds, the highest first. */
static int compare_parts(const void *first, const void *second)
{
    const SolvedPart *one = first, *two = second;
    int order = compare_paths(one, two);
    if (order || one->exact != two->exact)
        return order ? order : two->exact - one->exact;
    return one->price > two->price ? -1 : one->price < two->price;
}

/* Copy a number of `size` bytes to or from the cursor, and advance it. */
static void write_item(char **cursor, const void *number, size_t size)
{
    memcpy(*cursor, number, size);
    *cursor += size;
}

static void read_item(const char **cursor, void *number, size_t size)
{
    memcpy(number, *cursor, size);
    *cursor += size;
}

void pack_part(const SolvedPart *part, char *packed)
{
    for (int step = 0; step < 4; step += 2) {
        const int8_t feedback = (int8_t)part->path[step + 1];
        write_item(&packed, &part->path[step], sizeof part->path[step]);
        write_item(&packed, &feedback, sizeof feedback);
    }
    write_item(&packed, &part->price, sizeof part->price);
    write_item(&packed, &part->length, sizeof part->length);
}

static void unpack_part(const char *packed, SolvedPart *part)
{
    for (int step = 0; step < 4; step += 2) {
        int8_t feedback;
        read_item(&packed, &part->path[step], sizeof part->path[step]);
        read_item(&packed, &feedback, sizeof feedback);
        part->path[step + 1] = feedback;
    }
    read_item(&packed, &part->price, sizeof part->price);
    read_item(&packed, &part->length, sizeof part->length);
    part->exact = part->length;
}

const char *read_parts(Search *search, const char *packed, size_t count, const uint32_t *plans,
                       size_t plan_length)
{
    search->known_parts = malloc((count + 1) * sizeof *search->known_parts);
    if (!search->known_parts)
        return "not enough memory for the parts";
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        SolvedPart *part = &search->known_parts[i];
        unpack_part(packed + i * PACKED_PART_BYTES, part);
        if (part->price < 0 || part->price > INFINITE || part->length > plan_length - used)
            return "a part has a price or plan out of range";
        part->plan = plans + used;
        used += part->length;
    }
    if (used != plan_length)
        return "plans are longer than the parts say";
    for (size_t i = 0; i < plan_length; i++)
        if (plans[i] >= search->game->all.count)
            return "a plan has a guess out of range";
    qsort(search->known_parts, count, sizeof *search->known_parts, compare_parts);
    for (size_t i = 0; i < count; i++) /* the first of each path says most */
        if (!search->known_part_count || compare_paths(&search->known_parts[search->known_part_count - 1],
                                                       &search->known_parts[i]))
            search->known_parts[search->known_part_count++] = search->known_parts[i];
    return NULL;
}

const SolvedPart *find_known_part(const Search *search, const int32_t *path, int64_t limit)
{
    if (!search->known_part_count)
        return NULL;
    SolvedPart wanted;
    memcpy(wanted.path, path, sizeof wanted.path);
    const SolvedPart *part = bsearch(&wanted, search->known_parts, search->known_part_count,
                                     sizeof *search->known_parts, compare_paths);
    return part && (part->exact || part->price >= limit) ? part : NULL;
}

int64_t use_part(Worker *worker, const SolvedPart *part, int64_t limit)
{
    if (part->price >= limit)
        return limit;
    append_plan(worker, part->plan, part->length);
    return part->price;
}

void record_part(Worker *worker, const int32_t *path, int64_t found, bool exact, size_t start)
{
    Search *search = worker->search;
    if (!search->collect_parts)
        return;
    SolvedPart part = {.price = found, .exact = exact, .length = 0, .plan = NULL};
    memcpy(part.path, path, sizeof part.path);
    if (exact) {
        size_t length;
        part.plan = copy_plan(worker, start, &length);
        part.length = (uint32_t)length;
    }
    lock(&search->lock);
    bool room = search->solved_count < search->solved_room;
    if (!room) {
        size_t more = 2 * search->solved_room + 64;
        SolvedPart *grown = realloc(search->solved, more * sizeof *grown);
        if ((room = grown != NULL))
            search->solved = grown, search->solved_room = more;
    }
    if (room)
        search->solved[search->solved_count++] = part;
    unlock(&search->lock);
    if (!room) {
        free((void *)part.plan);
        fail_with(worker, OUT_OF_MEMORY);
    }
}
