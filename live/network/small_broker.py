"""A small broker for a rehearsal on one machine: MQTT 3.1.1 with retained messages and last wills.

Delivery is once at most or at least (QoS 0 and 1); nobody has a password, and nothing outlives it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import cycle

from paho.mqtt.client import topic_matches_sub

LARGEST_PACKET = 1 << 20
"""Bytes; a message of ours has a quarter of that."""
MOST_UNREAD = 16 << 20
"""Bytes that wait for one client; who takes nothing is let go."""
HELLO_S = 10.0
"""Whoever connects says so by then."""


class Packet(IntEnum):
    """A packet's number (MQTT 3.1.1, section 2.2.1)."""

    CONNECT = 1
    CONNACK = 2
    PUBLISH = 3
    PUBACK = 4
    SUBSCRIBE = 8
    SUBACK = 9
    UNSUBSCRIBE = 10
    UNSUBACK = 11
    PINGREQ = 12
    PINGRESP = 13
    DISCONNECT = 14


class _Broken(Exception):
    """A client says what nobody understands; its connection ends."""


@dataclass(slots=True, eq=False)
class _Client:
    """One client that is connected."""

    writer: asyncio.StreamWriter
    name: str = ""
    patience_s: float | None = HELLO_S
    will: tuple[str, bytes, bool] | None = None
    wanted: dict[str, int] = field(default_factory=dict)
    """Topic filter -> QoS."""
    numbers: cycle[int] = field(default_factory=lambda: cycle(range(1, 1 << 16)))

    def send(self, kind: Packet, content: bytes, flags: int = 0) -> None:
        """Send a packet; who has not taken the last ones is let go."""
        if self.writer.transport.get_write_buffer_size() > MOST_UNREAD:
            self.writer.transport.abort()
        elif not self.writer.is_closing():
            self.writer.write(bytes([kind << 4 | flags]) + _length(len(content)) + content)

    def publish(self, topic: str, payload: bytes, qos: int, *, retained: bool = False) -> None:
        """Tell a message."""
        number = next(self.numbers).to_bytes(2) if qos else b""
        self.send(Packet.PUBLISH, _text(topic) + number + payload, qos << 1 | retained)


