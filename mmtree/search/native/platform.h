/* What the operating system is asked for: threads, locks, the time and the size of the memory. */

#ifndef MMTREE_PLATFORM_H
#define MMTREE_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef _WIN32
typedef void *Lock, *Condition, *Thread; /* windows.h, which defines much, stays in platform.c */
#else
#include <pthread.h>
typedef pthread_mutex_t Lock;
typedef pthread_cond_t Condition;
typedef pthread_t Thread;
#endif

void make_lock(Lock *);
void lock(Lock *);
void unlock(Lock *);
void free_lock(Lock *);

void make_condition(Condition *);
void signal_condition(Condition *);
void free_condition(Condition *);

/* Waits for a signal, or for 50 milliseconds, whatever is done to the wall clock. */
void wait_briefly(Condition *, Lock *);

/* False when there are no more threads. */
bool start_thread(Thread *, void (*run)(void *), void *with);
void join_thread(Thread);

/* Milliseconds of a clock that never goes back. */
int64_t milliseconds(void);

/* So many bytes, in large pages where the system has them, since tables are read across; NULL when there are
   none. free() gives them back. */
void *allocate_large(size_t size);

/* Bytes; 0 where nothing tells. */
double physical_memory(void);

#endif
