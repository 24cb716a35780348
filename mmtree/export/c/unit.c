/* One unit of the table. */
static mm_word mm_unit(mm_word at)
{
#ifdef MM_CHECKED
    if (at >= MM_UNITS)
        return 0;
#endif
#if MM_UNIT_BITS == 12
    mm_word two = MM_READ_TWO(&mm_table[at + at / 2]);

    if (at & 1)
        two >>= 4;
    return two & 0xfff;
#elif MM_UNIT_BITS == 16
    return MM_READ_TWO(&mm_table[2 * at]);
#else
    /* Eight units take as many bytes as one of them has bits. */
    $first first = ($first)(at % 8 * $width);
    const uint8_t *byte = &mm_table[at / 8 * $width + first / 8];
    uint8_t bits = (uint8_t)(8 - first % 8);
    mm_word unit = (mm_word)(MM_READ8(byte) >> (8 - bits));

    for (; bits < $width; bits = (uint8_t)(bits + 8))
        unit = (mm_word)(unit | (mm_word)MM_READ8(++byte) << bits);
    return unit & (MM_LAST | (MM_LAST - 1));
#endif
}

/* The guess of a row. */
static mm_word mm_row_guess(mm_word row)
{
    return mm_unit(row) & MM_GUESS;
}
