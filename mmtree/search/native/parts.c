/* Parts of a search: what is settled, and what an earlier run settled. */

#include "parts.h"
#include "plan.h"

#include <stdlib.h>
#include <string.h>

int by_path(const void *first, const void *second)
{
    return memcmp(((const Part *)first)->path, ((const Part *)second)->path, sizeof(int32_t[4]));
}

int by_worth(const void *first, const void *second)
{
    const Part *one = first, *two = second;
    int order = by_path(one, two);
    if (order || one->exact != two->exact)
        return order ? order : two->exact - one->exact;
    return one->price > two->price ? -1 : one->price < two->price;
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
        free(part.plan);
        leave(worker, OUT_OF_MEMORY);
    }
}
