/* Seven-segment modules: two players on each, the first on the left. */
#include "config.h"
#if LAMPS == LAMPS_DIGITS
#include "lamps.h"
#include "max7219.h"
#include "picture.h"

#define POINT 0x80

/* Segments: bit 6 is a (top), then b, c, d, e, f clockwise, bit 0 is g (middle). */
static uint8_t segments(char letter)
{
    static const uint8_t digits[] = {0x7E, 0x30, 0x6D, 0x79, 0x33, 0x5B, 0x5F, 0x70, 0x7F, 0x7B};
    if (letter >= '0' && letter <= '9')
        return digits[letter - '0'];
    switch (letter) {
    case '-':
        return 0x01;
    case MARK_ACTIVE:
        return 0x63;
    case MARK_WINNER:
        return 0x49;
    case '?':
        return 0x65;
    case 'H':
        return 0x37;
    case 'L':
        return 0x0E;
    case 'U':
        return 0x3E;
    case 'N':
        return 0x15;
    case 'D':
        return 0x3D;
    case 'O':
        return 0x7E;
    default:
        return 0;
    }
}

/* The mark stands on the first digit; where the score needs that, it blinks gently (1 Hz) instead. */
static void mark(struct text *text, const struct player *player, uint32_t now_ms)
{
    char letter = IS_WINNER(player) ? MARK_WINNER : MARK_ACTIVE;
    if (!text->plain || !(IS_ACTIVE(player) || IS_WINNER(player)))
        return;
    if (text->letters[0] == ' ')
        text->letters[0] = letter;
    else if (!board.quiet && now_ms / 512 & 1)
        for (uint8_t place = text->points = 0; place < DIGITS; place++)
            text->letters[place] = ' ';
}

void lamps_init(void)
{
    max7219_init();
}

void lamps_draw(uint32_t now_ms)
{
    uint8_t rows[8][MODULES];

    for (uint8_t slot = 0; slot < 2 * MODULES; slot++) {
        struct text text;
        uint8_t chip = slot / 2, left = slot & 1 ? 3 : 7; /* digit 7 is the leftmost */
        if (slot < SLOTS)
            picture_slot(&text, slot, now_ms);
        if (slot < SLOTS)
            mark(&text, &board.shown[slot], now_ms);
        for (uint8_t place = 0; place < DIGITS; place++)
            rows[left - place][chip] = slot < SLOTS ? segments(text.letters[place]) |
                                                          (text.points >> place & 1 ? POINT : 0)
                                                    : 0;
    }
    for (uint8_t row = 0; row < 8; row++)
        max7219_row(row, rows[row]);
    max7219_level(board.mode == MODE_DARK ? 0 : board.brightness);
}
#endif
#if LAMPS == 0
#include "lamps.h"
void lamps_init(void)
{
}
void lamps_draw(uint32_t now_ms)
{
    (void)now_ms;
}
#endif
