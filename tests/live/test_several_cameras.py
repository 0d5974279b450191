"""Two cameras over one table: one goes and the other plays on, one is covered and the other sees, one is knocked."""

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy
import pytest
from page_table import table_with

from live.page.pictures import PictureSettings, picture_jpeg
from live.runtime.live_table import LiveTable
from live.runtime.loop import watch_table
from live.sources import Frame, Silence, open_sources
from live.sources.cameras import CameraFound
from live.sources.several import SeveralCameras
from live.table.multi_camera import MultiCameraReader, frame_reader_for
from simulator.games import opening_position, scripted_game, turns_of
from simulator.gestures import Pace
from simulator.performance import Performance
from simulator.pictures import BgrImage
from simulator.virtual_table import Room, VirtualTable
from tabletop.errors import NoCamera, UsageError
from tabletop.gamefile import load_game

TURNS = 2
VIEWS = "webcam-35@180"
"""The second camera looks from the other side of the table."""
PLAYERS = ("Ann", "Ben", "Cem")


class StandInWebcam:
    """A webcam that shows its number."""

    controls: tuple[()] = ()

    def __init__(self, number: int) -> None:
        self.number = number

    def read(self) -> BgrImage:
        """A picture."""
        return numpy.full((20, 20, 3), self.number, numpy.uint8)

    def release(self) -> None:
        """Nothing is held."""


class Scripted:
    """A camera that gives what it is told: pictures by number, None where it has nothing yet, a silence."""

    live = True
    views = 1

    def __init__(self, name: str, gives: Sequence[int | str | None]) -> None:
        self.name = name
        self._gives = list(gives)
        self.closed = False

    def next(self, timeout_s: float) -> Frame | Silence | None:
        """The next thing."""
        if not self._gives:
            return None
        now = self._gives.pop(0)
        if now is None:
            return Silence(f"{self.name}: waiting for a picture", 0.0, late=True)
        if isinstance(now, str):
            return Silence(now, 0.0)
        return Frame(numpy.full((4, 4, 3), now, numpy.uint8), float(now), now)

    def close(self) -> None:
        """Say that it was closed."""
        self.closed = True


def test_pictures_of_one_moment_come_together() -> None:
    """A moment is a frame of the first camera with the others' beside it."""
    both = SeveralCameras([Scripted("one", [1, 2]), Scripted("two", [None, 11, 12])])
    frame = both.next(1.0)
    assert isinstance(frame, Frame)
    assert (frame.camera, frame.image[0, 0, 0], frame.missing) == (0, 1, "")
    assert [(other.camera, other.image[0, 0, 0]) for other in frame.beside] == [(1, 11)]


def test_a_lost_camera_is_told_and_the_other_goes_on() -> None:
    """While one camera is away the frames of the other come, with the sentence; afterwards both come again."""
    gone = "two gives no picture any more; is it still plugged in?"
    both = SeveralCameras([Scripted("one", [1, 2, 3]), Scripted("two", [11, gone, 13])])
    frames = [both.next(1.0) for _ in range(3)]
    assert all(isinstance(frame, Frame) for frame in frames)
    assert [len(frame.beside) for frame in frames if isinstance(frame, Frame)] == [1, 0, 1]
    assert [gone in frame.missing for frame in frames if isinstance(frame, Frame)] == [False, True, False]


def test_when_all_are_lost_there_is_silence_and_at_the_end_none() -> None:
    """Silence names every camera that is gone; when all have ended, so has the source."""
    both = SeveralCameras([Scripted("one", ["one is gone"]), Scripted("two", ["two is gone"])])
    silence = both.next(0.0)
    assert isinstance(silence, Silence)
    assert not silence.late
    assert "one is gone" in silence.message
    assert "two is gone" in silence.message
    assert both.next(0.0) is None


def test_a_late_camera_holds_nobody_up() -> None:
    """A camera that has nothing within the moment is left out of it, without a word."""
    both = SeveralCameras([Scripted("one", [1]), Scripted("two", [None] * 1000)])
    frame = both.next(1.0)
    assert isinstance(frame, Frame)
    assert (frame.beside, frame.missing) == ((), "")


