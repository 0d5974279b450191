"""A game is begun or taken up again: what does not fit is said at once, and nothing is written or lost by it."""

import importlib.util
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy
import pytest

from live.main import main
from live.records.store import RecordStore
from live.runtime.setup import new_record_path
from simulator.games import scripted_game
from tabletop.entries import Entry
from tabletop.games.big_city.values import PlaceTile
from tabletop.records import Header, Record, write_record

TILE = Entry(1, PlaceTile("Ann", 2, (3, 0)))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to stand in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def dark(folder: Path) -> str:
    """A camera that sees nothing: a folder with one black picture."""
    (folder / "dark").mkdir()
    cv2.imwrite(str(folder / "dark" / "1.png"), numpy.zeros((40, 60, 3), numpy.uint8))
    return "dark"


@pytest.fixture
def record(folder: Path) -> Path:
    """A game of Big City that has begun."""
    path = folder / "game.jsonl"
    path.write_text(write_record(Record(Header("big-city", ("Ann", "Ben"), {"streetcars": "branching"}), (TILE,))))
    return path


Said = Callable[..., tuple[int, list[str]]]


@pytest.fixture
def said(capfd: pytest.CaptureFixture[str]) -> Said:
    """Calls a command; gives its exit code and the lines on stderr, those of the libraries too."""

    def call(*words: str | Path) -> tuple[int, list[str]]:
        capfd.readouterr()
        code = main([str(word) for word in words])
        return code, capfd.readouterr().err.strip().splitlines()

    return call


def test_the_demo_never_writes_into_a_record_that_is_there(record: Path, said: Said) -> None:
    """It plays a new game each time: one sentence, exit code 2, the record as it was."""
    before = record.read_bytes()
    code, lines = said("demo", "--headless", "--record", record)
    assert (code, len(lines)) == (2, 1)
    assert "there is a record game.jsonl already" in lines[0].replace(str(record), "game.jsonl")
    assert record.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--players", "Ben,Ann"], "Ann,Ben"),
        (["--players", "Eva,Ben"], "Eva,Ben"),
        (["--players", "Ann,Ben,Cem"], "Ann,Ben,Cem"),
        (["--option", "streetcars=single-line"], "streetcars=single-line"),
    ],
)
def test_other_players_or_options_than_the_records_are_refused(
    record: Path, dark: str, said: Said, words: list[str], named: str
) -> None:
    """Who takes a game up with something else meant another game: said with the mend, nothing is written."""
    before = record.read_bytes()
    code, lines = said("play", "big-city", "--camera", dark, "--record", record, *words)
    assert (code, len(lines)) == (2, 1)
    assert named in lines[0]
    assert "another --record" in lines[0]
    assert record.read_bytes() == before


@pytest.mark.parametrize("words", [[], ["--players", "Ann,Ben"], ["--option", "streetcars=branching"]])
def test_the_same_players_and_options_take_the_game_up(record: Path, dark: str, said: Said, words: list[str]) -> None:
    """What agrees with the record, or is not said, is no hindrance; how far the game is, is told."""
    code, lines = said("play", "big-city", "--camera", dark, "--record", record, *words)
    assert code == 0
    assert "taken up again after 1 move: Ann 0, Ben 0" in lines
    assert not any("game is over" in line for line in lines)


def test_a_finished_game_says_that_it_is_over(folder: Path, dark: str, said: Said) -> None:
    """Nobody waits for moves that nobody may make: who has won, and what to do for a new one."""
    script = scripted_game("my-city-chess")
    (folder / "game.jsonl").write_text(write_record(script))
    code, lines = said("play", "my-city-chess", "--camera", dark, "--record", "game.jsonl")
    assert code == 0
    assert any(line.startswith("the game is over, ") and "won" in line for line in lines)


def test_a_display_that_is_not_there_is_said_on_the_terminal(dark: str, said: Said) -> None:
    """The game is played all the same, and whoever started it reads why the display stays dark."""
    words = ["--players", "Ann,Ben", "--camera", dark, "--display", "serial:/dev/ttyNONE"]
    code, lines = said("play", "big-city", *words)
    assert code == 0
    told = [line for line in lines if line.startswith("display  serial:/dev/ttyNONE")]
    assert len(told) == 1
    assert "plug the display in" in told[0]


@pytest.mark.parametrize("words", [["play", "big-city", "--players", "Ann,Ben"], ["serve", "game.jsonl"]])
def test_a_missing_package_of_the_page_is_said_before_anything_is_begun(
    record: Path, folder: Path, dark: str, said: Said, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    """One sentence with the mend and nothing else: no record is begun for a game that can't be shown."""
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "segno" else found(name))
    camera = ["--camera", dark, "--record", "new.jsonl"] if words[0] == "play" else []
    code, lines = said(*words, *camera)
    assert (code, len(lines)) == (2, 1)
    assert "segno" in lines[0]
    assert "pip install" in lines[0]
    assert not (folder / "new.jsonl").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="other libraries read films there")
def test_the_film_libraries_say_nothing_before_our_sentence(folder: Path, said: Said) -> None:
    """A film that is none, an address where nobody answers, a damaged picture: our own line alone."""
    (folder / "evening.mp4").write_bytes(b"\0\0\0\x20ftypisom\0\0\2\0isomiso2avc1mp41" + os.urandom(3000))
    (folder / "torn").mkdir()
    whole = cv2.imencode(".png", numpy.zeros((40, 60, 3), numpy.uint8))[1].tobytes()
    (folder / "torn" / "1.png").write_bytes(whole[:60])
    for camera, code in (("evening.mp4", 4), ("http://127.0.0.1:9/video", 3), ("rtsp://127.0.0.1:9/x", 3)):
        ended, lines = said("play", "big-city", "--players", "Ann,Ben", "--camera", camera)
        assert (ended, len(lines)) == (code, 1), lines
        assert lines[0].startswith("boardsight: ")
    ended, lines = said("play", "big-city", "--players", "Ann,Ben", "--camera", "torn")
    assert ended == 4
    assert all(line.startswith(("camera", "record", "page", "boardsight: ")) for line in lines), lines


def test_two_games_of_one_second_have_two_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no record is named, also where they begin at once: each has a name of its own."""
    monkeypatch.chdir(tmp_path)
    with ThreadPoolExecutor(8) as tables:
        paths = list(tables.map(new_record_path, ["big-city"] * 8))
    assert len(set(paths)) == 8
    for path in paths:
        RecordStore.open(path, header=Header("big-city", ("Ann", "Ben"))).close()
