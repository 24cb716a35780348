/* Included by vector_loops.h: the sizes of the cells of each guess, and sums over them. */

#if LEVEL == 512
/* For each guess of a line, the bit of its feedback if that is in the plane, else 0. */
INLINE __m512i NAME(look_up_bits)(const uint8_t *line, __m512i one)
{
    return _mm512_permutexvar_epi8(_mm512_load_si512(line), one);
}

/* Adds eight bits to each of 512 counters of eight bits that are stored by digit (a vector for each
   binary digit); `full` collects overflows. */
INLINE void NAME(add_eight)(__m512i *digits, __m512i *full, const __m512i *bits)
{
    enum { SUM = 0x96, CARRY = 0xe8 }; /* truth tables of three bits */
    __m512i twos[4], fours[2];
    for (int i = 0; i < 4; i++) {
        twos[i] = _mm512_ternarylogic_epi64(digits[0], bits[2 * i], bits[2 * i + 1], CARRY);
        digits[0] = _mm512_ternarylogic_epi64(digits[0], bits[2 * i], bits[2 * i + 1], SUM);
    }
    for (int i = 0; i < 2; i++) {
        fours[i] = _mm512_ternarylogic_epi64(digits[1], twos[2 * i], twos[2 * i + 1], CARRY);
        digits[1] = _mm512_ternarylogic_epi64(digits[1], twos[2 * i], twos[2 * i + 1], SUM);
    }
    __m512i carry = _mm512_ternarylogic_epi64(digits[2], fours[0], fours[1], CARRY);
    digits[2] = _mm512_ternarylogic_epi64(digits[2], fours[0], fours[1], SUM);
    for (int i = 3; i < 8; i++) {
        const __m512i next = _mm512_and_si512(digits[i], carry);
        digits[i] = _mm512_xor_si512(digits[i], carry);
        carry = next;
    }
    *full = _mm512_or_si512(*full, carry);
}
#endif

/* Layout: 512 bytes for each line of 64 guesses and each plane of eight feedbacks. In vectors of 64
   bytes: the counts by binary digit, which transpose_digits() turns into numbers; else the counts of one
   feedback after the other. They saturate at 255. */
