"""Hears some of the tables beside the hub, to tell how late they themselves are: they share the machine."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

from live.network.topics import event_topic


class Ear:
    """Keeps when each event of these tables was sent, by the machine's clock."""

    def __init__(self, port: int, tables: list[str]) -> None:
        self.sent_s: dict[tuple[str, int], float] = {}
        self._topics = [(event_topic(table), 0) for table in tables]
        self._client = paho.Client(CallbackAPIVersion.VERSION2)
        self._client.on_connect = lambda client, *_: client.subscribe(self._topics)
        self._client.on_message = self._hear
        self._client.reconnect_delay_set(1, 1)
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()

    def close(self) -> None:
        """Hear no more."""
        self._client.disconnect()
        self._client.loop_stop()

    def _hear(self, client: Any, userdata: Any, message: paho.MQTTMessage) -> None:
        document = json.loads(message.payload)
        sent_s = datetime.fromisoformat(document["sent"]).timestamp()
        self.sent_s.setdefault((document["table"], document["n"]), sent_s)
