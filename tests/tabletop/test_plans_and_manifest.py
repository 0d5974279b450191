"""Whoever has only the parts manifest, the plan and a ruler lays every part where the position says."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from printables.book import PrintSettings, print_game
from printables.ownfiles import game_to_print
from tabletop.boardfile import Board
from tabletop.boards import load_board
from tabletop.cellnames import Cell
from tabletop.errors import UnreadableInput
from tabletop.gamefile import GameFile, load_game
from tabletop.games.big_city.values import BigCityPosition
from tabletop.games.my_city.values import MyCityPosition, PlacedBuilding, PlayerBoard
from tabletop.games.my_city_chess.values import MyCityChessPosition, PlacedLandmark, PlacedZone
from tabletop.games.small_city.values import Borough, PlacedBoroughTile, PlacedCitizen, SmallCityPosition
from tabletop.geometry import PointMm, Pose, bounding_box
from tabletop.lattice import PlacedPiece, PlacedTile, turned_cell
from tabletop.parts import Part
from tabletop.pieces.notation import board_of
from tabletop.pieces.values import PiecesPosition, PlacedPart
from tabletop.plans import Plan, game_on_table, plan_of

NEIGHBOURHOODS = load_game("big-city").neighbourhoods

EXAMPLES = Path(__file__).parents[2] / "examples"
MEADOW, LIGHTHOUSES = (str(EXAMPLES / f"{name}.toml") for name in ("meadow", "lighthouses"))
MAPS = ("square-8", "square-10", "square-12", "hex-8")


@cache
def printed(word: str) -> dict[str, Any]:
    """Every part of the manifest that `boardsight print` writes for a game, by its id."""
    manifest = json.loads(print_game(game_to_print(word), PrintSettings("a4"))["parts.json"])
    return {part["id"]: part for part in manifest["parts"]}


def middle_of(points: list[list[float]]) -> PointMm:
    """Middle of the points' bounding box."""
    left, top, right, bottom = bounding_box((x, y) for x, y in points)
    return ((left + right) / 2, (top + bottom) / 2)


def markers_on_table(entry: dict[str, Any], pose: Pose) -> dict[int, PointMm]:
    """Where the middles of a part's codes come to lie, by the manifest and the plan alone (INTERFACE.md section 6)."""
    middle = middle_of(entry["outline_mm"])
    found = {}
    for marker in entry["markers"]:
        x, y = middle_of(marker["corners_mm"])
        found[marker["id"]] = pose.apply((x - middle[0], y - middle[1]))
    return found


def cell_at(point: PointMm, board: Board, pose: Pose) -> Cell:
    """The board's cell whose middle lies within a tenth of a millimetre of a point of the table."""
    for cell in board.cells:
        x, y = pose.apply(board.cell_centre_mm(cell))
        if abs(x - point[0]) + abs(y - point[1]) < 0.1:
            return cell
    raise AssertionError(f"no cell's middle lies at {point}")


def pose_of(plan: Plan, part: str) -> Pose:
    """Where the plan has its only part of that id."""
    (found,) = [planned.pose for planned in plan.parts if planned.part == part]
    return found


def turned_shapes(part: Part) -> Iterator[set[Cell]]:
    """The part's cells in all four turns, two cells away from the board's corner."""
    shape = (max(row for row, _ in part.cells) + 1, max(column for _, column in part.cells) + 1)
    for turn in range(4):
        yield {(row + 2, column + 2) for row, column in (turned_cell(cell, shape, turn) for cell in part.cells)}


def check_pieces(position: Any, base: str, board: Board, wanted: set[Cell], part: Part, word: str) -> None:
    """The part's printed codes come to lie on the wanted cells."""
    plan = plan_of(position, load_game(position.game))
    entries = printed(word)
    assert {planned.part for planned in plan.parts} <= entries.keys()
    landed = markers_on_table(entries[part.id], pose_of(plan, part.id)).values()
    assert sorted(cell_at(point, board, pose_of(plan, base)) for point in landed) == sorted(wanted), part.id


