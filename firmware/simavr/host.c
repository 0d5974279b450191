/* Runs the AVR firmware in simavr, with MAX7219 chips, a WS2812 strip and buttons on its pins.
 *
 *   host [--chips N] [--pty] [--overrun] FIRMWARE.elf
 *
 * Reads one command a line, answers each with one line:
 *   send HEX       bytes for the chip's serial input, at 115200 baud from now on    ok
 *   run MS         simulated time                                                  sent HEX (what the chip sent)
 *   pin N 0|1      port D, pin N: a button                                         ok
 *   state          everything that hangs on the pins                               one JSON object
 * With --pty the serial port is a pseudo-terminal (its name is the first line), and simulated time
 * keeps pace with the clock on the wall; `run` is then not needed.
 *
 * simavr is GPL-3: this program is for tests alone, and nothing that we ship links to it.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <simavr/avr_ioport.h>
#include <simavr/avr_spi.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>

#define HERTZ 16000000ULL
#define BYTE_CYCLES (HERTZ * 10 / 115200)
#define MOST_CHIPS 16
#define MOST_LAMPS 300
#define SLICE (HERTZ / 200) /* simulated at most between two looks at the line: a slow computer shall answer too */
#define UART_ROOM 2 /* bytes that the chip holds before the next one, when complete, overruns */

DEFINE_FIFO(uint16_t, uart_fifo);

static avr_t *avr;
static avr_irq_t *uart_input;
static uart_fifo_t *uart_unread;
static FILE *reply;
static int chips = 1, pty_fd = -1;
static bool model_overrun;

static uint8_t incoming[1 << 20], outgoing[1 << 20];
static size_t incoming_from, incoming_to, outgoing_count;
static uint64_t next_byte_cycle;
static unsigned dropped, resets;

/* MAX7219 chain */
static uint8_t shifted[2 * MOST_CHIPS], registers[MOST_CHIPS][16];
static unsigned loads;

static void on_spi(avr_irq_t *irq, uint32_t value, void *parameter)
{
    (void)irq, (void)parameter;
    memmove(shifted, shifted + 1, 2 * chips - 1);
    shifted[2 * chips - 1] = value;
}

static void on_load(avr_irq_t *irq, uint32_t value, void *parameter)
{
    (void)parameter;
    if (!value || irq->value == value)
        return;
    loads++;
    for (int chip = 0; chip < chips; chip++) {
        uint8_t *word = shifted + 2 * (chips - 1 - chip); /* the nearest chip has the last word */
        if (word[0] & 15)
            registers[chip][word[0] & 15] = word[1];
    }
}

/* WS2812 strip: a rising edge, then high for less than 0.6 us is 0, for longer is 1; 50 us low latch. */
static uint8_t arriving[MOST_LAMPS * 3], latched[MOST_LAMPS * 3];
static unsigned arriving_bits, latched_bits, longest_gap;
static uint64_t rose, fell;

static void strip_latch(void)
{
    if (!arriving_bits || avr->cycle - fell < 50 * (HERTZ / 1000000))
        return;
    memcpy(latched, arriving, sizeof latched);
    latched_bits = arriving_bits;
    arriving_bits = 0;
}

static void on_strip(avr_irq_t *irq, uint32_t value, void *parameter)
{
    (void)parameter;
    if (irq->value == value)
        return;
    if (value) {
        strip_latch();
        if (arriving_bits && avr->cycle - fell > longest_gap)
            longest_gap = avr->cycle - fell;
        rose = avr->cycle;
        return;
    }
    fell = avr->cycle;
    if (arriving_bits >= sizeof arriving * 8)
        return;
    uint8_t *byte = &arriving[arriving_bits / 8], mask = 0x80 >> arriving_bits % 8;
    *byte = fell - rose > 6 * HERTZ / 10000000 ? *byte | mask : *byte & ~mask;
    arriving_bits++;
}

