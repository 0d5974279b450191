"""Distances between printed colours as people with and without all three kinds of cones see them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import dist

import pytest

from tabletop.colournearness import lab_of_linear, linear
from tabletop.gamefile import GameFile, Rgb, load_game, shipped_games
from tabletop.parts import Part

Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]
NORMAL: Matrix = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
VISIONS: Mapping[str, Matrix] = {
    "normal": NORMAL,
    "deuteranope": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "protanope": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "tritanope": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What is seen of linear red, green and blue, rows for red, green and blue (Machado 2009, severity 1)."""
LAID_BY_COLOUR = ("piece", "building", "landmark", "zone", "citizen", "mat", "marker", "hundred", "token")
"""Kinds of parts of which one is mistaken for another; tiles of squares too, but not neighbourhoods and boards."""


@dataclass(frozen=True, slots=True)
class ColourPair:
    """Two of a palette's colours on parts of one kind, and how far apart they lie in each kind of vision."""

    kind: str
    one: str
    other: str
    delta_e: Mapping[str, float]

    @property
    def least(self) -> float:
        """The distance in the vision in which they are nearest."""
        return min(self.delta_e.values())


def pairs_of(game: GameFile) -> Iterator[ColourPair]:
    """Every two colours that parts of one kind bear, each once a kind."""
    colours: dict[str, dict[str, None]] = {}
    for part in game.parts:
        if _laid_by_colour(part) and part.colour in game.palette:
            colours.setdefault(part.kind, {})[part.colour] = None
    for kind, names in colours.items():
        for one, other in combinations(names, 2):
            first, second = game.palette[one], game.palette[other]
            yield ColourPair(kind, one, other, {vision: delta_e(first, second, vision) for vision in VISIONS})


def delta_e(one: Rgb, other: Rgb, vision: str) -> float:
    """CIE76 between two sRGB colours as somebody with that vision sees them."""
    return dist(_lab_seen(one, VISIONS[vision]), _lab_seen(other, VISIONS[vision]))


def _laid_by_colour(part: Part) -> bool:
    return part.kind in LAID_BY_COLOUR or (part.kind == "tile" and bool(part.cells))


def _lab_seen(colour: Rgb, matrix: Matrix) -> tuple[float, float, float]:
    light = [linear(value) for value in colour]
    red, green, blue = (
        min(1.0, max(0.0, sum(share * value for share, value in zip(row, light, strict=True)))) for row in matrix
    )
    return lab_of_linear((red, green, blue))


@pytest.mark.parametrize("vision", VISIONS)
def test_greys_stay_grey(vision: str) -> None:
    """White and black lie 100 apart and a grey lies half-way, whoever looks."""
    assert delta_e((255, 255, 255), (0, 0, 0), vision) == pytest.approx(100.0, abs=0.1)
    assert delta_e((119, 119, 119), (0, 0, 0), vision) == pytest.approx(50.0, abs=0.2)


def test_red_and_green_come_near_for_who_lacks_a_cone_for_them() -> None:
    """Cinema and bank, 93 apart, were one colour to a deuteranope when this was measured first."""
    pink, teal = (0xB8, 0x32, 0x80), (0x0F, 0x85, 0x7A)
    assert delta_e(pink, teal, "normal") == pytest.approx(92.7, abs=0.1)
    assert delta_e(pink, teal, "deuteranope") < 2


def test_every_two_colours_of_one_kind_are_compared_once() -> None:
    """Ten colours of Big City's pieces are 45 pairs, five of its mats ten; neighbourhoods are told by their numbers."""
    pairs = list(pairs_of(load_game("big-city")))
    assert sum(pair.kind == "piece" for pair in pairs) == 45
    assert sum(pair.kind == "mat" for pair in pairs) == 10
    assert not any(pair.kind == "tile" for pair in pairs)


@pytest.mark.parametrize("game", shipped_games())
def test_what_can_be_confused_is_told_apart_by_everybody(game: str) -> None:
    """No two colours of parts of one kind lie nearer than 12, whoever looks."""
    near = [(pair.one, pair.other, pair.least) for pair in pairs_of(load_game(game)) if pair.least < 12]
    assert not near
