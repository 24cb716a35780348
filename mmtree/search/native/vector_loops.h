/* The loops for one instruction set, as vectors.h describes them. vectors.c includes this file once for
   each, with INSTRUCTION_SET, TARGET and LEVEL (bits of a vector) defined. */

#define GLUE_(a, b) a##_##b
#define GLUE(a, b) GLUE_(a, b)
#define NAME(name) GLUE(INSTRUCTION_SET, name)
#define STRING_(a) #a
#define STRING(a) STRING_(a)
#define INLINE TARGET static inline __attribute__((always_inline))

#define WIDTH (LEVEL == 512 ? 64 : LEVEL == 256 ? 32 : 16)
typedef uint8_t NAME(bytes) __attribute__((vector_size(WIDTH), may_alias));

/* Feedback 10·black + white of one code with as many others as a vector holds bytes. */
#define FEEDBACK_VALUES(codes, i, made, whites, value)                                                    \
    do {                                                                                           \
        NAME(bytes) black_ = {0}, both_ = {0};                                                     \
        for (int peg_ = 0; peg_ < (codes)->pegs; peg_++)                                           \
            black_ -= (NAME(bytes))(*(const NAME(bytes) *)((codes)->digits +                       \
                                                           (size_t)peg_ * (codes)->stride + (i)) \
                                    == (uint8_t)(made)->digits[peg_]);                             \
        if (!(whites))                                                                             \
            (value) = black_ * 10;                                                                 \
        else {                                                                                     \
            for (int kind_ = 0; kind_ < (made)->kinds; kind_++) {                                  \
                NAME(bytes) theirs_ = *(const NAME(bytes) *)((codes)->counts +                     \
                    (size_t)(made)->color[kind_] * (codes)->stride + (i));                        \
                NAME(bytes) mine_ = (NAME(bytes)){0} + (made)->count[kind_];                       \
                NAME(bytes) less_ = (NAME(bytes))(theirs_ < mine_);                                \
                both_ += (theirs_ & less_) | (mine_ & ~less_);                                     \
            }                                                                                      \
            (value) = black_ * 9 + both_;                                                          \
        }                                                                                          \
    } while (0)

TARGET static void NAME(compute_feedback)(const Codes *codes, const Code *made, bool whites,
                                          const uint8_t *index, uint8_t *out)
{
#if LEVEL == 512
    const __m512i low = _mm512_loadu_si512(index), high = _mm512_loadu_si512(index + 64);
#endif
    for (size_t i = 0; i < codes->stride; i += WIDTH) {
        NAME(bytes) value;
        FEEDBACK_VALUES(codes, i, made, whites, value);
#if LEVEL == 512
        _mm512_storeu_si512(out + i, _mm512_permutex2var_epi8(low, (__m512i)value, high));
#elif LEVEL == 256
        __m256i found = _mm256_setzero_si256();
        for (int start = 0; start <= 10 * codes->pegs; start += 16) {
            __m256i near = _mm256_adds_epu8(_mm256_sub_epi8((__m256i)value, _mm256_set1_epi8((char)start)),
                                            _mm256_set1_epi8(0x70));
            __m256i part = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(index + start)));
            found = _mm256_or_si256(found, _mm256_shuffle_epi8(part, near));
        }
        _mm256_storeu_si256((__m256i *)(out + i), found);
#else
        for (int lane = 0; lane < WIDTH; lane++)
            out[i + (size_t)lane] = index[value[lane]];
#endif
    }
}

/* Counts in bytes, for 255 secrets at a time. */
TARGET static void NAME(count_cells)(const Codes *guesses, size_t block, const Code *secrets, uint32_t n,
                                     bool whites, int feedbacks, const uint8_t *values,
                                     uint32_t (*sizes)[BLOCK])
{
    memset(sizes, 0, sizeof *sizes * (size_t)feedbacks);
    for (size_t part = 0; part < BLOCK; part += WIDTH)
        for (uint32_t start = 0; start < n; start += 255) {
            const uint32_t many = n - start < 255 ? n - start : 255;
            NAME(bytes) feedback_values[255];
            for (uint32_t secret = 0; secret < many; secret++)
                FEEDBACK_VALUES(guesses, block + part, &secrets[start + secret], whites,
                                feedback_values[secret]);
            for (int feedback = 0; feedback < feedbacks; feedback += 4) {
                NAME(bytes) counted[4] = {{0}};
                uint8_t value[4];
                for (int k = 0; k < 4; k++)
                    value[k] = feedback + k < feedbacks ? values[feedback + k] : 255;
                for (uint32_t secret = 0; secret < many; secret++)
                    for (int k = 0; k < 4; k++)
                        counted[k] -= (NAME(bytes))(feedback_values[secret] == value[k]);
                for (int k = 0; k < 4 && feedback + k < feedbacks; k++)
                    for (int lane = 0; lane < WIDTH; lane++)
                        sizes[feedback + k][part + (size_t)lane] += counted[k][lane];
            }
        }
}

