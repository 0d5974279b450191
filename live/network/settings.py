"""Where a table is told and by whom it may be commanded; the numbers of its link, and what it counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from live.network.answering import AnsweringSettings
from live.network.broker import Broker, ClientSettings
from live.network.permissions import Permissions


@dataclass(frozen=True, slots=True)
class Network:
    """Where a table is told, by which name, who may command it, whether Home Assistant hears of it."""

    broker: Broker
    table: str
    permissions: Permissions = field(default_factory=Permissions)
    discovery: str | None = None
    """Home Assistant's discovery prefix."""
    version: str = ""
    """The program's, as states tell it."""


@dataclass(frozen=True, slots=True)
class BrokerLinkSettings:
    """The link's own times and limits."""

    state_pause_s: float = 0.25
    """Between two states: what changes faster is merged, a page draws no faster."""
    every_s: float = 30.0
    """A state comes at least so often."""
    first_retry_s: float = 0.5
    longest_retry_s: float = 20.0
    """Pauses before a new attempt double up to this; each is cut by chance to half at most, so that five hundred
    tables don't all come back in the same instant."""
    claim_wait_s: float = 0.5
    """For another table to say that it has this name already."""
    events_at_once: int = 20
    """Unacknowledged; as many as MQTT clients usually keep in flight."""
    flood_a_second: float = 50.0
    """Incoming messages that are looked at in the long run; when more come the table stops listening for a while."""
    flood_at_once: int = 200
    deaf_s: float = 10.0
    farewell_s: float = 3.0
    """For the last words at the end."""
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    """What messages are dated by."""
    client: ClientSettings = field(default_factory=ClientSettings)
    answering: AnsweringSettings = field(default_factory=AnsweringSettings)


@dataclass(slots=True)
class LinkCounters:
    """What the link has done, for whoever measures it."""

    connections: int = 0
    events: int = 0
    states: int = 0
    state_n: int = 0
    """The n of the newest state that the broker has."""
    floods: int = 0
