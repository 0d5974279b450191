"""One table as it is played: what the loop holds, and how a step is stored first and then shown everywhere."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from math import inf
from typing import Any, Protocol

from firmware_bridge import LOOKING, Display
from live.console.faults import Faults
from live.drawing.page import draw
from live.page.mailbox import Mailbox
from live.page.pictures import PictureSettings
from live.page.publication import Publication
from live.page.shown import CameraStatus, NetworkStatus
from live.page.state import bare_view, view
from live.records.move_pictures import EvidenceFolder
from live.records.store import RecordStore
from live.runtime.clock import ClockRule, TableClock, started
from live.runtime.command_card_desk import CommandCardDesk
from live.runtime.counters import LoopCounters
from live.runtime.displays import animate, display_state, display_words
from live.table.aiming import Aim, AimWatch, aim_words, alike
from live.table.interpretation import DecisionSettings
from live.table.recent import RecentPictures
from live.table.session import Session, Step
from scoring.replay import Replay
from tabletop.errors import BoardsightError
from tabletop.readings import Problem
from tabletop.records import Header


@dataclass(frozen=True, slots=True)
class LoopSettings:
    """The loop's own times."""

    wait_s: float = 0.25
    """For a frame; then people's wishes get their turn."""
    look_s: float = 0.1
    """A look that takes longer, at a photograph of a lawn say, lets people's wishes have their turn so often."""
    record_every_s: float = 2.0
    """So often it is seen whether the record is still on the disk as it was written, also where nobody moves."""
    pictures: PictureSettings = field(default_factory=PictureSettings)
    """How the page gets the camera's picture."""
    decisions: DecisionSettings = field(default_factory=DecisionSettings)
    """How moves are told from what is seen."""


class CampaignDesk(Protocol):
    """Keeps the campaign of which a game is an episode."""

    def shown(self) -> Mapping[str, Any]:
        """The ledger, and where this game stands in it."""

    def enter(self, state: Any, over: bool, body: Mapping[str, Any]) -> None:
        """Enter how the game ended; raises BoardsightError where that cannot be."""


