/* What stands in a slot now, as four letters, whatever the lamps. */
#pragma once
#include "board.h"

#define MARK_ACTIVE '^' /* drawn as a small square up high */
#define MARK_WINNER '=' /* drawn as three bars */
#define PICTURE_MS 20   /* how often moving pictures are drawn anew */

struct text {
    char letters[DIGITS];
    uint8_t points; /* bit n: a decimal point behind letter n */
    bool plain;     /* the score itself: active player and winner may be marked */
};

void picture_slot(struct text *text, uint8_t slot, uint32_t now_ms);
bool picture_plays(uint8_t slot); /* an effect is on in this slot */
