"""From one photograph of a city of tiles to a reading: codes, table, city, places, pieces, turn, how sure of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType

import numpy as np

from tabletop.cellnames import Cell
from tabletop.found import FoundCity, position_from
from tabletop.gamefile import GameFile
from tabletop.lattice import PlacedPiece, neighbour, streetcar_at
from tabletop.parts import Part
from tabletop.piecefile import PieceSet
from tabletop.printscale import of_another_size
from tabletop.readings import CameraFit, Confidence, Problem, Reading
from vision.city.bridges import attach_through_occluded
from vision.city.crossings import codes_on_sheets
from vision.city.ground_plan import Street, lots_of, open_streets, streets_of
from vision.city.lattice import City, build_city, outline_mm, tile_sureness
from vision.city.occluded_tiles import Traces, find_occluded_tiles
from vision.city.score_track import read_track
from vision.city.scores import StreetView, on_no_lot, piece_ids, score_lots, score_streets
from vision.city.tile_memory import remembering
from vision.pixels.arrays import BgrImage, PointsPx, median, to_grey
from vision.pixels.codes import SeenCode
from vision.pixels.detection import find_codes, thoroughly
from vision.places.assignment import Assignment, Layout, LyingPart, PlaceLikelihoods, Surface, assign_parts
from vision.places.confidence import graded, log_likelihood_of
from vision.places.counted import too_many_words
from vision.places.place import TablePlace, outlines_px, rectangle_mm
from vision.places.scores import PlaceScores
from vision.places.seats import read_seats
from vision.places.shot import Pyramid, SolvedShot
from vision.reading import CityReading, FrameReading, PlacesReading, ShadowSearch
from vision.settings import ConfidenceSettings, ReaderSettings
from vision.table.expected import with_expected
from vision.table.sheets import SolvedTable, solve_table
from vision.uncoded.answered import with_learned_answers
from vision.uncoded.asked_looks import AskedLooks
from vision.uncoded.between_lots import streets_with_blocks
from vision.uncoded.cast_shadows import Printed
from vision.uncoded.cell_looks import CellTold
from vision.uncoded.city_looks import asked_lots, look_at_lots
from vision.uncoded.faces import Face
from vision.uncoded.learned import without_weights
from vision.uncoded.look import PlainLook, ground_mm, plain_look
from vision.uncoded.materials import veiled_lab
from vision.uncoded.pieces import Bed, with_plain_pieces
from vision.uncoded.puck import with_plain_puck
from vision.uncoded.shadow_search import read_without_shadows
from vision.uncoded.streetcars import Blocks, look_at_cars
from vision.unread import unknown_codes


@dataclass(frozen=True, slots=True)
class KeptCity:
    """What holds of the last look while neighbourhoods and camera lie still."""

    lots: Mapping[str, PlaceScores] = field(default_factory=dict)
    """Scores of lots by name, of those on which nothing changed, ..."""
    streets: Mapping[str, StreetView] = field(default_factory=dict)
    """... and of streets."""
    told: Mapping[str, PlaceLikelihoods] = field(default_factory=dict)
    """What each lot told by itself: it holds for those that are known."""
    learned: Mapping[Cell, CellTold] = field(default_factory=dict)
    """What the learned look told of lots round which nothing changed either."""
    shadows: ShadowSearch | None = None
    changed: float = 1.0
    """The share of places in which something changed."""


NOTHING_KEPT = KeptCity()


def read_city(
    image: BgrImage,
    game: GameFile,
    players: tuple[str, ...],
    settings: ReaderSettings,
    pieces: PieceSet | None,
    before: SolvedTable | None,
) -> FrameReading:
    """Read a photograph of a city laid of tiles. Never raises for what it shows; without tiles there is no position."""
    grey = to_grey(image)
    size_px = (grey.shape[1], grey.shape[0])

    def solve(chosen: Sequence[SeenCode]) -> SolvedTable | None:
        return solve_table(chosen, game, size_px, settings.plane)

    for search in dict.fromkeys((settings, thoroughly(settings))):
        table, codes = with_expected(grey, find_codes(grey, game, search), solve, game, settings)
        if table is None:
            nothing = Reading(game.name, None, problems=unknown_codes(codes, game))
            return FrameReading(nothing, game, players, size_px, settings, pieces, codes=tuple(codes))
        shot = SolvedShot(image, Pyramid(grey), codes, remembering(table, before), game, players, settings, pieces)
        shot, city = with_city(shot, before)
        if 1 in city.sheets and not city.covered:
            break  # else a neighbourhood lies there that may yet show one of its codes, partly covered
    return read_places(shot, city)


def with_city(shot: SolvedShot, before: SolvedTable | None) -> tuple[SolvedShot, City]:
    """The city, and the shot with the codes that only the city's lattice tells where to look for.

    `before` is what was seen of the same table in an earlier picture.
    """
    city, traces = _city_in(shot)
    for _ in range(shot.settings.nearby.rounds):
        found = [*traces.codes, *codes_on_sheets(shot)]
        if not found:
            break
        codes = [*shot.codes, *found]
        table = solve_table(codes, shot.game, shot.plane.size_px, shot.settings.plane) or shot.table
        shot = replace(shot, codes=codes, table=remembering(table, before))
        city, traces = _city_in(shot)
    return shot, city


def _city_in(shot: SolvedShot) -> tuple[City, Traces]:
    """The city, with what joins it over covered neighbourhoods, and what betrays these."""
    city = build_city(shot.table.sheets, shot.game, shot.settings.lattice)
    traces = find_occluded_tiles(shot, city)
    return attach_through_occluded(city, traces, shot.game, shot.settings.lattice), traces


def read_places(shot: SolvedShot, city: City, kept: KeptCity = NOTHING_KEPT) -> FrameReading:
    """Everything that comes after the table and the city are solved; what is `kept` of the last look still holds."""
    read = partial(_read_places, city=city, kept=kept)
    if shot.pieces is None:
        return read(shot)

    printed, least_apart = partial(_printed_places, shot, city), shot.settings.uncoded.shadows.least_apart_in_cities
    return read_without_shadows(shot, printed, read, kept.shadows, kept.changed, least_apart)


def _printed_places(shot: SolvedShot, city: City) -> list[Printed]:
    """What may be printed on each lot and street: round its edges lie the next ones, or the table."""
    lots = lots_of(city, shot.game)
    colours = np.array([veiled_lab(colour) for colour in dict.fromkeys(shot.game.palette.values())])
    outlines = _outlines(shot, lots, streets_of(city, lots, shot.game))
    return [Printed(name, outline, colours) for name, outline in outlines.items() if not name.startswith("tile:")]


def _read_places(shot: SolvedShot, city: City, kept: KeptCity) -> FrameReading:
    """The reading of a picture as it is lit."""
    plane, game, settings, pieces = shot.plane, shot.game, shot.settings, shot.pieces
    lots = lots_of(city, game)
    streets = streets_of(city, lots, game)
    numbers = {cell: number for number, cell in game.neighbourhoods.cells_of(city.tiles).items()}
    scores = score_lots(shot, lots, known=kept.lots)
    explained = assign_lots(scores, numbers, game, settings.sureness, known=kept.told)
    look = _plain_look(shot)
    blocks: tuple[Face, ...] = ()
    told_of_lots: Mapping[Cell, CellTold] = {}
    uncertain: tuple[Problem, ...] = ()
    unknown: set[Cell] = set()
    if look is not None:
        bed = Bed(0, lots, game.grid.pitches_mm, ground_mm(game), streets=True)
        explained, blocks, by_colour = with_plain_pieces(look, bed, explained)
        told_of_lots = look_at_lots(look, bed, streets, explained, blocks, kept.learned)
        unknown = {lot.cell for lot in lots if explained.sureness.get(lot.name, "ask") == "ask"}
        explained = with_learned_answers(look, bed, explained, told_of_lots, explained.evidence)
        uncertain = without_weights(settings.learned)
    free = open_streets(streets, [piece.cells for piece in explained.parts])
    views = score_streets(shot, free, known=kept.streets)
    plain_cars = {}
    with_blocks: frozenset[str] = frozenset()
    if look is not None:
        plain_cars = look_at_cars(look, views, Blocks(blocks, unknown), settings.sureness, game)
        with_blocks = streets_with_blocks(look, views, blocks, settings.sureness)
    seats = read_seats(shot)
    if look is not None:
        seats = with_plain_puck(look, seats, shot)
    track = read_track(shot, look)

    confidence: dict[str, Confidence] = dict(tile_sureness(city, settings.sureness))
    confidence.update(explained.sureness)
    evidence = {**_tile_evidence(city), **explained.evidence}
    cars, not_bare = [], []
    hidden = set(explained.hidden)
    for view in views:
        value, car, likelihoods = plain_cars.get(view.street.name) or read_street(view, settings.sureness)
        name = view.street.name
        confidence[name] = "ask" if hangs_on_doubt(view.street, city, numbers) else value
        evidence[name] = likelihoods
        if car:
            cars.append(streetcar_at(view.street.segment, numbers))
        elif name in with_blocks and confidence[name] != "ask":
            not_bare.append(view.street)
        if view.hidden(settings.sureness) and name not in plain_cars:
            hidden.add(name)
    confidence.update(seats.sureness)
    confidence.update(track.sureness)
    if seats.evidence:
        evidence["puck"] = seats.evidence
    astray = (*_astray(shot, lots, streets, explained.parts), *_pieces_in_streets(not_bare, lots, explained))
    counted = _too_many(explained.parts, numbers, pieces)
    for place in {place for problem in (*astray, *counted) for place in problem.places if place in confidence}:
        confidence[place] = "ask"
        evidence[place] = dict.fromkeys(evidence[place], 0.0)
    asked: AskedLooks | None = None
    if look is not None and kept is NOTHING_KEPT:
        asked = asked_lots(look, bed, by_colour, told_of_lots, confidence)
    found = FoundCity(
        tiles=city.tiles,
        pieces=_placed(explained.parts, numbers),
        streetcars=tuple(sorted(cars)),
        players=shot.players,
        turn=seats.turn,
        reserve=city.reserve,
        scores=track.markers,
    )
    problems = (
        *city.problems,
        *_scales(shot),
        *explained.problems,
        *astray,
        *counted,
        *uncertain,
        *unknown_codes(shot.codes, game),
    )
    fit = CameraFit(round(shot.table.reprojection_px, 3), 1.0)
    uncoded = pieces.uncoded if pieces else frozenset[str]()
    reading = Reading(game.name, position_from(found, game), confidence, problems, fit, evidence, uncoded=uncoded)
    outlines = {**_outlines(shot, lots, streets), **seats.outlines_px, **track.outlines_px}
    return FrameReading(
        reading,
        game,
        shot.players,
        plane.size_px,
        settings,
        pieces,
        outlines_px={place: outline for place, outline in outlines.items() if place in confidence},
        hidden=frozenset(hidden),
        codes=tuple(shot.codes),
        table=shot.table,
        places=PlacesReading(scores, explained.told, explained.parts),
        city=CityReading(city, views, told_of_lots),
        asked=asked,
    )


def _plain_look(shot: SolvedShot) -> PlainLook | None:
    """What is needed to look for pieces without codes; None where all have codes."""
    return None if shot.pieces is None else plain_look(shot)


def _outlines(shot: SolvedShot, lots: Sequence[TablePlace], streets: Sequence[Street]) -> dict[str, PointsPx]:
    """Every place's polygon in the picture."""
    lot_mm, street_mm = shot.game.grid.lot_mm, shot.game.grid.street_mm
    outlines = outlines_px(shot.plane, {lot.name: lot.spot for lot in lots}, rectangle_mm(lot_mm, lot_mm))
    outlines |= outlines_px(
        shot.plane, {street.name: street.spot for street in streets}, rectangle_mm(lot_mm, street_mm)
    )
    for sheet in shot.table.sheets:
        if sheet.part.kind == "tile":
            outlines.setdefault(f"tile:{sheet.part.number}", shot.plane.to_picture(outline_mm(sheet)))
    return outlines


