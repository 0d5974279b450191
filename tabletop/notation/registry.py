"""Positions and moves of any game as documents: the game's own `notation` knows them."""

from collections.abc import Mapping
from functools import lru_cache
from types import ModuleType
from typing import Any

from tabletop.errors import UnreadableInput
from tabletop.gamefile import all_games, load_game
from tabletop.moves import Move, TakeUp
from tabletop.schema import FieldKind, Key, Mismatch, shown, table, text
from tabletop.shipped import game_module, rules_folders


@lru_cache(maxsize=16)
def position_kind(game: str) -> FieldKind:
    """The document of a game's positions; UnreadableInput where there is no such game."""
    kind: FieldKind = _module(game).position_kind(game)
    return kind


@lru_cache(maxsize=16)
def move_kinds(game: str) -> Mapping[str, FieldKind]:
    """Each word of a game's moves -> its document."""
    kinds: Mapping[str, FieldKind] = _module(game).move_kinds(game)
    return kinds


def position_to_json(position: Any) -> dict[str, Any]:
    """A position as the document that JSON and TOML write."""
    document: dict[str, Any] = position_kind(position.game).write(position)
    return document


def position_from_json(document: Any) -> Any:
    """A position from a parsed document; raises `Mismatch` with the path to what does not fit."""
    if not isinstance(document, dict):
        raise Mismatch((), f"{shown(document)} is not a position; expected a table with game, players, options, ...")
    if "game" not in document:
        raise Mismatch((), f"'game' is missing; expected one of {', '.join(all_games())} or a game file")
    if not isinstance(document["game"], str):
        raise Mismatch(("game",), f"{shown(document['game'])} is not a game's name")
    try:
        kind = position_kind(document["game"])
    except UnreadableInput as error:
        raise Mismatch(("game",), str(error)) from error
    return kind.read(document, ())


def move_to_json(game: str, move: Move) -> dict[str, Any]:
    """A move as the body of a record line."""
    if isinstance(move, TakeUp):
        return {"do": move.do, "position": position_kind(game).write(move.position)}
    document: dict[str, Any] = move_kinds(game)[move.do].write(move)
    return {"do": move.do, **document} if "player" not in document else document | {"do": move.do}


def move_from_json(game: str, document: Any) -> Move:
    """A move from the body of a record line; raises `Mismatch` with the path to what does not fit."""
    kinds = move_kinds(game)
    if not isinstance(document, dict):
        raise Mismatch((), f"{shown(document)} is not a move; expected a table with player, do, ...")
    word = document.get("do")
    if word == TakeUp.do:
        keys = {"do": Key(text()), "position": Key(position_kind(game))}
        taken: Move = table(_take_up, keys, name="a position's line").read(document, ())
        return taken
    if not isinstance(word, str) or word not in kinds:
        raise Mismatch(("do",), f"{shown(word)} is not a move of {game}; expected one of {', '.join(kinds)}")
    move: Move = kinds[word].read(document, ())
    return move


def _take_up(do: str, position: Any) -> TakeUp:
    return TakeUp(position)


def _module(game: str) -> ModuleType:
    """The module with `position_kind(game)` and `move_kinds(game)` of a shipped game, or of a game file's rules."""
    return game_module(game if game in rules_folders() else load_game(game).rules, "notation")
