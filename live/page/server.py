"""The web server in a thread of its own, beside the game."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import socket
import ssl
import threading
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

from live.page.connections import ConnectionSettings, PatientConnection, connections_with
from live.page.guard import App
from tabletop.errors import BoardsightError, UsageError

if TYPE_CHECKING:
    import uvicorn

START_TIMEOUT_S = 15.0
LOOPBACK = "127.0.0.1"
EVERYWHERE = ("0.0.0.0", "::")
FIRST_PORT = 8765
"""Tried first where no port is asked for, then the next ones: the address stays the same from evening to evening."""


def listen(host: str, port: int | None) -> socket.socket:
    """A listening socket on `port`, or the first free one from 8765; UsageError where the asked one is taken."""
    for number in [port] if port is not None else [*range(FIRST_PORT, FIRST_PORT + 20), 0]:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
        except OSError as error:
            listening.close()
            if port is not None:
                raise UsageError(
                    f"port {port} on {host} can't be used ({error.strerror}); try another --port"
                ) from error
            continue
        listening.listen(128)
        return listening
    raise UsageError(f"no port on {host} is free; give one with --port")


def new_token() -> str:
    """A token that nobody guesses and a phone can carry in a QR code."""
    return secrets.token_urlsafe(16)


def own_addresses(listening_on: str) -> frozenset[str]:
    """The addresses at which this machine is reached that listens on one, or on all of them, as they are now."""
    if listening_on not in EVERYWHERE:
        return frozenset({listening_on})
    found = {own_address(), LOOPBACK}
    with contextlib.suppress(OSError):  # a machine whose name nobody knows
        found |= {str(each[4][0]) for each in socket.getaddrinfo(socket.gethostname(), None)}
    return frozenset(address.partition("%")[0] for address in found)


def reached_at(listening_on: str) -> str:
    """The address at which others reach this machine that listens on one, or on all of its own."""
    return own_address() if listening_on in EVERYWHERE else listening_on


def own_address() -> str:
    """This machine's address in the local network, for the QR code; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: the kernel only picks the way out
        except OSError:
            return LOOPBACK
        address: str = probe.getsockname()[0]
        return address


MOST_FILES = 1024
"""Open at once, connections among them; macOS begins with 256."""


def _allow_files() -> None:
    """Let this process have enough files open, where the system has such a limit and lets it be raised."""
    try:
        import resource
    except ImportError:  # Windows has none
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < MOST_FILES:
        with contextlib.suppress(ValueError, OSError):  # then there is room for fewer viewers
            resource.setrlimit(resource.RLIMIT_NOFILE, (MOST_FILES, hard))


class PageServer:
    """uvicorn on a socket that is already open, and on a second one over https; use as a context manager."""

    def __init__(
        self,
        app: App,
        listening: socket.socket,
        *,
        settings: ConnectionSettings | None = None,
        secure: tuple[socket.socket, ssl.SSLContext] | None = None,
    ) -> None:
        _allow_files()
        self.port: int = listening.getsockname()[1]
        self._served = [(_server(app, settings, None), listening)]
        if secure is not None:
            self._served.append((_server(app, settings, secure[1]), secure[0]))
        self._thread = threading.Thread(target=self._run, name="page", daemon=True)

    def __enter__(self) -> PageServer:
        self._thread.start()
        deadline_s = time.monotonic() + START_TIMEOUT_S
        while not all(server.started for server, _ in self._served):
            if not self._thread.is_alive() or time.monotonic() > deadline_s:
                raise BoardsightError("the page could not be started; try another --port")
            time.sleep(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        for server, _socket in self._served:
            server.should_exit = True
        self._thread.join(timeout=5)
        for _server, listening in self._served:
            listening.close()

    def _run(self) -> None:
        """In the page's thread: all of them in one event loop, since they serve one application."""

        async def serve() -> None:
            await asyncio.gather(*(server.serve(sockets=[listening]) for server, listening in self._served))
            _close_connections(server for server, _socket in self._served)
            await asyncio.sleep(0)  # a transport closes in its loop's next turn

        with asyncio.Runner(loop_factory=self._served[0][0].config.get_loop_factory()) as runner:
            runner.run(serve())


def _close_connections(ended: Iterable[uvicorn.Server]) -> None:
    """Whoever came while the servers ended is told so: a browser would wait for ever for an answer from nobody."""
    for server in ended:
        for connection in list(server.server_state.connections):
            connection.transport.abort()


def _server(app: App, settings: ConnectionSettings | None, encrypted: ssl.SSLContext | None) -> uvicorn.Server:
    import uvicorn

    config = uvicorn.Config(
        app,
        log_level="error",
        access_log=False,
        timeout_graceful_shutdown=2,  # streams stay open for ever: without it the server never ends
        timeout_keep_alive=15,
        http=PatientConnection if settings is None else connections_with(settings),
        h11_max_incomplete_event_size=32 * 1024,
        server_header=False,
    )
    config.load()
    config.ssl = encrypted
    return uvicorn.Server(config)
