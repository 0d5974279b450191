"""What `doctor` looks at: Python, packages, weights, cameras and their pictures, displays, disk, the page's port."""

from __future__ import annotations

import os
import platform
import shutil
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from live.page.server import FIRST_PORT, LOOPBACK
from live.sources.cameras import CameraFound, list_cameras, open_stream, open_webcam
from live.sources.frames import BgrImage
from live.sources.holding import HoldResult, tried
from live.sources.opening import WEBCAM_SIZE_PX as SIZE_PX
from live.sources.opening import Controlled, check_stream
from live.sources.phone import PHONE
from live.sources.raspberry import is_pi, open_pi
from tabletop.addresses import address_name, is_address
from tabletop.packages import install_words, missing_packages
from tabletop.readings import Finding
from vision.settings.learned import LearnedSettings
from vision.uncoded.learned import without_weights

TOO_DARK, TOO_BRIGHT, TOO_FLAT = 30.0, 235.0, 6.0
"""Mean grey level and spread (0 to 255) between which a picture can be worked with."""
LEAST_ROOM_MB = 200


def examine(camera: str | None = None) -> tuple[Finding, ...]:
    """Look at everything; never raises for what it finds."""
    return (*_program(), *_cameras(camera), *_displays(), *_surroundings())


def _program() -> Iterator[Finding]:
    yield Finding("python", True, f"{platform.python_version()} ({platform.system()} {platform.machine()})")
    missing = missing_packages(("fastapi", "uvicorn", "segno", "cv2_enumerate_cameras"))
    if missing:
        yield Finding("packages", False, f"missing: {', '.join(missing)}", install_words(missing))
    else:
        yield Finding("packages", True, "everything is installed")
        yield _learned_look()


def _learned_look() -> Finding:
    """Whether the weights that pieces without codes are looked at with can be used."""
    unusable = without_weights(LearnedSettings())
    return Finding("weights", not unusable, unusable[0].message if unusable else "those of the learned look are there")


def _cameras(words: str | None) -> Iterator[Finding]:
    if words is not None and is_address(words):
        check_stream(words)
        yield from _looked_through(address_name(words), partial(open_stream, words))
        return
    if words == PHONE:
        told = "phone: `boardsight play --camera phone` shows a code on its page; scan it with the phone"
        yield Finding("camera", True, told)
        return
    if words is not None and is_pi(words):
        yield from _looked_through(words, partial(open_pi, words, SIZE_PX))
        return
    cameras = [one for one in list_cameras() if words is None or words in (str(one.number), one.name, one.path)]
    if not cameras:
        yield Finding("camera", False, "none is attached", _no_camera_mend())
    for found in cameras:
        yield from _looked_through(_named(found), partial(open_webcam, found.number, SIZE_PX))


def _looked_through(name: str, opener: Callable[[], Controlled]) -> Iterator[Finding]:
    """Take a few pictures and judge them; say what of the camera can be held."""
    try:
        capture = opener()
    except OSError as error:
        yield Finding("camera", False, str(error), "close other programs that use it, or plug it in again")
        return
    try:
        images = [image for image in (capture.read() for _ in range(8)) if image is not None]
        answers = tried(capture.controls) if images else ()
    finally:
        capture.release()
    yield _judged(name, images)
    if images:
        yield _held(answers)


def _held(answers: Sequence[HoldResult]) -> Finding:
    """What a camera answered when its automatics were to be held."""
    if not answers:
        mend = "hold exposure, focus and white balance in the phone's or camera's own program"
        return Finding("held", True, "a network camera can't be held from here", mend)
    told = "; ".join(answer.message for answer in answers)
    mend = (
        "" if all(answer.held for answer in answers) else "even light, and no hand near the lens, spare it the search"
    )
    return Finding("held", True, told, mend)


def _judged(name: str, images: Sequence[BgrImage]) -> Finding:
    """What a camera's pictures are worth."""
    if not images:
        return Finding("camera", False, f"{name} opens and gives no picture", "plug it in again, or try another port")
    grey = images[-1].mean(axis=2)
    height, width = grey.shape
    message = f"{name}: {width} × {height}"
    if float(grey.mean()) < TOO_DARK:
        return Finding("camera", False, f"{message}, too dark", "more light, or take the lens cap off")
    if float(grey.mean()) > TOO_BRIGHT or float(grey.std()) < TOO_FLAT:
        return Finding("camera", False, f"{message}, too bright or nothing in it", "turn it towards the table")
    if len(images) > 3 and all((image == images[0]).all() for image in images[1:]):
        return Finding("camera", False, f"{message}, frozen", "plug it in again")
    if width < 1280:
        mend = "a webcam with 1080p, or --camera phone"
        return Finding("camera", False, f"{message} is coarse for a whole city", mend)
    return Finding("camera", True, message)


def _displays() -> Iterator[Finding]:
    from serial.tools import list_ports

    ports = [port for port in list_ports.comports() if port.vid is not None]
    if not ports:
        yield Finding("displays", True, "none on USB (none is needed)")
    for port in ports:
        name = f"{port.device}: {port.description}"
        if sys.platform.startswith("linux") and not os.access(port.device, os.R_OK | os.W_OK):
            mend = "sudo usermod -a -G dialout $USER, then log in anew"
            yield Finding("display", False, f"{name} may not be used by you", mend)
        else:
            yield Finding("display", True, f"{name}; use it with --display serial:{port.device}")


def _surroundings() -> Iterator[Finding]:
    room_mb = shutil.disk_usage(Path.cwd()).free // 2**20
    mend = "" if room_mb >= LEAST_ROOM_MB else "make room; records are written here"
    yield Finding("disk", room_mb >= LEAST_ROOM_MB, f"{room_mb} MB free in {Path.cwd().name or '/'}", mend)
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, FIRST_PORT))
        except OSError:
            yield Finding("page", True, f"port {FIRST_PORT} is taken; the next free one will be used")
        else:
            yield Finding("page", True, f"port {FIRST_PORT} is free: http://{LOOPBACK}:{FIRST_PORT}/")


def _named(camera: CameraFound) -> str:
    return f"{camera.number} ({camera.name})"


def _no_camera_mend() -> str:
    hint = "plug a webcam in, or let a phone take photos or film: --camera phone"
    if sys.platform.startswith("linux") and Path("/dev/video0").exists() and not os.access("/dev/video0", os.R_OK):
        hint = "you may not use /dev/video0: sudo usermod -a -G video $USER, then log in anew"
    return f"{hint}; `boardsight demo` needs none"
