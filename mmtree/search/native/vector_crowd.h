/* Counting the cells of a line of guesses as far as it takes; vectors.c includes this file by
   vector_loops.h. */

/* Counts the cells of some guesses by four feedbacks, up to 127; larger ones count as that. */
INLINE void NAME(count_four)(const uint8_t *line, const size_t *offsets, uint32_t n, const uint8_t *values,
                             NAME(bytes) *counted)
{
    for (uint32_t start = 0; start < n; start += 255 - 127) {
        const uint32_t end = n - start < 255 - 127 ? n : start + 255 - 127;
#if LEVEL == 512
        __m512i sums[4], value[4];
        const __m512i one = _mm512_set1_epi8(1);
        for (int k = 0; k < 4; k++)
            sums[k] = (__m512i)counted[k], value[k] = _mm512_set1_epi8((char)values[k]);
        for (uint32_t secret = start; secret < end; secret++) {
            const __m512i mine = _mm512_load_si512(line + offsets[secret]);
            for (int k = 0; k < 4; k++)
                sums[k] = _mm512_mask_add_epi8(sums[k], _mm512_cmpeq_epi8_mask(mine, value[k]), sums[k], one);
        }
        for (int k = 0; k < 4; k++)
            counted[k] = (NAME(bytes))_mm512_min_epu8(sums[k], _mm512_set1_epi8(127));
#else
        for (uint32_t secret = start; secret < end; secret++) {
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
}

TARGET static uint64_t NAME(crowded)(const uint8_t *line, const size_t *offsets, uint32_t n,
                                     const uint8_t *order, int feedbacks, const uint8_t *most,
                                     uint8_t (*sizes)[BLOCK])
{
    uint64_t over = 0;
    for (size_t part = 0; part < BLOCK; part += WIDTH) {
        NAME(bytes) large = {0};
        for (int from = 0; from < feedbacks; from += 4) {
            NAME(bytes) counted[4] = {{0}};
            uint8_t values[4];
            for (int k = 0; k < 4; k++)
                values[k] = from + k < feedbacks ? order[from + k] : 255;
            NAME(count_four)(line + part, offsets, n, values, counted);
            uint8_t lanes = 255;
            for (int k = 0; k < 4; k++)
                large |= (NAME(bytes))(counted[k] > (uint8_t)(from + k < feedbacks ? most[values[k]] : 255));
            for (int k = 0; sizes && k < 4 && from + k < feedbacks; k++)
                *(NAME(bytes) *)(sizes[values[k]] + part) = counted[k];
            for (int lane = 0; lane < WIDTH; lane++)
                lanes &= large[lane];
            if (lanes)
                break;
        }
        for (int lane = 0; lane < WIDTH; lane++)
            over |= (uint64_t)(large[lane] != 0) << (part + (size_t)lane);
    }
    return over;
}
