/* Milliseconds since boot, from timer 1, without an interrupt (the receiver shall never wait for one). */
#pragma once
#include <stdint.h>

void clock_init(void);
uint32_t clock_ms(void); /* call at least every 250 ms: the timer runs over after 262 */
