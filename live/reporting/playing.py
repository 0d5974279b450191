"""A report played again: reader, referee and rules over its pictures once more; is the trouble still there?"""

from __future__ import annotations

import json
import tempfile
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from live.page.mailbox import Mailbox
from live.page.publication import Publication
from live.records.store import RecordStore
from live.reporting.content import ReplayOutcome, Report, ReportedPicture
from live.runtime.live_table import LiveTable
from live.runtime.loop import FrameReader, watch_table
from live.sources import Frame
from live.sources.frames import BgrImage
from live.table.aiming import aim_words
from live.table.frame_reader import FrameOutcome, files_of
from live.table.multi_camera import frame_reader_for
from live.table.session import Session, begin
from scoring.replay import replay
from tabletop.gamefile import load_game
from tabletop.notation import position_to_json
from tabletop.plainkinds import pieces_for
from tabletop.readings import Reading
from tabletop.records import Record
from vision import FrameReading

STILL_FRAMES, STILL_S = 12, 0.3
"""The last picture stands on for a while: doubtful things are decided late."""
UNSEEN = ("pass", "exchange", "trade", "quiet", "skip", "end", "enter", "end-round")
"""What no picture shows: of these no trouble is made."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What has become of a report's trouble."""

    same_readings: bool
    """Whether every picture was read as it was when the report was made, to the byte."""
    still_there: tuple[str, ...]
    gone: tuple[str, ...]
    new: tuple[str, ...]


def verdict_on(report: Report) -> Verdict:
    """Play a report again and hold what comes of it against what it says."""
    pieces = report.about.get("pieces")
    now, then = play_again(report.record, report.pictures, pieces).outcome, report.outcome
    return Verdict(
        now.readings == then.readings,
        tuple(trouble for trouble in then.troubles if trouble in now.troubles),
        tuple(trouble for trouble in then.troubles if trouble not in now.troubles),
        tuple(trouble for trouble in now.troubles if trouble not in then.troubles),
    )


@dataclass(frozen=True, slots=True)
class Replayed:
    """The pictures played again, and the table as it was left."""

    outcome: ReplayOutcome
    table: LiveTable
    sight: FrameReading | None


def play_again(record: Record, pictures: tuple[ReportedPicture, ...], pieces: str | None = None) -> Replayed:
    """Let the game go on from where it was when the first picture came, with nobody who answers or corrects.

    `pieces` are plain pieces as `--pieces` names them; UnreadableInput where their file is not here.
    """
    header = record.header
    game = load_game(header.game)
    plain = None if pieces is None else pieces_for(pieces, game)
    known = record.entries[: pictures[0].lines] if pictures else record.entries
    asked: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        store = RecordStore.open(Path(folder) / "again.jsonl", header=header)
        store.append(known)
        table = LiveTable(begin(header, known), store, Publication(), Mailbox())
        table.faults.say = lambda line: None
        table.on_step = lambda session, step: asked.extend(
            str(data["text"]) for event, data in step.news if event == "question"
        )
        again = _Again(pictures, 1 + max((number for one in pictures for number, _ in one.views), default=0))
        reader = _NotingReader(frame_reader_for(again, game, header.players, files_of(header, plain)))
        watch_table(table, again, reader, stop=threading.Event())
        store.close()
    troubles = tuple(dict.fromkeys(_troubles(record, len(replay(Record(header, known)).moves), asked, table, reader)))
    return Replayed(ReplayOutcome(tuple(reader.noted[: len(pictures)]), troubles), table, reader.sight)


def _troubles(record: Record, before: int, asked: list[str], table: LiveTable, reader: _NotingReader) -> Iterator[str]:
    """Everything that went otherwise than it should have."""
    yield from (f"asked: {text}" for text in asked)
    played = begin(record.header, record.entries)
    wanted, read = (_seen_moves(session, before) for session in (played, table.session))
    for place in range(max(len(wanted), len(read))):
        right, got = (moves[place] if place < len(moves) else "nothing" for moves in (wanted, read))
        if right != got:
            yield f"move {before + place + 1}: read {got}, and it was {right}"
    if reader.sight is not None and reader.reading is None:
        yield f"not read: {reader.sight.reading.problems[0].message if reader.sight.reading.problems else 'no board'}"
    elif table.aim.aim is not None:
        yield from (f"aim: {aim_words(finding)}" for finding in table.aim.aim.wrong)


def _seen_moves(session: Session, before: int) -> list[str]:
    """The moves from `before` on that a picture shows, in words."""
    moves = [move.judged for move in session.moves[before:]]
    return [session.rules.tell(judged.move, judged.state) for judged in moves if judged.move.do not in UNSEEN]


def reading_text(reading: Reading) -> str:
    """A reading as JSON, always the same for the same reading."""
    position = position_to_json(reading.position)
    document: Mapping[str, Any] = {
        "position": {**position, "game": Path(position["game"]).name},  # wherever a game file of one's own lies
        "confidence": dict(sorted(reading.confidence.items())),
        "problems": [problem.to_json() for problem in reading.problems],
    }
    return json.dumps(document, ensure_ascii=False, sort_keys=True)


@dataclass(slots=True)
class _Again:
    """The pictures as a source of frames; the last one stands on for a while."""

    pictures: tuple[ReportedPicture, ...]
    views: int
    live: bool = False
    name: str = "the report"
    number: int = field(default=0, init=False)
    _unpacked: tuple[tuple[int, BgrImage], ...] = field(default=(), init=False)

    def next(self, timeout_s: float) -> Frame | None:
        """The next one."""
        extra = self.number - len(self.pictures) + 1
        if not self.pictures or extra > STILL_FRAMES:
            return None
        picture = self.pictures[min(self.number, len(self.pictures) - 1)]
        if extra <= 0:
            self._unpacked = picture.all_cameras
        self.number += 1
        captured_s = picture.captured_s + max(0, extra) * STILL_S
        first, *beside = (Frame(image, captured_s, self.number, camera) for camera, image in self._unpacked)
        return replace(first, beside=tuple(beside))

    def close(self) -> None:
        """Nothing is held."""


class _NotingReader:
    """A reader that notes what was read in each frame."""

    def __init__(self, reader: FrameReader) -> None:
        self._reader = reader
        self.noted: list[str] = []

    @property
    def sight(self) -> FrameReading | None:
        """What was read last."""
        return self._reader.sight

    @property
    def reading(self) -> Reading | None:
        """The last reading of a board."""
        return self._reader.reading

    def look(self, frame: Frame, *, own_light: bool = False) -> FrameOutcome:
        """Look, and note."""
        outcome = self._reader.look(frame, own_light=own_light)
        self.noted.append("" if outcome.reading is None else reading_text(outcome.reading))
        return outcome

    def shown_with(self, place: str) -> tuple[BgrImage, FrameReading] | None:
        """The picture in which a place was read last."""
        return self._reader.shown_with(place)

    def beside(self, frame: Frame) -> tuple[tuple[BgrImage, FrameReading | None], ...]:
        """Further cameras' pictures of the moment."""
        return self._reader.beside(frame)
