"""What is nothing of ours in the results' database is told with the mend."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from live.archive.database import database_url
from live.hub.database import Database
from live.hub.results import GameResult, PlayerResult
from live.main import main

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
