"""Sources of frames: cameras that stall, freeze, go and come back; films and folders; what is said without a camera."""

import itertools
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy
import pytest
from numpy.typing import NDArray

from live.sources import Frame, Silence, open_source
from live.sources.grabber import Grabber, GrabberSettings
from tabletop.errors import NoCamera, UnreadableInput

QUICK = GrabberSettings(stalled_after_s=0.15, frozen_after_s=0.15, retry_every_s=0.12)


class ScriptedCamera:
    """A camera that shows pictures by their numbers: None is 'no picture', `hang` blocks until it is released."""

    def __init__(self, pictures: Iterator[int | None]) -> None:
        self._pictures = pictures
        self.hang = threading.Event()
        self.released = threading.Event()

    def read(self) -> NDArray[numpy.uint8] | None:
        """The next picture."""
        time.sleep(0.005)
        try:
            number = next(self._pictures)
        except StopIteration:
            self.hang.wait(5)
            return None
        return None if number is None else numpy.full((34, 26, 3), number % 256, numpy.uint8)

    def release(self) -> None:
        """Let go."""
        self.released.set()


def _until(source: Grabber, kind: type[Frame] | type[Silence], *, seconds: float = 3.0) -> Frame | Silence:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        got = source.next(0.05)
        if isinstance(got, kind):
            return got
    raise AssertionError(f"no {kind.__name__} within {seconds} s")


def test_only_the_newest_picture_is_given() -> None:
    """Whoever looks late gets the newest picture; the ones between are left out."""
    source = Grabber("webcam", lambda: ScriptedCamera(itertools.count()), settings=QUICK)
    first = _until(source, Frame)
    time.sleep(0.1)
    second = _until(source, Frame)
    source.close()
    assert isinstance(first, Frame)
    assert isinstance(second, Frame)
    assert second.number > first.number + 2


@pytest.mark.parametrize("last", [[7] * 10_000, [None], []], ids=["frozen", "unplugged", "hanging"])
def test_a_camera_that_goes_is_noticed_and_taken_up_again(last: list[int | None]) -> None:
    """Frozen, unplugged or hanging: there is a silence with a sentence, then pictures again from the camera anew."""
    cameras = [ScriptedCamera(iter([1, 2, 3, *last])), ScriptedCamera(itertools.count(50))]
    waiting = list(cameras)
    source = Grabber("webcam", lambda: waiting.pop(0), settings=QUICK)
    _until(source, Frame)
    silence = _until(source, Silence)
    assert isinstance(silence, Silence)
    again = _until(source, Frame)
    while isinstance(again, Frame) and again.image[0, 0, 0] < 50:
        again = _until(source, Frame)
    cameras[0].hang.set()
    source.close()
    assert "webcam" in silence.message


def test_a_repeated_picture_of_a_network_camera_is_no_fault() -> None:
    """A compressed stream repeats a still picture bit by bit; only webcams are held to their sensor's noise."""
    source = Grabber("phone", lambda: ScriptedCamera(itertools.repeat(7)), freezes=False, settings=QUICK)
    numbers = []
    for _ in range(3):
        got = _until(source, Frame)
        assert isinstance(got, Frame)
        numbers.append(got.number)
        time.sleep(0.1)
    source.close()
    assert numbers[2] > numbers[0]


def test_a_camera_that_cannot_be_opened_says_why_until_it_can() -> None:
    """The opener's reason is what people read; it is tried again by itself."""
    attempts = itertools.count()

    def opener() -> ScriptedCamera:
        if next(attempts) < 3:
            raise OSError("camera 0 can't be opened; is another program using it?")
        return ScriptedCamera(itertools.count())

    source = Grabber("webcam", opener, settings=QUICK)
    silence = source.next(0.03)
    assert isinstance(silence, Silence)
    assert "another program" in silence.message
    assert isinstance(_until(source, Frame), Frame)
    source.close()


def test_after_closing_there_are_no_more_frames() -> None:
    """A closed source gives None, which ends the loop."""
    source = Grabber("webcam", lambda: ScriptedCamera(itertools.count()), settings=QUICK)
    source.close()
    assert source.next(0.05) is None


def test_without_a_camera_the_demo_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """No camera at all is exit 3 with a way on."""
    monkeypatch.setattr("live.sources.opening.list_cameras", lambda: ())
    with pytest.raises(NoCamera, match="boardsight demo") as refusal:
        open_source(None)
    assert refusal.value.exit_code == 3


def test_an_unknown_camera_is_answered_with_those_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong number or name lists the cameras."""
    from live.sources.cameras import CameraFound

    monkeypatch.setattr("live.sources.opening.list_cameras", lambda: (CameraFound(2, "HD Webcam C920"),))
    with pytest.raises(NoCamera, match=r"2 \(HD Webcam C920\)"):
        open_source("7")


def test_a_camera_that_comes_back_under_another_number_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unplugged and plugged in again, the webcam is number 3 in place of 2: it is opened there."""
    from live.sources.cameras import CameraFound

    attached = [CameraFound(0, "Built-in"), CameraFound(2, "HD Webcam C920")]
    opened: list[int] = []

    def opening(number: int, size_px: tuple[int, int]) -> ScriptedCamera:
        opened.append(number)
        return ScriptedCamera(iter([1, 2, None]))

    monkeypatch.setattr("live.sources.opening.list_cameras", lambda: tuple(attached))
    monkeypatch.setattr("live.sources.opening.open_webcam", opening)
    source = open_source("C920")
    attached[1] = CameraFound(3, "HD Webcam C920")
    deadline = time.monotonic() + 10
    while 3 not in opened:
        assert time.monotonic() < deadline
        source.next(0.05)
    source.close()
    assert opened[0] == 2


def test_a_folder_without_pictures_is_refused(tmp_path: Path) -> None:
    """A folder with no picture is unreadable input, with the kinds that can be read."""
    (tmp_path / "notes.txt").write_text("nothing")
    with pytest.raises(UnreadableInput, match="JPEG"):
        open_source(str(tmp_path))


def test_a_missing_film_is_not_taken_for_a_camera_name() -> None:
    """A path that is not there says so."""
    with pytest.raises(UnreadableInput, match="is not there"):
        open_source("films/evening.mp4")


@pytest.mark.parametrize("gone", [None, 7], ids=["unplugged", "frozen"])
def test_the_real_settings_notice_a_lost_camera_within_two_seconds(gone: int | None) -> None:
    """By a clock that the test turns: 1.9 s after its last new picture a silent or frozen webcam is told as lost."""
    now_s = [0.0]
    camera = ScriptedCamera(itertools.chain([1, 2, 3], itertools.repeat(gone) if gone else []))
    source = Grabber("webcam", lambda: camera, clock=lambda: now_s[0])
    deadline = time.monotonic() + 10
    while not isinstance(source.next(0.0), Frame):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    time.sleep(0.1)
    while isinstance(source.next(0.0), Frame):
        time.sleep(0.01)
    early = source.next(0.0)
    assert isinstance(early, Silence)
    assert early.late
    now_s[0] = 1.9
    told = source.next(0.0)
    camera.hang.set()
    source.close()
    assert isinstance(told, Silence)
    assert not told.late
    assert "webcam" in told.message
