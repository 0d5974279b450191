"""`boardsight print` as people call it, and what it says when it cannot."""

import io
import json
import os
from pathlib import Path

import pytest

from live.main import main


def test_players_limits_what_belongs_to_players(tmp_path: Path) -> None:
    """Three players get three mats, markers and aids."""
    assert main(["print", "big-city", "--out", str(tmp_path), "--players", "3", "--parts", "mats,aids"]) == 0
    manifest = json.loads((tmp_path / "parts.json").read_text(encoding="utf-8"))
    counts = {part["id"]: part["count"] for part in manifest["parts"]}
    assert [name for name in counts if name.startswith("mat")] == ["mat-1", "mat-2", "mat-3"]
    assert counts["aid"] == 3


def test_every_job_tells_what_it_takes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Sheets, edges and minutes stand on stderr, and what can wait; stdout names files only."""
    assert main(["print", "my-city", "--out", str(tmp_path), "--players", "2", "--option", "game=eternal"]) == 0
    told = capsys.readouterr().err
    assert "My City: 13 sheets of A4, 440 edges to cut" in told
    assert "minutes" in told
    assert "ink as for" in told
    assert "To begin you can leave out: How to print and cut (2 sheets, 0 min)" in told
    assert "Cards (3 sheets" in told


def test_the_variant_for_which_light_is_printed_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Light takes the usual one; standard says how to name one's own."""
    told = {}
    for style in ("light", "standard"):
        assert main(["print", "my-city-chess", "--out", str(tmp_path), "--paper", "a3", "--style", style]) == 0
        told[style] = capsys.readouterr().err
    assert "Printed for city_dump=false, slums=off, map=square-8; --option" in told["light"]
    assert "For every variant: name yours for fewer sheets, such as --option map=square-8." in told["standard"]


def test_at_a_terminal_players_and_variants_are_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What cannot be is asked again; with Enter alone what any variant needs is printed."""
    monkeypatch.setattr("sys.stdin", _Terminal("9\n2\n\n\nsquare-8\n"))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main(["print", "my-city-chess", "--out", str(tmp_path), "--paper", "a3"]) == 0
    told = capsys.readouterr().err
    assert told.count("How many players, 2 to 6?") == 2
    assert 'Which map: "square-8"' in told
    manifest = json.loads((tmp_path / "parts.json").read_text(encoding="utf-8"))
    ids = {part["id"] for part in manifest["parts"]}
    assert {"square-8", "landmark-city-dump", "mat-2", "blue-park-1"} <= ids
    assert not {"square-10", "hex-8", "mat-3", "green-park-1"} & ids


class _Terminal(io.StringIO):
    """A keyboard."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--parts", "castle"], 2, "has no parts 'castle'"),
        (["--players", "9"], 2, "for 2 to 5 players"),
        (["--option", "map=hex-8"], 2, "'map' is not an option of big-city"),
        (["--option", "streetcars"], 2, "is not name=value"),
    ],
)
def test_wrong_words_are_told_in_one_sentence(
    words: list[str], code: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code and one line on stderr, nothing written."""
    assert main(["print", "big-city", "--out", str(tmp_path / "out"), *words]) == code
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_a_write_that_fails_half_way_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the disk is full at the second file, neither the first nor any temporary file stays."""
    from printables.book import write_files
    from tabletop.errors import BoardsightError

    real, calls = os.fdopen, []

    def full_disk(handle: int, mode: str) -> object:
        calls.append(handle)
        if len(calls) == 2:
            os.close(handle)
            raise OSError(28, "No space left on device")
        return real(handle, mode)

    monkeypatch.setattr(os, "fdopen", full_disk)
    with pytest.raises(BoardsightError, match="No space left"):
        write_files({"one.pdf": b"1", "two.pdf": b"2"}, tmp_path)
    assert list(tmp_path.iterdir()) == []
