/* A WS2812 strip: one section a player in the player's colour, a bar as long as the score. */
#include "config.h"
#include "lamps.h"
#include "picture.h"
#include <avr/interrupt.h>
#include <avr/io.h>
#include <string.h>

#if STRIP_LEDS
#if F_CPU != 16000000
#error "the strip's timing is counted for 16 MHz"
#endif

#define FULL_BAR 50 /* the score at which a bar is full, until somebody has more */

static uint8_t lamps[STRIP_LEDS][3]; /* green, red, blue, as the lamps want them */

/* One byte, most significant bit first, 20 cycles (1.25 us) a bit: high for 6 cycles is 0, for 13 is 1. */
static inline void send(uint8_t byte, uint8_t high, uint8_t low)
{
    uint8_t bits;
    asm volatile("    ldi %[bits], 8      \n"
                 "1:  out %[port], %[high]\n"
                 "    rjmp .+0            \n"
                 "    rjmp .+0            \n"
                 "    sbrs %[byte], 7     \n"
                 "    out %[port], %[low] \n"
                 "    lsl %[byte]         \n"
                 "    rjmp .+0            \n"
                 "    rjmp .+0            \n"
                 "    nop                 \n"
                 "    out %[port], %[low] \n"
                 "    rjmp .+0            \n"
                 "    nop                 \n"
                 "    dec %[bits]         \n"
                 "    brne 1b             \n"
                 : [bits] "=&d"(bits), [byte] "+r"(byte)
                 : [port] "I"(_SFR_IO_ADDR(PORTD)), [high] "r"(high), [low] "r"(low));
}

static void set(uint8_t lamp, const uint8_t *rgb, uint8_t level)
{
    lamps[lamp][0] = (uint16_t)rgb[1] * level / 255;
    lamps[lamp][1] = (uint16_t)rgb[0] * level / 255;
    lamps[lamp][2] = (uint16_t)rgb[2] * level / 255;
}

static void draw_bar(uint8_t slot, uint8_t first, uint8_t length, int32_t full, uint32_t now_ms)
{
    const struct player *player = &board.shown[slot];
    uint8_t dim = board.brightness / 4 + (board.brightness > 0);
    uint8_t level = IS_ACTIVE(player) || IS_WINNER(player) ? board.brightness : dim;
    int32_t score = player->score < 0 ? 0 : player->score;
    uint8_t lit = (uint8_t)((float)score / full * length + 0.5f);

    if (IS_WINNER(player) || picture_plays(slot))
        lit = length;
    if (picture_plays(slot) && now_ms / 512 & 1)
        level = dim; /* 1 Hz, between bright and dim: no strobe */
    if (!lit)
        lit = 1; /* the player is there */
    for (uint8_t lamp = 0; lamp < lit; lamp++)
        set(first + lamp, player->rgb, level);
}

void strip_init(void)
{
    DDRD |= _BV(STRIP_PIN);
}

void strip_draw(uint32_t now_ms)
{
    static const uint8_t white[] = {255, 255, 255};
    int32_t full = FULL_BAR;
    uint8_t section = board.count ? STRIP_LEDS / board.count : STRIP_LEDS;

    memset(lamps, 0, sizeof lamps);
    for (uint8_t slot = 0; slot < board.count; slot++)
        if (board.shown[slot].score > full)
            full = board.shown[slot].score;
    if (board.mode == MODE_DASHES)
        for (uint8_t lamp = 0; lamp < STRIP_LEDS; lamp += 8)
            set(lamp, white, board.brightness / 4 + (board.brightness > 0));
    if (board.mode == MODE_SHOWING)
        for (uint8_t slot = 0; slot < board.count; slot++)
            draw_bar(slot, slot * section, section > 1 ? section - 1 : 1, full, now_ms);

    for (uint8_t lamp = 0; lamp < STRIP_LEDS; lamp++) {
        cli();
        uint8_t high = PORTD | _BV(STRIP_PIN), low = PORTD & ~_BV(STRIP_PIN);
        send(lamps[lamp][0], high, low);
        send(lamps[lamp][1], high, low);
        send(lamps[lamp][2], high, low);
        sei(); /* the receiver's turn: 7 us at most; the lamps end the picture after 9 at the earliest */
    }
}
#else
void strip_init(void)
{
}
void strip_draw(uint32_t now_ms)
{
    (void)now_ms;
}
#endif
