/* Several threads at one work. */

#ifndef MMTREE_PARALLEL_FOR_H
#define MMTREE_PARALLEL_FOR_H

#include "search.h"

/* Says whether those of higher numbers need be begun. */
typedef bool (*Task)(Worker *, void *context, uint32_t number);

/* Does tasks 0 … count−1, in several threads unless that is not wanted or the work is shared already. */
void parallel_for(Worker *worker, Task task, void *context, uint32_t count, bool single_thread);

#endif
