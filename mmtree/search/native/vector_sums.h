/* Included by vector_loops.h: sums over the cells of each guess, from their sizes. */

#if LEVEL == 512
/* Turns eight digit vectors into counts. Each output vector holds the eight counts of eight guesses: two
   from each quarter of the line. */
INLINE void NAME(transpose_digits)(const uint8_t *digits, __m512i *out)
{
    const __m512i columns = _mm512_set1_epi64((int64_t)0x8040201008040201);
    __m512i bytes[8], pairs[8], fours[8];
    for (int i = 0; i < 8; i++) /* highest digit first, as the matrix product needs it */
        bytes[i] = _mm512_load_si512(digits + 64 * (7 - i));
    for (int i = 0; i < 4; i++) {
        pairs[i] = _mm512_unpacklo_epi8(bytes[2 * i], bytes[2 * i + 1]);
        pairs[i + 4] = _mm512_unpackhi_epi8(bytes[2 * i], bytes[2 * i + 1]);
    }
    for (int half = 0; half < 2; half++)
        for (int i = 0; i < 2; i++) {
            const __m512i *two = pairs + 4 * half + 2 * i;
            fours[4 * half + i] = _mm512_unpacklo_epi16(two[0], two[1]);
            fours[4 * half + 2 + i] = _mm512_unpackhi_epi16(two[0], two[1]);
        }
    for (int quarter = 0; quarter < 4; quarter++) {
        const __m512i *two = fours + 2 * quarter;
        out[2 * quarter] = _mm512_gf2p8affine_epi64_epi8(columns, _mm512_unpacklo_epi32(two[0], two[1]), 0);
        out[2 * quarter + 1] = _mm512_gf2p8affine_epi64_epi8(columns, _mm512_unpackhi_epi32(two[0], two[1]),
                                                             0);
    }
}
#endif