static void on_uart(avr_irq_t *irq, uint32_t value, void *parameter)
{
    (void)irq, (void)parameter;
    if (pty_fd >= 0) {
        uint8_t byte = value;
        if (write(pty_fd, &byte, 1) < 0 && errno != EAGAIN)
            exit(1);
    } else if (outgoing_count < sizeof outgoing)
        outgoing[outgoing_count++] = value;
}

/* simavr's ports forget their levels with a reset; the buttons outside do not. */
static int levels[8] = {1, 1, 1, 1, 1, 1, 1, 1};
static bool levels_lost = true;

static void on_reset(avr_t *chip)
{
    (void)chip;
    resets++;
    levels_lost = true;
}

static void set_levels(void)
{
    for (int pin = 2; pin <= 3; pin++) {
        avr_irq_t *irq = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), pin);
        avr_raise_irq(irq, !levels[pin]); /* an unchanged level would be filtered away */
        avr_raise_irq(irq, levels[pin]);
    }
    levels_lost = false;
}

static void attach(void)
{
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
    flags &= ~(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POOL_SLEEP);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    uart_input = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_uart, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_OUTPUT), on_spi, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), 2), on_load, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), 6), on_strip, NULL);
    for (avr_io_t *io = avr->io_port; io; io = io->next)
        if (!strcmp(io->kind, "uart") && !uart_unread)
            uart_unread = &((avr_uart_t *)io)->input;
}

static void feed(void)
{
    if (incoming_from == incoming_to || avr->cycle < next_byte_cycle)
        return;
    next_byte_cycle = (next_byte_cycle + BYTE_CYCLES > avr->cycle ? next_byte_cycle : avr->cycle) + BYTE_CYCLES;
    uint8_t byte = incoming[incoming_from++];
    if (incoming_from == incoming_to)
        incoming_from = incoming_to = 0;
    if (model_overrun && uart_fifo_get_read_size(uart_unread) > UART_ROOM)
        dropped++;
    else
        avr_raise_irq(uart_input, byte);
}

static void run_until(uint64_t cycle)
{
    while (avr->cycle < cycle) {
        if (levels_lost)
            set_levels();
        int state = avr_run(avr);
        if (state == cpu_Done || state == cpu_Crashed) {
            fprintf(stderr, "the firmware has crashed\n");
            exit(1);
        }
        feed();
    }
    strip_latch();
}

static void take(const uint8_t *bytes, size_t count)
{
    if (incoming_from == incoming_to)
        next_byte_cycle = avr->cycle + BYTE_CYCLES;
    for (size_t index = 0; index < count && incoming_to < sizeof incoming; index++)
        incoming[incoming_to++] = bytes[index];
}

static void print_state(void)
{
    fprintf(reply, "{\"ms\": %.3f, \"chips\": [", avr->cycle * 1000.0 / HERTZ);
    for (int chip = 0; chip < chips; chip++) {
        fprintf(reply, "%s[", chip ? ", " : "");
        for (int number = 0; number < 16; number++)
            fprintf(reply, "%s%d", number ? ", " : "", registers[chip][number]);
        fprintf(reply, "]");
    }
    fprintf(reply, "], \"strip\": [");
    for (unsigned lamp = 0; lamp < latched_bits / 24; lamp++)
        fprintf(reply, "%s[%d, %d, %d]", lamp ? ", " : "", latched[3 * lamp + 1], latched[3 * lamp], latched[3 * lamp + 2]);
    fprintf(reply, "], \"longest_gap_us\": %.2f, \"loads\": %u, \"dropped\": %u, \"resets\": %u, \"waiting\": %zu}\n",
           longest_gap * 1e6 / HERTZ, loads, dropped, resets, incoming_to - incoming_from);
}

