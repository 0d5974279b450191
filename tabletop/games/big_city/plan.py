"""Where the parts of a Big City position lie: tiles edge to edge, pieces on them, reserve and mats beside the city."""

from collections.abc import Iterable

from tabletop.cellnames import Cell
from tabletop.errors import UnreadableInput
from tabletop.gamefile import GameFile
from tabletop.games.big_city.values import BigCityPosition
from tabletop.geometry import Pose
from tabletop.lattice import PlacedPiece, streetcar_segment
from tabletop.parts import Part
from tabletop.plans.plan import (
    GAP_MM,
    Plan,
    PlannedPart,
    bounds_mm,
    from_upper_left,
    mats_in_a_row,
    part_named,
    turn_to_fit,
)


def plan(position: BigCityPosition, game: GameFile) -> Plan:
    """Lay a Big City position out: tiles edge to edge, pieces on them, reserve to the right, mats below.

    Raises UnreadableInput where a piece has no such shape or stands on a property that is not in the city.
    """
    pitch = game.grid.pitch_mm
    laid: list[PlannedPart] = []
    for tile in position.tiles:
        rows, columns = game.neighbourhoods.shape(tile.number, tile.turn)
        middle = ((tile.at[1] + columns / 2) * pitch, (tile.at[0] + rows / 2) * pitch)
        laid.append(PlannedPart(f"tile-{tile.number}", Pose(*middle, 90.0 * tile.turn)))
    tile_top = max((game.by_id[planned.part].height_mm for planned in laid), default=0.0)
    cells = game.neighbourhoods.cells_of(position.tiles)
    laid += [_piece(piece, cells, game, tile_top) for piece in position.pieces]
    for streetcar in position.streetcars:
        if streetcar.beside not in cells:
            raise UnreadableInput(
                f"the streetcar beside {streetcar.beside} has no street: that property is not in the city"
            )
        (row, column), side = streetcar_segment(streetcar, cells)
        across = side == "east"  # the street runs north to south
        middle = ((column + (1.0 if across else 0.5)) * pitch, (row + (0.5 if across else 1.0)) * pitch)
        laid.append(PlannedPart("streetcar", Pose(*middle, 90.0 if across else 0.0), tile_top))
    laid += _beside(position, game, laid)
    laid += _score_track(position, game, laid)
    return from_upper_left(laid, game)


def _piece(piece: PlacedPiece, cells: dict[int, Cell], game: GameFile, z_mm: float) -> PlannedPart:
    """The pose in which a piece's printed cells come to lie on its properties."""
    missing = [number for number in piece.on if number not in cells]
    if missing:
        raise UnreadableInput(f"{piece.kind} on {missing[0]}: that property is not in the city")
    wanted = {cells[number] for number in piece.on}
    try:
        part = game.piece(piece.kind, len(piece.on))
    except KeyError as error:
        raise UnreadableInput(f"there is no {piece.kind} that covers {len(piece.on)} properties") from error
    turn = turn_to_fit(part, wanted)
    if turn is None:
        places = ", ".join(map(str, piece.on))
        raise UnreadableInput(f"{piece.kind} does not have the shape of the properties {places}")
    rows, columns = [row for row, _ in wanted], [column for _, column in wanted]
    middle = ((min(columns) + max(columns) + 1) / 2, (min(rows) + max(rows) + 1) / 2)
    pitch = game.grid.pitch_mm
    return PlannedPart(part.id, Pose(middle[0] * pitch, middle[1] * pitch, 90.0 * turn), z_mm)


def _beside(position: BigCityPosition, game: GameFile, city: Iterable[PlannedPart]) -> list[PlannedPart]:
    """Reserve neighbourhoods in a column to the right of the city, mats and puck in a row below it."""
    left, top, right, bottom = bounds_mm(city, game)
    laid: list[PlannedPart] = []
    y = top
    for number in position.reserve:
        width, height = part_named(game, f"tile-{number}").size_mm
        laid.append(PlannedPart(f"tile-{number}", Pose(right + GAP_MM + width / 2, y + height / 2)))
        y += height + GAP_MM
    lowest = max(bottom, y - GAP_MM) if position.reserve else bottom
    return laid + mats_in_a_row(game, position.players, position.turn, left_mm=left, top_mm=lowest + GAP_MM)


def _score_track(position: BigCityPosition, game: GameFile, others: Iterable[PlannedPart]) -> list[PlannedPart]:
    """The score track to the left of everything, where it is played with: markers on it, hundred tokens beside it.

    Markers on one space are stacked in the order of the seats.
    """
    if not position.scores:
        return []
    track = part_named(game, "track")
    left, top, _, _ = bounds_mm(others, game)
    width, height = track.size_mm
    pose = Pose(left - GAP_MM - width / 2, top + height / 2)
    laid = [PlannedPart(track.id, pose)]
    seats = {player: seat for seat, player in enumerate(position.players, start=1)}
    stacked: dict[int, int] = {}
    for marker in sorted(position.scores, key=lambda marker: seats.get(marker.player, 0)):
        if marker.player not in seats:
            raise UnreadableInput(f"there is a score marker of {marker.player}, who is none of the players")
        part = part_named(game, f"marker-{seats[marker.player]}")
        under = stacked.get(marker.space, 0)
        stacked[marker.space] = under + 1
        spot = pose.apply(_space_mm(track, marker.space))
        laid.append(PlannedPart(part.id, Pose(*spot), track.height_mm + under * part.height_mm))
        if marker.hundreds:
            token = part_named(game, f"hundred-{seats[marker.player]}")
            x = -width / 2 - GAP_MM / 2 - token.size_mm[0] / 2
            y = (seats[marker.player] - 0.5) * (token.size_mm[1] + GAP_MM / 2) - height / 2
            laid.append(PlannedPart(token.id, Pose(*pose.apply((x, y)))))
    return laid


def _space_mm(track: Part, space: int) -> tuple[float, float]:
    """The middle of a space in the score track's own frame. Raises UnreadableInput where there is no such space."""
    spaces = () if track.spaces is None else track.spaces.middles_mm
    if not 0 <= space < len(spaces):
        raise UnreadableInput(f"the score track has no space {space}")
    return spaces[space]
