"""A report as a file: a ZIP of the record, the pictures, what was read, what went wrong, and how it came about."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from live.reporting.own_files import FOLDER, game_word, is_file, name_in_report, of_game, unpacked
from live.sources.frames import BgrImage
from tabletop.errors import UnreadableInput
from tabletop.records import Record, read_record, write_record
from tabletop.textfiles import LARGEST_FILE, need_regular
from tabletop.zipfiles import ZipLimits, ZipReader, opened_zip
from vision import decode_image
from vision.pixels.images import size_of

FORMAT = "boardsight-report/1"
LARGEST_BYTES = 400 * 2**20
"""No report that we write is larger; a stranger's that unpacks to more is refused."""
MOST_PICTURES = 200
MOST_CAMERAS = 8
LARGEST_INDEX = 8_000_000
MOST_OWN_FILES = 20
LIMITS = ZipLimits(files=2 + MOST_OWN_FILES + MOST_PICTURES * MOST_CAMERAS, unpacked_bytes=LARGEST_BYTES)
MOST_MEGAPIXELS = 25
"""Of one picture: what films a table sends less; larger ones are left out of a report."""
ALWAYS_MEGAPIXELS, MEGAPIXELS_A_MEGABYTE = 75.0, 20.0
"""Of all pictures together: so many, or, where the report is larger, so many for each of its megabytes."""
MISSHAPEN = (KeyError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)
"""What Python raises where JSON is shaped otherwise than ours."""
IN_THE_REPORT = "a picture in the report"
FIXED_TIME = (2026, 1, 1, 0, 0, 0)
"""Every file's time in the ZIP: when somebody played is in the record, if anywhere."""


@dataclass(frozen=True, slots=True, eq=False)
class ReportedPicture:
    """One moment's pictures, cut to the game, packed without loss; unpacked whenever they are asked for."""

    views: tuple[tuple[int, bytes], ...]
    """Each camera's number and PNG; the first is the one that the game was read in."""
    captured_s: float
    """On the camera's clock."""
    lines: int
    """So many lines had the record when it came."""

    @classmethod
    def of(cls, images: Sequence[tuple[int, BgrImage]], captured_s: float, lines: int) -> ReportedPicture:
        """The same of pictures that are not packed yet."""
        return cls(tuple((camera, _png(image)) for camera, image in images), captured_s, lines)

    @property
    def image(self) -> BgrImage:
        """The picture that the game was read in."""
        return decode_image(self.views[0][1], IN_THE_REPORT)

    @property
    def beside(self) -> tuple[tuple[int, BgrImage], ...]:
        """What the other cameras took at that moment, each with its number."""
        return self.all_cameras[1:]

    @property
    def all_cameras(self) -> tuple[tuple[int, BgrImage], ...]:
        """Every camera's picture of the moment, with its number."""
        return tuple((camera, decode_image(png, IN_THE_REPORT)) for camera, png in self.views)


@dataclass(frozen=True, slots=True)
class ReplayOutcome:
    """What comes of playing the pictures again."""

    readings: tuple[str, ...]
    """For each picture what was read in it, as JSON; empty where nothing new was."""
    troubles: tuple[str, ...]
    """What was asked, read otherwise than people said, or not read at all, each in one sentence."""


@dataclass(frozen=True, slots=True, eq=False)
class Report:
    """Everything that somebody needs who was not there."""

    record: Record
    pictures: tuple[ReportedPicture, ...]
    outcome: ReplayOutcome
    about: Mapping[str, Any]
    """Versions, system, camera, rates, settings, questions and corrections, what `doctor` says."""
    files: Mapping[str, str] = field(default_factory=dict)
    """People's own files that are needed to play it again, by their names in the report."""
    folder: TemporaryDirectory[str] | None = None
    """Where the files of a report that was read lie as long as it is held."""


