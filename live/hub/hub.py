"""The hub's parts as one value that the web application and the subscriber share."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from live.hub.result_writer import ResultWriter
from live.hub.standings import Standing, standings
from live.hub.tournament import Tournament
from live.hub.wall import Wall


@dataclass(slots=True)
class Hub:
    """Wall, results and tournament; `broker` is one sentence on how it stands with the broker, empty when well."""

    wall: Wall
    keeper: ResultWriter
    tournament: Tournament = field(default_factory=Tournament)
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    boot: str = field(default_factory=lambda: secrets.token_hex(4))
    own_games: Mapping[str, str] = field(default_factory=dict)
    """Files of people's own games that may be opened to draw their boards, by the file's name."""
    broker: str = "not connected yet"
    viewers: int = 0
    closed: threading.Event = field(default_factory=threading.Event)
    _counted: tuple[int, tuple[Standing, ...]] | None = None

    def standings(self) -> tuple[Standing, ...]:
        """The standings as they are now; counted anew only where results have changed."""
        version = self.keeper.version
        if self._counted is None or self._counted[0] != version:
            self._counted = (version, standings(self.tournament, self.keeper.results))
        return self._counted[1]

    def health(self) -> dict[str, Any]:
        """How it stands with the hub itself, for the page's head."""
        return {
            "broker": self.broker,
            "database": self.keeper.trouble,
            "waiting": self.keeper.waiting if self.keeper.trouble else 0,
            "dropped": self.keeper.dropped,
            "other_versions": sorted(self.wall.inbox.other_versions),
            "too_many": self.wall.inbox.too_many > 0,
            "results": self.keeper.version,
            "tournament": self.tournament.title,
        }
