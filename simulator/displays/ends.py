"""The device's end of a serial line: a pseudo-terminal's master side, or a listening socket."""

from __future__ import annotations

import contextlib
import os
import select
import socket
from typing import Protocol


class DeviceEnd(Protocol):
    """Bytes from and to a host; `name` is what the host opens with pyserial."""

    name: str

    def read(self, timeout_s: float) -> bytes:
        """Wait at most so long; return what has come."""
        ...

    def write(self, data: bytes) -> None:
        """Send; bytes that nobody reads are lost, as a real board's are."""
        ...

    def close(self) -> None:
        """Pull the plug."""
        ...


def has_ptys() -> bool:
    """There are pseudo-terminals here (Linux, macOS)."""
    return hasattr(os, "openpty")


class PtyEnd:
    """The master side of a pseudo-terminal; keeps the slave open so that the host may come and go."""

    def __init__(self) -> None:
        import tty

        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.name = os.ttyname(self._slave)

    def read(self, timeout_s: float) -> bytes:
        """Wait at most so long; return what has come."""
        ready, _, _ = select.select([self._master], [], [], timeout_s)
        return os.read(self._master, 4096) if ready else b""

    def write(self, data: bytes) -> None:
        """Send, if anybody listens."""
        with contextlib.suppress(BlockingIOError):  # nobody reads: a real board's bytes are lost as well
            os.write(self._master, data)

    def close(self) -> None:
        """Pull the plug."""
        os.close(self._slave)
        os.close(self._master)


class SocketEnd:
    """A listening socket on this computer that serves one host at a time."""

    def __init__(self) -> None:
        self._server = socket.create_server(("127.0.0.1", 0))
        self._host: socket.socket | None = None
        self.name = f"socket://127.0.0.1:{self._server.getsockname()[1]}"

    def read(self, timeout_s: float) -> bytes:
        """Wait at most so long; return what has come."""
        watched = [self._server] if self._host is None else [self._server, self._host]
        ready, _, _ = select.select(watched, [], [], timeout_s)
        if self._server in ready:
            if self._host is not None:
                self._host.close()
            self._host, _ = self._server.accept()
        elif self._host is not None and self._host in ready:
            return self._receive(self._host)
        return b""

    def write(self, data: bytes) -> None:
        """Send, if anybody listens."""
        if self._host is not None:
            with contextlib.suppress(OSError):  # the host has just gone; `read` notices
                self._host.sendall(data)

    def close(self) -> None:
        """Pull the plug."""
        if self._host is not None:
            self._host.close()
        self._server.close()

    def _receive(self, host: socket.socket) -> bytes:
        try:
            data = host.recv(4096)
        except OSError:
            data = b""
        if not data:
            host.close()
            self._host = None
        return data
