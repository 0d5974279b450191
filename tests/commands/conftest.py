"""A small city, its record and its photo, in an empty folder: what a new user has."""

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from live.console.faults import TRACEBACK
from live.main import main

CITY = """\
game = "big-city"
players = ["Ann", "Ben", "Cem"]

[[tiles]]
number = 1
at = [0, 0]
turn = 0

[[tiles]]
number = 2
at = [3, 0]
turn = 0

[[pieces]]
kind = "city-hall"
on = [15]

[[pieces]]
kind = "residence"
on = [11, 12]

[[streetcars]]
beside = 11
side = "south"

[table]
turn = "Ann"
reserve = [5]
"""
RECORD = """\
{"format": "boardsight-record/1", "game": "big-city", "players": ["Ann", "Ben", "Cem"], "options": {}}
{"n": 1, "player": "Ann", "do": "place-tile", "number": 2, "at": [3, 0], "turn": 0}
{"n": 2, "player": "Ben", "do": "place-tile", "number": 3, "at": [0, 3], "turn": 0}
{"n": 3, "player": "Cem", "do": "place-tile", "number": 4, "at": [3, 4], "turn": 0}
{"n": 4, "player": "Ann", "do": "build", "kind": "residence", "on": [11, 12]}
{"n": 5, "player": "Ben", "do": "build", "kind": "city-hall", "on": [15]}
{"n": 6, "player": "Cem", "do": "exchange"}
{"n": 7, "player": "Ann", "do": "streetcars", "segments": [{"beside": 13, "side": "south"}]}
{"n": 8, "player": "Ben", "do": "pass"}
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command left: its exit code and what it wrote."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """Stdout as one JSON document."""
        return json.loads(self.out)


Run = Callable[..., Outcome]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test stands in an empty folder; a fault of the program shows itself as what it is."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(TRACEBACK, "1")
    return tmp_path


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Call a command in this process."""

    def call(*words: str | Path) -> Outcome:
        capsys.readouterr()
        try:
            code = main([str(word) for word in words])
        except SystemExit as stop:
            code = int(stop.code or 0)
        printed = capsys.readouterr()
        return Outcome(code, printed.out, printed.err)

    return call


@pytest.fixture
def process(folder: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Call a command as a process of its own, where the process is what matters."""

    def call(words: Sequence[str | Path], **options: Any) -> subprocess.CompletedProcess[str]:
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL}
        whole = [sys.executable, "-m", "live.main", *map(str, words)]
        return subprocess.run(whole, text=True, timeout=300, check=False, **{**streams, **options})

    return call


@pytest.fixture
def city(folder: Path) -> Path:
    """A position's file."""
    path = folder / "city.toml"
    path.write_text(CITY, encoding="utf-8")
    return path


@pytest.fixture
def record(folder: Path) -> Path:
    """A record's file."""
    path = folder / "game.jsonl"
    path.write_text(RECORD, encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The city's photo from straight above, taken by the command."""
    place = tmp_path_factory.mktemp("photo")
    (place / "city.toml").write_text(CITY, encoding="utf-8")
    words = ["render", str(place / "city.toml"), "-o", str(place / "city.png"), "--seed", "5", "--size", "1280x720"]
    assert main([*words, "--truth", str(place / "truth.json")]) == 0
    return place / "city.png"


@pytest.fixture(scope="session")
def truth(photo: Path) -> Any:
    """Where everything is in the photo."""
    return json.loads((photo.parent / "truth.json").read_text(encoding="utf-8"))
