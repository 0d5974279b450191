"""Many virtual tables on one broker: nothing is lost, whatever is killed or stopped (benchmarks/hub.py)."""

import pytest
from real_broker import needs_mosquitto

from benchmarks.hub import CrowdLoad, run

pytestmark = needs_mosquitto


def test_nothing_is_lost_among_forty_tables() -> None:
    """Eight of forty tables are killed, the broker is stopped for two seconds: every move is heard, in order."""
    report = run(CrowdLoad(tables=40, seconds=6, outage_s=2, hub=False))
    assert report.moves > 40 * 10
    assert (report.missing, report.behind, report.disordered, report.backwards) == (0, 0, 0, 0)
    assert report.runs == 40


@pytest.mark.soak
def test_five_hundred_tables_for_ten_minutes() -> None:
    """Two moves a second at each, 100 killed, a minute without the broker: every move is heard."""
    report = run(CrowdLoad(seconds=600, outage_s=60, hub=False))
    assert (report.missing, report.behind) == (0, 0)
    assert report.runs == 500