def test_my_citys_buildings_lie_on_their_cells_in_every_turn() -> None:
    """Each of the 27 buildings in each of its four turns, on the second player's board."""
    board = load_board("eternal")
    for part in load_game("my-city").of_kind("building"):
        for wanted in turned_shapes(part):
            on = tuple(board.cell_name(cell) for cell in sorted(wanted))
            mine = PlayerBoard("Ben", "eternal", (PlacedBuilding(part.id, on),), token=33)
            position = MyCityPosition((PlayerBoard("Ann", "blank"), mine), ("Ann", "Ben"), card="blocking")
            check_pieces(position, "eternal-2", board, wanted, part, "my-city")


def test_small_citys_tiles_lie_on_their_squares_in_every_turn() -> None:
    """Each tile in each of its four turns, a tourist on its first square."""
    board, game = load_board("borough"), load_game("small-city")
    for part in game.of_kind("tile"):
        for wanted in turned_shapes(part):
            on = tuple(board.cell_name(cell) for cell in sorted(wanted))
            tile = PlacedBoroughTile(part.piece or "", on, part.level)
            ann = Borough("Ann", (tile,), (PlacedCitizen("Ben", on[0]),))
            position = SmallCityPosition((ann, Borough("Ben")), turn="Ben", card="promise-35")
            check_pieces(position, "borough-1", board, wanted, part, "small-city")
            plan = plan_of(position, game)
            citizen = pose_of(plan, "citizen-2")
            assert board.cell_name(cell_at((citizen.x_mm, citizen.y_mm), board, pose_of(plan, "borough-1"))) == on[0]


@pytest.mark.parametrize("name", MAPS)
def test_counters_lie_in_the_middle_of_their_cells_on_every_map(name: str) -> None:
    """A landmark and a zone on every cell of the map in turn; maps over several sheets of A4 too."""
    board, game = load_board(name), load_game("my-city-chess")
    entries = printed("my-city-chess")
    for cell in board.cells:
        on = board.cell_name(cell)
        counters = {"landmark-zoo": {"landmarks": (PlacedLandmark("zoo", on),)},
                    "black-slum": {"zones": (PlacedZone("black", "slum", -1, on),)}}  # fmt: skip
        for part, values in counters.items():
            plan = plan_of(MyCityChessPosition(**values, options={"map": name}), game)
            middle = pose_of(plan, part)
            assert cell_at((middle.x_mm, middle.y_mm), board, pose_of(plan, name)) == cell
            assert {planned.part for planned in plan.parts} <= entries.keys()


@pytest.mark.parametrize("word", [MEADOW, LIGHTHOUSES])
def test_parts_of_a_game_file_lie_on_their_cells_in_every_turn(word: str) -> None:
    """Each part of the two examples, in every turn that it has."""
    board = board_of(word)
    for part in (part for part in load_game(word).parts if part.cells):
        for wanted in turned_shapes(part):
            on = tuple(board.cell_name(cell) for cell in sorted(wanted))
            check_pieces(PiecesPosition(word, (PlacedPart(part.id, on),)), "board", board, wanted, part, word)


