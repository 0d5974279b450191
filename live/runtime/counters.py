"""What `/metrics` tells of one table."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(slots=True)
class LoopCounters:
    """What `/metrics` tells."""

    frames: int = 0
    quiet: int = 0
    moving: int = 0
    flashing: int = 0
    readings: int = 0
    moves: int = 0
    corrections: int = 0
    silences: int = 0
    store_errors: int = 0
    faults: int = 0


def metrics_text(counters: LoopCounters, gauges: Mapping[str, int]) -> str:
    """Counters, and what goes up and down, as Prometheus reads them."""
    lines = []
    for name in LoopCounters.__slots__:
        lines.append(f"# TYPE boardsight_{name}_total counter")
        lines.append(f"boardsight_{name}_total {getattr(counters, name)}")
    for name, now in gauges.items():
        lines.append(f"# TYPE boardsight_{name} gauge")
        lines.append(f"boardsight_{name} {now}")
    return "\n".join(lines) + "\n"
