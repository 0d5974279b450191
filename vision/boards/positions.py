"""What was found on the boards as each game's position."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tabletop.boardfile import Board
from tabletop.games.custom.values import CustomPosition, PlacedPart
from tabletop.games.my_city.values import MyCityPosition, PlacedBuilding, PlayerBoard
from tabletop.games.my_city_chess.values import MyCityChessPosition, PlacedLandmark, PlacedZone
from tabletop.games.small_city.values import Borough, PlacedBoroughTile, PlacedCitizen, SmallCityPosition
from vision.boards.assignment import LyingPart
from vision.boards.cells import LaidBoard
from vision.boards.setup import Setup
from vision.places.seats import seat_name


@dataclass(frozen=True, slots=True)
class Beside:
    """What the table shows beside the boards' cells."""

    turn: str | None = None
    card: str | None = None
    tokens: Mapping[str, int] | None = None
    """Player -> space of the score track on which the token lies."""


def position_of(
    parts: Sequence[LyingPart],
    boards: Sequence[LaidBoard],
    players: tuple[str, ...],
    beside: Beside,
    setup: Setup,
) -> Any:
    """The position in the words of the game's rules."""
    build = {"my-city-chess": _chess, "my-city": _my_city, "small-city": _small_city}.get(setup.game.rules, _custom)
    return build(parts, boards, players, beside, setup)


def _names(part: LyingPart, boards: Sequence[LaidBoard]) -> tuple[str, ...]:
    board: Board = boards[part.board].board
    return tuple(board.cell_name(cell) for cell in sorted(part.cells))


def _chess(
    parts: Sequence[LyingPart], boards: Sequence[LaidBoard], players: tuple[str, ...], beside: Beside, setup: Setup
) -> MyCityChessPosition:
    landmarks, zones = [], []
    for one in parts:
        (on,), part = _names(one, boards), one.part
        if part.kind == "landmark":
            landmarks.append(PlacedLandmark(str(part.piece), on))
        else:
            zones.append(PlacedZone(part.extra["player"], part.extra["type"], part.extra["value"], on))
    name = str(boards[0].sheet.part.extra.get("board", "square-8"))
    options = {} if name == "square-8" else {"map": name}
    return MyCityChessPosition(
        tuple(sorted(landmarks)), tuple(sorted(zones)), players, options, turn=beside.turn, game=setup.name
    )


def _my_city(
    parts: Sequence[LyingPart], boards: Sequence[LaidBoard], players: tuple[str, ...], beside: Beside, setup: Setup
) -> MyCityPosition:
    laid = []
    for number, board in enumerate(boards):
        buildings = [PlacedBuilding(str(one.part.piece), _names(one, boards)) for one in parts if one.board == number]
        owner = board.owner or "player 1"
        laid.append(
            PlayerBoard(
                owner,
                str(board.sheet.part.extra.get("board", board.board.name)),
                tuple(sorted(buildings)),
                token=(beside.tokens or {}).get(owner),
            )
        )
    return MyCityPosition(tuple(laid), players, turn=beside.turn, card=beside.card, game=setup.name)


def _small_city(
    parts: Sequence[LyingPart], boards: Sequence[LaidBoard], players: tuple[str, ...], beside: Beside, setup: Setup
) -> SmallCityPosition:
    boroughs = []
    for number, board in enumerate(boards):
        mine = [one for one in parts if one.board == number]
        tiles = [
            PlacedBoroughTile(str(one.part.piece), _names(one, boards), one.part.extra.get("level"))
            for one in mine
            if one.part.kind == "tile"
        ]
        citizens = [
            PlacedCitizen(seat_name(one.part.number or 1, players), _names(one, boards)[0])
            for one in mine
            if one.part.kind == "citizen"
        ]
        owner = board.owner or "player 1"
        boroughs.append(Borough(owner, tuple(sorted(tiles, key=_tile_key)), tuple(sorted(citizens))))
    return SmallCityPosition(
        tuple(boroughs), players, _modules(parts), turn=beside.turn, card=beside.card, game=setup.name
    )


def _modules(parts: Sequence[LyingPart]) -> dict[str, Any]:
    """The modules whose tiles lie there are in the game."""
    names = sorted({str(one.part.extra["module"]) for one in parts if "module" in one.part.extra})
    return {"modules": names} if names else {}


def _tile_key(tile: PlacedBoroughTile) -> tuple[str, tuple[str, ...], int]:
    return (tile.kind, tile.on, tile.level or 0)


def _custom(
    parts: Sequence[LyingPart], boards: Sequence[LaidBoard], players: tuple[str, ...], beside: Beside, setup: Setup
) -> CustomPosition:
    placed = [PlacedPart(one.part.id, _names(one, boards), one.part.extra.get("player")) for one in parts]
    return CustomPosition(
        setup.name,
        tuple(sorted(placed, key=lambda one: (one.part, one.on, one.player or ""))),
        players,
        turn=beside.turn,
        card=beside.card,
    )
