"""What is no regular file is refused before it is opened: a pipe waits for ever, a device may be reset."""

import os
import sys
from pathlib import Path

import pytest

from live.main import main
from tabletop.errors import UnreadableInput
from tabletop.textfiles import read_bytes
from vision.pixels.images import load_image

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")


@pytest.mark.parametrize("read", [read_bytes, load_image])
def test_a_pipe_is_never_waited_for(tmp_path: Path, read) -> None:
    """It is said what it is."""
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UnreadableInput, match="is a pipe or a device; expected a file"):
        read(tmp_path / "pipe")


PLAY = ("play", "big-city", "--players", "A,B", "--camera", "virtual:")
COMMANDS = [
    ("check", "own.toml"),
    ("read", "own.png"),
    ("read", "own.png", "--pieces", "own.toml"),
    ("score", "own.toml"),
    ("replay", "own.jsonl"),
    ("print", "own.toml"),
    ("doctor", "own.png"),
    ("calibrate", "table", "own.png"),
    ("calibrate", "pieces", "own.png"),
    ("new", "board", "lake", "--photo", "own.png"),
    ("campaign", "show", "own.jsonl"),
    ("translate", "import", "own.po"),
    ("report", "--replay", "own.zip"),
    ("evenings", "restore", "own.zip", "--folder", "."),
    ("hub", "--mqtt", "mqtt://localhost", "--tournament", "own.toml"),
    (*PLAY, "--pieces", "own.toml"),
    (*PLAY, "--hook", "own.txt"),
    (*PLAY, "--mqtt", "mqtt://localhost", "--permissions", "own.toml"),
    (*PLAY, "--mqtt", "mqtt://localhost", "--mqtt-password-file", "own.txt"),
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_device_is_no_file_to_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    """In every command that reads a file, one sentence and no more."""
    monkeypatch.chdir(tmp_path)
    for ending in ("toml", "png", "jsonl", "zip", "po", "txt"):
        Path(f"own.{ending}").symlink_to(os.devnull)
    assert main(list(words)) in (2, 4)
    assert "is a pipe or a device" in capsys.readouterr().err


def test_a_pipe_is_no_camera(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A film is a file."""
    os.mkfifo(tmp_path / "film.mp4")
    assert main([*PLAY[:-1], str(tmp_path / "film.mp4")]) == 4
    assert "is a pipe" in capsys.readouterr().err
