"""The Raspberry Pi's own camera through picamera2, which OpenCV can't open: pictures, and what of it can be held."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from live.sources.frames import BgrImage
from live.sources.holding import Control, HoldResult

WORD = "pi"
"""`--camera pi` is the first one, `--camera pi:1` the second."""
MANUAL_FOCUS, AUTOMATIC_FOCUS = 0, 2
"""libcamera's AfMode."""


def is_pi(words: str) -> bool:
    """Whether people mean a Raspberry Pi's camera."""
    number = words.removeprefix(WORD)
    return words == WORD or (number.startswith(":") and number[1:].isdigit() and words.startswith(WORD))


def open_pi(words: str, size_px: tuple[int, int]) -> PiCapture:
    """Open the camera that `pi` or `pi:1` names at (width, height); OSError with the mend where that can't be done."""
    number = int(words.partition(":")[2] or 0)
    try:
        picamera2: Any = importlib.import_module("picamera2")
    except ImportError as error:
        raise OSError(
            "a Raspberry Pi's camera needs picamera2: sudo apt install python3-picamera2, in an environment made with "
            "--system-site-packages"
        ) from error
    try:
        camera = picamera2.Picamera2(number)
        main = {"size": size_px, "format": "RGB888"}  # libcamera names colours from the last byte: this is blue first
        camera.configure(camera.create_video_configuration(main=main))
        camera.start()
    except (IndexError, RuntimeError) as error:
        raise OSError(f"the Raspberry Pi's camera {number} can't be opened ({error}); is its cable in?") from error
    return PiCapture(camera)


class PiCapture:
    """An opened Raspberry Pi camera."""

    def __init__(self, camera: Any) -> None:
        self._camera = camera
        known = camera.camera_controls
        focus = (PiControl(camera, "focus", {"AfMode": MANUAL_FOCUS}, {"AfMode": AUTOMATIC_FOCUS}, ("LensPosition",)),)
        self.controls: tuple[Control, ...] = (
            PiControl(camera, "exposure", {"AeEnable": False}, {"AeEnable": True}, ("ExposureTime", "AnalogueGain")),
            PiControl(camera, "white balance", {"AwbEnable": False}, {"AwbEnable": True}, ("ColourGains",)),
            *(focus if "AfMode" in known else ()),
        )

    def read(self) -> BgrImage | None:
        """The next picture; None where the camera gives none any more."""
        try:
            image: BgrImage = self._camera.capture_array("main")
        except RuntimeError:
            return None
        return image

    def release(self) -> None:
        """Let the camera go."""
        self._camera.stop()
        self._camera.close()


@dataclass(frozen=True, slots=True)
class PiControl:
    """One automatic of a Raspberry Pi camera."""

    camera: Any
    what: str
    off: Mapping[str, Any]
    on: Mapping[str, Any]
    values: tuple[str, ...]
    """What it governs, by the names of the picture's metadata."""

    def hold(self) -> HoldResult:
        """Turn it off at the values that the newest picture was taken with."""
        metadata = self.camera.capture_metadata()
        found = {name: metadata[name] for name in self.values if name in metadata}
        if not found:
            return HoldResult(self.what, False, f"{self.what} stays automatic: the camera tells no value of it")
        self.camera.set_controls({**self.off, **found})
        told = ", ".join(f"{name} {_rounded(value)}" for name, value in found.items())
        return HoldResult(self.what, True, f"{self.what} held at {told}")

    def free(self) -> None:
        """Turn it on again."""
        self.camera.set_controls(dict(self.on))


def _rounded(value: Any) -> str:
    if isinstance(value, tuple | list):
        return "/".join(_rounded(part) for part in value)
    return f"{value:g}" if isinstance(value, int | float) else str(value)
