"""Mirrored light over pieces without codes: measured on the codes, taken off, and never certain under it."""

from dataclasses import replace

import pytest
from measuring.plain import plain_picture
from thinned import thinned

from simulator.art import PartsBox
from simulator.studio import Shot, shoot
from tabletop.gamefile import load_game
from tabletop.games.my_city_chess.values import MyCityChessPosition, PlacedZone
from tabletop.piecefile import PieceSet, PlainPiece
from tabletop.plans import plan_of
from vision import FrameReading, read_image
from vision.settings import ReaderSettings
from vision.settings.learned import LearnedSettings
from vision.settings.uncoded import PlainSettings

SETTINGS = PlainSettings()

CHESS = load_game("my-city-chess")
COUNTERS = PieceSet(
    "counters",
    "Counters",
    "my-city-chess",
    tuple(
        PlainPiece(f"{player}-{kind}", colour, size, 8.0)
        for player, colour in (("red", (198, 43, 43)), ("blue", (37, 82, 176)))
        for kind, size in (("residential-1", (14.0, 14.0)), ("commercial-2", (26.0, 13.0)))
    ),
)


def _glaring(seed: int) -> tuple[FrameReading, MyCityChessPosition]:
    zones = tuple(
        PlacedZone(player, kind, value, square)
        for square, player, kind, value in (
            ("c4", "red", "residential", 1), ("d5", "blue", "commercial", 2), ("e4", "blue", "residential", 1),
            ("f5", "red", "commercial", 2), ("d3", "red", "residential", 1), ("e6", "blue", "residential", 1),
        )
    )  # fmt: skip
    position = MyCityChessPosition(zones=zones, players=("red", "blue"))
    image = shoot(plan_of(position, CHESS), PartsBox(CHESS, COUNTERS), Shot("above", "glare", "wood", seed)).image
    by_colour = ReaderSettings(learned=LearnedSettings(used=False))
    return read_image(image, CHESS, pieces=COUNTERS, players=position.players, settings=by_colour), position


@pytest.mark.parametrize("seed", thinned([3, 4], 1))
def test_under_glare_no_counter_is_told_empty_for_certain(seed: int) -> None:
    """Pale with a mirrored window they look like their squares."""
    sight, position = _glaring(seed)
    assert sight.table is not None
    squares = [f"square:{zone.on}" for zone in position.zones]
    told = {zone.on for zone in sight.reading.position.zones}
    missed = [place for place in squares if place.partition(":")[2] not in told]
    assert [place for place in missed if sight.reading.confidence[place] == "certain"] == []


def test_what_is_told_by_colour_on_ground_that_looks_like_a_piece_is_not_certain() -> None:
    """A piece of that colour would hardly show there: neither the bare square nor the piece is sure."""
    birch = PieceSet("one", "", "my-city-chess", (PlainPiece("red-residential-1", (242, 232, 208), (14.0, 14.0), 8.0),))
    position = MyCityChessPosition(zones=(PlacedZone("red", "residential", 1, "c4"),), players=("red", "blue"))
    image = shoot(plan_of(position, CHESS), PartsBox(CHESS, birch), Shot("above", "ceiling", "wood", 5)).image
    told = read_image(image, CHESS, pieces=birch, players=position.players).reading.confidence
    light, dark = ([f"square:{name}" for name in names] for names in (("c4", "e4", "a2"), ("c3", "e5", "a1")))
    assert "certain" not in {told[square] for square in light}
    assert "certain" in {told[square] for square in dark}


def test_under_mirrored_light_no_street_is_certain() -> None:
    """A streetcar on the city's rim is nearly as pale as the street there, and its dark side looks like a rail."""
    shown, game = plain_picture("tuning", "glare", "big-city", 9102), load_game("big-city")

    def certain(own: PlainSettings) -> int:
        settings = ReaderSettings(uncoded=own)
        sight = read_image(shown.photo.image, game, players=shown.truth.players, pieces=shown.pieces, settings=settings)
        told = sight.reading.confidence.items()
        return sum(sureness == "certain" for place, sureness in told if place.startswith("street"))

    assert certain(SETTINGS) < certain(replace(SETTINGS, certain_veil=1.0)) - 20
