"""The cells of boards on which pieces lie that bear no codes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from tabletop.cellnames import Cell
from tabletop.gamefile import GameFile
from tabletop.readings import Confidence
from vision.boards.cells import CellField
from vision.boards.ground import printed_tones
from vision.places.assignment import Assignment, LyingPart
from vision.uncoded.agreement import LookBefore, with_learned_look
from vision.uncoded.answered import with_learned_answers
from vision.uncoded.asked_looks import AskedLook, AskedLooks, asked_looks, asked_of, colour_families
from vision.uncoded.cast_shadows import Printed
from vision.uncoded.cell_looks import LearnedBoard
from vision.uncoded.look import PlainLook, as_strong_as
from vision.uncoded.loose import CellClaim
from vision.uncoded.materials import veiled_lab
from vision.uncoded.pieces import Bed, ColourResult, JointSeen, printed_grounds, with_plain_pieces


@dataclass(frozen=True, slots=True)
class PlainBoard:
    """What was told of one board's places, pieces without codes included: it holds while nothing changes there."""

    parts: tuple[LyingPart, ...]
    sureness: Mapping[str, Confidence]
    evidence: Mapping[str, Mapping[str, float]]
    hidden: frozenset[str]
    loose: Mapping[Cell, Sequence[CellClaim]]
    """What loose pieces its cells show."""
    joints: Mapping[frozenset[Cell], JointSeen]
    """What was seen between two of them, where pieces fill cells."""
    by_colour: ColourResult
    """What colours and shapes alone told, ..."""
    learned: LearnedBoard | None
    """... and the learned look; None where it was not asked."""

    @staticmethod
    def of(bed: Bed, explained: Assignment, by_colour: ColourResult, learned: LearnedBoard | None) -> PlainBoard:
        """Of what was told of all boards."""
        names = [place.name for place in bed.places if place.name in explained.sureness]
        return PlainBoard(
            tuple(part for part in explained.parts if part.board == bed.board),
            {name: explained.sureness[name] for name in names},
            {name: explained.evidence[name] for name in names},
            explained.hidden.intersection(names),
            bed.loose_seen,
            bed.joints_seen,
            by_colour,
            learned,
        )

    def told_again(self, board: int, explained: Assignment) -> Assignment:
        """The explanation with this in place of what codes alone tell of that board."""
        others = tuple(part for part in explained.parts if part.board != board)
        return replace(
            explained,
            parts=(*others, *self.parts),
            sureness={**explained.sureness, **self.sureness},
            evidence={**explained.evidence, **self.evidence},
            hidden=(explained.hidden - self.sureness.keys()) | self.hidden,
        )


@dataclass(frozen=True, slots=True)
class SeenBefore:
    """What holds of what a board showed before, in the light of now."""

    loose: Mapping[Cell, Sequence[CellClaim]] = field(default_factory=dict)
    """What loose pieces cells show, ..."""
    joints: Mapping[frozenset[Cell], JointSeen] = field(default_factory=dict)
    """... the joints between two of them, ..."""
    learned: LookBefore | None = None
    """... and what the learned look told."""


@dataclass(frozen=True, slots=True)
class LastLook:
    """What the last look told of boards that lie still under a camera that does, too."""

    boards: tuple[PlainBoard, ...] = ()
    unchanged: frozenset[int] = frozenset()
    """Numbers of the boards of which nothing changed, nor round them: all that was told of them holds."""
    still: frozenset[tuple[int, Cell]] = frozenset()
    """Cells by board of which nothing changed, nor round them: what they show holds."""
    touched: frozenset[tuple[int, Cell]] = frozenset()
    """Those in which something may have changed: what has lies well within them."""
    noise: float | None = None
    """Of the picture."""

    def of(self, bed: Bed) -> SeenBefore:
        """What of a board still holds."""
        if bed.board >= len(self.boards):
            return SeenBefore()
        board = self.boards[bed.board]
        still = {cell for number, cell in self.still if number == bed.board}
        changed = frozenset(cell for number, cell in self.touched if number == bed.board)
        learned = board.learned if bed.square else None
        if learned is not None and not learned.lies_as(bed.places, bed.base_mm):
            learned = None
        return SeenBefore(
            {cell: claims for cell, claims in board.loose.items() if cell in still},
            {pair: joint for pair, joint in board.joints.items() if pair <= still},
            None if learned is None else LookBefore(learned, changed),
        )


def with_plain_cells(
    look: PlainLook, field: CellField, explained: Assignment, last: LastLook
) -> tuple[tuple[PlainBoard, ...], Assignment]:
    """What is told of each board on which pieces without codes lie, and the explanation with all of it."""
    boards = {number: last.boards[number] for number in last.unchanged}
    for bed in _beds(field, look):
        if bed.board not in boards:
            boards[bed.board] = _told(look, bed, explained, last.of(bed))
    for number, board in sorted(boards.items()):
        explained = board.told_again(number, explained)
    return tuple(boards[number] for number in sorted(boards)), explained


def _told(look: PlainLook, bed: Bed, explained: Assignment, seen: SeenBefore) -> PlainBoard:
    """What pieces without codes and bare ground look like on one board."""
    bed = replace(bed, loose_seen=dict(seen.loose), joints_seen=dict(seen.joints))
    explained, faces, by_colour = with_plain_pieces(look, bed, explained)
    strong = as_strong_as(look, [face.lab for face in faces])
    explained, board = with_learned_look(strong, bed, explained, by_colour.doubts, seen.learned)
    told = {} if board is None else board.told
    if bed.square:
        explained = with_learned_answers(strong, bed, explained, told, by_colour.evidence)
    return PlainBoard.of(bed, explained, by_colour, board)


def asked_cells(
    look: PlainLook, field: CellField, boards: Sequence[PlainBoard], confidence: Mapping[str, Confidence]
) -> AskedLooks:
    """What the looks told of the cells of all boards that are asked about."""
    found: dict[str, AskedLook] = {}
    for bed in _beds(field, look):
        told = boards[bed.board]
        asked = asked_of(bed.places, confidence)
        if not asked:
            continue
        seen = {} if told.learned is None else told.learned.told
        learned = {place.name: seen[place.cell] for place in asked if place.cell in seen}
        ours = replace(bed, grounds=None) if field.boards[bed.board].made_elsewhere else bed
        found |= asked_looks(look, ours, asked, told.by_colour, learned)
    return AskedLooks(not look.quiet, colour_families(look.materials), found)


def _beds(field: CellField, look: PlainLook) -> list[Bed]:
    """The boards as pieces without codes lie on them."""
    grounds = printed_grounds(look.shot.game, look.settings)
    found = []
    for number, laid in enumerate(field.boards):
        mine = [cell for cell in field.cells if cell.board == number]
        base_mm, square = laid.height_mm + look.settings.paper_mm, laid.board.shape == "square"
        found.append(Bed(number, mine, laid.board.pitches_mm, base_mm, streets=False, square=square, grounds=grounds))
    return found


def printed_cells(field: CellField, game: GameFile) -> list[Printed]:
    """What is printed on each cell, where we printed its board."""
    colours = {
        kind: np.array([veiled_lab(tuple(255.0 * tone[::-1])) for tone in printed_tones(kind, game)])
        for kind in {cell.ground for cell in field.cells}
    }
    unknown = np.zeros((0, 3))
    return [
        Printed(
            cell.name,
            field.outlines_px[cell.name],
            unknown if field.boards[cell.board].made_elsewhere else colours[cell.ground],
        )
        for cell in field.cells
    ]