def test_where_one_camera_cannot_be_opened_none_stays_open(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The second camera is not there: it is said, and the first is let go."""
    first = Scripted("one", [1])

    def opening(words: str, *, size_px: tuple[int, int]) -> Scripted:
        if words == "0":
            return first
        raise NoCamera("there is no camera '7'")

    monkeypatch.setattr("live.sources.opening.open_source", opening)
    with pytest.raises(NoCamera):
        open_sources(["0", "7"])
    assert first.closed


def test_one_camera_named_twice_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The same camera can't be two, nor a film; it is said before any is opened."""
    (tmp_path / "film.mp4").write_bytes(b"")
    monkeypatch.setattr("live.sources.opening.list_cameras", lambda: (CameraFound(0, "C920", "/dev/video0"),))
    for once, again in (("0", "C920"), ("/dev/video0", "c9"), (f"{tmp_path}/film.mp4", f"{tmp_path}/./film.mp4")):
        with pytest.raises(UsageError, match="twice"):
            open_sources([once, again])


def test_two_folders_of_one_name_are_two_cameras(tmp_path: Path) -> None:
    """Where they lie tells them apart."""
    for side in ("left", "right"):
        (tmp_path / side / "table").mkdir(parents=True)
        cv2.imwrite(str(tmp_path / side / "table" / "a.png"), numpy.zeros((20, 20, 3), numpy.uint8))
    assert open_sources([f"{tmp_path}/left/table", f"{tmp_path}/right/table"]).views == 2


def test_two_webcams_of_one_model_are_two_cameras(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is opened by its number or path, and told from the other by its number in what is said."""
    twins = tuple(CameraFound(number, "C920", f"/dev/video{number}", f"port {number}") for number in (0, 2))
    monkeypatch.setattr("live.sources.opening.list_cameras", lambda: twins)
    monkeypatch.setattr("live.sources.opening.open_webcam", lambda number, size_px: StandInWebcam(number))
    for wanted in (["0", "2"], ["/dev/video0", "/dev/video2"]):
        both = open_sources(wanted)
        assert both.name == "C920 (0) and C920 (2)"
        both.close()


@pytest.fixture(scope="module")
def room() -> VirtualTable:
    """A table of the script's game with two cameras over it, its city laid."""
    record = scripted_game("big-city")
    turns = turns_of(record)[: TURNS + 3]
    table = VirtualTable(load_game("big-city"), turns[-1].position, Room(beside=(VIEWS,), seed=4, size_px=(1280, 720)))
    table.lay(turns[-1].position)
    return table


def _moment(room: VirtualTable, number: int) -> tuple[BgrImage, BgrImage, float]:
    first = next(room.still(0.01))
    return first, room.beside[0], number / 10


def _look(watcher: MultiCameraReader, room: VirtualTable, number: int, cover: object = None) -> object:
    """One moment's glance; `cover` changes the first camera's picture."""
    first, second, seen_s = _moment(room, number)
    if callable(cover):
        first = cover(first.copy())
    beside = (Frame(second, seen_s, number, 1),)
    return watcher.look(Frame(first, seen_s, number, beside=beside))


def test_what_one_camera_cannot_see_the_other_reads(room: VirtualTable) -> None:
    """Something stands before one camera: what it covers there is read all the same, and is as certain."""
    watcher = frame_reader_for(SeveralCameras([Scripted("a", []), Scripted("b", [])]), load_game("big-city"), PLAYERS)
    assert isinstance(watcher, MultiCameraReader)
    whole = _settled(watcher, room)
    sight = watcher.sight
    assert sight is not None
    outline = sight.outlines_px["property:12"]

    def cover(image: BgrImage) -> BgrImage:
        left, top = outline.min(axis=0).astype(int) - 20
        right, bottom = outline.max(axis=0).astype(int) + 20
        cv2.rectangle(image, (int(left), int(top)), (int(right), int(bottom)), (90, 90, 90), -1)
        return image

    covered = _settled(watcher, room, cover)
    assert watcher.sight is not None
    assert "property:12" in watcher.sight.hidden
    assert covered.position == whole.position
    assert covered.confidence["property:12"] == "certain"


def test_people_see_what_both_cameras_see(room: VirtualTable) -> None:
    """The page's picture has both views, each with what was read drawn on it, one below the other."""
    watcher = frame_reader_for(SeveralCameras([Scripted("a", []), Scripted("b", [])]), load_game("big-city"), PLAYERS)
    _settled(watcher, room)  # type: ignore[arg-type]
    first, second, seen_s = _moment(room, 60)
    frame = Frame(first, seen_s, 60, beside=(Frame(second, seen_s, 60, 1),))
    settings = PictureSettings()

    def height(jpeg: bytes) -> int:
        return int(cv2.imdecode(numpy.frombuffer(jpeg, numpy.uint8), cv2.IMREAD_COLOR).shape[0])

    alone = picture_jpeg(first, watcher.sight, watcher.sight, settings)
    both = picture_jpeg(first, watcher.sight, watcher.sight, settings, watcher.beside(frame))
    assert height(both) > 1.3 * height(alone)


def test_a_knocked_camera_does_not_stop_the_other(room: VirtualTable) -> None:
    """While the first camera's picture jumps, the second's goes on being read."""
    watcher = frame_reader_for(SeveralCameras([Scripted("a", []), Scripted("b", [])]), load_game("big-city"), PLAYERS)
    assert isinstance(watcher, MultiCameraReader)
    _settled(watcher, room)
    glance = _look(watcher, room, 50, lambda image: numpy.roll(image, 160, axis=1))
    assert getattr(glance, "state", "") == "watching"
    assert watcher.reading is not None
    assert watcher.reading.confidence["property:12"] == "certain"


def _settled(watcher: MultiCameraReader, room: VirtualTable, cover: object = None):  # type: ignore[no-untyped-def]
    for number in range(1, 12):
        glance = _look(watcher, room, number, cover)
        if getattr(glance, "quiet", False):
            assert watcher.reading is not None
            return watcher.reading
    raise AssertionError("the table does not become quiet")


class TwoViews:
    """A performance as a source of moments; from frame `lost_at` on the first camera is gone."""

    live = False
    views = 2
    name = "virtual table"

    def __init__(self, performance: Performance, lost_at: int) -> None:
        self._performance, self._lost_at = performance, lost_at
        self._number = 0

    def next(self, timeout_s: float) -> Frame | None:
        """The next moment."""
        image = self._performance.read()
        if image is None:
            return None
        self._number += 1
        seen_s = self._number / 4
        second = Frame(self._performance.beside[0], seen_s, self._number, 1)
        if self._number >= self._lost_at:
            return Frame(second.image, seen_s, self._number, 1, missing="above is gone. The other camera goes on")
        return Frame(image, seen_s, self._number, beside=(second,))

    def close(self) -> None:
        """Nothing is held."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LiveTable]:
    """A new game."""
    with table_with(tmp_path, scripted_game("big-city").header) as made:
        yield made


def test_a_game_goes_on_when_one_camera_is_lost(table: LiveTable) -> None:
    """Both cameras film, the first is unplugged in the middle of a turn: every move is read, and the page tells it."""
    record = scripted_game("big-city")
    turns = turns_of(record)[:TURNS]
    room = Room(size_px=(1280, 720), beside=(VIEWS,), seed=4, pace=Pace(frames_per_s=4.0))
    filmed = Performance(VirtualTable(load_game("big-city"), turns[-1].position, room), opening_position(record), turns)
    source = TwoViews(filmed, lost_at=11)
    told: list[str] = []
    publish = table.publication.publish
    table.publication.publish = lambda state, news=(): (told.append(state["camera"]["message"]), publish(state, news))  # type: ignore[method-assign,assignment]
    watcher = frame_reader_for(source, load_game("big-city"), record.header.players)
    watch_table(table, source, watcher, stop=threading.Event())
    played = [entry.move for entry in record.entries[:TURNS]]
    assert [move.judged.move for move in table.session.moves] == played
    assert any("above is gone" in sentence for sentence in told)
