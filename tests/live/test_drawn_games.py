"""`benchmarks/drawn_games.py`: which kept films count, and what they come to."""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import drawn_games
import pytest

ANSWERED = "palette, random 20261126{:02d}, 5 frames/s, answered"
Table = Mapping[str, Sequence[str]]


def film(game: str, **changed: object) -> str:
    """A line of the kept films: ten moves played, nine read right, one of two questions a tap."""
    verdict = {"played": 10, "right": 9, "script_totals": {"Ann": 7}, "read_totals": {"Ann": 7}, "differences": ["one"]}
    figures = {"game": game, "verdict": verdict, "unmarked": 1, "questions": 2, "taps": 1, "seen_after_s": [1.0, 3.0]}
    return json.dumps({**figures, **changed}) + "\n"


@pytest.fixture
def told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[[Sequence[str], Sequence[str]], Table]:
    """What the command tells of some films: the cells of each game's row."""

    def of(films: Sequence[str], words: Sequence[str]) -> Table:
        kept = tmp_path / "drawn.jsonl"
        kept.write_text("".join(films), encoding="utf-8")
        monkeypatch.setattr(drawn_games, "KEPT", kept)
        monkeypatch.setattr(sys, "argv", ["drawn_games.py", *words])
        drawn_games.main()
        rows = capsys.readouterr().out.splitlines()[2:]
        cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
        return {name: rest for name, *rest in cells}

    return of


def test_a_game_counts_as_it_was_first_filmed(told: Callable[..., Table]) -> None:
    """Later films of it change nothing; sums, middles and extremes are of the first ones, shares with intervals."""
    exact = {"played": 8, "right": 8, "script_totals": {}, "read_totals": {}, "differences": []}
    later = film(f"big-city, {ANSWERED.format(0)}", verdict=exact, unmarked=0)
    other = film(f"big-city, {ANSWERED.format(4)}", verdict=exact, unmarked=0, questions=5, taps=5)
    rows = told([film(f"big-city, {ANSWERED.format(0)}"), later, other], [])
    counted = ["1: 50.0 % (9.5 to 90.5)", "2", "17 of 18: 94.4 % (74.2 to 99.01)", "1: 5.6 % (0.99 to 25.8)"]
    figures = ["2", *counted, "0.5 (0 to 1)", "3 (1 to 5)", "2.00 / 3.00 s"]
    assert (rows["big-city"], rows["**all**"]) == (figures, figures)
    assert rows["my-city"][0] == "0"


def test_parts_of_games_count_nowhere(told: Callable[..., Table]) -> None:
    """Nor films of plain pieces where nobody answered, nor of printed ones where somebody did."""
    films = [
        film("my-city, palette, random 2026112601, 5 frames/s, first 24 lines, answered"),
        film("my-city, palette, random 2026112605, 5 frames/s"),
        film("my-city, random 2026112609, answered"),
    ]
    assert [told(films, ["--pieces", pieces])["**all**"][0] for pieces in ("palette", "printed")] == ["0", "0"]
