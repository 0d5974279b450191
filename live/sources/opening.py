"""From what people write behind `--camera`, once or several times, to a source of frames."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from live.console.terminal import say
from live.sources.cameras import CameraFound, distinct_name, list_cameras, open_stream, open_webcam
from live.sources.files import FilmFile, PictureFolder
from live.sources.frames import FrameSource
from live.sources.grabber import Capture, Grabber, GrabberSettings
from live.sources.holding import Control, HeldCapture
from live.sources.phone import PHONE, Phones
from live.sources.raspberry import is_pi, open_pi
from live.sources.several import SeveralCameras
from live.sources.virtual import VirtualCamera, order_of
from tabletop.addresses import address_name, is_address, is_well_formed
from tabletop.errors import NoCamera, UnreadableInput, UsageError

WEBCAM_SIZE_PX = (1920, 1080)
WITH_HOST = ("http", "https", "rtsp", "rtsps", "rtmp", "rtmps")
OTHER_STREAMS = ("rtp", "srtp", "udp", "tcp", "tls", "srt", "mms", "mmsh", "mmst", "hls", "ftp", "file", "unix")
"""What FFmpeg opens besides, at addresses of many forms."""
WHOLE_PICTURE_S = 12.0
"""Streams of differences have a whole picture so often: x264 sends one in 250 (10 s at 25 a second), cameras more."""


def open_sources(wanted: Sequence[str], *, size_px: tuple[int, int] = WEBCAM_SIZE_PX) -> FrameSource:
    """The cameras over one table as one source, each as `open_source` takes it; the first webcam where none is named.

    Raises UsageError where the same camera is named twice, and what `open_source` raises; nothing is left open then.
    """
    if len(wanted) < 2:
        return open_source(wanted[0] if wanted else None, size_px=size_px)
    attached = list_cameras()
    meant = [_meant(words, attached) for words in wanted]
    for twice in (name for name in meant if meant.count(name) > 1):
        raise UsageError(f"--camera names {address_name(twice)} twice; name each camera once")
    opened: list[FrameSource] = []
    try:
        for words in wanted:
            opened.append(Phones(photos=False) if words == PHONE else open_source(words, size_px=size_px))
    except BaseException:
        for source in opened:
            source.close()
        raise
    return SeveralCameras(opened)


def open_source(words: str | None, *, size_px: tuple[int, int] = WEBCAM_SIZE_PX) -> FrameSource:
    """The source meant by a number, a part of a camera's name, a URL, a film, a folder; None means the first webcam.

    `virtual:` and what follows it is the virtual table (`live.sources.virtual.order_of`), `phone` the photographs that
    people send to the page; `pi` or `pi:1` is a Raspberry Pi's own camera.
    Raises NoCamera with the cameras there are, UnreadableInput for a file that is no film.
    """
    if words is not None and words.startswith("virtual:"):
        return VirtualCamera(order_of(words))
    if words == PHONE:
        return Phones()
    if words is not None and is_address(words):
        return _opened_stream(words)
    if words is not None and is_pi(words):
        return _opened(words, partial(open_pi, words, size_px))
    if words is not None and not words.isdigit():
        path = Path(words)
        if os.path.isdir(words):
            return PictureFolder(path)
        if os.path.isfile(words):
            return FilmFile(path)
        if path.is_fifo():
            raise UnreadableInput(f"{words} is a pipe; --camera takes a number, a name, a URL, a film or a folder")
        if path.suffix and len(path.parts) > 1 and not words.startswith("/dev/"):
            raise UnreadableInput(
                f"{address_name(words)} is not there; --camera takes a number, a name, a URL, a film or a folder"
            )
    cameras = list_cameras()
    camera = _chosen(words, cameras)
    alone = sum((found.name, found.serial) == (camera.name, camera.serial) for found in cameras) == 1
    return _opened(distinct_name(camera, cameras), partial(_open_again, camera, size_px, alone=alone))


def _meant(words: str, cameras: tuple[CameraFound, ...]) -> str:
    """What tells one camera, film or folder from all others, however people have named it."""
    if words == PHONE or is_pi(words) or is_address(words):
        return words
    if os.path.isdir(words) or os.path.isfile(words):
        return str(Path(words).resolve())
    named = _named(words, cameras)
    return distinct_name(named[0], cameras) if len(named) == 1 else words


class Controlled(Capture, Protocol):
    """An opened camera with what of it can perhaps be held."""

    @property
    def controls(self) -> tuple[Control, ...]:
        """Its automatics."""
        ...


def _opened(name: str, opener: Callable[[], Controlled]) -> FrameSource:
    """A camera of this machine, tried once so that what is wrong is said at once; held when it has settled."""
    try:
        opener().release()
    except OSError as error:
        raise NoCamera(f"{error}; {_listing(list_cameras())}") from error

    def held() -> Capture:
        capture = opener()
        return HeldCapture(capture, capture.controls, lambda told: say(f"camera   {name}: {told}"))

    return Grabber(name, held)


def _open_again(camera: CameraFound, size_px: tuple[int, int], *, alone: bool = False) -> Controlled:
    """Open a webcam wherever it is attached now; OSError where it is not, even if others of its name are.

    It is where it was plugged in; under another number or at another port only where it was `alone` with its name and
    its maker's number.
    """
    same = [found for found in list_cameras() if (found.name, found.serial) == (camera.name, camera.serial)]
    here = [found for found in same if found.place == camera.place and (found.place or found.number == camera.number)]
    if not here and alone and len(same) == 1:
        here = same
    if not here:
        raise OSError(f"{camera.name} (camera {camera.number}) is not attached any more; plug it in where it was")
    return open_webcam(min(here, key=lambda found: found.number != camera.number).number, size_px)


def _opened_stream(url: str) -> FrameSource:
    """A network camera, tried once so that a wrong address is said at once; it is called without its secrets."""
    check_stream(url)
    try:
        open_stream(url).release()
    except OSError as error:
        raise NoCamera(f"{error}; `boardsight demo` shows everything without a camera") from error
    return Grabber(address_name(url), partial(open_stream, url), settings=stream_settings(url))


def check_stream(url: str) -> None:
    """Raise UsageError for what can be no network camera's address."""
    scheme = url.partition("://")[0].lower()
    if scheme not in (*WITH_HOST, *OTHER_STREAMS) or (scheme in WITH_HOST and not is_well_formed(url)):
        raise UsageError(
            f"--camera {address_name(url)}: that is no camera's address; expected http://HOST/… or "
            "rtsp://USER:PASSWORD@HOST/…, in a password / ? # @ as %2F %3F %23 %40"
        )