#if LEVEL >= 256
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
#if LEVEL == 512
    return _mm512_movepi8_mask((__m512i)x) == UINT64_MAX;
#elif LEVEL == 256
    return _mm256_movemask_epi8((__m256i)x) == -1;
#else
    uint8_t all = 255;
    for (int lane = 0; lane < WIDTH; lane++)
        all &= x[lane];
    return all == 255;
#endif
}

#include "vector_bytes.h"
#include "vector_many.h"
#include "vector_sizes.h"
#include "vector_sums.h"
#include "vector_overfull.h"

/* The feedbacks of a guess are collected as bits, eight to a byte (a plane), and counted at the end. */
#if LEVEL == 512
/* Counts some lines of each column at a time, as many as fit into registers. */
INLINE __m512i NAME(count_distinct_lines)(const uint8_t *columns, size_t stride, const uint32_t *members,
                                          uint32_t n, uint8_t *cells, const int planes, const size_t lines)
{
    __m512i most = _mm512_setzero_si512(), bit[PLANES], seen[4][PLANES];
    for (int plane = 0; plane < planes; plane++)
        bit[plane] = _mm512_loadu_si512(one_bit[plane]);
    for (size_t line = 0; line < lines; line++)
        for (int plane = 0; plane < planes; plane++)
            seen[line][plane] = _mm512_setzero_si512();
    for (uint32_t secret = 0; secret < n; secret++) {
        const uint8_t *column = columns + stride * members[secret];
        for (size_t line = 0; line < lines; line++) {
            __m512i mine = _mm512_load_si512(column + 64 * line);
            for (int plane = 0; plane < planes; plane++)
                seen[line][plane] =
                    _mm512_or_si512(seen[line][plane], _mm512_permutexvar_epi8(mine, bit[plane]));
        }
    }
    for (size_t line = 0; line < lines; line++) {
        __m512i count = _mm512_popcnt_epi8(seen[line][0]);
        for (int plane = 1; plane < planes; plane++)
            count = _mm512_add_epi8(count, _mm512_popcnt_epi8(seen[line][plane]));
        _mm512_store_si512(cells + 64 * line, count);
        most = _mm512_max_epu8(most, count);
    }
    return most;
}

INLINE unsigned NAME(count_distinct_planes)(const FeedbackTable *table, const uint32_t *members, uint32_t n,
                                            size_t from, size_t to, uint8_t *cells, const int planes)
{
    const size_t lines = planes <= 3 ? 4 : 2;
    __m512i most = _mm512_setzero_si512();
    size_t i = from;
    for (; i + 64 * lines <= to; i += 64 * lines)
        most = _mm512_max_epu8(most, NAME(count_distinct_lines)(table->columns + i, table->stride, members, n,
                                                                cells + i, planes, lines));
    for (; i < to; i += 64)
        most = _mm512_max_epu8(most, NAME(count_distinct_lines)(table->columns + i, table->stride, members, n,
                                                                cells + i, planes, 1));
    return NAME(largest_byte)(_mm256_max_epu8(_mm512_castsi512_si256(most), _mm512_extracti64x4_epi64(most, 1)));
}
#elif LEVEL == 256
INLINE __m256i NAME(bits_of_bytes)(__m256i x)
{
    const __m256i nibble = _mm256_set1_epi8(15);
    const __m256i bits = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    return _mm256_add_epi8(
        _mm256_shuffle_epi8(bits, _mm256_and_si256(x, nibble)),
        _mm256_shuffle_epi8(bits, _mm256_and_si256(_mm256_srli_epi16(x, 4), nibble)));
}

