/* Included by vector_loops.h: loops over the bytes of one row. */

TARGET static void NAME(count_values)(const uint8_t *bytes, uint32_t n, int values, uint32_t *sizes)
{
    memset(sizes, 0, sizeof *sizes * (size_t)values);
#if LEVEL == 512
    if (values > MAX_PLANE_FEEDBACKS + 1) {
        for (uint32_t i = 0; i < n; i++)
            sizes[bytes[i]]++;
        return;
    }
    for (uint32_t i = 0; i < n; i += 64) {
        const __mmask64 inside = n - i < 64 ? ((__mmask64)1 << (n - i)) - 1 : ~(__mmask64)0;
        const __m512i mine = _mm512_maskz_loadu_epi8(inside, bytes + i);
        for (int value = 0; value < values; value++)
            sizes[value] += (uint32_t)__builtin_popcountll(
                _mm512_mask_cmpeq_epi8_mask(inside, mine, _mm512_set1_epi8((char)value)));
    }
#else
    for (uint32_t i = 0; i < n; i++)
        sizes[bytes[i]]++;
#endif
}

TARGET static void NAME(select)(const uint8_t *bytes, const ByteMask *chosen, uint32_t count, uint8_t *out)
{
#if LEVEL == 512
    for (uint32_t line = 0; line < count; line++) {
        const __m512i mine = _mm512_loadu_si512(bytes + chosen[line].offset);
        _mm512_storeu_si512(out, _mm512_maskz_compress_epi8(chosen[line].mask, mine));
        out += __builtin_popcountll(chosen[line].mask);
    }
    _mm512_storeu_si512(out, _mm512_setzero_si512());
#else
    for (uint32_t line = 0; line < count; line++)
        for (uint64_t left = chosen[line].mask; left; left &= left - 1)
            *out++ = bytes[chosen[line].offset + (uint32_t)__builtin_ctzll(left)];
    memset(out, 0, 64);
#endif
}

TARGET static uint64_t NAME(find_below)(const uint8_t *bytes, const uint8_t *kinds, const uint8_t *most,
                                        int last_kind)
{
#if LEVEL == 512
    if (last_kind > 63) {
        const __m512i kind = _mm512_loadu_si512(kinds);
        const __m512i low = _mm512_permutex2var_epi8(_mm512_loadu_si512(most), kind, _mm512_loadu_si512(most + 64));
        const __m512i high = _mm512_permutex2var_epi8(_mm512_loadu_si512(most + 128), kind,
                                                      _mm512_loadu_si512(most + 192));
        const __m512i mine = _mm512_mask_blend_epi8(_mm512_movepi8_mask(kind), low, high);
        return _mm512_cmplt_epu8_mask(_mm512_loadu_si512(bytes), mine);
    }
    const __m512i wanted = _mm512_permutexvar_epi8(_mm512_loadu_si512(kinds), _mm512_loadu_si512(most));
    return _mm512_cmplt_epu8_mask(_mm512_loadu_si512(bytes), wanted);
#else
    (void)last_kind;
    uint64_t found = 0;
    for (int i = 0; i < 64; i++)
        found |= (uint64_t)(bytes[i] < most[kinds[i]]) << i;
    return found;
#endif
}

TARGET static uint32_t NAME(find_value)(const uint8_t *bytes, uint32_t n, uint8_t value, uint32_t *places)
{
    uint32_t count = 0;
#if LEVEL == 512
    const __m512i step = _mm512_set1_epi32(16);
    __m512i place = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    for (uint32_t i = 0; i < n; i += 64) {
        const __mmask64 inside = n - i < 64 ? ((__mmask64)1 << (n - i)) - 1 : ~(__mmask64)0;
        const __m512i mine = _mm512_maskz_loadu_epi8(inside, bytes + i);
        __mmask64 found = _mm512_mask_cmpeq_epi8_mask(inside, mine, _mm512_set1_epi8((char)value));
        for (int part = 0; part < 4; part++, found >>= 16) {
            const __mmask16 now = (__mmask16)found;
            _mm512_storeu_si512(places + count, _mm512_maskz_compress_epi32(now, place));
            count += (uint32_t)__builtin_popcount(now);
            place = _mm512_add_epi32(place, step);
        }
    }
#else
    for (uint32_t i = 0; i < n; i++) {
        places[count] = i;
        count += bytes[i] == value;
    }
#endif
    return count;
}
