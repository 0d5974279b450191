/* A chain of MAX7219 lamp drivers on the SPI pins. */
#pragma once
#include <stdint.h>

void max7219_init(void);
void max7219_row(uint8_t row, const uint8_t *values); /* row 0..7, one byte a chip, the nearest first */
void max7219_level(uint8_t brightness);               /* 0 dark to 255 */
