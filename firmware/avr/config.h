/* What is built: change it here, or on make's command line (`make DEFINES=-DSTRIP_LEDS=60`). */
#pragma once

/* Lamps behind MAX7219 chips: LAMPS_DIGITS (8-digit seven-segment modules), LAMPS_MATRIX (8x8), LAMPS_NONE */
#define LAMPS_NONE 0
#define LAMPS_DIGITS 1
#define LAMPS_MATRIX 2
#ifndef LAMPS
#define LAMPS LAMPS_DIGITS
#endif

/* Chips in the chain. A player takes 4 digits, or two 8x8 modules (16 x 8 lamps). */
#ifndef MODULES
#define MODULES (LAMPS == LAMPS_MATRIX ? 4 : 1)
#endif

/* How the 8x8 modules are wired, after the flags of the MD_MAX72XX library:
 *   FC16     rows 1, reverse columns 0, reverse rows 0   (the four-in-one modules; the default)
 *   PAROLA   rows 1, reverse columns 1, reverse rows 0
 *   GENERIC  rows 0, reverse columns 1, reverse rows 0
 */
#ifndef MATRIX_DIGITS_ARE_ROWS
#define MATRIX_DIGITS_ARE_ROWS 1
#endif
#ifndef MATRIX_REVERSE_COLUMNS
#define MATRIX_REVERSE_COLUMNS 0
#endif
#ifndef MATRIX_REVERSE_ROWS
#define MATRIX_REVERSE_ROWS 0
#endif
#ifndef FIRST_MODULE_RIGHT /* the module next to the Arduino hangs on the right */
#define FIRST_MODULE_RIGHT 1
#endif

/* WS2812 lamps on the strip; 0 without one. */
#ifndef STRIP_LEDS
#define STRIP_LEDS 0
#endif

/* Never brighter than this, of 255. A strip of 60 at full white draws 3.6 A, a USB port gives 0.5:
 * 24 of 255 keeps even all-white at about 0.4 A. Digits draw 0.3 A at most and may be brighter. */
#ifndef BRIGHTNESS_CAP
#define BRIGHTNESS_CAP (STRIP_LEDS ? 24 : 128)
#endif

/* Without a good frame for so long the scores may be old: dashes. */
#ifndef SILENCE_MS
#define SILENCE_MS 3000
#endif

/* Pins (Arduino's numbers in brackets): MAX7219 DIN PB3 (11), CLK PB5 (13), LOAD PB2 (10);
 * WS2812 data PD6 (6); buttons to ground: next turn PD2 (2), undo PD3 (3). */
#define LOAD_PIN PB2
#define STRIP_PIN PD6
#define NEXT_PIN PD2
#define UNDO_PIN PD3

#define SLOTS_BY_LAMPS (LAMPS == LAMPS_DIGITS ? 2 * MODULES : LAMPS == LAMPS_MATRIX ? MODULES / 2 : 8)
#if STRIP_LEDS
#define SLOTS 8
#else
#define SLOTS (SLOTS_BY_LAMPS > 8 ? 8 : SLOTS_BY_LAMPS)
#endif
#define DIGITS 4 /* per slot */

#define FIRMWARE_MAJOR 1
#define FIRMWARE_MINOR 0
