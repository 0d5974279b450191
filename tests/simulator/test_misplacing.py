"""Parts laid in wrong places, as people lay them: in every game somewhere free, where they fit."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simulator.games import opening_position, random_game, turns_of
from simulator.layout import misplaced
from tabletop.gamefile import GameFile, load_game
from tabletop.games.big_city.values import BigCityPosition
from tabletop.geometry import bounding_box
from tabletop.parts import Part
from tabletop.plans import plan_of
from tabletop.records import Header

MEADOW = str(Path(__file__).parents[2] / "examples" / "meadow.toml")
GAMES = {
    "big-city": Header("big-city", ("Ann", "Ben", "Cem")),
    "my-city": Header("my-city", ("Ann", "Ben", "Cem")),
    "my-city-chess": Header("my-city-chess", ("Ann", "Ben")),
    "hexes": Header("my-city-chess", ("Ann", "Ben"), {"map": "hex-8"}),
    "small-city": Header("small-city", ("Ann", "Ben", "Cem")),
    "meadow": Header(MEADOW, ("red", "blue")),
}


def wrong_tables(name: str, game: GameFile) -> Iterator[tuple[Any, Any, Any]]:
    """What lay there before, what is right, what was laid instead, for every turn of a game in which that can be."""
    record = random_game(GAMES[name], 3, at_most=40)
    rng, before = np.random.default_rng(1), opening_position(record)
    for turn in turns_of(record):
        wrong = misplaced(before, turn.position, game, rng)
        if wrong is not None:
            yield before, turn.position, wrong
        before = turn.position


def is_base(part: Part) -> bool:
    """Whether other parts lie on it: a board, or a neighbourhood of Big City."""
    return part.kind == "board" or (part.kind == "tile" and part.id.startswith("tile-"))


def laid(position: Any, game: GameFile) -> dict[str, list[tuple[float, float]]]:
    """Part -> where such parts lie: its middles from the first board's or tile's, whole mm."""
    plan = plan_of(position, game)
    first = min((one for one in plan.parts if is_base(game.by_id[one.part])), key=lambda one: one.part).pose
    spots: dict[str, list[tuple[float, float]]] = {}
    for one in plan.parts:
        spots.setdefault(one.part, []).append((round(one.pose.x_mm - first.x_mm), round(one.pose.y_mm - first.y_mm)))
    return {part: sorted(places) for part, places in spots.items()}


@pytest.mark.parametrize("name", GAMES)
def test_one_part_lies_in_another_place_than_it_should(name: str) -> None:
    """The table differs from the right one in where one part lies, which was not there before; that happens often."""
    game = load_game(GAMES[name].game)
    count = 0
    for before, right, wrong in wrong_tables(name, game):
        lying = laid(wrong, game)
        new = {part for part, places in lying.items() if places != laid(before, game).get(part)}
        assert len(new) == 1
        (part,) = new
        assert len(lying[part]) == len(laid(right, game)[part])
        assert lying[part] != laid(right, game)[part]
        count += 1
    assert count >= 5


@pytest.mark.parametrize("name", GAMES)
def test_what_lies_wrong_lies_on_nothing(name: str) -> None:
    """No two parts of the wrong table are in one place, but for citizens, who stand on tiles."""
    game = load_game(GAMES[name].game)
    for _, _, wrong in wrong_tables(name, game):
        cells = []
        for one in plan_of(wrong, game).parts:
            part = game.by_id[one.part]
            if is_base(part) or part.kind in ("mat", "puck", "citizen", "streetcar"):
                continue
            spots = [one.pose.apply((x, y)) for x, y in _cell_middles(part.outline_mm, part.cells)]
            cells += [(round(x / 5), round(y / 5)) for x, y in spots]
        assert len(cells) == len(set(cells))


def _cell_middles(outline: Any, cells: Any) -> list[tuple[float, float]]:
    """Middles of a part's cells in its own frame; of its outline where it has none."""
    left, top, right, bottom = bounding_box(outline)
    if not cells:
        return [((left + right) / 2, (top + bottom) / 2)]
    rows, columns = [row for row, _ in cells], [column for _, column in cells]
    height, width = max(rows) - min(rows) + 1, max(columns) - min(columns) + 1
    return [
        (
            left + (column - min(columns) + 0.5) * (right - left) / width,
            top + (row - min(rows) + 0.5) * (bottom - top) / height,
        )
        for row, column in cells
    ]


def test_where_nothing_new_is_laid_nothing_is_misplaced(city: BigCityPosition, game: GameFile) -> None:
    """A turn that only passes the puck on, or takes something away, has no wrong place."""
    rng = np.random.default_rng(1)
    assert misplaced(city, replace(city, turn="Ann"), game, rng) is None
    assert misplaced(city, replace(city, pieces=city.pieces[1:]), game, rng) is None
