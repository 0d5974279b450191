"""A rehearsal of an evening: tables that play by themselves, and a broker of our own where none is named."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from live.network.broker import Broker
from live.network.small_broker import small_broker
from live.network.virtual import Load, play, scripts
from tabletop.errors import BoardsightError

A_SECOND = 0.3
"""Lines at each table: quicker than people, slow enough to be read."""
NAME = "rehearsal"
A_YEAR_S = 365 * 86_400.0
BEGUN_S = 30.0


@contextmanager
def rehearsed(tables: int, broker: Broker | None, *, say: Callable[[str], None]) -> Iterator[Broker]:
    """Let so many tables play on a broker, on one of our own where that is None, as long as the context lasts.

    Raises BoardsightError where our own cannot begin.
    """
    stage = _Stage(tables, broker, say)
    thread = threading.Thread(target=stage.run, name="rehearsal", daemon=True)
    thread.start()
    if not stage.begun.wait(BEGUN_S) or stage.broker is None:
        raise BoardsightError("the rehearsal's broker could not begin; name one with --mqtt mqtt://HOST")
    try:
        yield stage.broker
    finally:
        stage.end()
        thread.join(BEGUN_S)


class _Stage:
    """Broker and tables in a thread of their own."""

    def __init__(self, tables: int, broker: Broker | None, say: Callable[[str], None]) -> None:
        self.broker, self.begun = broker, threading.Event()
        self._tables, self._say = tables, say
        self._end: Callable[[], object] = lambda: None

    def run(self) -> None:
        """In the thread."""
        with suppress(asyncio.CancelledError), asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
            try:
                runner.run(self._performed())
            except Exception as error:
                self._say(f"the rehearsal has ended: {type(error).__name__}: {error}")
            finally:
                self.begun.set()

    def end(self) -> None:
        """From any thread."""
        self._end()

    async def _performed(self) -> None:
        task, loop = asyncio.current_task(), asyncio.get_running_loop()
        assert task is not None, "this runs as a task"
        self._end = lambda: loop.call_soon_threadsafe(task.cancel)
        if self.broker is not None:
            await self._play(self.broker)
            return
        async with small_broker() as port:
            self.broker = Broker("127.0.0.1", port)
            await self._play(self.broker)

    async def _play(self, broker: Broker) -> None:
        self.begun.set()
        games = await asyncio.to_thread(scripts, self._tables)
        now_s = time.time()
        await play(broker, Load(self._tables, A_SECOND, now_s, now_s + A_YEAR_S, name=NAME), games, sent=None)
