"""A report made of a table that is being played: cut to the game, names replaced, played once to see the trouble."""

from __future__ import annotations

import json
import platform
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from importlib import metadata
from pathlib import Path
from typing import Any

from live.page.reports import MadeReport, ReportDesk
from live.records.renaming import placeholders, renamed, replaced_names, without_names
from live.reporting.content import MOST_MEGAPIXELS, MOST_PICTURES, Report, write_report
from live.reporting.cutting import cut_to_the_game
from live.reporting.own_files import files_needed, is_file, name_in_report
from live.reporting.playing import Replayed, play_again
from live.runtime.live_table import LiveTable
from live.sources.frames import BgrImage
from live.table.aiming import Aim
from live.table.recent import RecentPicture
from live.table.session import question_json
from tabletop.boards import kept_boards
from tabletop.records import Record
from vision.pixels.images import size_of

ANSWER_TIMEOUT_S = 10.0
"""The loop takes the snapshot between two frames."""
SHOWN = 4
"""About so many of the pictures are shown before a report is saved."""
SHOWN_PX = 480
PACKAGES = ("boardsight", "opencv-python-headless", "opencv-python", "numpy", "fastapi", "uvicorn")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a report is made of: taken between two frames, worked on elsewhere."""

    record: Record
    pictures: tuple[RecentPicture, ...]
    questions: tuple[Mapping[str, Any], ...]
    camera: Mapping[str, Any]
    counters: Mapping[str, int]
    settings: Mapping[str, Any]
    aim: Aim | None


def snapshot_of(table: LiveTable) -> Snapshot:
    """The table as it is now; only the loop's thread takes it."""
    return Snapshot(
        Record(table.session.header, table.session.entries),
        table.recent.kept,
        tuple(question_json(question) for question in table.session.questions),
        {**table.watching.to_json(), "source": _camera_words(table.watching.source)},
        asdict(table.counters),
        asdict(table.settings.decisions),
        table.aim.aim,
    )


