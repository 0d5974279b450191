"""Webcams and network cameras through OpenCV: found by number, name or URL."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from live.sources.frames import BgrImage
from live.sources.holding import Control, HoldResult
from tabletop.addresses import address_name

if TYPE_CHECKING:
    import cv2

SYSFS = Path("/sys/class/video4linux")
NEARLY = 0.05
"""A driver that rounds a value by no more than this share has kept it."""
READ_TIMEOUT_MS = 1500
"""OpenCV waits for a network camera's next picture no longer than this."""
OPEN_TIMEOUT_MS = 5000
"""And for its first answer no longer than this."""


@dataclass(frozen=True, slots=True)
class CameraFound:
    """A camera that the system lists: its number, what it calls itself, its path where there is one."""

    number: int
    name: str
    path: str = ""
    place: str = ""
    """Where it is plugged in, which tells it from others of its name."""
    serial: str = ""
    """The number that its maker gave it; many makers give all the same one, or none."""


def distinct_name(camera: CameraFound, cameras: Sequence[CameraFound]) -> str:
    """What a camera calls itself, with its number where others call themselves so, too."""
    twins = sum(found.name == camera.name for found in cameras)
    return camera.name if twins < 2 else f"{camera.name} ({camera.number})"


def list_cameras() -> tuple[CameraFound, ...]:
    """The webcams that are attached, in the system's order; empty where there is none or it can't be told."""
    try:
        from cv2_enumerate_cameras import enumerate_cameras
    except ImportError:
        return _from_sysfs()
    found = {camera.index % 100: _placed(camera.index % 100, camera.name, camera.path or "")
             for camera in enumerate_cameras()}  # fmt: skip
    return tuple(found[number] for number in sorted(found)) or _from_sysfs()


def _from_sysfs() -> tuple[CameraFound, ...]:
    """Linux without the listing package: what /sys says."""
    if not sys.platform.startswith("linux"):
        return ()
    found = []
    for device in SYSFS.glob("video*"):
        index = device / "index"
        if index.is_file() and index.read_text().strip() != "0":
            continue  # the second node of one camera carries metadata, no pictures
        name = (device / "name").read_text().strip() if (device / "name").is_file() else device.name
        found.append(_placed(int(device.name.removeprefix("video")), name, f"/dev/{device.name}"))
    return tuple(sorted(found, key=lambda camera: camera.number))


def _placed(number: int, name: str, path: str) -> CameraFound:
    """A camera with its port and its maker's number: /sys tells them on Linux, elsewhere the path is the port's."""
    if not path.startswith("/dev/video"):
        return CameraFound(number, name, path, place=path)
    interface = (SYSFS / Path(path).name / "device").resolve()
    serial = interface.parent / "serial"
    return CameraFound(number, name, path, str(interface), serial.read_text().strip() if serial.is_file() else "")


class OpenCvCapture:
    """An opened camera or stream; `read` gives None where OpenCV has no picture."""

    def __init__(self, capture: cv2.VideoCapture, controls: Sequence[Control] = ()) -> None:
        self._capture = capture
        self.controls = tuple(controls)
        """The automatics that can perhaps be held; a network camera has none."""

    def read(self) -> BgrImage | None:
        """The next picture."""
        well, image = self._capture.read()
        return cast("BgrImage", image) if well and image is not None else None

    def release(self) -> None:
        """Let the camera go."""
        self._capture.release()


def open_webcam(number: int, size_px: tuple[int, int]) -> OpenCvCapture:
    """Open a webcam at (width, height) or the nearest that it has; OSError with the mend where it can't be opened."""
    import cv2

    keep_opencv_quiet()
    capture = cv2.VideoCapture(number)
    if not capture.isOpened():
        capture.release()
        raise OSError(f"camera {number} can't be opened; is another program using it? `boardsight doctor` looks")
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))  # uncompressed 1080p does not fit through USB 2
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size_px[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size_px[1])
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return OpenCvCapture(capture, controls_of(capture, capture.getBackendName()))


@dataclass(frozen=True, slots=True)
class Automatic:
    """One of a camera's automatics as OpenCV knows it; the values differ between the systems' drivers."""

    what: str
    switch: int
    """The property that turns it on and off."""
    value: int
    """The property that it governs."""
    off: tuple[float, ...]
    """What turns it off, tried in this order."""
    on: float


def automatics(backend: str) -> tuple[Automatic, ...]:
    """What can be held, in the words of a driver: V4L2 counts exposure's ways from 0, the others say quarters."""
    import cv2

    off, on = ((1.0,), 3.0) if backend == "V4L2" else ((0.25, 0.0), 0.75)
    return (
        Automatic("exposure", cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE, off, on),
        Automatic("focus", cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS, (0.0,), 1.0),
        Automatic("white balance", cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_WB_TEMPERATURE, (0.0,), 1.0),
    )


class Properties(Protocol):
    """What of `cv2.VideoCapture` is needed to hold a camera."""

    def get(self, number: int, /) -> float:
        """A property's value; 0 or -1 where the driver has none."""
        ...

    def set(self, number: int, value: float, /) -> bool:
        """Set a property; whether the driver took it."""
        ...


def controls_of(capture: Properties, backend: str) -> tuple[Control, ...]:
    """The automatics of a camera that OpenCV has opened through a system's driver."""
    return tuple(OpenCvControl(capture, automatic) for automatic in automatics(backend))


@dataclass(frozen=True, slots=True)
class OpenCvControl:
    """One automatic of a webcam."""

    capture: Properties
    automatic: Automatic

    def hold(self) -> HoldResult:
        """Turn it off at the value that it has found; many drivers jump to another one then, and are set back."""
        what, value = self.automatic.what, self.automatic.value
        found = self.capture.get(value)
        if not any(self._switched(off) for off in self.automatic.off):
            answered = self.capture.get(self.automatic.switch)
            return HoldResult(what, False, f"{what} stays automatic: the driver answers {answered:g}")
        self.capture.set(value, found)
        answered = self.capture.get(value)
        if abs(answered - found) > NEARLY * max(abs(found), 1.0):
            return HoldResult(what, True, f"{what} held, but at {answered:g}: {found:g} was asked for")
        return HoldResult(what, True, f"{what} held at {answered:g}")

    def free(self) -> None:
        """Turn it on again."""
        self.capture.set(self.automatic.switch, self.automatic.on)

    def _switched(self, off: float) -> bool:
        """Whether the driver takes this for off, and says so when it is asked again: some only pretend."""
        return self.capture.set(self.automatic.switch, off) and self.capture.get(self.automatic.switch) == off


def open_stream(url: str) -> OpenCvCapture:
    """Open a network camera (MJPEG or RTSP); OSError with the mend where nothing answers."""
    import cv2

    keep_opencv_quiet()
    timeouts = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_TIMEOUT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, READ_TIMEOUT_MS]
    capture = cv2.VideoCapture(url, cv2.CAP_FFMPEG, timeouts)
    if not capture.isOpened():
        capture.release()
        raise OSError(
            f"{address_name(url)} gives no picture; is the phone's camera program running, and in the same network?"
        )
    return OpenCvCapture(capture)


def keep_opencv_quiet() -> None:
    """OpenCV and the film libraries in it write their own warnings to stderr; ours say more."""
    import cv2

    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # libav's AV_LOG_QUIET; read when the first film is opened
    if "OPENCV_LOG_LEVEL" not in os.environ:
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
