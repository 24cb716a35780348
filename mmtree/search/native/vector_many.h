/* Included by vector_loops.h: the loops for games of more than MAX_PLANE_FEEDBACKS feedbacks, whose sets are not
   collected as bits. The sizes of cells are stored by line of 64 guesses, 64 bytes for each feedback. */

/* Members whose feedbacks are compared in pairs; more are counted one by one. */
enum { NAME(max_pairs) = LEVEL == 512 ? 128 : LEVEL == 256 ? 96 : 48 };

/* Counts the cells of WIDTH guesses by comparing each member with those before. Returns 0 for all of them once
   each has more members in cells of others than `spare`. */
INLINE NAME(bytes) NAME(count_distinct_in_pairs)(const uint8_t *columns, size_t stride, const uint32_t *members,
                                                 uint32_t n, uint32_t spare)
{
    NAME(bytes) lines[NAME(max_pairs)], count = {0};
    for (uint32_t i = 0; i < n; i++) {
        const NAME(bytes) mine = lines[i] = *(const NAME(bytes) *)(columns + stride * members[i]);
        const uint8_t least = (uint8_t)(i + 1 > spare ? i + 1 - spare : 0); /* cells that are still needed */
        uint32_t other = 0;
#if LEVEL == 512
        __mmask64 fresh[4] = {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX};
        for (; other + 4 <= i; other += 4)
            for (uint32_t k = 0; k < 4; k++) /* four chains, since each comparison waits for the one before */
                fresh[k] = _mm512_mask_cmpneq_epi8_mask(fresh[k], (__m512i)mine, (__m512i)lines[other + k]);
        for (; other < i; other++)
            fresh[0] = _mm512_mask_cmpneq_epi8_mask(fresh[0], (__m512i)mine, (__m512i)lines[other]);
        fresh[0] &= fresh[1] & fresh[2] & fresh[3];
        count = (NAME(bytes))_mm512_mask_add_epi8((__m512i)count, fresh[0], (__m512i)count, _mm512_set1_epi8(1));
        if (!_mm512_cmpge_epu8_mask((__m512i)count, _mm512_set1_epi8((char)least)))
            return (NAME(bytes)){0};
#else
        NAME(bytes) known = {0};
        for (; other < i; other++)
            known |= (NAME(bytes))(mine == lines[other]);
        count -= ~known;
        if (least && NAME(all_set)((NAME(bytes))(count < least)))
            return (NAME(bytes)){0};
#endif
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

TARGET static unsigned NAME(count_sizes_many)(const FeedbackTable *table, const uint8_t *const *columns,
                                              uint32_t n, uint8_t *cells, uint8_t *sizes)
{
    const size_t rows = (size_t)(table->feedbacks + 7) / 8 * 8;
    uint8_t top = 0;
    for (size_t i = 0; i < table->stride; i += BLOCK, sizes += rows * BLOCK) {
        memset(sizes, 0, rows * BLOCK);
        for (uint32_t secret = 0; secret < n; secret++) {
            const uint8_t *mine = columns[secret] + i;
            if (n < 256)
                for (size_t lane = 0; lane < BLOCK; lane++)
                    sizes[mine[lane] * (size_t)BLOCK + lane]++;
            else
                for (size_t lane = 0; lane < BLOCK; lane++) {
                    uint8_t *size = &sizes[mine[lane] * (size_t)BLOCK + lane];
                    *size = (uint8_t)(*size + (*size < 255));
                }
        }
        for (size_t part = 0; part < BLOCK; part += WIDTH) {
            NAME(bytes) count = {0};
            for (size_t row = 0; row < rows; row++)
                count -= (NAME(bytes))(*(const NAME(bytes) *)(sizes + row * BLOCK + part) > (uint8_t)0);
            *(NAME(bytes) *)(cells + i + part) = count;
        }
        for (size_t lane = 0; lane < BLOCK; lane++)
            top = cells[i + lane] > top ? cells[i + lane] : top;
    }
    return top;
}

#if LEVEL == 512
/* The other instruction sets store the sizes in the same way for any number of feedbacks. */
TARGET static void NAME(sum_excess_many)(const FeedbackTable *table, const uint8_t *sizes, const uint8_t *costs,
                                         uint8_t largest, uint16_t *over, uint8_t *sharp)
{
    const __m512i low = _mm512_loadu_si512(costs), high = _mm512_loadu_si512(costs + 64);
    const __m512i feedbacks = _mm512_set1_epi8((char)table->feedbacks), last = _mm512_set1_epi8(127);
    const __m512i most = _mm512_set1_epi8((char)largest), uncounted = _mm512_set1_epi16(-1);
    const size_t rows = (size_t)(table->feedbacks + 7) / 8 * 8;
    for (size_t i = 0; i < table->stride; i += 64, sizes += rows * 64) {
        __m512i beyond[2] = {_mm512_setzero_si512(), _mm512_setzero_si512()};
        __m512i cost = _mm512_setzero_si512(), top = _mm512_setzero_si512();
        for (int value = 0; value < table->feedbacks; value++) {
            const __m512i size = _mm512_load_si512(sizes + 64 * value);
            const __m512i more = _mm512_subs_epu8(size, feedbacks);
            top = _mm512_max_epu8(top, size);
            beyond[0] = _mm512_add_epi16(beyond[0], _mm512_cvtepu8_epi16(_mm512_castsi512_si256(more)));
            beyond[1] = _mm512_add_epi16(beyond[1], _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(more, 1)));
            cost = _mm512_adds_epu8(cost, _mm512_permutex2var_epi8(low, _mm512_min_epu8(size, last), high));
        }
        const __mmask64 large = _mm512_cmpgt_epu8_mask(top, most);
        for (int half = 0; half < 2; half++) {
            const __mmask32 mine = (__mmask32)(large >> 32 * half);
            _mm512_store_si512(over + i + 32 * half, _mm512_mask_mov_epi16(beyond[half], mine, uncounted));
        }
        _mm512_store_si512(sharp + i, _mm512_min_epu8(cost, _mm512_set1_epi8((char)254)));
    }
}
#endif
