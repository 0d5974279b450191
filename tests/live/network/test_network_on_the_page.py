"""What the page is told when the broker is away, and when it is back; the game waits for neither."""

from typing import Any

from played_table import Start
from real_broker import RealBroker, free_port
from waiting import wait_until

from live.page.shown import NetworkStatus
from live.runtime.live_table import LiveTable

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
