"""The page of one table: application, server, address, token and QR code put together."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from live.console.terminal import steered
from live.page.server import LOOPBACK, PageServer, listen
from live.page.sharing import sharing
from live.runtime.loop import Table, metrics_text
from tabletop.errors import UsageError
from tabletop.packages import install_words, missing_packages


@dataclass(frozen=True, slots=True)
class Address:
    """Where the page is: for this machine, and for others with the token that lets them change something."""

    here: str
    shared: str | None = None


@contextmanager
def page_of(table: Table, *, host: str | None, port: int | None, allow_hosts: Iterable[str] = ()) -> Iterator[Address]:
    """Serve the table's page as long as the context lasts; on this machine alone unless `host` is given.

    It answers to the machine's own names and addresses and to `allow_hosts`. Raises UsageError where the port is
    taken, a name is none, or the web extra is not installed.
    """
    need_page()
    from live.page.application import make_application

    listening = listen(host or LOOPBACK, port)
    at = sharing(host, listening.getsockname()[1], allow_hosts)
    shared = None if at.shared is None else f"{at.shared}#token={at.token}"
    table.extra = {**table.extra, "shared": shared is not None}
    application = make_application(
        table.publication,
        table.mailbox,
        record_text=table.store.text,
        metrics_text=lambda: metrics_text(table),
        share_url=shared,
        token=at.token,
        evidence=lambda name: None if table.evidence is None else table.evidence.picture(name),
        hosts=at.hosts,
        tell_fault=lambda what, error: str(table.told(what, error)),
    )
    with PageServer(application, listening):
        table.show()
        try:
            yield Address(at.here, shared)
        finally:
            table.publication.close()


def need_page() -> None:
    """Raise UsageError where what the page is made of is not installed; asked before anything else is begun."""
    missing = _missing()
    if missing:
        raise UsageError(f"the page needs {', '.join(missing)}; install it with: {install_words(missing)}")


def _missing() -> tuple[str, ...]:
    return missing_packages(("fastapi", "uvicorn", "segno"))


@contextmanager
def page_if_possible(
    table: Table, *, host: str | None, port: int | None, allow_hosts: Iterable[str] = ()
) -> Iterator[Address | None]:
    """As `page_of`, but without the web extra there is simply no page: the demo works all the same."""
    missing = _missing()
    if missing:
        print(f"page     none: {', '.join(missing)} missing; {install_words(missing)}", file=sys.stderr)
        yield None
        return
    with page_of(table, host=host, port=port, allow_hosts=allow_hosts) as address:
        yield address


def tell_address(address: Address | None) -> None:
    """Say on stderr where the page is; on a terminal with a QR code for the players' phones."""
    if address is None:
        return
    print(f"page     {address.here}   (large: {address.here}tv, for OBS: {address.here}overlay)", file=sys.stderr)
    if address.shared is None:
        return
    print(f"shared   {address.shared}   (whoever has this address can correct the game)", file=sys.stderr)
    if sys.stderr.isatty():
        import segno

        segno.make(address.shared, error="l").terminal(out=steered(sys.stderr), compact=True)
