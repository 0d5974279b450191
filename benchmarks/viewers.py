"""How many viewers a page serves, and what is left for others where somebody holds what he can: on this machine alone.

`python benchmarks/viewers.py` prints the figures of docs/reliability.md. Needs Linux: it answers on all of 127.0.0.0/8.
"""

from __future__ import annotations

import resource
import socket
from contextlib import suppress

from live.page.application import Served, make_application
from live.page.mailbox import Mailbox
from live.page.publication import Publication
from live.page.server import LOOPBACK, PageServer, listen

HEALTH = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
STREAM = b"GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
WAIT_S = 5.0


def main() -> None:
    """Serve a page without a game and look at it in several ways."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))  # both ends
    publication = Publication()
    publication.publish({"turn": "Ann"})
    app = make_application(publication, Mailbox(), Served(), token="benchmark")
    with PageServer(app, listen(LOOPBACK, 0)) as server:
        came = sum(_served(server.port, STREAM, close=True) for _ in range(500))
        print(f"500 viewers one after another: {came} are served")
        stayed = sum(_served(server.port, STREAM, address=f"127.0.1.{number // 10 + 1}") for number in range(500))
        print(f"500 viewers who stay, 10 of each of 50 addresses: {stayed} are served")
        _let_go()
        held = sum(_served(server.port, STREAM) for _ in range(300))
        other = _served(server.port, STREAM, address="127.0.1.99")
        print(f"one address asks for 300 streams: it gets {held}, another address then {'one' if other else 'none'}")
        _let_go()
        for _ in range(700):
            _open(server.port, b"GET / HT")
        well = _served(server.port, HEALTH)
        print(f"behind 700 half requests of one address: {'served' if well else 'locked out'}")
        publication.close()


_HELD: list[socket.socket] = []


def _open(port: int, sent: bytes, address: str = LOOPBACK) -> socket.socket:
    made = socket.create_connection((LOOPBACK, port), timeout=WAIT_S, source_address=(address, 0))
    made.sendall(sent)
    _HELD.append(made)
    return made


def _served(port: int, sent: bytes, *, address: str = LOOPBACK, close: bool = False) -> bool:
    """Whether a request is answered well; its connection is kept unless it shall be closed."""
    connected, got = _open(port, sent, address), b""
    with suppress(OSError):
        while b"\r\n\r\n" not in got and (more := connected.recv(65536)):
            got += more
    if close:
        _HELD.remove(connected)
        connected.close()
    return b" 200 " in got


def _let_go() -> None:
    for connected in _HELD:
        connected.close()
    _HELD.clear()


if __name__ == "__main__":
    main()
