"""Keeps results: in memory for the standings, and in the database as they come, whenever that can be reached."""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

from live.archive.database import DatabaseAway
from live.hub.results import GameResult


class ResultStore(Protocol):
    """What the keeper needs of a database."""

    name: str

    def store(self, results: tuple[GameResult, ...]) -> None: ...  # noqa: D102
    def load(self, since: datetime | None = None) -> tuple[GameResult, ...]: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class ResultWriterSettings:
    """Times and bounds of the storing."""

    batch_s: float = 0.5
    """Results that come within this time are written together: 500 tables cost one transaction, not 500."""
    unfinished_every_s: float = 20.0
    """Games that are not over are written so often at most: a move a second at 500 tables need not go to the disk."""
    first_retry_s: float = 1.0
    longest_retry_s: float = 15.0
    """A database that is away is asked again after a second, then twice as long, up to this."""
    most_waiting: int = 20_000
    """Games that wait for the database; beyond, games that are not over go first, the oldest before the newer."""


class ResultWriter:
    """All results; `keep` never waits. Runs its own thread between `start` and `stop`."""

    def __init__(
        self,
        database: ResultStore,
        *,
        since: datetime | None = None,
        settings: ResultWriterSettings | None = None,
        on_trouble: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        self.trouble = ""
        self.dropped = 0
        self._database = database
        self._since = since
        self._settings = settings or ResultWriterSettings()
        self._on_trouble = on_trouble
        self._lock = threading.Lock()
        self._results: dict[tuple[str, str], GameResult] = {}
        self._waiting: OrderedDict[tuple[str, str], GameResult] = OrderedDict()
        self._is_loaded = False
        self._unfinished_s = -math.inf
        self._version = 0
        self._news = threading.Event()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="results", daemon=True)

    def start(self) -> None:
        """Begin to load what there is and to write what comes."""
        self._thread.start()

    def stop(self, timeout_s: float = 5.0) -> int:
        """Write what still waits; returns how many results could not be written in time."""
        self._stopped.set()
        self._news.set()
        self._thread.join(timeout_s)
        with self._lock:
            return len(self._waiting)

    def keep(self, result: GameResult) -> None:
        """Take a game's newest state; whether it counts and when it began stay as they were known."""
        with self._lock:
            known = self._results.get(result.key)
            if known is not None:
                result = replace(result, counts=known.counts, began_at=min(known.began_at, result.began_at))
                if replace(result, changed_at=known.changed_at) == known:
                    return
            self._take(result)
        self._news.set()

    def set_aside(self, key: tuple[str, str], *, counts: bool) -> GameResult | None:
        """Let a result count or not; the result as it is now, None where there is none."""
        with self._lock:
            known = self._results.get(key)
            if known is None:
                return None
            changed = replace(known, counts=counts)
            self._take(changed)
        self._news.set()
        return changed

    @property
    def results(self) -> tuple[GameResult, ...]:
        """Every result that is known, in the order in which they came."""
        with self._lock:
            return tuple(self._results.values())

    @property
    def version(self) -> int:
        """Grows with every change to a finished game: who has made standings knows whether they are still true."""
        with self._lock:
            return self._version

    @property
    def waiting(self) -> int:
        """Results that are not in the database yet."""
        with self._lock:
            return len(self._waiting)

    def _take(self, result: GameResult) -> None:
        self._results[result.key] = result
        self._waiting[result.key] = result
        if result.over:
            self._version += 1
        if len(self._waiting) > self._settings.most_waiting:
            goes = next((key for key, one in self._waiting.items() if not one.over), next(iter(self._waiting)))
            del self._waiting[goes]
            self.dropped += 1

    def _run(self) -> None:
        pause_s = self._settings.first_retry_s
        while True:
            ending = self._stopped.is_set()
            try:
                self._load()
                self._write()
            except DatabaseAway as error:
                self._tell(str(error))
                if ending:
                    return
                self._stopped.wait(pause_s)
                pause_s = min(2 * pause_s, self._settings.longest_retry_s)
                continue
            self._tell("")
            pause_s = self._settings.first_retry_s
            if ending:
                return
            self._news.wait(self._settings.unfinished_every_s or None)
            self._news.clear()
            self._stopped.wait(self._settings.batch_s)

    def _load(self) -> None:
        """Read what earlier evenings, or this one before a restart, have left."""
        if self._is_loaded:
            return
        for found in self._database.load(self._since):
            with self._lock:
                newer = self._results.get(found.key)
                if newer is None:
                    self._results[found.key] = found
                else:  # it came while the database was away: what the organiser said of it earlier still holds
                    joined = replace(newer, counts=found.counts, began_at=min(found.began_at, newer.began_at))
                    self._results[found.key] = joined
                    self._waiting[found.key] = joined
                self._version += 1
        self._is_loaded = True

    def _write(self) -> None:
        now_s = time.monotonic()
        everything = self._stopped.is_set() or now_s - self._unfinished_s >= self._settings.unfinished_every_s
        with self._lock:
            batch = tuple(one for one in self._waiting.values() if one.over or everything)
        if everything:
            self._unfinished_s = now_s
        if not batch:
            return
        self._database.store(batch)
        with self._lock:
            for result in batch:
                if self._waiting.get(result.key) is result:
                    del self._waiting[result.key]

    def _tell(self, sentence: str) -> None:
        if sentence != self.trouble:
            self.trouble = sentence
            self._on_trouble(sentence)