INLINE unsigned NAME(count_distinct_planes)(const FeedbackTable *table, const uint32_t *members, uint32_t n,
                                            size_t from, size_t to, uint8_t *cells, const int planes)
{
    __m256i most = _mm256_setzero_si256(), bit[2];
    for (int plane = 0; plane < 2; plane++)
        bit[plane] = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)one_bit[plane]));
    for (size_t i = from; i < to; i += 32) {
        const uint8_t *columns = table->columns + i;
        __m256i seen[PLANES];
        for (int plane = 0; plane < planes; plane++)
            seen[plane] = _mm256_setzero_si256();
        for (uint32_t secret = 0; secret < n; secret++) {
            __m256i mine = _mm256_load_si256((const __m256i *)(columns + table->stride * members[secret]));
            for (int plane = 0; plane < planes; plane += 2) {
                /* Looks up sixteen feedbacks at a time; for the others the top bit is set, which gives
                   0. */
                __m256i low = _mm256_adds_epu8(_mm256_sub_epi8(mine, _mm256_set1_epi8((char)(8 * plane))),
                                               _mm256_set1_epi8(0x70));
                seen[plane] = _mm256_or_si256(seen[plane], _mm256_shuffle_epi8(bit[0], low));
                if (plane + 1 < planes)
                    seen[plane + 1] = _mm256_or_si256(seen[plane + 1], _mm256_shuffle_epi8(bit[1], low));
            }
        }
        __m256i count = NAME(bits_of_bytes)(seen[0]);
        for (int plane = 1; plane < planes; plane++)
            count = _mm256_add_epi8(count, NAME(bits_of_bytes)(seen[plane]));
        _mm256_store_si256((__m256i *)(cells + i), count);
        most = _mm256_max_epu8(most, count);
    }
    return NAME(largest_byte)(most);
}
#else
INLINE unsigned NAME(count_distinct_planes)(const FeedbackTable *table, const uint32_t *members, uint32_t n,
                                            size_t from, size_t to, uint8_t *cells, const int planes)
{
    (void)planes;
    unsigned top = 0;
    for (size_t i = from; i < to; i += BLOCK) {
        uint64_t seen[BLOCK] = {0};
        for (uint32_t secret = 0; secret < n; secret++) {
            const uint8_t *mine = table->columns + table->stride * members[secret] + i;
            for (int lane = 0; lane < BLOCK; lane++)
                seen[lane] |= (uint64_t)1 << mine[lane];
        }
        for (int lane = 0; lane < BLOCK; lane++) {
            unsigned count = (unsigned)__builtin_popcountll(seen[lane]);
            cells[i + (size_t)lane] = (uint8_t)count;
            top = count > top ? count : top;
        }
    }
    return top;
}
#endif

TARGET static unsigned NAME(count_distinct)(const FeedbackTable *table, const uint32_t *members, uint32_t n,
                                            uint32_t needed, size_t from, size_t to, uint8_t *cells)
{
    if (table->feedbacks > MAX_PLANE_FEEDBACKS)
        return NAME(count_distinct_many)(table, members, n, needed, from, to, cells);
    switch ((table->feedbacks + 7) / 8) {
    case 1: return NAME(count_distinct_planes)(table, members, n, from, to, cells, 1);
    case 2: return NAME(count_distinct_planes)(table, members, n, from, to, cells, 2);
    case 3: return NAME(count_distinct_planes)(table, members, n, from, to, cells, 3);
    case 4: return NAME(count_distinct_planes)(table, members, n, from, to, cells, 4);
    case 5: return NAME(count_distinct_planes)(table, members, n, from, to, cells, 5);
    case 6: return NAME(count_distinct_planes)(table, members, n, from, to, cells, 6);
    default: return NAME(count_distinct_planes)(table, members, n, from, to, cells, 7);
    }
}

static const Vectors NAME(vectors) = {
    NAME(compute_feedback), NAME(count_cells), NAME(count_sizes), NAME(sum_excess), NAME(sum_costs),
    NAME(count_distinct),
    NAME(select), NAME(count_values), NAME(find_below), NAME(find_overfull), NAME(find_value),
    STRING(INSTRUCTION_SET)};

#undef FEEDBACK_VALUES
#undef INLINE
#undef NAME
#undef GLUE
#undef GLUE_
#undef STRING
#undef STRING_
#undef INSTRUCTION_SET
#undef TARGET
#undef LEVEL
#undef WIDTH
