"""Whole games on the virtual table with players who are not perfect, and long sittings."""

import subprocess
import sys
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


BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "watching.py"


@pytest.mark.soak
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads its memory from Linux's /proc")
def test_ten_minutes_at_a_table_leave_memory_flat() -> None:
    """The benchmark's hour, ten minutes of it: it ends well only where memory is flat and every house was read."""
    command = [sys.executable, str(BENCHMARK), "--hour", "--minutes", "10"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1800, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
