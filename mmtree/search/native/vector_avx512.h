/* Included by vectors.c: the loops that AVX-512 does better than AVX2, for at most MAX_PLANE_FEEDBACKS feedbacks. A byte
   for each guess has a bit for each of eight feedbacks (a *plane*), and is looked up by one instruction. Takes 0.66 of the
   time for 5p9c below 320674 and for 5p8c below 170000, one thread. */

#define TARGET __attribute__((target("avx512f,avx512bw,avx512vbmi,avx512bitalg")))
#define INLINE TARGET static inline __attribute__((always_inline))

/* The feedbacks of a column that bytes without a secret have: no plane has its bit. */
static const uint8_t no_feedbacks[BLOCK] __attribute__((aligned(BLOCK))) = {[0 ... BLOCK - 1] = BLOCK - 1};

/* The bits of eight feedbacks, between as many zeros as any plane needs. */
static const uint8_t bits_of_eight[2 * BLOCK] = {[BLOCK - 8] = 1, 2, 4, 8, 16, 32, 64, 128};

/* What to look up for a plane: the bit of each of its feedbacks, 0 for the others. */
INLINE __m512i bits_of_plane(int plane) { return _mm512_loadu_si512(bits_of_eight + BLOCK - 8 - 8 * plane); }

INLINE __m512i look_up(__m512i bits, const uint8_t *column)
{
    return _mm512_permutexvar_epi8(_mm512_load_si512(column), bits);
}

/* Adds bits to a sum of bits; returns what to carry to the next place. */
INLINE __m512i add_bits(__m512i *sum, __m512i a, __m512i b)
{
    const __m512i carry = _mm512_ternarylogic_epi32(*sum, a, b, 0xe8); /* two of three */
    *sum = _mm512_ternarylogic_epi32(*sum, a, b, 0x96);                /* an odd number */
    return carry;
}

/* Adds the bits of 2, 4, 8 or 16 secrets to counts; returns what to carry. */
INLINE __m512i add_two(__m512i *counts, __m512i bits, const uint8_t *const *columns, size_t at)
{
    return add_bits(counts, look_up(bits, columns[0] + at), look_up(bits, columns[1] + at));
}

INLINE __m512i add_four(__m512i *counts, __m512i bits, const uint8_t *const *columns, size_t at)
{
    const __m512i first = add_two(counts, bits, columns, at);
    return add_bits(counts + 1, first, add_two(counts, bits, columns + 2, at));
}

INLINE __m512i add_eight(__m512i *counts, __m512i bits, const uint8_t *const *columns, size_t at)
{
    const __m512i first = add_four(counts, bits, columns, at);
    return add_bits(counts + 2, first, add_four(counts, bits, columns + 4, at));
}

INLINE void add_sixteen(__m512i *counts, __m512i bits, const uint8_t *const *columns, size_t at)
{
    const __m512i first = add_eight(counts, bits, columns, at);
    __m512i carry = add_bits(counts + 3, first, add_eight(counts, bits, columns + 8, at));
    for (int place = 4; place < 8; place++)
        carry = add_bits(counts + place, carry, _mm512_setzero_si512());
}

/* Exchanges the bits of a that `mask` has, shifted, with those of b. */
INLINE void exchange_bits(__m512i *a, __m512i *b, unsigned shift, char mask)
{
    const __m512i differ = _mm512_and_si512(_mm512_xor_si512(_mm512_srli_epi16(*a, shift), *b), _mm512_set1_epi8(mask));
    *b = _mm512_xor_si512(*b, differ);
    *a = _mm512_xor_si512(*a, _mm512_slli_epi16(differ, shift));
}

/* Transposes 64 matrices of 8 times 8 bits: bit j of a byte of vector i becomes bit i of that byte of vector j. */
INLINE void transpose_bits(__m512i *places)
{
    for (int i = 0; i < 4; i++)
        exchange_bits(&places[i], &places[i + 4], 4, 0x0f);
    for (int i = 0; i < 2; i++) {
        exchange_bits(&places[i], &places[i + 2], 2, 0x33);
        exchange_bits(&places[i + 4], &places[i + 6], 2, 0x33);
    }
    for (int i = 0; i < 8; i += 2)
        exchange_bits(&places[i], &places[i + 1], 1, 0x55);
}

