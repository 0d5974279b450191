"""A game that is on a network: real table, real link; only the camera is missing."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from live.network.hosting import LinkThread
from live.network.settings import BrokerLinkSettings
from live.runtime.live_table import LiveTable
from live.table.session import Draft, write

QUICK = BrokerLinkSettings(
    first_retry_s=0.05,
    longest_retry_s=0.2,
    claim_wait_s=0.1,
    deaf_s=0.3,
    state_pause_s=0.02,
)


@dataclass
class PlayedTable:
    """A table whose moves the test makes; its own thread answers wishes as the loop does, never both at once."""

    table: LiveTable
    thread: LinkThread
    stop: threading.Event = field(default_factory=threading.Event)
    random: Random = field(default_factory=lambda: Random(1))
    loop: threading.Lock = field(default_factory=threading.Lock)

    def move(self, count: int = 1) -> None:
        """Let whoever's turn it is make some legal move, `count` times."""
        for _ in range(count):
            with self.loop:
                session = self.table.session
                move = session.rules.sample(session.state, self.random)
                self.table.take(write(session, [Draft(move)], at=self.table.now()))

    def watch(self) -> None:
        """What the loop does between two frames."""
        while not self.stop.wait(0.005):
            with self.loop:
                self.table.mailbox.answer_all(self.table.act)


Start = Callable[..., PlayedTable]
