"""Many tables on one wall: virtual tables, a real Mosquitto, the hub, and its page in a real headless Chromium.

python benchmarks/hub.py                                  500 tables, 2 moves a second each, for a minute
python benchmarks/hub.py --seconds 600 --outage 60        the soak of ten minutes
python benchmarks/hub.py --grow                           from 10 to 2,000 tables: docs/pictures/hub-growth.png

In mid-run 100 tables are killed and started again, and the broker is stopped for a while. What every table must have
said is known beforehand, so lost, doubled and late messages are counted, not guessed. Latency is from the sending of an
event, which the table dates, to the first frame that was painted with it. All of them share the machine.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from crowd.ear import Ear
from crowd.page import WallPage
from crowd.processes import (
    Process,
    Usage,
    broker,
    browser_pids,
    chromium,
    free_port,
    hub,
    mosquitto,
    usage,
    virtual_tables,
)
from crowd.report import GROWTH, GROWTH_A_SECOND, CrowdReport, Growing, draw_growth, told

from live.network.virtual import Load, lines_at, next_line_s

HEARD = 20
"""So many tables are also heard directly, to know when they sent what."""
CATCHING_UP_S = 60.0
"""What is not shown so long after the last move is lost; a busy machine is only late."""
SETTLE_S = 10.0
"""After a disturbance, before latencies count again."""


@dataclass(frozen=True, slots=True)
class HubLoad:
    """What is measured."""

    tables: int = 500
    a_second: float = 2.0
    seconds: float = 60.0
    kill: int = 100
    outage_s: float = 5.0
    size: str = "normal"
    browser: bool = True
    start_s: float = 25.0
    """Between the start of the tables' processes and their first move, so that all are connected."""


class Crowd:
    """One run."""

    def __init__(self, order: HubLoad, folder: Path) -> None:
        self.order, self.folder = order, folder
        self.broker_port, self.port = free_port(), free_port()
        self.broker = broker(folder, self.broker_port)
        self.hub = hub(folder, self.broker_port, self.port)
        self.url = f"http://127.0.0.1:{self.port}/hub"
        kill = min(order.kill, order.tables // 5) if order.kill else 0
        # the scripts are made at the start of each process, so there are few processes
        half = (order.tables - kill + 1) // 2
        self.slices = [(0, half), (half, order.tables - kill - half), (order.tables - kill, kill)]
        self.slices = [one for one in self.slices if one[1]]
        self.quiet: list[tuple[float, float, int]] = []
        """Spans in which latencies don't count, and the first table (by index) of which they don't."""
        self.spent_s: dict[str, float] = defaultdict(float)
        """Processor time of processes that were ended in mid-run."""

    def tables(self, number: int, load: Load) -> Process:
        """The process of one slice of the tables."""
        first, count = self.slices[number]
        words = ["--tables", str(count), "--first", str(first), "--name", load.name]
        words += ["--a-second", str(load.a_second), "--started", str(load.started_s)]
        words += ["--seconds", str(load.until_s - load.started_s), "--sent", str(self.folder)]
        words += ["--mqtt", f"mqtt://127.0.0.1:{self.broker_port}"]
        return virtual_tables(words, self.folder / f"tables-{number}.log")

    def metrics(self) -> dict[str, int]:
        """The hub's counters."""
        with urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=10) as answer:
            lines = answer.read().decode().splitlines()
        return {line.split()[0].removeprefix("boardsight_hub_"): int(line.split()[1]) for line in lines}

    def state(self) -> dict[str, Any]:
        """The wall as the hub has it."""
        with urlopen(f"http://127.0.0.1:{self.port}/api/v1/state", timeout=30) as answer:
            document: dict[str, Any] = json.loads(answer.read())
            return document


def run(order: HubLoad) -> CrowdReport:
    """Start everything, disturb it, count."""
    with tempfile.TemporaryDirectory(prefix="boardsight-crowd-") as name:
        crowd = Crowd(order, Path(name))
        started: list[Process] = [crowd.broker, crowd.hub]
        try:
            crowd.broker.start()
            crowd.hub.start()
            crowd.hub.says("broker   mqtt")
            started_s = time.time() + order.start_s
            load = Load(order.tables, order.a_second, started_s, started_s + order.seconds)
            speaking = [crowd.tables(number, load) for number in range(len(crowd.slices))]
            started += speaking
            for one in speaking:
                one.start()
            for one in speaking:
                one.says("ready")
            return _watched(crowd, load, speaking)
        finally:
            for one in reversed(started):
                one.stop()


