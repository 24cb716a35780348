/*
 * $about
 *
 * A whole program for the ATtiny13A: 1 KB of flash, 64 bytes of RAM. It plays on a serial line:
 * 9600 baud, 8 data bits, no parity, levels of its own supply, as at an adapter from USB to "TTL".
 *
 *     pin 6 (PB1)  sends the guess, a letter for each peg, and the end of the line
#if MM_WHITES
 *     pin 7 (PB2)  receives the answer, a digit for the black pegs and one for the white ones
#else
 *     pin 7 (PB2)  receives the answer, a digit for the black pegs
#endif
 *
 * Where no secret agrees with all answers, "?" comes before the same guess: give the last answer
 * anew. After all black, the next game begins. What is no digit is passed over; what comes before
 * the line of the guess has ended is lost.
 *
 * The fuses stay as the factory sets them: the program itself takes the whole 9.6 MHz of the
 * oscillator, which may be off by more than a serial line bears. If all letters come out wrong, try
 * -DF_CPU=9200000 or -DF_CPU=10000000.
 *
 * To be made with avr-gcc 5.4 and written with avrdude:
 *
 * $build
 */
#include <avr/io.h>
#include <avr/pgmspace.h>
#include <stdint.h>

#ifndef F_CPU
#define F_CPU 9600000
#endif
#define MM_BIT (F_CPU / 9600) /* cycles */

#define MM_FLASH PROGMEM
#define MM_READ(address) pgm_read_byte(address)

/*
 * $form
 */

#define MM_PEGS $pegs
#define MM_COLORS $colors
#define MM_CODES $codes /* a code is a number from 0 to MM_CODES - 1 */
#define MM_MAX_GUESSES $max
#define MM_TABLE_BYTES $table_bytes

typedef uint${code_bits}_t mm_code;

$constants

typedef struct {
#if MM_WHITES
    int8_t balance[MM_COLORS]; /* for comparing two codes */
#endif
    /* The number of a bit, then by turns each guess and its answer. */
    uint8_t past[1 + MM_MAX_GUESSES * (MM_PEGS + 1) + MM_PEGS];
} mm_game;

$core

enum { MM_SENDS = 1, MM_RECEIVES = 2 }; /* bits of port B */

/* Sends the lowest bits of FRAME, the lowest first, and returns what is received meanwhile, from
 * bit 8 down. */
static uint16_t mm_line(uint16_t frame, uint8_t bits)
{
    do {
        if (frame & 1)
            PORTB |= 1 << MM_SENDS;
        else
            PORTB &= (uint8_t)~(1 << MM_SENDS);
        __builtin_avr_delay_cycles(MM_BIT - 14);
        frame >>= 1;
        if (PINB & 1 << MM_RECEIVES)
            frame |= 0x100;
    } while (--bits);
    return frame;
}

static void __attribute__((noinline)) mm_send(uint8_t character)
{
    mm_line((uint16_t)(character << 1 | 0x200), 10); /* start bit, 8 bits, stop bit */
}

/* The next digit. Ends in the middle of its stop bit; meanwhile the other line is idle. */
static uint8_t mm_digit(void)
{
    uint8_t digit;

    do {
        while (PINB & 1 << MM_RECEIVES) {
        }
        __builtin_avr_delay_cycles(MM_BIT / 2 - 10);
        digit = (uint8_t)(mm_line(0x1ff, 9) - '0');
    } while (digit > 9);
    return digit;
}

/* Nothing is set up before the program: neither this memory, nor stack and zero register. */
static mm_game game __attribute__((section(".noinit")));

int main(void) __attribute__((OS_main, section(".vectors")));

int main(void)
{
    uint8_t *code, peg;

    __asm__ volatile("clr __zero_reg__");
    SPL = RAMEND;
    CLKPR = 1 << CLKPCE;
    CLKPR = 0; /* the whole 9.6 MHz */
    PORTB = 1 << MM_SENDS | 1 << MM_RECEIVES; /* idle, pulled up */
    DDRB = 1 << MM_SENDS;
    for (;;) { /* a game */
        code = game.past + 1;
        for (;;) { /* a turn */
            if (mm_choose(&game, code) != 0) {
                code -= MM_PEGS + 1;
                mm_send('?');
            } else if (code[-1] == MM_PEGS << 4) {
                break;
            }
            for (peg = 0; peg < MM_PEGS; peg++)
                mm_send((uint8_t)('A' + *code++));
            mm_send('\r');
            mm_send('\n');
#if MM_WHITES
            peg = (uint8_t)(mm_digit() << 4);
            *code++ = (uint8_t)(peg + mm_digit());
#else
            *code++ = (uint8_t)(mm_digit() << 4);
#endif
        }
    }
}