static void command(char *line)
{
    if (!strncmp(line, "send ", 5)) {
        for (char *hex = line + 5; hex[0] && hex[1] && hex[0] != '\n'; hex += 2) {
            char pair[3] = {hex[0], hex[1], 0};
            uint8_t byte = strtol(pair, NULL, 16);
            take(&byte, 1);
        }
        fputs("ok\n", reply);
    } else if (!strncmp(line, "run ", 4)) {
        run_until(avr->cycle + strtoull(line + 4, NULL, 10) * (HERTZ / 1000));
        fprintf(reply, "sent ");
        for (size_t index = 0; index < outgoing_count; index++)
            fprintf(reply, "%02x", outgoing[index]);
        outgoing_count = 0;
        fputs("\n", reply);
    } else if (!strncmp(line, "pin ", 4)) {
        int pin = 0, level = 0;
        sscanf(line + 4, "%d %d", &pin, &level);
        levels[pin & 7] = level;
        set_levels();
        fputs("ok\n", reply);
    } else if (!strncmp(line, "state", 5))
        print_state();
    else
        fputs("?\n", reply);
    fflush(reply);
}

static double wall_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

static void open_pty(void)
{
    int slave;
    struct termios raw;
    char name[128];
    if (openpty(&pty_fd, &slave, name, NULL, NULL)) /* the slave stays open: hosts may come and go */
        exit(1);
    tcgetattr(slave, &raw);
    cfmakeraw(&raw);
    tcsetattr(slave, TCSANOW, &raw);
    fcntl(pty_fd, F_SETFL, O_NONBLOCK);
    fprintf(reply, "%s\n", name);
    fflush(reply);
}

static void run_with_the_clock(void)
{
    double started_s = wall_s();
    uint64_t started_cycle = avr->cycle;
    struct pollfd watched[] = {{.fd = 0, .events = POLLIN}, {.fd = pty_fd, .events = POLLIN}};
    for (;;) {
        uint64_t due = started_cycle + (uint64_t)((wall_s() - started_s) * HERTZ);
        if (due > avr->cycle + HERTZ / 20) { /* this computer is too slow: let time slip */
            started_s = wall_s();
            started_cycle = avr->cycle;
            due = avr->cycle + HERTZ / 20;
        }
        bool behind = due > avr->cycle + SLICE;
        run_until(behind ? avr->cycle + SLICE : due);
        poll(watched, 2, behind ? 0 : 1);
        if (watched[1].revents & POLLIN) {
            uint8_t bytes[4096];
            ssize_t count = read(pty_fd, bytes, sizeof bytes);
            if (count > 0)
                take(bytes, count);
        }
        if (watched[0].revents & POLLIN) {
            char line[256];
            if (!fgets(line, sizeof line, stdin))
                return;
            command(line);
        } else if (watched[0].revents & POLLHUP)
            return;
    }
}

int main(int count, char **arguments)
{
    static char line[1 << 20];
    elf_firmware_t firmware = {0};
    bool with_pty = false;
    const char *path = NULL;

    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that fails leaves no simulator behind */
    setvbuf(stdin, NULL, _IONBF, 0);
    reply = fdopen(dup(1), "w");
    dup2(2, 1); /* simavr talks on stdout */
    for (int index = 1; index < count; index++) {
        if (!strcmp(arguments[index], "--chips") && index + 1 < count)
            chips = atoi(arguments[++index]);
        else if (!strcmp(arguments[index], "--pty"))
            with_pty = true;
        else if (!strcmp(arguments[index], "--overrun"))
            model_overrun = true;
        else
            path = arguments[index];
    }
    if (!path || chips < 1 || chips > MOST_CHIPS || elf_read_firmware(path, &firmware)) {
        fprintf(stderr, "usage: host [--chips 1..16] [--pty] [--overrun] FIRMWARE.elf\n");
        return 2;
    }
    avr = avr_make_mcu_by_name("atmega328p");
    if (!avr)
        return 1;
    avr_init(avr);
    avr->frequency = HERTZ;
    avr->log = LOG_ERROR;
    avr_load_firmware(avr, &firmware);
    avr->frequency = HERTZ;
    attach();
    avr->reset = on_reset;
    if (with_pty) {
        open_pty();
        run_with_the_clock();
    } else
        while (fgets(line, sizeof line, stdin))
            command(line);
    return 0;
}
