/* MAX7219: 16-bit words, register in the high byte, taken over when LOAD rises (data sheet 19-4452). */
#include "max7219.h"
#include "config.h"
#include <avr/io.h>

#if LAMPS != LAMPS_NONE

enum { DIGIT_0 = 1, DECODE_MODE = 9, INTENSITY, SCAN_LIMIT, SHUTDOWN, DISPLAY_TEST = 15 };

static void send(uint8_t byte)
{
    SPDR = byte;
    loop_until_bit_is_set(SPSR, SPIF);
}

static void all(uint8_t chip_register, uint8_t value)
{
    PORTB &= ~_BV(LOAD_PIN);
    for (uint8_t chip = 0; chip < MODULES; chip++) {
        send(chip_register);
        send(value);
    }
    PORTB |= _BV(LOAD_PIN);
}

void max7219_init(void)
{
    PORTB |= _BV(LOAD_PIN);
    DDRB |= _BV(LOAD_PIN) | _BV(PB3) | _BV(PB5);
    SPCR = _BV(SPE) | _BV(MSTR) | _BV(SPR0); /* 1 MHz: long wires to the modules are allowed */
}

void max7219_row(uint8_t row, const uint8_t *values)
{
    PORTB &= ~_BV(LOAD_PIN);
    for (uint8_t chip = MODULES; chip--;) { /* what is sent first travels farthest */
        send(DIGIT_0 + row);
        send(values[chip]);
    }
    PORTB |= _BV(LOAD_PIN);
}

/* All settings every time: a chip that a spark has put into test mode or shutdown comes back. */
void max7219_level(uint8_t brightness)
{
    all(DISPLAY_TEST, 0);
    all(DECODE_MODE, 0);
    all(SCAN_LIMIT, 7);
    all(INTENSITY, brightness >> 4);
    all(SHUTDOWN, brightness ? 1 : 0);
}

#endif
