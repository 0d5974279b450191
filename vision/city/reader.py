"""From one photograph of a city of tiles to a reading: codes, table, city, places, pieces, turn, how sure of each."""

from collections.abc import Mapping, Sequence

import numpy as np

from tabletop.found import FoundCity, position_from
from tabletop.gamefile import GameFile, Part
from tabletop.lattice import Cell, PlacedPiece, city_cells, streetcar_at
from tabletop.piecefile import PieceSet
from tabletop.printscale import of_another_size
from tabletop.readings import CameraFit, Confidence, Problem, Reading
from vision.city.bridges import attach_through_occluded
from vision.city.ground_plan import Lot, Street, lots_of, open_streets, streets_of
from vision.city.lattice import City, build_city, tile_sureness
from vision.city.occluded_tiles import find_occluded_tiles
from vision.city.outlines import outlines_of, piece_outlines
from vision.city.scores import LotView, StreetView, on_no_lot, piece_ids, score_lots, score_streets
from vision.city.tile_memory import remembering
from vision.pixels.arrays import BgrImage, to_grey
from vision.pixels.codes import SeenCode, find_codes
from vision.places.assignment import Assignment, Layout, LyingPart, Surface, assign_parts
from vision.places.confidence import graded, log_likelihood, relative
from vision.places.counted import told_by_colour, too_many_words
from vision.places.patches import Pyramid
from vision.places.seats import read_seats
from vision.reading import CityReading, FrameReading
from vision.settings import ConfidenceSettings, ReaderSettings
from vision.table.plane import TablePlane
from vision.table.sheets import SolvedTable, solve_table
from vision.uncoded.city import with_plain_pieces
from vision.uncoded.faces import Face
from vision.uncoded.look import plain_look
from vision.uncoded.puck import with_plain_puck
from vision.uncoded.streetcars import look_at_cars
from vision.unread import unknown_codes

REACHED = 0.8
"""Of the pitch: a piece on no lot touches those whose middles are nearer than this, on a crossing all four."""


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
    codes = find_codes(grey, game, settings)
    table = solve_table(codes, game, size_px, settings.plane)
    if table is None:
        return FrameReading(
            Reading(game.name, None, problems=unknown_codes(codes, game)),
            game,
            players,
            size_px,
            settings,
            pieces,
            codes=tuple(codes),
        )
    table = remembering(table, before)
    pyramid = Pyramid(grey)
    city = build_city(table.sheets, game, settings.lattice)
    traces = find_occluded_tiles(pyramid, grey, table.plane, city, codes, game, settings)
    if traces.codes:
        codes = [*codes, *traces.codes]
        table = remembering(solve_table(codes, game, size_px, settings.plane) or table, before)
        city = build_city(table.sheets, game, settings.lattice)
        traces = find_occluded_tiles(pyramid, grey, table.plane, city, codes, game, settings)
    city = attach_through_occluded(city, traces, game, settings.lattice)
    return read_places(image, pyramid, codes, table, city, players, game, settings, pieces)


