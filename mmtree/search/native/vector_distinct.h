/* Included by vector_loops.h: the number of cells of each guess. */

/* Members whose feedbacks are compared in pairs; more are counted one by one. */
enum { NAME(max_pairs) = AVX2 ? 96 : 48 };

/* For more than MAX_PLANE_FEEDBACKS feedbacks: counts the cells of WIDTH guesses by comparing each member with those before. Returns 0 for all of them once
   each has more members in cells of others than `spare`. */
INLINE NAME(bytes) NAME(count_distinct_in_pairs)(const uint8_t *columns, size_t stride, const uint32_t *members,
                                                 uint32_t n, uint32_t spare)
{
    NAME(bytes) lines[NAME(max_pairs)], count = {0};
    for (uint32_t i = 0; i < n; i++) {
        const NAME(bytes) mine = lines[i] = *(const NAME(bytes) *)(columns + stride * members[i]);
        const uint8_t least = (uint8_t)(i + 1 > spare ? i + 1 - spare : 0); /* cells that are still needed */
        NAME(bytes) known = {0};
        for (uint32_t other = 0; other < i; other++)
            known |= (NAME(bytes))(mine == lines[other]);
        count -= ~known;
        if (least && NAME(all_set)((NAME(bytes))(count < least)))
            return (NAME(bytes)){0};
    }
    return count;
}

/* Counts the cells of a line of guesses by marking the feedbacks. */
INLINE void NAME(count_distinct_by_marks)(const uint8_t *columns, size_t stride, const uint32_t *members,
                                          uint32_t n, int feedbacks, uint8_t *cells)
{
    uint8_t marks[MAX_FEEDBACKS][BLOCK];
    memset(marks, 0, (size_t)feedbacks * BLOCK);
    for (uint32_t i = 0; i < n; i++) {
        const uint8_t *mine = columns + stride * members[i];
        for (int lane = 0; lane < BLOCK; lane++)
            marks[mine[lane]][lane] = 1;
    }
    memset(cells, 0, BLOCK);
    for (int value = 0; value < feedbacks; value++)
        for (int lane = 0; lane < BLOCK; lane++)
            cells[lane] = (uint8_t)(cells[lane] + marks[value][lane]);
}

TARGET static unsigned NAME(count_distinct_many)(const FeedbackTable *table, const uint32_t *members, uint32_t n,
                                                 uint32_t needed, size_t from, size_t to, uint8_t *cells)
{
    const uint32_t spare = needed < n ? n - needed : 0;
    uint8_t top = 0;
    if (n > NAME(max_pairs))
        for (size_t i = from; i < to; i += BLOCK)
            NAME(count_distinct_by_marks)(table->columns + i, table->stride, members, n, table->feedbacks,
                                          cells + i);
    else
        for (size_t i = from; i < to; i += WIDTH)
            *(NAME(bytes) *)(cells + i) = NAME(count_distinct_in_pairs)(table->columns + i, table->stride, members,
                                                                        n, spare);
    for (size_t i = from; i < to; i++)
        top = cells[i] > top ? cells[i] : top;
    return top;
}

/* The feedbacks of a guess are collected as bits, eight to a byte (a plane), and counted at the end. */
#if AVX2
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
    const int64_t powers = (int64_t)0x8040201008040201; /* byte f: bit f */
    const __m256i bit[2] = {_mm256_setr_epi64x(powers, 0, powers, 0), _mm256_setr_epi64x(0, powers, 0, powers)};
    __m256i most = _mm256_setzero_si256();
    for (size_t i = from; i < to; i += 32) {
        const uint8_t *columns = table->columns + i;
        __m256i seen[MAX_PLANE_FEEDBACKS / 8];
        for (int plane = 0; plane < planes; plane++)
            seen[plane] = _mm256_setzero_si256();
        for (uint32_t secret = 0; secret < n; secret++) {
            const uint8_t *column = columns + table->stride * members[secret];
            __builtin_prefetch(column + BLOCK);
            __m256i mine = _mm256_load_si256((const __m256i *)column);
            for (int plane = 0; plane < planes; plane += 2) {
                /* Looks up sixteen feedbacks at a time; for the others the top bit is set, which gives 0. */
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
#endif

TARGET static unsigned NAME(count_distinct)(const FeedbackTable *table, const uint32_t *members, uint32_t n,
                                            uint32_t needed, size_t from, size_t to, uint8_t *cells)
{
    if (table->feedbacks > MAX_PLANE_FEEDBACKS)
        return NAME(count_distinct_many)(table, members, n, needed, from, to, cells);
#if AVX2
    switch ((table->feedbacks + 7) / 8) {
    case 1: return NAME(count_distinct_planes)(table, members, n, from, to, cells, 1);
    case 2: return NAME(count_distinct_planes)(table, members, n, from, to, cells, 2);
    case 3: return NAME(count_distinct_planes)(table, members, n, from, to, cells, 3);
    case 4: return NAME(count_distinct_planes)(table, members, n, from, to, cells, 4);
    case 5: return NAME(count_distinct_planes)(table, members, n, from, to, cells, 5);
    case 6: return NAME(count_distinct_planes)(table, members, n, from, to, cells, 6);
    default: return NAME(count_distinct_planes)(table, members, n, from, to, cells, 7);
    }
#else
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
#endif
}
