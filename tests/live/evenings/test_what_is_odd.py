"""What is odd in one record, or broken in the database, takes no evening from the others."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from live.evenings.folder import EveningFolder
from live.main import main


@pytest.mark.parametrize(
    "at", ["2026-10-03T23:59:60Z", "yesterday", "2026-10-03", "2026-10-03T20:00:00", "99999-01-01", "0001-01-01T00+14"]
)
def test_a_time_that_is_none_ends_nothing(folder: EveningFolder, records: Path, at: str) -> None:
    """A leap second, a word, a day alone, a time without a zone: the game is there, and so are all others."""
    path = folder.path / "odd.jsonl"
    lines = (records / "big-city-1-Anne.jsonl").read_text().splitlines()[:5]
    documents = [{key: value for key, value in json.loads(line).items() if key != "crc"} for line in lines]
    for document in documents[1:]:
        document["time" if isinstance(document.get("at"), list) else "at"] = at
    path.write_text("\n".join(json.dumps(document) for document in documents) + "\n")
    book = folder.book()
    assert book.troubles == ()
    assert len(book.games) == 6
    assert main(["evenings", "show", "--folder", str(folder.path)]) == 0


def test_a_record_that_nobody_foresaw_is_a_trouble_among_games(
    folder: EveningFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault in reading one record is told, and the others are there."""
    monkeypatch.setattr("live.evenings.played.score_reasons", lambda session: {}[session.header.players[0]])
    book = folder.book()
    assert (len(book.games), len(book.troubles)) == (0, 5)
    assert "KeyError" in book.troubles[0]


BROKEN_GAMES = ["", "[", "[]", "[1]", '{"format": "boardsight-evening-game/1"}', "[" * 100_000]


def test_a_remembered_game_that_is_none_is_read_anew(folder: EveningFolder) -> None:
    """Whatever stands in the database in its place, and of whatever type."""
    whole = folder.book()
    with closing(sqlite3.connect(folder.path / "evenings.sqlite")) as database:
        (kept,) = database.execute("select game from boardsight_evening_games limit 1").fetchone()
        wrong = [
            json.dumps({**json.loads(kept), **change})
            for change in ({"began": 5}, {"seats": [{"name": None}]}, {"seats": [{}]}, {"minutes": "long"}, {"x": 1})
        ]
        for game in (*BROKEN_GAMES, *wrong, 7, b"\xff"):
            database.execute("update boardsight_evening_games set game = ?", (game,))
            database.commit()
            assert folder.book() == whole, str(game)[:40]


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("update boardsight_people set name = x'ff'", 1),
        ("update boardsight_people set seat = 'left'", 1),
        ("alter table boardsight_people drop column seat", 1),
        ("update boardsight_people set name = 5", 0),
        ("update boardsight_spellings set spelling = 7", 0),
        ("drop table boardsight_spellings", 0),
    ],
)
def test_a_broken_database_is_told_with_the_mend(
    folder: EveningFolder, statement: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence that names the file; of what SQLite makes a text, and of a table made anew, nothing is told."""
    folder.book()
    with closing(sqlite3.connect(folder.path / "evenings.sqlite")) as database:
        database.execute(statement)
        database.commit()
    assert main(["evenings", "show", "--folder", str(folder.path)]) == code
    said = capsys.readouterr().err
    assert [word in said for word in ("evenings.sqlite", "move it away")] == [code == 1] * 2
    assert said.count("\n") == code


def test_what_is_no_database_is_told(folder: EveningFolder, capsys: pytest.CaptureFixture[str]) -> None:
    """A text, or a database that breaks off."""
    folder.book()
    path = folder.path / "evenings.sqlite"
    for content in (b"people" * 1000, path.read_bytes()[:5000]):
        path.write_bytes(content)
        assert main(["evenings", "show", "--folder", str(folder.path)]) == 1
        assert "move it away" in capsys.readouterr().err
