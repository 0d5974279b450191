"""Letters are large enough, and every piece bears the icon by which the aid card and the page explain it."""

import pytest
from measuring.eyes import of_one_look, small_texts, without_icon

from tabletop.gamefile import load_game, shipped_games

POINTS = 8.0


@pytest.mark.parametrize("game", shipped_games())
def test_no_letters_are_smaller_than_eight_points(game: str) -> None:
    """On no part, card, board or aid."""
    assert list(small_texts(load_game(game), POINTS)) == []


@pytest.mark.parametrize("game", shipped_games())
def test_every_piece_bears_its_icon(game: str) -> None:
    """The one that the aid card shows; single squares in their corners, longer pieces between their codes."""
    assert list(without_icon(load_game(game))) == []


@pytest.mark.parametrize("game", shipped_games())
def test_pieces_of_one_shape_and_different_kinds_differ_in_their_icon(game: str) -> None:
    """Not in colour alone."""
    assert list(of_one_look(load_game(game))) == []
