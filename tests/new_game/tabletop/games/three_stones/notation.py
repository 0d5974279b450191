"""Three Stones' texts: from one table of keys come reading, writing, TOML, JSON and complaints."""

from collections.abc import Mapping

from tabletop.games.three_stones.values import CELLS, Put, Stone, Stones

from tabletop.notation.common import moves_table, position_table
from tabletop.schema import FieldKind, Key, list_of, one_of, table, text, whole


def position_kind(game: str) -> FieldKind:
    """A position's document."""
    stone = table(Stone, {"player": Key(text()), "on": Key(one_of(CELLS))}, name="a stone")
    keys = {"tiles": Key(list_of(stone), ()), "reserve": Key(whole(0, len(CELLS)))}
    return position_table(game, Stones, keys, table_keys={"turn": Key(text(), None)})


def move_kinds(game: str) -> Mapping[str, FieldKind]:
    """Each move's document."""
    return moves_table({Put: {"on": Key(one_of(CELLS))}})