def read_places(
    image: BgrImage,
    pyramid: Pyramid,
    codes: Sequence[SeenCode],
    table: SolvedTable,
    city: City,
    players: tuple[str, ...],
    game: GameFile,
    settings: ReaderSettings,
    pieces: PieceSet | None,
    *,
    lot_views: Mapping[str, LotView] | None = None,
    street_views: Mapping[str, StreetView] | None = None,
) -> FrameReading:
    """Everything that comes after the table and the city are solved; views that still hold may be given by place."""
    plane = table.plane
    lots = lots_of(city)
    streets = streets_of(city, lots, game)
    numbers = {cell: number for number, cell in city_cells(city.tiles).items()}
    looked = score_lots(pyramid, plane, lots, codes, game, settings, known=lot_views or {})
    explained = assign_lots(looked, numbers, game, settings.sureness)
    look = plain_look(image, table, codes, game, pieces)
    blocks: tuple[Face, ...] = ()
    if look is not None:
        explained, blocks = with_plain_pieces(look, lots, explained, game, settings.sureness)
    free = open_streets(streets, [piece.cells for piece in explained.parts])
    views = score_streets(pyramid, plane, free, codes, game, settings, known=street_views or {})
    plain_cars = {} if look is None else look_at_cars(look, views, blocks, settings.sureness, game)
    seats = read_seats(pyramid, plane, table.sheets, codes, players, game, settings)
    if look is not None:
        seats = with_plain_puck(look, seats, table.sheets, players)

    confidence: dict[str, Confidence] = dict(tile_sureness(city, settings.sureness))
    confidence.update(explained.sureness)
    evidence = {**_tile_evidence(city, table), **explained.evidence}
    cars = []
    hidden = set(explained.hidden)
    for view in views:
        value, car, likelihoods = plain_cars.get(view.street.name) or read_street(view, settings.sureness)
        name = view.street.name
        confidence[name] = "ask" if hangs_on_doubt(view.street, city, numbers) else value
        evidence[name] = likelihoods
        if car:
            cars.append(streetcar_at(view.street.segment, numbers))
        if view.hidden(settings.sureness) and name not in plain_cars:
            hidden.add(name)
    confidence.update(seats.sureness)
    if seats.evidence:
        evidence["puck"] = seats.evidence
    astray = _astray(plane, lots, streets, explained.parts, codes, numbers, game)
    counted = _too_many(explained.parts, numbers, pieces)
    for place in {place for problem in (*astray, *counted) for place in problem.places if place in confidence}:
        confidence[place] = "ask"
        evidence[place] = dict.fromkeys(evidence[place], 0.0)
    found = FoundCity(
        tiles=city.tiles,
        pieces=_placed(explained.parts, numbers),
        streetcars=tuple(sorted(cars)),
        players=players,
        turn=seats.turn,
        reserve=city.reserve,
    )
    position = position_from(found, game)
    problems = (
        *city.problems,
        *_scales(table, settings),
        *explained.problems,
        *astray,
        *counted,
        *unknown_codes(codes, game),
    )
    reading = Reading(
        game.name, position, confidence, problems, CameraFit(round(table.reprojection_px, 3), 1.0), evidence
    )
    outlines = {**outlines_of(plane, table, lots, streets, game), **seats.outlines_px}
    return FrameReading(
        reading,
        game,
        players,
        plane.size_px,
        settings,
        pieces,
        outlines_px={place: outline for place, outline in outlines.items() if place in confidence},
        hidden=frozenset(hidden),
        codes=tuple(codes),
        table=table,
        city=CityReading(city, looked, views, explained.parts, piece_outlines(explained.parts, lots, plane)),
    )


def assign_lots(
    views: Sequence[LotView], numbers: Mapping[Cell, int], game: GameFile, settings: ConfidenceSettings
) -> Assignment:
    """The pieces that explain the lots of a city, whose cells have these numbers."""
    surface = Surface(numbers.keys(), lambda cell: str(numbers[cell]))
    return assign_parts(views, Layout(game, piece_ids(game), [surface], _piece_contradicts), settings)


def _piece_contradicts(part: Part, names: str, places: tuple[str, ...]) -> Problem:
    message = f"a {part.title} lies at {names}, but not all of it fits there; push it onto its properties"
    return Problem("piece-contradicts", message, places)


def _placed(pieces: Sequence[LyingPart], numbers: Mapping[Cell, int]) -> tuple[PlacedPiece, ...]:
    """The pieces as positions name them."""
    named = ((one.part.piece, tuple(sorted(numbers[cell] for cell in one.cells))) for one in pieces)
    return tuple(sorted(PlacedPiece(piece, on) for piece, on in named if piece is not None))


