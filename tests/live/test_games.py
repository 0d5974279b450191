"""The index of played games and their exports."""

import csv
import io
import json
import os
import sqlite3
import zipfile
from datetime import timedelta, timezone
from pathlib import Path
from random import Random
from urllib.parse import quote
from xml.etree import ElementTree

import pytest

from live.commands.games import _here
from live.main import main
from live.records.exports import BY_SUFFIX, FORMATS, csv_of, exported
from live.records.index import FILE, games_in
from live.records.move_pictures import EvidenceFolder
from scoring import replay, rules_for
from scoring.random_play import play_game
from simulator.games import scripted_game
from tabletop.entries import Entry
from tabletop.games.big_city.values import PlaceTile
from tabletop.records import Header, Record, write_record

SCRIPT = scripted_game("big-city")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one finished game."""
    (tmp_path / "evening.jsonl").write_text(write_record(SCRIPT), encoding="utf-8")
    return tmp_path


def test_a_finished_game_is_listed_with_its_scores(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Players, totals and the winner stand in the index, which `games list --json` prints."""
    (game,) = games_in(folder)
    assert (game.file, game.players, game.over) == ("evening.jsonl", ("Ann", "Ben", "Cem"), True)
    assert game.totals == dict(replay(SCRIPT).totals)
    assert game.winners == ("Ann",)
    assert main(["games", "list", str(folder), "--json"]) == 0
    assert [game["file"] for game in json.loads(capsys.readouterr().out)] == ["evening.jsonl"]


@pytest.mark.parametrize(
    ("moment", "shown"),
    [
        ("2026-11-20T23:30:05Z", "2026-11-21 05:00"),
        ("2026-11-20T23:30:05+01:00", "2026-11-21 04:00"),
        ("yesterday", "yesterday"),
        (None, ""),
    ],
)
def test_games_are_listed_by_the_clock_on_the_wall(moment: str | None, shown: str) -> None:
    """Records hold UTC; people read the time of the place where they sit, and what somebody wrote by hand as it is."""
    assert _here(moment, timezone(timedelta(hours=5, minutes=30))) == shown


def test_the_index_follows_its_records(folder: Path) -> None:
    """A record that grew is read again, one that is gone is listed no more."""
    games_in(folder)
    path = folder / "evening.jsonl"
    path.write_text(write_record(Record(SCRIPT.header, SCRIPT.entries[:5])), encoding="utf-8")
    assert [game.moves for game in games_in(folder)] == [5]
    path.unlink()
    assert games_in(folder) == ()


def test_a_file_that_is_no_record_is_listed_with_the_reason(folder: Path) -> None:
    """One broken file hides no other."""
    (folder / "broken.jsonl").write_text("no record\n", encoding="utf-8")
    games = {game.file: game.trouble for game in games_in(folder)}
    assert games["evening.jsonl"] == ""
    assert "line 1" in games["broken.jsonl"]


def test_an_older_index_is_made_anew(folder: Path) -> None:
    """An index of another version is thrown away."""
    with sqlite3.connect(folder / FILE) as index:
        index.execute("create table games (something text)")
    assert len(games_in(folder)) == 1


def test_a_name_is_no_formula() -> None:
    """A player called like a formula is only a name to a spreadsheet."""
    record = Record(Header("big-city", ("=1+1", "Ben")), (Entry(1, PlaceTile("=1+1", 2, (3, 0))),))
    (row,) = csv.DictReader(io.StringIO(csv_of(replay(record))))
    assert row["player"] == "'=1+1"


@pytest.mark.parametrize(("suffix", "kind"), sorted(BY_SUFFIX.items()))
def test_the_files_ending_chooses_the_format(folder: Path, suffix: str, kind: str) -> None:
    """`games export -o FILE` writes what the ending says."""
    output = folder / f"game{suffix}"
    assert main(["games", "export", str(folder / "evening.jsonl"), "-o", str(output)]) == 0
    assert output.read_text(encoding="utf-8") == exported(replay(SCRIPT), kind)