def test_big_citys_pieces_lie_on_their_properties() -> None:
    """Each piece in each of its turns that fits on the first two neighbourhoods; the second lies turned."""
    game, tiles = load_game("big-city"), (PlacedTile(1, (0, 0)), PlacedTile(2, (0, 3), 1))
    cells = NEIGHBOURHOODS.cells_of(tiles)
    numbers = {cell: number for number, cell in cells.items()}
    entries = printed("big-city")
    for part in game.of_kind("piece"):
        for shape in turned_shapes(part):
            wanted = {(row - 2, column - 2) for row, column in shape}
            position = BigCityPosition(tiles, (PlacedPiece(part.piece or "", tuple(sorted(map(numbers.get, wanted)))),))
            plan = plan_of(position, game)
            corner = pose_of(plan, "tile-1").apply((-72.0, -72.0))
            landed = markers_on_table(entries[part.id], pose_of(plan, part.id)).values()
            assert {(int((y - corner[1]) // 48), int((x - corner[0]) // 48)) for x, y in landed} == wanted


def lagoon(folder: Path) -> str:
    """A board of somebody's own in another size than any of ours."""
    path = folder / "lagoon.toml"
    path.write_text(
        '[board]\nname = "lagoon"\ntitle = "Lagoon"\ngame = "my-city"\nsize_mm = [240.0, 300.0]\n'
        "[grid]\nrows = 9\ncolumns = 9\npitch_mm = 25.0\nfirst_cell_mm = [20.0, 40.0]\n",
        encoding="utf-8",
    )
    return str(path)


def test_a_board_of_peoples_own_lies_under_its_printed_id(tmp_path: Path) -> None:
    """Ann plays on our board, Ben on a board file: the plan has both, the file's with the outline that was printed."""
    path = lagoon(tmp_path)
    board = load_board(path)
    mine = PlayerBoard("Ben", path, (PlacedBuilding("red-1", ("C3", "C4")),))
    position = MyCityPosition((mine, PlayerBoard("Ann", "eternal")), ("Ann", "Ben"))
    furnished: GameFile = game_on_table(position, load_game("my-city"))
    plan = plan_of(position, furnished)
    assert plan == plan_of(position, load_game("my-city"))
    entry, pose = printed(path)["eternal-2"], pose_of(plan, "eternal-2")
    assert bounding_box((x, y) for x, y in entry["outline_mm"])[2:] == pytest.approx(
        [a + b for a, b in zip(bounding_box((x, y) for x, y in entry["outline_mm"])[:2], (240.0, 300.0), strict=True)]
    )
    assert set(markers_on_table(entry, pose)) == {code.id for code in furnished.by_id["eternal-2"].codes}
    landed = markers_on_table(printed("my-city")["red-1"], pose_of(plan, "red-1")).values()
    assert sorted(board.cell_name(cell_at(point, board, pose)) for point in landed) == ["C3", "C4"]


def test_a_game_on_a_named_board_lies_on_it(tmp_path: Path) -> None:
    """A game file that names a board file beside it: its board is printed, and parts lie on that board's cells."""
    lagoon(tmp_path)
    path = tmp_path / "regatta.toml"
    path.write_text(
        '[game]\nname = "regatta"\ntitle = "Regatta"\nrules = "custom"\nplayers = [2, 2]\nboard = "lagoon.toml"\n'
        '[[parts]]\nid = "raft"\ncells = [[0, 0], [0, 1], [1, 0]]\ncolour = "red"\n',
        encoding="utf-8",
    )
    word = str(path)
    board, part = board_of(word), load_game(word).by_id["raft"]
    assert (board.rows, board.columns) == (9, 9)
    for wanted in turned_shapes(part):
        on = tuple(board.cell_name(cell) for cell in sorted(wanted))
        check_pieces(PiecesPosition(word, (PlacedPart("raft", on),)), "board", board, wanted, part, word)


def test_on_hexes_a_part_covers_one_cell(tmp_path: Path) -> None:
    """A piece of two squares cannot be laid on a hex board, whichever cells are named."""
    path = tmp_path / "comb.toml"
    path.write_text(
        '[game]\nname = "comb"\ntitle = "Comb"\nrules = "custom"\nplayers = [2, 2]\n'
        '[grid]\nshape = "hex"\nrows = 4\ncolumns = 4\npitch_mm = 34.0\n'
        '[[parts]]\nid = "duo"\ncells = [[0, 0], [0, 1]]\ncolour = "red"\n',
        encoding="utf-8",
    )
    with pytest.raises(UnreadableInput, match="on hexes a part covers one"):
        plan_of(PiecesPosition(str(path), (PlacedPart("duo", ("A1", "B1")),)), load_game(str(path)))
