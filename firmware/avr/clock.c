/* Milliseconds since boot. Timer 1 counts steps of 4 us; what is left of a millisecond is kept. */
#include "clock.h"
#include <avr/io.h>

#define STEPS_PER_MS (F_CPU / 64 / 1000)

static uint32_t now_ms;
static uint16_t counted; /* timer value up to which now_ms is right */

void clock_init(void)
{
    TCCR1B = _BV(CS11) | _BV(CS10); /* F_CPU / 64 */
}

uint32_t clock_ms(void)
{
    uint16_t ahead = TCNT1 - counted;
    uint16_t passed_ms = ahead / STEPS_PER_MS;
    now_ms += passed_ms;
    counted += passed_ms * STEPS_PER_MS;
    return now_ms;
}
