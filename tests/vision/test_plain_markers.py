"""Score markers and tokens, printed or of any make: told by code, or colour and size, else asked about."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from simulator.art import PartsBox
from simulator.games import Habits, opening_position, scripted_game
from simulator.scene import NEAT
from simulator.virtual_table import Room, VirtualTable
from tabletop.errors import UnreadableInput
from tabletop.gamefile import Rgb, load_game
from tabletop.notation import load_position
from tabletop.piecefile import PieceSet, PlainPiece, load_pieces
from tabletop.plainkinds import palette_pieces
from tabletop.plans import plan_of
from tabletop.positions import TrackMarker
from tabletop.readings import Reading
from vision import load_image, read_image, reread
from vision.reading import FrameReading

PHOTOS = Path(__file__).parents[1] / "photos" / "score-tracks"
CITY, BOARDS = load_game("big-city"), load_game("my-city")
PLAYERS = ("Ann", "Ben", "Cem")
OPENING = opening_position(scripted_game("big-city"), Habits(track=True))
RED, BLUE, GREEN = (200, 60, 40), (40, 90, 170), (60, 140, 80)
SPREAD = {"Ann": 7, "Ben": 33, "Cem": 92}
CERTAIN = {"Ann": (7, "certain"), "Ben": (33, "certain"), "Cem": (92, "certain")}
LIKELY = {name: (space, "likely") for name, (space, _) in CERTAIN.items()}
"""By colour alone nothing is certain."""


def _cubes(*colours: Rgb, part: str = "marker", side_mm: float = 8.0, height_mm: float | None = 8.0) -> PieceSet:
    """Cubes of these colours, the first player's first."""
    game = CITY if part == "marker" else BOARDS
    pieces = (
        PlainPiece(f"{part}-{seat}", colour, (side_mm, side_mm), height_mm)
        for seat, colour in enumerate(colours, start=1)
    )
    return PieceSet("cubes", "Cubes", game.name, tuple(pieces))


