"""A new game's position may have fields of any name: only those that every position has are read by name."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy
import pytest

from live.demo.comparison import _bare
from live.table.fusion import fuse
from live.table.steady import Steady
from tabletop.gamefile import load_game
from tabletop.readings import Reading
from vision import FrameReading
from vision.annotation import annotate
from vision.settings import ReaderSettings

GAME = "my-city-chess"
EVIDENCE = {"square:a1": {"empty": 0.0, "zoo": -20.0}}


@dataclass(frozen=True, slots=True, order=True)
class Stone:
    """What lies beside something, at something, on a number, and none of it as in a city."""

    at: str = "a1"
    beside: str = "b1"
    on: int = 3
    space: int = 4


@dataclass(frozen=True, slots=True)
class Stones:
    """A position whose fields bear a city's names and other things."""

    tiles: Any = (Stone(),)
    reserve: Any = 7
    streetcars: Any = (Stone(),)
    pieces: Any = ()
    boards: Any = 2
    players: tuple[str, ...] = ("Ann", "Ben")
    options: dict[str, Any] = field(default_factory=dict)
    turn: str | None = None
    scores: tuple[Any, ...] = ()
    game: str = GAME


def looked(position: Stones) -> Reading:
    """A look at it that is certain of all; a reading calls a game of one's own by its name, a position by its file."""
    return Reading("meadow", position, {"square:a1": "certain"}, evidence=EVIDENCE)


def followed(position: Stones) -> Any:
    """Three looks, then one at another position."""
    steady = Steady()
    for look in [looked(position)] * 3 + [looked(replace(position, tiles=()))]:
        steady, seen = steady.see(look)
    assert seen is not None
    return seen.evidence


def drawn(position: Stones) -> Any:
    """What was read, drawn on the picture."""
    image = numpy.zeros((40, 60, 3), numpy.uint8)
    sight = FrameReading(looked(position), load_game(GAME), position.players, (60, 40), ReaderSettings())
    return annotate(image, sight).shape


@pytest.mark.parametrize("tiles", [(Stone(),), ("a1", "b1"), 5, None, {"a1": 1}])
@pytest.mark.parametrize(
    ("read", "told"),
    [
        (followed, EVIDENCE),
        (drawn, (40, 60, 3)),
        (lambda position: fuse([looked(position)] * 2).position.reserve, 7),
        (lambda position: _bare(position).reserve, 7),
    ],
)
def test_fields_named_like_a_citys_break_nothing(read: Callable[[Stones], Any], told: Any, tiles: Any) -> None:
    """A game that is not laid of neighbourhoods may call what it likes `tiles`, `reserve` or `streetcars`."""
    assert read(Stones(tiles=tiles)) == told