def stream_settings(url: str) -> GrabberSettings:
    """How soon a network camera counts as gone.

    Over HTTP each picture is compressed by itself, so the sensor's noise comes through. RTSP and the like send
    differences, of which a still table may have none until the next whole picture.
    """
    if url.lower().startswith(("http://", "https://")):
        return GrabberSettings()
    return GrabberSettings(frozen_after_s=WHOLE_PICTURE_S)


def _chosen(words: str | None, cameras: tuple[CameraFound, ...]) -> CameraFound:
    """The camera that is meant; NoCamera where none or several are."""
    if words is None:
        if not cameras:
            raise NoCamera(_listing(cameras))
        return cameras[0]
    named = _named(words, cameras)
    if len(named) == 1:
        return named[0]
    if named:
        several = ", ".join(f"{camera.number} ({camera.name})" for camera in named)
        raise NoCamera(f"'{address_name(words)}' means several cameras: {several}; give the number")
    raise NoCamera(f"there is no camera '{address_name(words)}'; {_listing(cameras)}")


def _named(words: str, cameras: tuple[CameraFound, ...]) -> list[CameraFound]:
    """The cameras that a number, a path or a name may mean."""
    if words.isdigit():
        return [camera for camera in cameras if camera.number == int(words)]
    exactly = [camera for camera in cameras if words in (camera.path, camera.name)]
    return exactly or [camera for camera in cameras if words.casefold() in camera.name.casefold()]


def _listing(cameras: tuple[CameraFound, ...]) -> str:
    """One sentence: the cameras there are, and what to do without one."""
    if not cameras:
        return (
            "no camera is attached; plug one in, take a phone (--camera phone: photos, or its film), give a camera's "
            "address (--camera http://…/video), a film or a folder of pictures, or try `boardsight demo`, which needs "
            "none"
        )
    there = ", ".join(f"{camera.number} ({camera.name})" for camera in cameras)
    return f"the cameras are {there}, or a phone (--camera phone); `boardsight demo` needs none"
