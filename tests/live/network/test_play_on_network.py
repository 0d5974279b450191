"""`boardsight play … --mqtt` from its first word on the network to its last, and what the page is told of it."""

from pathlib import Path
from typing import Any

import cv2
import numpy
import pytest
from played_table import Start
from real_broker import Listener, RealBroker, free_port, until
from waiting import wait_until

from live.main import main
from live.network.messages import TableState, parse_state
from live.page.shown import NetworkStatus
from live.runtime.live_table import LiveTable


def pictures(folder: Path) -> Path:
    """A camera for which it is dark."""
    folder.mkdir()
    for number in range(3):
        cv2.imwrite(str(folder / f"{number}.png"), numpy.zeros((120, 160, 3), numpy.uint8))
    return folder


def test_play_says_hello_and_good_bye(broker: RealBroker, tmp_path: Path) -> None:
    """A game over a folder of pictures is online, tells its players, and ends as `ended` and offline; exit code 0."""
    words = ["play", "big-city", "--players", "Ann,Ben", "--camera", str(pictures(tmp_path / "dark")), "--port", "0"]
    words += ["--record", str(tmp_path / "game.jsonl"), "--mqtt", broker.url, "--table", "Table 7"]
    with Listener(broker.port, "boardsight/#") as listener:
        assert main(words) == 0
        until(lambda: listener.of("/Table 7/status") == [b"online", b"offline"])
        state = parse_state(listener.of("/Table 7/state")[-1], "Table 7")
        assert isinstance(state, TableState)
        assert [player.name for player in state.players] == ["Ann", "Ben"]
        assert state.closed == "ended"


def test_play_without_a_broker(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where nobody answers at the address, it is said in a sentence, and the game is played all the same."""
    words = ["play", "big-city", "--players", "Ann,Ben", "--camera", str(pictures(tmp_path / "dark")), "--port", "0"]
    words += ["--record", str(tmp_path / "game.jsonl"), "--mqtt", f"mqtt://127.0.0.1:{free_port()}"]
    assert main(words) == 0
    assert "Traceback" not in capsys.readouterr().err


LOST = NetworkStatus("lost", "no broker answers at localhost:1883; is it running?")


def looked(table: LiveTable, state: str) -> None:
    """Look between two frames as the loop does, until the network stands so."""

    def stands() -> bool:
        table.look_at_network()
        return table.network is not None and table.network.state == state

    assert wait_until(stands), table.network


def shown(table: LiveTable) -> Any:
    """The network as the page has it."""
    return table.publication.state["network"]


def test_a_lost_broker_is_shown_and_that_it_is_back(broker: RealBroker, play: Start) -> None:
    """Connected, lost with a sentence why, connected again."""
    table = play(broker.url).table
    looked(table, "connected")
    broker.stop()
    looked(table, "lost")
    assert shown(table)["message"]
    broker.start()
    looked(table, "connected")
    assert shown(table) == {"state": "connected", "message": ""}


def test_a_broker_that_never_answers_is_lost(play: Start) -> None:
    """Before the first try is over nothing is said, then why."""
    table = play(f"mqtt://127.0.0.1:{free_port()}").table
    looked(table, "lost")
    assert "no broker answers" in shown(table)["message"]


def test_a_broker_that_stays_away_makes_no_news(play: Start) -> None:
    """The page is told once of each change, not of each look."""
    table = play(f"mqtt://127.0.0.1:{free_port()}").table
    told: list[NetworkStatus | None] = []
    table.linked, table.on_show = (lambda: LOST), (lambda: told.append(table.network))
    for _ in range(3):
        table.look_at_network()
    assert told == [LOST]
