"""Three Stones: its values and their texts, which in a real game stand in tabletop/positions, moves and notation."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from tabletop.notation.common import moves_table, position_table
from tabletop.schema import Key, Kind, list_of, one_of, table, text

CELLS = tuple(f"{column}{row}" for row in (1, 2, 3) for column in "abc")


@dataclass(frozen=True, slots=True, order=True)
class Stone:
    """A player's stone on a cell."""

    player: str
    on: str


@dataclass(frozen=True, slots=True)
class Stones:
    """What lies on the board."""

    game: str
    stones: tuple[Stone, ...] = ()
    players: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    turn: str | None = None
    scores: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Put:
    """A player puts a stone on a cell."""

    do: ClassVar[str] = "put"
    player: str
    on: str


def position_kind(game: str) -> Kind:
    """A position's document."""
    stone = table(Stone, {"player": Key(text()), "on": Key(one_of(CELLS))}, name="a stone")

    def build(**values: Any) -> Stones:
        return Stones(game=game, **values)

    return position_table(game, build, {"stones": Key(list_of(stone), ())}, table_keys={"turn": Key(text(), None)})


def move_kinds(game: str) -> Mapping[str, Kind]:
    """Each move's document."""
    return moves_table({Put: {"on": Key(one_of(CELLS))}})
