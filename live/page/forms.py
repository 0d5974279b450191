"""Forms for moves, from the game's own documents: which kinds of moves there are, their fields, what each may hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from live.table.session import Session
from tabletop.gamefile import GameFile, load_game
from tabletop.notation.registry import move_kinds
from tabletop.schema import REQUIRED, FieldKind, Key

UNSEEN = ("do", "player", "cards", "hands")
"""Keys that a form does not show: a move keeps those that it has."""
PLACES = ("on", "from", "to")
"""Keys that hold places of the board, which may be tapped."""
QUARTERS = 4
"""Turns of a part that lies square."""
FORM_FORMAT = "boardsight-move-forms/1"


def move_forms(session: Session) -> Mapping[str, Any]:
    """Every kind of move of the game with its fields, for whoever corrects a move without knowing the rules.

    A field has `key`, `shape` (`text`, `choice`, `number`, `flag`, `any`, `pair`, `list`, `streets`), whether it is
    `optional` and holds `places`, what a list or pair holds (`of`), and `choices`: what may be chosen, where `open`
    something else too.
    """
    game = load_game(session.header.game)
    forms = []
    for do, kind in move_kinds(session.header.game).items():
        keys = kind.keys or {}
        owned = "player" in keys
        fields = [_field(do, name, key, game, session, owned) for name, key in keys.items() if name not in UNSEEN]
        forms.append({"do": do, "player": owned, "fields": fields})
    return {"format": FORM_FORMAT, "game": session.header.game, "forms": forms}


def _field(
    do: str, name: str, key: Key, game: GameFile, session: Session, owned: bool
) -> Mapping[str, Any]:  # fmt: skip
    kind = key.kind
    streets = kind.shape == "list" and kind.of is not None and kind.of.shape == "table"
    return {
        "key": name,
        "shape": "streets" if streets else kind.shape,
        "of": _held(kind),
        "optional": key.default is not REQUIRED and not key.always,
        "places": name in PLACES or streets,
        "choices": list(_choices(do, name, kind, game, session, owned)),
        "open": name == "key",
    }


def _held(kind: FieldKind) -> str | None:
    """What a list or a pair holds."""
    return None if kind.of is None else kind.of.shape


def _choices(do: str, name: str, kind: FieldKind, game: GameFile, session: Session, owned: bool) -> Iterable[Any]:
    """Words or numbers that make sense in a field: those of its document, else those of the game's parts.

    `owned` moves are somebody's, so where parts have owners only those are theirs.
    """
    if kind.choices:
        return kind.choices
    if name in ("borough", "from_borough"):
        return session.header.players
    if name in PLACES:
        return ()
    if name == "turn":
        return range(QUARTERS)
    if name == "key":
        return [key for key in session.rules.entry_keys() if not key.endswith(":")]
    if name in ("kind", "name", "building"):
        parts = [part for part in game.parts if part.kind in do] or list(game.parts)
        found: list[Any] = [part.piece for part in parts if part.piece is not None]
    elif name == "number":
        found = [part.number for part in game.of_kind("tile") if part.number is not None]
    else:
        having = [part for part in game.parts if part.said(name) not in (None, {}, ())]
        theirs = [part for part in having if part.player is not None] if owned else []
        found = [part.said(name) for part in theirs or having]
    return sorted(set(found)) if all(isinstance(one, int) for one in found) else dict.fromkeys(map(str, found))
