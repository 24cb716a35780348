/* Loops over many guesses at once, compiled for each instruction set; one is chosen at run time. */

#include "vectors.h"

#include <string.h>

/* GCC does not align the stack for wide vectors on Windows (GCC bug 54412). */
#if defined(__x86_64__) && (defined(__clang__) || (defined(__GNUC__) && !defined(_WIN32)))
#include <immintrin.h>
#define X86 1
#else
#define X86 0
#endif

#if X86
#define INSTRUCTION_SET avx2
#define TARGET __attribute__((target("avx2")))
#define AVX2 1
#include "vector_loops.h"
#include "vector_avx512.h"
#endif
#define INSTRUCTION_SET baseline
#define TARGET
#define AVX2 0
#include "vector_loops.h"

const Vectors *vectors = &baseline_vectors;

bool select_vectors(const char *name)
{
#if X86
    __builtin_cpu_init();
    if (!strcmp(name, "avx512") && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512bitalg")) {
        vectors = &avx512_vectors;
        return true;
    }
    if (!strcmp(name, "avx2") && __builtin_cpu_supports("avx2")) {
        vectors = &avx2_vectors;
        return true;
    }
#endif
    if (strcmp(name, "baseline"))
        return false;
    vectors = &baseline_vectors;
    return true;
}
