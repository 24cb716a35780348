/* Runs an AVR program on libsimavr to its end, and measures it.
 *
 *     cc -O2 avr_runner.c -lsimavr -o avr_runner
 *     avr_runner MCU PROGRAM.elf CONSOLE BEGIN END
 *
 * CONSOLE, BEGIN and END are addresses of I/O registers that the program does not need otherwise,
 * as the data space counts them (0x20 above those of IN and OUT). The program ends with interrupts
 * off and SLEEP. What it writes to
 *
 *     CONSOLE   goes to the standard output, byte by byte;
 *     BEGIN     begins a measurement (again, if one has begun);
 *     END       ends it. With OUT for both, only the cycles between the two are counted.
 *
 * After the program's own output it prints one or two lines:
 *
 *     ran CYCLES stack BYTES           from the reset on, all the stack counted
 *     measured TIMES cycles TOTAL MAX stack BYTES
 *
 * The second counts stack from the stack pointer at BEGIN, return addresses included, to the lowest
 * stack pointer after any instruction. The status is 0 when the program
 * ended by itself, 1 when it crashed or jumped out of the flash, 2 for wrong arguments.
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <simavr/sim_avr.h>
#include <simavr/sim_core.h>
#include <simavr/sim_elf.h>

static struct {
    uint64_t begin, total, most; /* cycles */
    uint32_t times;
    uint16_t top, low; /* the stack pointer at BEGIN, and its least since then */
    uint16_t deepest;
    int open;
} measure;

static void quiet(avr_t *avr, const int level, const char *format, va_list arguments)
{
    (void)avr, (void)level, (void)format, (void)arguments;
}

static uint16_t stack_pointer(const avr_t *avr)
{
    return (uint16_t)(avr->data[R_SPL] | avr->data[R_SPH] << 8);
}

static void print(avr_t *avr, avr_io_addr_t address, uint8_t value, void *unused)
{
    (void)avr, (void)address, (void)unused;
    putchar(value);
}

static void begin(avr_t *avr, avr_io_addr_t address, uint8_t value, void *unused)
{
    (void)address, (void)value, (void)unused;
    measure.open = 1;
    measure.begin = avr->cycle;
    measure.top = measure.low = stack_pointer(avr);
}

static void end(avr_t *avr, avr_io_addr_t address, uint8_t value, void *unused)
{
    (void)address, (void)value, (void)unused;
    if (!measure.open)
        return;
    uint64_t cycles = avr->cycle - measure.begin - 1; /* one for the OUT itself */
    measure.open = 0;
    measure.times++;
    measure.total += cycles;
    if (cycles > measure.most)
        measure.most = cycles;
    if (measure.top - measure.low > measure.deepest)
        measure.deepest = (uint16_t)(measure.top - measure.low);
}

int main(int count, char **arguments)
{
    if (count != 6) {
        fprintf(stderr, "avr_runner MCU PROGRAM.elf CONSOLE BEGIN END\n");
        return 2;
    }
    avr_io_addr_t console = (avr_io_addr_t)strtoul(arguments[3], NULL, 0);
    avr_io_addr_t mark_begin = (avr_io_addr_t)strtoul(arguments[4], NULL, 0);
    avr_io_addr_t mark_end = (avr_io_addr_t)strtoul(arguments[5], NULL, 0);

    avr_global_logger_set(quiet);
    elf_firmware_t program;
    memset(&program, 0, sizeof program);
    avr_t *avr = avr_make_mcu_by_name(arguments[1]);
    if (avr == NULL || elf_read_firmware(arguments[2], &program) != 0) {
        fprintf(stderr, "no such chip or program: %s %s\n", arguments[1], arguments[2]);
        return 2;
    }
    if (program.flashbase + program.flashsize > avr->flashend + 1) {
        fprintf(stderr, "the program does not fit\n");
        return 2;
    }
    avr_init(avr);
    avr_load_firmware(avr, &program);
    avr->run_cycle_limit = 1; /* come back after every instruction, to see the stack pointer */
    avr->run_cycle_count = 1;
    avr_register_io_write(avr, console, print, NULL);
    avr_register_io_write(avr, mark_begin, begin, NULL);
    avr_register_io_write(avr, mark_end, end, NULL);

    uint16_t lowest = avr->ramend;
    int state = cpu_Running;
    while (state != cpu_Done && state != cpu_Crashed) {
        /* Timers and interrupts are not used: while the program runs, nothing else is to be done. */
        if (avr->state == cpu_Running) {
            avr->pc = avr_run_one(avr);
            state = avr->state;
        } else
            state = avr_run(avr);
        uint16_t pointer = stack_pointer(avr);
        if (pointer < measure.low)
            measure.low = pointer;
        /* Until the program sets it, the stack pointer may be anything. */
        if (pointer < lowest && pointer > avr->ioend)
            lowest = pointer;
    }
    printf("ran %" PRIu64 " stack %u\n", (uint64_t)avr->cycle, (unsigned)(avr->ramend - lowest));
    if (measure.times)
        printf("measured %" PRIu32 " cycles %" PRIu64 " %" PRIu64 " stack %u\n", measure.times,
               measure.total, measure.most, (unsigned)measure.deepest);
    if (state != cpu_Done)
        fprintf(stderr, "the program crashed\n");
    return state == cpu_Done ? 0 : 1;
}
