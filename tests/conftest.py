"""What holds for every test: in CI a skipped test is a failure, since everything that tests need is installed there."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

if "PYTEST_XDIST_WORKER" in os.environ:  # each core has a worker: threads that wait for one another take it from them
    os.environ.update(OPENCV_FOR_THREADS_NUM="1", OPENBLAS_NUM_THREADS="1")
os.environ["BOARDSIGHT_LANG"] = "en"  # tests read what the terminal says, on whatever machine they run
sys.path.insert(0, str(Path(__file__).parent))  # what all tests share lies beside this file
TOML = " is not TOML: "
"""What follows is the parser's own English."""


@pytest.fixture(autouse=True)
def _complaints_are_translated() -> Iterator[None]:
    """Whatever any test finds wrong with a file is known in other languages whole: no list of it is kept."""
    from pseudo import plain

    from tabletop.complaints import Complaint
    from tabletop.translation import PSEUDO, translated

    said: set[str] = set()
    make = Complaint.__init__

    def remembered(self: Complaint, path: tuple[str | int, ...], sentence: str) -> None:
        make(self, path, sentence)
        said.add(sentence)

    Complaint.__init__ = remembered  # type: ignore[method-assign]  # monkeypatch would outlive every other fixture
    yield
    Complaint.__init__ = make  # type: ignore[method-assign]
    lacking = plain([translated(sentence, PSEUDO) for sentence in said if TOML not in sentence], ())
    assert not lacking, "no catalogue knows: " + "; ".join(lacking)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Fail the run in CI when a test was skipped; on other machines skips are told by name with their reason."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = len(reporter.stats.get("skipped", ())) if reporter else 0
    if os.environ.get("CI") == "true" and skipped and exitstatus == pytest.ExitCode.OK:
        reporter.write_line(f"{skipped} skipped tests: in CI nothing may be skipped", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
