"""What came out of a crowd's run, as a value, a table and a picture."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(slots=True)
class CrowdReport:
    """What came out."""

    tables: int
    a_second: float
    seconds: float
    moves: int = 0
    states: int = 0
    merged: int = 0
    events: int = 0
    missing: int = 0
    twice: int = 0
    late: int = 0
    behind: list[str] = field(default_factory=list)
    """Tables whose last move the wall does not show at the end."""
    painted: int = 0
    page_behind: int = 0
    backwards: int = 0
    """Times the page showed an older state of a table after a newer one."""
    latency_median_ms: float = math.nan
    latency_99_ms: float = math.nan
    """From the sending of an event to its painting, at some of the tables."""
    since_move_median_ms: float = math.nan
    since_move_99_ms: float = math.nan
    """From the moment of the move, at all tables: also how late the virtual tables themselves are."""
    frames_a_second: float = math.nan
    longest_frame_ms: float = math.nan
    slowest_second: int = 0
    """The fewest frames within any whole second."""
    processor: dict[str, float] = field(default_factory=dict)
    """Share of one core by part, in percent."""
    memory_mb: dict[str, float] = field(default_factory=dict)
    load_before: float = 0.0


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
    return "\n".join(["| what | |", "| --- | --- |", *(f"| {name} | {value} |" for name, value in rows)])


def draw_growth(reports: list[CrowdReport], picture: Path) -> None:
    """What it costs, as a picture; ten percent of a core and a tenth of a second have the same height."""
    from measuring.drawing import Line, draw

    low, high = math.log(reports[0].tables), math.log(reports[-1].tables)

    def line(name: str, colour: str, values: list[float], whole: float) -> Line:
        across = [(math.log(one.tables) - low) / (high - low) for one in reports]
        points = [(x, min(value / whole, 1.0)) for x, value in zip(across, values, strict=True)]
        return Line(name, colour, tuple(points))

    draw(
        picture,
        "From 10 to 2,000 tables, 12 moves a minute at each",
        "tables; latency is from sending to the painted page, 99 %",
        {(math.log(one.tables) - low) / (high - low): f"{one.tables}" for one in reports},
        {share / 5: f"{share * 10} %" for share in range(6)},
        [
            line("hub, of a core", "told", [one.processor["hub"] for one in reports], 50),
            line("page", "asked", [one.processor["page"] for one in reports], 50),
            line("broker", "right", [one.processor["broker"] for one in reports], 50),
            line("latency, 10 % = 100 ms", "wrong", [one.latency_99_ms for one in reports], 500),
        ],
    )
