/* A loop whose rounds run in several threads. */

#ifndef MMTREE_PARALLEL_FOR_H
#define MMTREE_PARALLEL_FOR_H

#include "search.h"

/* A task of the loop. Returns whether tasks of higher numbers still need to run. */
typedef bool (*Task)(Worker *, void *context, uint32_t number);

/* Runs tasks 0 … count−1 in the threads of the search and waits for them; in this thread only if
   single_thread is set. Tasks start in rising order, and run no loop of their own. If a task fails, so does the
   caller. Plans that tasks leave in their workers are dropped. */
void parallel_for(Worker *worker, Task task, void *context, uint32_t count, bool single_thread);

#endif
