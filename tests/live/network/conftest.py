"""A table on a network, and a broker, for every test of this folder."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Thread

import pytest
from played_table import QUICK, PlayedTable, Start
from real_broker import MOSQUITTO, Listener, RealBroker

from live.network.broker import Broker, broker_of
from live.network.hosting import on_the_network
from live.network.permissions import Permissions
from live.network.settings import BrokerLinkSettings, Network
from live.page.mailbox import Mailbox
from live.page.publication import Publication
from live.records.store import RecordStore
from live.runtime.live_table import LiveTable
from live.table.session import begin
from tabletop.records import Header


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Start]:
    """Starts a table at a broker (an address or a `Broker`); the record's name tells whether it is taken up again."""
    with ExitStack() as stack:

        def start(
            broker: str | Broker,
            name: str = "club-3",
            *,
            record: str = "game.jsonl",
            permissions: Permissions | None = None,
            discovery: str | None = None,
            settings: BrokerLinkSettings = QUICK,
            players: tuple[str, ...] = ("Ann", "Ben"),
        ) -> PlayedTable:
            path = tmp_path / record
            store = RecordStore.open(path, header=Header("big-city", players))
            stack.callback(store.close)
            session = begin(Header("big-city", players))
            if store.found is not None:
                session = begin(store.found.header, store.found.entries)
            table = LiveTable(session, store, Publication(), Mailbox())
            where = broker_of(broker) if isinstance(broker, str) else broker
            network = Network(where, name, permissions or Permissions(), discovery)
            thread = stack.enter_context(on_the_network(table, network, settings=settings))
            assert thread is not None
            played = PlayedTable(table, thread)
            watching = Thread(target=played.watch)
            watching.start()
            stack.callback(watching.join)
            stack.callback(played.stop.set)
            return played

        yield start


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[RealBroker]:
    """A broker that lets everybody in."""
    if MOSQUITTO is None:
        pytest.skip("mosquitto is not installed: apt install mosquitto")
    with RealBroker(tmp_path) as running:
        yield running


@pytest.fixture
def heard(broker: RealBroker) -> Iterator[Listener]:
    """Who hears all that tables say there."""
    with Listener(broker.port, "boardsight/#") as listener:
        yield listener
