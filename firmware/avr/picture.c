/* Scores and effects as text. The rules for what does not fit are in docs/display-protocol.md. */
#include "picture.h"
#include <string.h>

static void fill(struct text *text, char letter)
{
    memset(text->letters, letter, DIGITS);
}

/* Writes a number right aligned; numbers too wide in thousands with a point, then as H or L. */
static void write_number(struct text *text, int32_t number)
{
    bool negative = number < 0;
    uint32_t rest = negative ? -(uint32_t)number : (uint32_t)number;
    char reversed[12];
    uint8_t length = 0, point = 0;

    do
        reversed[length++] = '0' + rest % 10;
    while (rest /= 10);
    if (length + negative > DIGITS)
        point = 3; /* letters behind the point, were there room for all */
    if (negative)
        reversed[length++] = '-';
    if (length > DIGITS + point) {
        fill(text, negative ? 'L' : 'H');
        return;
    }
    fill(text, ' ');
    uint8_t cut = length > DIGITS ? length - DIGITS : 0;
    for (uint8_t place = cut; place < length; place++)
        text->letters[DIGITS - 1 - (place - cut)] = reversed[place];
    if (point)
        text->points = 1 << (DIGITS - 1 - (point - cut));
}

static void write_name(struct text *text, const struct player *player)
{
    fill(text, ' ');
    for (uint8_t place = 0; place < DIGITS && place < player->name_length; place++)
        text->letters[place] = player->name[place] & ~(player->name[place] >= 'a' ? 0x20 : 0);
}

bool picture_plays(uint8_t slot)
{
    return board.animation && (board.animation_slot == slot || board.animation_slot == ALL_SLOTS);
}

static void write_effect(struct text *text, const struct player *player, uint32_t now_ms)
{
    switch (board.animation) {
    case POINTS:
        write_number(text, player->last_points == NO_POINTS ? 0 : player->last_points);
        for (uint8_t place = 0; place < DIGITS && text->letters[place] == ' '; place++)
            text->points |= 1 << place; /* dots in front tell points from a score */
        break;
    case TURN:
        if (LAMPS == LAMPS_MATRIX)
            write_name(text, player);
        else
            fill(text, MARK_ACTIVE);
        break;
    case WIN:
        if (now_ms / 512 & 1)
            write_number(text, player->score);
        else
            fill(text, MARK_WINNER);
        break;
    case UNDO:
        memcpy(text->letters, "UNDO", DIGITS);
        break;
    case ATTENTION:
        fill(text, '?');
        break;
    default:
        fill(text, '8');
        text->points = 0xFF;
    }
}

void picture_slot(struct text *text, uint8_t slot, uint32_t now_ms)
{
    const struct player *player = &board.shown[slot];

    text->points = 0;
    text->plain = false;
    if (board.mode == MODE_DASHES)
        fill(text, '-');
    else if (board.mode == MODE_DARK)
        fill(text, ' ');
    else if (picture_plays(slot))
        write_effect(text, player, now_ms);
    else if (slot >= board.count)
        fill(text, ' ');
    else {
        write_number(text, player->score);
        text->plain = true;
    }
}