def assign_lots(
    scores: Sequence[PlaceScores],
    numbers: Mapping[Cell, int],
    game: GameFile,
    settings: ConfidenceSettings,
    *,
    known: Mapping[str, PlaceLikelihoods] = MappingProxyType({}),
) -> Assignment:
    """The pieces that explain the lots of a city, whose cells have these numbers."""
    surface = Surface(numbers.keys(), lambda cell: str(numbers[cell]))
    layout = Layout(game, piece_ids(game), [surface], _piece_contradicts)
    return assign_parts(scores, layout, settings, known=known)


def _piece_contradicts(part: Part, names: str, places: tuple[str, ...]) -> Problem:
    message = f"a {part.title} lies at {names}, but not all of it fits there; push it onto its properties"
    return Problem("piece-contradicts", message, places)


def _placed(pieces: Sequence[LyingPart], numbers: Mapping[Cell, int]) -> tuple[PlacedPiece, ...]:
    """The pieces as positions name them."""
    named = ((one.part.piece, tuple(sorted(numbers[cell] for cell in one.cells))) for one in pieces)
    return tuple(sorted(PlacedPiece(piece, on) for piece, on in named if piece is not None))


def _astray(
    shot: SolvedShot, lots: Sequence[TablePlace], streets: Sequence[Street], pieces: Sequence[LyingPart]
) -> tuple[Problem, ...]:
    """Pieces between lots: told, and every place that they may touch is in doubt but those where something was read."""
    covered = {cell for piece in pieces for cell in piece.cells}
    reach = shot.game.grid.pitch_mm * shot.settings.places.touched
    problems = []
    for code, middle in on_no_lot(shot, lots):
        near = [lot for lot in lots if np.linalg.norm(lot.spot.middle_mm - middle) < reach and lot.cell not in covered]
        beside = [street.name for street in streets if np.linalg.norm(street.spot.middle_mm - middle) < reach]
        title = shot.game.by_code[code.id][0].title
        at = ", ".join(lot.name.partition(":")[2] for lot in near) or "others"
        message = f"a {title} lies between properties, at {at}; push it onto its properties"
        problems.append(Problem("piece-astray", message, (*(lot.name for lot in near), *beside)))
    return tuple(problems)


