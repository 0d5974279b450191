"""Whole games on the virtual table with players who are not perfect: what `benchmarks/whole_games.py` measures."""

from pathlib import Path

import pytest
from evenings import AROUND, EVERY, IMPERFECT, play

from live.sources.virtual import FilmOrder

PLAYERS = ("Ann", "Ben", "Cem")


def test_a_short_game_with_two_imperfect_turns_and_a_cat(tmp_path: Path) -> None:
    """Seven moves, a forgotten puck, a piece taken back, a cat: moves and scores exact, nothing asked or invented."""
    order = FilmOrder(
        "big-city", PLAYERS, random_seed=4, faults=("forgotten-puck", "taken-back", "cat"), every=6, frames_per_s=2.5,
        most_moves=7, size_px=(1280, 720),
    )  # fmt: skip
    evening = play(order, tmp_path)
    assert evening.verdict.differences == ()
    assert (evening.verdict.right, evening.false_moves, evening.questions) == (7, 0, 0)
    assert len(evening.right_after_s) == 7


@pytest.mark.soak
@pytest.mark.parametrize("seed", [11, 12])
@pytest.mark.parametrize("game", ["big-city", "my-city", "my-city-chess", "small-city"])
def test_whole_evenings_with_everything_that_goes_wrong(game: str, seed: int, tmp_path: Path) -> None:
    """One turn in five is imperfect, two in five disturbed, one frame in five lost: all is exact in the end."""
    faults = (*IMPERFECT, *AROUND)
    order = FilmOrder(game, PLAYERS, random_seed=seed, seed=seed, faults=faults, every=EVERY, frames_per_s=6.0)
    evening = play(order, tmp_path)
    assert evening.verdict.differences == ()
    assert evening.false_moves == 0
    assert evening.questions <= 2


@pytest.mark.soak
@pytest.mark.parametrize("fault", ["puck-first", "puck-astray", "forgotten-puck"])
def test_whole_evenings_with_a_puck_that_nobody_minds(fault: str, tmp_path: Path) -> None:
    """Every fifth puck goes astray: whose moves they were comes out all the same."""
    order = FilmOrder("big-city", PLAYERS, random_seed=1, seed=1, faults=(fault,), every=5, frames_per_s=4.0)
    assert play(order, tmp_path).verdict.differences == ()
