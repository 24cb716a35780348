/* What replay.c needs of a machine: to print, to stop, and to mark what is measured.
 *
 * Between chip_begin and chip_end is what one guess costs; where a chip_begin has no chip_end, the
 * next one begins anew. chip_start comes before all others, and chip_stop, which may return, last.
 */
#ifndef CHIP_H
#define CHIP_H

#if defined(__AVR__)

/* avr_runner.c listens at three registers that nothing else uses. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>

#define CHIP_MARK(place) \
    __asm__ volatile("out %0, __zero_reg__" : : "I"(_SFR_IO_ADDR(place)) : "memory")

static void chip_put(char character)
{
    GPIOR2 = (uint8_t)character;
}

static void chip_start(void)
{
}

static inline void chip_begin(void)
{
    CHIP_MARK(GPIOR0);
}

static inline void chip_end(void)
{
    CHIP_MARK(GPIOR1);
}

static void chip_stop(void)
{
    cli();
    sleep_enable();
    sleep_cpu();
}

#elif defined(__arm__)

void chip_put(char character);
void chip_start(void);
void chip_begin(void);
void chip_end(void);
void chip_stop(void);

#else

#include <stdio.h>

static void chip_put(char character)
{
    putchar(character);
}

static void chip_start(void)
{
}

static void chip_begin(void)
{
}

static void chip_end(void)
{
}

static void chip_stop(void)
{
}

#endif

#endif
