/* A loop whose rounds run in several threads. */

#include "parallel_for.h"

typedef struct { Task task; void *context; uint32_t count; atomic_uint next; atomic_int failure; } Tasks;
typedef struct { Tasks *tasks; Worker *worker; } Helper;

static void do_tasks(void *helper)
{
    Worker *worker = ((Helper *)helper)->worker;
    Tasks *tasks = ((Helper *)helper)->tasks;
    uint32_t number;
    while (!atomic_load(&tasks->failure) && (number = atomic_fetch_add(&tasks->next, 1)) < tasks->count)
        if (!tasks->task(worker, tasks->context, number))
            atomic_store(&tasks->next, tasks->count);
}

static void run_tasks(Helper *helper)
{
    Worker *worker = helper->worker;
    const Mark from = mark(&worker->arena);
    const size_t plan_length = worker->plan_length;
    const int failure = attempt(&worker->arena, do_tasks, helper);
    if (failure)
        atomic_store(&helper->tasks->failure, failure);
    release(&worker->arena, from);
    worker->plan_length = plan_length;
}

static ThreadResult run_helper(void *helper)
{
    run_tasks(helper);
    return 0;
}

void parallel_for(Worker *worker, Task task, void *context, uint32_t count, bool single_thread)
{
    Search *search = worker->search;
    Tasks tasks = {.task = task, .context = context, .count = count};
    int helper_count = single_thread || count < 2 ? 0 : search->jobs - 1;
    if ((uint32_t)helper_count >= count)
        helper_count = (int)count - 1;
    Thread *threads = allocate(&worker->arena, ((size_t)helper_count + 1) * sizeof *threads);
    Helper *helpers = allocate(&worker->arena, ((size_t)helper_count + 1) * sizeof *helpers);
    int started = 0;
    for (; started < helper_count; started++) {
        helpers[started] = (Helper){&tasks, &search->workers[started + 1]};
        if (!start_thread(&threads[started], run_helper, &helpers[started]))
            break; /* fewer threads do the same work */
    }
    run_tasks(&(Helper){&tasks, worker});
    for (int i = 0; i < started; i++)
        join_thread(threads[i]);
    if (tasks.failure)
        fail_with(&worker->arena, tasks.failure);
}
