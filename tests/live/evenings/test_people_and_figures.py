"""Who plays in a folder and what they reached, counted by hand from small games and looked up in played ones."""

import csv
import io
import json
import sqlite3
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from live.archive.campaigns import campaign_in
from live.archive.database import DatabaseAway, database_url
from live.evenings import telling
from live.evenings.folder import BACKUP_FORMAT, EveningFolder, person_named
from live.evenings.people import Person, perhaps_the_same
from live.evenings.played import EveningGame, EveningSeat, evening_game, evening_game_from
from live.evenings.statistics import EveningBook, evening_of, figures, meetings, usual_seat
from live.evenings.store import EveningStore
from live.main import main
from live.records.index import games_in
from scoring import replay
from tabletop.errors import BoardsightError, UnreadableInput, UsageError
from tabletop.gamefile import load_game
from tabletop.records import read_record

ANN, BEN, CEM = (Person(number, name, (name,)) for number, name in enumerate(("Ann", "Ben", "Cem"), start=1))


def game(number: int, scores: dict[str, int], winner: str, *, over: bool = True, name: str = "big-city") -> EveningGame:
    """A game as it is remembered."""
    seats = tuple(
        EveningSeat(player, seat, score, player == winner, reasons=(("base", score),))
        for seat, (player, score) in enumerate(scores.items(), start=1)
    )
    return EveningGame(f"{number}.jsonl", name, name, f"2026-01-{number:02}T18:00:00Z", over, 9, seats, 30.0)


BOOK = EveningBook(
    (ANN, BEN, CEM),
    (
        game(1, {"Ann": 10, "Ben": 7}, "Ann"),
        game(2, {"Ben": 5, "Ann": 5, "Cem": 1}, "Ann"),
        game(3, {"ann ": 2, "Ben": 9}, "Ben", name="my-city"),
        game(4, {"Ann": 8, "Ben": 1}, "Ann", over=False),
    ),
)


def test_figures_count_what_is_over() -> None:
    """Three games, two won, 17 points; a game that goes on counts nowhere, another spelling does.

    A streak ends with a game that is lost; the usual seat is the most frequent unless one is chosen.
    """
    ann, ben = figures(BOOK, ANN.id), figures(BOOK, BEN.id)
    assert (ann.games, ann.wins, ann.best, ann.minutes) == (3, 2, 10, 90.0)
    assert ann.average == pytest.approx(17 / 3)
    assert ann.reasons == (("base", 17),)
    assert figures(BOOK, ANN.id, "my-city").wins == 0
    assert (ann.streak, ann.longest_streak, ben.streak, ben.longest_streak) == (0, 2, 1, 1)
    assert [usual_seat(BOOK, one) for one in (ANN, Person(1, "Ann", ("Ann",), None, 4))] == [1, 4]


def test_head_to_head_goes_by_the_rules_before_the_points() -> None:
    """5 : 5 was won by a tie-break: that is ahead."""
    against_ben = meetings(BOOK, ANN.id)[0]
    assert (against_ben.other, against_ben.games, against_ben.ahead, against_ben.behind) == (BEN.id, 3, 2, 1)
    assert against_ben.difference == pytest.approx((3 + 0 - 7) / 3)
    assert [meeting.other for meeting in meetings(BOOK, CEM.id)] == [ANN.id, BEN.id]


@pytest.mark.parametrize(
    ("began", "day"), [("2026-10-04T02:30:00Z", "2026-10-03"), ("2026-10-04T06:00:00Z", "2026-10-04")]
)
def test_an_evening_goes_on_after_midnight(began: str, day: str) -> None:
    """Half past two still belongs to the evening before."""
    from datetime import UTC

    assert evening_of(EveningGame("a", "big-city", "Big City", began, True, 1, ()), UTC) == day


def test_names_that_look_alike_are_asked_about_unless_they_met() -> None:
    """Ann and Anne may be one; not if both sat at one table. Ann and Ben are no misspelling."""
    anne = Person(9, "Anne", ("Anne",))
    assert [(a.name, b.name) for a, b in perhaps_the_same((ANN, BEN, anne), frozenset())] == [("Ann", "Anne")]
    assert list(perhaps_the_same((ANN, BEN, anne), frozenset({(1, 9)}))) == []


