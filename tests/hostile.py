"""A web server that says whatever a test wants it to say."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator

Pieces = Callable[[], Iterator[bytes]]
"""What one connection is answered, piece by piece; it may go on for ever."""


def whole(body: bytes, *, status: str = "200 OK") -> Pieces:
    """An answer with a length, in one piece."""
    head = f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    return lambda: iter([head.encode() + body])


class HostileServer:
    """Answers every connection by `pieces`, however the request was."""

    def __init__(self) -> None:
        self.pieces: Pieces = whole(b"")
        self.sent = 0
        self.heard: list[bytes] = []
        """What each connection has said."""
        self.asked = threading.Semaphore(0)
        """Released once for each connection."""
        self._ending = threading.Event()
        self._server = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self) -> str:
        """Host and port."""
        return f"127.0.0.1:{self._server.getsockname()[1]}"

    def drip(self, piece: bytes, *, head: bytes = b"") -> Pieces:
        """A piece every hundredth of a second, for ever."""

        def drops() -> Iterator[bytes]:
            yield head
            while not self._ending.wait(0.01):
                yield piece

        return drops

    def __enter__(self) -> HostileServer:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self._ending.set()
        self._server.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # closed
            while True:
                connected, _ = self._server.accept()
                threading.Thread(target=self._answer, args=(connected,), daemon=True).start()

    def _answer(self, connected: socket.socket) -> None:
        with connected, contextlib.suppress(OSError):  # the other end has heard enough
            self.heard.append(connected.recv(65536))
            self.asked.release()
            for piece in self.pieces():
                connected.sendall(piece)
                self.sent += len(piece)
