"""What the page tells beside the moves: what every score is made of, and what people may enter that no camera sees."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from live.table.session import Session
from scoring.protocol import ScoreLine
from tabletop.notation import move_to_json

UNSEEN = "quiet"
"""A turn of which nobody can say what it was: what people press says it."""


def score_reasons(session: Session) -> Mapping[str, list[Mapping[str, Any]]]:
    """Player -> score lines that sum to the player's total.

    Games that score at the end tell it from what lies there; in Big City a player's moves are summed by their reasons.
    """
    reasons = session.rules.reasons(session.state)
    if reasons is None:
        return {player: _summed(session, player) for player in session.played.totals}
    return {player: [line.to_json() for line in lines] for player, lines in reasons.items()}


def _summed(session: Session, player: str) -> list[Mapping[str, Any]]:
    """The score lines of a player's moves, one for each reason."""
    sums: dict[tuple[str, str], int] = {}
    for line in _lines_of(session, player):
        sums[line.label, line.rule] = sums.get((line.label, line.rule), 0) + line.points
    return [
        {"label": label, "points": points, "places": [], "rule": rule}
        for (label, rule), points in sums.items()
        if points
    ]


def _lines_of(session: Session, player: str) -> Iterable[ScoreLine]:
    return (line for move in session.moves if move.judged.move.player == player for line in move.judged.lines)


def unseen_turns(session: Session) -> list[Mapping[str, Any]]:
    """The legal turns that leave nothing on the table, each with its words and the request's body."""
    rules, state = session.rules, session.state
    found: dict[str, Mapping[str, Any]] = {}
    for player in session.header.players:
        for move in rules.quiet_moves(state, player):
            if move.do == UNSEEN or not rules.judge(state, move).legal:
                continue
            words = rules.tell(move)
            found[words] = {"words": words, "body": dict(move_to_json(session.header.game, move))}
    return list(found.values())


def told_beside(session: Session) -> list[str]:
    """What people look for at the table beside the boards: the open card, and who has not acted on it."""
    return list(session.rules.told_beside(session.state))


def entry_keys(session: Session) -> list[str]:
    """The numbers that may be entered by hand in this game; a key that ends with `:` wants a number behind it."""
    return [key for key, value in session.rules.entry_keys().items() if value == "number"]


def entered_values(session: Session) -> Mapping[str, Mapping[str, Any]]:
    """Player -> what was entered, as it stands now; nobody where nothing can be."""
    if not session.rules.entry_keys():
        return {}
    return {player: session.rules.entered(session.state, player) for player in session.header.players}
