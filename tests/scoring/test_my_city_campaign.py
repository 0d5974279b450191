"""My City's ledger over 24 episodes."""

import pytest

from scoring.games.my_city.campaign import Ledger, Result, Sticker, ledger_from_json, scored, symbols_of
from tabletop.boardfile import load_board
from tabletop.errors import UnreadableInput, UsageError


def test_symbols_of_three_players():
    """With three players the most points give two symbols, the second-most one."""
    results = [Result("Ann", 12), Result("Ben", 20), Result("Cem", 3)]
    assert symbols_of(results) == {"Ann": 1, "Ben": 2, "Cem": 0}


def test_symbols_of_two_players():
    """With two players the second gets nothing."""
    assert symbols_of([Result("Ann", 12), Result("Ben", 20)]) == {"Ann": 0, "Ben": 2}


def test_reaching_50_gives_a_symbol_at_once():
    """A token that reaches 50 colours one symbol more, whatever the place; 47 + 6 - 8 stays at 50."""
    assert scored(47, [6, -8]) == (50, True)
    results = [Result("Ann", 50, reached_limit=True), Result("Ben", 20)]
    assert symbols_of(results) == {"Ann": 3, "Ben": 0}


def test_ties_by_the_top_row():
    """Equal points are placed by the fewest empty spaces of the first row that differs."""
    results = [Result("Ann", 9, empty_by_row=(1, 3)), Result("Ben", 9, empty_by_row=(1, 1)), Result("Cem", 2)]
    assert symbols_of(results) == {"Ann": 1, "Ben": 2, "Cem": 0}


def test_negative_points_are_deducted_from_the_next():
    """A token under 0 keeps its negative points."""
    assert scored(2, [-5]) == (-3, False)
    assert scored(2, [-5, 4]) == (1, False)


def test_stickers_change_the_board():
    """A sticker turns a marked plain cell of one player's board into another terrain, and goes nowhere else."""
    board = load_board("episode-1")
    ledger = Ledger(("Ann", "Ben")).with_sticker(board, Sticker("Ann", "F4", "one-tree", 1))
    assert ledger.board(board, "Ann").terrain[board.cell("F4")] == "one-tree"
    assert ledger.board(board, "Ben").terrain[board.cell("F4")] == "plain"
    for cell in ("F4", "A1", "C2"):
        with pytest.raises(UsageError, match="cannot go on"):
            ledger.with_sticker(board, Sticker("Ann", cell, "one-rock", 1))


def test_the_whole_campaign():
    """After 24 episodes the player with the most symbols has won, and a 25th is refused."""
    ledger = Ledger(("Ann", "Ben"))
    for episode in range(24):
        ledger = ledger.with_episode([Result("Ann", 3 * (episode % 4)), Result("Ben", 1)])
    assert ledger.symbols() == {"Ann": 2 * 18, "Ben": 2 * 6}
    assert ledger.leaders() == ("Ann",)
    assert ledger.next_episode is None
    with pytest.raises(UsageError, match="24 episodes"):
        ledger.with_episode([Result("Ann", 1), Result("Ben", 1)])


def test_the_ledger_as_text():
    """A ledger written as JSON comes back the same, and what is no ledger is refused."""
    board = load_board("episode-1")
    ledger = Ledger(("Ann", "Ben"), bonus={"Ben": 1}).with_episode([Result("Ann", 12, True, (1, 2)), Result("Ben", 3)])
    ledger = ledger.with_sticker(board, Sticker("Ben", "F4", "one-tree", 1))
    assert ledger_from_json(ledger.to_json()) == ledger
    with pytest.raises(UnreadableInput, match="not a campaign"):
        ledger_from_json({"format": "boardsight-campaign/1"})