def test_a_remembered_game_is_what_its_record_replays_to(records: Path) -> None:
    """Scores, winners, reasons that sum to the score; and it comes back from the database as it went in."""
    path = records / "big-city-0-Ann.jsonl"
    record, _ = read_record(path.read_bytes())
    found, replayed = evening_game(record, path.name), replay(record)
    assert {seat.name: seat.score for seat in found.seats} == dict(replayed.totals)
    assert [seat.name for seat in found.seats if seat.winner] == list(replayed.winners)
    assert all(sum(points for _, points in seat.reasons) == seat.score for seat in found.seats)
    assert found.minutes == pytest.approx(len(record.entries) / 2)
    assert evening_game_from(json.loads(json.dumps(found.to_json()))) == found


def test_everybody_of_the_records_is_there_once(folder: EveningFolder) -> None:
    """Colours are nobody's name; what is asked again is the same."""
    book = folder.book()
    assert [person.name for person in book.people] == ["Ann", "Anne", "Ben", "Cem", "Dora"]
    assert folder.book() == book
    assert len(book.over) == 4


def test_the_folder_is_followed(folder: EveningFolder, write_game: Callable[..., Path]) -> None:
    """A new record is read, one that is gone is forgotten, its people stay."""
    folder.book()
    new = write_game(folder.path, "big-city", ("Eve", "Ben"), 20, lines=3)
    assert "Eve" in [person.name for person in folder.book().people]
    new.unlink()
    book = folder.book()
    assert new.name not in [one.file for one in book.games]
    assert "Eve" in [person.name for person in book.people]


def test_a_file_that_is_no_record_is_told(folder: EveningFolder) -> None:
    """It is said which and why, and the others are counted."""
    (folder.path / "notes.jsonl").write_text("milk\n", encoding="utf-8")
    book = folder.book()
    assert len(book.games) == 5
    assert "notes.jsonl" in book.troubles[0]


def test_two_names_become_one_person_and_two_again(folder: EveningFolder) -> None:
    """Anne's game is Ann's after merging, and Anne's own after splitting."""
    book = folder.book()
    folder.merge(person_named(book, "Anne"), person_named(book, "Ann"))
    merged = folder.book()
    ann = person_named(merged, "Anne")
    assert ann.name == "Ann"
    assert figures(merged, ann.id).games == 3
    folder.split("Anne")
    assert figures(folder.book(), person_named(folder.book(), "Anne").id).games == 1


def test_people_of_one_table_are_never_merged(folder: EveningFolder) -> None:
    """Whoever plays against each other is two."""
    book = folder.book()
    with pytest.raises(UsageError, match="two people"):
        folder.merge(person_named(book, "Ann"), person_named(book, "Ben"))


def test_nobody_takes_anothers_name(folder: EveningFolder) -> None:
    """Two people of one name would be asked about for ever."""
    with pytest.raises(UsageError, match="somebody else"):
        folder.change(person_named(folder.book(), "Ann"), {"name": "BEN"})
    folder.change(person_named(folder.book(), "Ann"), {"name": "Annette", "colour": "#112233", "seat": 2})
    annette = person_named(folder.book(), "ann")
    assert (annette.name, annette.colour, annette.chosen_seat) == ("Annette", "#112233", 2)


def test_a_forgotten_person_is_nowhere_in_the_folder(folder: EveningFolder) -> None:
    """No file holds the name any more, the games stay what they were, the others keep their figures."""
    book = folder.book()
    dora, ann = person_named(book, "Dora"), person_named(book, "Ann")
    before = figures(book, ann.id)
    pictures = folder.path / "my-city-1-Ann.pictures"
    pictures.mkdir()
    (pictures / "000001.jpg").write_bytes(b"x")
    assert folder.forget(dora, pictures=True) == ("my-city-1-Ann.jsonl",)
    left = [path.name for path in folder.path.rglob("*") if path.is_file() and b"Dora" in path.read_bytes()]
    assert left == []
    assert not (pictures / "000001.jpg").exists()
    after = folder.book()
    assert [person.name for person in after.people] == ["Ann", "Anne", "Ben", "Cem"]
    assert figures(after, ann.id).wins == before.wins
    assert figures(after, ann.id).average == before.average
    assert len(after.over) == 4


