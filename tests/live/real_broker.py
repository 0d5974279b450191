"""A real Mosquitto for tests, on a free port of this machine, and a listener that keeps what it hears."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion
from waiting import PATIENCE_S, wait_until

MOSQUITTO = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")

needs_mosquitto = pytest.mark.skipif(MOSQUITTO is None, reason="mosquitto is not installed: apt install mosquitto")


def free_port() -> int:
    """A port that nobody has just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class RealBroker:
    """Mosquitto with a configuration of its own; it may be stopped and started again on the same port."""

    def __init__(self, folder: Path, lines: Sequence[str] = ("allow_anonymous true",), *, listener: str = "") -> None:
        self.port = free_port()
        self.url = f"mqtt://127.0.0.1:{self.port}"
        self._config = folder / f"mosquitto-{self.port}.conf"
        given = [listener or f"listener {self.port} 127.0.0.1", *lines]
        if os.geteuid() == 0:
            given.append("user root")  # else Mosquitto becomes somebody who can't read the test's files
        self._config.write_text("\n".join(given) + "\n")
        self._log = folder / f"mosquitto-{self.port}.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> RealBroker:
        """Start, and wait until it answers."""
        assert MOSQUITTO is not None, "tests with a broker are marked needs_mosquitto"
        with self._log.open("ab") as log:
            self._process = subprocess.Popen([MOSQUITTO, "-c", str(self._config)], stdout=log, stderr=log)
        until(lambda: self._answers() or self._process is None or self._process.poll() is not None)
        assert self._process.poll() is None, self._log.read_text()
        return self

    @property
    def pid(self) -> int | None:
        """Its process, None while it does not run."""
        return None if self._process is None else self._process.pid

    def stop(self) -> None:
        """End it; what it retained is forgotten."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(PATIENCE_S)
            self._process = None

    def _answers(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            return False
        return True

    def __enter__(self) -> RealBroker:
        return self.start()

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.stop()
        if error is not None:
            print(f"{self.url} says:", self._log.read_text(errors="replace")[-4000:], sep="\n", file=sys.stderr)


class Listener:
    """Hears topics and keeps (topic, payload, retained); connects again by itself."""

    def __init__(self, port: int, *topics: str, user: str | None = None, password: str | None = None) -> None:
        self.heard: list[tuple[str, bytes, bool]] = []
        self.ready = threading.Event()
        self._topics = topics
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2)
        self._client.reconnect_delay_set(1, 1)
        self._client.on_connect = lambda client, *_: client.subscribe([(topic, 1) for topic in topics])
        self._client.on_subscribe = lambda *_: self.ready.set()
        self._client.on_message = lambda _, __, message: self.heard.append(
            (message.topic, bytes(message.payload), bool(message.retain))
        )
        if user is not None:
            self._client.username_pw_set(user, password)
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        assert self.ready.wait(PATIENCE_S)

    def of(self, ending: str) -> list[bytes]:
        """Payloads of the topics that end so."""
        return [payload for topic, payload, _ in self.heard if topic.endswith(ending)]

    def send(self, topic: str, payload: bytes | str, *, retain: bool = False, qos: int = 1) -> None:
        """Publish, and wait until the broker has it."""
        self._client.publish(topic, payload, qos=qos, retain=retain).wait_for_publish(PATIENCE_S)

    def close(self) -> None:
        """Hear no more."""
        self._client.disconnect()
        self._client.loop_stop()

    def __enter__(self) -> Listener:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.close()
        if error is not None:
            print("heard:", *((topic, payload[:60]) for topic, payload, _ in self.heard), sep="\n", file=sys.stderr)


class Cable:
    """The way from one client to the broker, which can be cut and mended while the broker and all others go on."""

    def __init__(self, port: int) -> None:
        self._broker_port = port
        self._near_port = free_port()
        self.url = f"mqtt://127.0.0.1:{self._near_port}"
        self._ends: list[socket.socket] = []
        self.mend()

    def cut(self) -> None:
        """Break every connection, and let no new one come about."""
        self._listening.shutdown(socket.SHUT_RDWR)  # wakes whoever waits in accept
        self._listening.close()
        self._accepting.join()
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self._ends.clear()

    def mend(self) -> None:
        """Let new connections come about."""
        self._listening = socket.create_server(("127.0.0.1", self._near_port))
        self._accepting = threading.Thread(target=self._accept, args=(self._listening,), daemon=True)
        self._accepting.start()

    def __enter__(self) -> Cable:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.cut()

    def _accept(self, listening: socket.socket) -> None:
        while True:
            try:
                near, _ = listening.accept()
            except OSError:
                return
            far = socket.create_connection(("127.0.0.1", self._broker_port))
            self._ends += [near, far]
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=_carry, args=(source, sink), daemon=True).start()


def _carry(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
    for end in (source, sink):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


def until(happened: Callable[[], object]) -> None:
    """Wait for what must come in the end; fails where it does not."""
    assert wait_until(happened), "it did not come"
