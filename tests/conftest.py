"""What holds for every test: in CI a skipped test is a failure, since everything that tests need is installed there.

On several cores files that take long begin first, so that no core waits for another in the end; and there are more
workers than cores, since a third of the tests wait for servers, browsers and processes.
"""

import gc
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("ours", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ours")  # a busy machine is slow, and no test may fall for that
if "PYTEST_XDIST_WORKER" in os.environ:  # each core has a worker: threads that wait for one another take it from them
    os.environ.update(OPENCV_FOR_THREADS_NUM="1", OPENBLAS_NUM_THREADS="1")
    os.environ.pop("GLIBC_TUNABLES", None)  # what tests start takes its memory as it does anywhere
os.environ["BOARDSIGHT_LANG"] = "en"  # tests read what the terminal says, on whatever machine they run
FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER))  # what all tests share lies in it
TOML = " is not TOML: "
"""What follows is the parser's own English."""
RUN_FOLDER = pytest.StashKey[Path]()
"""A folder that all workers of one run share."""


def pytest_configure(config: pytest.Config) -> None:
    """The first process makes the run's folder, and takes it away in the end; workers share the work of compiling.
    Nothing that is collected is garbage, so that nobody looks for any meanwhile."""
    gc.disable()
    worker = getattr(config, "workerinput", {})
    given = worker.get("run_folder")
    if worker and [Path(one).resolve() for one in config.args] == [FOLDER]:
        config.args[:] = map(str, begun_elsewhere(worker["workerid"], worker["workercount"]))
    if given is None:
        made = TemporaryDirectory(prefix="boardsight-tests-", ignore_cleanup_errors=True)
        config.add_cleanup(made.cleanup)
        given = made.name
    config.stash[RUN_FOLDER] = Path(given)


def begun_elsewhere(worker: str, workers: int) -> list[Path]:
    """All files, each worker's beginning with others, so that none compiles what another has compiled; in a fresh
    checkout this is half of what collecting costs. `pytest_collection_modifyitems` brings them into one order."""
    files = sorted(FOLDER.rglob("test_*.py"))
    first = len(files) * int(worker.removeprefix("gw")) // workers
    return [*files[first:], *files[:first]]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes() -> None:
    """Workers begin with an allocator that keeps the memory of pictures that went: to get it from the system page by
    page, picture after picture, took an eighth of the time of their tests. Other systems don't know the name."""
    os.environ["GLIBC_TUNABLES"] = f"glibc.malloc.mmap_threshold={KEPT_BYTES}:glibc.malloc.trim_threshold={KEPT_BYTES}"


KEPT_BYTES = 1 << 30


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Each worker is told the run's folder."""
    node.workerinput["run_folder"] = str(node.config.stash[RUN_FOLDER])


@pytest.fixture(scope="session", autouse=True)
def _worked_out_once(pytestconfig: pytest.Config) -> Iterator[None]:
    """Sheets are laid out and parts drawn once for all workers."""
    from once_a_run import OnceARun, sheets_and_parts_once

    with sheets_and_parts_once(OnceARun(pytestconfig.stash[RUN_FOLDER])):
        yield


@pytest.fixture(scope="module", autouse=True)
def _surroundings() -> Iterator[None]:
    """Variables of the environment that a file's tests set, or libraries that they call, are no other file's: Dask's
    tell glibc how to keep memory, and whatever was started after them had that."""
    with patch.dict(os.environ):
        yield


@pytest.fixture(autouse=True)
def _complaints_are_translated() -> Iterator[None]:
    """Whatever any test finds wrong with a file is known in other languages whole: no list of it is kept."""
    from pseudo import plain

    from tabletop.filevalues import Complaint
    from tabletop.translation import PSEUDO, translated

    said: set[str] = set()
    make = Complaint.__init__

    def remembered(self: Complaint, path: Any, sentence: str, *further: Any, **named: Any) -> None:
        make(self, path, sentence, *further, **named)
        said.add(sentence)

    Complaint.__init__ = remembered  # type: ignore[method-assign]  # monkeypatch would outlive every other fixture
    yield
    Complaint.__init__ = make  # type: ignore[method-assign]
    lacking = plain([translated(sentence, PSEUDO) for sentence in said if TOML not in sentence], ())
    assert not lacking, "no catalogue knows: " + "; ".join(lacking)


@pytest.fixture(autouse=True)
def _questions_are_short() -> Iterator[None]:
    """Whatever any test's table asks has at most three sentences, and says no row, column or number of a turn."""
    session = sys.modules.get("live.table.session")
    if session is None:
        yield
        return
    from tabletop.translation import translated

    asked: set[tuple[str, ...]] = set()
    make = session.Question.__init__

    def remembered(self: Any, *values: Any, **named: Any) -> None:
        make(self, *values, **named)
        asked.add((self.text, *(choice.label for choice in self.choices)))

    session.Question.__init__ = remembered
    yield
    session.Question.__init__ = make
    for text, *labels in asked:
        for said in (text, translated(text, "de")):
            assert len(SENTENCE_END.findall(said)) <= MOST_SENTENCES, said
        for said in (text, *labels):
            assert not COUNTED_PLACE.search(said), said


