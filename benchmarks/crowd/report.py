"""What came out of a crowd's run, as a value, a table and a picture."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from measuring.drawing import Line, draw

GROWTH = (10, 50, 100, 250, 500, 1000, 2000)
"""So many tables, one run after the other."""
GROWTH_A_SECOND = 0.2
"""A move every five seconds at each table is more than people play."""


@dataclass(slots=True)
class LoadReport:
    """What came out of many tables' talking, whoever heard them."""

    tables: int
    a_second: float
    seconds: float
    moves: int = 0
    """Events that the tables had to tell."""
    states: int = 0
    events: int = 0
    missing: int = 0
    twice: int = 0
    backwards: int = 0
    """Times an older state of a table was heard or shown after a newer one."""
    latency_median_ms: float = math.nan
    latency_99_ms: float = math.nan
    """From the sending of an event until it was heard, or painted."""
    processor: dict[str, float] = field(default_factory=dict)
    """Share of one core by part, in percent."""
    memory_mb: dict[str, float] = field(default_factory=dict)
    load_before: float = 0.0


@dataclass(slots=True)
class CrowdReport(LoadReport):
    """What came out at the hub's page."""

    merged: int = 0
    late: int = 0
    behind: list[str] = field(default_factory=list)
    """Tables whose last move the wall does not show at the end."""
    painted: int = 0
    page_behind: int = 0
    since_move_median_ms: float = math.nan
    since_move_99_ms: float = math.nan
    """From the moment of the move, at all tables: also how late the virtual tables themselves are."""
    frames_a_second: float = math.nan
    longest_frame_ms: float = math.nan
    slowest_second: int = 0
    """The fewest frames within any whole second."""


def told(report: CrowdReport) -> str:
    """The report as the documentation has it."""
    rows = [
        ("tables, moves a second each, seconds", f"{report.tables}, {report.a_second:g}, {report.seconds:g}"),
        ("moves made", report.moves),
        ("events received by the hub (none while it or the broker is away)", report.events),
        ("events missing between those", report.missing),
        ("tables whose last move the hub / the page does not show", f"{len(report.behind)} / {report.page_behind}"),
        ("events doubled / late", f"{report.twice} / {report.late}"),
        ("states read / merged before reading", f"{report.states} / {report.merged}"),
        ("older after newer on the page", report.backwards),
        ("from sending to the painted page, median / 99 %", f"{report.latency_median_ms} / {report.latency_99_ms} ms"),
        (
            "from the move, the tables' own delay included",
            f"{report.since_move_median_ms} / {report.since_move_99_ms} ms",
        ),
        ("frames a second / in the slowest second", f"{report.frames_a_second} / {report.slowest_second}"),
        ("longest frame", f"{report.longest_frame_ms} ms"),
        ("processor, % of a core", ", ".join(f"{part} {share}" for part, share in report.processor.items())),
        ("memory, MB", ", ".join(f"{part} {size}" for part, size in report.memory_mb.items())),
        ("load of the machine before", f"{report.load_before:.1f}"),
    ]
    return as_table(rows)


def as_table(rows: Iterable[tuple[str, object]]) -> str:
    """What was counted and how much, as Markdown."""
    return "\n".join(["| what | |", "| --- | --- |", *(f"| {name} | {value} |" for name, value in rows)])


@dataclass(frozen=True, slots=True)
class Growing:
    """One thing that grows with the number of tables: its line, and the value that is as high as the picture."""

    name: str
    colour: str
    of: Callable[[Any], float]
    whole: float


def draw_growth(reports: Sequence[LoadReport], picture: Path, title: str, below: str, lines: Sequence[Growing],
                *, heights: Mapping[float, str]) -> None:  # fmt: skip
    """What it costs by the number of tables, which grows by factors."""
    low, high = math.log(reports[0].tables), math.log(reports[-1].tables)
    across = {report.tables: (math.log(report.tables) - low) / (high - low) for report in reports}
    drawn = [
        Line(
            line.name, line.colour, tuple((across[one.tables], min(line.of(one) / line.whole, 1.0)) for one in reports)
        )
        for line in lines
    ]
    draw(picture, title, below, {x: f"{tables}" for tables, x in across.items()}, heights, drawn)
