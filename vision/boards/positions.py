"""What was found on the boards, as the words that every game's positions are made from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tabletop.found import FoundBoard, FoundBoards, FoundPart, position_from
from tabletop.parts import Part
from vision.boards.cells import LaidBoard
from vision.boards.setup import Setup
from vision.places.assignment import LyingPart


@dataclass(frozen=True, slots=True)
class OffBoard:
    """What the table shows beside the boards' cells."""

    turn: str | None = None
    card: Part | None = None
    tokens: Mapping[str, int] | None = None
    """Player -> space of the score track on which the token lies."""


def position_of(
    parts: Sequence[LyingPart],
    boards: Sequence[LaidBoard],
    players: tuple[str, ...],
    beside: OffBoard,
    setup: Setup,
) -> Any:
    """The position in the words of the game's rules."""
    laid = tuple(
        FoundBoard(board.sheet.part, board.sheet.part.board or board.board.name, board.owner) for board in boards
    )
    found = tuple(FoundPart(one.part, _names(one, boards), one.board) for one in parts)
    tokens = beside.tokens or {}
    return position_from(FoundBoards(setup.name, players, laid, found, beside.turn, beside.card, tokens), setup.game)


def _names(part: LyingPart, boards: Sequence[LaidBoard]) -> tuple[str, ...]:
    board = boards[part.board].board
    return tuple(board.cell_name(cell) for cell in sorted(part.cells))
