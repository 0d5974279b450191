/* 8 x 8 modules in a chain: two modules a player, four letters of 3 x 5 lamps, marks above and below. */
#include "config.h"
#if LAMPS == LAMPS_MATRIX
#include "font.h"
#include "lamps.h"
#include "max7219.h"
#include "picture.h"
#include <avr/pgmspace.h>
#include <string.h>

#define WIDTH (8 * MODULES)

static uint8_t image[8][MODULES]; /* [row from the top][byte from the left], bit 7 is the left lamp */

static void light(uint8_t row, uint8_t column)
{
    image[row][column / 8] |= 0x80 >> (column % 8);
}

static void draw_letter(char letter, uint8_t left)
{
    uint16_t glyph = pgm_read_word(&font[(letter < ' ' || letter > 'Z' ? '?' : letter) - ' ']);
    for (uint8_t lamp = 0; lamp < 15; lamp++)
        if (glyph >> (14 - lamp) & 1)
            light(1 + lamp / 3, left + lamp % 3);
}

static void draw_slot(uint8_t slot, uint32_t now_ms)
{
    struct text text;
    const struct player *player = &board.shown[slot];
    uint8_t left = slot * 4 * DIGITS;

    picture_slot(&text, slot, now_ms);
    for (uint8_t place = 0; place < DIGITS; place++) {
        draw_letter(text.letters[place], left + 4 * place);
        if (text.points >> place & 1)
            light(5, left + 4 * place + 3);
    }
    for (uint8_t column = 0; text.plain && column < 4 * DIGITS - 1; column++) {
        if (IS_ACTIVE(player) || IS_WINNER(player))
            light(7, left + column);
        if (IS_WINNER(player))
            light(0, left + column);
    }
}

/* One chip's byte for one of its eight digit registers, as its module is wired. */
static uint8_t wired(uint8_t chip, uint8_t digit)
{
    uint8_t byte = FIRST_MODULE_RIGHT ? MODULES - 1 - chip : chip, value = 0;
    if (MATRIX_DIGITS_ARE_ROWS)
        value = image[MATRIX_REVERSE_ROWS ? 7 - digit : digit][byte];
    else /* the digits are columns, bit 0 is the top */
        for (uint8_t row = 0; row < 8; row++)
            if (image[MATRIX_REVERSE_ROWS ? 7 - row : row][byte] & 0x80 >> digit)
                value |= 1 << row;
    if (MATRIX_REVERSE_COLUMNS) {
        uint8_t turned = 0;
        for (uint8_t bit = 0; bit < 8; bit++)
            turned |= (value >> bit & 1) << (7 - bit);
        value = turned;
    }
    return value;
}

void lamps_init(void)
{
    max7219_init();
}

void lamps_draw(uint32_t now_ms)
{
    memset(image, 0, sizeof image);
    for (uint8_t slot = 0; slot < SLOTS && slot < MODULES / 2; slot++)
        draw_slot(slot, now_ms);
    for (uint8_t digit = 0; digit < 8; digit++) {
        uint8_t values[MODULES];
        for (uint8_t chip = 0; chip < MODULES; chip++)
            values[chip] = wired(chip, digit);
        max7219_row(digit, values);
    }
    max7219_level(board.mode == MODE_DARK ? 0 : board.brightness);
}
#endif
