/* Several threads at one work. */

#include "parallel_for.h"

typedef struct { Task task; void *context; uint32_t count; atomic_uint next; atomic_int failure; } Tasks;
typedef struct { Tasks *tasks; Worker *worker; } Helper;

static void do_tasks(Worker *worker, void *context)
{
    Tasks *tasks = context;
    uint32_t number;
    while (!atomic_load(&tasks->failure) && (number = atomic_fetch_add(&tasks->next, 1)) < tasks->count)
        if (!tasks->task(worker, tasks->context, number))
            atomic_store(&tasks->next, tasks->count);
}

static void work(Worker *worker, Tasks *tasks)
{
    const Mark from = mark(worker);
    const size_t planned = worker->planned;
    const bool helping = worker->helping;
    struct Ladder *ladder = worker->ladder;
    worker->helping = true;
    const int why = attempt(worker, do_tasks, tasks);
    if (why)
        atomic_store(&tasks->failure, why);
    release(worker, from);
    worker->planned = planned;
    worker->helping = helping;
    worker->ladder = ladder;
}

static void help(void *hand)
{
    work(((Helper *)hand)->worker, ((Helper *)hand)->tasks);
}

void share(Worker *worker, Task task, void *context, uint32_t count, bool alone)
{
    Search *search = worker->search;
    Tasks tasks = {.task = task, .context = context, .count = count};
    int hands = alone || worker->helping || count < 2 ? 0 : search->jobs - 1;
    if ((uint32_t)hands >= count)
        hands = (int)count - 1;
    Thread *threads = take(worker, ((size_t)hands + 1) * sizeof *threads);
    Helper *given = take(worker, ((size_t)hands + 1) * sizeof *given);
    int started = 0;
    for (; started < hands; started++) {
        given[started] = (Helper){&tasks, &search->workers[started + 1]};
        if (!start_thread(&threads[started], help, &given[started]))
            break; /* fewer hands do the same work */
    }
    work(worker, &tasks);
    for (int at = 0; at < started; at++)
        join_thread(threads[at]);
    if (tasks.failure)
        leave(worker, tasks.failure);
}