def test_the_last_evening_and_campaigns_forget_too(folder: EveningFolder) -> None:
    """The seat goes with its colour and the files that are called by the name; a ledger goes on with another name."""
    evening = {
        "game": "my-city", "players": ["Ann", "dora", "Ben"], "colours": ["red", "blue", "green"], "cameras": ["0"],
        "options": {"board": "ann.toml,doras-board.toml", "game": "eternal"}, "displays": [],
        "more": {"record": "out/Dora.jsonl", "no-pictures": True},
    }  # fmt: skip
    (folder.path / "evening.json").write_text(json.dumps(evening), "utf-8")
    ledger = folder.path / "campaign.jsonl"
    assert main(["campaign", "new", str(ledger), "--players", "Ann,Dora"]) == 0
    assert main(["campaign", "score", str(ledger), "--points", "Ann=5,Dora=50"]) == 0
    before = campaign_in(ledger).ledger
    assert folder.forget(person_named(folder.book(), "Dora"), pictures=True) == ("my-city-1-Ann.jsonl",)
    assert folder.traces(Person(9, "Dora", ("Dora",))) == ()
    left = json.loads((folder.path / "evening.json").read_text("utf-8"))
    assert (left["players"], left["colours"], left["options"]) == (
        ["Ann", "Ben"],
        ["red", "green"],
        {"game": "eternal"},
    )
    assert left["more"] == {"no-pictures": True}
    after = campaign_in(ledger).ledger
    assert after.players == ("Ann", "P1")
    assert [[one.points for one in each] for each in (*before.episodes, *after.episodes)] == [[5, 50]] * 2


