"""One whole game, played, filmed, read and held against the truth."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2

from evenings.answering import AnsweringPlayers, asks_what_looks_alike
from evenings.keeping import KeepingReader, KeepingWebcam, WebcamOfLooks
from evenings.keptgame import KeptGame, LooksFile, kept_game
from evenings.matching import matched
from evenings.shadow import Shadow
from evenings.webcam import VirtualWebcam
from live.demo.comparison import Comparison, compare, in_one_order, same_move, traceless_at_the_end
from live.page.mailbox import Mailbox
from live.page.publication import Publication
from live.records.store import RecordStore
from live.runtime.live_table import LiveTable
from live.runtime.loop import FrameReader, watch_table
from live.sources import FrameSource
from live.sources.virtual import FilmOrder, performance_of, record_of
from live.table.corrections import answer
from live.table.frame_reader import SingleCameraReader, files_of
from live.table.session import Session, Step, begin
from scoring.replay import replay
from simulator.performance import Performance
from tabletop.errors import BoardsightError
from tabletop.gamefile import load_game
from tabletop.moves import Move
from tabletop.plainkinds import pieces_for
from tabletop.records import Record, corrected


@dataclass(frozen=True, slots=True)
class Evening:
    """One game's figures."""

    verdict: Comparison
    film_s: float
    frames: int
    readings: int
    questions: int
    corrections: int
    """Lines that put earlier ones right: the players' own, and ours."""
    false_moves: int
    """Moves in the record that nobody made, in the end."""
    seen_after_s: tuple[float, ...]
    """From the first moment without the hand to the moment since which the move is in the record for good."""
    right_after_s: tuple[float, ...]
    """And since which it stands there as this player's, in its place: a forgotten puck is told only by later turns."""
    unmarked: int
    """Moves that are wrong or missing in the end, and nothing in the record marks a move there as a guess."""
    right_guesses: int
    """Right moves that are marked as guesses in the end."""
    right_once_answered: int
    """Moves that are right when somebody who was there has answered what is open in the end."""
    looking_s: float
    """Processor time of everything but filming."""
    worst_look_s: float
    taps: int = 0
    """Of the questions those that ask which of the pieces lies there that look alike."""
    faults: int = 0
    """Faults of the program itself, which the game outlived."""

    @property
    def exact(self) -> bool:
        """Whether every move, the table and all scores are as they were played."""
        return not self.verdict.differences


