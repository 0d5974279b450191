"""From one photograph to a reading: codes, table, city, places, pieces, turn, and how sure each of them is."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from tabletop.found import FoundCity, position_from
from tabletop.gamefile import GameFile
from tabletop.lattice import Cell, city_cells, streetcar_at
from tabletop.piecefile import PieceSet
from tabletop.printscale import of_another_size
from tabletop.profiles import CameraProfile
from tabletop.readings import CameraFit, Confidence, Problem, Reading
from vision.boards.reader import read_boards
from vision.boards.setup import Setup, setup_of
from vision.change.quiet_gate import QuietGate
from vision.city.assignment import FoundPiece, assign_lots
from vision.city.bridges import attach_through_occluded
from vision.city.ground_plan import Lot, Street, lots_of, open_streets, streets_of
from vision.city.lattice import City, build_city, tile_sureness
from vision.city.occluded_tiles import find_occluded_tiles
from vision.city.outlines import outlines_of, piece_outlines
from vision.city.scores import LotView, StreetView, log_likelihood, on_no_lot, score_lots, score_streets
from vision.city.tile_memory import remembering
from vision.lens import bent_back, straightened, usable_profile
from vision.pixels.arrays import BgrImage, GreyImage, PointsPx, to_grey
from vision.pixels.codes import SeenCode, find_codes
from vision.places.patches import Pyramid
from vision.places.seats import read_seats
from vision.reading import FrameReading
from vision.settings import ConfidenceSettings, ReaderSettings
from vision.table.plane import TablePlane
from vision.table.sheets import SolvedTable, solve_table
from vision.uncoded.city import with_plain_pieces
from vision.uncoded.faces import Face
from vision.uncoded.look import plain_look
from vision.uncoded.puck import with_plain_puck
from vision.uncoded.streetcars import look_at_cars
from vision.unread import OTHERS, something_else, why_unread

REACHED = 0.8
"""Of the pitch: a piece on no lot touches those whose middles are nearer than this, on a crossing all four."""


def read_image(
    image: BgrImage,
    game: GameFile,
    *,
    players: Sequence[str] = (),
    profile: CameraProfile | None = None,
    settings: ReaderSettings | None = None,
    name: str | None = None,
    own_boards: Sequence[str] = (),
    pieces: PieceSet | None = None,
    before: SolvedTable | None = None,
) -> FrameReading:
    """Read a photograph (height, width, 3) of a game's printed parts.

    Where the sight is neither kept for the next frame nor drawn, `load_grey` is faster and enough for Big City: a
    picture (height, width) has no `watch`.

    For games with boards: `name` is the word by which positions name the game (the path of a game file of one's own),
    `own_boards` are paths of board files that may lie there. `pieces` are pieces that bear codes of their own, or none
    (`tabletop.plainkinds.pieces_for`): those are told by colour and footprint, in every game. `before` is the same
    table in an earlier picture: neighbourhoods and mats of a city that show no code now lie where they lay then,
    however camera or table were moved.

    Never raises for what the picture shows: where too little is seen, the reading's position is None and its first
    problem says why, with the mend. A mirrored picture is read through a mirror, and a problem says so. A camera
    profile is not needed; one of another size is not used, which a problem says.
    """
    chosen = settings or ReaderSettings()
    fitting, complaints = usable_profile(profile, image)
    shown = image if fitting is None else straightened(image, fitting)
    setup = None if game.laid_of_tiles else setup_of(game, name, own_boards, pieces)
    sight = _read_picture(shown, game, setup, tuple(players), chosen, pieces, before)
    families = () if setup is None else setup.files_families
    if sight.reading.position is None:
        mirrored = _read_picture(np.ascontiguousarray(shown[:, ::-1]), game, setup, tuple(players), chosen, pieces)
        seen = mirrored.reading.position is not None and not _hangs_on_single_codes(mirrored)
        sight = _unmirrored(mirrored) if seen else _with_reason(sight, to_grey(shown), families, chosen)
    elif _hangs_on_single_codes(sight):
        sight = _with_reason(sight, to_grey(shown), families, chosen)
    if fitting is not None:
        sight = bent_back(sight, fitting)
    if complaints:
        sight = replace(sight, reading=replace(sight.reading, problems=(*sight.reading.problems, *complaints)))
    return sight if image.ndim == 2 else replace(sight, watch=QuietGate(sight, image))


def _hangs_on_single_codes(sight: FrameReading) -> bool:
    """Whether no two codes of one sheet bear each other out: what is seen may be chance."""
    return sight.table is not None and max(len(sheet.codes) for sheet in sight.table.sheets) == 1


def _with_reason(
    sight: FrameReading, grey: GreyImage, families: Sequence[str], settings: ReaderSettings
) -> FrameReading:
    """A sight of nothing with the reason; one of single codes is nothing where something else lies there."""
    reading = sight.reading
    if reading.position is not None:
        other = something_else(grey, sight.game, families, settings)
        return sight if other is None else replace(sight, reading=Reading(reading.game, None, problems=(other,)))
    reasons = why_unread(grey, sight.codes, sight.game, families, settings)
    problems = reasons if reasons[0].code in OTHERS else (*reasons, *reading.problems)
    return replace(sight, reading=replace(reading, problems=problems))


def _read_picture(
    image: BgrImage,
    game: GameFile,
    setup: Setup | None,
    players: tuple[str, ...],
    settings: ReaderSettings,
    pieces: PieceSet | None,
    before: SolvedTable | None = None,
) -> FrameReading:
    """A city laid of tiles, or boards."""
    if setup is None:
        return _read_city(image, game, players, settings, pieces, before)
    return read_boards(image, setup, players, settings)


def _read_city(
    image: BgrImage,
    game: GameFile,
    players: tuple[str, ...],
    settings: ReaderSettings,
    pieces: PieceSet | None,
    before: SolvedTable | None,
) -> FrameReading:
    grey = to_grey(image)
    size_px = (grey.shape[1], grey.shape[0])
    codes = find_codes(grey, game, settings)
    table = solve_table(codes, game, size_px, settings.plane)
    if table is None:
        return FrameReading(
            Reading(game.name, None, problems=_strangers(codes, game)),
            game,
            players,
            size_px,
            settings,
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
    return read_places(pyramid, codes, table, city, players, game, settings, plain=plain_of(image, pieces))


def plain_of(image: BgrImage, pieces: PieceSet | None) -> tuple[BgrImage, PieceSet] | None:
    """The coloured picture and the pieces that are told by colour in it; None where there are none, or it is grey."""
    if pieces is None or image.ndim == 2 or all(piece.code is not None for piece in pieces.pieces):
        return None
    return image, pieces


def read_places(
    pyramid: Pyramid,
    codes: Sequence[SeenCode],
    table: SolvedTable,
    city: City,
    players: tuple[str, ...],
    game: GameFile,
    settings: ReaderSettings,
    *,
    lot_views: Mapping[str, LotView] | None = None,
    street_views: Mapping[str, StreetView] | None = None,
    plain: tuple[BgrImage, PieceSet] | None = None,
) -> FrameReading:
    """Everything that comes after the table and the city are solved; views that still hold may be given by place.

    With `plain`, the picture in colour and a pieces file, pieces without codes are looked for, too.
    """
    plane = table.plane
    lots = lots_of(city)
    streets = streets_of(city, lots, game)
    numbers = {cell: number for number, cell in city_cells(city.tiles).items()}
    looked = score_lots(pyramid, plane, lots, codes, game, settings, known=lot_views or {})
    explained = assign_lots(looked, numbers, game, settings.sureness)
    look = None if plain is None else plain_look(plain[0], table, codes, game, plain[1])
    blocks: tuple[Face, ...] = ()
    if look is not None:
        explained, blocks = with_plain_pieces(look, lots, explained, game, settings.sureness)
    free = open_streets(streets, explained.pieces)
    views = score_streets(pyramid, plane, free, codes, game, settings, known=street_views or {})
    plain_cars = {} if look is None else look_at_cars(look, views, blocks, settings.sureness, game)
    seats = read_seats(pyramid, plane, table.sheets, codes, players, game, settings)
    if look is not None:
        seats = with_plain_puck(look, seats, table.sheets, players)

    confidence: dict[str, Confidence] = dict(tile_sureness(city, settings.sureness))
    confidence.update({f"property:{number}": value for number, value in explained.sureness.items()})
    evidence = {**_tile_evidence(city, table), **explained.evidence}
    cars = []
    hidden = {f"property:{number}" for number in explained.hidden}
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
    astray = _astray(plane, lots, streets, explained.pieces, codes, numbers, game)
    for place in {place for problem in astray for place in problem.places if place in confidence}:
        confidence[place] = "ask"
        evidence[place] = dict.fromkeys(evidence[place], 0.0)
    found = FoundCity(
        tiles=city.tiles,
        pieces=tuple(sorted(piece.placed(numbers) for piece in explained.pieces)),
        streetcars=tuple(sorted(cars)),
        players=players,
        turn=seats.turn,
        reserve=city.reserve,
    )
    position = position_from(found, game)
    problems = (*city.problems, *_scales(table, settings), *explained.problems, *astray, *_strangers(codes, game))
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
        outlines_px={place: outline for place, outline in outlines.items() if place in confidence},
        hidden=frozenset(hidden),
        codes=tuple(codes),
        pieces=explained.pieces,
        pieces_px=piece_outlines(explained.pieces, lots, plane),
        table=table,
        city=city,
        lot_views=looked,
        street_views=views,
        plain=None if plain is None else plain[1],
    )


def _astray(
    plane: TablePlane,
    lots: Sequence[Lot],
    streets: Sequence[Street],
    pieces: Sequence[FoundPiece],
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


def _strangers(codes: Sequence[SeenCode], game: GameFile) -> tuple[Problem, ...]:
    """Codes of the dictionary that no part of the game bears."""
    ids = sorted({code.id for code in codes if not code.own})
    return tuple(
        Problem(
            "unknown-code",
            f"code {id_} of {game.codes.dictionary} is no part of {game.title} and is ignored; take it off the table",
        )
        for id_ in ids
    )


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
    likelihoods = {
        "empty": round(max(empty - best, sureness.floor), 2),
        "streetcar": round(max(car - best, sureness.floor), 2),
    }
    both_free = len(view.rails) == 2 and min(view.rails) > sureness.certain_correlation  # a streetcar covers both
    if car <= empty and view.car > sureness.suspicious and not both_free:
        return "ask", False, likelihoods  # something like a streetcar shows beside the rail
    margin = best - max(min(car, empty), 0.0)
    correlation = view.car if car > empty else max(view.rails)
    if margin >= sureness.certain_margin and correlation >= sureness.certain_correlation:
        return "certain", car > empty, likelihoods
    return ("likely" if margin >= sureness.likely_margin else "ask"), car > empty, likelihoods


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


def _unmirrored(sight: FrameReading) -> FrameReading:
    """A sight read through the mirror, with its geometry in the picture as it was given."""
    last = sight.size_px[0] - 1

    def back(points: PointsPx) -> PointsPx:
        return np.stack([last - points[..., 0], points[..., 1]], axis=-1)

    problem = Problem(
        "mirrored", "the picture is mirrored, as selfie cameras do; it was read through a mirror. Switch mirroring off"
    )
    return replace(
        sight,
        reading=replace(sight.reading, problems=(problem, *sight.reading.problems)),
        mirrored=True,
        outlines_px={place: back(points) for place, points in sight.outlines_px.items()},
        pieces_px=tuple(back(points) for points in sight.pieces_px),
        codes=tuple(replace(code, corners_px=back(code.corners_px)) for code in sight.codes),
    )
