"""The network beside a game that is played: the options of a command, and the link in a thread of its own."""

from __future__ import annotations

import argparse
import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import metadata

from live.console.terminal import say
from live.network.broker import broker_from
from live.network.link import TableLink
from live.network.permissions import Permissions, load_permissions
from live.network.sent import DeliveryLog
from live.network.settings import BrokerLinkSettings, Network
from live.network.state_messages import SessionReporter
from live.network.topics import table_name
from live.page.shown import NetworkStatus
from live.runtime.live_table import LiveTable
from tabletop.addresses import without_secrets
from tabletop.errors import UsageError
from tabletop.packages import need_packages

END_TIMEOUT_S = 5.0
"""For the last words; then the program ends without them, and the broker tells the last will."""


def network_from(arguments: argparse.Namespace) -> Network | None:
    """What the options say, None without `--mqtt`. UsageError or UnreadableInput with the mend."""
    broker = broker_from(arguments)
    if broker is None:
        given = [name for name in ("table", "permissions", "home_assistant") if getattr(arguments, name) is not None]
        if given:
            raise UsageError(f"--{given[0].replace('_', '-')} is of use with --mqtt mqtt://HOST only")
        return None
    need_packages("--mqtt", ("aiomqtt",))

    prefix = arguments.home_assistant
    if prefix is not None and (not prefix or any(sign in prefix for sign in "+#\0") or prefix.strip("/") != prefix):
        raise UsageError(f"--home-assistant {prefix}: a prefix is a topic like homeassistant")
    permissions = Permissions() if arguments.permissions is None else load_permissions(arguments.permissions)
    return Network(broker, table_name(arguments.table), permissions, prefix, metadata.version("boardsight"))


@contextmanager
def on_the_network(
    table: LiveTable, network: Network | None, *, settings: BrokerLinkSettings | None = None
) -> Iterator[LinkThread | None]:
    """Tell of the table as long as the context lasts; the game's thread never waits for it, but 5 s at the end."""
    if network is None:
        yield None
        return
    thread = LinkThread(table, network, settings)
    thread.start()
    try:
        yield thread
    finally:
        thread.end("ended" if table.watching.state == "ended" or table.session.played.over else "stopped")


class LinkThread:
    """A table's link in a thread with a loop of its own. `link` is there once it has begun."""

    def __init__(self, table: LiveTable, network: Network, settings: BrokerLinkSettings | None = None) -> None:
        self.link: TableLink | None = None
        self._table, self._network, self._settings = table, network, settings
        self._stop = ""
        self._fault = ""
        self._ready = threading.Event()
        self._changed: Callable[[], None] = lambda: None
        self._thread = threading.Thread(target=self._run, name="network", daemon=True)

    def start(self) -> None:
        """Begin; returns at once, connected or not."""
        self._thread.start()
        self._ready.wait(END_TIMEOUT_S)
        before = self._table.on_show

        def shown() -> None:
            if before is not None:
                before()
            self._changed()

        self._table.on_show = shown
        self._table.linked = self.linked

    def linked(self) -> NetworkStatus:
        """How it stands with the broker; for the game's thread, which is never kept waiting."""
        if self._fault:
            return NetworkStatus("lost", self._fault)
        return NetworkStatus() if self.link is None else self.link.linked

    def end(self, reason: str) -> None:
        """Say good-bye, where there is somebody to say it to."""
        self._stop = reason
        self._changed()
        self._thread.join(END_TIMEOUT_S)

    def _run(self) -> None:
        # The selector's loop on every system: MQTT's client watches its socket, which Windows' own loop can't.
        with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
            try:
                runner.run(self._talk())
            except Exception as error:  # a fault here must not take the game along
                fault = without_secrets(f"{type(error).__name__}: {error}")
                say(f"network  a fault in Boardsight itself ({fault}); the game goes on without the network")
                self._fault = "a fault in Boardsight itself ended the connection; the terminal says more"
                self._changed = lambda: None
            finally:
                self._ready.set()

    async def _talk(self) -> None:
        table = self._table
        teller = SessionReporter(
            lambda: (table.session, table.watching, {"paused": table.paused, "quiet": table.quiet})
        )
        sent = DeliveryLog.beside(table.store.path, teller.header, teller.n)
        link = TableLink(self._network, teller, sent, ask=table.mailbox.ask, say=say, settings=self._settings)
        self.link = link
        loop = asyncio.get_running_loop()

        def wake() -> None:
            if self._stop:
                link.stop(self._stop)
            else:
                link.changed()

        def changed() -> None:
            with suppress(RuntimeError):  # the loop has ended just now: nobody has to be told any more
                loop.call_soon_threadsafe(wake)

        self._changed = changed
        self._ready.set()
        await link.run()