TARGET static unsigned NAME(count_sizes)(const FeedbackTable *table, const uint8_t *const *columns,
                                         uint32_t n, uint8_t *cells, uint8_t *sizes)
{
    const int planes = (table->feedbacks + 7) / 8;
    unsigned top = 0;
#if LEVEL == 512
    /* Members whose columns exceed NEAR bytes do not stay in the near caches: SPAN lines of a column are read
       in sequence then, for the prefetcher. With GATHER_RATIO it saved a tenth for 5p6c, a third for 5p8c
       (commit 03ad645). */
    enum { NEAR = 1 << 19, SPAN = 16 };
    const bool far = (size_t)n * table->stride > NEAR;
    const size_t span = far ? SPAN : 1;
    const uint32_t some = far ? 8 : n;
    __m512i most = _mm512_setzero_si512();
    for (size_t i = 0; i < table->stride; i += 64 * span) {
        const size_t lines = table->stride - i < 64 * span ? (table->stride - i) / 64 : span;
        __m512i full[SPAN][PLANES];
        for (size_t line = 0; line < lines; line++)
            for (int plane = 0; plane < planes; plane++)
                full[line][plane] = _mm512_setzero_si512();
        memset(sizes, 0, lines * (size_t)planes * 512);
        for (uint32_t first = 0; first < n; first += some)
            for (size_t line = 0; line < lines; line++) {
                const size_t from = i + 64 * line;
                const uint32_t end = n - first < some ? n : first + some;
                for (uint32_t next = end; next < n && next < end + some; next++)
                    _mm_prefetch((const char *)columns[next] + from, _MM_HINT_T1);
                for (int plane = 0; plane < planes; plane++) {
                    const __m512i one = _mm512_loadu_si512(one_bit[plane]);
                    uint8_t *out = sizes + (line * (size_t)planes + (size_t)plane) * 512;
                    __m512i digits[8], bits[8];
                    for (int digit = 0; digit < 8; digit++)
                        digits[digit] = _mm512_load_si512(out + 64 * digit);
                    uint32_t secret = first;
                    for (; secret + 8 <= end; secret += 8) {
                        for (uint32_t next = 0; next < 8; next++)
                            bits[next] = NAME(look_up_bits)(columns[secret + next] + from, one);
                        NAME(add_eight)(digits, &full[line][plane], bits);
                    }
                    if (secret < end) {
                        for (uint32_t next = 0; next < 8; next++)
                            bits[next] = secret + next < end ? NAME(look_up_bits)(columns[secret + next] + from, one)
                                                             : _mm512_setzero_si512();
                        NAME(add_eight)(digits, &full[line][plane], bits);
                    }
                    for (int digit = 0; digit < 8; digit++)
                        _mm512_store_si512(out + 64 * digit, digits[digit]);
                }
            }
        for (size_t line = 0; line < lines; line++) {
            __m512i count = _mm512_setzero_si512();
            for (int plane = 0; plane < planes; plane++, sizes += 512) {
                __m512i any = full[line][plane];
                for (int digit = 0; digit < 8; digit++) {
                    const __m512i mine =
                        _mm512_or_si512(_mm512_load_si512(sizes + 64 * digit), full[line][plane]);
                    any = _mm512_or_si512(any, mine);
                    _mm512_store_si512(sizes + 64 * digit, mine);
                }
                count = _mm512_add_epi8(count, _mm512_popcnt_epi8(any));
            }
            _mm512_store_si512(cells + i + 64 * line, count);
            most = _mm512_max_epu8(most, count);
        }
    }
    uint8_t tops[64];
    _mm512_storeu_si512(tops, most);
    top = largest(tops, 64);
#else
    for (size_t i = 0; i < table->stride; i += 64) {
        memset(cells + i, 0, 64);
        for (int plane = 0; plane < planes; plane++, sizes += 512)
            for (size_t part = 0; part < 64; part += WIDTH) {
                NAME(bytes) total[8] = {{0}}, split = {0};
                for (uint32_t start = 0; start < n; start += 255) {
                    const uint32_t end = n - start < 255 ? n : start + 255;
                    NAME(bytes) counted[8] = {{0}};
                    for (uint32_t secret = start; secret < end; secret++) {
                        const uint8_t *column = columns[secret] + i + part;
                        const NAME(bytes) mine = *(const NAME(bytes) *)column - (uint8_t)(8 * plane);
                        for (int k = 0; k < 8; k++)
                            counted[k] -= (NAME(bytes))(mine == (uint8_t)k);
                    }
                    for (int k = 0; k < 8; k++) {
                        total[k] += counted[k];
                        total[k] |= (NAME(bytes))(total[k] < counted[k]);
                    }
                }
                for (int k = 0; k < 8; k++) {
                    *(NAME(bytes) *)(sizes + 64 * k + part) = total[k];
                    split -= (NAME(bytes))(total[k] > 0);
                }
                *(NAME(bytes) *)(cells + i + part) += split;
            }
        for (int lane = 0; lane < 64; lane++)
            top = cells[i + (size_t)lane] > top ? cells[i + (size_t)lane] : top;
    }
#endif
    return top;
}

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
#if LEVEL == 512
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
#else
    for (size_t i = 0; i < table->stride; i += 64) {
        memset(sums + i, 0, 64 * sizeof *sums);
        for (int value = 0; value < 8 * planes; value++, sizes += 64)
            for (size_t lane = 0; lane < 64; lane++)
                sums[i + lane] += costs[sizes[lane]] + (sizes[lane] == 255 ? SATURATED : 0);
    }
#endif
}
