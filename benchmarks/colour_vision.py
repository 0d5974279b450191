"""How far every two colours of a game's parts lie apart for people with and without all three kinds of cones.

    python benchmarks/colour_vision.py [--below 12] [GAME ...]

CIE76 between the printed sRGB colours, seen normally and by deuteranopes, protanopes and tritanopes (Machado 2009,
severity 1). A row for each pair of one kind of part that lies nearer than `--below` in any of them.
"""

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import dist

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
"""What is seen of linear red, green and blue, rows for red, green and blue."""
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


def main() -> None:
    """Print the near pairs of each game and how many there are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(shipped_games()), metavar="GAME")
    parser.add_argument("--below", type=float, default=12.0, help="in CIE76 (default: %(default)s)")
    arguments = parser.parse_args()
    print(f"| game | kind | colours | {' | '.join(VISIONS)} |")
    print(f"| --- | --- | --- | {' | '.join('---' for _ in VISIONS)} |")
    for name in arguments.games:
        pairs = list(pairs_of(load_game(name)))
        near = sorted((pair for pair in pairs if pair.least < arguments.below), key=lambda pair: pair.least)
        for pair in near:
            distances = " | ".join(f"{pair.delta_e[vision]:.1f}" for vision in VISIONS)
            print(f"| {name} | {pair.kind} | {pair.one}, {pair.other} | {distances} |")
        print(f"| {name} | all | {len(near)} of {len(pairs)} pairs below {arguments.below:g} | | | | |")


if __name__ == "__main__":
    main()
