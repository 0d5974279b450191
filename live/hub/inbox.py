"""What came from the broker and was not read yet: of each table the newest state, and its events in order."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from live.hub.settings import HubSettings
from live.network.formats import LARGEST_MESSAGE
from live.network.rate_limit import RateLimit
from live.network.topics import Topic, parse_topic


@dataclass(slots=True)
class UnreadMessages:
    """What one table has said since it was last looked at."""

    status: bytes | None = None
    status_retained: bool = False
    state: bytes | None = None
    state_retained: bool = False
    events: deque[tuple[bytes, float]] = field(default_factory=deque)
    oversize: int = 0
    """Bytes of a message that is too large to be kept."""
    refused: int = 0
    merged: int = 0


@dataclass(slots=True)
class _Limits:
    messages: RateLimit
    payload: RateLimit


class Inbox:
    """Takes messages as fast as they come; `take_all` gives what is to be read now.

    A table that says more than it may loses events; of its states only the newest is read anyway, and never lost.
    """

    def __init__(self, settings: HubSettings) -> None:
        self.received = 0
        self.strangers = 0
        self.other_versions: set[str] = set()
        self.too_many = 0
        self._settings = settings
        self._pending: dict[str, UnreadMessages] = {}
        self._limits: dict[str, _Limits] = {}

    def put(self, topic: str, payload: bytes, retained: bool, now_s: float) -> None:
        """A message has come."""
        self.received += 1
        parsed = parse_topic(topic)
        if parsed is None:
            self._stranger(topic)
            return
        pending = self._of(parsed.table)
        if pending is None:
            return
        limits = self._limits[parsed.table]
        allowed = limits.messages.take(now_s) and limits.payload.take(now_s, len(payload))
        self._note(pending, parsed, payload, retained, now_s, allowed)

    def take_all(self) -> dict[str, UnreadMessages]:
        """What came since the last call, by table."""
        taken, self._pending = self._pending, {}
        return taken

    def forget(self, table: str) -> None:
        """A table is gone for good."""
        self._limits.pop(table, None)

    def _note(
        self, pending: UnreadMessages, topic: Topic, payload: bytes, retained: bool, now_s: float, allowed: bool
    ) -> None:
        if not allowed:
            pending.refused += 1
        if len(payload) > LARGEST_MESSAGE:
            pending.oversize = len(payload)
        elif topic.kind == "status":
            pending.status, pending.status_retained = payload, retained
        elif topic.kind == "state":
            pending.merged += pending.state is not None
            pending.state, pending.state_retained = payload, retained
        elif topic.kind == "event" and allowed:
            pending.events.append((payload, now_s))

    def _of(self, table: str) -> UnreadMessages | None:
        pending = self._pending.get(table)
        if pending is None:
            if table not in self._limits:
                if len(self._limits) >= self._settings.most_tables:
                    self.too_many += 1
                    return None
                settings = self._settings
                self._limits[table] = _Limits(
                    RateLimit(per_s=settings.messages_per_s, burst=settings.messages_burst),
                    RateLimit(per_s=settings.bytes_per_s, burst=settings.bytes_burst),
                )
            pending = self._pending[table] = UnreadMessages()
        return pending

    def _stranger(self, topic: str) -> None:
        """A topic that is none of ours: another version's is told by name, the rest only counted."""
        parts = topic.split("/")
        if len(parts) == 4 and parts[0] == "boardsight" and parts[1] != "v1" and len(self.other_versions) < 20:
            ours = parse_topic("/".join(("boardsight", "v1", *parts[2:])))
            if ours is not None and parts[1].isalnum() and len(parts[1]) <= 10:
                self.other_versions.add(f"{ours.table} ({parts[1]})")
                return
        self.strangers += 1
