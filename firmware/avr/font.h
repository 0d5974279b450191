/* Letters of 3 x 5 lamps, 15 bits each from the upper left; written by simulator.displays.font. */
#pragma once
#include <avr/pgmspace.h>

static const uint16_t font[] PROGMEM = {
    0x0000, /*   */
    0x2482, /* ! */
    0x6282, /* " */
    0x6282, /* # */
    0x6282, /* $ */
    0x6282, /* % */
    0x6282, /* & */
    0x2400, /* ' */
    0x6282, /* ( */
    0x6282, /* ) */
    0x6282, /* * */
    0x05D0, /* + */
    0x6282, /* , */
    0x01C0, /* - */
    0x6282, /* . */
    0x6282, /* / */
    0x7B6F, /* 0 */
    0x2C97, /* 1 */
    0x73E7, /* 2 */
    0x72CF, /* 3 */
    0x5BC9, /* 4 */
    0x79CF, /* 5 */
    0x79EF, /* 6 */
    0x7252, /* 7 */
    0x7BEF, /* 8 */
    0x7BCF, /* 9 */
    0x6282, /* : */
    0x6282, /* ; */
    0x6282, /* < */
    0x71C7, /* = */
    0x6282, /* > */
    0x6282, /* ? */
    0x6282, /* @ */
    0x2BED, /* A */
    0x6BAE, /* B */
    0x3923, /* C */
    0x6B6E, /* D */
    0x79A7, /* E */
    0x79A4, /* F */
    0x396B, /* G */
    0x5BED, /* H */
    0x7497, /* I */
    0x126A, /* J */
    0x5BAD, /* K */
    0x4927, /* L */
    0x5FED, /* M */
    0x6B6D, /* N */
    0x2B6A, /* O */
    0x6BA4, /* P */
    0x2B73, /* Q */
    0x6BAD, /* R */
    0x388E, /* S */
    0x7492, /* T */
    0x5B6F, /* U */
    0x5B6A, /* V */
    0x5BFD, /* W */
    0x5AAD, /* X */
    0x5A92, /* Y */
    0x72A7, /* Z */
};
