"""A page served to browsers: where it is reached, under which names, with which token, and what is told of that."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial

from live.console.terminal import say
from live.page.authority import TableAuthority
from live.page.guard import LOOPBACK_NAMES, App
from live.page.guests import GuestCode
from live.page.secure import RenewedContext
from live.page.server import EVERYWHERE, LOOPBACK, PageServer, listen, new_token, own_addresses, reached_at
from tabletop.errors import UsageError

_NAME = re.compile(r"[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?")


@dataclass(frozen=True, slots=True)
class Address:
    """The page's address for this machine; and for others, where it is shared, with the token for changes.

    `hosts` are the names under which it answers; the address that a request came to is another one.
    """

    here: str
    shared: str | None
    token: str | None
    hosts: frozenset[str]
    secure_port: int | None = None
    """Where the same page is reached over https; None where it isn't."""
    guests: GuestCode | None = None
    """With which guests send pictures, where the page is shared."""

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.here.rstrip("/").rpartition(":")[2])

    @property
    def entrusted(self) -> str | None:
        """The shared address that carries the token: whoever has it may change something."""
        return None if self.shared is None else f"{self.shared}#token={self.token}"

    @property
    def for_guests(self) -> str | None:
        """The shared address that carries the guests' code: whoever has it may send pictures."""
        return None if self.shared is None or self.guests is None else f"{self.shared}#token={self.guests.code}"

    def page(self, name: str) -> Address:
        """One page of several under this address."""
        return replace(self, here=f"{self.here}{name}", shared=None if self.shared is None else f"{self.shared}{name}")


class KeptPage:
    """What stays of an evening's page until the next one takes its place: the codes and the sockets that listen.

    So nobody else takes its ports meanwhile, and who calls between two pages is answered by the second.
    """

    def __init__(self) -> None:
        self.token: str | None = None
        self.guests = GuestCode()
        self._listening: dict[str, tuple[str, socket.socket]] = {}

    def close(self) -> None:
        """Nothing takes its place any more."""
        for _host, listening in self._listening.values():
            listening.close()
        self._listening.clear()

    def listen(self, scheme: str, host: str, port: int | None) -> socket.socket:
        """As `listen`, but where the page before listened for this scheme, if that will do."""
        kept_host, kept = self._listening.pop(scheme, (None, None))
        if kept is None or kept_host != host or port not in (None, kept.getsockname()[1]):
            if kept is not None:
                kept.close()
            kept = listen(host, port)
        self._listening[scheme] = (host, kept)
        return kept.dup()


@contextmanager
def hosted(
    make_application: Callable[[Address], App],
    *,
    host: str | None,
    port: int | None,
    allow_hosts: Iterable[str] = (),
    kept: KeptPage | None = None,
    authority: TableAuthority | None = None,
) -> Iterator[Address]:
    """Serve an application as long as the context lasts; on this machine alone unless `host` is given.

    With an `authority` the same is served over https too, on the next free port.

    It answers to the machine's own names and addresses and to `allow_hosts`; `kept` is what stays of it for the page
    that takes its place. Raises UsageError where the port is taken or a name is none.
    """
    where = host or LOOPBACK
    listening = listen(where, port) if kept is None else kept.listen("http", where, port)
    address = address_of(host, listening.getsockname()[1], allow_hosts)
    if kept is not None and address.token is not None:
        kept.token = kept.token or address.token
        address = replace(address, token=kept.token, guests=kept.guests)
    secure = None
    if authority is not None:
        encrypted = RenewedContext(authority, partial(own_addresses, where))
        secure = (listen(where, None) if kept is None else kept.listen("https", where, None), encrypted.context)
        address = replace(address, secure_port=secure[0].getsockname()[1])
    with PageServer(make_application(address), listening, secure=secure):
        yield address


def tell_address(name: str, url: str | None, note: str) -> None:
    """Say where something is, with a few words on it; nothing where it is not shared."""
    if url is not None:
        say(f"{name:<8} {url}   ({note})")


def address_of(host: str | None, port: int, allowed: Iterable[str] = ()) -> Address:
    """Where the page is reached that listens on `host` (None: this machine alone), with further names `allowed`.

    Raises UsageError where one of those is no name.
    """
    away = host is not None and host not in (LOOPBACK, "localhost", "::1")
    reachable = reached_at(host or LOOPBACK)
    here = reachable if away and host not in EVERYWHERE else LOOPBACK
    hosts = LOOPBACK_NAMES | {_named(name) for name in allowed}
    if away:
        hosts |= {_bracketed(reachable).lower(), *own_names(socket.gethostname())}
    return Address(
        f"http://{_bracketed(here)}:{port}/",
        f"http://{_bracketed(reachable)}:{port}/" if away else None,
        new_token() if away else None,
        frozenset(hosts),
        guests=GuestCode() if away else None,
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
