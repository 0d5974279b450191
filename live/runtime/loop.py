"""The live loop: frames in, looks, steady readings, decisions; what follows, the table stores and shows."""

from __future__ import annotations

import threading
from collections import deque
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import Protocol

from live.page.pictures import crop_jpeg, picture_jpeg, without_doubts
from live.page.shown import CameraStatus
from live.runtime.command_cards import heed
from live.runtime.live_table import LiveTable
from live.sources import Frame, FrameSource, Silence
from live.sources.frames import BgrImage
from live.table.aiming import AimWatch
from live.table.decisions import observe
from live.table.frame_reader import FrameOutcome
from live.table.round_ends import at_round_end
from live.table.session import without_looks
from live.table.steady import Sight, Steady
from tabletop.errors import BoardsightError
from tabletop.readings import Evidence, Problem, Reading
from tabletop.wholefiles import reason_of
from vision import FrameReading


class FrameReader(Protocol):
    """What looks at frames for the loop: one camera's `SingleCameraReader`, or `MultiCameraReader`."""

    @property
    def sight(self) -> FrameReading | None:
        """What was read last in the picture that the page shows."""
        ...

    @property
    def reading(self) -> Reading | None:
        """The last reading in which a board was seen."""
        ...

    def look(self, frame: Frame, *, own_light: bool = False) -> FrameOutcome:
        """Look at one frame."""
        ...

    def shown_with(self, place: str) -> tuple[BgrImage, FrameReading] | None:
        """The picture in which a place was read last."""
        ...

    def beside(self, frame: Frame) -> tuple[tuple[BgrImage, FrameReading | None], ...]:
        """Further cameras' pictures of the frame's moment with what was read in them."""
        ...


def watch_table(
    table: LiveTable, source: FrameSource, watcher: FrameReader, *, stop: threading.Event, steady: Steady | None = None
) -> None:
    """Play until the source ends, `stop` is set, or another game is begun.

    Wishes are answered between frames, and while a look takes long: it is done in a thread of its own.
    """
    with ThreadPoolExecutor(1, thread_name_prefix="looks") as hand:
        _watch(table, source, _Looks(watcher, hand), stop, steady or Steady())


@dataclass(frozen=True, slots=True)
class _Looks:
    """Who looks, and the thread in which that is done."""

    watcher: FrameReader
    hand: ThreadPoolExecutor


def _watch(table: LiveTable, source: FrameSource, looks: _Looks, stop: threading.Event, steady: Steady) -> None:
    watcher = looks.watcher
    confirmed: Reading | None = None  # the newest steady reading, once all of it is steady
    sight, blind_s = Sight(), 0.0
    before_s: float | None = None  # when the frame before was taken
    still_s = -inf  # until when the table lay as it was read last
    rate = _Rate()
    while not stop.is_set():
        table.attend()
        if table.following is not None:
            return
        frame = source.next(table.settings.wait_s)
        if frame is None:
            table.watching = replace(table.watching, state="ended", message=f"{source.name} has ended")
            table.show()
            return
        if isinstance(frame, Silence):
            if frame.late:
                continue
            table.counters.silences += 1
            steady, confirmed = Steady(steady.settings), None
            sight.lost(frame.since_s)
            still_s = min(still_s, frame.since_s)
            _tell(table, CameraStatus("lost", frame.message, source.name))
            continue
        table.counters.frames += 1
        with table.survived("the end of a round"):
            table.session = at_round_end(table.session, _halfway(before_s, frame.captured_s), still_s)
        before_s = frame.captured_s
        glance = _looked(table, frame, looks, own_light=source.live and table.own_light_changes())
        table.recent.take(frame, read=glance.reading is not None, lines=len(table.session.entries))
        frames_per_s = rate.take(frame.captured_s) if source.live else None  # photographs are shown as often as needed
        height, width = frame.image.shape[:2]
        _aim(table, frame, glance, watcher)
        state = "paused" if table.paused else glance.state
        message = glance.message or frame.missing or table.aim_message
        _tell(table, CameraStatus(state, message, source.name, (width, height), frames_per_s))
        if _begins_another(table, frame, glance):
            return
        if glance.flashing:
            table.counters.flashing += 1
            continue
        if glance.quiet:
            table.counters.quiet += 1
            still_s = frame.captured_s if confirmed is not None else still_s
        elif glance.reading is None or glance.state == "moving":
            table.counters.moving += 1
            confirmed = None
            if glance.state in ("dark", "unread"):
                sight.lost()
            if glance.reading is not None:  # the camera moved; what only moves over the board makes nothing forgotten
                steady = Steady(steady.settings)
            continue
        else:
            table.counters.readings += 1
        reading = glance.reading or watcher.reading
        try:
            if reading is not None:
                blind_s = max(blind_s, sight.seen(reading, frame.captured_s))
            waits = table.session.pending is not None or table.session.seen_lines != len(table.session.entries)
            if reading is None or table.paused or (glance.quiet and confirmed is not None and not waits):
                continue
            steady, confirmed = steady.see(reading)
            if confirmed is not None:
                confirmed, blind_s = _decide(table, confirmed, steady.glimpsed, frame, watcher, blind_s), 0.0
                if not steady.settled:
                    confirmed = None
                _picture_questions(table, watcher)
        except Exception as error:  # the look is left out, and the next one is taken in as if it were the first
            table.session, steady, confirmed = without_looks(table.session), Steady(steady.settings), None
            table.tell_trouble("fault", "what happened on the table", error)


