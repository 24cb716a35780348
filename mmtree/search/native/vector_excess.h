/* Part of vector_loops.h: what the cells of each guess cost, by their sizes. */

#if LEVEL == 512
/* Counts the secrets that get each of some feedbacks, two to a byte, and adds up what they cost. */
INLINE void NAME(excess_of)(const Table *table, const uint32_t *members, uint32_t n, size_t at, int first,
                            const __m512i *costs, __m512i *over, __m512i *sharp, const int pairs)
{
    const __m512i nibble = _mm512_set1_epi8(15), feedbacks = _mm512_set1_epi8((char)table->feedbacks);
    __m512i places = _mm512_loadu_si512(numbers), add[5], total[10];
    for (int pair = 0; pair < pairs; pair++) {
        const char value = (char)(first + 2 * pair);
        add[pair] = _mm512_or_si512(
            _mm512_maskz_set1_epi8(_mm512_cmpeq_epi8_mask(places, _mm512_set1_epi8(value)), 1),
            _mm512_maskz_set1_epi8(_mm512_cmpeq_epi8_mask(places, _mm512_set1_epi8(value + 1)), 16));
        total[2 * pair] = total[2 * pair + 1] = _mm512_setzero_si512();
    }
    for (uint32_t start = 0; start < n; start += 15) {
        const uint32_t end = n - start < 15 ? n : start + 15;
        __m512i counted[5];
        for (int pair = 0; pair < pairs; pair++)
            counted[pair] = _mm512_setzero_si512();
        for (uint32_t secret = start; secret < end; secret++) {
            const __m512i mine = _mm512_load_si512(table->columns + table->stride * members[secret] + at);
            for (int pair = 0; pair < pairs; pair++)
                counted[pair] = _mm512_add_epi8(counted[pair], _mm512_permutexvar_epi8(mine, add[pair]));
        }
        for (int pair = 0; pair < pairs; pair++) { /* 255 at most, here and below */
            const __m512i high = _mm512_and_si512(_mm512_srli_epi16(counted[pair], 4), nibble);
            total[2 * pair] = _mm512_adds_epu8(total[2 * pair], _mm512_and_si512(counted[pair], nibble));
            total[2 * pair + 1] = _mm512_adds_epu8(total[2 * pair + 1], high);
        }
    }
    for (int value = 0; value < 2 * pairs; value++) {
        const __m512i size = _mm512_min_epu8(total[value], _mm512_set1_epi8(127));
        *over = _mm512_adds_epu8(*over, _mm512_subs_epu8(total[value], feedbacks));
        *sharp = _mm512_adds_epu8(*sharp, _mm512_permutex2var_epi8(costs[0], size, costs[1]));
    }
}

#endif
/* For each guess, what its cells cost beyond one guess for the first secret and two for the others. */
TARGET static void NAME(excess)(const Table *table, const uint32_t *members, uint32_t n,
                                const uint8_t *costs, uint8_t *over, uint8_t *sharp)
{
#if LEVEL == 512
    const __m512i by_size[2] = {_mm512_loadu_si512(costs), _mm512_loadu_si512(costs + 64)};
    for (size_t at = 0; at < table->stride; at += WIDTH) {
        __m512i sum = _mm512_setzero_si512(), more = sum;
        int first = 0;
        for (; first + 8 < table->feedbacks; first += 10)
            NAME(excess_of)(table, members, n, at, first, by_size, &sum, &more, 5);
        if (first + 4 < table->feedbacks)
            NAME(excess_of)(table, members, n, at, first, by_size, &sum, &more, 4);
        else if (first < table->feedbacks)
            NAME(excess_of)(table, members, n, at, first, by_size, &sum, &more, 2);
        _mm512_store_si512(over + at, sum);
        _mm512_store_si512(sharp + at, _mm512_min_epu8(more, _mm512_set1_epi8((char)254)));
    }
#else
    const uint8_t feedbacks = (uint8_t)table->feedbacks;
    for (size_t at = 0; at < table->stride; at += WIDTH) {
        NAME(bytes) sum = {0}, more = {0};
        for (int value = 0; value < feedbacks; value += 7) {
            NAME(bytes) total[7] = {{0}};
            for (uint32_t start = 0; start < n; start += 255) {
                const uint32_t end = n - start < 255 ? n : start + 255;
                NAME(bytes) counted[7] = {{0}};
                for (uint32_t secret = start; secret < end; secret++) {
                    const uint8_t *column = table->columns + table->stride * members[secret] + at;
                    NAME(bytes) mine = *(const NAME(bytes) *)column - (uint8_t)value;
                    for (int k = 0; k < 7; k++)
                        counted[k] -= (NAME(bytes))(mine == (uint8_t)k);
                }
                for (int k = 0; k < 7; k++) {
                    total[k] += counted[k];
                    total[k] |= (NAME(bytes))(total[k] < counted[k]); /* 255 at most, here and below */
                }
            }
            for (int k = 0; k < 7; k++) {
                NAME(bytes) beyond = (total[k] - feedbacks) & (NAME(bytes))(total[k] > feedbacks), cost;
                for (int lane = 0; lane < WIDTH; lane++)
                    cost[lane] = costs[total[k][lane] < 127 ? total[k][lane] : 127];
                sum += beyond;
                sum |= (NAME(bytes))(sum < beyond);
                more += cost;
                more |= (NAME(bytes))(more < cost);
            }
        }
        *(NAME(bytes) *)(over + at) = sum;
        *(NAME(bytes) *)(sharp + at) = more - ((NAME(bytes))(more == 255) & 1);
    }
#endif
}