TARGET static void NAME(sum_excess)(const FeedbackTable *table, const uint8_t *sizes, const uint8_t *costs,
                                    uint8_t largest, uint16_t *over, uint8_t *sharp)
{
    const int planes = (table->feedbacks + 7) / 8;
#if LEVEL == 512
    if (table->feedbacks > MAX_PLANE_FEEDBACKS) {
        NAME(sum_excess_many)(table, sizes, costs, largest, over, sharp);
        return;
    }
    const __m512i low = _mm512_loadu_si512(costs), high = _mm512_loadu_si512(costs + 64);
    const __m512i feedbacks = _mm512_set1_epi8((char)table->feedbacks), last = _mm512_set1_epi8(127);
    const __m512i zero = _mm512_setzero_si512(), ones = _mm512_set1_epi8(-1);
    const __m512i most = _mm512_set1_epi8((char)largest);
    uint8_t places[64]; /* guess of the line → place in the output */
    for (int guess = 0; guess < 64; guess++)
        places[guess] = (uint8_t)(guess % 16 / 2 * 8 + guess / 16 * 2 + guess % 2);
    const __m512i order = _mm512_loadu_si512(places);
    for (size_t i = 0; i < table->stride; i += 64) {
        __m512i beyond[8], cost[8], numbers_[8];
        for (int two = 0; two < 8; two++)
            beyond[two] = cost[two] = zero;
        for (int plane = 0; plane < planes; plane++, sizes += 512) {
            NAME(transpose_digits)(sizes, numbers_);
            for (int two = 0; two < 8; two++) {
                const __m512i size = _mm512_min_epu8(numbers_[two], last);
                const __mmask64 large = _mm512_cmpgt_epu8_mask(numbers_[two], most);
                beyond[two] = _mm512_add_epi64(
                    beyond[two], _mm512_sad_epu8(_mm512_subs_epu8(numbers_[two], feedbacks), zero));
                if (large)
                    beyond[two] = _mm512_mask_set1_epi64(
                        beyond[two], _mm512_test_epi64_mask(_mm512_movm_epi8(large), ones), 2 * UNCOUNTED);
                cost[two] = _mm512_add_epi64(
                    cost[two], _mm512_sad_epu8(_mm512_permutex2var_epi8(low, size, high), zero));
            }
        }
        uint16_t beyonds[64]; /* UNCOUNTED at most */
        uint8_t sums[64];     /* 255 at most */
        for (int two = 0; two < 8; two++) {
            _mm_storeu_si128((__m128i *)(beyonds + 8 * two), _mm512_cvtusepi64_epi16(beyond[two]));
            _mm_storel_epi64((__m128i *)(sums + 8 * two), _mm512_cvtusepi64_epi8(cost[two]));
        }
        const __m512i first = _mm512_loadu_si512(beyonds), second = _mm512_loadu_si512(beyonds + 32);
        for (int half = 0; half < 2; half++) {
            const __m256i from = half ? _mm512_extracti64x4_epi64(order, 1) : _mm512_castsi512_si256(order);
            _mm512_store_si512(over + i + 32 * half,
                               _mm512_permutex2var_epi16(first, _mm512_cvtepu8_epi16(from), second));
        }
        const __m512i mine = _mm512_permutexvar_epi8(order, _mm512_loadu_si512(sums));
        _mm512_store_si512(sharp + i, _mm512_min_epu8(mine, _mm512_set1_epi8((char)254)));
    }
#elif LEVEL == 256
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

#if LEVEL == 512
INLINE void NAME(sum_costs_by_digits)(const FeedbackTable *table, const uint8_t *sizes, const uint16_t *costs,
                                      uint32_t *sums)
{
    const int planes = (table->feedbacks + 7) / 8;
    uint8_t parts[2][256]; /* low and high bytes of the costs */
    for (int n = 0; n < 256; n++)
        parts[0][n] = (uint8_t)costs[n], parts[1][n] = (uint8_t)(costs[n] >> 8);
    const __m512i zero = _mm512_setzero_si512(), full = _mm512_set1_epi8(-1), one = _mm512_set1_epi8(1);
    for (size_t i = 0; i < table->stride; i += 64) {
        __m512i total[8], numbers_[8];
        for (int two = 0; two < 8; two++)
            total[two] = zero;
        for (int plane = 0; plane < planes; plane++, sizes += 512) {
            NAME(transpose_digits)(sizes, numbers_);
            for (int two = 0; two < 8; two++) {
                const __m512i size = numbers_[two];
                const __mmask64 upper = _mm512_movepi8_mask(size);
                __m512i sum[2];
                for (int part = 0; part < 2; part++) {
                    const uint8_t *of = parts[part];
                    const __m512i low = _mm512_permutex2var_epi8(_mm512_loadu_si512(of), size,
                                                                 _mm512_loadu_si512(of + 64));
                    const __m512i high = _mm512_permutex2var_epi8(_mm512_loadu_si512(of + 128), size,
                                                                  _mm512_loadu_si512(of + 192));
                    sum[part] = _mm512_sad_epu8(_mm512_mask_blend_epi8(upper, low, high), zero);
                }
                const __m512i many =
                    _mm512_sad_epu8(_mm512_maskz_mov_epi8(_mm512_cmpeq_epu8_mask(size, full), one), zero);
                total[two] = _mm512_add_epi64(total[two], _mm512_add_epi64(sum[0],
                                                                           _mm512_slli_epi64(sum[1], 8)));
                total[two] = _mm512_add_epi64(total[two], _mm512_slli_epi64(many, SATURATED_BITS));
            }
        }
        for (int two = 0; two < 8; two++) {
            uint64_t found[8];
            _mm512_storeu_si512(found, total[two]);
            for (int of = 0; of < 8; of++) { /* from the place in the output to the guess */
                const int place = 8 * two + of;
                sums[i + (size_t)(place % 8 / 2 * 16 + place / 8 * 2 + place % 2)] = (uint32_t)found[of];
            }
        }
    }
}
#endif

TARGET static void NAME(sum_costs)(const FeedbackTable *table, const uint8_t *sizes, const uint16_t *costs,
                                   uint32_t *sums)
{
    const int planes = (table->feedbacks + 7) / 8;
#if LEVEL == 512
    if (table->feedbacks <= MAX_PLANE_FEEDBACKS) {
        NAME(sum_costs_by_digits)(table, sizes, costs, sums);
        return;
    }
#endif
    for (size_t i = 0; i < table->stride; i += 64) {
        memset(sums + i, 0, 64 * sizeof *sums);
        for (int value = 0; value < 8 * planes; value++, sizes += 64)
            for (size_t lane = 0; lane < 64; lane++)
                sums[i + lane] += costs[sizes[lane]] + (sizes[lane] == 255 ? SATURATED : 0);
    }
}