def _standing(totals: Mapping[str, int]) -> Any:
    markers = (TrackMarker(name, total % 100, total // 100) for name, total in totals.items())
    return replace(OPENING, scores=tuple(markers))


def _table(pieces: PieceSet | None, view: str = "above", light: str = "ceiling") -> VirtualTable:
    return VirtualTable(
        CITY, _standing(SPREAD), Room(view, light=light, seed=3, disorder=NEAT), box=PartsBox(CITY, pieces)
    )


def _read(table: VirtualTable, pieces: PieceSet | None, totals: Mapping[str, int]) -> FrameReading:
    table.lay(_standing(totals))
    return read_image(next(table.still(1.0)), CITY, players=PLAYERS, pieces=pieces)


def _told(reading: Reading) -> dict[str, tuple[int | None, str]]:
    """Player -> space and how sure, of all of whose markers anything is said."""
    spaces = {marker.player: marker.space for marker in getattr(reading.position, "scores", ())}
    sureness = {place.removeprefix("track:"): sure for place, sure in reading.confidence.items() if "track:" in place}
    return {player: (spaces.get(player), sure) for player, sure in sureness.items()}


@pytest.mark.parametrize("view", ["above", "webcam-35"])
@pytest.mark.parametrize("height_mm", [8.0, 20.0])
def test_cubes_and_men_on_the_track_are_told(view: str, height_mm: float) -> None:
    """Where their feet stand, seen aslant, too; the city is read as without them, and a hundred token counts."""
    pieces = _cubes(RED, BLUE, GREEN, height_mm=height_mm)
    reading = _read(_table(pieces, view), pieces, {**SPREAD, "Ann": 107}).reading
    assert reading.position == _standing({**SPREAD, "Ann": 107})
    assert _told(reading) == LIKELY


@pytest.mark.parametrize("side_mm", [8.0, 12.0])
def test_of_stacked_cubes_the_lower_one_is_not_told(side_mm: float) -> None:
    """What shows of it below the upper one is asked about at most."""
    pieces = _cubes(RED, BLUE, GREEN, side_mm=side_mm, height_mm=side_mm)
    both = {"Ann": 33, "Ben": 33, "Cem": 92}
    room = Room("phone-45", seed=3, disorder=NEAT)
    table = VirtualTable(CITY, _standing(both), room, box=PartsBox(CITY, pieces))
    told = _told(_read(table, pieces, both).reading)
    assert told.get("Ann", (None, "ask"))[1] == "ask"
    assert told.get("Ben", (33, "ask"))[0] == 33


PRINTED_AND_CUBES = pytest.mark.parametrize("pieces", [None, _cubes(RED, BLUE, GREEN)], ids=["printed", "cubes"])


@PRINTED_AND_CUBES
def test_a_marker_between_two_spaces_is_asked_about(pieces: PieceSet | None) -> None:
    """It may be meant for either; a printed one's code is missed in one picture in four, on its space or off it."""
    table = _table(pieces)
    table.lay(_standing(SPREAD))
    key = next(key for key in table.layout.lying if key[0] == "marker-2")
    step_mm, _ = CITY.by_id["track"].spaces.step_mm
    looks = []
    for share in (0.48, 0.02, 0.02):  # of a step, further and further over the line
        table.nudge(key, x_mm=share * step_mm, y_mm=0.0, turn_deg=0.0)
        looks.append(_told(read_image(next(table.still(1.0)), CITY, players=PLAYERS, pieces=pieces).reading))
    table.layout.take(key)
    asked = [told["Ben"][1] for told in looks if "Ben" in told]
    assert len(asked) >= (1 if pieces is None else len(looks))
    assert set(asked) == {"ask"}
    assert {told["Ann"] for told in looks if "Ann" in told} == {(7, "likely" if pieces else "certain")}


def test_two_players_cubes_of_one_colour_are_asked_about() -> None:
    """Nothing tells whose they are, be both on the track or only one of them."""
    pieces = _cubes(RED, BLUE, BLUE)
    for totals in (SPREAD, {"Ann": 7, "Ben": 33}):
        told = _told(_read(_table(pieces), pieces, totals).reading)
        assert [told[name][1] for name in PLAYERS] == ["likely", "ask", "ask"]


def test_cubes_of_the_tracks_own_colour_are_asked_about() -> None:
    """Pale wood on a pale print: the whole track shows it."""
    pieces = _cubes((238, 236, 226), BLUE, GREEN)
    told = _told(_read(_table(pieces), pieces, SPREAD).reading)
    assert told["Ann"] == (None, "ask")
    assert told["Ben"] == (33, "likely")


def test_a_sleeve_of_a_markers_colour_is_no_marker() -> None:
    """Something larger of its colour, beside the marker or over it."""
    pieces = _cubes(RED, BLUE, GREEN)
    table = _table(pieces)
    table.lay(_standing(SPREAD))
    image = next(table.still(1.0))
    before = read_image(image, CITY, players=PLAYERS, pieces=pieces)
    left, top = np.rint(before.outlines_px["track:Ben"].min(axis=0)).astype(int)
    image[top - 30 : top + 60, left - 50 : left + 60] = np.median(
        image[top + 2 : top + 6, left + 2 : left + 6], axis=(0, 1)
    )
    told = _told(read_image(image, CITY, players=PLAYERS, pieces=pieces).reading)
    assert told.get("Ben", (None, "ask"))[1] == "ask"


@PRINTED_AND_CUBES
def test_a_moved_marker_is_seen_in_the_next_look(pieces: PieceSet | None) -> None:
    """The next picture of the same table, of which only what changed is searched."""
    table = _table(pieces)
    before = _read(table, pieces, SPREAD)
    table.lay(_standing({**SPREAD, "Ben": 45}))
    after = reread(next(table.still(1.0)), before).reading
    assert _told(after)["Ben"] == (45, "likely" if pieces else "certain")


@pytest.mark.parametrize("told_of", [None, palette_pieces(CITY)], ids=["printed", "either"])
def test_printed_markers_are_told_by_their_codes_whatever_the_pieces(told_of: PieceSet | None) -> None:
    """With `palette`, people may play with either; who went round has a hundred."""
    reading = _read(_table(None), told_of, {**SPREAD, "Ann": 107}).reading
    assert reading.position == _standing({**SPREAD, "Ann": 107})
    assert _told(reading) == CERTAIN


def test_of_stacked_printed_markers_the_upper_one_is_told() -> None:
    """The others are not seen: nothing is said of them."""
    assert _told(_read(_table(None), None, dict.fromkeys(PLAYERS, 0)).reading) == {"Cem": (0, "certain")}


def test_a_covered_track_keeps_its_place() -> None:
    """With both codes hidden for a moment, markers are still read where the track lay before."""
    table = _table(None)
    before = _read(table, None, SPREAD)
    image = next(table.still(1.0))
    codes = {code.id: code for code in before.codes}
    for printed in CITY.by_id["track"].codes:
        cv2.circle(image, tuple(np.rint(codes[printed.id].middle_px).astype(int).tolist()), 14, (90, 110, 140), -1)
    assert _told(reread(image, before).reading) == CERTAIN


def test_a_marker_of_nobody_cannot_be_laid() -> None:
    """A position with a marker of somebody who does not play, or on no space, is refused in one sentence."""
    for marker, message in ((TrackMarker("Dan", 4), "none of the players"), (TrackMarker("Ann", 100), "no space 100")):
        with pytest.raises(UnreadableInput, match=message):
            plan_of(replace(OPENING, scores=(marker,)), CITY)


def _boards_read(pieces: PieceSet, tokens: tuple[int, int], view: str, *, laid: PieceSet | None) -> Reading:
    """Two boards with tokens of the set `laid`, or printed ones, as read with `pieces`."""
    opening = opening_position(scripted_game("my-city"), Habits())
    boards = tuple(replace(board, token=token) for board, token in zip(opening.boards, tokens, strict=False))
    position = replace(opening, boards=boards)
    table = VirtualTable(BOARDS, position, Room(view, seed=5), box=PartsBox(BOARDS, laid))
    table.lay(position)
    players = tuple(board.player for board in boards)
    return read_image(next(table.still(1.0)), BOARDS, players=players, pieces=pieces).reading


@pytest.mark.parametrize("view", ["above", "webcam-35"])
def test_cubes_in_place_of_my_citys_tokens_are_told(view: str) -> None:
    """Each stands on its player's own track, so that both may be of one colour, which is not the printed one."""
    pieces = _cubes(GREEN, GREEN, part="token", side_mm=10.0)
    reading = _boards_read(pieces, (13, 9), view, laid=pieces)
    boards = getattr(reading.position, "boards", ())
    assert [board.token for board in boards] == [13, 9]
    assert {sure for place, sure in reading.confidence.items() if "track:" in place} == {"likely"}


def test_a_token_that_is_not_seen_is_asked_about() -> None:
    """A board's track always bears one: of the printed ones none has the colours that this set tells."""
    reading = _boards_read(_cubes((230, 220, 40), GREEN, part="token"), (13, 9), "above", laid=None)
    assert {sure for place, sure in reading.confidence.items() if "track:" in place} == {"ask"}


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("discs-in-the-sun", {"Ann": (35, "likely"), "Ben": (34, "likely"), "Cem": (25, "likely")}),
        ("tokens-from-above", {"Ann": (10, "likely"), "Ben": (6, "likely")}),
    ],
)
def test_markers_on_path_traced_photographs_are_told(name: str, seen: Mapping[str, tuple[int, str]]) -> None:
    """Discs on the city's track, aslant, in hard sun; wooden tokens on two boards. Both are tuning pictures."""
    position = load_position(str(PHOTOS / f"{name}.toml"))
    image, pieces = load_image(PHOTOS / f"{name}.jpg"), load_pieces(str(PHOTOS / f"{name}-pieces.toml"))
    players = getattr(position, "players", ()) or tuple(board.player for board in getattr(position, "boards", ()))
    reading = read_image(image, load_game(position.game), players=players, pieces=pieces).reading
    boards = {board.player: board.token for board in getattr(reading.position, "boards", ())}
    told = {player: (boards.get(player, space), sure) for player, (space, sure) in _told(reading).items()}
    assert told == seen
