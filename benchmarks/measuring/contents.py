"""What lies at every place of a position, for comparing a reading with the truth place by place."""

from collections.abc import Mapping
from typing import Any

from tabletop.boardfile import board_in
from tabletop.boards import load_board
from tabletop.gamefile import load_game
from tabletop.games.big_city.values import BigCityPosition
from tabletop.games.my_city.values import MyCityPosition
from tabletop.games.my_city_chess.values import MyCityChessPosition
from tabletop.games.small_city.values import SmallCityPosition
from tabletop.lattice import Segment, city_segments, segment, street_name, streetcar_segment
from tabletop.options import settled
from tabletop.pieces.values import PiecesPosition

NEIGHBOURHOODS = load_game("big-city").neighbourhoods

Contents = Mapping[str, Any]
"""Place -> what lies there with its whole extent; None where nothing does."""
EVERY_PLACE = ("property", "street", "tile", "square", "cell", "track", "card", "puck")
"""Kinds of places that are compared. Mats are not: they say who sits where, and the puck says that too."""


def contents(position: Any) -> Contents:
    """Every place of a position. A piece counts with all that it covers: the right kind on too few lots is wrong."""
    match position:
        case BigCityPosition():
            return _big_city(position)
        case MyCityChessPosition():
            return _chess(position)
        case MyCityPosition():
            return _my_city(position)
        case SmallCityPosition():
            return _small_city(position)
        case PiecesPosition():
            return _custom(position)
    raise TypeError(f"{type(position).__name__} is not a position that can be compared")


def _big_city(position: BigCityPosition) -> Contents:
    cells = NEIGHBOURHOODS.cells_of(position.tiles)
    numbers = {cell: number for number, cell in cells.items()}
    found: dict[str, Any] = {f"property:{number}": None for number in cells}
    owner = {n: piece for piece in position.pieces for n in piece.on}
    found.update({f"property:{n}": (piece.kind, piece.on) for n, piece in owner.items()})
    covered: set[Segment] = set()
    for piece in position.pieces:
        under = {cells[n] for n in piece.on if n in cells}
        for row, column in under:
            covered |= {segment((row, column), "south")} if (row + 1, column) in under else set()
            covered |= {segment((row, column), "east")} if (row, column + 1) in under else set()
    cars = {streetcar_segment(car, cells) for car in position.streetcars}
    found.update({street_name(s, numbers): s in cars for s in city_segments(numbers) if s not in covered})
    found.update({f"tile:{tile.number}": tile for tile in position.tiles})
    found.update({f"tile:{number}": "reserve" for number in position.reserve})
    return found | _turn(position)


def _chess(position: MyCityChessPosition) -> Contents:
    board = load_board(settled(position.game, position.options)["map"])
    found: dict[str, Any] = {f"square:{board.cell_name(cell)}": None for cell in board.cell_set}
    found.update({f"square:{one.on}": one.name for one in position.landmarks})
    found.update({f"square:{one.on}": (one.player, one.type, one.value) for one in position.zones})
    return found | _turn(position)


def _my_city(position: MyCityPosition) -> Contents:
    found: dict[str, Any] = {}
    for laid in position.boards:
        board = load_board(laid.board)
        found.update({f"cell:{laid.player}:{board.cell_name(cell)}": None for cell in board.cell_set})
        found.update({f"cell:{laid.player}:{name}": (b.building, b.on) for b in laid.buildings for name in b.on})
        if laid.token is not None:
            found[f"track:{laid.player}"] = laid.token
    if position.card is not None:
        found["card"] = position.card
    return found


def _custom(position: PiecesPosition) -> Contents:
    board = board_in(load_game(position.game))
    found: dict[str, Any] = {f"cell:{name}": None for name in board.names.values()}
    return found | {f"cell:{name}": (one.part, one.on) for one in position.parts for name in one.on}


def _small_city(position: SmallCityPosition) -> Contents:
    board = load_board(str(load_game(position.game).by_id["borough-1"].board))
    found: dict[str, Any] = {}
    for borough in position.boroughs:
        tiles = {name: (t.kind, t.level, t.on) for t in borough.tiles for name in t.on}
        citizens = {one.on: one.player for one in borough.citizens}
        names = [board.cell_name(cell) for cell in board.cell_set]
        found.update({f"cell:{borough.player}:{n}": (tiles.get(n), citizens.get(n)) for n in names})
    return found | _turn(position)


def _turn(position: Any) -> dict[str, Any]:
    return {} if position.turn is None else {"puck": position.turn}
