/* The operating system, for Windows and POSIX. */

#ifndef _WIN32
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* for POSIX and macOS functions that are not in C11 */
#endif
#ifndef _DARWIN_C_SOURCE
#define _DARWIN_C_SOURCE
#endif
#endif

#include "platform.h"

#include <stdlib.h>

enum {
    STACK = 16 << 20,     /* bytes of a thread's stack; the search recurses deeply */
    LARGE_PAGE = 2 << 20, /* bytes, on most machines */
};

#ifdef _WIN32

#include <windows.h>
#include <process.h>

_Static_assert(sizeof(SRWLOCK) == sizeof(Lock) && sizeof(CONDITION_VARIABLE) == sizeof(Condition) &&
               sizeof(HANDLE) == sizeof(Thread), "all of them are pointers");

void make_lock(Lock *made) { InitializeSRWLock((SRWLOCK *)made); }
void lock(Lock *held) { AcquireSRWLockExclusive((SRWLOCK *)held); }
void unlock(Lock *held) { ReleaseSRWLockExclusive((SRWLOCK *)held); }
void free_lock(Lock *freed) { (void)freed; }

void make_condition(Condition *made) { InitializeConditionVariable((CONDITION_VARIABLE *)made); }
void signal_condition(Condition *met) { WakeAllConditionVariable((CONDITION_VARIABLE *)met); }
void free_condition(Condition *freed) { (void)freed; }

void wait_briefly(Condition *condition, Lock *held)
{
    SleepConditionVariableSRW((CONDITION_VARIABLE *)condition, (SRWLOCK *)held, PAUSE, 0);
}

bool start_thread(Thread *thread, ThreadResult (*run)(void *), void *with)
{
    const unsigned flags = STACK_SIZE_PARAM_IS_A_RESERVATION;
    *thread = (HANDLE)_beginthreadex(NULL, STACK, run, with, flags, NULL);
    return *thread != NULL;
}

void join_thread(Thread thread)
{
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
}

int64_t milliseconds(void) { return (int64_t)GetTickCount64(); }

void *allocate_large(size_t size) { return malloc(size); }

/* Bytes of physical memory; 0 or less if unknown. */
static double physical_memory(void)
{
    MEMORYSTATUSEX memory = {.dwLength = sizeof memory};
    return GlobalMemoryStatusEx(&memory) ? (double)memory.ullTotalPhys : 0;
}

#else

#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

void make_lock(Lock *made) { pthread_mutex_init(made, NULL); }
void lock(Lock *held) { pthread_mutex_lock(held); }
void unlock(Lock *held) { pthread_mutex_unlock(held); }
void free_lock(Lock *freed) { pthread_mutex_destroy(freed); }

void signal_condition(Condition *met) { pthread_cond_broadcast(met); }
void free_condition(Condition *freed) { pthread_cond_destroy(freed); }

#ifdef __APPLE__
void make_condition(Condition *made) { pthread_cond_init(made, NULL); }

void wait_briefly(Condition *condition, Lock *held)
{
    const struct timespec timeout = {0, PAUSE * 1000000};
    pthread_cond_timedwait_relative_np(condition, held, &timeout);
}
#else
void make_condition(Condition *made)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(made, &attributes);
    pthread_condattr_destroy(&attributes);
}

void wait_briefly(Condition *condition, Lock *held)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += PAUSE * 1000000;
    if (until.tv_nsec >= 1000000000)
        until.tv_nsec -= 1000000000, until.tv_sec++;
    pthread_cond_timedwait(condition, held, &until);
}
#endif

bool start_thread(Thread *thread, ThreadResult (*run)(void *), void *with)
{
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes))
        return false;
    pthread_attr_setstacksize(&attributes, STACK);
    const bool started = !pthread_create(thread, &attributes, run, with);
    pthread_attr_destroy(&attributes);
    return started;
}

void join_thread(Thread thread) { pthread_join(thread, NULL); }

int64_t milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void *allocate_large(size_t size)
{
    char *room = malloc(size);
#ifdef MADV_HUGEPAGE
    if (room && size >= 2 * LARGE_PAGE) {
        char *start = room + (LARGE_PAGE - (uintptr_t)room % LARGE_PAGE) % LARGE_PAGE;
        madvise(start, (size_t)(room + size - start) / LARGE_PAGE * LARGE_PAGE, MADV_HUGEPAGE);
    }
#endif
    return room;
}

static double physical_memory(void)
{
    return (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGE_SIZE);
}

#endif

bool fits_memory(double bytes)
{
    const double memory = physical_memory();
    return memory <= 0 || bytes <= memory / 2;
}
