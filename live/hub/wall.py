"""The wall: every table's newest card and how it stands with it, numbered so that each viewer gets what it misses."""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Callable
from datetime import datetime

from live.hub.card import Card, card_after, card_of
from live.hub.database import utc_words
from live.hub.entry import SequenceGaps, TableEntry, entry_json, oversized, stands_of
from live.hub.inbox import Inbox, UnreadMessages
from live.hub.results import GameResult, PlayerResult
from live.hub.settings import HubSettings
from live.network.messages import clock_off_s, parse_event, parse_status
from tabletop.readings import Problem

MOST_GONE = 2000
"""Tables taken off the wall that are remembered for viewers who still show them."""

USUAL_EVERY_S = 30.0
"""A table that has not said how often it speaks is taken to speak so often."""


class Wall:
    """All tables. Messages are taken in one thread (`take`, `tick`), everything else may be asked from any."""

    def __init__(
        self,
        *,
        settings: HubSettings | None = None,
        clock: Callable[[], datetime],
        on_result: Callable[[GameResult], None] = lambda result: None,
    ) -> None:
        self.settings = settings or HubSettings()
        self.inbox = Inbox(self.settings)
        self.states = self.events = self.merged = self.refused = self.unreadable = 0
        self._clock, self._on_result = clock, on_result
        self._lock = threading.Lock()
        self._entries: dict[str, TableEntry] = {}
        self._gone: deque[tuple[int, str]] = deque(maxlen=MOST_GONE)
        self._version = 1  # who knows nothing is at 0
        self._connected = False

    def take(self, now_s: float) -> int:
        """Read what the inbox holds; how many tables had said something."""
        pending = self.inbox.take_all()
        for table, said in pending.items():
            self._take_one(table, said, now_s)
        return len(pending)

    def tick(self, now_s: float) -> None:
        """What changes by time alone: silence, and warnings that are no longer true."""
        with self._lock:
            for entry in self._entries.values():
                if self._is_silent(entry, now_s) != entry.silent or entry.trouble or entry.refused or entry.conflict_s:
                    self._show(entry, now_s)

    def connection(self, connected: bool, now_s: float) -> None:
        """The broker is there or gone: while it is gone no table counts as silent; then each has its time again."""
        self._connected = connected
        if connected:
            with self._lock:
                for entry in self._entries.values():
                    entry.heard_s = now_s
                    for gaps in entry.gaps.values():
                        gaps.restart()

    def forget(self, table: str) -> bool:
        """Take a table off the wall until it says something again; whether it was there."""
        with self._lock:
            if self._entries.pop(table, None) is None:
                return False
            self._version += 1
            self._gone.append((self._version, table))
        self.inbox.forget(table)
        return True

    @property
    def version(self) -> int:
        """Grows with every change that viewers see."""
        with self._lock:
            return self._version

    def since(self, version: int) -> tuple[int, list[bytes], list[str], bool]:
        """What a viewer at `version` misses: (version now, changed cards, tables gone, whether that is everything)."""
        with self._lock:
            oldest = self._gone[0][0] if len(self._gone) == MOST_GONE else 0
            whole = not 0 < version <= self._version or version < oldest
            changed = [entry.shown for entry in self._entries.values() if entry.version > (0 if whole else version)]
            gone = [] if whole else [table for at, table in self._gone if at > version and table not in self._entries]
            return self._version, changed, gone, whole

    def payload(self, table: str) -> tuple[int, bytes] | None:
        """A table's newest state as it came, with the version that it belongs to."""
        with self._lock:
            entry = self._entries.get(table)
            return None if entry is None or not entry.payload else (entry.version, entry.payload)

    def shown(self, table: str) -> bytes | None:
        """What viewers get of one table."""
        with self._lock:
            entry = self._entries.get(table)
            return None if entry is None else entry.shown

    def counts(self) -> dict[str, int]:
        """How many tables there are, by how it stands with them, and what was counted on the way."""
        with self._lock:
            stands: dict[str, int] = {}
            for entry in self._entries.values():
                word = stands_of(entry)
                stands[word] = stands.get(word, 0) + 1
            runs = [one for entry in self._entries.values() for one in entry.gaps.values()]
            tables = len(self._entries)
        return {
            "tables": tables,
            **{f"tables_{word}": number for word, number in sorted(stands.items())},
            "messages": self.inbox.received,
            "states": self.states,
            "states_merged": self.merged,
            "events": self.events,
            "events_missing": sum(len(one.missing) for one in runs),
            "events_late": sum(one.late for one in runs),
            "events_twice": sum(one.twice for one in runs),
            "refused": self.refused,
            "unreadable": self.unreadable,
            "strangers": self.inbox.strangers,
            "tables_too_many": self.inbox.too_many,
        }

    def _take_one(self, table: str, said: UnreadMessages, now_s: float) -> None:
        card = card_of(said.state, table) if said.state else None
        with self._lock:
            entry = self._entries.get(table)
            if entry is None:
                if said.state == b"" and not said.events:
                    return  # the retained state of a table that is unknown here was deleted
                entry = self._entries[table] = TableEntry(table)
            entry.heard_s, entry.heard_at = now_s, self._heard_at(card, said)
            self.merged += said.merged
            if said.refused:
                self.refused += said.refused
                entry.refused += said.refused
                entry.refused_s = now_s
            if said.status is not None:
                self._take_status(entry, said.status, now_s)
            if isinstance(card, Card) and said.state is not None:
                self._take_card(entry, card, said.state, said.state_retained, now_s)
            elif isinstance(card, Problem):
                self._complain(entry, card, now_s)
            for payload, at_s in said.events:
                self._take_event(entry, payload, at_s)
            newest = entry.card
            if said.oversize:
                self._complain(entry, oversized(table, said.oversize), now_s)
            self._show(entry, now_s)
        if isinstance(card, Card) and (newest is None or card.run != newest.run):
            self._note_result(entry, card)  # of the second program under this name, which the wall does not show
        if newest is not None:
            self._note_result(entry, newest)

    def _heard_at(self, card: Card | Problem | None, said: UnreadMessages) -> str:
        """When the table was heard: now; a retained state is as old as it says of itself, unless that is to come."""
        now = utc_words(self._clock())
        if isinstance(card, Card) and said.state_retained:
            off_s = clock_off_s(card.sent, self._clock())
            return now if off_s is None or off_s > 0 else utc_words(datetime.fromisoformat(card.sent))
        return now

    def _take_status(self, entry: TableEntry, payload: bytes, now_s: float) -> None:
        status = parse_status(payload) if payload else "offline"
        if isinstance(status, Problem):
            self._complain(entry, status, now_s)
        else:
            entry.online = status == "online"

    def _take_event(self, entry: TableEntry, payload: bytes, now_s: float) -> None:
        event = parse_event(payload, entry.table)
        if isinstance(event, Problem):
            self._complain(entry, event, now_s)
            return
        self.events += 1
        if event.sender.run not in entry.gaps and len(entry.gaps) > 20:
            del entry.gaps[next(iter(entry.gaps))]
        entry.gaps.setdefault(event.sender.run, SequenceGaps()).take(event.n)
        if entry.card is not None:
            entry.card = card_after(entry.card, event)

    def _take_card(self, entry: TableEntry, card: Card, payload: bytes, retained: bool, now_s: float) -> None:
        self.states += 1
        if not retained:
            if (off_s := clock_off_s(card.sent, self._clock())) is not None:
                if len(entry.offsets_s) >= self.settings.clock_samples:
                    entry.offsets_s.popleft()
                entry.offsets_s.append(off_s)
            self._note_program(entry, card.process, now_s)
        now = entry.card
        older = retained and now is not None and now.run == card.run and now.n > card.n  # from a broker begun again
        if not older and (entry.conflict_s is None or now is None or now.process == card.process):
            entry.card, entry.payload = card, payload  # of two programs the wall shows one, not both in turn
        entry.trouble = ""
        if card.run not in entry.began:
            if len(entry.began) > 20:
                del entry.began[next(iter(entry.began))]
            entry.began[card.run] = entry.heard_at
            entry.games += 1
            if entry.games > self.settings.most_games:
                entry.refused += 1
                entry.refused_s = now_s

    def _note_program(self, entry: TableEntry, process: str, now_s: float) -> None:
        """One program after another is a restart; one that speaks again after another has spoken is a second table."""
        newest = next(reversed(entry.programs), None)
        if newest is not None and newest != process and process in entry.programs:
            entry.conflict_s = now_s
        entry.programs.pop(process, None)
        entry.programs[process] = now_s
        if len(entry.programs) > 8:
            del entry.programs[next(iter(entry.programs))]

    def _complain(self, entry: TableEntry, problem: Problem, now_s: float) -> None:
        self.unreadable += 1
        entry.trouble, entry.trouble_s = problem.message, now_s

    def _note_result(self, entry: TableEntry, card: Card) -> None:
        if not card.players or card.n == 0 or entry.games > self.settings.most_games:
            return
        players = tuple(PlayerResult(player.name, player.total, card.over and player.winner) for player in card.players)
        began, changed = entry.began[card.run], entry.heard_at
        self._on_result(
            GameResult(
                card.table, card.run, card.game, card.title, began, changed, card.over, card.moves, players
            )
        )  # fmt: skip

    def _show(self, entry: TableEntry, now_s: float) -> None:
        """Bring what viewers get up to date; only what is really different gets a new version."""
        settings = self.settings
        if entry.trouble and now_s - entry.trouble_s > settings.trouble_s:
            entry.trouble = ""
        if entry.refused and now_s - entry.refused_s > settings.trouble_s:
            entry.refused = 0
        if entry.conflict_s is not None and now_s - entry.conflict_s > settings.conflict_s:
            entry.conflict_s = None
        entry.silent = self._is_silent(entry, now_s)
        shown = json.dumps(entry_json(entry, settings), ensure_ascii=False, separators=(",", ":")).encode(
            "utf-8", "replace"
        )
        if shown != entry.shown:
            self._version += 1
            entry.shown, entry.version = shown, self._version

    def _is_silent(self, entry: TableEntry, now_s: float) -> bool:
        if not self._connected:
            return entry.silent
        every_s = entry.card.every_s if entry.card is not None else USUAL_EVERY_S
        return now_s - entry.heard_s > self.settings.silent_after * every_s
