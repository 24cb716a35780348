/* The loops for one instruction set, as vectors.h describes them. vectors.c includes this file once for
   each, with INSTRUCTION_SET, TARGET and AVX2 (1 or 0) defined. */

#define GLUE_(a, b) a##_##b
#define GLUE(a, b) GLUE_(a, b)
#define NAME(name) GLUE(INSTRUCTION_SET, name)
#define STRING_(a) #a
#define STRING(a) STRING_(a)
#define INLINE TARGET static inline __attribute__((always_inline))

#define WIDTH (AVX2 ? 32 : 16)
typedef uint8_t NAME(bytes) __attribute__((vector_size(WIDTH), may_alias));

#if AVX2
#define LESSER(a, b) (NAME(bytes))_mm256_min_epu8((__m256i)(a), (__m256i)(b))
#else
#define LESSER(a, b) (((a) & (NAME(bytes))((a) < (b))) | ((b) & (NAME(bytes))((a) >= (b))))
#endif

/* Black pegs, and black and white pegs, of one code with as many others as a vector holds bytes. */
INLINE void NAME(count_pegs)(const Codes *codes, size_t i, const Code *made, bool whites, NAME(bytes) *black,
                             NAME(bytes) *both)
{
    *black = *both = (NAME(bytes)){0};
    for (int peg = 0; peg < codes->pegs; peg++)
        *black -= (NAME(bytes))(*(const NAME(bytes) *)(codes->digits + (size_t)peg * codes->stride + i) ==
                                made->digits[peg]);
    for (int kind = 0; whites && kind < made->kinds; kind++) {
        const NAME(bytes) theirs = *(const NAME(bytes) *)(codes->counts + made->color[kind] * codes->stride + i),
                          mine = (NAME(bytes)){0} + made->count[kind];
        *both += LESSER(theirs, mine);
    }
}

/* The places in which one code agrees with as many others as a vector holds bytes: bits, the first one highest. */
INLINE NAME(bytes) NAME(mark_places)(const Codes *codes, size_t i, const Code *made)
{
    NAME(bytes) marks = {0};
    for (int peg = 0; peg < codes->pegs; peg++)
        marks += marks - (NAME(bytes))(*(const NAME(bytes) *)(codes->digits + (size_t)peg * codes->stride + i) ==
                                       made->digits[peg]);
    return marks;
}

TARGET static void NAME(compute_feedback)(const Game *game, const Codes *codes, const Code *made, uint8_t *out)
{
    const bool whites = game->whites;
#if AVX2
    const __m256i firsts = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)game->first));
#endif
    for (size_t i = 0; i < codes->stride; i += WIDTH) {
        NAME(bytes) black, both, found;
        if (game->by_place) {
            *(NAME(bytes) *)(out + i) = NAME(mark_places)(codes, i, made);
            continue;
        }
        NAME(count_pegs)(codes, i, made, whites, &black, &both);
#if AVX2
        found = (NAME(bytes))_mm256_shuffle_epi8(firsts, (__m256i)black);
#else
        for (int lane = 0; lane < WIDTH; lane++)
            found[lane] = game->first[black[lane]];
#endif
        if (whites)
            found += game->in_pairs ? (both - black) / 2 : both - black;
        *(NAME(bytes) *)(out + i) = found;
    }
}

/* Counts in bytes, for 255 secrets at a time. */
TARGET static void NAME(count_cells)(const Game *game, const Codes *guesses, size_t block, const Code *secrets,
                                     uint32_t n, uint32_t (*sizes)[BLOCK])
{
    const bool whites = game->whites;
    const int feedbacks = game->feedbacks;
    memset(sizes, 0, sizeof *sizes * (size_t)feedbacks);
    for (size_t part = 0; part < BLOCK; part += WIDTH)
        for (uint32_t start = 0; start < n; start += 255) {
            const uint32_t many = n - start < 255 ? n - start : 255;
            NAME(bytes) feedback_values[255];
            for (uint32_t secret = 0; secret < many; secret++) {
                const Code *code = &secrets[start + secret];
                NAME(bytes) black, both;
                if (game->by_place) {
                    feedback_values[secret] = NAME(mark_places)(guesses, block + part, code);
                    continue;
                }
                NAME(count_pegs)(guesses, block + part, code, whites, &black, &both);
                feedback_values[secret] = black * (uint8_t)(whites ? 9 : 10) + both;
            }
            for (int feedback = 0; feedback < feedbacks; feedback += 4) {
                NAME(bytes) counted[4] = {{0}};
                uint8_t value[4];
                for (int k = 0; k < 4; k++)
                    value[k] = feedback + k < feedbacks ? game->values[feedback + k] : 255;
                for (uint32_t secret = 0; secret < many; secret++)
                    for (int k = 0; k < 4; k++)
                        counted[k] -= (NAME(bytes))(feedback_values[secret] == value[k]);
                for (int k = 0; k < 4 && feedback + k < feedbacks; k++)
                    for (int lane = 0; lane < WIDTH; lane++)
                        sizes[feedback + k][part + (size_t)lane] += counted[k][lane];
            }
        }
}

