/* The serial port. The interrupt is the only one of this firmware and takes about 5 us: a WS2812 strip
 * between two lamps does not mind it, and no byte (87 us) is missed. */
#include "uart.h"
#include <avr/interrupt.h>
#include <avr/io.h>

#define BAUD 115200
#define RING 128 /* a power of two, more than one largest frame */

static volatile uint8_t ring[RING];
static volatile uint8_t head;
static volatile uint16_t overruns;
static uint8_t tail;

ISR(USART_RX_vect)
{
    if (UCSR0A & _BV(DOR0))
        overruns++;
    uint8_t byte = UDR0, next = (head + 1) & (RING - 1);
    if (next == tail)
        overruns++;
    else {
        ring[head] = byte;
        head = next;
    }
}

void uart_init(void)
{
    UCSR0A = _BV(U2X0); /* double speed: 115200 is 2.1 % off at 16 MHz, 3.5 % without */
    UBRR0 = (F_CPU / 4 / BAUD - 1) / 2;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00); /* 8N1 */
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

bool uart_receive(uint8_t *byte)
{
    if (tail == head)
        return false;
    *byte = ring[tail];
    tail = (tail + 1) & (RING - 1);
    return true;
}

void uart_send(uint8_t byte)
{
    loop_until_bit_is_set(UCSR0A, UDRE0);
    UDR0 = byte;
}

uint16_t uart_overruns(void)
{
    cli();
    uint16_t count = overruns;
    sei();
    return count;
}
