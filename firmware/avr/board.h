/* The board: what it was told, what it shows; answers to the host. */
#pragma once
#include "config.h"
#include "framing.h"
#include <stdbool.h>
#include <stdint.h>

#define LONGEST_NAME 12
#define PLAYER_FIXED 12 /* bytes of a PLAYER payload before the name */
#define NO_POINTS (-32768)
#define ALL_SLOTS 0xFF

enum animation { NO_ANIMATION, POINTS, TURN, WIN, UNDO, ATTENTION, TEST };

/* A PLAYER payload as it came; unpacked only to be shown. AVR and protocol are both little endian. */
struct player {
    uint8_t slot, flags, rgb[3];
    int32_t score;
    int16_t last_points;
    uint8_t name_length;
    char name[LONGEST_NAME];
} __attribute__((packed));

#define IS_ACTIVE(player) ((player)->flags & 1)
#define IS_WINNER(player) ((player)->flags & 2)

enum mode { MODE_DASHES, MODE_SHOWING, MODE_DARK };

struct board {
    enum mode mode;
    uint8_t count, brightness;
    bool quiet;
    enum animation animation;
    uint8_t animation_slot;
    uint32_t animation_end_ms;
    struct player shown[SLOTS];
};

extern struct board board;

void board_init(void); /* tells the host that we have started */
void board_receive(const struct frame *frame, uint32_t now_ms);
void board_garbage(void);
void board_press(uint8_t button); /* 1 next turn, 2 undo */
bool board_tick(uint32_t now_ms); /* true where the picture has changed */
