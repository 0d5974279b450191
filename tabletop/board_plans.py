"""Where each part of a position lies on the table for games with boards: the boards in a row, parts on their cells."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from tabletop.boardfile import Board, load_board
from tabletop.cellnames import Cell
from tabletop.errors import UnreadableInput
from tabletop.gamefile import GameFile, Part
from tabletop.geometry import Pose
from tabletop.notation.custom import board_of
from tabletop.options import settled
from tabletop.plans import GAP_MM, Plan, PlannedPart, from_upper_left, turn_to_fit
from tabletop.positions.custom import CustomPosition
from tabletop.positions.my_city import MyCityPosition, PlayerBoard
from tabletop.positions.my_city_chess import MyCityChessPosition
from tabletop.positions.small_city import Borough, SmallCityPosition

BoardPosition = MyCityChessPosition | MyCityPosition | SmallCityPosition | CustomPosition
T = TypeVar("T", PlayerBoard, Borough)
TRACK_ROWS, TRACK_COLUMNS = 3, 17
"""A My City board's score track: 0 to 50, row by row."""


def plan_boards(position: BoardPosition, game: GameFile) -> Plan:
    """Lay out a position of a game with boards.

    Raises UnreadableInput where a part has no such shape or the board is not among the game's parts.
    """
    if isinstance(position, MyCityChessPosition):
        laid = _chess(position, game)
    elif isinstance(position, MyCityPosition):
        laid = _my_city(position, game)
    elif isinstance(position, SmallCityPosition):
        laid = _small_city(position, game)
    else:
        laid = _custom(position, game)
    return from_upper_left(laid, game)


def _chess(position: MyCityChessPosition, game: GameFile) -> list[PlannedPart]:
    """The map, counters on their squares, mats and puck below where the puck says whose turn it is."""
    name = settled(position.game, position.options)["map"]
    table = _Table(game, load_board(name), _board_part(game, name), Pose(0.0, 0.0))
    laid = [table.board_part()]
    laid += [table.part(f"landmark-{landmark.name}", [landmark.on]) for landmark in position.landmarks]
    for zone in position.zones:
        kind = zone.type if zone.value < 0 else f"{zone.type}-{zone.value}"
        laid.append(table.part(f"{zone.player}-{kind}", [zone.on]))
    seats = position.players or ((position.turn,) if position.turn else ())
    return laid + _mats(game, seats, position.turn, below_mm=table.printed.size_mm[1] / 2)


def _my_city(position: MyCityPosition, game: GameFile) -> list[PlannedPart]:
    """Every player's board beside the last one, buildings on cells, tokens on tracks, the open card below."""
    laid: list[PlannedPart] = []
    x, bottom = 0.0, 0.0
    for seat, board in _seated(position.boards, position.players):
        table = _Table(game, load_board(board.board), _board_part(game, f"{board.board}-{seat}"), Pose(x, 0.0))
        laid.append(table.board_part())
        laid += [table.part(placed.building, placed.on) for placed in board.buildings]
        laid += _token(game, table, board, seat)
        x += table.printed.size_mm[0] + GAP_MM
        bottom = max(bottom, table.printed.size_mm[1] / 2)
    if position.card is not None:
        card = game.by_id[f"card-{position.card}"]
        laid.append(PlannedPart(card.id, Pose(0.0, bottom + GAP_MM + card.size_mm[1] / 2)))
    return laid


def _small_city(position: SmallCityPosition, game: GameFile) -> list[PlannedPart]:
    """Every borough beside the last one, tiles on squares, citizens on tiles."""
    laid: list[PlannedPart] = []
    owners = [borough.player for borough in position.boroughs]
    guests = [citizen.player for borough in position.boroughs for citizen in borough.citizens]
    seats = list(dict.fromkeys([*(position.players or owners), *guests]))
    for index, (seat, borough) in enumerate(_seated(position.boroughs, position.players)):
        printed = _board_part(game, f"borough-{seat}")
        table = _Table(game, load_board("borough"), printed, Pose(index * (printed.size_mm[0] + GAP_MM), 0.0))
        laid.append(table.board_part())
        laid += [table.part(_tile_id(game, tile.kind, tile.level, len(tile.on)), tile.on) for tile in borough.tiles]
        height = max((game.by_id[planned.part].height_mm for planned in laid if planned.z_mm), default=0.0)
        for citizen in borough.citizens:
            covered = any(citizen.on in tile.on for tile in borough.tiles)
            part = f"citizen-{seats.index(citizen.player) + 1}"
            laid.append(table.part(part, [citizen.on], above_mm=height if covered else 0.0))
    return laid


