"""Sources of frames: cameras that stall, freeze, go and come back; films and folders; what is said without a camera."""

import itertools
import queue
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy
import pytest
from numpy.typing import NDArray

from live.sources import Frame, Silence, open_source
from live.sources.cameras import CameraFound, _from_sysfs
from live.sources.files import STILL_FRAMES
from live.sources.grabber import Grabber, GrabberSettings
from live.sources.opening import stream_settings
from tabletop.errors import NoCamera, UnreadableInput

AT_ONCE = GrabberSettings(retry_every_s=0.001)
"""A camera that is gone is opened again without a pause: time passes in these tests only where a test says so."""
PATIENCE_S = 60.0
"""Nothing here takes long; a test that waits for so long has failed."""


class HandedCamera:
    """A camera that shows what it is handed. `show` returns when the picture has been taken, None is 'no picture'."""

    controls: tuple[()] = ()

    def __init__(self) -> None:
        self._pictures: queue.Queue[int | None] = queue.Queue()
        self._asked = threading.Semaphore(0)
        self._first = True
        self.released = threading.Event()

    def read(self) -> NDArray[numpy.uint8] | None:
        """The next picture, once there is one."""
        self._asked.release()
        number = self._pictures.get()
        return None if number is None else numpy.full((34, 26, 3), number, numpy.uint8)

    def release(self) -> None:
        """Let go."""
        self.released.set()

    def show(self, *numbers: int) -> None:
        """Hand over pictures one after another; each has been dealt with when the next is asked for."""
        if self._first:
            self._first = False
            assert self._asked.acquire(timeout=PATIENCE_S), "nobody opens this camera"
        for number in numbers:
            self._pictures.put(number)
            assert self._asked.acquire(timeout=PATIENCE_S), "nobody asks for another picture"

    def unplug(self) -> None:
        """Give no picture any more."""
        self._pictures.put(None)
        assert self.released.wait(PATIENCE_S), "it is not let go"


class Desk:
    """A source whose cameras are handed over one after another, and whose clock is turned by the test."""

    def __init__(self, settings: GrabberSettings = AT_ONCE) -> None:
        self.now_s = 0.0
        self.cameras = [HandedCamera(), HandedCamera()]
        self._waiting = list(self.cameras)
        self.source = Grabber("webcam", self._open, settings=settings, clock=lambda: self.now_s)

    def _open(self) -> HandedCamera:
        if not self._waiting:
            raise OSError("there is no other camera")
        return self._waiting.pop(0)

    def seen(self) -> int | Silence:
        """The picture that the source has now, or that it has none."""
        got = self.source.next(0.0)
        assert got is not None
        return got if isinstance(got, Silence) else int(got.image[0, 0, 0])

    def lost(self) -> str:
        """What people are told now; it must be that the camera is gone."""
        got = self.seen()
        assert isinstance(got, Silence)
        assert not got.late
        return got.message

    def close(self) -> None:
        """End; threads that wait in a camera come back."""
        self.source.close()
        for camera in self.cameras:
            camera._pictures.put(None)


@pytest.fixture
def desk() -> Iterator[Desk]:
    """A webcam as it is plugged in, and another one for when it is opened again."""
    made = Desk()
    yield made
    made.close()


def test_only_the_newest_picture_is_given(desk: Desk) -> None:
    """Whoever looks late gets the newest picture; the ones between are left out."""
    desk.cameras[0].show(1)
    assert desk.seen() == 1
    desk.cameras[0].show(2, 3, 4)
    assert desk.seen() == 4
    assert isinstance(desk.seen(), Silence)


@pytest.mark.parametrize("fault", ["frozen", "unplugged", "hanging"])
def test_a_camera_that_goes_is_told_within_two_seconds_and_taken_up_again(desk: Desk, fault: str) -> None:
    """Nothing is said too early; 1.9 s after its last new picture it is; then pictures come from the camera anew."""
    first, second = desk.cameras
    first.show(1, 2, 3)
    assert desk.seen() == 3
    desk.now_s = 1.4
    if fault == "frozen":
        first.show(3, 3, 3)
    if fault == "unplugged":
        first.unplug()
    else:
        early = desk.seen()
        assert isinstance(early, Silence)
        assert early.late
    desk.now_s = 1.9
    assert "webcam" in desk.lost()
    second.show(50)
    assert desk.seen() == 50


