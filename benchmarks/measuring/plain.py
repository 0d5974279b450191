"""Pictures of the virtual table with pieces that bear no codes, in any light: sets of people's own, each described a
little wrongly, as people do."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from measuring.positions import GAMES
from measuring.virtual import TABLES, hidden_places
from simulator.art import PartsBox
from simulator.photograph import Photograph
from simulator.studio import Shot, shoot
from tabletop.gamefile import Rgb, load_game
from tabletop.piecefile import PieceSet, load_pieces
from tabletop.plans import game_on_table, plan_of

PHOTOS = Path(__file__).parents[2] / "tests" / "photos"
SETS: Mapping[str, str] = {
    "big-city": "blocks-and-cars",
    "my-city": "shapes",
    "my-city-chess": "cubes",
    "small-city": "shapes",
}
VIEWS = ("above", "webcam-35")
BARE_WOOD: Rgb = (222, 184, 135)
STAINED = {"tuning": 0.0, "testing": 0.25}
"""Share of the wood's own colour in a set's colours: testing sets are stained blocks, paler than any tuning has."""
SHADE = 14
"""By how much each value of a set's colours differs from the described set's, ..."""
GUESS = 8
"""... and by how much people's description of a colour is off, of 255."""


@dataclass(frozen=True, slots=True, eq=False)
class PlainPicture:
    """One picture, what lies there, the places of which it shows too little, the pieces as people described them."""

    game: str
    light: str
    seed: int
    truth: Any
    photo: Photograph
    hidden: frozenset[str]
    pieces: PieceSet


def plain_picture(which: str, light: str, name: str, seed: int) -> PlainPicture:
    """A random position laid out with pieces without codes."""
    rng = random.Random(f"{which} {light} {name} {seed}")
    truth = GAMES[name](rng)
    game = game_on_table(truth, load_game(name))
    lying = varied_pieces(load_pieces(str(PHOTOS / name / "pieces" / f"{SETS[name]}.toml")), rng, STAINED[which])
    shot = Shot(VIEWS[seed % 2], light, rng.choice(TABLES), seed, size_px=(1920, 1080))
    photo = shoot(plan_of(truth, game), PartsBox(game, lying), shot)
    described = as_described(lying, rng)
    return PlainPicture(name, light, seed, truth, photo, hidden_places(truth, photo, game), described)


def as_described(lying: PieceSet, rng: random.Random) -> PieceSet:
    """The set as people describe it: every colour a little off."""
    guessed = {colour: _off(colour, rng, GUESS) for colour in dict.fromkeys(one.colour for one in lying.pieces)}
    return replace(lying, pieces=tuple(replace(one, colour=guessed[one.colour]) for one in lying.pieces))


def varied_pieces(pieces: PieceSet, rng: random.Random, stained: float) -> PieceSet:
    """Another set of the same kinds: colours, and the height of all of them."""
    shades: dict[Rgb | None, Rgb | None] = {}
    height = rng.uniform(0.75, 1.3)
    for one in pieces.pieces:
        if one.colour not in shades:
            shades[one.colour] = _off(_mixed(one.colour, stained), rng, SHADE)
    return replace(
        pieces,
        pieces=tuple(
            replace(one, colour=shades[one.colour], height_mm=None if one.height_mm is None else one.height_mm * height)
            for one in pieces.pieces
        ),
    )


def _mixed(colour: Rgb | None, share: float) -> Rgb | None:
    if colour is None:
        return None
    mixed = np.rint((1 - share) * np.array(colour) + share * np.array(BARE_WOOD)).astype(int).tolist()
    return (mixed[0], mixed[1], mixed[2])


def _off(colour: Rgb | None, rng: random.Random, most: int) -> Rgb | None:
    if colour is None:
        return None
    red, green, blue = (min(255, max(0, value + rng.randint(-most, most))) for value in colour)
    return (red, green, blue)