def _pieces_in_streets(
    streets: Sequence[Street], lots: Sequence[TablePlace], explained: Assignment
) -> tuple[Problem, ...]:
    """Pieces in streets that are no streetcars: what lies on both sides is in doubt, too, where no piece was read."""
    covered = {cell for piece in explained.parts for cell in piece.cells}
    problems = []
    for street in streets:
        cell, side = street.segment
        beside = [lot for lot in lots if lot.cell in (cell, neighbour(cell, side))]
        free = [lot.name for lot in beside if lot.cell not in covered]
        at = ", ".join(lot.name.partition(":")[2] for lot in beside)
        message = f"something like a piece lies between properties, at {at}; push it onto its properties"
        problems.append(Problem("piece-astray", message, (*free, street.name)))
    return tuple(problems)


def _too_many(seen: Sequence[LyingPart], numbers: Mapping[Cell, int], pieces: PieceSet | None) -> tuple[Problem, ...]:
    """Pieces of which more lie there than the game has, so that one of them at least is misread: all are asked about.

    Pieces that are told by colour are as many as people have of that colour.
    """
    problems = []
    for part_id in dict.fromkeys(piece.part.id for piece in seen):
        found = [piece for piece in seen if piece.part.id == part_id]
        part = found[0].part
        if len(found) <= part.count or (pieces and part_id in pieces.uncoded):
            continue
        on = [numbers[cell] for piece in found for cell in sorted(piece.cells)]
        message = too_many_words(part.title, len(found), ", ".join(map(str, on)), part.count)
        problems.append(Problem("too-many-seen", message, tuple(f"property:{number}" for number in on)))
    return tuple(problems)


