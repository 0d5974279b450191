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
from vision.places.place import TablePlace
from vision.uncoded.agreement import LookBefore, with_learned_look
from vision.uncoded.answered import with_learned_answers
from vision.uncoded.asked_looks import AskedLook, AskedLooks, asked_looks, asked_of, colour_families
from vision.uncoded.cast_shadows import Printed
from vision.uncoded.cell_looks import LearnedBoard
from vision.uncoded.look import PlainLook, as_strong_as
from vision.uncoded.loose import CellClaim
from vision.uncoded.materials import veiled_lab
from vision.uncoded.mirrored import MirroredLight, MirroredSearch, mirrored_light
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
    mirrored: MirroredSearch | None = None
    """None before mirrored light was looked for."""

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

    @property
    def asked(self) -> frozenset[str]:
        """The places that are asked about."""
        return frozenset(name for name, sure in self.sureness.items() if sure == "ask")

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
    """What is told of each board on which pieces without codes lie, and the explanation with all of it.

    Where what is told shows mirrored light, it is told anew without.
    """
    boards = {number: last.boards[number] for number in last.unchanged}
    beds = [bed for bed in _beds(field, look) if bed.board not in boards]
    for bed in beds:
        boards[bed.board] = _told_at_once(look, bed, explained, last)
    boards = _without_mirrored_light(look, beds, boards, explained)
    return tuple(boards[number] for number in sorted(boards)), _joined(explained, boards)


def _told_at_once(look: PlainLook, bed: Bed, explained: Assignment, last: LastLook) -> PlainBoard:
    """What is told of a board without the mirrored light that the last look took off, or else of the picture as it is.

    What came of looking for that light holds while nothing else is asked about.
    """
    before = last.boards[bed.board] if bed.board < len(last.boards) else None
    search = None if before is None else before.mirrored
    seen = last.of(bed)
    if before is None or search is None:
        return _told(look, bed, explained, SeenBefore(seen.loose))
    told = _told(search.taken_off(look), bed, explained, seen)
    if search.holds(told.asked, look.settings.mirrored.few):
        return replace(told, mirrored=search)
    return _told(look, bed, explained, SeenBefore(seen.loose)) if search.lights else told


def _without_mirrored_light(
    look: PlainLook, beds: Sequence[Bed], boards: Mapping[int, PlainBoard], explained: Assignment
) -> dict[int, PlainBoard]:
    """The boards as they are told, some anew: those of which nobody knows yet how much mirrored light they show."""
    boards = dict(boards)
    lights: tuple[MirroredLight, ...] = ()
    due = [bed for bed in beds if boards[bed.board].mirrored is None]
    found = {bed.board: MirroredSearch(boards[bed.board].asked) for bed in due}
    for _ in range(look.settings.mirrored.rounds):
        due = [bed for bed in due if boards[bed.board].asked]
        light = mirrored_light(look, beds, _joined(explained, boards)) if due else None
        if light is None:
            break
        lit = [bed for bed in due if light.falls_on(look, _asked(bed, boards[bed.board]))]
        look, lights = light.taken_off(look), (*lights, light)
        fewer = {}
        for bed in lit:  # what is told elsewhere needs no other light
            before, under = boards[bed.board], light.under(look, bed.places)
            elsewhere = {place.cell for place in bed.places if place.name not in under}
            loose = {cell: claims for cell, claims in before.loose.items() if cell in elsewhere}
            again = _told(look, bed, explained, SeenBefore(loose))
            if len(again.asked) < len(before.asked):
                fewer[bed.board] = again
        if not fewer:
            break  # light that leaves no fewer questions is none
        boards |= fewer
        found |= {number: MirroredSearch(board.asked, lights) for number, board in fewer.items()}
    return boards | {number: replace(boards[number], mirrored=search) for number, search in found.items()}


def _asked(bed: Bed, board: PlainBoard) -> list[TablePlace]:
    """The places of a board that are asked about."""
    return [place for place in bed.places if place.name in board.asked]


def _joined(explained: Assignment, boards: Mapping[int, PlainBoard]) -> Assignment:
    """The explanation with what was told of all boards."""
    for number, board in sorted(boards.items()):
        explained = board.told_again(number, explained)
    return explained


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
        mirrored = told.mirrored.at(look, asked) if told.mirrored else np.zeros(len(asked))
        ours = replace(bed, grounds=None) if field.boards[bed.board].made_elsewhere else bed
        found |= asked_looks(look, ours, asked, told.by_colour, learned, mirrored)
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
