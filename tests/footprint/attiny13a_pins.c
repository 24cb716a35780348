/* Plays on the serial line of a simulated ATtiny13A, pin by pin and cycle by cycle.
 *
 *     cc -O2 attiny13a_pins.c -lsimavr -o attiny13a_pins
 *     attiny13a_pins PROGRAM.elf BIT <answers >lines
 *
 * The chip sends on pin 1 of port B and receives on pin 2, BIT cycles for a bit, eight bits, lowest
 * first, no parity. What it sends is printed. When it has sent a whole line, the next line of the
 * standard input is sent to it without a break; at the end of the input, the run ends. Then comes a
 * last line:
 *
 *     thought TIMES TOTAL MAX late CYCLES stack BYTES free BYTES cycles ALL
 *
 * In it are the cycles from the end of an answer to the beginning of the chip's next byte, except
 * for lines that begin with a blank (which the chip ignores); the largest deviation of an edge from
 * its time, counted from the start bit; the most bytes of stack; the longest part of RAM that was
 * never written; and all cycles. The status is 1 when the chip crashes, is silent too long, or
 * sends an invalid byte.
 */

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <simavr/avr_extint.h>
#include <simavr/avr_ioport.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_cycle_timers.h>
#include <simavr/sim_elf.h>

enum { OUT = 1, IN = 2, RAM = 0x60, PAINT = 0xa5, SILENCE = 100000000 };

static avr_t *avr;
static avr_irq_t *in;
static avr_cycle_count_t bit;

static struct {
    int level, sending, bits; /* of the byte so far, the start bit counted */
    unsigned byte;
    avr_cycle_count_t start, late;
} chip = {1, 0, 0, 0, 0, 0};
static struct {
    char text[64];
    int at, bits; /* the byte, and the bit of it, that comes next */
} host;
static struct {
    avr_cycle_count_t since, total, most;
    uint32_t times;
} thought;
static int ended;

static void quiet(avr_t *simulated, const int level, const char *format, va_list arguments)
{
    (void)simulated, (void)level, (void)format, (void)arguments;
}

static void stop(const char *why)
{
    fflush(stdout);
    fprintf(stderr, "%s after %" PRIu64 " cycles\n", why, (uint64_t)avr->cycle);
    exit(1);
}

/* Puts the next bit on the line, each BIT cycles, until the text is sent. */
static avr_cycle_count_t send(avr_t *simulated, avr_cycle_count_t when, void *unused)
{
    (void)simulated, (void)unused;
    if (host.text[host.at] == '\0') {
        thought.since = when;
        return 0;
    }
    unsigned frame = (unsigned)(unsigned char)host.text[host.at] << 1 | 1u << 9;
    avr_raise_irq(in, frame >> host.bits & 1);
    if (++host.bits == 10) {
        host.bits = 0;
        host.at++;
    }
    return when + bit;
}

static void received(int character)
{
    putchar(character);
    if (character != '\n')
        return;
    if (fgets(host.text, sizeof host.text, stdin) == NULL) {
        ended = 1;
        return;
    }
    host.text[strcspn(host.text, "\n")] = '\0';
    host.at = host.bits = 0;
    avr_cycle_timer_register(avr, bit, send, NULL);
}

/* Looks at the line in the middle of each bit. */
static avr_cycle_count_t sample(avr_t *simulated, avr_cycle_count_t when, void *unused)
{
    (void)simulated, (void)unused;
    chip.byte |= (unsigned)chip.level << chip.bits;
    if (++chip.bits < 10)
        return when + bit;
    if ((chip.byte & 0x201) != 0x200)
        stop("no start bit or no stop bit");
    chip.sending = 0;
    received(chip.byte >> 1 & 0xff);
    return 0;
}

static void edge(avr_irq_t *irq, uint32_t value, void *unused)
{
    (void)irq, (void)unused;
    if ((int)value == chip.level)
        return;
    chip.level = (int)value;
    if (!chip.sending) {
        if (value)
            stop("the line was down between two bytes");
        if (thought.since && host.text[0] != ' ') {
            avr_cycle_count_t cycles = avr->cycle - thought.since;
            thought.since = 0;
            thought.times++;
            thought.total += cycles;
            if (cycles > thought.most)
                thought.most = cycles;
        }
        chip.start = avr->cycle;
        chip.sending = 1;
        chip.byte = 0;
        chip.bits = 0;
        avr_cycle_timer_register(avr, bit / 2, sample, NULL);
        return;
    }
    avr_cycle_count_t late = (avr->cycle - chip.start) % bit;
    if (late > bit / 2)
        late = bit - late;
    if (late > chip.late)
        chip.late = late;
}

int main(int count, char **arguments)
{
    elf_firmware_t program;
    avr_global_logger_set(quiet);
    memset(&program, 0, sizeof program);
    avr = avr_make_mcu_by_name("attiny13a");
    bit = count == 3 ? strtoul(arguments[2], NULL, 10) : 0;
    if (avr == NULL || bit == 0 || elf_read_firmware(arguments[1], &program) != 0) {
        fprintf(stderr, "attiny13a_pins PROGRAM.elf BIT\n");
        return 2;
    }
    if (program.flashbase + program.flashsize > avr->flashend + 1)
        stop("the program does not fit");
    avr_init(avr);
    avr_load_firmware(avr, &program);
    avr->run_cycle_limit = 1000; /* timers keep their cycle; without it a third slower */
    /* OUT is also INT0, which is not used: while it is low, simavr would poll it each cycle. */
    avr_extint_set_strict_lvl_trig(avr, 0, 0);
    memset(avr->data + RAM, PAINT, avr->ramend + 1 - RAM);
    in = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), IN);
    avr_raise_irq(in, 1);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), OUT), edge, NULL);

    while (!ended) {
        int state = avr_run(avr);
        if (state == cpu_Done || state == cpu_Crashed)
            stop("the program ended");
        if (avr->cycle > chip.start + SILENCE)
            stop("silence");
    }
    int at, first = RAM, last = RAM; /* of the longest unwritten part: begin and end */
    for (int begin = at = RAM; at <= avr->ramend; at++) {
        if (avr->data[at] != PAINT)
            begin = at + 1;
        if (at + 1 - begin > last - first) {
            first = begin;
            last = at + 1;
        }
    }
    printf("thought %" PRIu32 " %" PRIu64 " %" PRIu64 " late %" PRIu64 " stack %d free %d cycles %"
           PRIu64 "\n", thought.times, (uint64_t)thought.total, (uint64_t)thought.most,
           (uint64_t)chip.late, avr->ramend + 1 - last, last - first, (uint64_t)avr->cycle);
    return 0;
}