def _custom(position: CustomPosition, game: GameFile) -> list[PlannedPart]:
    """The board, and parts on their cells."""
    board = board_of(position.game)
    boards = game.of_kind("board")
    if not boards:
        raise UnreadableInput(f"{game.title} has no part of kind board, so nothing says how large its board is")
    table = _Table(game, board, boards[0], Pose(0.0, 0.0))
    return [table.board_part(), *(table.part(placed.part, placed.on) for placed in position.parts)]


class _Table:
    """One board where it lies, and how parts come to lie on its cells."""

    def __init__(self, game: GameFile, board: Board, printed: Part, pose: Pose) -> None:
        self.game, self.board, self.printed, self.pose = game, board, printed, pose

    def board_part(self) -> PlannedPart:
        """The board itself."""
        return PlannedPart(self.printed.id, self.pose)

    def part(self, part_id: str, on: Sequence[str], *, above_mm: float = 0.0) -> PlannedPart:
        """A part on named cells, turned so that its own cells come to lie on them."""
        part, cells = self.game.by_id[part_id], {self.board.cell(name) for name in on}
        turn = turn_to_fit(part, cells) if len(part.cells) > 1 else 0
        if turn is None or (part.cells and len(part.cells) != len(cells)):
            raise UnreadableInput(f"{part_id} does not have the shape of {', '.join(on)}, so it cannot be laid there")
        middle = self.pose.apply(_middle(self.board, cells))
        return PlannedPart(part_id, Pose(*middle, 90.0 * turn), self.printed.height_mm + above_mm)


def _middle(board: Board, cells: Iterable[Cell]) -> tuple[float, float]:
    """Middle of the bounding box of some cells' middles, in the board's frame."""
    xs, ys = zip(*(board.cell_centre_mm(cell) for cell in cells), strict=True)
    return ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)


def _board_part(game: GameFile, part_id: str) -> Part:
    """The game's part for a board."""
    if part_id not in game.by_id:
        known = ", ".join(part.id for part in game.of_kind("board"))
        raise UnreadableInput(
            f"'{part_id}' is not among the boards of {game.title}, so it cannot be laid; there are {known}"
        )
    return game.by_id[part_id]


def _seated(boards: Iterable[T], players: Sequence[str]) -> list[tuple[int, T]]:
    """Each player's board with the seat, by the order of the players, or as they stand."""
    seats = list(players)
    found: list[tuple[int, T]] = []
    for board in boards:
        if board.player not in seats:
            seats.append(board.player)
        found.append((seats.index(board.player) + 1, board))
    return found


def _token(game: GameFile, table: _Table, board: PlayerBoard, seat: int) -> list[PlannedPart]:
    """The score token on its space of the track, where both are known."""
    track = table.board.raw["board"].get("track_mm")
    if board.token is None or track is None:
        return []
    left, top, width, height = track
    space = min(max(board.token, 0), TRACK_ROWS * TRACK_COLUMNS - 1)
    x = left + (space % TRACK_COLUMNS + 0.5) * width / TRACK_COLUMNS - table.printed.size_mm[0] / 2
    y = top + (space // TRACK_COLUMNS + 0.5) * height / TRACK_ROWS - table.printed.size_mm[1] / 2
    return [PlannedPart(f"token-{seat}", Pose(*table.pose.apply((x, y))), table.printed.height_mm)]


def _tile_id(game: GameFile, kind: str, level: int | None, squares: int) -> str:
    """The part for a tile of so many squares."""
    parts = [part for part in game.of_kind("tile") if part.piece == kind]
    fitting = [part for part in parts if level is None or part.extra.get("level", level) == level]
    for part in fitting:
        if len(part.cells) == squares:
            return part.id
    raise UnreadableInput(f"there is no printed {kind} of {squares} squares, so it cannot be laid")


def _mats(game: GameFile, seats: Sequence[str], turn: str | None, *, below_mm: float) -> list[PlannedPart]:
    """Mats in a row below the board, the puck on its player's; nothing where the puck lies nowhere."""
    laid: list[PlannedPart] = []
    if turn is None:
        return laid
    x = 0.0
    for seat, player in enumerate(seats, start=1):
        mat = game.by_id[f"mat-{seat}"]
        pose = Pose(x, below_mm + GAP_MM + mat.size_mm[1] / 2)
        laid.append(PlannedPart(mat.id, pose))
        if player == turn and mat.spot_mm is not None:
            laid.append(PlannedPart("puck", Pose(*pose.apply(mat.spot_mm)), mat.height_mm))
        x += mat.size_mm[0] + GAP_MM
    return laid
