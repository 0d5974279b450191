"""A report as a file: a ZIP of the record, the pictures, what was read, what went wrong, and how it came about."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from live.reporting.own_files import FOLDER, game_word, is_file, name_in_report, of_game, unpacked
from tabletop.errors import UnreadableInput
from tabletop.records import Record, read_record, write_record
from tabletop.textfiles import need_regular

if TYPE_CHECKING:
    from live.sources.frames import BgrImage

FORMAT = "boardsight-report/1"
LARGEST_BYTES = 400 * 2**20
"""No report that we write is larger; a stranger's that unpacks to more is refused."""
MOST_PICTURES = 200
MOST_CAMERAS = 8
FIXED_TIME = (2026, 1, 1, 0, 0, 0)
"""Every file's time in the ZIP: when somebody played is in the record, if anywhere."""


@dataclass(frozen=True, slots=True, eq=False)
class ReportedPicture:
    """One picture, cut to the game, with the time on the camera's clock."""

    image: BgrImage
    captured_s: float
    lines: int
    """So many lines had the record when it came."""
    camera: int = 0
    """Which of several cameras took it."""
    beside: tuple[tuple[int, BgrImage], ...] = ()
    """What the others took at that moment, each with its number."""

    @property
    def all_cameras(self) -> tuple[tuple[int, BgrImage], ...]:
        """Every camera's picture of the moment, with its number."""
        return ((self.camera, self.image), *self.beside)


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
                    "file": _picture_name(number, picture.camera),
                    "captured_s": picture.captured_s,
                    "lines": picture.lines,
                    "camera": picture.camera,
                    "beside": [
                        {"file": _picture_name(number, camera), "camera": camera} for camera, _ in picture.beside
                    ],
                }
                for number, picture in enumerate(report.pictures)
            ],
            "readings": list(report.outcome.readings),
            "troubles": list(report.outcome.troubles),
        }
        _put(archive, "report.json", json.dumps(index, ensure_ascii=False, indent=1).encode())
        game = report.record.header.game
        told = name_in_report(game) if is_file(game) else game
        _put(archive, "record.jsonl", of_game(write_record(report.record), game, told).encode())
        for name, text in report.files.items():
            _put(archive, name, text.encode())
        for number, picture in enumerate(report.pictures):
            for camera, image in picture.all_cameras:
                _put(archive, _picture_name(number, camera), _png(image))
    return packed.getvalue()


def read_report(path: Path) -> Report:
    """A report from its file; UnreadableInput where it is none."""
    try:
        need_regular(path)
        with zipfile.ZipFile(path) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > LARGEST_BYTES:
                raise UnreadableInput(f"{path} unpacks to more than {LARGEST_BYTES >> 20} MB; no report is so large")
            index = json.loads(archive.read("report.json"))
            if not isinstance(index, dict) or index.get("format") != FORMAT:
                raise UnreadableInput(f"{path} is no report: report.json has no format {FORMAT}")
            about, folder = dict(index["about"]), TemporaryDirectory(prefix="boardsight-report-")
            names = [name for name in archive.namelist() if name.startswith(f"{FOLDER}/")]
            unpacked({name: archive.read(name) for name in names}, Path(folder.name))
            text = archive.read("record.jsonl").decode()
            told = game_word(text)
            if told in names:
                text = of_game(text, told, str(Path(folder.name) / told))
            if about.get("pieces") in names:
                about["pieces"] = str(Path(folder.name) / about["pieces"])
            record, _ = read_record(text, source=f"{path}: record.jsonl")
            pictures = tuple(
                ReportedPicture(
                    _picture(archive.read(str(entry["file"])), f"{path}: {entry['file']}"),
                    float(entry["captured_s"]),
                    int(entry["lines"]),
                    _camera_of(entry),
                    tuple(
                        (_camera_of(view), _picture(archive.read(str(view["file"])), f"{path}: {view['file']}"))
                        for view in entry.get("beside", [])[:MOST_CAMERAS]
                    ),
                )
                for entry in index["pictures"][:MOST_PICTURES]
            )
            outcome = ReplayOutcome(tuple(map(str, index["readings"])), tuple(map(str, index["troubles"])))
            files = {name: archive.read(name).decode() for name in names}
            return Report(record, pictures, outcome, about, files, folder)
    except (zipfile.BadZipFile, KeyError, TypeError, ValueError, NotImplementedError, RuntimeError) as error:
        raise UnreadableInput(f"{path} is no report that can be read ({error}); ask for the file again") from error


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


def _picture(data: bytes, name: str) -> BgrImage:
    from vision import decode_image

    return decode_image(data, name)