#if AVX2
INLINE unsigned NAME(largest_byte)(__m256i bytes)
{
    const __m128i part = _mm_max_epu8(_mm256_castsi256_si128(bytes), _mm256_extracti128_si256(bytes, 1));
    const __m128i pair = _mm_max_epu8(part, _mm_srli_epi16(part, 8)); /* of bytes 0, 2, 4, … */
    const __m128i rest = _mm_sub_epi16(_mm_set1_epi16(255), _mm_and_si128(pair, _mm_set1_epi16(255)));
    return 255 - (unsigned)_mm_cvtsi128_si32(_mm_minpos_epu16(rest)) % 256;
}
#endif

/* Whether the top bit of each byte is set. */
INLINE bool NAME(all_set)(NAME(bytes) x)
{
#if AVX2
    return _mm256_movemask_epi8((__m256i)x) == -1;
#else
    uint8_t all = 255;
    for (int lane = 0; lane < WIDTH; lane++)
        all &= x[lane];
    return all == 255;
#endif
}

#include "vector_distinct.h"
#include "vector_sizes.h"

/* Adds up the counts of four feedbacks for some guesses, 127 at most; for at most 128 secrets at a time. */
INLINE void NAME(count_four)(const uint8_t *line, const size_t *offsets, uint32_t n, const uint8_t *values,
                             NAME(bytes) *counted)
{
    for (uint32_t secret = 0; secret < n; secret++) {
        const NAME(bytes) mine = *(const NAME(bytes) *)(line + offsets[secret]);
        for (int k = 0; k < 4; k++)
            counted[k] -= (NAME(bytes))(mine == values[k]);
    }
    for (int k = 0; k < 4; k++) {
        const NAME(bytes) over = (NAME(bytes))(counted[k] > (uint8_t)127);
        counted[k] = (counted[k] & ~over) | (over & (uint8_t)127);
    }
}

TARGET static uint64_t NAME(find_overfull)(const uint8_t *line, const size_t *offsets, uint32_t n,
                                           const uint8_t *order, int feedbacks, const uint8_t *most,
                                           uint8_t (*sizes)[BLOCK])
{
    enum { STEP = 64 }; /* secrets counted between two checks; 32 or 128 change as little as for BATCH */
    uint64_t over = 0;
    for (size_t part = 0; part < BLOCK; part += WIDTH) {
        NAME(bytes) large = {0};
        for (int from = 0; from < feedbacks && !NAME(all_set)(large); from += 4) {
            NAME(bytes) counted[4] = {{0}};
            uint8_t values[4], limits[4];
            for (int k = 0; k < 4; k++) {
                values[k] = from + k < feedbacks ? order[from + k] : 255;
                limits[k] = from + k < feedbacks ? most[values[k]] : 255;
            }
            for (uint32_t start = 0; start < n && !NAME(all_set)(large); start += STEP) {
                const uint32_t many = n - start < STEP ? n - start : STEP;
                NAME(count_four)(line + part, offsets + start, many, values, counted);
                for (int k = 0; k < 4; k++)
                    large |= (NAME(bytes))(counted[k] > limits[k]);
            }
            for (int k = 0; sizes && k < 4 && from + k < feedbacks; k++)
                *(NAME(bytes) *)(sizes[values[k]] + part) = counted[k];
        }
        for (int lane = 0; lane < WIDTH; lane++)
            over |= (uint64_t)(large[lane] != 0) << (part + (size_t)lane);
    }
    return over;
}

static const Vectors NAME(vectors) = {
    NAME(compute_feedback), NAME(count_cells),   NAME(count_sizes),          NAME(sum_excess),
    NAME(count_distinct),   NAME(find_overfull), STRING(INSTRUCTION_SET)};

#undef LESSER
#undef INLINE
#undef NAME
#undef GLUE
#undef GLUE_
#undef STRING
#undef STRING_
#undef INSTRUCTION_SET
#undef TARGET
#undef AVX2
#undef WIDTH
