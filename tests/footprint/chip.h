/* What replay.c needs of a machine: print, stop, and mark the code to measure.
 *
 * The cost of a guess is counted from chip_begin to chip_end; a chip_begin without a chip_end is
 * restarted by the next one. chip_start is called first, and chip_stop, which may return, last.
 */
#ifndef CHIP_H
#define CHIP_H

#include <stdint.h>

#if defined(__AVR__)

/* avr_runner.c listens at three registers that nothing else uses. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>

#define CHIP_MARK(place) \
    __asm__ volatile("out %0, __zero_reg__" : : "I"(_SFR_IO_ADDR(place)) : "memory")
#define chip_start() ((void)0)
#define chip_begin() CHIP_MARK(GPIOR0)
#define chip_end() CHIP_MARK(GPIOR1)

static void chip_put(char character)
{
    GPIOR2 = (uint8_t)character;
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

#define chip_put(character) putchar(character)
#define chip_start() ((void)0)
#define chip_begin() ((void)0)
#define chip_end() ((void)0)
#define chip_stop() ((void)0)

#endif

static void put_text(const char *text)
{
    while (*text)
        chip_put(*text++);
}

static void put_number(uint32_t number)
{
    char digits[10];
    uint8_t count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while (number /= 10);
    while (count)
        chip_put(digits[--count]);
}

#endif
