/* The operating system: threads, locks, the clock and the size of the memory. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef _WIN32
/* windows.h defines too many names, so only platform.c includes it */
typedef void *Lock, *Condition, *Thread;
#define ThreadResult unsigned __stdcall /* no typedef: only functions have a calling convention */
#else
#include <pthread.h>
typedef pthread_mutex_t Lock;
typedef pthread_cond_t Condition;
typedef pthread_t Thread;
typedef void *ThreadResult;
#endif

void make_lock(Lock *);
void lock(Lock *);
void unlock(Lock *);
void free_lock(Lock *);

void make_condition(Condition *);
void signal_condition(Condition *);
void free_condition(Condition *);

/* Milliseconds between two looks at Python's signals, and between two progress reports: too short for a
   user to notice, too long to cost time. */
enum { PAUSE = 50 };

/* Waits for a signal, for PAUSE milliseconds at most, by a clock that is never set back. */
void wait_briefly(Condition *, Lock *);

/* Starts a thread with a stack of 16 MB; false if the system has no more threads. The result of
   `run` is ignored. */
bool start_thread(Thread *, ThreadResult (*run)(void *), void *with);
void join_thread(Thread);

/* Milliseconds since some fixed moment; never goes back. */
int64_t milliseconds(void);

/* Allocates bytes, in large pages where the system has them, because tables are read out of order.
   Returns NULL if memory is short; free() releases them. */
void *allocate_large(size_t size);

/* Whether so many bytes are at most half of the physical memory; true if that is unknown. */
bool fits_memory(double bytes);
