"""The cells of boards on which pieces lie that bear no codes."""

from collections.abc import Sequence
from dataclasses import replace

from tabletop.cellnames import Cell
from vision.boards.cells import CellField
from vision.places.assignment import Assignment
from vision.uncoded.agreement import with_learned_look
from vision.uncoded.answered import with_learned_answers
from vision.uncoded.clusters import PlainAnswer
from vision.uncoded.look import PlainLook
from vision.uncoded.pieces import Bed, printed_grounds, with_plain_pieces
from vision.uncoded.withheld import bare_beside_unknown, beside_unknown

Loose = dict[Cell, PlainAnswer | None]
"""Of a board, what loose pieces its cells show."""


def with_plain_cells(
    look: PlainLook, field: CellField, explained: Assignment, loose_known: Sequence[Loose]
) -> tuple[list[Bed], Assignment]:
    """The boards as pieces without codes lie on them, and the parts with those pieces.

    `loose_known` are, board by board, loose pieces of the last look that still lie there.
    """
    beds = _beds(field, look, loose_known)
    for bed in beds:
        explained, _ = with_plain_pieces(look, bed, explained)
        before = explained.evidence
        explained, told = with_learned_look(look, bed, explained)
        explained = beside_unknown(look, bed.board, bed.places, explained)
        explained = bare_beside_unknown(bed.board, bed.places, explained)
        if bed.square:  # what was unknown to the others makes nothing beside it certain
            explained = with_learned_answers(look, bed, explained, told, before)
    return beds, explained


def _beds(field: CellField, look: PlainLook, loose_known: Sequence[Loose]) -> list[Bed]:
    """The boards as pieces without codes lie on them."""
    grounds = printed_grounds(look.shot.game, look.settings)
    found = []
    for number, laid in enumerate(field.boards):
        mine = [cell for cell in field.cells if cell.board == number]
        base_mm, square = laid.height_mm + look.settings.paper_mm, laid.board.shape == "square"
        loose = dict(loose_known[number]) if number < len(loose_known) else {}
        bed = Bed(number, mine, laid.board.pitch_mm, base_mm, streets=False, square=square, grounds=grounds)
        found.append(replace(bed, loose_seen=loose))
    return found
