/* A Cortex-M0 under qemu-system-arm -M microbit: start, semihosting, and marks.
 *
 * QEMU counts no cycles of this processor. With -icount shift=10 every instruction takes 1024 ns,
 * which are 16.384 ticks of timer 0 of the nRF51 (16 MHz), so that ticks give the exact number of
 * instructions. At the end it prints one line:
 *
 *     measured TIMES instructions TOTAL MAX stack BYTES
 */

#include <stddef.h>
#include <stdint.h>

#include "chip.h"

extern uint8_t stack_top[], data_image[], data_begin[], data_end[], bss_begin[], bss_end[];

int main(void);
void reset(void);
void *memcpy(void *to, const void *from, size_t size);
void *memset(void *to, int value, size_t size);

#define TIMER(offset) (*(volatile uint32_t *)(0x40008000UL + (offset)))
#define TIMER_START TIMER(0x000)
#define TIMER_BITS TIMER(0x508)
#define TIMER_PRESCALER TIMER(0x510)
#define TIMER_BEGIN TIMER(0x540)
#define TIMER_END TIMER(0x544)

static uint32_t times, total, most, deepest, empty;

/* What a compiler calls to copy structures and to fill arrays. */
void *memcpy(void *to, const void *from, size_t size)
{
    volatile uint8_t *into = to;
    const uint8_t *bytes = from;
    while (size--)
        *into++ = *bytes++;
    return to;
}

void *memset(void *to, int value, size_t size)
{
    volatile uint8_t *into = to;
    while (size--)
        *into++ = (uint8_t)value;
    return to;
}

static uint32_t semihost(uint32_t operation, uint32_t argument)
{
    register uint32_t r0 __asm__("r0") = operation;
    register uint32_t r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

void chip_put(char character)
{
    semihost(0x03, (uint32_t)(uintptr_t)&character);
}

static void leave(uint32_t reason)
{
    for (;;)
        semihost(0x18, reason);
}

static void fault(void)
{
    leave(0x20023); /* a run-time error: qemu ends with status 1 */
}

void reset(void)
{
    memcpy(data_begin, data_image, (size_t)(data_end - data_begin));
    memset(bss_begin, 0, (size_t)(bss_end - bss_begin));
    main();
    fault();
}

static void (*const vectors[16])(void) __attribute__((section(".vectors"), used)) = {
    (void (*)(void))(uintptr_t)stack_top, reset, fault, fault, fault, fault, fault, fault,
    fault, fault, fault, fault, fault, fault, fault, fault,
};

/* Paints 1024 bytes below the stack pointer, and then takes the time. */
__attribute__((naked)) void chip_begin(void)
{
    __asm__ volatile("ldr r0, =0x5aa55aa5\n"
                     "mov r1, sp\n"
                     "ldr r2, =1024\n"
                     "sub r2, r1, r2\n"
                     "1: stmia r2!, {r0}\n"
                     "cmp r2, r1\n"
                     "bne 1b\n"
                     "ldr r3, =0x40008000\n"
                     "mov r2, #1\n"
                     "str r2, [r3, #0x40]\n"
                     "bx lr\n"
                     ".ltorg\n");
}

__attribute__((used)) static void note(uint32_t stack)
{
    uint32_t ticks = TIMER_END - TIMER_BEGIN;
    uint32_t instructions = (uint32_t)(((uint64_t)ticks * 1000 + 8192) / 16384) - empty;
    times++;
    total += instructions;
    if (instructions > most)
        most = instructions;
    if (stack > deepest)
        deepest = stack;
}

/* Takes the time, and then looks for the lowest word that is not as it was painted. */
__attribute__((naked)) void chip_end(void)
{
    __asm__ volatile("ldr r3, =0x40008000\n"
                     "mov r2, #1\n"
                     "str r2, [r3, #0x44]\n"
                     "ldr r3, =0x5aa55aa5\n"
                     "mov r1, sp\n"
                     "ldr r2, =1024\n"
                     "sub r2, r1, r2\n"
                     "1: ldr r0, [r2]\n"
                     "cmp r0, r3\n"
                     "bne 2f\n"
                     "add r2, #4\n"
                     "cmp r2, r1\n"
                     "bne 1b\n"
                     "2: sub r0, r1, r2\n"
                     "ldr r1, =note\n"
                     "bx r1\n"
                     ".ltorg\n");
}

void chip_start(void)
{
    TIMER_BITS = 3; /* 32 */
    TIMER_PRESCALER = 0;
    TIMER_START = 1;
    chip_begin();
    chip_end();
    empty = total; /* the cost of the marks themselves */
    times = total = most = deepest = 0;
}

void chip_stop(void)
{
    put_text("measured ");
    put_number(times);
    put_text(" instructions ");
    put_number(total);
    chip_put(' ');
    put_number(most);
    put_text(" stack ");
    put_number(deepest);
    chip_put('\n');
    leave(0x20026);
}