@dataclass(slots=True)
class LoopState:
    """What the loop holds of a table, and shows of it. Only the loop's thread changes it."""

    session: Session
    store: RecordStore
    publication: Publication
    mailbox: Mailbox
    displays: Sequence[Display] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    campaign: CampaignDesk | None = None
    """The campaign of which this game is an episode."""
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    settings: LoopSettings = field(default_factory=LoopSettings)
    on_step: Callable[[Session, Step], None] | None = None
    """Called after every step that was stored, or asks something, for whoever prints the game's course."""
    on_news: Callable[[tuple[tuple[str, Mapping[str, Any]], ...]], None] | None = None
    """Called with what has happened, for whoever tells it elsewhere; it must not wait."""
    on_show: Callable[[], None] | None = None
    """Called whenever there may be something new to see, for whoever shows it elsewhere; it must not wait."""
    counters: LoopCounters = field(default_factory=LoopCounters)
    watching: CameraStatus = field(default_factory=CameraStatus)
    paused: bool = False
    quiet: bool = False
    """Somebody wishes silence: displays hold still, the page does not speak."""
    evidence: EvidenceFolder | None = None
    """Where the picture of each move is kept, None where that is not wanted."""
    crops: dict[str, Callable[[], bytes]] = field(default_factory=dict)
    """Question -> what makes its cut-out."""
    drawn: tuple[Replay, Any, Mapping[str, Any] | None] | None = None
    """The board's newest drawing, the game that it shows, and the position that people are asked about instead."""
    linked: Callable[[], NetworkStatus | None] = lambda: None
    """How it stands with the network, where there is one; asked between two frames, so it must not wait."""
    network: NetworkStatus | None = None
    """What it said last."""
    trouble: tuple[Problem, ...] = ()
    """What is wrong with the program's own surroundings: the disk, a display."""
    faults: Faults = field(default_factory=Faults)
    """Where faults of the program itself are told; none of them ends the game."""
    told_of_record: tuple[str, ...] = ()
    """What was said last of the record's own troubles."""
    told_of_displays: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    """What was said last of each display."""
    looked_at_record_s: float = -inf
    table_clock: TableClock | None = None
    """The players' clocks, where somebody wished them."""
    aim: AimWatch = field(default_factory=AimWatch)
    """How well the camera is aimed."""
    aims: dict[int, AimWatch] = field(default_factory=dict)
    """The same of the cameras beside it, by their numbers."""
    recent: RecentPictures = field(default_factory=RecentPictures)
    """The last pictures, for a report of a trouble."""
    held: Any = None
    """The position that was seen when people took a move back: while the table looks so it is not read anew."""
    cards: CommandCardDesk | None = None
    """What command cards do here, None where nobody wants them."""
    following: Header | None = None
    """What somebody has begun in place of this game, which then ends."""
    told_of_aim: Aim | None = None
    """What the terminal was told last of it."""

    def now(self) -> str:
        """UTC, ISO 8601, to the second."""
        return self.clock().strftime("%Y-%m-%dT%H:%M:%SZ")

    def take(self, step: Step) -> None:
        """Store a step's lines, then let it be seen.

        Raises BoardsightError, and changes nothing, where they can't be stored, or could not be shown or read again.
        """
        if step.entries:
            try:
                _as_json(self._seen(step.session))
                self.store.append(step.entries)
            except Exception as error:
                self.counters.store_errors += 1
                raise self.told("what was to be written", error) from error
            self.trouble = ()
            self.say_of_record()
        self.session = step.session
        self.counters.moves += sum(entry.kind == "played" for entry in step.entries)
        self.counters.corrections += sum(entry.kind in ("replace", "insert") for entry in step.entries)
        if (step.entries or step.news) and self.on_step is not None:
            with self.survived("the course on the terminal"):
                self.on_step(self.session, step)
        self.show(step.news)

    def show(self, news: tuple[tuple[str, Mapping[str, Any]], ...] = ()) -> None:
        """Bring page and displays to where the game is; what fails among them keeps the others from nothing."""
        try:
            shown = self._seen(self.session)
            _as_json(shown)
        except Exception as error:
            shown = self._last_shown(str(self.told("what the page shows", error)))
        self.publication.publish(shown, news)
        if news and self.on_news is not None:
            with self.survived("whoever is told of events"):
                self.on_news(news)
        with self.survived("what displays show"):
            state = display_state(self.session, quiet=self.quiet or self.watching.state in ("moving", "hand"))
            for display in self.displays:
                display.show(state)
            if not self.quiet:
                animate(self.displays, news, self.session.header.players)
        if self.on_show is not None:
            with self.survived("whoever is told elsewhere"):
                self.on_show()

    def _last_shown(self, fault: str) -> dict[str, Any]:
        """What the page showed last, or the least that it can, with a fault that keeps it from what is new."""
        known = {key: value for key, value in self.publication.state.items() if key != "event"}
        problems = (Problem("fault", fault), *self._record_problems())
        return {
            **(known or bare_view(self.session)),
            "camera": self.watching.to_json(),
            "unsaved": self.store.unsaved,
            "problems": [problem.to_json() for problem in problems],
        }

    def _seen(self, session: Session) -> dict[str, Any]:
        """What the page shows of a session."""
        displays = [{"url": display.url, **self._display_words(display)} for display in self.displays]
        return view(
            replace(session, problems=(*self._record_problems(), *self.trouble, *session.problems)),
            self.watching,
            board=self._board(session),
            pictured=self.crops,
            evidence=self.evidence is not None,
            extra={
                **self.extra,
                "paused": self.paused,
                "network": None if self.network is None else self.network.to_json(),
                "displays": displays,
                "quiet": self.quiet,
                "clock": None if self.table_clock is None else self.table_clock.to_json(),
                "confirm": self.session.confirm,
                "card": None if self.cards is None else self.cards.shown(len(session.entries)),
                "aiming": None if self.aim.aim is None else self.aim.aim.to_json(),
                "aims": {str(camera): watch.aim.to_json() for camera, watch in self.aims.items() if watch.aim},
                "campaign": None if self.campaign is None else self.campaign.shown(),
                "record": self.store.path.name,
                "unsaved": self.store.unsaved,
            },
        )

    def _record_problems(self) -> tuple[Problem, ...]:
        return tuple(Problem("record", sentence) for sentence in (self.store.trouble, self.store.notice) if sentence)

    def _display_words(self, display: Display) -> Mapping[str, Any]:
        try:
            return display_words(display)
        except Exception as error:
            return {"device": "", "connection": "lost", "message": str(self.told(f"display {display.url}", error))}

    def _board(self, session: Session) -> Mapping[str, Any] | None:
        """The board as a drawing, drawn anew only when the game has gone on."""
        proposed = session.proposed
        if self.drawn is None or self.drawn[0] is not session.played or self.drawn[1] != proposed:
            self.drawn = (session.played, proposed, draw(proposed or session.position))
        return self.drawn[2]

    def told(self, what: str, error: Exception) -> BoardsightError:
        """An error for whoever asked: people's own as it is, a fault of the program logged and in one sentence."""
        if isinstance(error, BoardsightError):
            return error
        self.counters.faults += 1
        return BoardsightError(self.faults.tell(what, error))

    @contextmanager
    def survived(self, what: str) -> Iterator[None]:
        """What is done here may fail; it is logged, and the game goes on."""
        try:
            yield
        except Exception as error:
            self.told(what, error)

    def tell_trouble(self, code: str, what: str, error: Exception) -> None:
        """Say on the page what has gone wrong, until the next move is written."""
        self.trouble = (Problem(code, str(self.told(what, error))),)
        self.show()

    def own_light_changes(self) -> bool:
        """Whether what the camera sees change may be our own displays' light."""
        now_s = time.monotonic()
        return any(now_s < display.status.light_changes_until_s for display in self.displays)

    @property
    def aim_message(self) -> str:
        """What is wrong with the camera's aim; empty where nothing is, or nothing is known yet."""
        return "" if self.aim.aim is None else self.aim.aim.message

    def tell_aim(self) -> None:
        """Say how the camera is aimed: on the terminal where there is something new, on the page its figures too."""
        aim = self.aim.aim
        assert aim is not None  # it was just looked at
        if not alike(aim, self.told_of_aim):
            self.told_of_aim = aim
            for finding in aim.wrong:
                self.faults.say(f"aim      {aim_words(finding)}")
            if not aim.wrong:
                self.faults.say("aim      all in sight")
        self.show()

    def set_clock(self, rule: ClockRule | None) -> None:
        """Begin everybody's clock, or have none."""
        now_s = self.clock().timestamp()
        self.table_clock = None if rule is None else started(rule, self.session.header.players, now_s)
        self.look_at_clock()
        self.show()

    def look_at_clock(self) -> None:
        """Let the clock of whoever's turn it is run; all rest while the table waits for people."""
        if self.table_clock is None:
            return
        session = self.session
        waits = self.paused or bool(session.questions) or session.played.over
        resting = waits or self.watching.state in ("lost", "ended")
        looked = self.table_clock.looked(
            session.rules.to_move(session.state), resting=resting, now_s=self.clock().timestamp()
        )
        if looked is not self.table_clock:
            self.table_clock = looked
            self.show()

    def look_at_displays(self) -> None:
        """Say on page and terminal how it stands with a display, where that has changed."""
        now = {display.url: self._display_words(display) for display in self.displays}
        changed = [url for url, words in now.items() if words != self.told_of_displays.get(url)]
        if not changed:
            return
        for url in changed:
            device, connection, message = (now[url][key] for key in ("device", "connection", "message"))
            if message != LOOKING:
                self.faults.say(f"display  {url}: {message or device or connection}")
        self.told_of_displays = now
        self.show()

    def look_at_record(self) -> None:
        """See whether the record is on the disk, write what is not there, and say what has become of it."""
        self.looked_at_record_s = time.monotonic()
        self.store.save()
        if self.say_of_record():
            self.show()

    def say_of_record(self) -> bool:
        """Say on the terminal what is new about the record; whether there was something."""
        told = (self.store.trouble, self.store.notice)
        if told == (self.told_of_record or ("", "")):
            return False
        for sentence in told:
            if sentence and sentence not in self.told_of_record:
                self.faults.say(f"boardsight: {sentence}")
        if self.told_of_record and self.told_of_record[0] and not self.store.trouble:
            self.faults.say(f"boardsight: everything is on the disk again, in {self.store.path}")
        self.told_of_record = told
        if self.evidence is not None:
            self.evidence = self.evidence.for_record(self.store.path)
        return True

    def look_at_network(self) -> None:
        """Let the page know when the network is lost, and when it is back; the game goes on either way."""
        linked = self.linked()
        if linked != self.network:
            self.network = linked
            self.show()


def _as_json(shown: Mapping[str, Any]) -> bytes:
    """A state as it travels; raises ValueError where something in it can't be written."""
    return json.dumps(shown, ensure_ascii=False, allow_nan=False).encode()
