/* Frames: 00 COBS(type seq payload crc16) 00; see docs/display-protocol.md. */
#pragma once
#include <stdint.h>

#define LARGEST_FRAME 96

struct frame {
    uint8_t type, sequence, length; /* length of the payload */
    uint8_t payload[LARGEST_FRAME - 4];
};

enum framing { FRAME_NONE, FRAME_GOOD, FRAME_BAD };

/* Takes one received byte. After FRAME_GOOD the frame stands in `*frame` until the next byte. */
enum framing framing_push(uint8_t byte, const struct frame **frame);

void framing_send(const struct frame *frame);

uint16_t crc16_update(uint16_t crc, const uint8_t *bytes, uint8_t length); /* begin with 0xFFFF */
