/* What draws the board's state: digits, a matrix, a strip. */
#pragma once
#include <stdint.h>

void lamps_init(void);
void lamps_draw(uint32_t now_ms);
void strip_init(void);
void strip_draw(uint32_t now_ms);