MOST_SENTENCES = 3
SENTENCE_END = re.compile(r"[.?!](?=\s|$)")
COUNTED_PLACE = re.compile(r"\b([Rr]ow|[Cc]olumn|turn) \d|\[-?\d+, -?\d+\]")
LONGEST = (
    "live/page/test_filming_page.py",
    "firmware/test_conformance.py",
    "live/page/test_board_entry.py",
    "live/test_live_games.py",
    "vision/test_plain_pieces.py",
    "live/network/test_link.py",
    "live/test_command_card_evening.py",
    "live/page/test_page.py",
    "nets/test_nets.py",
    "live/network/test_trust.py",
    "live/test_reports.py",
    "live/page/test_accessible.py",
    "vision/test_boards.py",
    "firmware_bridge/test_link.py",
    "vision/test_photos.py",
    "live/page/test_replay.py",
    "simulator/test_virtual_table.py",
    "live/network/test_load.py",
    "firmware/test_avr.py",
    "calibration/test_piece_photo.py",
    "commands/test_read.py",
    "live/hub/test_listening.py",
    "live/hub/test_hub_page.py",
    "printables/test_pages.py",
    "live/network/test_commands.py",
    "live/test_whole_games.py",
    "live/page/test_setup_page.py",
    "live/page/test_sound.py",
    "live/test_crowds.py",
    "vision/test_light_and_noise.py",
    "simulator/test_photograph.py",
    "vision/test_manned_tiles.py",
    "live/test_several_cameras.py",
    "live/test_photos.py",
    "live/test_attribution.py",
    "live/test_board_decisions.py",
    "live/page/test_pseudo_language.py",
    "commands/test_main.py",
    "live/page/test_phone_page.py",
    "live/test_capture.py",
    "calibration/test_guide.py",
    "live/test_blind_times.py",
    "vision/test_reader.py",
    "calibration/test_camera.py",
    "live/test_setup.py",
    "docs/test_examples.py",
    "live/evenings/test_evenings_page.py",
    "live/test_faults.py",
    "live/archive/test_batches.py",
    "live/test_plain_evenings.py",
    "live/test_editor.py",
    "docs/test_adding_a_game.py",
    "live/test_holding.py",
    "live/page/test_feast.py",
    "printables/test_for_everybodys_eyes.py",
    "simulator/test_film.py",
    "vision/test_watch.py",
    "live/test_try.py",
    "live/test_taped_boards.py",
    "live/test_aiming.py",
    "commands/test_print.py",
    "live/page/test_episode_page.py",
    "printables/test_light.py",
    "commands/test_fuzz.py",
    "live/test_decisions.py",
    "simulator/test_visitors.py",
    "live/page/test_presses.py",
    "live/test_photo_doctor.py",
    "scoring/test_illegal_moves.py",
    "vision/test_agreeing_codes.py",
    "commands/test_command_language.py",
    "live/test_score_track.py",
    "simulator/test_board_games.py",
    "printables/test_bad_files.py",
    "vision/test_large_pictures.py",
    "live/network/test_examples.py",
    "scoring/test_conformance.py",
    "live/test_every_game.py",
    "calibration/test_pieces.py",
    "live/test_evidence.py",
    "live/test_web.py",
    "vision/test_false_codes.py",
    "live/test_turned_table.py",
    "vision/test_astray.py",
    "live/test_play.py",
    "firmware_bridge/test_tools.py",
    "house/test_house.py",
    "printables/test_print_command.py",
    "vision/test_geometry.py",
    "printables/test_packing.py",
    "vision/test_unread.py",
)
"""The files that take longest, the longest first, by the clock of a run (`--durations`), and among them those that wait
for networks and links, three others between two of them. After them those with most tests."""


def pytest_collection_finish() -> None:
    """What modules and collected tests consist of lives to the end: the garbage collector leaves it out, and looks less
    often at the rest, which took a tenth of the time of tests without pictures."""
    gc.freeze()
    gc.set_threshold(COLLECTED_AFTER, 20, 50)
    gc.enable()


COLLECTED_AFTER = 20_000
"""So many new objects more than went: thirty times what Python takes, and still less than a second of any test."""


def pytest_xdist_auto_num_workers() -> int:
    """Four workers on two cores."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores + 2


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long begins first; the tests of a file stay together and in their order."""
    tests = Counter(item.path for item in items)
    rank = {FOLDER / name: number for number, name in enumerate(LONGEST)}
    items.sort(key=lambda item: (rank.get(item.path, len(rank)), -tests[item.path], item.path))


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Fail the run in CI when a test was skipped; on other machines skips are told by name with their reason."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = len(reporter.stats.get("skipped", ())) if reporter else 0
    if os.environ.get("CI") == "true" and skipped and exitstatus == pytest.ExitCode.OK:
        reporter.write_line(f"{skipped} skipped tests: in CI nothing may be skipped", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
