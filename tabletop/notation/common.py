"""The keys that every game's position has: players, options, and what else the table shows."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tabletop.boardfile import Board
from tabletop.options import settled
from tabletop.positions import TrackMarker
from tabletop.schema import FieldKind, Key, Mismatch, Path, list_of, mismatch, one_of, table, text, whole

PLAYERS = list_of(text(), unique=True)
_SCORES = list_of(
    table(
        TrackMarker,
        {"player": Key(text()), "space": Key(whole(0, 99)), "hundreds": Key(whole(0, 99), 0)},
        name="a score marker",
    )
)


def in_order(board: Board, on: tuple[str, ...], path: Path = ("on",)) -> tuple[str, ...]:
    """Cells by their names, row by row and as the board writes them; `Mismatch` where there is no such cell."""
    try:
        cells = sorted({board.cell(name) for name in on})
    except ValueError as error:
        raise Mismatch(path, str(error)) from error
    if len(cells) < len(on):
        raise Mismatch(path, "the same cell stands there twice")
    return tuple(board.cell_name(cell) for cell in cells)


def one_each(owners: Sequence[str], what: str, key: str) -> None:
    """Raise `Mismatch` where a player has two: `what` in words, in the document's list `key`."""
    for index, owner in enumerate(owners):
        if owner in owners[:index]:
            raise Mismatch((key, index, "player"), f"'{owner}' has a {what} already; each player has one")


def options_of(game: str) -> FieldKind:
    """The options in force, as they were given; unknown ones and unknown values are refused."""
    expected = "a table of options"

    def read(value: Any, path: Path) -> Mapping[str, Any]:
        if not isinstance(value, dict):
            raise mismatch(path, value, expected)
        settled(game, value)
        return value

    return FieldKind(expected, read, dict)


def _read_game(game: str) -> FieldKind:
    return one_of((game,))


def position_table(
    game: str,
    build: Callable[..., Any],
    keys: Mapping[str, Key],
    *,
    table_keys: Mapping[str, Key] | None = None,
) -> FieldKind:
    """A position's document: `game`, `players`, `options`, the game's own `keys`, `[table]` and `[[scores]]`.

    `build` gets every own key, `players`, `options`, `scores`, and the keys of `[table]` flat beside them: `turn`,
    `reserve` (neighbourhood numbers), `card`, or what `table_keys` says. The position's attributes have the same
    names.
    """
    beside: Mapping[str, Key] = table_keys or {
        "turn": Key(text(), None),
        "reserve": Key(list_of(whole(1, 99), ascending=True), ()),
        "card": Key(text(), None),
    }
    absent = {key: entry.default for key, entry in beside.items()}
    everything = {
        "game": Key(_read_game(game)),
        "players": Key(PLAYERS, ()),
        "options": Key(options_of(game), {}),
        **keys,
        "table": Key(table(dict, beside, take=dict, name="the table"), absent),
        "scores": Key(_SCORES, ()),
    }

    def make(game: str, table: Mapping[str, Any], **values: Any) -> Any:
        return build(**values, **table)

    def take(position: Any) -> Mapping[str, Any]:
        shown = {key: getattr(position, key) for key in beside}
        values = {key: getattr(position, key) for key in everything if key not in ("game", "table")}
        return {**values, "game": game, "table": shown}

    return table(make, everything, take=take, name=f"a {game} position")


def moves_table(
    classes: Mapping[type, Mapping[str, Key]], *, player: Key | None = None, shared: Mapping[str, Key] | None = None
) -> dict[str, FieldKind]:
    """The word of each move -> its document, from the classes of moves and their own keys.

    Every class has `do`; every move but those whose keys hold their own `player` has a player's name. `shared` keys
    (cards, hands) belong to all.
    """
    kinds = {}
    for build, keys in classes.items():
        word: str = build.do  # type: ignore[attr-defined]
        everything = {"player": player or Key(text()), "do": Key(one_of((word,))), **keys, **(shared or {})}
        everything = {key: entry for key, entry in everything.items() if entry.kind is not ABSENT}
        kinds[word] = table(_without_do(build), everything, name=f"a '{word}' move")
    return kinds


ABSENT = FieldKind("nothing", lambda value, path: None)
"""For `player` in the keys of a move that nobody makes."""


def _without_do(build: type) -> Callable[..., Any]:
    def make(do: str, **values: Any) -> Any:
        return build(**values)

    return make
