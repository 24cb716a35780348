/* A worker's plan: written, moved and, at the end, checked. */

#include "plan.h"
#include "feedback_matrix.h"
#include "search.h"

#include <stdlib.h>
#include <string.h>

void plan_room(Worker *worker, size_t more)
{
    if (worker->room - worker->planned >= more)
        return;
    size_t room = 2 * worker->room + more + 1024;
    uint32_t *plan = realloc(worker->plan, room * sizeof *plan);
    if (!plan)
        leave(worker, OUT_OF_MEMORY);
    worker->plan = plan, worker->room = room;
}

void append_plan(Worker *worker, const uint32_t *plan, size_t length)
{
    plan_room(worker, length);
    if (length)
        memcpy(worker->plan + worker->planned, plan, length * sizeof *plan);
    worker->planned += length;
}

uint32_t *copy_plan(Worker *worker, size_t start, size_t *length)
{
    *length = worker->planned - start;
    uint32_t *plan = malloc(*length * sizeof *plan + 1);
    if (!plan)
        leave(worker, OUT_OF_MEMORY);
    if (*length)
        memcpy(plan, worker->plan + start, *length * sizeof *plan);
    return plan;
}

void move_plan(Worker *worker, size_t start, size_t base)
{
    const size_t length = worker->planned - start;
    memmove(worker->plan + base, worker->plan + start, length * sizeof(uint32_t));
    worker->planned = base + length;
}

static void pay(Worker *worker, PlanCheck *check, int64_t price)
{
    check->price += price;
    if (check->price >= INFINITE)
        leave(worker, WRONG_PLAN);
}

void check_plan(Worker *worker, const uint32_t *secrets, uint32_t n, uint32_t depth, PlanCheck *check)
{
    const Search *search = worker->search;
    const Game *game = search->game;
    if (n <= 2 && check->most) {
        for (uint32_t at = 1; at <= n; at++)
            pay(worker, check, price(search, depth + at));
        if (depth + n > check->most)
            check->most = depth + n;
        return;
    }
    check_stop(worker);
    if (check->next == check->end)
        leave(worker, WRONG_PLAN);
    Mark from = mark(worker);
    const Code *guess = &game->code[*check->next++];
    uint32_t ends[MAX_FEEDBACKS], sizes[MAX_FEEDBACKS];
    uint8_t *row = take(worker, n);
    uint32_t *members = take(worker, n * sizeof *members);
    for (uint32_t at = 0; at < n; at++)
        row[at] = (uint8_t)answer(game, guess, &game->code[secrets[at]]);
    sort_by_feedback(row, secrets, n, game->feedbacks, members, sizes, ends);
    if (depth + 1 > check->most)
        check->most = depth + 1;
    if (sizes[game->feedbacks - 1])
        pay(worker, check, price(search, depth + 1));
    for (int value = 0; value < game->feedbacks - 1; value++) {
        if (sizes[value] == n && n > 1)
            leave(worker, WRONG_PLAN);
        if (sizes[value])
            check_plan(worker, members + ends[value] - sizes[value], sizes[value], depth + 1, check);
    }
    release(worker, from);
}
