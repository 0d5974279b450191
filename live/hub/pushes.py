"""What browsers are sent: server-sent events with the changed tables, made once for all who are equally far."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Mapping
from typing import Any

from live.hub.hub import Hub
from live.hub.table_view import table_view
from tabletop.readings import Problem

HEARTBEAT_S = 10.0
"""A line of comment so often keeps proxies and phones from closing a silent stream."""


class WallPushes:
    """The wall's stream. All viewers are served at the same moments, so that what they get is made only once."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._every_s = hub.wall.settings.push_every_s
        self._made: dict[tuple[int, int], tuple[int, bytes]] = {}

    async def follow(self, last_id: str | None) -> AsyncIterator[bytes]:
        """Everything first (or what was missed since `last_id`), then what changes; and how it stands with the hub."""
        hub = self._hub
        boot, _, number = (last_id or "").rpartition("-")
        version = int(number) if boot == hub.boot and number.isdigit() else 0
        told: dict[str, Any] = {}
        said_s = time.monotonic()
        yield b"retry: 1000\n\n"
        while not hub.closed.is_set():
            moment = int(time.monotonic() / self._every_s)
            version, block = self._block(moment, version)
            health = hub.health()
            if health != told:
                block, told = block + health_event(hub, health), health
            if block:
                yield block
                said_s = time.monotonic()
            elif time.monotonic() - said_s > HEARTBEAT_S:
                yield b": alive\n\n"
                said_s = time.monotonic()
            await asyncio.sleep(self._every_s - time.monotonic() % self._every_s)

    def _block(self, moment: int, version: int) -> tuple[int, bytes]:
        """What a viewer at `version` gets at this moment, with the version that it then has."""
        made = self._made.get((moment, version))
        if made is None:
            made = self._make(version)
            self._made = {key: kept for key, kept in self._made.items() if key[0] == moment}
            self._made[(moment, version)] = made
        return made

    def _make(self, version: int) -> tuple[int, bytes]:
        newest, changed, gone, whole = self._hub.wall.since(version)
        if not (changed or gone or whole):
            return newest, b""
        data = b'{"tables":[' + b",".join(changed) + b'],"gone":' + json.dumps(gone).encode() + b"}"
        name = b"wall" if whole else b"tables"
        stamp = f"{self._hub.boot}-{newest}".encode()
        return newest, b"id: " + stamp + b"\nevent: " + name + b"\ndata: " + data + b"\n\n"


def health_event(hub: Hub, health: Mapping[str, Any]) -> bytes:
    """How it stands with the hub, and its clock, by which the page counts how long a table has been silent."""
    told = {**health, "now_ms": round(hub.clock().timestamp() * 1000)}
    return f"event: hub\ndata: {json.dumps(told, ensure_ascii=False)}\n\n".encode()


async def follow_table(hub: Hub, table: str) -> AsyncIterator[bytes]:
    """One table's stream in the form of the table's own page: `state`, and `move` for each new move."""
    yield b"retry: 1000\n\n"
    version, newest, said_s = 0, None, time.monotonic()
    while not hub.closed.is_set():
        found = hub.wall.payload(table)
        if found is not None and found[0] != version:
            version = found[0]
            view = await asyncio.to_thread(table_view, found[1], table)
            if not isinstance(view, Problem):
                moves = view["moves"]
                block = _event("state", view)
                if newest is not None:
                    block += b"".join(_event("move", move) for move in moves if move["n"] > newest)
                newest = moves[-1]["n"] if moves else 0
                yield block
                said_s = time.monotonic()
        elif time.monotonic() - said_s > HEARTBEAT_S:
            yield b": alive\n\n"
            said_s = time.monotonic()
        await asyncio.sleep(hub.wall.settings.push_every_s)


def _event(name: str, data: Mapping[str, Any]) -> bytes:
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False, separators=(',', ':'))}\n\n".encode()