def test_a_frozen_camera_is_not_believed_because_it_was_opened_again(desk: Desk) -> None:
    """Opened anew it shows the same old picture: still gone, until it shows another."""
    first, second = desk.cameras
    first.show(1, 3, 3)
    assert desk.seen() == 3
    desk.now_s = 1.9
    assert "nothing new" in desk.lost()
    second.show(3, 3)
    assert "nothing new" in desk.lost()
    second.show(4)
    assert desk.seen() == 4


@pytest.mark.parametrize("url", ["http://192.0.2.9:8080/video", "HTTPS://phone/video", "rtsp://192.0.2.9/stream"])
def test_a_frozen_network_camera_is_noticed(url: str) -> None:
    """Whole pictures in a row as a webcam's, within 2 s; streams of differences after their longest still time."""
    desk = Desk(replace(stream_settings(url), retry_every_s=0.001))
    desk.cameras[0].show(1, 2, 2)
    assert desk.seen() == 2
    limit_s = 1.9 if url.lower().startswith("http") else 12.5
    for tenths in range(1, round(limit_s * 10) - 4):
        desk.now_s = tenths / 10
        desk.cameras[0].show(2)
        early = desk.seen()
        assert isinstance(early, Silence)
        assert early.late
    desk.now_s = limit_s
    assert "nothing new" in desk.lost()
    desk.close()


def test_a_network_camera_that_stalls_is_noticed_as_soon_as_a_webcam() -> None:
    """No picture at all is never a still table."""
    desk = Desk(replace(stream_settings("rtsp://192.0.2.9/stream"), retry_every_s=0.001))
    desk.cameras[0].show(1)
    assert desk.seen() == 1
    desk.now_s = 1.9
    assert "webcam" in desk.lost()
    desk.close()


def test_a_camera_that_cannot_be_opened_says_why_until_it_can() -> None:
    """The opener's reason is what people read; it is tried again by itself."""
    attempts, camera, told = itertools.count(), HandedCamera(), threading.Event()

    def opener() -> HandedCamera:
        if next(attempts) == 0:
            raise OSError("camera 0 can't be opened; is another program using it?")
        assert told.wait(PATIENCE_S)
        return camera

    source = Grabber("webcam", opener, settings=AT_ONCE)
    while isinstance(silence := source.next(0.0), Silence) and "another program" not in silence.message:
        time.sleep(0.001)
    told.set()
    camera.show(7)
    assert isinstance(source.next(0.0), Frame)
    source.close()
    camera.unplug()


def test_after_closing_there_are_no_more_frames(desk: Desk) -> None:
    """A closed source gives None, which ends the loop."""
    desk.cameras[0].show(1)
    desk.source.close()
    assert desk.source.next(0.0) is None


def test_an_unknown_camera_is_answered_with_those_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong number or name lists the cameras."""
    monkeypatch.setattr("live.sources.opening.list_cameras", lambda: (CameraFound(2, "HD Webcam C920"),))
    with pytest.raises(NoCamera, match=r"2 \(HD Webcam C920\)"):
        open_source("7")


def test_a_camera_that_comes_back_under_another_number_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unplugged and plugged in again, the webcam is number 3 in place of 2: it is opened there."""
    attached = [CameraFound(0, "Built-in"), CameraFound(2, "HD Webcam C920")]
    opened: queue.Queue[int] = queue.Queue()
    cameras = [HandedCamera() for _ in range(3)]  # the first is only tried
    waiting = list(cameras)

    def opening(number: int, size_px: tuple[int, int]) -> HandedCamera:
        opened.put(number)
        return waiting.pop(0)

    monkeypatch.setattr("live.sources.opening.list_cameras", lambda: tuple(attached))
    monkeypatch.setattr("live.sources.opening.open_webcam", opening)
    source = open_source("C920")
    cameras[1].show(1, 2)
    attached[1] = CameraFound(3, "HD Webcam C920")
    cameras[1].unplug()
    cameras[2].show(3)
    source.close()
    cameras[2].unplug()
    assert [opened.get_nowait() for _ in cameras] == [2, 2, 3]


