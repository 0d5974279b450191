"""Where a part of several cells may lie: what the cells show together counts, not the loudest of them."""

from collections.abc import Mapping

import pytest

from scoring.polyomino_gain import EmptyBoard, best_places
from tabletop.cellnames import Cell

LEFT, RIGHT = (0, 0), (0, 1)
PAIR = frozenset({LEFT, RIGHT})
BOARD = EmptyBoard(PAIR, (PAIR,), lambda cell: f"cell:{cell[1]}")


def _places(evidence: Mapping[str, Mapping[str, float]]) -> list[frozenset[Cell]]:
    return best_places(evidence, "park", BOARD, frozenset())


@pytest.mark.parametrize("against", [-8.0, -25.0, -1000.0])
def test_one_misread_cell_does_not_hide_a_piece_of_two(against: float) -> None:
    """However plainly one cell looks empty, the other that plainly shows the part keeps its place thought of."""
    evidence = {"cell:0": {"park": 0.0, "empty": -25.0}, "cell:1": {"park": against, "empty": 0.0}}
    assert _places(evidence) == [PAIR]


def test_two_cells_that_speak_against_a_part_hide_it() -> None:
    """Where none shows it there is nothing to think of."""
    empty = {"park": -25.0, "empty": 0.0}
    assert _places({"cell:0": empty, "cell:1": empty}) == []


def test_a_cell_that_shows_a_part_faintly_does_not_outweigh_one_that_plainly_is_empty() -> None:
    """Bounds hold for loud cells only: a doubtful glimpse beside a bare cell is no part."""
    evidence = {"cell:0": {"park": 0.0, "empty": -2.0}, "cell:1": {"park": -25.0, "empty": 0.0}}
    assert _places(evidence) == []
