/* Included by vector_loops.h: the sizes of the cells of each guess. */

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
    if (table->feedbacks > MAX_PLANE_FEEDBACKS)
        return NAME(count_sizes_many)(table, columns, n, cells, sizes);
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
    top = NAME(largest_byte)(_mm256_max_epu8(_mm512_castsi512_si256(most), _mm512_extracti64x4_epi64(most, 1)));
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
