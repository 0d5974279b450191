"""Games with plain pieces, live: laid by hands at the virtual table, read by colour and footprint alone."""

from pathlib import Path

import pytest
from evenings import play

from live.runtime import live_table
from live.sources.virtual import FilmOrder
from tabletop.errors import UsageError

PLAYERS = ("Ann", "Ben", "Cem")


def test_a_game_with_plain_pieces_is_followed(tmp_path: Path) -> None:
    """Blocks, a grey streetcar, a plain puck: every move and score as played, nothing asked, nothing invented.

    Looks that were kept are decided again as they were decided first.
    """
    order = FilmOrder(
        "big-city", PLAYERS, random_seed=44, seed=1, frames_per_s=3.0, most_moves=5, pieces="palette",
        size_px=(1280, 720),
    )  # fmt: skip
    evening = play(order, tmp_path, looks=tmp_path / "game.looks")
    assert evening.verdict.differences == ()
    assert (evening.verdict.right, evening.false_moves, evening.questions) == (5, 0, 0)
    again = play(order, tmp_path / "again", looks=tmp_path / "game.looks")
    told = ("verdict", "frames", "readings", "questions", "corrections", "unmarked")
    assert [getattr(again, name) for name in told] == [getattr(evening, name) for name in told]


def test_what_the_page_refuses_is_a_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who may not enter the end of a round plays on; film and looks decided again tell what the page said."""

    def refuse(*wish: object) -> None:
        raise UsageError("the game is over; nobody has a turn any more")

    monkeypatch.setattr(live_table, "handle", refuse)
    order = FilmOrder("small-city", ("Ann",), random_seed=14, frames_per_s=3.0, most_moves=1, size_px=(640, 360))
    told = [
        play(order, tmp_path / at, looks=tmp_path / "game.looks").verdict.differences[-1] for at in ("film", "again")
    ]
    assert told == ["the page did not take {'do': 'end-round'}: the game is over; nobody has a turn any more"] * 2
