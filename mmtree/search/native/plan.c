/* Plans: writing, moving and checking them. */

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

static void add_price(Worker *worker, PlanCheck *check, int64_t price)
{
    check->price += price;
    if (check->price >= INFINITE)
        fail_with(&worker->arena, WRONG_PLAN);
}

void check_plan(Worker *worker, const uint32_t *secrets, uint32_t n, uint32_t depth, PlanCheck *check)
{
    const Search *search = worker->search;
    const Game *game = search->game;
    if (n <= 2 && check->most) {
        for (uint32_t i = 1; i <= n; i++)
            add_price(worker, check, price(search, depth + i));
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
    uint32_t *sizes = allocate(&worker->arena, 2 * (size_t)game->feedbacks * sizeof *sizes);
    uint32_t *ends = sizes + game->feedbacks;
    uint8_t *row = allocate(&worker->arena, n);
    uint32_t *members = allocate(&worker->arena, n * sizeof *members);
    for (uint32_t i = 0; i < n; i++)
        row[i] = (uint8_t)compute_feedback(game, guess, secrets[i]);
    sort_by_feedback(row, secrets, n, game->feedbacks, members, sizes, ends);
    if (depth + 1 > check->most)
        check->most = depth + 1;
    if (sizes[game->feedbacks - 1])
        add_price(worker, check, price(search, depth + 1));
    for (int value = 0; value < game->feedbacks - 1; value++) {
        if (sizes[value] == n && n > 1)
            fail_with(&worker->arena, WRONG_PLAN);
        if (sizes[value])
            check_plan(worker, members + ends[value] - sizes[value], sizes[value], depth + 1, check);
    }
    release(&worker->arena, from);
    leave_level(&worker->arena);
}
