/* The progress and the threads of a search, its lower bounds by size, and bytes that grow. */

#include "search.h"

#include <stdlib.h>
#include <string.h>

/* Fills the cheapest levels of a tree first (Viaud 1979, Neuwirth 1982). */
const int64_t *make_least_prices(Worker *worker, uint32_t guesses)
{
    Search *search = worker->search;
    int64_t *least = malloc(((size_t)search->size + 1) * sizeof *least);
    if (!least)
        fail_with(&worker->arena, OUT_OF_MEMORY);
    least[0] = 0;
    uint64_t width = 1, left = 1;
    uint32_t level = guesses + 1;
    for (uint32_t n = 1; n <= search->size; n++) {
        if (!left)
            width *= (uint64_t)search->game->feedbacks - 1, left = width, level++;
        left--;
        int64_t added = left < width ? price(search, level) : INFINITE;
        least[n] = added >= INFINITE || least[n - 1] >= INFINITE ? INFINITE : least[n - 1] + added;
    }
    int64_t *expected = NULL;
    if (!atomic_compare_exchange_strong(&search->least[guesses], &expected, least)) {
        free(least);
        return expected;
    }
    return least;
}

bool append_bytes(Buffer *buffer, const void *bytes, size_t size)
{
    if (buffer->room - buffer->size < size) {
        const size_t room = 2 * buffer->room + size + 1024;
        char *grown = realloc(buffer->bytes, room);
        if (!grown)
            return false;
        buffer->bytes = grown, buffer->room = room;
    }
    memcpy(buffer->bytes + buffer->size, bytes, size);
    buffer->size += size;
    return true;
}

void record_best(Search *search, int64_t best)
{
    lock(&search->lock);
    search->progress.best = best;
    unlock(&search->lock);
}

void record_cells(Search *search, int64_t bound, int64_t raised, uint32_t done, const uint32_t *sizes,
                  uint32_t cells)
{
    lock(&search->lock);
    Progress *progress = &search->progress;
    progress->bound = bound, progress->raised = raised, progress->cells_done = done;
    progress->cells = cells < MAX_REPORTED ? cells : MAX_REPORTED;
    for (uint32_t i = 0; i < progress->cells; i++)
        progress->sizes[i] = sizes[i];
    unlock(&search->lock);
}

void record_parallel(Search *search, struct ParallelGuesses *parallel)
{
    lock(&search->lock);
    search->progress.parallel = parallel;
    unlock(&search->lock);
}

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

/* Also the thread of a helper. */
static ThreadResult run_tasks(void *context)
{
    Helper *helper = context;
    Worker *worker = helper->worker;
    const Mark from = mark(&worker->arena);
    const size_t plan_length = worker->plan_length;
    const int failure = attempt(&worker->arena, do_tasks, helper);
    if (failure)
        atomic_store(&helper->tasks->failure, failure);
    release(&worker->arena, from);
    worker->plan_length = plan_length;
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
        if (!start_thread(&threads[started], run_tasks, &helpers[started]))
            break; /* fewer threads do the same work */
    }
    run_tasks(&(Helper){&tasks, worker});
    for (int i = 0; i < started; i++)
        join_thread(threads[i]);
    if (tasks.failure)
        fail_with(&worker->arena, tasks.failure);
}

void free_worker(Worker *worker)
{
    free_arena(&worker->arena);
    free(worker->plan);
    free(worker->kept);
}
