"""One table large: its state as the table's own pages know it, so that television and overlay serve here too."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from live.network.messages import MoveShown, TableState, parse_state
from tabletop.readings import Problem

FORMAT = "boardsight-state/1"
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
MOST_DRAWN = 2000
"""Values in a position that is drawn; the largest real one has a few hundred."""


def table_view(payload: bytes, table: str) -> dict[str, Any] | Problem:
    """A state from the broker as the page's state (`live.page.state`), or what is wrong with it."""
    state = parse_state(payload, table)
    if isinstance(state, Problem):
        return state
    board, problem = drawing_of(state.position)
    problems = [*state.problems, *([problem] if problem is not None else [])]
    return {
        "format": FORMAT,
        "table": table,
        "game": state.game,
        "title": state.title,
        "players": players_view(state),
        "turn": state.turn,
        "over": state.over,
        "winners": list(state.winners),
        "camera": {"state": state.camera.state, "message": state.camera.message, "source": table},
        "paused": state.paused,
        "board": board,
        "unsure": {},
        "moves": [move_view(move) for move in state.moves],
        "lines": state.n,
        "questions": [
            {"id": one.id, "text": one.text, "places": [], "choices": list(one.choices), "picture": None}
            for one in state.questions
        ],
        "problems": [one.to_json() for one in problems],
    }


def players_view(state: TableState) -> list[dict[str, Any]]:
    """The players in seat order, as the page has them."""
    return [
        {
            "name": player.name,
            "seat": player.seat,
            "colour": player.colour if _COLOUR.fullmatch(player.colour) else "#888888",
            "total": player.total,
            "turn": player.turn,
            "winner": player.winner,
            "last_points": player.last_points,
        }
        for player in state.players
    ]


def move_view(move: MoveShown) -> dict[str, Any]:
    """One move as the page has it."""
    return {
        "n": move.n,
        "player": move.player,
        "text": move.text,
        "legal": move.legal,
        "points": move.points,
        "lines": [line.to_json() for line in move.lines],
        "problems": [problem.to_json() for problem in move.problems],
        "places": [place for line in move.lines[:1] for place in line.places],
        "provisional": False,
        "corrected": False,
        "picture": None,
    }


def drawing_of(position: Mapping[str, Any] | None) -> tuple[Mapping[str, Any] | None, Problem | None]:
    """The board's drawing from a stranger's position, None where there is none; and why it could not be drawn.

    Only games and boards that this program ships are drawn: a position never makes the hub open a file.
    """
    from tabletop.gamefile import shipped_games

    if position is None:
        return None, None
    if position.get("game") not in shipped_games() or _is_foreign(position.get("options")):
        return None, None
    if _size(position) > MOST_DRAWN:
        return None, Problem("too-large", "its position is too large to be drawn")
    from live.drawing.page import draw
    from tabletop.errors import BoardsightError
    from tabletop.notation.registry import position_from_json

    try:
        return draw(position_from_json(position)), None
    except (BoardsightError, ValueError, LookupError, TypeError, AssertionError) as error:
        # whoever sent it may have made it up: the scores are shown all the same, and why the board is not
        return None, Problem("position", f"its position can't be drawn: {str(error)[:200]}")


def _is_foreign(options: Any) -> bool:
    """Whether options name files, which lie at the table and not here."""
    if options is None:
        return False
    if not isinstance(options, Mapping):
        return True
    values = [item for value in options.values() for item in (value if isinstance(value, list) else [value])]
    return any(not isinstance(value, str | bool | int) or "." in str(value) or "/" in str(value) for value in values)


def _size(value: Any) -> int:
    """How many values there are in a document."""
    if isinstance(value, Mapping):
        return sum(_size(item) for item in value.values())
    if isinstance(value, list):
        return sum(_size(item) for item in value)
    return 1
