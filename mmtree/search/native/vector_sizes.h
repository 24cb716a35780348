/* Included by vector_loops.h: the sizes of the cells of each guess, and sums over them. The sizes are
   stored by line of 64 guesses, 64 bytes for each feedback, of which there are 8 for each plane. */

/* For more than MAX_PLANE_FEEDBACKS feedbacks. */
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

TARGET static unsigned NAME(count_sizes)(const FeedbackTable *table, const uint8_t *const *columns,
                                         uint32_t n, uint8_t *cells, uint8_t *sizes)
{
    if (table->feedbacks > MAX_PLANE_FEEDBACKS)
        return NAME(count_sizes_many)(table, columns, n, cells, sizes);
    const int planes = (table->feedbacks + 7) / 8;
    unsigned top = 0;
    for (size_t i = 0; i < table->stride; i += 64) {
        memset(cells + i, 0, 64);
        for (int plane = 0; plane < planes; plane++, sizes += 512)
            for (size_t part = 0; part < 64; part += WIDTH) {
                NAME(bytes) total[8] = {{0}}, split = {0};
                NAME(count_eight)(columns, n, i + part, (uint8_t)(8 * plane), total);
                for (int k = 0; k < 8; k++) {
                    *(NAME(bytes) *)(sizes + 64 * k + part) = total[k];
                    split -= (NAME(bytes))(total[k] > 0);
                }
                *(NAME(bytes) *)(cells + i + part) += split;
            }
        for (int lane = 0; lane < 64; lane++)
            top = cells[i + (size_t)lane] > top ? cells[i + (size_t)lane] : top;
    }
    return top;
}

TARGET static void NAME(sum_excess)(const FeedbackTable *table, const uint8_t *sizes, const uint8_t *costs,
                                    uint8_t largest, uint16_t *over, uint8_t *sharp)
{
    const int planes = (table->feedbacks + 7) / 8;
#if AVX2
    const __m256i feedbacks = _mm256_set1_epi8((char)table->feedbacks), zero = _mm256_setzero_si256();
    const __m256i most = _mm256_set1_epi8((char)largest);
    __m256i part[8];
    for (int k = 0; k < 8; k++)
        part[k] = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(costs + 16 * k)));
    for (size_t i = 0; i < table->stride; i += 32, sizes += i % 64 ? 32 : 512 * (size_t)planes - 32) {
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
                cost = _mm256_adds_epu8(cost, _mm256_shuffle_epi8(part[k], near));
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
    for (size_t i = 0; i < table->stride; i += 64) {
        unsigned beyond[64] = {0}, cost[64] = {0};
        for (int value = 0; value < 8 * planes; value++, sizes += 64)
            for (int lane = 0; lane < 64; lane++) {
                beyond[lane] += sizes[lane] > largest             ? UNCOUNTED
                                : sizes[lane] > table->feedbacks ? sizes[lane] - (unsigned)table->feedbacks
                                                                 : 0;
                cost[lane] += costs[sizes[lane] < 127 ? sizes[lane] : 127];
            }
        for (int lane = 0; lane < 64; lane++) {
            over[i + (size_t)lane] = (uint16_t)(beyond[lane] < UNCOUNTED ? beyond[lane] : UNCOUNTED);
            sharp[i + (size_t)lane] = (uint8_t)(cost[lane] < 254 ? cost[lane] : 254);
        }
    }
#endif
}


TARGET static void NAME(sum_costs)(const FeedbackTable *table, const uint8_t *sizes, const uint16_t *costs,
                                   uint32_t *sums)
{
    const int planes = (table->feedbacks + 7) / 8;
    for (size_t i = 0; i < table->stride; i += 64) {
        memset(sums + i, 0, 64 * sizeof *sums);
        for (int value = 0; value < 8 * planes; value++, sizes += 64)
            for (size_t lane = 0; lane < 64; lane++)
                sums[i + lane] += costs[sizes[lane]] + (sizes[lane] == 255 ? SATURATED : 0);
    }
}