ONE = CameraFound(0, "C920", "/dev/video0", "port 1", "SN1")


@pytest.mark.parametrize(
    ("before", "after", "opened"),
    [
        ([replace(ONE, number=2, place="port 2")], [replace(ONE, number=2, place="port 2")], None),
        ([replace(ONE, number=2, place="port 2")], [replace(ONE, number=4)], 4),
        ([replace(ONE, number=2, place="port 2")], [replace(ONE, number=4, place="port 3")], None),
        ([replace(ONE, number=2, place="port 2", serial="SN2")], [replace(ONE, number=4, place="port 3")], 4),
        ([], [replace(ONE, serial="SN2")], None),
        ([], [replace(ONE, name="Built-in")], None),
    ],
    ids=["its twin stays", "back at its port", "either of two", "known by its number", "another there", "other name"],
)
def test_a_camera_that_was_named_opens_or_none_does(
    monkeypatch: pytest.MonkeyPatch, before: list[CameraFound], after: list[CameraFound], opened: int | None
) -> None:
    """Unplugged, number 0 is opened anew where it is sure to be the same; another one of its model never is."""
    attached = [ONE, *before]
    tried: list[int] = []

    def opening(number: int, size_px: tuple[int, int]) -> HandedCamera:
        tried.append(number)
        return HandedCamera()

    monkeypatch.setattr("live.sources.opening.list_cameras", lambda: tuple(attached))
    monkeypatch.setattr("live.sources.opening.open_webcam", opening)
    monkeypatch.setattr("live.sources.opening.Grabber", lambda name, opener: opener)
    again: Any = open_source("0")
    attached[:] = after
    if opened is None:
        with pytest.raises(OSError, match="C920"):
            again()
    else:
        again()
    assert tried == [0, *([] if opened is None else [opened])]


def test_linux_tells_port_and_serial_number_of_a_camera(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """They stand beside the device in /sys, and tell two cameras of one model apart."""
    usb = tmp_path / "usb1" / "1-4"
    (usb / "1-4:1.0").mkdir(parents=True)
    (usb / "serial").write_text("ABC123\n")
    device = tmp_path / "video2"
    device.mkdir()
    (device / "device").symlink_to(usb / "1-4:1.0", target_is_directory=True)
    (device / "name").write_text("C920\n")
    monkeypatch.setattr("live.sources.cameras.SYSFS", tmp_path)
    assert _from_sysfs() == (CameraFound(2, "C920", "/dev/video2", str(usb / "1-4:1.0"), "ABC123"),)


def test_a_folder_without_pictures_is_refused(tmp_path: Path) -> None:
    """A folder with no picture is unreadable input, with the kinds that can be read."""
    (tmp_path / "notes.txt").write_text("nothing")
    with pytest.raises(UnreadableInput, match="JPEG"):
        open_source(str(tmp_path))


def test_a_folder_plays_on_behind_a_picture_that_cannot_be_read(tmp_path: Path) -> None:
    """It is told as a camera's silence is, and the pictures behind it come."""
    for name in ("a.png", "c.png"):
        cv2.imwrite(str(tmp_path / name), numpy.zeros((20, 20, 3), numpy.uint8))
    (tmp_path / "b.HEIC").write_bytes(b"\0\0\0\x18ftypheic" + bytes(64))
    source = open_source(str(tmp_path))
    given = list(iter(lambda: source.next(0.0), None))
    assert [type(one) for one in given] == [Frame] * STILL_FRAMES + [Silence] + [Frame] * STILL_FRAMES
    assert "b.HEIC is a HEIC or AVIF picture" in given[STILL_FRAMES].message  # type: ignore[union-attr]