def _astray(
    plane: TablePlane,
    lots: Sequence[Lot],
    streets: Sequence[Street],
    pieces: Sequence[LyingPart],
    codes: Sequence[SeenCode],
    numbers: Mapping[Cell, int],
    game: GameFile,
) -> tuple[Problem, ...]:
    """Pieces between lots: told, and every place that they may touch is in doubt but those where something was read."""
    covered = {cell for piece in pieces for cell in piece.cells}
    reach = game.grid.pitch_mm * REACHED
    problems = []
    for code, middle in on_no_lot(codes, lots, plane, game):
        near = [lot for lot in lots if np.linalg.norm(lot.spot.middle_mm - middle) < reach and lot.cell not in covered]
        beside = [street.name for street in streets if np.linalg.norm(street.spot.middle_mm - middle) < reach]
        title = game.by_code[code.id][0].title
        at = ", ".join(str(numbers[lot.cell]) for lot in near) or "others"
        message = f"a {title} lies between properties, at {at}; push it onto its properties"
        problems.append(Problem("piece-astray", message, (*(lot.name for lot in near), *beside)))
    return tuple(problems)


def _too_many(seen: Sequence[LyingPart], numbers: Mapping[Cell, int], pieces: PieceSet | None) -> tuple[Problem, ...]:
    """Pieces of which more lie there than the game has, so that one of them at least is misread: all are asked about.

    Pieces that are told by colour are as many as people have of that colour.
    """
    problems = []
    for part_id in dict.fromkeys(piece.part.id for piece in seen):
        found = [piece for piece in seen if piece.part.id == part_id]
        part = found[0].part
        if len(found) <= part.count or part_id in told_by_colour(pieces):
            continue
        on = [numbers[cell] for piece in found for cell in sorted(piece.cells)]
        message = too_many_words(part.title, len(found), ", ".join(map(str, on)), part.count)
        problems.append(Problem("too-many-seen", message, tuple(f"property:{number}" for number in on)))
    return tuple(problems)


def _scales(table: SolvedTable, settings: ReaderSettings) -> tuple[Problem, ...]:
    """Neighbourhoods printed larger or smaller than the others; one code on a mat tells too little of its size."""
    tiles = [sheet for sheet in table.sheets if sheet.part.kind == "tile"]
    common = float(np.median([sheet.scale for sheet in tiles]))
    return tuple(
        Problem(
            "mixed-scale",
            of_another_size(sheet.part.number, sheet.scale / common),
            (f"tile:{sheet.part.number}",),
        )
        for sheet in tiles
        if abs(sheet.scale / common - 1) > settings.plane.scale_warning
    )


def _tile_evidence(city: City, table: SolvedTable) -> dict[str, dict[str, float]]:
    """Where each tile lies, `row,column,turn`, or `reserve`."""
    evidence = {f"tile:{t.number}": {f"{t.at[0]},{t.at[1]},{t.turn}": 0.0} for t in city.tiles}
    evidence.update({f"tile:{number}": {"reserve": 0.0} for number in city.reserve})
    return evidence


def read_street(view: StreetView, sureness: ConfidenceSettings) -> tuple[Confidence, bool, dict[str, float]]:
    """How sure, whether a streetcar lies there, and the likelihoods."""
    if view.hidden(sureness):
        return "ask", False, {"empty": 0.0, "streetcar": 0.0}
    car = float(log_likelihood(view.car, sureness))
    rails = np.maximum(log_likelihood(np.array(view.rails), sureness), 0.0)
    empty = float(rails.mean())
    best = max(car, empty)
    likelihoods = relative({"empty": empty, "streetcar": car}, sureness.floor)
    both_free = len(view.rails) == 2 and min(view.rails) > sureness.certain_correlation  # a streetcar covers both
    if car <= empty and view.car > sureness.suspicious and not both_free:
        return "ask", False, likelihoods  # something like a streetcar shows beside the rail
    margin = best - max(min(car, empty), 0.0)
    correlation = view.car if car > empty else max(view.rails)
    return graded(margin, correlation, sureness), car > empty, likelihoods


def hangs_on_doubt(street: Street, city: City, numbers: dict[tuple[int, int], int]) -> bool:
    """Whether a street's name hangs on a tile whose place is doubtful."""
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
