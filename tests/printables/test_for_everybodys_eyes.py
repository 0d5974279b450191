"""Letters are large enough, and every piece bears the icon by which the aid card and the page explain it."""

import pytest
from measuring.eyes import of_one_look, small_texts, without_icon, words_of
from thinned import thinned

from printables.charuco import charuco_pdf
from printables.ownfiles import game_to_print
from tabletop.commandcards import CARDS
from tabletop.gamefile import load_game, shipped_games

POINTS = 8.0


GAMES = ["big-city", "my-city-chess", CARDS, "examples/lighthouses.toml", "examples/meadow.toml"]
GAMES += [game for game in shipped_games() if game not in GAMES]
"""With `make soak` the last ones too: what their sheets draw is kept in `tests/nets`."""


@pytest.mark.parametrize("ink_saver", thinned([False, True], 1))
@pytest.mark.parametrize("game", thinned(GAMES, 5))
def test_no_letters_are_smaller_than_eight_points(game: str, ink_saver: bool) -> None:
    """On no sheet in any style: parts and their backs, houses, labels, box, codes, guide, titles and rulers."""
    assert list(small_texts(game_to_print(game), POINTS, ink_saver=ink_saver)) == []


def test_the_calibration_sheets_letters_are_not_smaller_either() -> None:
    """Nor does its ruler have smaller ones."""
    assert min(size for _, size, _ in words_of(charuco_pdf())) >= POINTS - 0.01


@pytest.mark.parametrize("game", shipped_games())
def test_every_piece_bears_its_icon(game: str) -> None:
    """The one that the aid card shows; single squares in their corners, longer pieces between their codes."""
    assert list(without_icon(load_game(game))) == []


@pytest.mark.parametrize("game", shipped_games())
def test_pieces_of_one_shape_and_different_kinds_differ_in_their_icon(game: str) -> None:
    """Not in colour alone."""
    assert list(of_one_look(load_game(game))) == []
