"""Somebody who hears everything that tables tell, and counts: what is missing, came twice, out of order, how late."""

from __future__ import annotations

import json
import re
import threading
import time
from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

_STATE = re.compile(rb'"table":"([^"]+)".*?"n":(\d+)', re.DOTALL)


class Meter:
    """Subscribes once and for all: what is told while it reconnects waits at the broker."""

    def __init__(self, port: int, name: str) -> None:
        self.events = self.states = self.twice = 0
        self.disordered = 0
        """Events that came, for the first time, after one with a higher n."""
        self.backwards = 0
        """States with a smaller n than one before."""
        self.runs: dict[str, set[str]] = defaultdict(set)
        self.sent_s: dict[tuple[str, int], tuple[float, float]] = {}
        """When each event was first heard, and when it had been sent (seconds since 1970), by table and n."""
        self._highest: dict[str, int] = defaultdict(int)
        self._state_n: dict[str, int] = defaultdict(int)
        self._name = name
        subscribed = threading.Event()
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=f"meter-{name}", clean_session=False)
        self._client.reconnect_delay_set(1, 1)
        self._client.on_connect = lambda client, *_: client.subscribe(
            [("boardsight/v1/+/event", 1), ("boardsight/v1/+/state", 0)]
        )
        self._client.on_subscribe = lambda *_: subscribed.set()
        self._client.on_message = lambda _, __, message: self._hear(message.topic, message.payload)
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        assert subscribed.wait(30)

    def close(self) -> None:
        """Hear no more."""
        self._client.disconnect()
        self._client.loop_stop()

    def missing(self, last: Mapping[str, int]) -> int:
        """Events up to each table's last n that were never heard."""
        heard = set(self.sent_s)
        return sum((table, n) not in heard for table, upto in last.items() for n in range(1, upto + 1))

    def behind(self, last: Mapping[str, int]) -> int:
        """Tables whose newest state is not that of their last move."""
        return sum(self._state_n[table] != n for table, n in last.items())

    def _hear(self, topic: str, payload: bytes | bytearray) -> None:
        table = topic.split("/")[2]
        if not table.startswith(f"{self._name}-"):
            return
        if topic.endswith("/state"):
            self.states += 1
            found = _STATE.search(payload, 0, 600)
            if found is not None:
                n = int(found[2])
                self.backwards += n < self._state_n[table]
                self._state_n[table] = n
            return
        self.events += 1
        event = json.loads(payload)
        n = event["n"]
        self.runs[table].add(event["run"])
        if (table, n) in self.sent_s:
            self.twice += 1
            return
        self.sent_s[table, n] = (time.time(), datetime.fromisoformat(event["sent"]).timestamp())
        self.disordered += n < self._highest[table]
        self._highest[table] = max(n, self._highest[table])
