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

static int32_t unpack_feedback(uint8_t packed) { return packed == NO_FEEDBACK ? -1 : packed; }

const char *read_parts(Search *search, const PackedPart *packed, size_t count,
                       const uint32_t *plans, size_t plan_length)
{
    search->known_parts = malloc((count + 1) * sizeof *search->known_parts);
    if (!search->known_parts)
        return "not enough memory for the parts";
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        const PackedPart *part = &packed[i];
        if (part->price < 0 || part->price > INFINITE || part->length > plan_length - used)
            return "a part has a price or plan out of range";
        search->known_parts[i] =
            (SolvedPart){{part->guess, unpack_feedback(part->feedback), part->second,
                          unpack_feedback(part->answer)},
                         part->price, part->length > 0, part->length, plans + used};
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
    const uint32_t length = exact ? (uint32_t)(worker->plan_length - start) : 0;
    const PackedPart part = {path[0], (uint8_t)path[1], path[2], (uint8_t)path[3], found, length};
    lock(&search->lock);
    Buffer *plans = &search->solved_plans;
    const size_t before = plans->size;
    const bool recorded =
        (!length || append_bytes(plans, worker->plan + start, length * sizeof *worker->plan)) &&
        append_bytes(&search->solved_parts, &part, sizeof part);
    if (!recorded)
        plans->size = before;
    unlock(&search->lock);
    if (!recorded)
        fail_with(&worker->arena, OUT_OF_MEMORY);
}
