/* The serial port: 115200 baud, received by interrupt into a ring, sent by waiting. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

void uart_init(void);
bool uart_receive(uint8_t *byte); /* false when nothing is there */
void uart_send(uint8_t byte);
uint16_t uart_overruns(void); /* bytes lost since boot, as far as the chip knows */
