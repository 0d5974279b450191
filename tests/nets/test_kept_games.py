"""What happened on the table is told as it was: the kept games, decided again (`benchmarks/kept_games.py`).

After a wanted change look at what that command prints, then keep it with `--make`.
"""

import json
import lzma
import sys
import time
from datetime import date
from itertools import count, islice
from pathlib import Path

import kept_games
import numpy as np
import pytest
from evenings import AROUND, CAMERA, EVERY, IMPERFECT
from evenings.drawn import GAMES, to_be_kept
from evenings.keptgame import LooksFile, kept_game
from evenings.looks import NO_PICTURE, KeptLook, document_of
from evenings.mishaps import BLIND, RARE
from kept_games import FOLDER, files_in, line_of, lines_in

from live.sources import Frame, Silence
from live.table.frame_reader import FrameOutcome
from simulator.performance import ShownLine
from vision import SeenCommandCard

MOST_BYTES = 500_000
OFTEN = frozenset(f"20261128{number:02}" for number in (0, *range(2, 12)))
"""These are decided in every run, in 50 s of processor time together; the others in long runs."""
FILES = files_in(FOLDER)
SHORT = min(FILES, key=lambda file: file.stat().st_size)
"""The game that takes the least time."""


@pytest.mark.parametrize(
    "file",
    [pytest.param(file, marks=[] if file.stem[-10:] in OFTEN else [pytest.mark.soak]) for file in FILES],
    ids=lambda file: file.stem,
)
def test_every_kept_game_comes_to_its_kept_line(file: Path) -> None:
    """Moves right, wrong without a mark and marked, questions, delay, and each difference from what was played."""
    assert line_of(file) == lines_in(FOLDER)[file.stem]


def test_kept_games_are_small_and_tell_what_was_filmed() -> None:
    """At most half a megabyte each; who made it, when, of what; and each has its line."""
    assert [file.name for file in FILES if file.stat().st_size > MOST_BYTES] == []
    assert [file.stem for file in FILES] == list(lines_in(FOLDER))
    for kept in map(kept_game, FILES):
        assert kept.film["commit"]
        assert kept.film["day"]
        assert kept_games.file_name(kept.order) == kept.file.name
        assert len(kept.script.entries) == lines_in(FOLDER)[kept.file.stem]["played"]


def test_kept_games_have_everything_that_goes_wrong() -> None:
    """Each of the four games, printed pieces and plain ones, two to four players, every mishap."""
    orders = [kept_game(file).order for file in FILES]
    assert {(order.game, order.pieces) for order in orders} >= {
        (game, one) for game in GAMES for one in (None, "palette")
    }
    assert {len(order.players) for order in orders} >= {2, 3, 4}
    faults = {fault for order in orders for fault in order.faults}
    assert faults >= {*IMPERFECT, "puck-first", *AROUND, *CAMERA, *RARE, *BLIND}


def test_any_24_drawn_games_have_every_trouble_with_both_pieces_in_each_game() -> None:
    """As the command's help says."""
    orders = to_be_kept(date(2026, 12, 24), range(30, 54), 5.0, 25)
    met = {(order.game, order.pieces, order.faults[5]) for order in orders}
    assert len(met) == len(GAMES) * 2 * 3
    assert all(len(order.players) > 1 and order.every == EVERY for order in orders)


def test_a_film_is_read_back_as_it_was_kept(tmp_path: Path) -> None:
    """Readings, silences, cards, what players entered, lines that were to be seen; order, script, day and commit."""
    kept = kept_game(SHORT)
    corners = np.array([[1.0, 2.0], [3.0, 4.5], [5.0, 6.0], [7.0, 8.0]])
    card = FrameOutcome("unread", "no board is seen", cards=(SeenCommandCard("undo", corners),))
    lines = (ShownLine(1, 4),)
    others = [
        KeptLook(Silence("the camera hangs", 1.5), FrameOutcome("lost"), None, 7, ({"do": "quiet"},), lines),
        KeptLook(Frame(NO_PICTURE, 1.8, 9), card, None, 9, (), (*lines, ShownLine(2, 9))),
    ]
    looks = [*islice(kept.looks(), 30), *others, *islice(kept.looks(), 40, 60)]
    again = LooksFile(tmp_path / "again.xz", kept.order, kept.script, kept.film)
    for look in looks:
        again.keep(look)
    assert not (tmp_path / "again.xz").exists()
    again.close()
    read = kept_game(tmp_path / "again.xz")
    assert (read.order, read.script, read.film) == (kept.order, kept.script, kept.film)
    assert list(map(document_of, read.looks())) == list(map(document_of, looks))


def test_what_is_no_file_of_looks_is_refused(tmp_path: Path) -> None:
    """With its name and what its format says."""
    file = tmp_path / "other.xz"
    file.write_bytes(lzma.compress(b'{"format": "other/1"}'))
    with pytest.raises(ValueError, match=r"other\.xz is no file of looks: its format is other/1, expected"):
        kept_game(file)


@pytest.fixture
def cut_short(tmp_path: Path) -> Path:
    """A kept game's first minute, in a folder of its own."""
    kept = kept_game(SHORT)
    out = LooksFile(tmp_path / SHORT.name, kept.order, kept.script, kept.film)
    for look in islice(kept.looks(), 120):
        out.keep(look)
    out.close()
    return tmp_path / SHORT.name


def test_a_slow_machine_decides_alike(cut_short: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each time that somebody looks at a clock minutes have gone by."""
    before = line_of(cut_short)
    minutes = count(0.0, 60.0)
    for clock in ("thread_time", "process_time", "monotonic"):
        monkeypatch.setattr(time, clock, lambda: next(minutes))
    assert line_of(cut_short) == before
    assert before["right"] > 0


def test_a_game_that_is_told_otherwise_ends_the_command_with_1(
    cut_short: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its line is printed as it was and as it is; `--make` keeps the new one, and then nothing differs."""
    lines = cut_short.parent / "lines.jsonl"
    lines.write_text(json.dumps({"game": cut_short.stem, **line_of(cut_short), "unmarked": 99}) + "\n")
    codes = []
    for words in ([], ["--make"], []):
        monkeypatch.setattr(sys, "argv", ["kept_games.py", "--folder", str(cut_short.parent), *words])
        codes.append(kept_games.main())
    assert codes == [1, 0, 0]
    told = capsys.readouterr().out.splitlines()
    assert [line[0] for line in told] == ["-", "+", "1", "-", "+", "1", " ", "1"]
    assert "unmarked 99" in told[0]
