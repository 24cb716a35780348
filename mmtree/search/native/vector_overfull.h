/* Included by vector_loops.h: finds the guesses of a line with an overfull cell. */

/* Adds up the counts of four feedbacks for some guesses, 127 at most; for at most 128 secrets at a time. */
INLINE void NAME(count_four)(const uint8_t *line, const size_t *offsets, uint32_t n, const uint8_t *values,
                             NAME(bytes) *counted)
{
#if LEVEL == 512
    const __m512i one = _mm512_set1_epi8(1), most = _mm512_set1_epi8(127);
    const __m512i value[4] = {_mm512_set1_epi8((char)values[0]), _mm512_set1_epi8((char)values[1]),
                              _mm512_set1_epi8((char)values[2]), _mm512_set1_epi8((char)values[3])};
    __m512i first = (__m512i)counted[0], second = (__m512i)counted[1], third = (__m512i)counted[2],
            fourth = (__m512i)counted[3];
    for (uint32_t secret = 0; secret < n; secret++) {
        const __m512i mine = _mm512_load_si512(line + offsets[secret]);
        first = _mm512_mask_add_epi8(first, _mm512_cmpeq_epi8_mask(mine, value[0]), first, one);
        second = _mm512_mask_add_epi8(second, _mm512_cmpeq_epi8_mask(mine, value[1]), second, one);
        third = _mm512_mask_add_epi8(third, _mm512_cmpeq_epi8_mask(mine, value[2]), third, one);
        fourth = _mm512_mask_add_epi8(fourth, _mm512_cmpeq_epi8_mask(mine, value[3]), fourth, one);
    }
    counted[0] = (NAME(bytes))_mm512_min_epu8(first, most);
    counted[1] = (NAME(bytes))_mm512_min_epu8(second, most);
    counted[2] = (NAME(bytes))_mm512_min_epu8(third, most);
    counted[3] = (NAME(bytes))_mm512_min_epu8(fourth, most);
#else
    for (uint32_t secret = 0; secret < n; secret++) {
        const NAME(bytes) mine = *(const NAME(bytes) *)(line + offsets[secret]);
        for (int k = 0; k < 4; k++)
            counted[k] -= (NAME(bytes))(mine == values[k]);
    }
    for (int k = 0; k < 4; k++) {
        const NAME(bytes) over = (NAME(bytes))(counted[k] > (uint8_t)127);
        counted[k] = (counted[k] & ~over) | (over & (uint8_t)127);
    }
#endif
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
