/* The board: takes frames, keeps what is shown, answers. State is absolute: a frame that comes twice
 * harms nothing, and COMMIT shows what has been staged only if it is what the host has sent. */
#include "board.h"
#include "clock.h"
#include "uart.h"
#include <avr/eeprom.h>
#include <string.h>

#define PROTOCOL_MAJOR 1
#define PROTOCOL_MINOR 0

enum { HELLO = 0x01, PLAYER, COMMIT, BRIGHTNESS, ANIMATE, CLEAR, PING };
enum { CAPABILITIES = 0x81, ACK, NAK, STATS, EVENT };
enum { BAD_FRAME = 1, UNKNOWN_TYPE, BAD_PAYLOAD, OTHER_MAJOR, HELLO_FIRST, NOT_WHAT_YOU_SENT };
enum { CAN_COLOUR = 1, CAN_TEXT = 2, CAN_ANIMATION = 4, CAN_BUTTONS = 8, CAN_BRIGHTNESS = 16 };
enum { EVENT_BOOT = 1, EVENT_BUTTON };

#if STRIP_LEDS && LAMPS == LAMPS_NONE
static const char device_name[] = "Strip";
#elif LAMPS == LAMPS_MATRIX
static const char device_name[] = "Matrix";
#else
static const char device_name[] = "Digits";
#endif

struct board board;

static struct player staged[SLOTS];
static uint8_t staged_slots; /* one bit a slot */
static uint16_t boot_id, shown_digest;
static uint32_t good_frames, bad_frames, heard_ms;
static uint8_t last_sequence, last_type, presses[2];
static uint16_t last_digest; /* of the last good frame's payload: the same frame again? */
static bool greeted, complained, heard, committed, changed;
static struct frame answer;

static void put(const void *bytes, uint8_t length)
{
    memcpy(answer.payload + answer.length, bytes, length);
    answer.length += length;
}

static void put8(uint8_t value)
{
    put(&value, 1);
}

static void begin(uint8_t type, uint8_t sequence)
{
    answer.type = type;
    answer.sequence = sequence;
    answer.length = 0;
}

static void refuse(uint8_t reason, uint8_t sequence)
{
    begin(NAK, sequence);
    put8(reason);
    put8(last_sequence);
}

static uint16_t digest_of(const struct player *players, uint8_t count)
{
    uint16_t crc = 0xFFFF;
    for (; count; count--, players++)
        crc = crc16_update(crc, (const uint8_t *)players, PLAYER_FIXED + players->name_length);
    return ~crc;
}

static void send_event(uint8_t kind, uint16_t value, uint8_t count)
{
    begin(EVENT, 0);
    put8(kind);
    put(&value, 2);
    put8(count);
    framing_send(&answer);
}

void board_init(void)
{
    boot_id = eeprom_read_word((uint16_t *)0) + 1;
    eeprom_update_word((uint16_t *)0, boot_id);
    board.brightness = 64 < BRIGHTNESS_CAP ? 64 : BRIGHTNESS_CAP;
    shown_digest = digest_of(board.shown, 0);
    changed = true;
    send_event(EVENT_BOOT, boot_id, 0);
}

static void hello(const struct frame *frame)
{
    if (frame->length < 2 || frame->payload[0] != PROTOCOL_MAJOR) {
        greeted = false;
        refuse(frame->length < 2 ? BAD_PAYLOAD : OTHER_MAJOR, frame->sequence);
        return;
    }
    greeted = true;
    begin(CAPABILITIES, frame->sequence);
    put8(PROTOCOL_MAJOR);
    put8(PROTOCOL_MINOR);
    put8(FIRMWARE_MAJOR);
    put8(FIRMWARE_MINOR);
    put8(SLOTS);
    put8(LAMPS == LAMPS_NONE ? 0 : DIGITS);
    put8(CAN_ANIMATION | CAN_BUTTONS | CAN_BRIGHTNESS | (STRIP_LEDS ? CAN_COLOUR : 0) |
         (LAMPS == LAMPS_MATRIX ? CAN_TEXT : 0));
    put8(LARGEST_FRAME);
    put8(BRIGHTNESS_CAP);
    put(&boot_id, 2);
    put8(sizeof device_name - 1);
    put(device_name, sizeof device_name - 1);
}

static void stats(const struct frame *frame, uint32_t now_ms)
{
    uint16_t overruns = uart_overruns();
    begin(STATS, frame->sequence);
    put(&good_frames, 4);
    put(&bad_frames, 4);
    put(&overruns, 2);
    put(&now_ms, 4);
    put(&boot_id, 2);
    put(&shown_digest, 2);
    put8(board.brightness);
    put(presses, 2);
}

/* Each returns 0, or the reason why not. */

