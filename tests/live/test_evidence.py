"""The pictures of a game: kept, found by name, never more than the limit, and no way to other files."""

import argparse
from dataclasses import replace
from pathlib import Path

import pytest

from live.demo import demonstration
from live.main import main
from live.records.move_pictures import EvidenceFolder, EvidenceSettings
from live.sources.virtual import FilmOrder


def test_an_empty_file_is_no_picture(tmp_path: Path) -> None:
    """A full disk left one for each move, once: it is no evidence."""
    folder = EvidenceFolder(tmp_path / "game.jsonl")
    folder.folder.mkdir()
    (folder.folder / "000001.jpg").touch()
    assert folder.picture("000001.jpg") is None
    assert folder.pictures() == []


def test_no_name_leads_to_another_file(tmp_path: Path) -> None:
    """Only pictures' names are looked up at all."""
    (tmp_path / "secret.jpg").write_bytes(b"secret")
    folder = EvidenceFolder(tmp_path / "game.jsonl")
    folder.keep(folder.name_for(1), b"jpeg")
    for name in ("../secret.jpg", "..", "", "000001.jpg/../../secret.jpg", "/etc/passwd", "000002.jpg"):
        assert folder.picture(name) is None, name


def test_the_oldest_pictures_go_first(tmp_path: Path) -> None:
    """Above the limit the first pictures of the evening make room."""
    folder = EvidenceFolder(tmp_path / "game.jsonl", EvidenceSettings(largest_mb=1))
    for line in range(1, 5):
        folder.keep(folder.name_for(line), bytes(400_000))
    assert [folder.picture(folder.name_for(line)) is not None for line in range(1, 5)] == [False, False, True, True]


@pytest.mark.parametrize("words", [("0",), ("-5",), ("a lot",), ("1.5",), ("2000000",), ("5", "--no-pictures")])
def test_a_limit_that_is_none_is_refused(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    """Wrong use, told in one sentence that names the option."""
    try:
        code = main(["play", "big-city", "--players", "Ann,Ben", "--evidence-mb", *words])
    except SystemExit as end:
        code = end.code  # type: ignore[assignment]
    assert code == 2
    assert "--evidence-mb" in capsys.readouterr().err


@pytest.fixture
def short_demo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every demo end after its first move, in few and small pictures."""
    usual = demonstration.film_order

    def first_move(arguments: argparse.Namespace, *, headless: bool) -> FilmOrder:
        return replace(usual(arguments, headless=headless), most_moves=1, frames_per_s=3.0, size_px=(960, 540))

    monkeypatch.setattr(demonstration, "film_order", first_move)


@pytest.mark.usefixtures("short_demo")
def test_the_demo_keeps_pictures_where_a_limit_is_given(tmp_path: Path) -> None:
    """One for the line of its one move; without the option none (`tests/docs/test_adding_a_game` tells)."""
    record = tmp_path / "game.jsonl"
    assert main(["demo", "--headless", "--record", str(record), "--evidence-mb", "1"]) == 0
    assert len(EvidenceFolder(record).pictures()) == 1
