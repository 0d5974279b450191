"""The hub's page: application, server, address and token put together."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from live.web.guard import LOOPBACK_NAMES
from live.web.server import LOOPBACK, PageServer, listen, new_token, own_address

if TYPE_CHECKING:
    from live.hub.hub import Hub


@dataclass(frozen=True, slots=True)
class HubAddress:
    """Where the wall is: for this machine, and for the organiser with the token, where it is shared."""

    here: str
    shared: str | None = None


@contextmanager
def hub_page(hub: Hub, *, host: str | None, port: int | None) -> Iterator[HubAddress]:
    """Serve the hub's page as long as the context lasts; on this machine alone unless `host` is given."""
    from live.hub.application import make_hub_application

    listening = listen(host or LOOPBACK, port)
    number = listening.getsockname()[1]
    away = host is not None and host not in (LOOPBACK, "localhost", "::1")
    token = new_token() if away else None
    everywhere = host in ("0.0.0.0", "::")
    reachable = own_address() if everywhere else (host or LOOPBACK)
    here = reachable if away and not everywhere else LOOPBACK
    with PageServer(make_hub_application(hub, token=token, hosts=LOOPBACK_NAMES), listening):
        try:
            shared = f"http://{_bracketed(reachable)}:{number}/hub"
            yield HubAddress(f"http://{_bracketed(here)}:{number}/hub", f"{shared}#token={token}" if away else None)
        finally:
            hub.closed.set()


def tell_hub_address(address: HubAddress) -> None:
    """Say on stderr where the wall is, and the address that carries the organiser's token."""
    print(f"wall     {address.here}   (a table for OBS: …/overlay?table=NAME)", file=sys.stderr)
    if address.shared is not None:
        print(f"shared   {address.shared.partition('#')[0]}   (everybody may look)", file=sys.stderr)
        print(f"for you  {address.shared}   (whoever has this address can change results)", file=sys.stderr)


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