def _halfway(before_s: float | None, now_s: float) -> float:
    """When people did what they did between two frames."""
    return now_s if before_s is None else (before_s + now_s) / 2


def _looked(table: LiveTable, frame: Frame, looks: _Looks, *, own_light: bool) -> FrameOutcome:
    """What a frame tells; where looking at it fails, that the next one will have to."""
    looking = looks.hand.submit(looks.watcher.look, frame, own_light=own_light)
    while not wait((looking,), table.settings.look_s).done:
        table.attend()
    try:
        glance = looking.result()
        _offer_picture(table, frame, glance, looks.watcher)
    except Exception as error:
        return FrameOutcome("unread", str(table.told("a look at the table", error)))
    return glance


def _begins_another(table: LiveTable, frame: Frame, glance: FrameOutcome) -> bool:
    """Obey the card that was laid, where one was; whether it begins another game."""
    try:
        heed(table, frame, glance.cards)
    except Exception as error:
        table.tell_trouble("card", "a command card", error)
    return table.cards is not None and table.cards.begun is not None


def _aim(table: LiveTable, frame: Frame, glance: FrameOutcome, watcher: FrameReader) -> None:
    """Look now and then how well the camera is aimed, and let page and terminal say it where it is new."""
    sight = watcher.sight
    if sight is None or glance.flashing or glance.state not in ("watching", "hand", "unread"):
        return
    try:
        known = frozenset(table.session.rules.contents(table.session.state))
        if table.aim.see(frame.image, sight, frame.captured_s, known, alone=not frame.beside):
            table.tell_aim()
        others = {view.camera: seen for view, (_, seen) in zip(frame.beside, watcher.beside(frame), strict=True)}
        if table.aims.keys() != others.keys():
            table.aims = {camera: table.aims.get(camera, AimWatch()) for camera in others}
        for view in frame.beside:
            seen = others[view.camera]
            if seen is not None and table.aims[view.camera].see(view.image, seen, frame.captured_s, known, alone=False):
                table.show()
    except Exception as error:
        table.told("how the camera is aimed", error)


def _decide(
    table: LiveTable, reading: Reading, glimpsed: Evidence, frame: Frame, watcher: FrameReader, blind_s: float
) -> Reading | None:
    """Let the session see a steady reading; gives it back, or None where it must be seen and decided again."""
    if table.held is not None and reading.position == table.held:
        return reading
    table.held = None
    name = None if table.evidence is None else table.evidence.name_for(len(table.session.entries) + 1)
    step = observe(
        table.session,
        reading,
        seen_s=frame.captured_s,
        at=table.now(),
        evidence=name,
        blind_s=blind_s,
        glimpsed=glimpsed,
        settings=replace(table.settings.decisions, photograph=frame.photograph),
    )
    try:
        table.take(step)
    except BoardsightError as error:
        table.tell_trouble("record", "the record", error)
        return None
    if step.entries and name is not None and table.evidence is not None:
        try:
            jpeg = picture_jpeg(frame.image, None, watcher.sight, table.settings.pictures, watcher.beside(frame))
            table.evidence.keep(name, jpeg)
        except (OSError, BoardsightError) as error:  # a picture that goes may be held by another program
            sentence = f"the picture {name} can't be kept: {reason_of(error)}; the game itself is stored"
            table.trouble = (Problem("evidence", sentence),)
            table.show()
    return reading


def _picture_questions(table: LiveTable, watcher: FrameReader) -> None:
    """Let every open question have the cut-out of the place that it is about, as it looked when it was asked."""
    open_ones = {question.id: question for question in table.session.questions}
    kept = {name: make for name, make in table.crops.items() if name in open_ones}
    for name, question in open_ones.items():
        if name in kept:
            continue
        for place in question.places:
            shown = watcher.shown_with(place)
            if shown is not None:
                kept[name] = partial(crop_jpeg, *shown, place)
                break
    if kept.keys() != table.crops.keys():
        table.crops = kept
        table.publication.show_crops(kept)
        table.show()


def _tell(table: LiveTable, watching: CameraStatus) -> None:
    """Let viewers know how it stands with the camera, where that changed."""
    if watching != table.watching:
        table.watching = watching
        table.show()


def _offer_picture(table: LiveTable, frame: Frame, glance: FrameOutcome, watcher: FrameReader) -> None:
    """Let the page have the newest picture; it is drawn on and encoded only when somebody looks.

    What was read last stays drawn while a hand is over it; only in the dark and without a board nothing is. Once the
    game is under way, places in doubt are drawn only where people are asked about them.
    """
    settings, image, beside = table.settings.pictures, frame.image, watcher.beside(frame)
    sight = watcher.sight if glance.state not in ("dark", "unread") else None
    if table.session.moves:
        asked = {place for question in table.session.questions for place in question.places}
        sight = sight and without_doubts(sight, asked)
        beside = tuple((other, seen and without_doubts(seen, asked)) for other, seen in beside)
    table.publication.show_picture(lambda: picture_jpeg(image, sight, None, settings, beside))


class _Rate:
    """Frames a second over the last few, rounded so that the page is not told of every flutter."""

    def __init__(self) -> None:
        self._times_s: deque[float] = deque(maxlen=30)
        self._told: float | None = None

    def take(self, captured_s: float) -> float | None:
        self._times_s.append(captured_s)
        span_s = self._times_s[-1] - self._times_s[0]
        if span_s <= 0:
            return self._told
        rate = (len(self._times_s) - 1) / span_s
        if self._told is None or abs(rate - self._told) > 0.15 * self._told:
            self._told = round(rate, 1)
        return self._told