def test_a_game_is_one_archive_with_its_pictures(folder: Path) -> None:
    """`games export -o FILE.zip` holds the record, every export, and the picture of each move."""
    record = folder / "evening.jsonl"
    EvidenceFolder(record).keep("000004.jpg", b"jpeg")
    output = folder / "evening.zip"
    assert main(["games", "export", str(record), "-o", str(output)]) == 0
    with zipfile.ZipFile(output) as archive:
        names = {name.removeprefix("evening/") for name in archive.namelist()}
        kept = {f"evening{suffix}" for suffix in BY_SUFFIX}
        assert names == {"evening.jsonl", *kept, "pictures/000004.jpg"}
        assert archive.read("evening/evening.jsonl") == record.read_bytes()


def players_of(game: str) -> tuple[str, ...]:
    """Names that the game can have."""
    return ("red", "blue") if game == "my-city-chess" else ("Zoe", "Ann")


@pytest.mark.parametrize("game", ["big-city", "my-city-chess", "my-city", "small-city"])
@pytest.mark.parametrize("kind", FORMATS)
def test_every_game_has_every_export(game: str, kind: str) -> None:
    """Every move is told, with the totals in a table; what lies there is drawn, with the titles of its pieces."""
    record = play_game(rules_for(game), Header(game, players_of(game)), Random(3), at_most=20)
    replayed = replay(record)
    text = exported(replayed, kind)
    if kind == "json":
        assert len(json.loads(text)["moves"]) == len(record.entries)
    elif kind == "csv":
        rows = list(csv.DictReader(io.StringIO(text)))
        assert len(rows) == len(record.entries)
        assert {name: int(rows[-1][f"total {name}"]) for name in record.header.players} == dict(replayed.totals)
    elif kind == "picture":
        assert len(list(ElementTree.fromstring(text).iter("{http://www.w3.org/2000/svg}title"))) > 5
    elif kind == "bg-stats":
        assert all(quote(player) in text for player in record.header.players)
    else:
        assert text.count("\n") > len(record.entries)
        assert all(player in text.splitlines()[0] for player in record.header.players)


def test_what_is_no_file_is_listed_and_hides_no_game(folder: Path) -> None:
    """A folder, a pipe, a link to nowhere, a name and a text that are half letters: each a line with its reason."""
    (folder / "folder.jsonl").mkdir()
    (folder / "link.jsonl").symlink_to(folder / "nowhere")
    os.mkfifo(folder / "pipe.jsonl")
    with (folder / "endless.jsonl").open("wb") as file:
        file.truncate(10**10)
    (folder / "half.jsonl").write_text('{"format": "\\ud800"}\n', encoding="utf-8")
    (folder / os.fsdecode(b"\xff\x1b.jsonl")).write_text("{}\n", encoding="utf-8")
    for _ in range(2):  # once into the index, once out of it
        games = {game.file: game.trouble for game in games_in(folder)}
        assert games["evening.jsonl"] == ""
        assert all("is no file" in games[f"{name}.jsonl"] for name in ("folder", "link", "pipe"))
        assert "larger than 16 MB" in games["endless.jsonl"]
        assert "\\ud800" in games["half.jsonl"]
        assert "null is not possible" in games["\\udcff\\u001b.jsonl"]


def test_an_archive_holds_no_links_target(folder: Path, tmp_path: Path) -> None:
    """A stranger's folder of pictures may hold links to anything; they are neither packed nor shown."""
    (tmp_path / "secret").write_text("mine", encoding="utf-8")
    pictures = EvidenceFolder(folder / "evening.jsonl")
    pictures.keep("000004.jpg", b"jpeg")
    (pictures.folder / "000005.jpg").symlink_to(tmp_path / "secret")
    output = folder / "evening.zip"
    assert main(["games", "export", str(folder / "evening.jsonl"), "-o", str(output)]) == 0
    with zipfile.ZipFile(output) as archive:
        assert [name for name in archive.namelist() if name.endswith(".jpg")] == ["evening/pictures/000004.jpg"]
    assert pictures.picture("000005.jpg") is None
