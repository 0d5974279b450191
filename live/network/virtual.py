"""Virtual tables: random games that are told to a broker as real ones are, without camera, page or display.

For trying a hub, for tests and benchmarks: `python -m live.network.virtual --mqtt mqtt://HOST --tables 20`. What they
tell is known beforehand: table number i has `lines_at(…)` lines at any time, so that whoever receives can say what is
missing, also after a table was killed and started again.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from live.network.broker import Broker, add_broker_options, broker_from
from live.network.link import TableLink
from live.network.messages import RecordEvent, Sender, TableState
from live.network.sent import DeliveryLog
from live.network.settings import Network
from live.network.state_messages import event_of, header_document, state_of
from live.page.shown import CameraStatus
from live.table.session import begin
from scoring import rules_for
from scoring.random_play import play_game
from simulator.games import scripted_game
from tabletop.errors import BoardsightError, UsageError
from tabletop.gamefile import shipped_games
from tabletop.packages import need_packages
from tabletop.records import Header

SHADES = 3
"""Different games of each kind; more tables play them again."""


@dataclass(frozen=True, slots=True)
class Load:
    """How many tables, how fast, from when to when (seconds since 1970), and which of them this process has."""

    tables: int
    a_second: float
    started_s: float
    until_s: float
    first: int = 0
    name: str = "club"

    def table(self, index: int) -> str:
        """A table's name."""
        return f"{self.name}-{index + 1}"


@dataclass(frozen=True, slots=True)
class Script:
    """A game that was played beforehand: an event for every line, the state before all and after each; no sender."""

    header: Mapping[str, Any]
    states: tuple[TableState, ...]
    events: tuple[RecordEvent, ...]


def lines_at(load: Load, index: int, now_s: float) -> int:
    """How many lines table `index` (from 0) has at a time. Tables move evenly, each with a beginning of its own."""
    phase = (index * 0.618034) % 1.0  # spreads any number of tables evenly over the pause between two lines
    played_s = min(now_s, load.until_s) - load.started_s
    return max(0, int(played_s * load.a_second - phase))


def next_line_s(load: Load, index: int, lines: int) -> float:
    """When the line after so many comes."""
    phase = (index * 0.618034) % 1.0
    return load.started_s + (lines + 1 + phase) / load.a_second


def scripts(most: int = SHADES * len(shipped_games())) -> tuple[Script, ...]:
    """Games of every kind, played at random; no more than so many."""
    games = [(game, scripted_game(game).header.players) for game in shipped_games()]
    chosen = [(game, players, seed) for seed in range(SHADES) for game, players in games]
    return tuple(_script(game, players, seed) for game, players, seed in chosen[:most])


def _script(game: str, players: tuple[str, ...], seed: int) -> Script:
    nobody = Sender("nobody", "0", "0")
    record = play_game(rules_for(game), Header(game, players), Random(seed))
    session = begin(record.header)
    states, events = [state_of(session, CameraStatus("watching"), nobody)], []
    for entry in record.entries:
        session, event = event_of(session, replace(entry, at="2026-01-01T12:00:00Z"), nobody)
        events.append(event)
        states.append(state_of(session, CameraStatus("watching"), nobody))
    return Script(header_document(record.header), tuple(states), tuple(events))


class ReplayedTable:
    """A `GameReporter` of a script that begins again at its end, numbered on."""

    def __init__(self, script: Script, load: Load, index: int) -> None:
        self._script, self._load, self._index = script, load, index

    @property
    def n(self) -> int:
        """How many lines there are by now."""
        return lines_at(self._load, self._index, time.time())

    @property
    def header(self) -> Mapping[str, Any]:
        """The record's first line."""
        return self._script.header

    def state(self, sender: Sender) -> TableState:
        """How it stands now."""
        n = self.n
        lines = len(self._script.events)
        state = self._script.states[0 if n == 0 else 1 + (n - 1) % lines]
        return replace(state, sender=sender, n=n)

    def events(self, sender: Sender, after: int, most: int) -> Sequence[RecordEvent]:
        """The events after n = `after`."""
        events = self._script.events
        upto = min(self.n, after + most)
        return [replace(events[(n - 1) % len(events)], sender=sender, n=n) for n in range(after + 1, upto + 1)]


async def play(
    broker: Broker, load: Load, games: Sequence[Script], *, sent: Path | None, grace_s: float = 20.0
) -> None:
    """Play all tables of a load until its end, and up to `grace_s` longer until everything has been acknowledged."""
    where = f"{broker.address}/"
    links: list[TableLink] = []

    async def one(index: int) -> None:
        teller = ReplayedTable(games[index % len(games)], load, index)
        name = load.table(index)
        record = None if sent is None else sent / f"{name}.jsonl"
        memory = DeliveryLog.beside(record, teller.header, 10**9)
        link = TableLink(Network(broker, name, version="virtual"), teller, memory)
        links.append(link)
        running = asyncio.create_task(link.run())
        try:
            while (now_s := time.time()) < load.until_s:
                await asyncio.sleep(max(0.001, min(next_line_s(load, index, teller.n), load.until_s) - now_s))
                link.changed()
            until_s = time.monotonic() + grace_s
            while min(memory.upto(where + link.table), link.counters.state_n) < teller.n and time.monotonic() < until_s:
                await asyncio.sleep(0.1)
        finally:  # cancelled, too
            link.stop("ended")
            await running

    await asyncio.gather(*(one(index) for index in range(load.first, load.first + load.tables)))


def main(arguments: Sequence[str] | None = None) -> int:
    """Play virtual tables until the time is up or Ctrl-C."""
    parser = argparse.ArgumentParser(prog="python -m live.network.virtual", description="Virtual tables on a broker.")
    add_broker_options(parser)
    parser.add_argument("--tables", type=int, default=10, help="how many (default: 10)")
    parser.add_argument("--first", type=int, default=0, help="the first one's number, from 0")
    parser.add_argument("--name", default="club", help="their names' beginning (default: club)")
    parser.add_argument("--a-second", type=float, default=0.2, help="lines a second at each table (default: 0.2)")
    parser.add_argument("--seconds", type=float, default=1e6, help="how long they go on after that")
    parser.add_argument("--started-file", type=Path, help="a file that will say when they begin; it is waited for")
    parser.add_argument("--scripts", type=int, default=SHADES * len(shipped_games()), help="how many different games")
    parser.add_argument("--grace", type=float, default=20.0, help="seconds at the end to bring everything across")
    parser.add_argument("--sent", type=Path, help="a folder: what is acknowledged is kept there over a restart")
    chosen = parser.parse_args(arguments)
    broker = broker_from(chosen)
    if broker is None:
        raise UsageError("which broker? give --mqtt mqtt://HOST; `boardsight hub --rehearse 3` brings its own")
    need_packages("--mqtt", ("aiomqtt",))
    games = scripts(min(chosen.tables, chosen.scripts))
    print("ready", file=sys.stderr, flush=True)
    started_s = time.time()
    if chosen.started_file is not None:
        while not chosen.started_file.exists():
            time.sleep(0.05)
        started_s = float(chosen.started_file.read_text())
    load = Load(chosen.tables, chosen.a_second, started_s, started_s + chosen.seconds, chosen.first, chosen.name)
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        runner.run(play(broker, load, games, sent=chosen.sent, grace_s=chosen.grace))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(1)
    except BoardsightError as error:
        print(f"boardsight: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
