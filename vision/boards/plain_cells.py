"""The cells of boards on which pieces lie that bear no codes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tabletop.cellnames import Cell
from tabletop.readings import Confidence
from tabletop.values import dataclass
from vision.boards.cells import CellField
from vision.places.assignment import Assignment, LyingPart
from vision.uncoded.agreement import with_learned_look
from vision.uncoded.answered import with_learned_answers
from vision.uncoded.look import PlainLook, as_strong_as
from vision.uncoded.loose import CellClaim
from vision.uncoded.mirrored import freed_from_mirrored_light, no_surer
from vision.uncoded.pieces import Bed, printed_grounds, with_plain_pieces
from vision.uncoded.withheld import bare_beside_unknown, beside_unknown

Loose = dict[Cell, Sequence[CellClaim]]
"""Of a board, what loose pieces its cells show."""


@dataclass(frozen=True, slots=True)
class PlainBoard:
    """What was told of one board's places, pieces without codes included: it holds while nothing changes there."""

    parts: tuple[LyingPart, ...]
    sureness: Mapping[str, Confidence]
    evidence: Mapping[str, Mapping[str, float]]
    hidden: frozenset[str]

    @staticmethod
    def of(bed: Bed, explained: Assignment) -> PlainBoard:
        """Of what was told of all boards."""
        names = [place.name for place in bed.places if place.name in explained.sureness]
        return PlainBoard(
            tuple(part for part in explained.parts if part.board == bed.board),
            {name: explained.sureness[name] for name in names},
            {name: explained.evidence[name] for name in names},
            explained.hidden.intersection(names),
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


def with_plain_cells(
    look: PlainLook,
    field: CellField,
    explained: Assignment,
    loose_known: Sequence[Loose],
    boards_known: Mapping[int, PlainBoard],
) -> tuple[list[Bed], list[PlainBoard], Assignment]:
    """The boards as pieces without codes lie on them, what is told of each, and the parts with those pieces.

    `loose_known` are, board by board, loose pieces of the last look that still lie there; `boards_known` is, by number,
    what it told of boards on which nothing changed. Where what is told shows mirrored light, it is told anew without.
    """
    beds = _beds(field, look, loose_known)
    told = _told(look, beds, explained, boards_known)
    for _ in range(look.settings.mirrored.rounds):
        new = [bed for bed in beds if bed.board not in boards_known]
        freed = freed_from_mirrored_light(look, new, told)
        if freed is None:
            break
        look, anew = freed, _beds(field, freed, loose_known)
        again = no_surer(anew, told, _told(look, anew, explained, boards_known))
        better = {bed.board: bed for bed in anew if _asked(bed, again) < _asked(bed, told)}
        if not better:
            break  # light that leaves no fewer questions is none
        for number, bed in better.items():
            told = PlainBoard.of(bed, again).told_again(number, told)
        beds = [better.get(bed.board, bed) for bed in beds]
    return beds, [boards_known.get(bed.board) or PlainBoard.of(bed, told) for bed in beds], told


def _asked(bed: Bed, told: Assignment) -> int:
    """How many places of a board are asked about."""
    return sum(told.sureness.get(place.name) == "ask" for place in bed.places)


def _told(
    look: PlainLook, beds: Sequence[Bed], explained: Assignment, boards_known: Mapping[int, PlainBoard]
) -> Assignment:
    """The explanation with what pieces without codes and bare ground look like on each board."""
    for bed in beds:
        if bed.board in boards_known:
            explained = boards_known[bed.board].told_again(bed.board, explained)
            continue
        explained, faces = with_plain_pieces(look, bed, explained)
        before = explained.evidence
        strong = as_strong_as(look, [face.lab for face in faces])
        explained, told = with_learned_look(strong, bed, explained)
        explained = beside_unknown(look, bed.board, bed.places, explained)
        explained = bare_beside_unknown(bed.board, bed.places, explained)
        if bed.square:  # what was unknown to the others makes nothing beside it certain
            explained = with_learned_answers(strong, bed, explained, told, before)
    return explained


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