class MeasuredTable(LiveTable):
    """A table whose own display is the one in the picture."""

    performance: Performance | None = None
    """What is filmed; None where a film's looks are decided again."""
    players: AnsweringPlayers | None = None
    """Who answers on the page; None where nobody does."""
    webcam: VirtualWebcam | WebcamOfLooks
    refused: tuple[str, ...] = ()
    """What the page said to players whose entries it did not take."""

    def act(self, verb: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Carry a wish out, and note where it is refused."""
        try:
            return super().act(verb, body)
        except BoardsightError as error:
            self.refused = (*self.refused, f"the page did not take {dict(body)}: {error}")
            raise

    def attend(self) -> int:
        """Let the players answer first."""
        if self.players is not None:
            self.players.look(self, self.webcam.now_s)
        return super().attend()

    def own_light_changes(self) -> bool:
        """What the display's driver knows."""
        return self.performance is not None and self.performance.flashing


def play(order: FilmOrder, folder: Path, *, answering: bool = False, looks: Path | None = None) -> Evening:
    """Play, film, read and measure a game; its record is left in the folder.

    `answering` lets the players answer on the page what they are asked. The looks at the film are kept in the file
    `looks`; where there is one, nothing is filmed, and what they tell is decided again.
    """
    if looks is not None and looks.exists():
        return decide(kept_game(looks), folder, answering=answering)
    cv2.setNumThreads(1)
    script = record_of(order)
    kept = None if looks is None else LooksFile(looks, order, script)
    table = _table(order, script, folder)
    webcam, watcher = _filmed(order, table, kept)
    return _measured(order, script, table, webcam, lambda: _watch(table, webcam, watcher), answering=answering)


def decide(kept: KeptGame, folder: Path, *, answering: bool = False, shadow: Shadow | None = None) -> Evening:
    """Decide a kept game's looks and hold it against what was played; its record is left in the folder.

    `shadow` decides in place of today's engine. Nothing depends on how fast this machine is, or how busy.
    """
    table = _table(kept.order, kept.script, folder)
    table.settings = replace(table.settings, look_s=UNDISTURBED_S)
    both = WebcamOfLooks(kept.looks(), kept.order.frames_per_s, table.mailbox)
    if shadow is None:
        return _measured(kept.order, kept.script, table, both, lambda: _watch(table, both, both), answering=answering)
    return _measured(kept.order, kept.script, table, both, lambda: shadow.watch(table, both), answering=answering)


UNDISTURBED_S = 600.0
"""Nobody's wish has its turn while a kept look is fetched, however long that takes."""


def _table(order: FilmOrder, script: Record, folder: Path) -> MeasuredTable:
    """A table at which the game begins, with its record in the folder."""
    name = f"{Path(order.game).stem}-{'script' if order.random_seed is None else order.random_seed}-{order.seed}.jsonl"
    store = RecordStore.open(folder / name, header=script.header)
    return MeasuredTable(begin(script.header), store, Publication(), Mailbox())


def _measured(
    order: FilmOrder,
    script: Record,
    table: MeasuredTable,
    webcam: VirtualWebcam | WebcamOfLooks,
    watch: Callable[[], None],
    *,
    answering: bool,
) -> Evening:
    """Let the table watch the film, and hold what it took down against the script."""
    table.webcam = webcam
    if answering:
        table.players = AnsweringPlayers(script, lambda: webcam.shown)
    clock = _Clock(script, webcam)
    table.on_step = clock.note
    watch()
    webcam.close()
    table.store.close()
    verdict = compare(script, table.session, None)
    verdict = replace(verdict, differences=(*verdict.differences, *table.refused))
    unmarked, guesses = marks(script, table.session)
    made = [entry.move for entry in script.entries if entry.kind == "played" and entry.move is not None]
    kept = [move.judged.move for move in table.session.moves]
    gone_s = {shown.n: shown.frame / order.frames_per_s for shown in webcam.shown}
    seen, right = (
        tuple(max(0.0, since_s[n] - gone) for n, gone in gone_s.items() if n in since_s)
        for since_s in (clock.seen_s, clock.right_s)
    )
    return Evening(
        verdict,
        webcam.number / order.frames_per_s,
        table.counters.frames,
        table.counters.readings,
        clock.questions,
        table.counters.corrections,
        max(0, len(kept) - len(made)) + sum(not _is_among(move, made) for move in kept),
        seen,
        right,
        unmarked,
        guesses,
        compare(script, answered(table.session, script), None).right,
        webcam.looking_s,
        webcam.worst_s,
        clock.taps,
        table.counters.faults,
    )


def _watch(table: MeasuredTable, source: FrameSource, watcher: FrameReader) -> None:
    """Let today's engine decide."""
    watch_table(table, source, watcher, stop=threading.Event())


def _filmed(order: FilmOrder, table: MeasuredTable, kept: LooksFile | None) -> tuple[VirtualWebcam, SingleCameraReader]:
    """The webcam of a performance, and a reader of its frames; both keep what they see where that is wished."""
    pressed: list[Mapping[str, Any]] = []

    def press(body: Mapping[str, Any]) -> Future[Mapping[str, Any]]:
        pressed.append(body)
        return table.mailbox.ask("turn", body)

    performance = table.performance = performance_of(order, press)
    game, header = load_game(order.game), table.session.header
    files = files_of(header, None if order.pieces is None else pieces_for(order.pieces, game))
    if kept is None:
        return VirtualWebcam(performance, order.frames_per_s), SingleCameraReader(game, header.players, files=files)
    webcam = KeepingWebcam(performance, order.frames_per_s, kept)
    webcam.pressed = pressed
    return webcam, KeepingReader(game, header.players, files, webcam)


def _is_among(move: Move, made: list[Move]) -> bool:
    return any(same_move(other, move) for other in made)


def moves_made(script: Record) -> list[Move]:
    """What was played, corrections applied."""
    return [move for _, move in corrected(script.entries)]


def marks(script: Record, session: Session) -> tuple[int, int]:
    """How many moves are wrong or missing without a mark beside them, and how many right ones are marked as guesses."""
    played, read = in_one_order(replay(script).moves, session.moves, script.header.players)
    made, kept = ([one.judged.move for one in moves] for moves in (played, read))
    made = made[: len(made) - traceless_at_the_end(made[len(kept) :])]
    marked = [one.n in session.played.guesses for one in read]
    pairs = matched(made, kept)
    unmarked, before = 0, (-1, -1)
    for pair in (*pairs, (len(made), len(kept))):
        missing, extra = pair[0] - before[0] - 1, pair[1] - before[1] - 1
        around = marked[max(0, before[1]) : pair[1] + 1]
        if not any(around):
            unmarked += max(missing, extra)
        before = pair
    return unmarked, sum(marked[place] for _, place in pairs)


def answered(session: Session, script: Record) -> Session:
    """The session after somebody who was there has answered every open question as well as its answers allow."""
    made = moves_made(script)
    while session.questions:
        question = session.questions[0]
        ways = [
            answer(session, {"question": question.id, "choice": index}, at="").session
            for index in range(len(question.choices))
        ]
        session = max(ways, key=lambda way: (_moves_in_order(made, way), compare(script, way, None).right))
    return session


def _moves_in_order(made: list[Move], session: Session) -> int:
    """How many moves of a session were made, in the order in which it has them."""
    return len(matched(made, [move.judged.move for move in session.moves]))


class _Clock:
    """Since when each line of the script is in the record as it was played, and stays so.

    A line that the script itself corrects later counts from the first time.
    """

    def __init__(self, script: Record, webcam: VirtualWebcam | WebcamOfLooks) -> None:
        self._webcam = webcam
        self._lines: dict[int, tuple[int, Move]] = {}
        for count, entry in enumerate(script.entries, start=1):
            lines = corrected(script.entries[:count])
            about = entry.n if entry.kind != "replace" else entry.of
            at = next((place for place, (n, _) in enumerate(lines) if n == about), None)
            if at is not None:
                self._lines[entry.n] = (at, lines[at][1])
        self._last = dict(corrected(script.entries))
        self.seen_s: dict[int, float] = {}
        """The move itself, whoever it was thought to be by."""
        self.right_s: dict[int, float] = {}
        """And as the very move of that player, in its place among the others."""
        self.questions = self.taps = 0

    def note(self, session: Session, step: Step) -> None:
        """Look what has become known."""
        asked = {told["id"] for event, told in step.news if event == "question" and "instead_of" not in told}
        self.questions += len(asked)
        self.taps += sum(one.id in asked and asks_what_looks_alike(session, one) for one in session.questions)
        moves = [move.judged.move for move in session.moves]
        for n, (at, move) in self._lines.items():
            near = moves[max(0, at - NEAR) : at + NEAR + 1]
            self._set(self.seen_s, n, any(_same_but_for_the_player(move, other) for other in near))
            self._set(self.right_s, n, at < len(moves) and same_move(move, moves[at]))

    def _set(self, since_s: dict[int, float], n: int, holds: bool) -> None:
        if holds:
            since_s.setdefault(n, self._webcam.now_s)
        elif n in self._last and same_move(self._last[n], self._lines[n][1]):
            since_s.pop(n, None)


NEAR = 6
"""So many places further a move may stand while turns before it are not yet told apart."""


def _same_but_for_the_player(played: Move, read: Move) -> bool:
    player = played.player
    return same_move(played, read if player is None or read.player is None else replace(read, player=player))  # type: ignore[type-var]
