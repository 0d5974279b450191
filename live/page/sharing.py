"""Where a page is reached: on this machine or from others, under which names, and with which token."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass

from live.page.guard import LOOPBACK_NAMES
from live.page.server import LOOPBACK, new_token, own_address
from tabletop.errors import UsageError

EVERYWHERE = ("0.0.0.0", "::")
_NAME = re.compile(r"[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?")


@dataclass(frozen=True, slots=True)
class Sharing:
    """The page's address for this machine; and for others, where it is shared, with the token for changes.

    `hosts` are the names under which it answers; the address that a request came to is another one.
    """

    here: str
    shared: str | None
    token: str | None
    hosts: frozenset[str]


def sharing(host: str | None, port: int, allowed: Iterable[str] = ()) -> Sharing:
    """How the page is shared that listens on `host` (None: this machine alone), with further names `allowed`.

    Raises UsageError where one of those is no name.
    """
    away = host is not None and host not in (LOOPBACK, "localhost", "::1")
    reachable = own_address() if host in EVERYWHERE else (host or LOOPBACK)
    here = reachable if away and host not in EVERYWHERE else LOOPBACK
    hosts = LOOPBACK_NAMES | {_named(name) for name in allowed}
    if away:
        hosts |= {_bracketed(reachable).lower(), *own_names(socket.gethostname())}
    return Sharing(
        f"http://{_bracketed(here)}:{port}/",
        f"http://{_bracketed(reachable)}:{port}/" if away else None,
        new_token() if away else None,
        frozenset(hosts),
    )


def own_names(hostname: str) -> frozenset[str]:
    """What a machine is called in its own network; no other domain, since anybody can own one.

    >>> sorted(own_names("Table-PC"))
    ['table-pc', 'table-pc.local']
    """
    name = hostname.lower().rstrip(".")
    short = name.partition(".")[0]
    return frozenset({name, short, f"{short}.local"} if short else ())


def _named(word: str) -> str:
    name = word.lower().rstrip(".")
    if not _NAME.fullmatch(name):
        raise UsageError(f"--allow-host {word}: expected a name alone, like table.example.org")
    return name


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
