"""Tiles of Small City on which citizens stand everywhere: remembered, or told by the colour that shows round them."""

from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
import pytest
from thinned import thinned

from simulator.art import PartsBox
from simulator.photograph import Photograph
from simulator.studio import Shot, shoot
from tabletop.gamefile import load_game
from tabletop.notation import read_position
from tabletop.plans import plan_of
from vision import BgrImage, FrameReading, read_image, reread

GAME = load_game("small-city")
TILES = """
game = "small-city"
players = ["Ann", "Ben"]
[[boroughs]]
player = "Ann"
tiles = [
  { kind = "factory", level = 1, on = ["B3"] },
  { kind = "park", level = 1, on = ["F3"] },
  { kind = "warehouse", on = ["D6"] },
  { kind = "residential", level = 1, on = ["G7"] },
]
citizens = [CITIZENS]
[[boroughs]]
player = "Ben"
tiles = [{ kind = "factory", level = 2, on = ["F4", "F5"] }, { kind = "cultural", level = 1, on = ["C7"] }]
citizens = [TOURISTS]
[table]
turn = "Ben"
"""


def position(*, ann: str = "", ben: str = "") -> Any:
    """The tiles, with Ann's and Ben's citizens on these squares of their own boroughs."""
    here = ", ".join(f'{{ player = "Ann", on = "{square}" }}' for square in ann.split())
    there = ", ".join(f'{{ player = "Ben", on = "{square}" }}' for square in ben.split())
    return read_position(TILES.replace("CITIZENS", here).replace("TOURISTS", there))


@lru_cache(maxsize=1)
def box() -> PartsBox:
    """The drawn parts."""
    return PartsBox(GAME)


def photo(truth: Any, **shot: Any) -> Photograph:
    """A picture of it, of a phone's a quarter."""
    size_px = (2000, 1500) if shot["view"].startswith("phone") else None
    return shoot(plan_of(truth, GAME), box(), Shot(size_px=size_px, **shot))


def read(image: BgrImage) -> FrameReading:
    """The picture read."""
    return read_image(image, GAME, players=("Ann", "Ben"), name="small-city")


def tiles_of(sight: FrameReading) -> dict[str, Any]:
    """Place -> the tile that was found there."""
    return {
        f"cell:{borough.player}:{square}": (tile.kind, tile.level, tile.on)
        for borough in sight.reading.position.boroughs
        for tile in borough.tiles
        for square in tile.on
    }


@pytest.mark.parametrize(("view", "light"), thinned([("phone-30", "ceiling"), ("phone-30", "window")], 1))
def test_a_manned_tile_of_one_square_is_told_by_the_colour_round_the_citizen(view: str, light: str) -> None:
    """Factory, park, warehouse and residential zone: one tile of one square has that colour; likely, never certain."""
    truth = position(ann="B3 F3 D6 G7")
    sight = read(photo(truth, view=view, light=light, seed=4).image)
    assert sight.reading.position.boroughs[0] == truth.boroughs[0]
    assert {sight.reading.confidence[f"cell:Ann:{square}"] for square in ("B3", "F3", "D6", "G7")} == {"likely"}


def test_tiles_that_were_printed_before_the_colours_changed_are_told_as_well() -> None:
    """The same four tiles in the colours of sheets of before."""
    printed = PartsBox(replace(GAME, palette={**GAME.palette, **GAME.sections.palette_before}))
    truth = position(ann="B3 F3 D6 G7")
    shown = shoot(plan_of(truth, GAME), printed, Shot(view="phone-30", light="window", seed=4, size_px=(2000, 1500)))
    assert read(shown.image).reading.position.boroughs[0] == truth.boroughs[0]


def test_a_colour_that_two_tiles_may_have_is_asked_about() -> None:
    """A small theatre and a statue are both red; two yellow squares are one factory or two."""
    sight = read(photo(position(ben="C7 F4 F5"), view="phone-30", seed=4).image)
    assert {sight.reading.confidence[f"cell:Ben:{square}"] for square in ("C7", "F4", "F5")} == {"ask"}
    assert not sight.reading.position.boroughs[1].tiles


@pytest.mark.parametrize("moved", [False, True])
def test_a_tile_that_was_seen_is_remembered_under_citizens(moved: bool) -> None:
    """Also when table or camera was moved meanwhile, and under a hand in between; likely, not certain."""
    before = read(photo(position(ben="F5"), view="above", seed=4).image)
    shown = photo(position(ben="C7 F4 F5"), view="above", seed=5 if moved else 4).image
    covered = np.array(shown)
    for square in ("C7", "F4"):
        left, top = before.outlines_px[f"cell:Ben:{square}"].min(axis=0).astype(int)
        covered[top - 20 : top + 70, left - 20 : left + 70] = (90, 110, 160)
    sight = reread(shown, reread(covered, before))
    assert tiles_of(sight)["cell:Ben:F4"] == ("factory", 2, ("F4", "F5"))
    assert tiles_of(sight)["cell:Ben:C7"] == ("cultural", 1, ("C7",))
    assert {sight.reading.confidence[f"cell:Ben:{square}"] for square in ("C7", "F4", "F5")} == {"likely"}
    again = reread(shown, sight)
    assert tiles_of(again) == tiles_of(sight)


def test_a_tile_that_was_taken_away_is_not_remembered() -> None:
    """Citizens stand on bare squares where tiles lay, or on tiles of another colour."""
    before = read(photo(position(), view="above", seed=4).image)
    truth = position(ben="C7 F4 F5", ann="B3")
    theirs = replace(truth.boroughs[1], tiles=())
    other = replace(truth.boroughs[0].tiles[0], kind="park")
    mine = replace(truth.boroughs[0], tiles=(other, *truth.boroughs[0].tiles[1:]))
    changed = replace(truth, boroughs=(mine, theirs))
    sight = reread(photo(changed, view="above", seed=4).image, before)
    places = ("cell:Ben:C7", "cell:Ben:F4", "cell:Ben:F5")
    assert {sight.reading.confidence[place] for place in places} == {"ask"}
    assert not set(places) & set(tiles_of(sight))
    assert tiles_of(sight).get("cell:Ann:B3", ("park", 1, ("B3",))) == ("park", 1, ("B3",))
