"""A finished game as a link for BG Stats: what stands in it, and that it is offered only where somebody wished it."""

import json
from pathlib import Path
from urllib.parse import unquote

import pytest
from fastapi.testclient import TestClient

from live.main import main
from live.page.application import Served, make_application
from live.page.mailbox import Mailbox
from live.page.publication import Publication
from live.records.bg_stats import ADDRESS, play_document, play_link
from scoring import replay
from simulator.games import scripted_game
from tabletop.records import write_record

SCRIPT = scripted_game("big-city")


def test_the_link_holds_the_game_as_the_app_wants_it() -> None:
    """Winner, rank and start player of everybody, a date in the app's form, one identity a game."""
    link = play_link(replay(SCRIPT), "2026-10-03T20:30:05Z")
    assert link.startswith(ADDRESS)
    play = json.loads(unquote(link.removeprefix(ADDRESS)))
    assert play["playDate"] == "2026-10-03 20:30:05"
    assert play["game"] == {"name": "Big City", "sourceGameId": "big-city"}
    totals = replay(SCRIPT).totals
    assert [(one["name"], one["score"], one["startPlayer"]) for one in play["players"]] == [
        ("Ann", totals["Ann"], True), ("Ben", totals["Ben"], False), ("Cem", totals["Cem"], False),
    ]  # fmt: skip
    assert [one["winner"] for one in play["players"]] == [True, False, False]
    assert sorted(one["rank"] for one in play["players"]) == [1, 2, 3]
    assert play_document(replay(SCRIPT), None)["sourcePlayId"] != play["sourcePlayId"]
    assert "playDate" not in play_document(replay(SCRIPT), None)


def test_the_command_prints_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`games export --as bg-stats`."""
    record = tmp_path / "evening.jsonl"
    record.write_text(write_record(SCRIPT), encoding="utf-8")
    assert main(["games", "export", str(record), "--as", "bg-stats"]) == 0
    assert capsys.readouterr().out.strip() == play_link(replay(SCRIPT))


def test_nothing_is_offered_that_nobody_wished() -> None:
    """Without the option there is neither way nor code; with it both lead to the same game."""
    closed = TestClient(make_application(Publication(), Mailbox(), Served(), hosts=frozenset({"testserver"})))
    assert closed.get("/api/v1/bg-stats", follow_redirects=False).status_code == 404
    served = Served(play_link=lambda _: play_link(replay(SCRIPT)))
    client = TestClient(make_application(Publication(), Mailbox(), served, hosts=frozenset({"testserver"})))
    answer = client.get("/api/v1/bg-stats", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (307, play_link(replay(SCRIPT)))
    assert b"<svg" in client.get("/api/v1/bg-stats.svg").content
