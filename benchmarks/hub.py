"""Many tables on one broker and one wall: virtual tables, a real Mosquitto with our configuration, one who hears
everything, the hub, and its page in a real headless Chromium.

python benchmarks/hub.py                                  500 tables, 2 moves a second each, for a minute
python benchmarks/hub.py --seconds 600 --outage 60        the soak of ten minutes
python benchmarks/hub.py --no-hub --a-second 0.2 --kill 0 --outage 0     broker and listener alone, nothing disturbed

In the first third of the time nothing is disturbed: latencies are of then. After it tables are
killed (kill -9) and started again, later the broker is stopped for a while. What every table must have said is known
beforehand, so that lost, doubled and late messages are counted, not guessed. All of them share the machine.
"""

from __future__ import annotations

import argparse
import json
import math
import secrets
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from crowd.meter import Meter
from crowd.page import WallPage
from crowd.processes import Process, broker, chromium, free_port, hub, mosquitto, virtual_tables

from live.network.virtual import Load, lines_at

TABLES_A_PROCESS = 250
CATCH_UP_S = 180.0
"""What is not heard or shown so long after the last move is lost; a busy machine is only late."""


@dataclass(frozen=True, slots=True)
class CrowdLoad:
    """What is measured."""

    tables: int = 500
    a_second: float = 2.0
    seconds: float = 60.0
    kill: int = 100
    outage_s: float = 5.0
    hub: bool = True
    browser: bool = True


@dataclass(slots=True)
class CrowdReport:
    """What came out: at who hears everything, at the hub, on its page."""

    moves: int = 0
    """Events that the tables had to tell."""
    events: int = 0
    states: int = 0
    missing: int = 0
    twice: int = 0
    """Doubled on the way, to be dropped by their n."""
    disordered: int = 0
    backwards: int = 0
    """Times an older state of a table was heard or shown after a newer one."""
    behind: int = 0
    """Tables whose newest state is not that of their last move."""
    runs: int = 0
    """Runs that were heard: as many as tables, or the killed ones did not go on where they were."""
    hub_missing: int = 0
    hub_behind: list[str] = field(default_factory=list)
    page_behind: list[str] = field(default_factory=list)
    heard_ms: tuple[float, float] = (math.nan, math.nan)
    """From the sending of an event until it was heard: median and 99 %."""
    painted_ms: tuple[float, float] = (math.nan, math.nan)
    """Until it was painted."""
    caught_up_s: float = math.nan
    """After the last move, until everything had been heard and shown."""

    @property
    def lost(self) -> bool:
        """Whether anything of what was said did not arrive."""
        return bool(self.missing or self.behind or self.hub_behind or self.page_behind)


def run(order: CrowdLoad) -> CrowdReport:
    """Start everything, disturb it, count."""
    with ExitStack() as ended:
        folder = Path(ended.enter_context(tempfile.TemporaryDirectory(prefix="boardsight-crowd-")))
        return _Crowd(order, folder, ended).play()