def _scales(shot: SolvedShot) -> tuple[Problem, ...]:
    """Neighbourhoods printed larger or smaller than the others; one code on a mat tells too little of its size."""
    tiles = [sheet for sheet in shot.table.sheets if sheet.part.kind == "tile"]
    common = float(median([sheet.scale for sheet in tiles]))
    return tuple(
        Problem(
            "mixed-scale",
            of_another_size(sheet.part.number, sheet.scale / common),
            (f"tile:{sheet.part.number}",),
        )
        for sheet in tiles
        if abs(sheet.scale / common - 1) > shot.settings.plane.scale_warning
    )


def _tile_evidence(city: City) -> dict[str, dict[str, float]]:
    """Where each tile lies, `row,column,turn`, or `reserve`."""
    evidence = {f"tile:{t.number}": {f"{t.at[0]},{t.at[1]},{t.turn}": 0.0} for t in city.tiles}
    evidence.update({f"tile:{number}": {"reserve": 0.0} for number in city.reserve})
    return evidence


def read_street(view: StreetView, sureness: ConfidenceSettings) -> tuple[Confidence, bool, dict[str, float]]:
    """How sure, whether a streetcar lies there, and the likelihoods."""
    if view.hidden(sureness):
        return "ask", False, {"empty": 0.0, "streetcar": 0.0}
    car, *rails = (log_likelihood_of(one, sureness) for one in (view.car, *view.rails))
    empty = sum(max(rail, 0.0) for rail in rails) / len(rails)
    best = max(car, empty)
    likelihoods = {
        word: round(max(one - best, sureness.floor), 2) for word, one in (("empty", empty), ("streetcar", car))
    }
    both_free = len(view.rails) == 2 and min(view.rails) > sureness.certain_correlation  # a streetcar covers both
    if car <= empty and view.car > sureness.suspicious and not both_free:
        return "ask", False, likelihoods  # something like a streetcar shows beside the rail
    margin = best - max(min(car, empty), 0.0)
    correlation = view.car if car > empty else max(view.rails)
    return graded(margin, correlation, sureness), car > empty, likelihoods


def hangs_on_doubt(street: Street, city: City, numbers: dict[tuple[int, int], int]) -> bool:
    """Whether a street's name hangs on a tile whose place is doubtful."""
    if not city.covered and not city.doubtful:
        return False
    cell, side = street.segment
    beside = (cell, (cell[0] + (side == "south"), cell[1] + (side == "east")))
    unknown = [one for one in beside if one not in numbers]
    if any(max(abs(one[0] - r), abs(one[1] - c)) <= 2 for one in unknown for r, c in city.covered):
        return True  # the neighbourhood across may bear the lower number
    if not city.doubtful:
        return False
    if 1 not in city.sheets:
        return True
    return any(numbers[one] // 10 in city.doubtful for one in beside if one in numbers)