def write_report(report: Report) -> bytes:
    """A report as the bytes of its file."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        index = {
            "format": FORMAT,
            "about": report.about,
            "pictures": [
                {
                    "file": _picture_name(number, picture.views[0][0]),
                    "captured_s": picture.captured_s,
                    "lines": picture.lines,
                    "camera": picture.views[0][0],
                    "beside": [
                        {"file": _picture_name(number, camera), "camera": camera} for camera, _ in picture.views[1:]
                    ],
                }
                for number, picture in enumerate(report.pictures)
            ],
            "readings": list(report.outcome.readings),
            "troubles": list(report.outcome.troubles),
        }
        _put(archive, "report.json", json.dumps(index, ensure_ascii=False, indent=1).encode())
        game = report.record.header.game
        told = str(report.about.get("game", name_in_report(game))) if is_file(game) else game
        _put(archive, "record.jsonl", of_game(write_record(report.record), game, told).encode())
        for name, text in report.files.items():
            _put(archive, name, text.encode())
        for number, picture in enumerate(report.pictures):
            for camera, png in picture.views:
                _put(archive, _picture_name(number, camera), png)
    return packed.getvalue()


def read_report(path: Path) -> Report:
    """A report from its file; UnreadableInput where it is none, or would take too much to be played again."""
    need_regular(path)
    try:
        with path.open("rb") as file, opened_zip(file, LIMITS) as archive:
            return _report_in(archive)
    except (UnreadableInput, OSError, *MISSHAPEN) as error:
        raise UnreadableInput(f"{path} is no report that can be read ({error}); ask for the file again") from error


def _report_in(archive: ZipReader) -> Report:
    index = json.loads(archive.read("report.json", LARGEST_INDEX))
    if not isinstance(index, dict) or index.get("format") != FORMAT:
        raise ValueError(f"report.json has no format {FORMAT}")
    about, folder = dict(index["about"]), TemporaryDirectory(prefix="boardsight-report-")
    own = {name: archive.read(name, LARGEST_FILE) for name in archive.sizes if name.startswith(f"{FOLDER}/")}
    if len(own) > MOST_OWN_FILES:
        raise ValueError(f"it holds more than {MOST_OWN_FILES} files of people's own")
    unpacked(own, Path(folder.name))
    text = archive.read("record.jsonl", LARGEST_FILE).decode()
    game, pieces = game_word(text), about.get("pieces")
    for word in (game, pieces):
        if word is not None and (not isinstance(word, str) or (is_file(word) and word not in own)):
            raise ValueError(f"{word} is not in it")
    if game in own:
        text = of_game(text, game, str(Path(folder.name) / game))
    if pieces in own:
        about["pieces"] = str(Path(folder.name) / pieces)
    record, _ = read_record(text, source="record.jsonl")
    pictures = tuple(_pictures_in(archive, index["pictures"][:MOST_PICTURES]))
    outcome = ReplayOutcome(tuple(map(str, index["readings"])), tuple(map(str, index["troubles"])))
    return Report(record, pictures, outcome, about, {name: data.decode() for name, data in own.items()}, folder)


def _pictures_in(archive: ZipReader, entries: Sequence[Mapping[str, Any]]) -> Iterator[ReportedPicture]:
    """The pictures, still packed; ValueError where they are too many or too large to be unpacked, one by one."""
    room = max(ALWAYS_MEGAPIXELS, MEGAPIXELS_A_MEGABYTE * archive.packed_bytes / 1e6)
    seen = set[str]()
    for entry in entries:
        views = []
        for view in (entry, *entry.get("beside", [])[: MOST_CAMERAS - 1]):
            name = str(view["file"])
            if name in seen:
                raise ValueError(f"{name} is there twice")
            seen.add(name)
            png = archive.read(name, LARGEST_BYTES)
            width, height = size_of(png) or (0, 0)
            megapixels = width * height / 1e6
            room -= megapixels
            if not 0 < megapixels <= MOST_MEGAPIXELS or room < 0:
                raise ValueError(f"{name} is too large, or no picture")
            views.append((_camera_of(view), png))
        captured_s, lines = float(entry["captured_s"]), int(entry["lines"])
        if not isfinite(captured_s) or lines < 0:
            raise ValueError("a picture without its time and line")
        yield ReportedPicture(tuple(views), captured_s, lines)


def _put(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    how = zipfile.ZIP_STORED if name.endswith(".png") else zipfile.ZIP_DEFLATED
    archive.writestr(zipfile.ZipInfo(name, FIXED_TIME), data, how)


def _picture_name(number: int, camera: int) -> str:
    return f"pictures/{number + 1:03}{f'-camera-{camera + 1}' if camera else ''}.png"


def _camera_of(entry: Mapping[str, Any]) -> int:
    """A camera's number; ValueError where no table has so many."""
    camera = int(entry.get("camera", 0))
    if not 0 <= camera < MOST_CAMERAS:
        raise ValueError(f"camera {camera}; expected 0 to {MOST_CAMERAS - 1}")
    return camera


def _png(image: BgrImage) -> bytes:
    import cv2

    return cv2.imencode(".png", image, [cv2.IMWRITE_PNG_COMPRESSION, 3])[1].tobytes()