def report_desk(table: LiveTable, pieces: str | None = None) -> ReportDesk:
    """The page's desk for reports of a table that is played with these plain pieces, or with printed ones."""

    def make(whole: bool) -> MadeReport:
        asked = table.mailbox.ask("snapshot", {"of": snapshot_of})
        report = report_of(asked.result(ANSWER_TIMEOUT_S)["snapshot"], pieces, whole=whole)
        game = re.sub(r"[^A-Za-z0-9_-]+", "-", Path(report.about["game"]).stem)
        name = f"report-{game[:60]}.zip"
        every = max(1, -(-len(report.pictures) // SHOWN))
        uncut = {number for number, _ in report.about["whole"]}  # people see all of these
        shown = [
            image
            for number, picture in enumerate(report.pictures)
            if number % every == 0 or number in uncut
            for _, image in picture.all_cameras
        ]
        small = tuple(map(_small_jpeg, shown))
        return MadeReport(name, write_report(report), words_of(report), small, report.about["without_game"])

    return ReportDesk(make)


def words_of(report: Report) -> tuple[str, ...]:
    """What is in a report, line by line, so that people see it before they save it."""
    record, pictures, about = report.record, report.pictures, report.about
    lines = [f"record: {len(record.entries)} lines, the players as {', '.join(record.header.players)}"]
    if pictures:
        height, width = pictures[0].image.shape[:2]
        span_s = pictures[-1].captured_s - pictures[0].captured_s
        cut = "" if about["whole"] else ", everything grey but the game"
        cameras = len({camera for picture in pictures for camera, _ in picture.views})
        of = f" of {cameras} cameras" if cameras > 1 else ""
        lines.append(f"pictures: {len(pictures)}{of} of the last {span_s:.0f} s, {width} × {height}{cut}")
    else:
        lines.append("pictures: none" if about["without_game"] or about["left_out"] else "pictures: none were kept")
    if about["whole"]:
        lines.append(f"whole: {len(about['whole'])} pictures in which no game is seen, with everything in the room")
    if about["without_game"]:
        lines.append(f"left out: {about['without_game']} pictures in which no game is seen, since they would be whole")
    if about["left_out"]:
        lines.append(f"left out: {about['left_out']} pictures, more than {MOST_PICTURES} or too large to be sent")
    camera = about["camera"]
    lines.append(f"camera: {camera['source'] or 'unknown'}, {camera['frames_per_s'] or 0:g} pictures a second")
    lines.append(f"versions: {', '.join(f'{name} {number}' for name, number in about['versions'].items())}")
    lines.append(f"system: {about['system']}")
    if report.files:
        lines.append(f"your own files: {', '.join(name.partition('/')[2] for name in report.files)}")
    lines += [f"trouble: {trouble}" for trouble in report.outcome.troubles]
    if not report.outcome.troubles:
        lines.append("trouble: none shows when these pictures are played again")
    return tuple(lines)


def report_of(snapshot: Snapshot, pieces: str | None = None, *, whole: bool = False) -> Report:
    """The report of a snapshot, with pictures in which no game is seen only where `whole`.

    BoardsightError where names can't be taken out of the record.
    """
    header = snapshot.record.header
    names = placeholders(header)
    own_boards = replace(header, options=kept_boards(header.options))
    record = renamed(replace(snapshot.record, header=own_boards), names)
    small = [picture for picture in snapshot.pictures if all(_may_be_sent(jpeg) for _, jpeg in picture.views)]
    kept = small[-MOST_PICTURES:]
    cut = cut_to_the_game(kept, record.header, whole=whole)
    pictures = cut.pictures
    again = play_again(record, pictures, pieces)
    about: dict[str, Any] = {
        "versions": _versions(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}, Python {platform.python_version()}",
        "camera": {
            key: without_names(value, names) if isinstance(value, str) else value
            for key, value in snapshot.camera.items()
        },
        "frames": snapshot.counters,
        "settings": snapshot.settings,
        "questions": [replaced_names(question, names, "") for question in snapshot.questions],
        "corrections": [entry.n for entry in record.entries if entry.kind != "played"],
        "doctor": [] if again.table.aim.aim is None else [one.to_json() for one in again.table.aim.aim.wrong],
        "evidence": _evidence(snapshot, again, names),
        "cut_to_the_game": not cut.whole,
        "left_out": len(snapshot.pictures) - len(kept),
        "without_game": cut.left_out,
        "whole": [list(one) for one in cut.whole],
        "game": _told_name(header.game, names),
        "pieces": None if pieces is None else _told_name(pieces, names),
        "players": len(record.header.players),
    }
    told = tuple(_of_game(reading, header.game, about["game"]) for reading in again.outcome.readings)
    outcome = replace(again.outcome, readings=told)
    return Report(record, pictures, outcome, about, files_needed(header.game, pieces, names))


def _of_game(reading: str, game: str, told: str) -> str:
    """A reading's text with what is told of a game file in place of the file's name."""
    before, after = (f'"game": {json.dumps(Path(word).name, ensure_ascii=False)}' for word in (game, told))
    return reading.replace(before, after)


def _may_be_sent(jpeg: bytes) -> bool:
    """Whether a kept picture is small enough for whoever plays the report again."""
    width, height = size_of(jpeg) or (0, 0)
    return width * height <= MOST_MEGAPIXELS * 1_000_000


def _told_name(word: str, names: Mapping[str, str]) -> str:
    """A game's or pieces' word as it is told: of a file its name in the report, without anybody's name."""
    return without_names(name_in_report(word), names) if is_file(word) else word


def _small_jpeg(image: BgrImage) -> bytes:
    import cv2

    size = (SHOWN_PX, round(image.shape[0] * SHOWN_PX / image.shape[1]))
    return cv2.imencode(".jpg", cv2.resize(image, size, interpolation=cv2.INTER_AREA))[1].tobytes()


def _evidence(snapshot: Snapshot, again: Replayed, names: Mapping[str, str]) -> Mapping[str, Any]:
    """What was seen, raw, at every place that was asked about."""
    questions = [replaced_names(question, names, "") for question in snapshot.questions]
    asked = [place for question in questions for place in question.get("places", ())]
    seen = {} if again.sight is None else again.sight.reading.evidence
    return {place: dict(seen[place]) for place in asked if place in seen}


def _versions() -> Mapping[str, str]:
    found = {}
    for name in PACKAGES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def _camera_words(source: str) -> str:
    """A camera's name without its address or folders."""
    scheme, there, _ = source.partition("://")
    return f"{scheme}://…" if there else source.replace("\\", "/").rpartition("/")[2]
