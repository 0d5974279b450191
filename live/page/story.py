"""A game from its first move to its last, to look at it again: every move with reasons, totals, board and picture."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Mapping
from typing import Any

from live.drawing.page import draw
from live.page.state import move_view, players_shown, score_reasons
from live.table.session import Session
from tabletop.errors import UnreadableInput
from tabletop.gamefile import load_game

FORMAT = "boardsight-story/1"
MARSHAL_WITHOUT_REFERENCES = 2
"""Of `marshal`: equal values are equal bytes, wherever they lie; thirty times as fast as JSON."""


def story_of(session: Session, *, pictured: Callable[[str], bool] = lambda name: False) -> dict[str, Any]:
    """The whole game as one JSON value; `pictured` says whether the picture of that name is kept.

    `shapes` are all that any board shows, each once; `boards` say for each step which of them, the start being step 0.
    """
    game = load_game(session.header.game)
    drawn = _Boards()
    drawn.add(session.rules.position(session.rules.start(session.header)))
    moves = []
    for number, move in enumerate(session.moves, start=1):
        evidence = session.entries[move.n - 1].evidence
        shown = move_view(session, move, number, pictured=evidence is not None and pictured(evidence))
        moves.append({key: value for key, value in shown.items() if key != "body"})
        drawn.add(session.rules.position(move.judged.state))
    reasons = score_reasons(session)
    return {
        "format": FORMAT,
        "game": session.header.game,
        "title": game.title,
        "at": session.header.at,
        "over": session.played.over,
        "winners": list(session.played.winners) if session.moves else [],
        "players": [{**one.to_json(), "lines": reasons.get(one.name, [])} for one in players_shown(session, game)],
        "moves": moves,
        "shapes": drawn.shapes,
        "boards": drawn.boards,
    }


def _drawn(position: Any) -> Mapping[str, Any] | None:
    """The board as the page draws it; None where a move of the record laid a part where it can't lie."""
    try:
        return draw(position)
    except UnreadableInput:
        return None


class _Boards:
    """Boards that share most of their shapes, each shape kept once."""

    def __init__(self) -> None:
        self.shapes: list[Mapping[str, Any]] = []
        self.boards: list[Mapping[str, Any] | None] = []
        self._by_bytes: dict[bytes, int] = {}
        self._by_identity: dict[int, int] = {}  # of shapes that are in `shapes`, so that nothing else has their place
        self._newest: Mapping[str, Any] | None = None

    def add(self, position: Any) -> None:
        """The next step's board, None where there is nothing to be drawn."""
        board = _drawn(position)
        if board is not None and board is self._newest:  # a turn that laid nothing
            self.boards.append(self.boards[-1])
            return
        self._newest = board
        self.boards.append(board and {**board, "shapes": [self._number(shape) for shape in board["shapes"]]})

    def _number(self, shape: Mapping[str, Any]) -> int:
        known = self._by_identity.get(id(shape))
        if known is not None:
            return known
        alike = marshal.dumps(dict(shape), MARSHAL_WITHOUT_REFERENCES)
        number = self._by_bytes.setdefault(alike, len(self.shapes))
        if number == len(self.shapes):
            self.shapes.append(shape)
            self._by_identity[id(shape)] = number
        return number
