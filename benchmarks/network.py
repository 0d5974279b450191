"""Many tables on one broker: virtual tables, a real Mosquitto with our configuration, and one who hears everything.

python benchmarks/network.py                                  500 tables, 2 moves a second each, for a minute
python benchmarks/network.py --seconds 600 --outage 60        the soak of ten minutes
python benchmarks/network.py --grow                           from 10 to 2,000 tables: docs/pictures/network-growth.png
python benchmarks/network.py --tables 40 --seconds 8 --json   what the tests run

Each move is an event and a state. In mid-run tables are killed (kill -9) and started again, and the broker is stopped
for a while. What every table must have told is known beforehand, so what is missing is counted, not guessed. The
benchmark `hub.py` goes on from here, through the hub to the page in a browser.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import secrets
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from crowd.meter import Meter, percentiles
from crowd.processes import Process, broker, free_port, mosquitto, usage, virtual_tables
from crowd.report import GROWTH, GROWTH_A_SECOND, Growing, LoadReport, as_table, draw_growth

from live.network.virtual import Load, lines_at

CONFIGURATION = Path(__file__).resolve().parents[1] / "live" / "network" / "mosquitto" / "mosquitto.conf"
LIMITS = ("max_", "message_size_limit", "persistence true", "autosave_interval")
TABLES_A_PROCESS = 250
CATCH_UP_S = 180.0
"""After the last move, for everything to arrive."""


@dataclass(frozen=True, slots=True)
class NetworkLoad:
    """What is measured."""

    tables: int = 500
    a_second: float = 2.0
    seconds: float = 60.0
    kill: int = 100
    outage_s: float = 10.0


@dataclass(slots=True)
class NetworkReport(LoadReport):
    """What came out at one who hears everything."""

    disordered: int = 0
    behind: int = 0
    runs: int = 0
    """Runs that were heard: as many as tables, or the killed ones did not go on where they were."""
    age_median_ms: float = math.nan
    age_99_ms: float = math.nan
    caught_up_s: float = math.nan
    """After the last move, until everything had been heard."""


def run(order: NetworkLoad) -> NetworkReport:
    """Start everything, disturb it, count."""
    report = NetworkReport(order.tables, order.a_second, order.seconds, load_before=os.getloadavg()[0])
    with tempfile.TemporaryDirectory(prefix="boardsight-network-") as name:
        folder, port = Path(name), free_port()
        broker = _broker(folder, port)
        started: list[Process] = [broker]
        try:
            broker.start()
            broker.says("running")
            _play(order, folder, port, broker, started, report)
        finally:
            for process in reversed(started):
                process.stop(5.0)
    return report


def _broker(folder: Path, port: int) -> Process:
    """Mosquitto with the limits of our configuration."""
    limits = [line for line in CONFIGURATION.read_text().splitlines() if line.startswith(LIMITS)]
    return broker(folder, port, (f"persistence_location {folder}/", *limits))


def _play(
    order: NetworkLoad, folder: Path, port: int, broker: Process, started: list[Process], report: NetworkReport
) -> None:
    name = f"club{secrets.token_hex(3)}"
    kill = min(order.kill, order.tables // 5)
    counts = _shares(order.tables - kill) + ([kill] if kill else [])
    meter = Meter(port, name)
    try:
        assert meter.ready.wait(30)
        tables, first = [], 0
        for number, count in enumerate(counts):
            kept = number == len(counts) - 1 if kill else False  # only who is killed needs to remember on the disk
            tables.append(_tables(folder, port, order, name, range(first, first + count), kept=kept))
            first += count
        for process in tables:
            process.start()
            started.append(process)
        for process in tables:
            process.says("ready")
        begin_s = time.time() + 2.0 + order.tables / 50  # until all are connected
        load = meter.load = Load(order.tables, order.a_second, begin_s, begin_s + order.seconds, 0, name)
        began = folder / "began.new"
        began.write_text(repr(begin_s))
        began.rename(folder / "began")
        third_s = order.seconds / 3
        _until(begin_s + min(2.0, third_s / 4))
        before, before_s = _used(broker, tables), time.time()
        _until(begin_s + third_s)
        after, after_s = _used(broker, tables), time.time()
        for part, (used, memory) in after.items():
            report.processor[part] = 100 * (used - before[part][0]) / (after_s - before_s)
            report.memory_mb[part] = memory
        report.latency_median_ms, report.latency_99_ms = percentiles(meter.latencies, before_s, after_s)
        report.age_median_ms, report.age_99_ms = percentiles(meter.ages, before_s, after_s)
        if kill:
            tables[-1].kill()
            time.sleep(1.0)
            tables[-1].start()
        if order.outage_s:
            _until(begin_s + 2 * third_s - order.outage_s / 2)
            broker.stop()
            time.sleep(order.outage_s)
            broker.start()
        _until(load.until_s)
        report.moves = sum(lines_at(load, index, load.until_s) for index in range(order.tables))
        give_up_s = load.until_s + CATCH_UP_S
        while time.time() < give_up_s and (meter.missing(load) or meter.behind(load)):
            time.sleep(0.25)
        report.caught_up_s = time.time() - load.until_s
        for process in tables:
            process.wait(max(1.0, give_up_s - time.time()))
        time.sleep(0.5)
    finally:
        meter.close()
    report.events, report.states, report.twice = meter.events, meter.states, meter.twice
    report.missing, report.behind = meter.missing(load), meter.behind(load)
    report.disordered, report.backwards = meter.disordered, meter.backwards
    report.runs = sum(len(runs) for runs in meter.runs.values())


def _shares(tables: int) -> list[int]:
    """Tables to processes, evenly."""
    processes = max(1, math.ceil(tables / TABLES_A_PROCESS))
    return [tables // processes + (number < tables % processes) for number in range(processes)]


def _tables(folder: Path, port: int, order: NetworkLoad, name: str, tables: range, *, kept: bool) -> Process:
    words = ["--tables", str(len(tables)), "--first", str(tables.start), "--name", name]
    words += ["--mqtt", f"mqtt://127.0.0.1:{port}"]
    words += ["--a-second", str(order.a_second), "--seconds", str(order.seconds), "--scripts", "4"]
    words += ["--started-file", str(folder / "began"), "--grace", str(CATCH_UP_S)]
    words += ["--sent", str(folder)] if kept else []
    return virtual_tables(words, folder / f"tables-{tables.start}.log")


def _used(broker: Process, tables: list[Process]) -> dict[str, tuple[float, float]]:
    """Processor time and memory of each part by now."""
    parts = {"broker": [broker.pid], "tables": [process.pid for process in tables], "listener": [os.getpid()]}
    return {part: (used.processor_s, used.memory_mb) for part, pids in parts.items() for used in [usage(pids)]}


def _until(then_s: float) -> None:
    time.sleep(max(0.0, then_s - time.time()))


def told(report: NetworkReport) -> str:
    """A report as a table."""
    rows = [
        ("tables, moves a second at each, seconds", f"{report.tables}, {report.a_second:g}, {report.seconds:g}"),
        ("moves made; events heard; states heard", f"{report.moves}; {report.events}; {report.states}"),
        ("lost", report.missing),
        ("doubled on the way, dropped by their n", report.twice),
        ("out of order", report.disordered),
        ("tables whose last state is not the last; states gone back", f"{report.behind}; {report.backwards}"),
        ("runs heard", report.runs),
        ("publish to listener, median / 99 %", f"{report.latency_median_ms:.1f} / {report.latency_99_ms:.1f} ms"),
        ("move to listener, median / 99 %", f"{report.age_median_ms:.1f} / {report.age_99_ms:.1f} ms"),
        ("everything heard after the last move", f"{report.caught_up_s:.1f} s"),
        ("processor, % of a core", ", ".join(f"{part} {share:.0f}" for part, share in report.processor.items())),
        ("memory, MB", ", ".join(f"{part} {size:.0f}" for part, size in report.memory_mb.items())),
        ("load of the machine before", f"{report.load_before:.1f}"),
    ]
    return as_table(rows)


def grow(seconds: float, picture: Path) -> list[NetworkReport]:
    """From few tables to many at a game's pace, and the picture of what it costs."""
    reports = []
    for tables in GROWTH:
        reports.append(run(NetworkLoad(tables, GROWTH_A_SECOND, seconds, kill=0, outage_s=0)))
        print(told(reports[-1]), flush=True)
    lines = (
        Growing("tables, of a core", "told", lambda one: one.processor["tables"], 100),
        Growing("listener", "asked", lambda one: one.processor["listener"], 100),
        Growing("broker", "right", lambda one: one.processor["broker"], 100),
        Growing("latency 99 %, of 250 ms", "wrong", lambda one: one.latency_99_ms, 250),
    )
    heights = {share: f"{share * 100:.0f} %" for share in (0.0, 0.25, 0.5, 0.75, 1.0)}
    draw_growth(reports, picture, "One broker: 12 moves a minute at each table", "tables", lines, heights=heights)
    return reports


def main() -> int:
    """Measure and print; 1 where something was lost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    usual = NetworkLoad()
    parser.add_argument("--tables", type=int, default=usual.tables)
    parser.add_argument("--a-second", type=float, default=usual.a_second, help="moves at each table")
    parser.add_argument("--seconds", type=float, default=usual.seconds)
    parser.add_argument("--kill", type=int, default=usual.kill, help="so many tables are killed in mid-run; 0: none")
    parser.add_argument("--outage", type=float, default=usual.outage_s, help="seconds without a broker; 0: none")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--grow", action="store_true", help="from 10 to 2,000 tables, and the picture")
    chosen = parser.parse_args()
    if mosquitto() is None:
        print("network: Mosquitto is not installed: apt install mosquitto", file=sys.stderr)
        return 1
    if chosen.grow:
        reports = grow(min(chosen.seconds, 30.0), Path("docs/pictures/network-growth.png"))
    else:
        reports = [run(NetworkLoad(chosen.tables, chosen.a_second, chosen.seconds, chosen.kill, chosen.outage))]
        print(json.dumps(asdict(reports[0])) if chosen.json else told(reports[0]))
    return 1 if any(report.missing or report.behind for report in reports) else 0


if __name__ == "__main__":
    sys.exit(main())