class _Crowd:
    """One run."""

    def __init__(self, order: CrowdLoad, folder: Path, ended: ExitStack) -> None:
        self.order, self.folder, self.ended = order, folder, ended
        self.broker_port, hub_port = free_port(), free_port()
        self.url = f"http://127.0.0.1:{hub_port}"
        self.name = f"club{secrets.token_hex(3)}"
        self.broker = self._start(broker(folder, self.broker_port), "running")
        self.hub = self._start(hub(folder, self.broker_port, hub_port), "broker   mqtt") if order.hub else None
        self.meter = Meter(self.broker_port, self.name)
        ended.callback(self.meter.close)
        self.page = self._page() if order.hub and order.browser else None
        self.kill = min(order.kill, order.tables // 5)
        self.tables = self._tables()
        self.report = CrowdReport()

    def _start(self, process: Process, word: str) -> Process:
        process.start()
        self.ended.callback(process.stop)
        process.says(word)
        return process

    def _page(self) -> WallPage | None:
        path = chromium()
        return None if path is None else self.ended.enter_context(WallPage(path, f"{self.url}/hub"))

    def _tables(self) -> list[Process]:
        """Their processes; who is killed, the last one, remembers on the disk what is acknowledged."""
        others = self.order.tables - self.kill
        processes = math.ceil(others / TABLES_A_PROCESS)
        counts = [others // processes + (number < others % processes) for number in range(processes)]
        made, first = [], 0
        for count, kept in [*((count, False) for count in counts), *([(self.kill, True)] if self.kill else [])]:
            words = ["--tables", str(count), "--first", str(first), "--name", self.name, "--scripts", "4"]
            words += ["--mqtt", f"mqtt://127.0.0.1:{self.broker_port}", "--started-file", str(self.folder / "began")]
            words += ["--a-second", str(self.order.a_second), "--seconds", str(self.order.seconds)]
            words += ["--grace", str(CATCH_UP_S), *(["--sent", str(self.folder)] if kept else [])]
            made.append(virtual_tables(words, self.folder / f"tables-{first}.log"))
            first += count
        for process in made:
            process.start()
            self.ended.callback(process.stop)
        for process in made:
            process.says("ready")
        return made

    def play(self) -> CrowdReport:
        """Let the tables play; kill some and stop the broker in mid-run; count."""
        order, report = self.order, self.report
        begin_s = time.time() + 2.0 + order.tables / 50  # until all are connected
        load = Load(order.tables, order.a_second, begin_s, begin_s + order.seconds, 0, self.name)
        began = self.folder / "began.new"
        began.write_text(repr(begin_s))
        began.rename(self.folder / "began")
        third_s = order.seconds / 3
        self._until(begin_s + min(2.0, third_s / 4))
        before_s = time.time()
        self._until(begin_s + third_s)
        after_s = time.time()
        report.heard_ms = percentiles(
            [heard - sent for heard, sent in list(self.meter.sent_s.values()) if before_s <= heard < after_s]
        )
        if self.kill:
            self.tables[-1].kill()
            time.sleep(1.0)
            self.tables[-1].start()
        if order.outage_s:
            self._until(begin_s + 2 * third_s - order.outage_s / 2)
            self.broker.stop()
            time.sleep(order.outage_s)
            self.broker.start()
        self._until(load.until_s)
        last = {load.table(index): lines_at(load, index, load.until_s) for index in range(order.tables)}
        self._catch_up(load.until_s, last)
        self._count(last, before_s, after_s)
        return report

    def _until(self, then_s: float) -> None:
        while (left_s := then_s - time.time()) > 0:
            time.sleep(min(0.5, left_s))
            if self.page is not None:
                self.page.collect()

    def _catch_up(self, until_s: float, last: Mapping[str, int]) -> None:
        give_up_s = until_s + CATCH_UP_S
        while time.time() < give_up_s and (self.meter.missing(last) or self.meter.behind(last) or self._hub(last)):
            self._until(time.time() + 0.3)
        self.report.caught_up_s = round(time.time() - until_s, 1)
        for process in self.tables:
            process.wait(max(1.0, give_up_s - time.time()))
        self._until(time.time() + 1.0)

    def _hub(self, last: Mapping[str, int]) -> list[str]:
        """The tables whose last move the hub does not show."""
        if self.hub is None:
            return []
        with urlopen(f"{self.url}/api/v1/state", timeout=30) as answer:
            shown = {table["table"]: table.get("n", 0) for table in json.loads(answer.read())["tables"]}
        return sorted(name for name, n in last.items() if shown.get(name, 0) != n)

    def _count(self, last: Mapping[str, int], from_s: float, to_s: float) -> None:
        report, meter = self.report, self.meter
        report.moves, report.missing, report.behind = sum(last.values()), meter.missing(last), meter.behind(last)
        for name in ("events", "states", "twice", "disordered", "backwards"):
            setattr(report, name, getattr(meter, name))
        report.runs = sum(map(len, meter.runs.values()))
        if self.hub is not None:
            report.hub_behind = self._hub(last)
            with urlopen(f"{self.url}/metrics", timeout=10) as answer:
                lines = dict(line.split()[:2] for line in answer.read().decode().splitlines())
            report.hub_missing = int(lines["boardsight_hub_events_missing"])
        if self.page is not None:
            newest, waits = defaultdict[str, int](int), []
            for at_s, table, n in self.page.painted:
                report.backwards += n < newest[table]
                if n > newest[table] and from_s <= at_s < to_s and (table, n) in meter.sent_s:
                    waits.append(at_s - meter.sent_s[table, n][1])
                newest[table] = max(newest[table], n)
            report.page_behind = sorted(name for name, n in last.items() if newest[name] != n)
            report.painted_ms = percentiles(waits)


def percentiles(spans_s: list[float]) -> tuple[float, float]:
    """Median and 99th percentile in ms; NaN of none."""
    ordered = sorted(spans_s)
    if not ordered:
        return (math.nan, math.nan)
    return (round(1000 * ordered[len(ordered) // 2], 1), round(1000 * ordered[int(len(ordered) * 0.99)], 1))


def main() -> int:
    """Measure and print; 1 where something was lost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    usual = CrowdLoad()
    parser.add_argument("--tables", type=int, default=usual.tables)
    parser.add_argument("--a-second", type=float, default=usual.a_second, help="moves at each table")
    parser.add_argument("--seconds", type=float, default=usual.seconds)
    parser.add_argument("--kill", type=int, default=usual.kill, help="so many tables are killed in mid-run; 0: none")
    parser.add_argument("--outage", type=float, default=usual.outage_s, help="seconds without a broker; 0: none")
    parser.add_argument("--no-hub", action="store_true")
    parser.add_argument("--no-browser", action="store_true")
    given = parser.parse_args()
    if mosquitto() is None:
        print("Mosquitto is missing; Debian: apt install mosquitto", file=sys.stderr)
        return 3
    order = CrowdLoad(
        given.tables, given.a_second, given.seconds, given.kill, given.outage, not given.no_hub, not given.no_browser
    )
    report = run(order)
    figures: dict[str, Any] = {**asdict(order), **asdict(report)}
    print("\n".join(["| what | |", "| --- | --- |", *(f"| {name} | {value} |" for name, value in figures.items())]))
    return int(report.lost)


if __name__ == "__main__":
    sys.exit(main())
