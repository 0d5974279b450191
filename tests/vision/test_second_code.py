"""Big City's mats bear two codes: one covered, the puck still tells the turn; older mats are read as ever."""

from dataclasses import replace
from typing import Any

import cv2
import pytest
from thinned import thinned

from simulator.art import PartsBox
from simulator.games import opening_position, scripted_game, turns_of
from simulator.virtual_table import Room, VirtualTable
from tabletop.gamefile import GameFile, load_game
from vision import read_image

GAME = load_game("big-city")
PLAYERS = ("Ann", "Ben", "Cem")


def older() -> GameFile:
    """The game as it was printed before: mats with one code."""
    parts = tuple(replace(part, codes=part.codes[:1]) if part.kind == "mat" else part for part in GAME.parts)
    return replace(GAME, parts=parts)


def opening(game: GameFile) -> Any:
    """The table before the first move; the puck lies on Ann's mat."""
    script = scripted_game("big-city")
    table = VirtualTable(game, turns_of(script)[-1].position, Room(seed=1), box=PartsBox(game))
    table.lay(opening_position(script))
    return next(table.still(1.0))


@pytest.mark.parametrize("covered", thinned([0, 1], 1))
def test_with_one_code_covered_the_puck_still_tells_the_turn(covered: int) -> None:
    """A thing on either code of Ann's mat: it lies where it lies, and the puck on it is certain."""
    image = opening(GAME)
    codes = {code.id: code for code in read_image(image, GAME, players=PLAYERS).codes}
    mat = GAME.by_id["mat-1"]
    assert {code.id for code in mat.codes} <= codes.keys()
    x, y = codes[mat.codes[covered].id].middle_px
    cv2.circle(image, (int(x), int(y)), 14, (90, 110, 140), -1)
    reading = read_image(image, GAME, players=PLAYERS).reading
    assert reading.position.turn == "Ann"
    assert reading.confidence["puck"] == "certain"
    assert reading.confidence["mat:Ann"] == "certain"


def test_older_mats_are_read_as_ever() -> None:
    """Sheets of one code, printed before: every mat and the puck are certain."""
    reading = read_image(opening(older()), GAME, players=PLAYERS).reading
    assert reading.position.turn == "Ann"
    assert {reading.confidence[f"mat:{name}"] for name in PLAYERS} == {"certain"}
    assert reading.confidence["puck"] == "certain"
