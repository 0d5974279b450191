"""Where the parts of a Small City position lie: boroughs in a row, tiles on squares, citizens on tiles."""

from tabletop.errors import UnreadableInput
from tabletop.gamefile import GameFile
from tabletop.games.small_city.values import Borough, PlacedBoroughTile, SmallCityPosition
from tabletop.geometry import Pose
from tabletop.parts import Part
from tabletop.plans.boards import PlannedBoard
from tabletop.plans.plan import GAP_MM, Plan, PlannedPart, from_upper_left, part_named


def plan(position: SmallCityPosition, game: GameFile) -> Plan:
    """Lay every borough out beside the last one, the puck below the borough of whose turn it is, the card on the left.

    Every player has a borough, with tiles or not. Seats go by `players`, then by the boroughs, then by the citizens.
    Raises UnreadableInput where no printed tile
    has the shape of a tile's squares.
    """
    laid: list[PlannedPart] = []
    seats = seats_of(position)
    left = bottom = 0.0
    puck_x: float | None = None
    boroughs = {player: Borough(player) for player in position.players}
    boroughs |= {borough.player: borough for borough in position.boroughs}
    for borough in sorted(boroughs.values(), key=lambda borough: seats.index(borough.player)):
        part = part_named(game, f"borough-{seats.index(borough.player) + 1}")
        width, height = part.size_mm
        table = PlannedBoard(game, part, Pose(left + width / 2, height / 2))
        laid += _borough(table, borough, seats)
        if borough.player == position.turn:
            puck_x = left + width / 2
        left += width + GAP_MM
        bottom = max(bottom, height)
    if puck_x is not None:
        puck = part_named(game, "puck")
        laid.append(PlannedPart(puck.id, Pose(puck_x, bottom + GAP_MM + puck.size_mm[1] / 2)))
    if position.card is not None:
        card = part_named(game, position.card)
        laid.append(PlannedPart(card.id, Pose(card.size_mm[0] / 2, bottom + GAP_MM + card.size_mm[1] / 2)))
    return from_upper_left(laid, game)


def seats_of(position: SmallCityPosition) -> tuple[str, ...]:
    """Everybody who has a seat, first seat first."""
    owners = [borough.player for borough in position.boroughs]
    guests = [citizen.player for borough in position.boroughs for citizen in borough.citizens]
    return tuple(dict.fromkeys([*position.players, *owners, *guests]))


def _borough(table: PlannedBoard, borough: Borough, seats: tuple[str, ...]) -> list[PlannedPart]:
    """One borough, its tiles, and on them its citizens."""
    laid = [table.planned]
    top_mm: dict[str, float] = {}
    for tile in borough.tiles:
        part = _tile(table, tile)
        laid.append(table.with_part(part.id, tile.on))
        top_mm |= dict.fromkeys(tile.on, part.height_mm)
    for citizen in borough.citizens:
        part_id = f"citizen-{seats.index(citizen.player) + 1}"
        laid.append(table.with_part(part_id, [citizen.on], above_mm=top_mm.get(citizen.on, 0.0)))
    return laid


def _tile(table: PlannedBoard, tile: PlacedBoroughTile) -> Part:
    """The printed tile of that kind, level and number of squares."""
    for part in table.game.of_kind("tile"):
        same = part.piece == tile.kind and (None in (tile.level, part.level) or tile.level == part.level)
        if same and len(part.cells) == len(tile.on):
            return part
    level = "" if tile.level is None else f" of level {tile.level}"
    raise UnreadableInput(f"there is no printed {tile.kind}{level} of {len(tile.on)} squares, so it cannot be laid")
