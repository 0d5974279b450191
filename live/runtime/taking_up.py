"""A record that is taken up again: whether it is the game that was asked for, and what is said of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from live.table.session import Session
from tabletop.errors import UsageError
from tabletop.options import settled
from tabletop.records import Header


def check_taken_up(
    found: Header, game: str, wanted: Header | None, options: Mapping[str, Any], *, record: Path
) -> None:
    """Raise UsageError where the command line asks for another game, other players or variants than the record's.

    `wanted` is the header of a new game, None where no players were given; `options` are those that were given.
    """
    mend = f"to take up {record} again leave that out, and for a new game choose another --record"
    if found.game != game:
        raise UsageError(f"{record} is a game of {found.game}, not of {game}")
    if wanted is not None and wanted.players != found.players:
        played = ",".join(found.players)
        raise UsageError(f"{record} is played by {played}, not by --players {','.join(wanted.players)}; {mend}")
    has = settled(found.game, found.options)
    for name, value in options.items():
        if has[name] != value:
            raise UsageError(f"{record} is played with {name}={has[name]}, not with --option {name}={value}; {mend}")


def taken_up_words(session: Session) -> str:
    """How far the game has come, and whether it is over."""
    totals = ", ".join(f"{player} {points}" for player, points in session.played.totals.items())
    moves = "1 move" if len(session.moves) == 1 else f"{len(session.moves)} moves"
    words = f"taken up again after {moves}: {totals}"
    if not session.played.over:
        return words
    winners = " and ".join(session.played.winners)
    have = "has" if len(session.played.winners) == 1 else "have"
    return f"{words}\nthe game is over, {winners} {have} won; it can be corrected, a new one needs another --record"