static uint8_t player(const struct frame *frame)
{
    const struct player *sent = (const struct player *)frame->payload;
    if (frame->length < PLAYER_FIXED || sent->name_length > LONGEST_NAME ||
        frame->length < PLAYER_FIXED + sent->name_length || sent->slot >= SLOTS)
        return BAD_PAYLOAD;
    memcpy(&staged[sent->slot], sent, PLAYER_FIXED + sent->name_length);
    staged_slots |= 1 << sent->slot;
    return 0;
}

static uint8_t commit(const struct frame *frame)
{
    uint8_t count = frame->payload[0];
    if (frame->length < 4 || count > SLOTS)
        return BAD_PAYLOAD;
    uint16_t digest = frame->payload[2] | frame->payload[3] << 8;
    uint8_t needed = (1 << count) - 1;
    if ((staged_slots & needed) != needed || digest_of(staged, count) != digest)
        return NOT_WHAT_YOU_SENT;
    memcpy(board.shown, staged, sizeof board.shown);
    shown_digest = digest;
    board.count = count;
    board.quiet = frame->payload[1] & 1;
    board.mode = MODE_SHOWING;
    committed = true;
    if (board.quiet)
        board.animation = NO_ANIMATION;
    return 0;
}

static uint8_t animate(const struct frame *frame, uint32_t now_ms, bool repeated)
{
    if (frame->length < 4)
        return BAD_PAYLOAD;
    uint8_t animation = frame->payload[0];
    if (repeated || board.quiet || animation == NO_ANIMATION || animation > TEST)
        return 0; /* known or not: an effect is never worth a quarrel */
    board.animation = animation;
    board.animation_slot = frame->payload[1];
    board.animation_end_ms = now_ms + (frame->payload[2] | frame->payload[3] << 8);
    return 0;
}

static uint8_t brightness(const struct frame *frame)
{
    if (frame->length < 1)
        return BAD_PAYLOAD;
    board.brightness = frame->payload[0] < BRIGHTNESS_CAP ? frame->payload[0] : BRIGHTNESS_CAP;
    return 0;
}

static uint8_t clear(void)
{
    staged_slots = 0;
    committed = false;
    board.count = 0;
    board.animation = NO_ANIMATION;
    board.mode = MODE_DARK;
    shown_digest = digest_of(board.shown, 0);
    return 0;
}

static uint8_t obey(const struct frame *frame, uint32_t now_ms, bool repeated)
{
    if (frame->type < HELLO || frame->type > PING)
        return UNKNOWN_TYPE;
    if (!greeted)
        return HELLO_FIRST;
    changed = frame->type != PLAYER; /* which only shows at the COMMIT */
    switch (frame->type) {
    case PLAYER:
        return player(frame);
    case COMMIT:
        return commit(frame);
    case BRIGHTNESS:
        return brightness(frame);
    case ANIMATE:
        return animate(frame, now_ms, repeated);
    default:
        return clear();
    }
}

void board_receive(const struct frame *frame, uint32_t now_ms)
{
    uint16_t digest = crc16_update(0xFFFF, frame->payload, frame->length);
    bool repeated = frame->type == last_type && frame->sequence == last_sequence && digest == last_digest;

    good_frames++;
    complained = false;
    heard = true;
    heard_ms = now_ms;
    last_type = frame->type;
    last_sequence = frame->sequence;
    last_digest = digest;
#ifdef TEST_HANG
    if (frame->type == 0x7F) /* only in the build for the tests: what the watchdog is for */
        for (;;)
            ;
#endif
    if (frame->type == HELLO)
        hello(frame);
    else if (frame->type == PING)
        stats(frame, now_ms);
    else {
        uint8_t reason = obey(frame, now_ms, repeated);
        if (reason)
            refuse(reason, frame->sequence);
        else
            begin(ACK, frame->sequence);
    }
    framing_send(&answer);
}

void board_garbage(void)
{
    bad_frames++;
    if (complained)
        return; /* once is enough: noise shall not make noise */
    complained = true;
    refuse(BAD_FRAME, 0);
    framing_send(&answer);
}

void board_press(uint8_t button)
{
    send_event(EVENT_BUTTON, button, ++presses[button - 1]);
}

bool board_tick(uint32_t now_ms)
{
    bool silent = !heard || now_ms - heard_ms >= SILENCE_MS;
    enum mode before = board.mode;
    if (board.mode == MODE_SHOWING && silent)
        board.mode = MODE_DASHES;
    else if (board.mode == MODE_DASHES && !silent && committed)
        board.mode = MODE_SHOWING;
    if (board.animation && (int32_t)(now_ms - board.animation_end_ms) >= 0) {
        board.animation = NO_ANIMATION;
        changed = true;
    }
    bool redraw = changed || board.mode != before;
    changed = false;
    return redraw;
}
