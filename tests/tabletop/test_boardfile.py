"""Board files: cells, terrain, river, hexes; and the game files' boards beside them."""

from math import dist
from tomllib import loads

import pytest

from tabletop.boardcheck import complaints_about
from tabletop.boardfile import checked_board
from tabletop.boards import load_board, shipped_boards
from tabletop.gamefile import load_game, shipped_games
from tabletop.sections import BOARD_FILE

SMALL = """
[board]
name = "small"
[grid]
rows = 2
columns = 3
pitch_mm = 20.0
{grid}
[terrain]
{terrain}
"""


def board(grid="", terrain=""):
    """A small board with some more keys."""
    return checked_board(loads(SMALL.format(grid=grid, terrain=terrain)))


@pytest.mark.parametrize("name", shipped_boards())
def test_shipped_boards_have_the_shape_of_their_kind(name):
    """When they are loaded nobody looks any more."""
    assert complaints_about(BOARD_FILE.write(load_board(name).sections))[1] == []


@pytest.mark.parametrize("name", shipped_boards())
def test_cells_are_named_both_ways(name):
    """Every cell of every shipped board has a name that gives it back."""
    shipped = load_board(name)
    assert [shipped.cell(shipped.cell_name(cell)) for cell in shipped.cells] == list(shipped.cells)


@pytest.mark.parametrize("name", shipped_boards())
def test_neighbours_are_mutual_and_one_pitch_away(name):
    """Cells that share a side know each other, and their middles are one pitch apart, on hexes too."""
    shipped = load_board(name)
    for cell in shipped.cells:
        for other in shipped.sides(cell):
            assert cell in shipped.sides(other)
            assert dist(shipped.cell_centre_mm(cell), shipped.cell_centre_mm(other)) == pytest.approx(shipped.pitch_mm)


def test_cells_may_be_higher_than_wide():
    """Two pitches, to the right and down; the board is as large as its cells, and the smaller one is what fits."""
    tall = checked_board(loads(SMALL.replace("20.0", "[20.0, 25.0]").format(grid="", terrain="")))
    assert tall.size_mm == (60.0, 50.0)
    assert (tall.cell_centre_mm((0, 0)), tall.cell_centre_mm((1, 2))) == ((-20.0, -12.5), (20.0, 12.5))
    assert tall.pitch_mm == 20.0


@pytest.mark.parametrize("name", shipped_boards())
def test_cells_lie_on_their_board(name):
    """All cells lie within the board's outline, half a pitch from its edge."""
    shipped = load_board(name)
    for cell in shipped.cells:
        x, y = shipped.cell_centre_mm(cell)
        assert abs(x) + shipped.pitch_mm / 2 <= shipped.size_mm[0] / 2 + 1e-6
        assert abs(y) + shipped.pitch_mm / 2 <= shipped.size_mm[1] / 2 + 1e-6


@pytest.mark.parametrize("game", shipped_games())
def test_board_parts_are_as_large_as_their_board_files(game):
    """A board part of a game file has the size of the board file that it names."""
    for part in load_game(game).of_kind("board"):
        if part.board is not None:
            assert part.size_mm == pytest.approx(load_board(part.board).size_mm)


def test_my_city_has_26_mountain_and_forest_cells():
    """As on the published campaign side, 26 of 121 cells are mountain or forest, on both demo boards."""
    for name in ("eternal", "episode-1"):
        terrain = list(load_board(name).terrain.values())
        assert terrain.count("mountain") + terrain.count("forest") == 26


def test_chess_names_count_from_the_bottom():
    """On a chess board a8 is the upper left square, e4 the fifth of the fifth row from the top."""
    chess = load_board("square-8")
    assert (chess.cell("a8"), chess.cell("e4")) == ((0, 0), (4, 4))


def test_terrain_of_ones_own_and_holes():
    """Own letters name own terrains, and a blank is no cell."""
    own = board(terrain='key = { "~" = "swamp" }\nrows = ["~..", ". ."]')
    assert own.terrain[0, 0] == "swamp"
    assert (1, 1) not in own.cell_set
    assert len(own.sides((0, 1))) == 2


@pytest.mark.parametrize(
    ("grid", "terrain", "message"),
    [
        ('shape = "round"', "", "expected 'square' or 'hex'"),
        ('names = "mine"', "", "rows-from-top"),
        ("", 'rows = ["..."]', "expected 2 strings of 3 letters"),
        ("", 'rows = ["..?", "..."]', "row 1: '\\?' is no terrain"),
        ("", 'river = ["A1 C1"]', "two cells that share a side"),
        ("", 'river = ["A1 Z9"]', "'Z9' is not a cell"),
    ],
)
def test_broken_boards_say_what_was_expected(grid, terrain, message):
    """What is wrong with a board is one sentence with the value and the expectation."""
    with pytest.raises(ValueError, match=message):
        board(grid, terrain)


def test_codes_of_a_board_made_by_hand():
    """A board file may say which dictionary is used and where its codes sit, from the upper left corner."""
    handmade = checked_board(
        loads(
            SMALL.format(grid="", terrain="")
            + '[codes]\ndictionary = "DICT_4X4_50"\nside_mm = 12.0\n[[codes.at]]\nid = 7\ncentre_mm = [10.0, 10.0]\n'
        )
    )
    (code,) = handmade.codes
    assert (handmade.dictionary, code.id, code.side_mm, code.centre_mm) == ("DICT_4X4_50", 7, 12.0, (-20.0, -10.0))