class SmallBroker:
    """Who is connected, and what is retained."""

    def __init__(self) -> None:
        self._serving: dict[asyncio.Task[None], _Client] = {}
        self._clients: dict[str, _Client] = {}
        self._retained: dict[str, bytes] = {}

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, from its first packet to its end."""
        client, task = _Client(writer), asyncio.current_task()
        assert task is not None, "a server makes a task of each connection"
        self._serving[task] = client
        try:
            while await self._answered(client, *await _packet(reader, client.patience_s)):
                pass
        except (_Broken, TimeoutError, OSError, EOFError, ValueError, IndexError):
            pass  # gone, silent for too long, or none that speaks MQTT: its last will says so
        finally:
            if self._clients.get(client.name) is client:
                del self._clients[client.name]
            if client.will is not None:
                self._tell(*client.will)
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()
            del self._serving[task]

    async def end(self) -> None:
        """Hang up on everybody."""
        for client in self._serving.values():
            client.writer.transport.abort()
        await asyncio.gather(*self._serving, return_exceptions=True)

    async def _answered(self, client: _Client, head: int, content: bytes) -> bool:
        """Answer a packet; False where it was the last one."""
        kind, rest = Packet(head >> 4), _Content(content)
        if (kind is Packet.CONNECT) == (client.name != ""):
            raise _Broken
        match kind:
            case Packet.CONNECT:
                self._connect(client, rest)
            case Packet.PUBLISH:
                topic, qos = rest.text(), head >> 1 & 3
                number = rest.take(2) if qos else b""
                if qos == 1:
                    client.send(Packet.PUBACK, number)
                elif qos:
                    raise _Broken
                self._tell(topic, rest.left(), bool(head & 1))
            case Packet.SUBSCRIBE:
                self._subscribe(client, rest)
            case Packet.UNSUBSCRIBE:
                number = rest.take(2)
                while rest:
                    client.wanted.pop(rest.text(), None)
                client.send(Packet.UNSUBACK, number)
            case Packet.PINGREQ:
                client.send(Packet.PINGRESP, b"")
            case Packet.DISCONNECT:
                client.will = None
                return False
        return True

    def _connect(self, client: _Client, rest: _Content) -> None:
        protocol, level, flags, keepalive_s = rest.text(), *rest.take(2), int.from_bytes(rest.take(2))
        if (protocol, level) != ("MQTT", 4):
            client.send(Packet.CONNACK, b"\0\1")
            raise _Broken
        client.name = rest.text() or f"unnamed {id(client)}"
        client.patience_s = 1.5 * keepalive_s or None
        if flags & 4:
            client.will = (rest.text(), rest.take(int.from_bytes(rest.take(2))), bool(flags & 32))
        if before := self._clients.get(client.name):
            before.writer.transport.abort()
        self._clients[client.name] = client
        client.send(Packet.CONNACK, b"\0\0")

    def _subscribe(self, client: _Client, rest: _Content) -> None:
        number, wanted = rest.take(2), dict[str, int]()
        while rest:
            topic = rest.text()
            wanted[topic] = min(rest.take(1)[0], 1)
        client.wanted |= wanted
        client.send(Packet.SUBACK, number + bytes(wanted.values()))
        for topic, payload in self._retained.items():
            fitting = [qos for one, qos in wanted.items() if topic_matches_sub(one, topic)]
            if fitting:
                client.publish(topic, payload, max(fitting), retained=True)

    def _tell(self, topic: str, payload: bytes, retain: bool) -> None:
        """Pass a message on to whoever wants it; an empty one that is retained takes the one before away."""
        if retain:
            self._retained.pop(topic, None)
            if payload:
                self._retained[topic] = payload
        for client in list(self._clients.values()):
            fitting = [qos for one, qos in client.wanted.items() if topic_matches_sub(one, topic)]
            if fitting:
                client.publish(topic, payload, max(fitting))


@asynccontextmanager
async def small_broker(host: str = "127.0.0.1") -> AsyncIterator[int]:
    """A broker on a free port of this machine as long as the context lasts; gives the port."""
    broker = SmallBroker()
    server = await asyncio.start_server(broker.serve, host, 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        await broker.end()


class _Content:
    """A packet's content, taken from its beginning. IndexError where it breaks off."""

    def __init__(self, content: bytes) -> None:
        self._content, self._at = content, 0

    def __bool__(self) -> bool:
        return self._at < len(self._content)

    def take(self, count: int) -> bytes:
        """So many bytes."""
        taken = self._content[self._at : self._at + count]
        if len(taken) < count:
            raise IndexError
        self._at += count
        return taken

    def text(self) -> str:
        """A text with its length before it. ValueError where it is none."""
        return self.take(int.from_bytes(self.take(2))).decode()

    def left(self) -> bytes:
        """All that is left."""
        return self.take(len(self._content) - self._at)


async def _packet(reader: asyncio.StreamReader, patience_s: float | None) -> tuple[int, bytes]:
    """The next packet: its first byte, its content."""
    async with asyncio.timeout(patience_s):
        head, length = (await reader.readexactly(1))[0], 0
        for shift in (0, 7, 14, 21):
            part = (await reader.readexactly(1))[0]
            length |= (part & 127) << shift
            if part < 128:
                break
        if length > LARGEST_PACKET:
            raise _Broken
        return head, await reader.readexactly(length)


def _length(length: int) -> bytes:
    """A length as packets have it: seven bits a byte, the lowest first (section 2.2.3)."""
    written = bytearray()
    while True:
        length, part = divmod(length, 128)
        written.append(part | (128 if length else 0))
        if not length:
            return bytes(written)


def _text(text: str) -> bytes:
    data = text.encode()
    return len(data).to_bytes(2) + data
