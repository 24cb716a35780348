/* Plans: writing, moving and checking them; and solved parts. */

#include "plan.h"
#include "feedback_matrix.h"
#include "search.h"

#include <stdlib.h>
#include <string.h>

void reserve_plan(Worker *worker, size_t more)
{
    if (worker->plan_capacity - worker->plan_length >= more)
        return;
    size_t room = 2 * worker->plan_capacity + more + 1024;
    uint32_t *plan = realloc(worker->plan, room * sizeof *plan);
    if (!plan)
        fail_with(&worker->arena, OUT_OF_MEMORY);
    worker->plan = plan, worker->plan_capacity = room;
}

void append_plan(Worker *worker, const uint32_t *plan, size_t length)
{
    reserve_plan(worker, length);
    if (length)
        memcpy(worker->plan + worker->plan_length, plan, length * sizeof *plan);
    worker->plan_length += length;
}

uint32_t *copy_plan(Worker *worker, size_t start, size_t *length)
{
    *length = worker->plan_length - start;
    uint32_t *plan = malloc(*length * sizeof *plan + 1);
    if (!plan)
        fail_with(&worker->arena, OUT_OF_MEMORY);
    if (*length)
        memcpy(plan, worker->plan + start, *length * sizeof *plan);
    return plan;
}

void move_plan(Worker *worker, size_t start, size_t base)
{
    const size_t length = worker->plan_length - start;
    memmove(worker->plan + base, worker->plan + start, length * sizeof(uint32_t));
    worker->plan_length = base + length;
}

static void add_price(Worker *worker, PlanCheck *check, uint32_t secret, int64_t price)
{
    const int64_t *weights = worker->search->weights;
    check->price += weights ? multiply(weights[secret], price) : price;
    if (check->price >= INFINITE)
        fail_with(&worker->arena, WRONG_PLAN);
}

void check_plan(Worker *worker, const uint32_t *secrets, uint32_t n, uint32_t depth, PlanCheck *check)
{
    const Search *search = worker->search;
    const Game *game = search->game;
    if (n <= 2 && check->most) {
        for (uint32_t i = 0; i < n; i++)
            add_price(worker, check, secrets[i], price(search, depth + i + 1));
        if (depth + n > check->most)
            check->most = depth + n;
        return;
    }
    check_stop(&worker->arena);
    if (check->next == check->end)
        fail_with(&worker->arena, WRONG_PLAN);
    enter_level(&worker->arena);
    Mark from = mark(&worker->arena);
    const uint32_t guess = *check->next++;
    const Codes codes = make_code_columns(&worker->arena, game, secrets, n);
    const SortedCells cells = sort_cells(&worker->arena, game, guess, &codes, secrets);
    if (depth + 1 > check->most)
        check->most = depth + 1;
    if (cells.sizes[game->feedbacks - 1])
        add_price(worker, check, guess, price(search, depth + 1));
    for (int value = 0; value < game->feedbacks - 1; value++) {
        if (cells.sizes[value] == n && n > 1)
            fail_with(&worker->arena, WRONG_PLAN);
        if (cells.sizes[value])
            check_plan(worker, get_cell(&cells, value), cells.sizes[value], depth + 1, check);
    }
    release(&worker->arena, from);
    leave_level(&worker->arena);
}

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
