"""A folder of records of several evenings, with its people."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from live.archive.database import database_url
from live.evenings.folder import EveningFolder
from live.evenings.store import EveningStore
from scoring import rules_for
from scoring.random_play import play_game
from tabletop.records import Header, Record, write_record

FIRST = datetime(2026, 10, 3, 18, 30, tzinfo=UTC)
PLAYED = (
    ("big-city", ("Ann", "Ben", "Cem"), 0),
    ("big-city", ("Anne", "Ben"), 1),
    ("my-city", ("Ann", "Dora"), 1),
    ("my-city-chess", ("red", "blue"), 9),
)
"""Game, players, on which day."""


def written_game(folder: Path, game: str, players: tuple[str, ...], day: int, *, lines: int | None = None) -> Path:
    """A random game's record with a move every 30 s; `lines` cuts it off."""
    began = FIRST + timedelta(days=day)
    header = Header(game, players, at=f"{began:%Y-%m-%dT%H:%M:%SZ}")
    played = play_game(rules_for(game), header, random.Random(day))
    entries = tuple(
        replace(entry, at=f"{began + timedelta(seconds=30 * entry.n):%Y-%m-%dT%H:%M:%SZ}") for entry in played.entries
    )
    path = folder / f"{game}-{day}-{players[0]}.jsonl"
    path.write_text(write_record(Record(played.header, entries[:lines])), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The records, played once."""
    folder = tmp_path_factory.mktemp("records")
    for game, players, day in PLAYED:
        written_game(folder, game, players, day)
    written_game(folder, "big-city", ("Cem", "Ann"), 15, lines=9)
    return folder


@pytest.fixture
def write_game() -> Callable[..., Path]:
    """Writes another game's record."""
    return written_game


@pytest.fixture
def folder(records: Path, tmp_path: Path) -> Iterator[EveningFolder]:
    """A copy of them with a database beside them."""
    for record in records.glob("*.jsonl"):
        (tmp_path / record.name).write_bytes(record.read_bytes())
    store = EveningStore(database_url(str(tmp_path / "evenings.sqlite")))
    yield EveningFolder(tmp_path, store)
    store.close()
