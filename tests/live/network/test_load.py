"""Many virtual tables on one broker: nothing is lost, whatever is killed or stopped (benchmarks/network.py)."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from real_broker import needs_mosquitto

BENCHMARK = Path(__file__).parents[3] / "benchmarks" / "network.py"

pytestmark = needs_mosquitto


def measured(*words: str) -> dict[str, Any]:
    """What the benchmark says."""
    command = [sys.executable, str(BENCHMARK), "--json", *words]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.stdout, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def test_nothing_is_lost_among_forty_tables() -> None:
    """Eight of forty tables are killed, the broker is stopped for two seconds: every move is heard, in order."""
    report = measured("--tables", "40", "--seconds", "6", "--outage", "2")
    assert report["moves"] > 40 * 10
    assert (report["missing"], report["behind"], report["disordered"], report["backwards"]) == (0, 0, 0, 0)
    assert report["runs"] == 40


@pytest.mark.soak
def test_five_hundred_tables_for_ten_minutes() -> None:
    """Two moves a second at each, 100 killed, a minute without the broker: every move is heard."""
    report = measured("--tables", "500", "--seconds", "600", "--kill", "100", "--outage", "60")
    assert (report["missing"], report["behind"]) == (0, 0)
    assert report["runs"] == 500
