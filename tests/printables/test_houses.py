"""Nets of paper houses fold into houses: every roof edge has its wall, walls do not overlap in the flat."""

import json

import pytest

from printables.book import PrintSettings, print_game
from printables.houses import FoldedPart, House, houses_of
from tabletop.gamefile import load_game
from tabletop.geometry import area_mm2, contains

GAME = load_game("big-city")
PARTS = [part for part, _ in houses_of(GAME)]
HOUSES = {part.id: part for part in PARTS if isinstance(part, House)}


@pytest.mark.parametrize("name", HOUSES)
def test_a_nets_area_is_that_of_roof_walls_and_tabs(name: str) -> None:
    """Nothing overlaps in the flat net: its outline's area is the sum of its pieces (slits of 0.4 mm aside)."""
    net = HOUSES[name].net
    roof = abs(area_mm2(HOUSES[name].roof_mm))
    walls = sum(wall.length_mm * net.height_mm for wall in net.walls if wall.attached)
    tabs = sum(abs(area_mm2(tab)) for tab in net.tabs_mm)
    assert area_mm2(net.outline_mm) == pytest.approx(roof + walls + tabs, abs=0.25 * net.height_mm * 4)


@pytest.mark.parametrize("name", HOUSES)
def test_every_roof_edge_has_a_wall_on_the_net_or_of_its_own(name: str) -> None:
    """Walls that are not on the net are printed beside it, as long as their edge."""
    house = HOUSES[name]
    net = house.net
    assert len(net.walls) == len(house.roof_mm)
    missing = sorted(wall.length_mm for wall in net.walls if not wall.attached)
    own = sorted(part.wall_mm[0] for part in PARTS if isinstance(part, FoldedPart) and part.of == name)
    assert own == pytest.approx(missing)


def test_the_roofs_codes_lie_on_the_roof() -> None:
    """A house's codes are its token's, inside the roof."""
    for part in HOUSES.values():
        for code in part.codes:
            assert all(contains(part.roof_mm, corner) for corner in code.corners_mm)


def test_the_manifest_says_what_stands_on_the_table() -> None:
    """A house's outline is its footprint; its net and inner walls are its sheets."""
    files = print_game(GAME, PrintSettings(parts=("houses",)))
    parts = {part["id"]: part for part in json.loads(files["parts.json"])["parts"]}
    stanford = parts["stanford"]
    assert stanford["form"] == "house"
    assert stanford["height_mm"] == 9.0
    assert len(stanford["footprint_mm"]) == 6
    assert [sheet["piece"] for sheet in stanford["sheets"]] == ["roof and walls", "stanford-wall-1"]
    assert parts["residence-1"]["count"] == 8
