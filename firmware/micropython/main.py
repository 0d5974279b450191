"""Boardsight's display on a board with MicroPython: a WS2812 strip or matrix, and two buttons.

Copy this file and boardsight_display.py onto the board; the settings stand below. It speaks on the
board's USB port (stdin and stdout, 115200 on adapters).
"""

import os
import select
import sys
import time

import machine
import neopixel
from boardsight_display import CAN_ANIMATION, CAN_BRIGHTNESS, CAN_BUTTONS, CAN_COLOUR, DASHES, SHOWING, Board

LAMPS = 60
LAMP_PIN = 16
NEXT_PIN, UNDO_PIN = 14, 15  # buttons to ground
SLOTS = 6
BRIGHTNESS_CAP = 24  # of 255: 60 lamps draw about 0.4 A; raise it only with a power supply of its own
FULL_BAR = 50  # the score at which a bar is full, until somebody has more


def draw(board, lamps, now_ms):
    """Draw a section for each player in the player's colour, a bar as long as the score."""
    bright, dim = board.brightness, board.brightness // 4 + (board.brightness > 0)
    lamps.fill((0, 0, 0))
    if board.mode == DASHES:
        for lamp in range(0, LAMPS, 8):
            lamps[lamp] = (dim, dim, dim)
    if board.mode == SHOWING and board.players:
        section = LAMPS // len(board.players)
        full = max([FULL_BAR] + [player.score for player in board.players])
        for slot, player in enumerate(board.players):
            plays = board.animation and board.animation[1] in (slot, 255)
            level = bright if player.active or player.winner else dim
            if plays and now_ms // 512 % 2:
                level = dim  # 1 Hz between bright and dim: no strobe
            room = max(1, section - 1)
            lit = room if plays or player.winner else max(1, int(room * max(0, player.score) / full + 0.5))
            colour = tuple(part * level // 255 for part in player.colour)
            for lamp in range(slot * section, slot * section + lit):
                lamps[lamp] = colour
    lamps.write()


def run():
    """Listen, answer, draw; for ever, with the watchdog."""
    boot = int.from_bytes(os.urandom(2), "little")
    can = CAN_COLOUR | CAN_ANIMATION | CAN_BUTTONS | CAN_BRIGHTNESS
    board = Board(boot, 0, slots=SLOTS, digits=0, can=can, cap=BRIGHTNESS_CAP, name="Strip")
    lamps = neopixel.NeoPixel(machine.Pin(LAMP_PIN), LAMPS)
    buttons = [machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in (NEXT_PIN, UNDO_PIN)]
    was_up, changed_ms = [1, 1], [0, 0]
    try:
        import micropython

        micropython.kbd_intr(-1)  # byte 03 is data here, not Ctrl-C
    except (ImportError, AttributeError):
        pass
    poll = select.poll()
    poll.register(sys.stdin, select.POLLIN)
    ticks, now_ms = time.ticks_ms(), 0  # ticks wrap after 12 days, now_ms never
    watchdog = machine.WDT(timeout=2000)
    drawn_ms = 0
    while True:
        watchdog.feed()
        before, ticks = ticks, time.ticks_ms()
        now_ms += time.ticks_diff(ticks, before)
        data = bytearray()
        while poll.poll(0) and len(data) < 128:
            data += sys.stdin.buffer.read(1)
        sent = board.receive(data, now_ms)
        for index, pin in enumerate(buttons):
            if pin.value() != was_up[index] and now_ms - changed_ms[index] > 20:
                was_up[index], changed_ms[index] = pin.value(), now_ms
                if not was_up[index]:
                    sent += board.press(index + 1)
        if sent:
            sys.stdout.buffer.write(sent)
        if now_ms - drawn_ms > 50:
            draw(board, lamps, now_ms)
            drawn_ms = now_ms


run()
