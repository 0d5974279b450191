"""The hub's page: application, server, address and token put together."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from live.page.server import LOOPBACK, PageServer, listen
from live.page.sharing import sharing

if TYPE_CHECKING:
    from live.hub.hub import Hub


@dataclass(frozen=True, slots=True)
class HubAddress:
    """Where the wall is: for this machine, and for the organiser with the token, where it is shared."""

    here: str
    shared: str | None = None


@contextmanager
def hub_page(hub: Hub, *, host: str | None, port: int | None, allow_hosts: Iterable[str] = ()) -> Iterator[HubAddress]:
    """Serve the hub's page as long as the context lasts; on this machine alone unless `host` is given."""
    from live.hub.application import make_hub_application

    listening = listen(host or LOOPBACK, port)
    at = sharing(host, listening.getsockname()[1], allow_hosts)
    with PageServer(make_hub_application(hub, token=at.token, hosts=at.hosts), listening):
        try:
            yield HubAddress(f"{at.here}hub", None if at.shared is None else f"{at.shared}hub#token={at.token}")
        finally:
            hub.closed.set()


def tell_hub_address(address: HubAddress) -> None:
    """Say on stderr where the wall is, and the address that carries the organiser's token."""
    print(f"wall     {address.here}   (a table for OBS: …/overlay?table=NAME)", file=sys.stderr)
    if address.shared is not None:
        print(f"shared   {address.shared.partition('#')[0]}   (everybody may look)", file=sys.stderr)
        print(f"for you  {address.shared}   (whoever has this address can change results)", file=sys.stderr)
