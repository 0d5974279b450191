"""Somebody who hears everything that tables tell, and counts: what is missing, came twice, out of order, how late."""

from __future__ import annotations

import json
import re
import threading
import time
from collections import defaultdict
from datetime import datetime

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from live.network.virtual import Load, lines_at, next_line_s

_STATE = re.compile(rb'"table":"([^"]+)".*?"sent":"([^"]+)","n":(\d+)', re.DOTALL)


class Meter:
    """Subscribes once and for all: what is told while it reconnects waits at the broker."""

    def __init__(self, port: int, name: str) -> None:
        self.events = 0
        self.states = 0
        self.twice = 0
        self.disordered = 0
        """Events that came, for the first time, after one with a higher n."""
        self.backwards = 0
        """States with a smaller n than one before."""
        self.runs: dict[str, set[str]] = defaultdict(set)
        self.latencies: list[tuple[float, float]] = []
        """When it was heard (seconds since 1970), and how long it had been under way from its sending, in ms."""
        self.ages: list[tuple[float, float]] = []
        """When it was heard, and how long before that the move was made, in ms."""
        self.load: Load | None = None
        self.ready = threading.Event()
        self._seen: dict[str, set[int]] = defaultdict(set)
        self._highest: dict[str, int] = defaultdict(int)
        self._state_n: dict[str, int] = defaultdict(int)
        self._name = name
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=f"meter-{name}", clean_session=False)
        self._client.reconnect_delay_set(1, 1)
        self._client.on_connect = lambda client, *_: client.subscribe(
            [("boardsight/v1/+/event", 1), ("boardsight/v1/+/state", 0)]
        )
        self._client.on_subscribe = lambda *_: self.ready.set()
        self._client.on_message = lambda _, __, message: self._hear(message.topic, message.payload)
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()

    def close(self) -> None:
        """Hear no more."""
        self._client.disconnect()
        self._client.loop_stop()

    def missing(self, load: Load) -> int:
        """Events that should have been told and were never heard."""
        missing = 0
        for index in range(load.first, load.first + load.tables):
            missing += len(set(range(1, lines_at(load, index, load.until_s) + 1)) - self._seen[load.table(index)])
        return missing

    def behind(self, load: Load) -> int:
        """Tables whose newest state is not that of their last move."""
        return sum(
            self._state_n[load.table(index)] != lines_at(load, index, load.until_s)
            for index in range(load.first, load.first + load.tables)
        )

    def _hear(self, topic: str, payload: bytes | bytearray) -> None:
        now_s = time.time()
        table = topic.split("/")[2]
        if not table.startswith(f"{self._name}-"):
            return
        if topic.endswith("/state"):
            self.states += 1
            found = _STATE.search(payload, 0, 600)
            if found is not None:
                n = int(found[3])
                self.backwards += n < self._state_n[table]
                self._state_n[table] = n
                self._late(self.latencies, now_s, datetime.fromisoformat(found[2].decode()).timestamp())
            return
        self.events += 1
        event = json.loads(payload)
        n = event["n"]
        self.runs[table].add(event["run"])
        self._late(self.latencies, now_s, datetime.fromisoformat(event["sent"]).timestamp())
        seen = self._seen[table]
        if n in seen:
            self.twice += 1
            return
        seen.add(n)
        self.disordered += n < self._highest[table]
        self._highest[table] = max(n, self._highest[table])
        if self.load is not None:
            index = int(table.rpartition("-")[2]) - 1
            self._late(self.ages, now_s, next_line_s(self.load, index, n - 1))

    def _late(self, into: list[tuple[float, float]], now_s: float, then_s: float) -> None:
        into.append((now_s, max(0.0, now_s - then_s) * 1000))


def percentiles(values: list[tuple[float, float]], from_s: float, to_s: float) -> tuple[float, float]:
    """Median and 99th percentile of what was heard between two times; NaN where nothing was."""
    chosen = sorted(value for heard_s, value in values if from_s <= heard_s < to_s)
    if not chosen:
        return (float("nan"), float("nan"))
    return (chosen[len(chosen) // 2], chosen[min(len(chosen) - 1, int(len(chosen) * 0.99))])