def _watched(crowd: Crowd, load: Load, speaking: list[Process]) -> CrowdReport:
    order = crowd.order
    report = CrowdReport(order.tables, order.a_second, order.seconds, load_before=os.getloadavg()[0])
    path = chromium() if order.browser else None
    if path is None:
        _play(crowd, load, speaking, None, report)
        _count(crowd, load, report)
        return report
    heard = [load.table(index) for index in range(0, order.tables, max(1, order.tables // HEARD))]
    ear = Ear(crowd.broker_port, heard)
    with WallPage(path, crowd.url, size=order.size) as page:
        _play(crowd, load, speaking, page, report)
        _count(crowd, load, report)
        _count_page(crowd, load, page, ear, report)
    ear.close()
    return report


def _play(crowd: Crowd, load: Load, speaking: list[Process], page: WallPage | None, report: CrowdReport) -> None:
    """Let the tables play; kill some and stop the broker in mid-run; note what all of it costs."""
    order = crowd.order
    killing_s = load.started_s + 0.3 * order.seconds if order.kill else math.inf
    outage_s = load.started_s + 0.55 * order.seconds if order.outage_s else math.inf
    time.sleep(max(0.0, load.started_s + 2 - time.time()))
    if page is not None:
        page.collect()
        page.painted.clear()
        page.frames_ms.clear()
    before, begun_s = _usages(crowd, speaking, page), time.time()
    after, ended_s = before, begun_s
    while time.time() < load.until_s:
        time.sleep(0.5)
        if page is not None:
            page.collect()
        if time.time() < load.until_s - 0.5:  # at the end tables' processes are gone, and what they used with them
            after, ended_s = _usages(crowd, speaking, page), time.time()
        if time.time() > killing_s:
            killing_s = math.inf
            from_s = time.time()
            crowd.spent_s["tables"] += usage([speaking[-1].pid]).processor_s
            speaking[-1].kill()
            time.sleep(2)
            speaking[-1].start()
            again_s = time.time()
            while speaking[-1].log().count("ready") < 2 and time.time() < again_s + 60:
                time.sleep(0.2)
                if page is not None:
                    page.collect()
            crowd.quiet.append((from_s - 1, time.time() + SETTLE_S, crowd.slices[-1][0]))
        if time.time() > outage_s:
            outage_s = math.inf
            from_s = time.time()
            crowd.spent_s["broker"] += usage([crowd.broker.pid]).processor_s
            crowd.broker.stop()
            time.sleep(order.outage_s)
            crowd.broker.start()
            crowd.quiet.append((from_s - 2, time.time() + SETTLE_S, 0))
    took_s = max(ended_s - begun_s, 0.1)
    report.processor = {
        part: round(100 * (after[part].processor_s - before[part].processor_s) / took_s, 1) for part in after
    }
    report.memory_mb = {part: round(one.memory_mb, 1) for part, one in after.items()}
    for one in speaking:
        one.wait(CATCHING_UP_S)
    give_up_s = time.time() + CATCHING_UP_S
    while _behind(crowd, load) and time.time() < give_up_s:
        time.sleep(0.2)
    time.sleep(1.0)
    if page is not None:
        page.collect()


def _usages(crowd: Crowd, speaking: list[Process], page: WallPage | None) -> dict[str, Usage]:
    parts = {"broker": [crowd.broker.pid], "hub": [crowd.hub.pid], "tables": [one.pid for one in speaking]}
    if page is not None:
        parts["page"] = browser_pids()
    used = {name: usage(pids) for name, pids in parts.items()}
    return {name: Usage(one.processor_s + crowd.spent_s[name], one.memory_mb) for name, one in used.items()}


def _count(crowd: Crowd, load: Load, report: CrowdReport) -> None:
    """What the hub has against what was said."""
    report.moves = sum(_last_lines(load).values())
    report.behind = _behind(crowd, load)
    counts = crowd.metrics()
    report.states, report.merged = counts["states"], counts["states_merged"]
    report.events, report.missing = counts["events"], counts["events_missing"]
    report.twice, report.late = counts["events_twice"], counts["events_late"]


def _behind(crowd: Crowd, load: Load) -> list[str]:
    """The tables whose last move the hub does not show."""
    shown = {table["table"]: table.get("n", 0) for table in crowd.state()["tables"]}
    return sorted(name for name, n in _last_lines(load).items() if shown.get(name, 0) != n)


def _last_lines(load: Load) -> dict[str, int]:
    """Table -> how many lines it has in the end."""
    return {load.table(index): lines_at(load, index, load.until_s) for index in range(load.tables)}


def _count_page(crowd: Crowd, load: Load, page: WallPage, ear: Ear, report: CrowdReport) -> None:
    """What the page has shown, when, and how smoothly."""
    numbers = {load.table(index): index for index in range(load.tables)}
    newest: dict[str, int] = defaultdict(int)
    since_move_s, since_sent_s = [], []
    for at_s, table, n in page.painted:
        if n < newest[table]:
            report.backwards += 1
        if n > newest[table] and n >= 1:
            index = numbers[table]
            due_s = next_line_s(load, index, n - 1)
            disturbed = any(begin <= due_s <= end and index >= first for begin, end, first in crowd.quiet)
            if not disturbed and due_s > load.started_s + 2:
                since_move_s.append(at_s - due_s)
                if (table, n) in ear.sent_s:
                    since_sent_s.append(at_s - ear.sent_s[table, n])
        newest[table] = max(newest[table], n)
    report.painted = len(page.painted)
    report.page_behind = sum(newest[name] != lines_at(load, index, load.until_s) for name, index in numbers.items())
    report.latency_median_ms, report.latency_99_ms = _median_and_99_ms(since_sent_s)
    report.since_move_median_ms, report.since_move_99_ms = _median_and_99_ms(since_move_s)
    frames = page.frames_ms
    if len(frames) > 2:
        report.frames_a_second = round(1000 * (len(frames) - 1) / (frames[-1] - frames[0]), 1)
        report.longest_frame_ms = round(max(after - before for before, after in pairwise(frames)), 1)
        seconds: dict[int, int] = defaultdict(int)
        for at in frames:
            seconds[int(at // 1000)] += 1
        report.slowest_second = min(list(seconds.values())[1:-1] or [0])


def _median_and_99_ms(spans_s: list[float]) -> tuple[float, float]:
    if not spans_s:
        return math.nan, math.nan
    ordered = sorted(spans_s)
    return round(1000 * ordered[len(ordered) // 2], 1), round(1000 * ordered[int(len(ordered) * 0.99)], 1)


def grow(seconds: float) -> list[CrowdReport]:
    """From few tables to many at a game's pace."""
    reports = []
    for tables in GROWTH:
        start_s = 10 + tables / 80
        reports.append(run(HubLoad(tables, GROWTH_A_SECOND, seconds, kill=0, outage_s=0, start_s=start_s)))
        print(told(reports[-1]), flush=True)
    return reports


def _draw_growth(reports: list[CrowdReport], picture: Path) -> None:
    """Ten percent of a core and a tenth of a second have the same height."""
    lines = (
        Growing("hub, of a core", "told", lambda one: one.processor["hub"], 50),
        Growing("page", "asked", lambda one: one.processor["page"], 50),
        Growing("broker", "right", lambda one: one.processor["broker"], 50),
        Growing("latency, 10 % = 100 ms", "wrong", lambda one: one.latency_99_ms, 500),
    )
    title = "From 10 to 2,000 tables, 12 moves a minute at each"
    below = "tables; latency is from sending to the painted page, 99 %"
    draw_growth(reports, picture, title, below, lines, heights={share / 5: f"{share * 10} %" for share in range(6)})


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    usual = HubLoad()
    parser.add_argument("--tables", type=int, default=usual.tables)
    parser.add_argument("--a-second", type=float, default=usual.a_second, help="moves at each table")
    parser.add_argument("--seconds", type=float, default=usual.seconds)
    parser.add_argument("--kill", type=int, default=usual.kill, help="so many tables are killed in mid-run; 0: none")
    parser.add_argument("--outage", type=float, default=usual.outage_s, help="seconds without a broker; 0: none")
    parser.add_argument("--size", choices=("normal", "dense", "large"), default=usual.size, help="of the page's cards")
    parser.add_argument("--no-browser", action="store_true")
    parser.add_argument("--grow", action="store_true", help="from 10 to 2,000 tables, so many seconds each")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    if mosquitto() is None:
        print("Mosquitto is missing; Debian: apt install mosquitto", file=sys.stderr)
        return 3
    if chosen.grow:
        _draw_growth(grow(chosen.seconds), Path(__file__).parents[1] / "docs" / "pictures" / "hub-growth.png")
        return 0
    order = HubLoad(
        chosen.tables, chosen.a_second, chosen.seconds, chosen.kill, chosen.outage, chosen.size, not chosen.no_browser
    )
    report = run(order)
    print(json.dumps(asdict(report)) if chosen.json else told(report))
    return 0 if not report.behind and not report.page_behind * order.browser else 1


if __name__ == "__main__":
    sys.exit(main())
