/* Frames, cut out of the stream of bytes and checked. */
#include "framing.h"
#include "uart.h"
#include <stdbool.h>
#include <util/crc16.h>

#define RESIDUE 0x1D0F /* of CRC-16/GENIBUS over a whole good frame */

static uint8_t piece[LARGEST_FRAME + 1]; /* what came since the last 00; decoded in place */
static uint8_t received;
static bool too_long;

uint16_t crc16_update(uint16_t crc, const uint8_t *bytes, uint8_t length)
{
    while (length--)
        crc = _crc_xmodem_update(crc, *bytes++);
    return crc;
}

/* Decodes `piece` in place; returns the decoded length, 0 where it is not COBS. Each group is a code
 * byte n, n-1 bytes, and a 00 that was left out (not after the last group). */
static uint8_t cobs_decode(void)
{
    uint8_t from = 0, to = 0;
    while (from < received) {
        uint8_t code = piece[from++];
        if (code - 1 > received - from)
            return 0;
        for (uint8_t copied = 1; copied < code; copied++)
            piece[to++] = piece[from++];
        if (from < received)
            piece[to++] = 0;
    }
    return to;
}

enum framing framing_push(uint8_t byte, const struct frame **frame)
{
    static struct frame good;

    if (byte) {
        if (received < sizeof piece)
            piece[received++] = byte;
        else
            too_long = true;
        return FRAME_NONE;
    }
    if (!received)
        return FRAME_NONE; /* two 00 in a row: silence */
    uint8_t length = too_long ? 0 : cobs_decode();
    received = 0;
    too_long = false;
    if (length < 4 || crc16_update(0xFFFF, piece, length) != RESIDUE)
        return FRAME_BAD;
    good.type = piece[0];
    good.sequence = piece[1];
    good.length = length - 4;
    for (uint8_t index = 0; index < good.length; index++)
        good.payload[index] = piece[index + 2];
    *frame = &good;
    return FRAME_GOOD;
}

void framing_send(const struct frame *frame)
{
    uint8_t body[LARGEST_FRAME], length = 0;

    body[length++] = frame->type;
    body[length++] = frame->sequence;
    for (uint8_t index = 0; index < frame->length; index++)
        body[length++] = frame->payload[index];
    uint16_t crc = ~crc16_update(0xFFFF, body, length);
    body[length++] = crc >> 8;
    body[length++] = crc & 0xFF;

    uart_send(0);
    for (uint8_t start = 0; start <= length;) {
        uint8_t end = start;
        while (end < length && body[end])
            end++;
        uart_send(end - start + 1);
        while (start < end)
            uart_send(body[start++]);
        start++; /* the 00, which the code byte stands for */
    }
    uart_send(0);
}