/* Adds, up to 255, the number of secrets with each of eight feedbacks, counted by adders with one bit for each guess
   and feedback (a positional population count: Clausecker, Lemire and Schintke 2024). */
INLINE void count_plane(const uint8_t *const *columns, uint32_t n, size_t line, __m512i bits, __m512i *total)
{
    __m512i counts[8];
    for (int k = 0; k < 8; k++)
        counts[k] = _mm512_setzero_si512();
    for (uint32_t i = 0; i < n; i += 16) {
        const uint8_t *last[16], *const *next = columns + i;
        size_t at = line;
        if (n - i < 16) {
            for (uint32_t k = 0; k < 16; k++)
                last[k] = i + k < n ? columns[i + k] + line : no_feedbacks;
            next = last, at = 0;
        }
        for (uint32_t k = 0; k < 16; k++)
            __builtin_prefetch(next[k] + at + BLOCK);
        add_sixteen(counts, bits, next, at);
    }
    transpose_bits(counts);
    for (int k = 0; k < 8; k++)
        total[k] = _mm512_adds_epu8(total[k], counts[k]);
}

TARGET static void avx512_count_sizes(const FeedbackTable *table, size_t line, const uint8_t *const *columns, uint32_t n,
                                      uint8_t *sizes)
{
    if (table->feedbacks > MAX_PLANE_FEEDBACKS) {
        avx2_count_sizes(table, line, columns, n, sizes);
        return;
    }
    for (int plane = 0; 8 * plane < table->feedbacks; plane++, sizes += 8 * BLOCK) {
        __m512i total[8];
        for (int k = 0; k < 8; k++)
            total[k] = _mm512_setzero_si512();
        for (uint32_t i = 0; i < n; i += 255)
            count_plane(columns + i, n - i < 255 ? n - i : 255, line, bits_of_plane(plane), total);
        for (int k = 0; k < 8; k++)
            _mm512_storeu_si512(sizes + k * BLOCK, total[k]);
    }
}

INLINE void count_distinct_planes(const FeedbackTable *table, const uint32_t *members, uint32_t n, size_t from, size_t to,
                                  uint8_t *cells, const int planes)
{
    __m512i bits[MAX_PLANE_FEEDBACKS / 8];
    for (int plane = 0; plane < planes; plane++)
        bits[plane] = bits_of_plane(plane);
    for (size_t i = from; i < to; i += BLOCK) {
        __m512i seen[MAX_PLANE_FEEDBACKS / 8], count = _mm512_setzero_si512();
        for (int plane = 0; plane < planes; plane++)
            seen[plane] = _mm512_setzero_si512();
        for (uint32_t k = 0; k < n; k++) {
            const uint8_t *column = table->columns + table->stride * members[k] + i;
            __builtin_prefetch(column + BLOCK);
            for (int plane = 0; plane < planes; plane++)
                seen[plane] = _mm512_or_si512(seen[plane], look_up(bits[plane], column));
        }
        for (int plane = 0; plane < planes; plane++)
            count = _mm512_add_epi8(count, _mm512_popcnt_epi8(seen[plane]));
        _mm512_storeu_si512(cells + i, count);
    }
}

TARGET static unsigned avx512_count_distinct(const FeedbackTable *table, const uint32_t *members, uint32_t n,
                                             uint32_t needed, size_t from, size_t to, uint8_t *cells)
{
    uint8_t most = 0;
    switch ((table->feedbacks + 7) / 8) {
    case 1: count_distinct_planes(table, members, n, from, to, cells, 1); break;
    case 2: count_distinct_planes(table, members, n, from, to, cells, 2); break;
    case 3: count_distinct_planes(table, members, n, from, to, cells, 3); break;
    case 4: count_distinct_planes(table, members, n, from, to, cells, 4); break;
    case 5: count_distinct_planes(table, members, n, from, to, cells, 5); break;
    default: return avx2_count_distinct(table, members, n, needed, from, to, cells);
    }
    for (size_t i = from; i < to; i++)
        most = cells[i] > most ? cells[i] : most;
    return most;
}

static const Vectors avx512_vectors = {
    avx2_compute_feedback, avx2_count_cells,   avx512_count_sizes, avx2_sum_excess,
    avx512_count_distinct, avx2_find_overfull, "avx512"};

#undef TARGET
#undef INLINE
