/* Loops over many guesses at once, compiled for each instruction set; the best is chosen at run time. */

#include "vectors.h"

#include <string.h>

/* GCC does not align the stack for wide vectors on Windows (GCC bug 54412). */
#if defined(__x86_64__) && (defined(__clang__) || (defined(__GNUC__) && !defined(_WIN32)))
#include <immintrin.h>
#define X86 1
#else
#define X86 0
#endif

enum { PLANES = MAX_PLANE_FEEDBACKS / 8 };

static uint8_t one_bit[PLANES][64]; /* byte f of plane p: bit k is set if f = 8 p + k */

#if X86
#define INSTRUCTION_SET avx512
#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512bitalg,avx512vbmi2,gfni,popcnt")))
#define LEVEL 512
#include "vector_loops.h"
#define INSTRUCTION_SET avx2
#define TARGET __attribute__((target("avx2")))
#define LEVEL 256
#include "vector_loops.h"
#endif
#define INSTRUCTION_SET baseline
#define TARGET
#define LEVEL 0
#include "vector_loops.h"

/* The instruction sets of this machine by index, the best first; NULL beyond the last. */
static const Vectors *supported_vectors(size_t i)
{
    const Vectors *known[3] = {0};
    size_t count = 0;
#if X86
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
        __builtin_cpu_supports("avx512bitalg") && __builtin_cpu_supports("gfni") &&
        __builtin_cpu_supports("popcnt"))
        known[count++] = &avx512_vectors;
    if (__builtin_cpu_supports("avx2"))
        known[count++] = &avx2_vectors;
#endif
    known[count++] = &baseline_vectors;
    return i < count ? known[i] : NULL;
}

const Vectors *vectors = &baseline_vectors;

void use_best_vectors(void)
{
    for (int value = 0; value < MAX_PLANE_FEEDBACKS; value++)
        one_bit[value / 8][value] = (uint8_t)(1 << value % 8);
    vectors = supported_vectors(0);
}

bool select_vectors(const char *name)
{
    for (size_t i = 0; supported_vectors(i); i++)
        if (!strcmp(supported_vectors(i)->name, name)) {
            vectors = supported_vectors(i);
            return true;
        }
    return false;
}
