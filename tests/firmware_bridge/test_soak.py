"""Long runs, only with `make soak`."""

from __future__ import annotations

import random

import pytest

from firmware_bridge import DisplayLinkSettings, DisplayPlayer, DisplayState, open_display
from firmware_bridge.framing import encode_frame
from firmware_bridge.messages import Commit, Hello, Player
from firmware_bridge.payloads import pack, state_digest
from simulator.displays import LineFaults, VirtualBoard, VirtualDisplay


@pytest.mark.soak
def test_a_million_damaged_frames_show_nothing_wrong() -> None:
    """After 1,000,000 damaged frames the display still shows what the last COMMIT said."""
    rng = random.Random(11)
    board = VirtualBoard(boot=1)
    shown = (Player(0, True, False, (9, 9, 9), 42, None, "Ann"), Player(1, False, False, (8, 8, 8), -7, 3, "Ben"))
    for number, message in enumerate((Hello(), *shown, Commit(2, False, state_digest(shown))), 1):
        board.receive(encode_frame(pack(message, number)), 0.0)
    for number in range(1_000_000):
        other = Player(number % 2, False, False, (1, 2, 3), rng.randint(-999, 9999), None, "Ann")
        message = other if number % 3 else Commit(2, False, rng.randrange(65536))
        data = bytearray(encode_frame(pack(message, number % 255 + 1)))
        for _ in range(rng.randint(1, 3)):
            data[rng.randrange(1, len(data) - 1)] = rng.randrange(256)
        board.receive(bytes(data), 0.0)
    assert [(slot.name, slot.score) for slot in board.slots] == [("Ann", 42), ("Ben", -7)]


@pytest.mark.soak
def test_a_long_game_on_a_bad_line() -> None:
    """300 scores over a line that damages one byte in 200 both ways: each is shown in the end, none wrong."""
    faults = LineFaults(flip=1 / 800, lose=1 / 800, double=1 / 800, noise=1 / 800, seed=4)
    with VirtualDisplay(to_board=faults, to_host=faults) as virtual:
        display = open_display(virtual.url, settings=DisplayLinkSettings(heartbeat_s=0.5))
        for number in range(300):
            display.show(DisplayState((DisplayPlayer("Ann", number), DisplayPlayer("Ben", -number))))
            assert display.wait_shown(60)
            assert virtual.shown.scores in ({}, {"Ann": number, "Ben": -number})
        display.close()