def test_what_still_has_a_forgotten_name_is_told(
    folder: EveningFolder,
    tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By its path, on the terminal: a record that cannot be read, a backup, a board; nobody is told to be forgotten."""
    with (folder.path / "backup.zip").open("wb") as packed:
        folder.backup(packed)
    broken = folder.path / "broken.jsonl"
    broken.write_text('{"format": "boardsight-record/1", "game": "none", "players": ["Dora", "Ann"]}\n{"n": 1', "utf-8")
    (folder.path / "torn.jsonl").write_text(
        '{"format": "boardsight-record/1", "game": "my-city", "players": ["Dora"', "utf-8"
    )
    (folder.path / "mine.toml").write_text('[board]\nname = "DORA\'s board"\n', "utf-8")
    (folder.path / "doras-board.toml").write_text("", "utf-8")
    (folder.path / "dorade.toml").write_text('[board]\nname = "dorade"\n', "utf-8")
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "out"
    elsewhere.mkdir()
    (elsewhere / "evening.json").write_text('{"players": ["Dora"]}', "utf-8")
    monkeypatch.chdir(elsewhere.parent)
    assert main(["evenings", "forget", "Dora", "--yes", "--folder", str(folder.path)]) == 0
    told = capsys.readouterr().out
    assert "is forgotten" not in told
    named = {line.strip() for line in told.splitlines() if line.startswith("  ")}
    kept = ("backup.zip", "broken.jsonl", "torn.jsonl", "mine.toml", "doras-board.toml")
    assert named == {"out/evening.json", *(str(folder.path / name) for name in kept)}


@pytest.mark.parametrize(("text", "most", "told"), [("Dora", 20, True), ("nobody", 20, False), ("nobody", 5, True)])
def test_an_archives_pictures_hide_no_name(
    folder: EveningFolder, monkeypatch: pytest.MonkeyPatch, text: str, most: int, told: bool
) -> None:
    """However large they are, the texts behind them are searched; who holds more text than that may have the name."""
    monkeypatch.setattr("live.evenings.traces.MOST_UNPACKED", most)
    with zipfile.ZipFile(folder.path / "copies.zip", "w") as archive:
        archive.writestr("pictures/000001.jpg", b"x" * 100)
        archive.writestr("notes.txt", text)
    assert (folder.path / "copies.zip" in folder.traces(Person(9, "Dora", ("Dora",)))) is told


def test_a_game_that_is_played_now_keeps_its_names(folder: EveningFolder) -> None:
    """Nothing is forgotten by half: the person is still there, and it is said why."""
    from live.records.store import RecordStore

    dora = person_named(folder.book(), "Dora")
    held = RecordStore.open(folder.record("my-city-1-Ann.jsonl"))
    try:
        with pytest.raises(BoardsightError):
            folder.forget(dora, pictures=False)
    finally:
        held.close()
    assert person_named(folder.book(), "Dora") == dora


def test_a_backup_brings_everything_back(folder: EveningFolder, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Records byte for byte, and people with their spellings and colours, in another folder."""
    book = folder.book()
    folder.merge(person_named(book, "Anne"), person_named(book, "Ann"))
    folder.change(person_named(book, "Ben"), {"colour": "#0000ff"})
    packed = io.BytesIO()
    folder.backup(packed)
    other = tmp_path_factory.mktemp("other")
    store = EveningStore(folder.store._open._engine.url.set(database=str(other / "evenings.sqlite")))
    elsewhere = EveningFolder(other, store)
    assert elsewhere.restore(packed) == 5
    assert {path.name: path.read_bytes() for path in other.glob("*.jsonl")} == {
        path.name: path.read_bytes() for path in folder.path.glob("*.jsonl")
    }
    back = elsewhere.book()
    assert person_named(back, "Anne").name == "Ann"
    assert person_named(back, "Ben").colour == "#0000ff"
    assert elsewhere.restore(packed) == 0
    store.close()


def test_a_backup_never_writes_over_or_beside(folder: EveningFolder) -> None:
    """A record that says something else is kept; names that lead elsewhere are left out; a text is no backup."""
    packed = io.BytesIO()
    folder.backup(packed)
    record = folder.record("big-city-0-Ann.jsonl")
    record.write_bytes(record.read_bytes() + b"\n")
    with pytest.raises(UsageError, match="something else"):
        folder.restore(packed)
    wicked = io.BytesIO()
    with zipfile.ZipFile(wicked, "w") as archive:
        archive.writestr("evenings.json", json.dumps({"format": "boardsight-evenings-backup/1", "people": []}))
        archive.writestr("records/../../escaped.jsonl", "x")
    assert folder.restore(wicked) == 0
    assert not (folder.path.parent / "escaped.jsonl").exists()
    with pytest.raises(UnreadableInput):
        folder.restore(io.BytesIO(b"milk"))


def test_the_tables_have_a_row_for_everybody(folder: EveningFolder) -> None:
    """CSV of games: a row a seat; of people: all games, then each."""
    book = folder.book()
    games = list(csv.DictReader(io.StringIO(telling.evenings_csv(book, "games"))))
    assert len(games) == sum(len(one.seats) for one in book.games)
    people = list(csv.DictReader(io.StringIO(telling.evenings_csv(book, "people"))))
    assert [(row["person"], row["game"], row["games"]) for row in people[:3]] == [
        ("Ann", "", "2"), ("Ann", "big-city", "1"), ("Ann", "my-city", "1"),
    ]  # fmt: skip


def test_the_command_shows_merges_and_forgets(folder: EveningFolder, capsys: pytest.CaptureFixture[str]) -> None:
    """From the terminal: show, merge, person, forget only with --yes, and a sentence for whoever is not there."""
    where = ["--folder", str(folder.path)]
    assert main(["evenings", "show", *where]) == 0
    assert 'boardsight evenings merge "Anne" "Ann"' in capsys.readouterr().out
    assert main(["evenings", "merge", "Anne", "ann", *where]) == 0
    assert main(["evenings", "person", "Ann", "--seat", "3", *where]) == 0
    capsys.readouterr()
    assert main(["evenings", "show", "Ann", "--json", *where]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["games"], document["seat"], document["spellings"]) == (3, 3, ["Ann", "Anne"])
    assert main(["evenings", "forget", "Dora", *where]) == 0
    assert "with --yes" in capsys.readouterr().out
    assert main(["evenings", "show", "Dora", *where]) == 0
    assert main(["evenings", "forget", "Dora", "--yes", *where]) == 0
    assert main(["evenings", "show", "Dora", *where]) == 2
    assert "nobody is called Dora" in capsys.readouterr().err
    assert main(["evenings", "show", "--folder", str(folder.path / "none")]) == 2


def test_the_folders_index_forgets_too(folder: EveningFolder) -> None:
    """`boardsight games list` keeps an index of names: it is made anew."""
    assert main(["games", "list", str(folder.path)]) == 0
    folder.forget(person_named(folder.book(), "Dora"), pictures=False)
    assert main(["games", "list", str(folder.path)]) == 0
    with sqlite3.connect(folder.path / "games.sqlite") as index:
        assert "Dora" not in json.dumps(index.execute("select players, totals from games").fetchall())


def test_a_forgotten_name_is_not_in_the_databases_empty_pages(tmp_path: Path) -> None:
    """Also where SQLite was built to leave deleted rows in the file until somebody needs the room."""
    import sqlalchemy

    path = tmp_path / "evenings.sqlite"
    store = EveningStore(database_url(str(path)))
    sqlalchemy.event.listen(
        store._open._engine, "connect", lambda connection, _: connection.execute("pragma secure_delete = 0")
    )
    for number in range(9):
        store.add([Person(0, f"Zebedee the {number}rd", (f"Zebedee the {number}rd",))])
    *stay, gone = store.people()
    store.forget(gone.id)
    store.close()
    data = path.read_bytes()
    assert gone.name.encode() not in data
    assert all(person.name.encode() in data for person in stay)


@pytest.mark.parametrize(
    ("people", "further", "words"),
    [
        (20_001, {}, "more than 20000 people"),
        (0, {f"records/{number}.jsonl": b"" for number in range(6_001)}, "more than 6000 records"),
        (0, {"records/a.jsonl": bytes(21_000_000)}, "unpacks to more than 20 MB"),
        (0, {"records/a.jsonl": bytes(17_000_000)}, "records/a.jsonl in it is larger than 16 MB"),
        ([{"name": "Ann", "spellings": "Ann", "colour": None, "seat": None}], {}, "Ann is no person"),
        ([{"name": "Ann", "spellings": ["Ann"], "colour": {}, "seat": None}], {}, "Ann is no person"),
    ],
)
def test_a_backup_that_would_take_too_much_is_refused(
    folder: EveningFolder, people: Any, further: dict[str, bytes], words: str
) -> None:
    """Counted before it is unpacked; nothing is written then."""
    if isinstance(people, int):
        one = {"spellings": ["x"], "colour": None, "seat": None}
        people = [{"name": f"P{number}", **one} for number in range(people)]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("evenings.json", json.dumps({"format": BACKUP_FORMAT, "people": people}))
        for name, data in {"records/first.jsonl": b"{}\n", **further}.items():
            archive.writestr(name, data)
    before = set(folder.path.iterdir())
    with pytest.raises(UnreadableInput, match=words):
        folder.restore(packed)
    assert set(folder.path.iterdir()) - before <= {folder.path / "evenings.sqlite"}


@pytest.mark.parametrize(
    "made",
    [
        "create view boardsight_people as select 1",
        "create table a(b); create trigger c insert on a begin select 1; end",
    ],
)
def test_a_database_with_views_or_triggers_is_refused(tmp_path: Path, made: str) -> None:
    """A stranger's file may let a table's reading run for ever."""
    with sqlite3.connect(tmp_path / "evenings.sqlite") as database:
        database.executescript(made)
    store = EveningStore(database_url(str(tmp_path / "evenings.sqlite")))
    with pytest.raises(DatabaseAway, match="holds views or triggers"):
        store.people()


def test_a_game_of_ones_own_is_found_where_its_record_lies(
    folder: EveningFolder, write_game: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its file stood in the folder above when the record was written; as soon as it lies near, the evening has it."""
    meadow = Path(__file__).parents[3] / "examples" / "meadow.toml"
    played = tmp_path / "played"
    played.mkdir()
    (played / "meadow.toml").write_bytes(meadow.read_bytes())
    with monkeypatch.context() as there:
        there.chdir(played)
        record = write_game(folder.path, "meadow.toml", ("red", "blue"), 20)
    (played / "meadow.toml").unlink()
    load_game.cache_clear()
    assert any("meadow.toml is not here; put it beside the record" in trouble for trouble in folder.book().troubles)
    for place in (folder.path, folder.path.parent):
        (place / "meadow.toml").write_bytes(meadow.read_bytes())
        book = folder.book()
        assert [game.game for game in book.games if game.file == record.name] == ["meadow.toml"]
        assert not book.troubles
        assert main(["replay", str(record)]) == 0
        assert not next(game for game in games_in(folder.path) if game.file == record.name).trouble
        (place / "meadow.toml").unlink()
        record.touch()
