$table

#if MM_DISTINCT
/* Whether no colour stands twice among the pegs. */
static uint8_t mm_is_code(const uint8_t *code)
{
    const uint8_t *peg = code + MM_PEGS, *other;

    while (--peg != code)
        for (other = code; other != peg; other++)
            if (*other == *peg)
                return 0;
    return 1;
}
#else
#define mm_is_code(code) 1
#endif

/* Whether a code agrees with all answers before PAST. An answer is 16 * black + white. */
static uint8_t mm_agrees(mm_game *game, const uint8_t *past, const uint8_t *code)
{
    const uint8_t *guess, *peg;
#if MM_WHITES
    int8_t *balance;
#endif
    uint8_t left;

    while (past != game->past + 1) {
        left = *--past;
        guess = past;
        peg = code + MM_PEGS;
#if MM_WHITES
        /* Black pegs first, which rule most codes out. If they agree, black + white is left. */
        do {
            if (*--guess == *--peg)
                left = (uint8_t)(left - 15);
        } while (peg != code);
        if (left > 15)
            return 0;

        /* Pegs of one colour in both codes: a peg takes one off where the other code is ahead. */
        balance = game->balance + MM_COLORS;
        do {
            *--balance = 0;
        } while (balance != game->balance);
        peg = code + MM_PEGS;
        do {
            if (++game->balance[*--past] <= 0)
                left--;
            if (--game->balance[*--peg] >= 0)
                left--;
        } while (peg != code);
#else
        do {
            if (*--guess == *--peg)
                left = (uint8_t)(left - 16);
        } while (peg != code);
        past = guess;
#endif
        if (left != 0)
            return 0;
    }
    return 1;
}

/* Writes to CODE the code with this rank, from 1, among those that agree with all before PAST, in
 * order. Returns 0, or by how many there are too few. */
static mm_code mm_seek(mm_game *game, uint8_t *code, const uint8_t *past, mm_code rank)
{
    uint8_t *peg = code + MM_PEGS;

    do {
        *--peg = 0;
    } while (peg != code);
    for (;;) {
        if (mm_is_code(code) && mm_agrees(game, past, code) && --rank == 0)
            return rank;
        /* On to the next row of pegs, as an odometer counts. */
        peg = code + MM_PEGS;
        while (++*--peg == MM_COLORS) {
            *peg = 0;
            if (peg == code)
                return rank;
        }
    }
}

/* The next bit of the table for the history before CODE. */
static uint8_t mm_bit(mm_game *game, const uint8_t *code)
{
    const uint8_t *past = code, *table = mm_table;
    uint8_t row, sum = 0;

    row = --game->past[0]; /* the number of the bit starts its row, and is part of the history */
    do {
        row = (uint8_t)(row + *--past);
        if (past == game->past)
            past = code;
        row = (uint8_t)(row << 4 | row >> 4);
        row = (uint8_t)(row + MM_STEP);
        sum ^= (uint8_t)(row & MM_READ(table));
        table++;
    } while (table != mm_table + MM_TABLE_BYTES);
    row = 0;
    do {
        row ^= sum;
        sum >>= 1;
    } while (sum != 0);
    return row & 1;
}

/* Writes to CODE the guess that follows from the history before it. Returns as mm_seek does. */
static mm_code mm_choose(mm_game *game, uint8_t *code)
{
    const uint8_t *past = code;
    mm_code rank = 1;

    game->past[0] = MM_START;
    if (mm_seek(game, code, past, MM_ASK) == 0) {
        while (mm_bit(game, code)) {
            if (++rank > MM_ESCAPE) {
                rank = 0;
                do {
                    rank = (mm_code)(rank << 1 | mm_bit(game, code));
                } while (game->past[0] != (uint8_t)(MM_START - (MM_ESCAPE + MM_BITS)));
                past = game->past + 1;
                break;
            }
        }
    }
    return mm_seek(game, code, past, rank);
}
