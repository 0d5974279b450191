"""A crowd of virtual tables at a real broker and a real hub: nothing lost, nothing doubled, whatever is killed.

`.ci/run` plays a larger one before the tests, of two hundred tables; these are for `make soak`.
"""

import pytest
from real_broker import needs_mosquitto

from benchmarks.hub import CrowdLoad, run


@needs_mosquitto
@pytest.mark.soak
def test_a_small_crowd_loses_nothing() -> None:
    """Tables are killed and started again, the broker goes away: the wall shows every table's last move in the end."""
    report = run(CrowdLoad(tables=12, seconds=5, kill=3, outage_s=1.0, browser=False))
    assert report.moves > 70
    assert (report.hub_behind, report.hub_missing) == ([], 0)


@needs_mosquitto
@pytest.mark.soak
def test_five_hundred_tables_for_ten_minutes() -> None:
    """The goal of a convention: everything arrives, in order, on the page too."""
    report = run(CrowdLoad(seconds=600, outage_s=60))
    assert (report.missing, report.hub_behind, report.hub_missing, report.page_behind) == (0, [], 0, [])
    assert report.backwards == 0
