/* The functions of a machine for replay.c: print, stop, and mark the code to measure.
 *
 * The cost of a guess is counted from chip_begin to chip_end; a chip_begin without a chip_end is
 * restarted by the next one. chip_start is called first, and chip_stop, which may return, last.
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
