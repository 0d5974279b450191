"""Fixtures of the hub's tests: a broker, a database server, a hub; skipped by name where one is missing."""

import asyncio
import sys
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from real_broker import MOSQUITTO, RealBroker
from services import NO_POSTGRES, POSTGRES, Postgres
from speaking import Voice, eventually

from live.archive.database import database_url
from live.hub.database import Database
from live.hub.hub import Hub
from live.hub.result_writer import ResultWriter, ResultWriterSettings
from live.hub.settings import HubSettings
from live.hub.subscriber import subscribe
from live.hub.tournament import Tournament
from live.hub.wall import Wall
from live.network.broker import broker_of
from tabletop.errors import BoardsightError


@pytest.fixture(scope="session")
def mosquitto(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealBroker]:
    """One broker for the tests that leave it running."""
    if MOSQUITTO is None:
        pytest.skip("needs Mosquitto (Debian: apt install mosquitto)")
    with RealBroker(tmp_path_factory.mktemp("mosquitto")) as broker:
        yield broker


@pytest.fixture
def own_mosquitto(tmp_path: Path) -> Iterator[RealBroker]:
    """A broker that a test may stop; not started yet."""
    if MOSQUITTO is None:
        pytest.skip("needs Mosquitto (Debian: apt install mosquitto)")
    broker = RealBroker(tmp_path)
    yield broker
    broker.stop()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One PostgreSQL for all tests."""
    if POSTGRES is None:
        pytest.skip(NO_POSTGRES)
    server = Postgres().start()
    yield server
    server.remove()


class Running:
    """A hub that listens in a thread of its own, as `boardsight hub` runs it."""

    def __init__(self, url: str, database: Path, tournament: Tournament | None = None) -> None:
        self.said: list[str] = []
        self.failed: BoardsightError | None = None
        keeper = ResultWriter(
            Database(database_url(str(database))), settings=ResultWriterSettings(batch_s=0.05, first_retry_s=0.1)
        )
        settings = HubSettings(reconnect_first_s=0.1, reconnect_longest_s=0.2)
        wall = Wall(settings=settings, clock=lambda: datetime.now(UTC), on_result=keeper.keep)
        self.hub = Hub(wall, keeper, tournament or Tournament())
        self._url = url
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        keeper.start()
        self._thread.start()

    def _run(self) -> None:
        self._task = self._loop.create_task(subscribe(self.hub, broker_of(self._url), say=self.said.append))
        try:
            self._loop.run_until_complete(self._task)
        except BoardsightError as error:
            self.failed = error
        except asyncio.CancelledError:
            pass

    def connected(self) -> "Running":
        """Wait until it is."""
        eventually(lambda: self.hub.broker == "", "the hub is connected")
        return self

    def close(self) -> None:
        """End it."""
        self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join(60)
        self._loop.close()
        self.hub.keeper.stop()


@pytest.fixture
def run_hub(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """Starts hubs that are ended after the test."""
    running: list[Running] = []

    def start(url: str, **more: object) -> Running:
        running.append(Running(url, tmp_path / f"hub{len(running)}.sqlite", **more))  # type: ignore[arg-type]
        return running[-1]

    yield start
    for one in running:
        one.close()


@pytest.fixture
def voice(mosquitto: RealBroker) -> Iterator[Voice]:
    """A client at the common broker."""
    made = Voice(mosquitto.port)
    yield made
    made.close()
