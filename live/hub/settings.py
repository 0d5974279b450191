"""The hub's numbers: how often it shows, when a table counts as silent, how much one table may say."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HubSettings:
    """Times in seconds of the hub's own clock."""

    take_every_s: float = 0.02
    """What came meanwhile is taken together: of several states of one table only the newest is read."""
    push_every_s: float = 0.1
    """So often at most a browser gets the changed tables: 503 tables unmerged left 11 frames/s (PRINT_AND_WEB)."""
    silent_after: float = 3.0
    """A table that was silent for so many of its own `every_s` is gone, whatever its status says."""
    clock_off_told_s: float = 30.0
    """A table's clock may be off by so much before the wall says so; network and broker delay stays far below."""
    clock_samples: int = 5
    """The middle one of so many arrivals is what is told: one late message is no wrong clock."""
    conflict_s: float = 60.0
    """Two programs under one name are told until one of them was silent for so long."""
    trouble_s: float = 60.0
    """An unreadable message is told for so long after it came, or until the table's next good one."""
    most_tables: int = 5000
    """More names than this are refused: somebody invents them."""
    most_games: int = 200
    """At one table while the hub runs; more are invented, and their results are not kept."""
    messages_per_s: float = 20.0
    """From one table, lasting; a game says at most one or two."""
    messages_burst: float = 1500.0
    """At once: a table that was away for an hour catches up with a whole game's lines."""
    bytes_per_s: float = 1e6
    """From one table, lasting."""
    bytes_burst: float = 8e6
    """At once."""
    reconnect_first_s: float = 0.5
    """The broker is asked again after this, then after twice as long each time …"""
    reconnect_longest_s: float = 3.0
    """… up to this: a hub that is back before most tables misses little of what they catch up with."""
