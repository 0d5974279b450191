/* Boardsight's LED display on an ATmega328P (Arduino Uno, Nano): one loop, one interrupt, a watchdog. */
#include "board.h"
#include "clock.h"
#include "lamps.h"
#include "picture.h"
#include "uart.h"
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/wdt.h>

#define DEBOUNCE_MS 20
#define REDRAW_MS 500 /* also when nothing has changed: lamps that were plugged in late catch up */

/* After a watchdog reset the watchdog stays on, with its shortest time: off before anything else. */
void watchdog_off(void) __attribute__((naked, used, section(".init3")));
void watchdog_off(void)
{
    MCUSR = 0;
    wdt_disable();
}

static void poll_buttons(uint32_t now_ms)
{
    static const uint8_t pins[] = {_BV(NEXT_PIN), _BV(UNDO_PIN)};
    static uint32_t changed_ms[2];
    static bool down[2];

    for (uint8_t index = 0; index < 2; index++) {
        bool is_down = !(PIND & pins[index]);
        if (is_down == down[index] || now_ms - changed_ms[index] < DEBOUNCE_MS)
            continue;
        down[index] = is_down;
        changed_ms[index] = now_ms;
        if (is_down)
            board_press(index + 1);
    }
}

static void draw(uint32_t now_ms)
{
    static uint32_t drawn_ms;
    static uint8_t phase;
    uint8_t now_phase = now_ms / 512 & 1; /* effects and marks change twice a second */

    if (!board_tick(now_ms) && now_phase == phase && now_ms - drawn_ms < REDRAW_MS)
        return;
    phase = now_phase;
    drawn_ms = now_ms;
    lamps_draw(now_ms);
    strip_draw(now_ms);
}

int main(void)
{
    PORTD |= _BV(NEXT_PIN) | _BV(UNDO_PIN);
    clock_init();
    uart_init();
    lamps_init();
    strip_init();
    sei();
    board_init();
    wdt_enable(WDTO_250MS);
    for (;;) {
        const struct frame *frame;
        uint32_t now_ms = clock_ms();
        uint8_t byte;

        wdt_reset();
        while (uart_receive(&byte)) {
            enum framing found = framing_push(byte, &frame);
            if (found == FRAME_GOOD)
                board_receive(frame, now_ms);
            else if (found == FRAME_BAD)
                board_garbage();
        }
        poll_buttons(now_ms);
        draw(now_ms);
    }
}
