"""Results in a real SQLite and a real PostgreSQL: away for a while, broken, or somebody else's."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from services import Postgres
from speaking import eventually

from live.archive.database import DatabaseAway, database_url
from live.hub.database import Database
from live.hub.result_writer import ResultWriter, ResultWriterSettings
from live.hub.results import GameResult, PlayerResult
from live.main import main
from tabletop.errors import UsageError

QUICK = ResultWriterSettings(batch_s=0.01, first_retry_s=0.05, longest_retry_s=0.1, unfinished_every_s=0.0)


def result(number: int, score: int = 40, *, over: bool = True) -> GameResult:
    """A game at a table; names that SQL might trip over."""
    players = (PlayerResult("Ann'); drop table x; --", score, True), PlayerResult("Łódź <b>", 3))
    at = f"2026-11-20T20:00:{number:02d}.000Z"
    return GameResult(f"T{number}", f"run{number}", "big-city", "Big City", at, at, over, 40, players)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """Both databases under the same claims; each test finds it empty."""
    url = str(tmp_path / "x" / "hub.sqlite")
    if request.param == "postgresql":
        url = request.getfixturevalue("postgres").url
    made = Database(database_url(url))
    made.store([])
    made.clear()
    yield made
    made.close()


def test_what_was_stored_is_loaded(database: Database) -> None:
    """Names with quotes and markup, seats in order, times: the same value comes back."""
    stored = (result(1), result(2, over=False), replace(result(3), players=()))
    database.store(stored)
    assert database.load() == stored


def test_a_game_is_stored_over_its_older_state(database: Database) -> None:
    """One game is one row however often it changes, with its newest players."""
    database.store([result(1, 10, over=False)])
    database.store([replace(result(1, 44), players=result(1, 44).players[:1])])
    assert [(one.over, [player.score for player in one.players]) for one in database.load()] == [(True, [44])]


def test_only_what_began_since_is_loaded(database: Database) -> None:
    """Last week's games stay in the database and out of tonight's standings."""
    database.store([result(1), result(5)])
    assert [one.table for one in database.load(datetime(2026, 11, 20, 20, 0, 3, tzinfo=UTC))] == ["T5"]


def test_the_keeper_stores_as_results_come(database: Database) -> None:
    """What is kept is in the database soon, and a keeper that starts later knows it, and what was set aside."""
    keeper = ResultWriter(database, settings=QUICK)
    keeper.start()
    keeper.keep(result(1))
    keeper.set_aside(("T1", "run1"), counts=False)
    eventually(lambda: not keeper.waiting, "everything is stored")
    keeper.stop()
    later = ResultWriter(database, settings=QUICK)
    later.start()
    eventually(lambda: bool(later.results), "the results are loaded")
    later.keep(result(1, 41))
    assert [(one.counts, one.players[0].score) for one in later.results] == [(False, 41)]
    later.stop()


def test_a_database_that_goes_away_in_mid_run_gets_everything_when_it_is_back(postgres: Postgres) -> None:
    """Results that come meanwhile wait, the trouble is told without the password, nothing is lost."""
    database = Database(database_url(postgres.url))
    database.store([])
    database.clear()
    told: list[str] = []
    keeper = ResultWriter(database, settings=QUICK, on_trouble=told.append)
    keeper.start()
    keeper.keep(result(1))
    eventually(lambda: not keeper.waiting, "the first is stored")
    postgres.stop()
    keeper.keep(result(2))
    eventually(lambda: bool(keeper.trouble), "the trouble is told")
    keeper.keep(result(3))
    assert keeper.waiting == 2
    assert "s3cret" not in told[0]
    postgres.start()
    eventually(lambda: not keeper.waiting and not keeper.trouble, "all is stored")
    assert [one.table for one in database.load()] == ["T1", "T2", "T3"]
    keeper.stop()
    database.close()


class Away:
    """A database that never answers."""

    name = "away"

    def store(self, results: tuple[GameResult, ...]) -> None:
        """Never."""
        raise DatabaseAway("the database away can't be used: nothing answers there")

    def load(self, since: datetime | None = None) -> tuple[GameResult, ...]:
        """Never."""
        raise DatabaseAway("the database away can't be used: nothing answers there")


def test_what_waits_is_bounded() -> None:
    """Beyond the bound unfinished games go first; finished ones are kept as long as possible; the loss is counted."""
    keeper = ResultWriter(Away(), settings=replace(QUICK, most_waiting=3))
    for number, over in ((1, True), (2, False), (3, True), (4, True), (5, False)):
        keeper.keep(result(number, over=over))
    assert (keeper.waiting, keeper.dropped) == (3, 2)
    assert len(keeper.results) == 5, "the standings still know them"


@pytest.mark.parametrize("word", ["mysql://x/y", "://"])
def test_a_database_of_another_kind_is_refused(word: str) -> None:
    """The sentence says what is expected."""
    with pytest.raises(UsageError, match=r"expected|write"):
        database_url(word)


AT = "2026-10-03T20:00:00.000Z"


@pytest.mark.parametrize(
    "statement",
    [
        "update boardsight_results set began_at = 'yesterday'",
        "update boardsight_results set changed_at = x'ff'",
        "update boardsight_results set title = x'ff'",
        "update boardsight_results set moves = 'many'",
        "update boardsight_result_players set score = 'high'",
        "update boardsight_result_players set player = x'00ff'",
        "alter table boardsight_results drop column title",
    ],
)
@pytest.mark.parametrize("kind", ["results", "standings"])
def test_a_broken_result_is_told_with_the_mend(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], statement: str, kind: str
) -> None:
    """One sentence that names the database; no fault of Boardsight's."""
    path = tmp_path / "hub.sqlite"
    database = Database(database_url(str(path)))
    database.store((GameResult("1", "a", "big-city", "Big City", AT, AT, True, 50, (PlayerResult("Ann", 40, True),)),))
    database.close()
    with closing(sqlite3.connect(path)) as broken:
        broken.execute(statement)
        broken.commit()
    assert main(["hub", "export", kind, "--database", str(path)]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"boardsight: the database {path} ")
    assert "move it away" in said
