"""A report made of a table that is being played: cut to the game, names replaced, played once to see the trouble."""

from __future__ import annotations

import platform
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from live.page.reports import MadeReport, ReportDesk
from live.records.renaming import placeholders, renamed, replaced_names
from live.reporting.content import MOST_MEGAPIXELS, MOST_PICTURES, Report, ReportedPicture, write_report
from live.reporting.own_files import files_needed, is_file, name_in_report
from live.reporting.playing import Replayed, play_again
from live.table.aiming import Aim
from live.table.recent import RecentPicture
from live.table.session import question_json
from tabletop.gamefile import load_game
from tabletop.records import Record

if TYPE_CHECKING:
    from live.runtime.live_table import LiveTable
    from live.sources.frames import BgrImage

ANSWER_TIMEOUT_S = 10.0
"""The loop takes the snapshot between two frames."""
SHOWN = 4
"""About so many of the pictures are shown before a report is saved."""
SHOWN_PX = 480
MARGIN = 0.05
"""Of the game's size: so much table stays round it in a report's pictures."""
GREY = 127
"""What stands in place of the room."""
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

    def make() -> MadeReport:
        asked = table.mailbox.ask("snapshot", {"of": snapshot_of})
        report = report_of(asked.result(ANSWER_TIMEOUT_S)["snapshot"], pieces)
        game = re.sub(r"[^A-Za-z0-9_-]+", "-", Path(report.record.header.game).stem)
        name = f"report-{game[:60]}.zip"
        every = max(1, -(-len(report.pictures) // SHOWN))
        shown = [image for picture in report.pictures[::every] for _, image in picture.all_cameras]
        return MadeReport(name, write_report(report), words_of(report), tuple(map(_small_jpeg, shown)))

    return ReportDesk(make)


def words_of(report: Report) -> tuple[str, ...]:
    """What is in a report, line by line, so that people see it before they save it."""
    record, pictures, about = report.record, report.pictures, report.about
    lines = [f"record: {len(record.entries)} lines, the players as {', '.join(record.header.players)}"]
    if pictures:
        height, width = pictures[0].image.shape[:2]
        span_s = pictures[-1].captured_s - pictures[0].captured_s
        cut = "everything grey but the game" if about["cut_to_the_game"] else "uncut, since no game is seen in them"
        cameras = len({camera for picture in pictures for camera, _ in picture.views})
        of = f" of {cameras} cameras" if cameras > 1 else ""
        lines.append(f"pictures: {len(pictures)}{of} of the last {span_s:.0f} s, {width} × {height}, {cut}")
    else:
        lines.append("pictures: none were kept")
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


def report_of(snapshot: Snapshot, pieces: str | None = None) -> Report:
    """The report of a snapshot; BoardsightError where names can't be taken out of the record."""
    names = placeholders(snapshot.record.header)
    record = renamed(snapshot.record, names)
    kept = tuple(picture for picture in snapshot.pictures if all(_may_be_sent(jpeg) for _, jpeg in picture.views))
    pictures, cut = _cut_to_the_game(kept[-MOST_PICTURES:], record)
    again = play_again(record, pictures, pieces)
    about = {
        "versions": _versions(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}, Python {platform.python_version()}",
        "camera": snapshot.camera,
        "frames": snapshot.counters,
        "settings": snapshot.settings,
        "questions": [replaced_names(question, names, "") for question in snapshot.questions],
        "corrections": [entry.n for entry in record.entries if entry.kind != "played"],
        "doctor": [] if again.table.aim.aim is None else [one.to_json() for one in again.table.aim.aim.wrong],
        "evidence": _evidence(snapshot, again, names),
        "cut_to_the_game": cut,
        "left_out": len(snapshot.pictures) - len(pictures),
        "pieces": name_in_report(pieces) if pieces is not None and is_file(pieces) else pieces,
        "players": len(record.header.players),
    }
    return Report(record, pictures, again.outcome, about, files_needed(record.header.game, pieces))


def _cut_to_the_game(pictures: tuple[RecentPicture, ...], record: Record) -> tuple[tuple[ReportedPicture, ...], bool]:
    """The pictures with everything grey but the game and some table round it; whole where no game is seen."""
    from live.page.pictures import game_area_px
    from vision import read_image

    game = load_game(record.header.game)
    newest: dict[int, RecentPicture] = {}
    oldest: dict[int, RecentPicture] = {}
    for picture in pictures:
        for camera, _ in picture.views:
            oldest.setdefault(camera, picture)
            newest[camera] = picture
    areas: dict[int, list[tuple[int, int, int, int]]] = {}
    for camera in oldest:
        for picture in (oldest[camera], newest[camera]):
            sight = read_image(dict(picture.images)[camera], game, players=record.header.players)
            if sight.outlines_px:
                areas.setdefault(camera, []).append(game_area_px(sight, MARGIN))
    seen = areas.keys() == oldest.keys()
    around = {
        camera: (
            *(min(area[side] for area in there) for side in (0, 1)),
            *(max(area[side] for area in there) for side in (2, 3)),
        )
        for camera, there in areas.items()
    }
    return tuple(_reported(picture, around if seen else {}) for picture in pictures), seen


def _may_be_sent(jpeg: bytes) -> bool:
    """Whether a kept picture is small enough for whoever plays the report again."""
    from vision.pixels.images import size_of

    width, height = size_of(jpeg) or (0, 0)
    return width * height <= MOST_MEGAPIXELS * 1_000_000


def _reported(picture: RecentPicture, around: Mapping[int, tuple[int, ...]]) -> ReportedPicture:
    """A kept picture as it goes into the report; whole where no area is given."""
    images = [(number, _greyed(view, around[number]) if around else view) for number, view in picture.images]
    return ReportedPicture.of(images, picture.captured_s, picture.lines)


def _greyed(image: BgrImage, area: tuple[int, ...]) -> BgrImage:
    left, top, right, bottom = area
    image[:top] = image[bottom:] = GREY
    image[:, :left] = image[:, right:] = GREY
    return image


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
