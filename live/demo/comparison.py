"""Whether what was read equals what was played: move by move, the table at the end, the scores, the display."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from live.table.session import Session
from scoring import replay, rules_for
from scoring.protocol import Judged, JudgedMove
from tabletop.gamefile import load_game
from tabletop.moves import Move
from tabletop.notation.registry import move_kinds
from tabletop.records import Record

TRACELESS = ("pass", "exchange", "trade")
"""What no camera can tell apart in games that know a `quiet` turn, and after the last puck not even see."""

SET_OUT = "set-landmark"


@dataclass(frozen=True, slots=True)
class Comparison:
    """The comparison; `differences` are sentences, empty where everything equals."""

    played: int
    right: int
    quiet: int
    """Turns without a trace that were rightly taken as such."""
    script_totals: Mapping[str, int]
    read_totals: Mapping[str, int]
    shown_totals: Mapping[str, int] | None
    differences: tuple[str, ...]


def compare(script: Record, session: Session, shown: Mapping[str, int] | None) -> Comparison:
    """Hold the session against the script; `shown` is what the display showed at the end, None where there was none."""
    played = replay(script)
    made, kept = in_one_order(played.moves, session.moves, script.header.players)
    expected, read = ([one.judged.move for one in moves] for moves in (made, kept))
    unseen = traceless_at_the_end(expected[len(read) :]) if "quiet" in move_kinds(script.header.game) else 0
    seen = expected[: len(expected) - unseen]
    differences = [
        f"move {number}: played {_words(script, wanted)}, read {_words(script, got)}"
        for number, (wanted, got) in enumerate(_paired(seen, read), start=1)
        if not same_move(wanted, got)
    ]
    right = unseen + sum(same_move(wanted, got) for wanted, got in _paired(seen, read))
    rules = session.rules
    if _bare(rules.position(played.state)) != _bare(session.position):
        differences.append("the table at the end was read otherwise than it lay")
    if dict(played.totals) != dict(session.played.totals):
        differences.append(f"scores: {_scores(session.played.totals)}, by the script {_scores(played.totals)}")
    if shown is not None and dict(shown) != dict(played.totals):
        differences.append(f"the display shows {_scores(shown) or 'nothing'}, by the script {_scores(played.totals)}")
    quiet = unseen + sum(move.do == "quiet" for move in read)
    return Comparison(
        len(expected), right, quiet, dict(played.totals), dict(session.played.totals), shown, tuple(differences)
    )


def in_one_order(
    played: Sequence[JudgedMove], read: Sequence[JudgedMove], players: Sequence[str]
) -> tuple[list[JudgedMove], list[JudgedMove]]:
    """Moves as they were played and as they were read, without differences of order on which nothing hangs."""
    made = _by_rounds(played, players)
    return made, _in_the_order_of(made, _by_rounds(read, players))


def _by_rounds(moves: Sequence[JudgedMove], players: Sequence[str]) -> list[JudgedMove]:
    """My City's moves with each round's in the players' order: after a card all act at once, in any order.

    Landmarks of MY CITY on a chess board that are set out before the first turn stand in the order of their squares:
    nothing hangs on theirs. Other games' moves stay as they are. What somebody did in another round remains a
    difference.
    """
    made = [one.judged.move for one in moves]
    count = next((place for place, move in enumerate(made) if move.do != SET_OUT), len(moves))
    if count:
        return [*sorted(moves[:count], key=lambda one: one.judged.move.on), *moves[count:]]  # type: ignore[attr-defined]
    if not any(move.do == "card" for move in made):
        return list(moves)
    rounds: list[list[JudgedMove]] = [[]]
    for one in moves:
        if one.judged.move.do == "card":
            rounds.append([])
        rounds[-1].append(one)
    seats = {player: seat for seat, player in enumerate(players)}
    return [one for each in rounds for one in sorted(each, key=lambda one: seats.get(one.judged.move.player or "", -1))]


def _in_the_order_of(played: Sequence[JudgedMove], read: Sequence[JudgedMove]) -> list[JudgedMove]:
    """The moves as they were read, two neighbours in the order in which they were played where nothing hangs on it.

    Both were made out of sight; either way each is as legal, and brings as many points.
    """
    moves = list(read)
    for place, (first, second) in enumerate(pairwise(played)):
        there = moves[place : place + 2]
        if len(there) == 2 and all(map(_judged_alike, (second.judged, first.judged), (one.judged for one in there))):
            moves[place : place + 2] = there[::-1]
    return moves


def _judged_alike(one: Judged[Any], other: Judged[Any]) -> bool:
    return same_move(one.move, other.move) and (one.legal, one.points) == (other.legal, other.points)


def traceless_at_the_end(moves: Sequence[Move]) -> int:
    """How many of these last moves nobody could see: after them neither table nor puck tells anything; all or none."""
    return len(moves) if all(move.do in TRACELESS for move in moves) else 0


def same_move(played: Move | None, read: Move | None) -> bool:
    """Whether a move was read as it was played; without a trace it counts as `quiet`, whatever it was.

    The order in which two streetcars were laid in one turn is no camera's business.
    """
    if played is None or read is None:
        return played is read
    if played.do in TRACELESS and read.do == "quiet":
        return played.player == read.player
    laid, seen = (getattr(move, "segments", None) for move in (played, read))
    if isinstance(laid, tuple) and isinstance(seen, tuple):
        return played.player == read.player and set(laid) == set(seen)
    return played == read


def table_of(verdict: Comparison) -> str:
    """Final scores as read, by the script, and on the display, as an aligned table."""
    head = ["", "read", "script", *([] if verdict.shown_totals is None else ["display"])]
    rows = [head]
    for player, points in verdict.script_totals.items():
        row = [player, str(verdict.read_totals.get(player, "–")), str(points)]
        if verdict.shown_totals is not None:
            row.append(str(verdict.shown_totals.get(player, "–")))
        rows.append(row)
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    return "\n".join(_aligned(row, widths) for row in rows)


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = (
        cell.rjust(width) if place else cell.ljust(width)
        for place, (cell, width) in enumerate(zip(row, widths, strict=True))
    )
    return "  ".join([first, *others])


def _paired(expected: Sequence[Move], read: Sequence[Move]) -> list[tuple[Move | None, Move | None]]:
    longest = max(len(expected), len(read))
    return [
        (expected[place] if place < len(expected) else None, read[place] if place < len(read) else None)
        for place in range(longest)
    ]


def _words(script: Record, move: Move | None) -> str:
    if move is None:
        return "nothing"
    return rules_for(script.header.game).tell(move)


def _bare(position: Any) -> Any:
    """The position without what is beside the board."""
    beside: dict[str, Any] = {"turn": None, "players": (), "card": None, "scores": (), "options": {}}
    if load_game(position.game).laid_of_tiles:
        beside["reserve"] = ()
    known = {key: value for key, value in beside.items() if hasattr(position, key)}
    return replace(position, **known)


def _scores(totals: Mapping[str, int]) -> str:
    return ", ".join(f"{player} {points}" for player, points in totals.items())
