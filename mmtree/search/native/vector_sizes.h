/* Included by vector_loops.h: the sizes of the cells of each guess of a line, and sums over them. */

/* Counts the members of eight cells, up to 255, of WIDTH guesses. */
INLINE void NAME(count_eight)(const uint8_t *const *columns, uint32_t n, size_t at, uint8_t first, NAME(bytes) *total)
{
#if AVX2
    /* Looks up what a feedback adds to a byte of two counts, 15 at most. */
    const __m256i none = _mm256_set1_epi8((char)first), near = _mm256_set1_epi8(0x78), low = _mm256_set1_epi8(15);
    __m256i added[4];
    for (int k = 0; k < 4; k++)
        added[k] = _mm256_set_epi64x(0x1001ll << 16 * k, 0, 0x1001ll << 16 * k, 0);
    for (uint32_t start = 0; start < n; start += 15) {
        const uint32_t end = n - start < 15 ? n : start + 15;
        __m256i counted[4];
        memset(counted, 0, sizeof counted);
        for (uint32_t secret = start; secret < end; secret++) {
            __builtin_prefetch(columns[secret] + at + BLOCK); /* 0.81 of the time for 5p8c below 168500 */
            const __m256i mine = _mm256_load_si256((const __m256i *)(columns[secret] + at));
            const __m256i index = _mm256_adds_epu8(_mm256_sub_epi8(mine, none), near);
            for (int k = 0; k < 4; k++)
                counted[k] = _mm256_add_epi8(counted[k], _mm256_shuffle_epi8(added[k], index));
        }
        for (int k = 0; k < 8; k++) {
            const __m256i two = k & 1 ? _mm256_srli_epi16(counted[k / 2], 4) : counted[k / 2];
            total[k] = (NAME(bytes))_mm256_adds_epu8((__m256i)total[k], _mm256_and_si256(two, low));
        }
    }
#else
    for (uint32_t start = 0; start < n; start += 255) {
        const uint32_t end = n - start < 255 ? n : start + 255;
        NAME(bytes) counted[8] = {{0}};
        for (uint32_t secret = start; secret < end; secret++) {
            const NAME(bytes) mine = *(const NAME(bytes) *)(columns[secret] + at) - first;
            for (int k = 0; k < 8; k++)
                counted[k] -= (NAME(bytes))(mine == (uint8_t)k);
        }
        for (int k = 0; k < 8; k++) {
            total[k] += counted[k];
            total[k] |= (NAME(bytes))(total[k] < counted[k]);
        }
    }
#endif
}

TARGET static void NAME(count_sizes)(const FeedbackTable *table, size_t line, const uint8_t *const *columns,
                                     uint32_t n, uint8_t *sizes)
{
    memset(sizes, 0, sizes_of_line(table));
    if (table->feedbacks > MAX_PLANE_FEEDBACKS) {
        for (uint32_t secret = 0; secret < n; secret++)
            for (size_t lane = 0; lane < BLOCK; lane++)
                sizes[columns[secret][line + lane] * (size_t)BLOCK + lane]++;
        return;
    }
    for (int first = 0; first < table->feedbacks; first += 8, sizes += 8 * BLOCK)
        for (size_t part = 0; part < BLOCK; part += WIDTH) {
            NAME(bytes) total[8] = {{0}};
            NAME(count_eight)(columns, n, line + part, (uint8_t)first, total);
            for (int k = 0; k < 8; k++)
                *(NAME(bytes) *)(sizes + BLOCK * k + part) = total[k];
        }
}

TARGET static void NAME(sum_excess)(const FeedbackTable *table, const uint8_t *sizes, const uint8_t *const *costs,
                                    uint8_t largest, uint16_t *over, uint8_t *sharp)
{
#if AVX2
    const __m256i feedbacks = _mm256_set1_epi8((char)table->feedbacks), zero = _mm256_setzero_si256();
    const __m256i most = _mm256_set1_epi8((char)largest);
    for (size_t i = 0; i < BLOCK; i += WIDTH, sizes += WIDTH) {
        __m256i top = zero, beyond[2] = {zero, zero}, cost = zero;
        for (int value = 0; value < table->feedbacks; value++) {
            const __m256i size = _mm256_load_si256((const __m256i *)(sizes + 64 * value));
            const __m256i more = _mm256_subs_epu8(size, feedbacks);
            top = _mm256_max_epu8(top, size);
            beyond[0] = _mm256_add_epi16(beyond[0], _mm256_unpacklo_epi8(more, zero));
            beyond[1] = _mm256_add_epi16(beyond[1], _mm256_unpackhi_epi8(more, zero));
        }
        /* Looks up sixteen sizes at a time; for the others the top bit is set, which gives 0. */
        const int parts = (int)NAME(largest_byte)(_mm256_min_epu8(top, _mm256_set1_epi8(127))) / 16 + 1;
        for (int value = 0; value < table->feedbacks; value++) {
            const __m256i size = _mm256_min_epu8(_mm256_load_si256((const __m256i *)(sizes + 64 * value)),
                                                 _mm256_set1_epi8(127));
            for (int k = 0; k < parts; k++) {
                const __m256i near = _mm256_adds_epu8(_mm256_sub_epi8(size, _mm256_set1_epi8((char)(16 * k))),
                                                      _mm256_set1_epi8(0x70));
                const __m128i part = _mm_loadu_si128((const __m128i *)(costs[value] + 16 * k));
                cost = _mm256_adds_epu8(cost, _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(part), near));
            }
        }
        const __m256i counted = _mm256_cmpeq_epi8(_mm256_subs_epu8(top, most), zero);
        for (int half = 0; half < 2; half++) {
            const __m256i mine =
                half ? _mm256_unpackhi_epi8(counted, counted) : _mm256_unpacklo_epi8(counted, counted);
            beyond[half] = _mm256_or_si256(beyond[half], _mm256_andnot_si256(mine, _mm256_set1_epi8(-1)));
        }
        _mm256_store_si256((__m256i *)(over + i), _mm256_permute2x128_si256(beyond[0], beyond[1], 0x20));
        _mm256_store_si256((__m256i *)(over + i + 16), _mm256_permute2x128_si256(beyond[0], beyond[1], 0x31));
        _mm256_store_si256((__m256i *)(sharp + i), _mm256_min_epu8(cost, _mm256_set1_epi8((char)254)));
    }
#else
    unsigned beyond[BLOCK] = {0}, cost[BLOCK] = {0};
    for (size_t at = 0; at < sizes_of_line(table); at++) {
        const uint8_t size = sizes[at];
        beyond[at % BLOCK] += size > largest            ? UNCOUNTED
                              : size > table->feedbacks ? size - (unsigned)table->feedbacks
                                                        : 0;
        cost[at % BLOCK] += costs[at / BLOCK][size < 127 ? size : 127];
    }
    for (int lane = 0; lane < BLOCK; lane++) {
        over[lane] = (uint16_t)(beyond[lane] < UNCOUNTED ? beyond[lane] : UNCOUNTED);
        sharp[lane] = (uint8_t)(cost[lane] < 254 ? cost[lane] : 254);
    }
#endif
}
