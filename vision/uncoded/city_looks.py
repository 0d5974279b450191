"""The learned look at a city's lots: what it tells of each, the streets between two of them taken into account."""

import math
from collections.abc import Collection, Mapping, Sequence

from tabletop.cellnames import Cell
from tabletop.readings import Confidence
from vision.city.ground_plan import Street
from vision.city.scores import rails_of
from vision.places.assignment import Assignment
from vision.places.place import TablePlace
from vision.settings.learned import LearnedSettings
from vision.uncoded.asked_looks import AskedLooks, asked_looks, asked_of, colour_families
from vision.uncoded.board_input import SIDE_STEPS
from vision.uncoded.cell_looks import CellTold, LookedAt, look_at_cells
from vision.uncoded.city_cells import city_grid, lot_cell, printed_lot, printed_street, street_cell
from vision.uncoded.faces import Face
from vision.uncoded.learned import learned_net
from vision.uncoded.learned_cuts import CellShares, odds_of, shares_of
from vision.uncoded.look import PlainLook
from vision.uncoded.materials import as_strong, materials_of
from vision.uncoded.pieces import Bed, ColourResult

NEAR_LOTS, NEAR_KNOWN = 3, 1
"""Lots so near to one that is asked about are looked at with it: larger pieces, and bare ones that teach the print.
Fewer where the last look has told of what lies round it."""


def look_at_lots(
    look: PlainLook,
    bed: Bed,
    streets: Sequence[Street],
    explained: Assignment,
    faces: Sequence[Face],
    known: Mapping[Cell, CellTold],
) -> Mapping[Cell, CellTold]:
    """What the learned look tells of lots, where people are to be asked about some; the faces show how colours look.

    `known` is what it told of lots on which, and round which, nothing has changed since.
    """
    settings = look.shot.settings.learned
    net = learned_net(settings.weights)
    asked = [lot.cell for lot in bed.places if explained.sureness.get(lot.name) == "ask" and lot.cell not in known]
    if isinstance(net, str) or not settings.used or not asked:
        return known
    reach = NEAR_KNOWN if known else NEAR_LOTS
    lots = [lot for lot in bed.places if lot.name in explained.told and _near(lot.cell, asked, reach)]
    there = {lot_cell(lot.cell) for lot in lots}
    between = [one for one in streets if len(one.halves) > 1 and _ends(street_cell(one.segment)) <= there]
    grid = city_grid(lots, between, bed.pitch_mm, bed.base_mm)
    cells = _lots(lots, look, explained) + _streets(between, look)
    materials = as_strong(materials_of(look.kinds, look.settings), [face.lab for face in faces], look.settings)
    seen = look_at_cells(net, look, grid, cells, materials)
    told = {} if seen is None else seen.told
    shares = {cell: shares_of(one, range(len(materials)), settings) for cell, one in told.items()}
    anew = {
        lot.cell: over_streets(lot_cell(lot.cell), told, shares, settings) for lot in lots if lot_cell(lot.cell) in told
    }
    return {**anew, **known}


def asked_lots(
    look: PlainLook,
    bed: Bed,
    told: ColourResult,
    learned: Mapping[Cell, CellTold],
    confidence: Mapping[str, Confidence],
) -> AskedLooks:
    """What the looks told of the lots that are asked about; of their ground the art tells, and no colour."""
    asked = asked_of(bed.places, confidence)
    known = {lot.name: learned[lot.cell] for lot in asked if lot.cell in learned}
    places = asked_looks(look, bed, asked, told, known)
    return AskedLooks(not look.quiet, colour_families(look.materials), places)


def over_streets(
    cell: Cell, told: Mapping[Cell, CellTold], shares: Mapping[Cell, CellShares], settings: LearnedSettings
) -> CellTold:
    """What a lot's cell tells, as a lot: its piece goes on to the next one as it and the street between them tell.

    A street that something hides may be covered as a hidden cell may.
    """
    own = told[cell]
    beside = [shares.get((cell[0] + down, cell[1] + right)) for down, right in SIDE_STEPS]
    on = {
        colour: tuple(_over(share, street, colour, settings) for share, street in zip(sides, beside, strict=True))
        for colour, sides in own.on.items()
    }
    return CellTold(own.bare, own.pieces, own.other, on, own.taught)


def _over(share: float, street: CellShares | None, colour: int, settings: LearnedSettings) -> float:
    """Probability that a piece goes on over a street, by its lot's cell and by the street's own, which count alike."""
    if street is None:
        return share
    covered = street.colours.get(colour, 0.0) + street.under * street.other
    return 1.0 / (1.0 + math.exp(-0.5 * (math.log(odds_of(share, settings)) + math.log(odds_of(covered, settings)))))


def _near(cell: Cell, asked: Collection[Cell], reach: int) -> bool:
    return any(max(abs(cell[0] - row), abs(cell[1] - column)) <= reach for row, column in asked)


def _ends(cell: Cell) -> set[Cell]:
    """The cells of the lots on both sides of a street's cell."""
    row, column = cell
    return {(row - 1, column), (row + 1, column)} if row % 2 else {(row, column - 1), (row, column + 1)}


def _lots(lots: Sequence[TablePlace], look: PlainLook, explained: Assignment) -> list[LookedAt]:
    """Lots as the learned look takes them: those that show their print teach how all of them look."""
    prints = {colour: printed_lot(look.shot.game, colour) for colour in {lot.ground for lot in lots}}
    seen = [explained.told[lot.name] for lot in lots]
    bare = [one.empty > 0.0 and one.best <= 0.0 for one in seen]
    return [LookedAt(lot_cell(lot.cell), "lot", one, prints[lot.ground]) for lot, one in zip(lots, bare, strict=True)]


def _streets(streets: Sequence[Street], look: PlainLook) -> list[LookedAt]:
    """Streets as it takes them: those whose rails show teach how all that run the same way look."""
    rails, shows = rails_of(look.shot, streets), look.settings.cars.rails_likely
    prints = {side: printed_street(look.shot.game, across=side == "south") for side in ("south", "east")}
    return [
        LookedAt(street_cell(one.segment), one.segment[1], min(rails[one.name]) > shows, prints[one.segment[1]])
        for one in streets
    ]
