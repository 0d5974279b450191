"""Random positions of the four games for the virtual table; rules matter only where they are easily kept."""

import random
from collections.abc import Callable, Mapping
from typing import Any

from scoring import rules_for
from tabletop.boards import load_board
from tabletop.cellnames import Cell
from tabletop.gamefile import GameFile, load_game
from tabletop.games.big_city.values import BigCityPosition
from tabletop.games.small_city.values import Borough, PlacedBoroughTile, PlacedCitizen, SmallCityPosition
from tabletop.lattice import SIDES, PlacedPiece, PlacedTile, city_segments, neighbour, streetcar_at, turned_cell
from tabletop.parts import Part
from tabletop.records import Header
from vision.city.ground_plan import covered_segments

NEIGHBOURHOODS = load_game("big-city").neighbourhoods


def random_city(rng: random.Random) -> BigCityPosition:
    """Tiles, pieces and streetcars anywhere where they fit."""
    game = load_game("big-city")
    tiles = [PlacedTile(1, (0, 0))]
    for number in rng.sample(range(2, 9), rng.randint(1, 6)):
        taken = set(NEIGHBOURHOODS.cells_of(tiles).values())
        options = [
            PlacedTile(number, (row, column), turn)
            for turn in range(4)
            for row in range(-5, 7)
            for column in range(-6, 8)
            if _touches(PlacedTile(number, (row, column), turn), taken)
        ]
        if options:
            tiles.append(rng.choice(options))
    cells_of = NEIGHBOURHOODS.cells_of(tiles)
    numbers = {cell: number for number, cell in cells_of.items()}
    pieces = _random_pieces(rng, game, numbers)
    covered = {s for piece in pieces for s in covered_segments({cells_of[n]: n for n in piece.on})}
    open_segments = [s for s in city_segments(numbers) if s not in covered]
    cars = [streetcar_at(s, numbers) for s in rng.sample(open_segments, rng.randint(0, min(17, len(open_segments))))]
    players = ("Ann", "Ben", "Cem") if rng.random() < 0.5 else ()
    return BigCityPosition(
        tiles=tuple(sorted(tiles)),
        pieces=tuple(sorted(pieces)),
        streetcars=tuple(sorted(cars)),
        players=players,
        turn=rng.choice(players) if players else None,
    )


def _touches(tile: PlacedTile, taken: set[Cell]) -> bool:
    """Whether the tile lies free, beside two cells of the city, which stays small enough for one picture."""
    cells = set(NEIGHBOURHOODS.cells(tile).values())
    touching = sum(neighbour(cell, side) in taken for cell in cells for side in SIDES)
    rows, columns = zip(*(cells | taken), strict=True)
    small = max(rows) - min(rows) < 9 and max(columns) - min(columns) < 11
    return not cells & taken and touching >= 2 and small


def _random_pieces(rng: random.Random, game: GameFile, numbers: Mapping[Cell, int]) -> list[PlacedPiece]:
    free = set(numbers)
    pieces: list[PlacedPiece] = []
    stock = {part.id: part.count for part in game.of_kind("piece")}
    wanted = rng.randint(0, len(free))
    for _ in range(400):
        part = rng.choice(game.of_kind("piece"))
        if len(numbers) - len(free) >= wanted or not free or not stock[part.id] or part.piece is None:
            continue
        laid = _laid(part, rng, rng.choice(sorted(free)))
        if laid <= free:
            free -= laid
            stock[part.id] -= 1
            pieces.append(PlacedPiece(part.piece, tuple(sorted(numbers[cell] for cell in laid))))
    return pieces


def _laid(part: Part, rng: random.Random, at: Cell) -> set[Cell]:
    """A part's cells after a random turn, the upper left corner of its bounding box at a cell."""
    shape = (max(row for row, _ in part.cells) + 1, max(column for _, column in part.cells) + 1)
    turn = rng.randint(0, 3)
    return {(row + at[0], column + at[1]) for row, column in (turned_cell(c, shape, turn) for c in part.cells)}


def random_boroughs(rng: random.Random) -> SmallCityPosition:
    """Two boroughs with tiles where they fit, no more than the game has, and citizens on tiles of several squares."""
    game, board = load_game("small-city"), load_board("borough")
    players = ("Ann", "Ben")
    kinds: dict[tuple[Any, ...], Part] = {}
    for part in game.of_kind("tile"):
        kinds.setdefault((part.piece, part.level, len(part.cells)), part)
    stock = {part.id: part.count for part in kinds.values()}
    boroughs = []
    for player in players:
        free = set(board.cell_set)
        tiles: list[PlacedBoroughTile] = []
        taken: set[PlacedBoroughTile] = set()
        for _ in range(rng.randint(5, 40)):
            part = rng.choice(list(kinds.values()))
            laid = _laid(part, rng, rng.choice(sorted(free)))
            if laid <= free:
                free -= laid
                names = tuple(board.cell_name(cell) for cell in sorted(laid))
                tiles.append(PlacedBoroughTile(str(part.piece), names, part.level))
                if stock[part.id]:
                    stock[part.id] -= 1
                    taken.add(tiles[-1])
        wide = [tile for tile in tiles if len(tile.on) > 1]
        hosts = rng.sample(wide, min(len(wide), rng.randint(0, 5)))
        standing = [(tile, PlacedCitizen(rng.choice(players), rng.choice(tile.on))) for tile in hosts]
        citizens = tuple(sorted(citizen for tile, citizen in standing if tile in taken))
        ordered = tuple(sorted(taken, key=lambda tile: (tile.kind, tile.on, tile.level or 0)))
        boroughs.append(Borough(player, ordered, citizens))
    return SmallCityPosition(tuple(boroughs), players, turn=rng.choice(players))


def after_some_moves(game: str, players: tuple[str, ...], most: int) -> Callable[[random.Random], Any]:
    """Positions from the middle of a random legal game to its end."""

    def position(rng: random.Random) -> Any:
        rules = rules_for(game)
        state = rules.start(Header(game, players))
        for _ in range(rng.randint(most // 3, most)):
            if rules.over(state):
                break
            state = rules.judge(state, rules.sample(state, rng)).state
        return rules.position(state)

    return position


GAMES: Mapping[str, Callable[[random.Random], Any]] = {
    "big-city": random_city,
    "my-city-chess": after_some_moves("my-city-chess", ("red", "blue", "green"), 64),
    "my-city": after_some_moves("my-city", ("Ann", "Ben"), 80),
    "small-city": random_boroughs,
}
"""A random position of each game."""
