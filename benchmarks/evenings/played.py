"""One whole game, played, filmed, read and held against the truth."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

import cv2

from evenings.webcam import VirtualWebcam
from live.capture import Watcher, files_of
from live.loop import Table, watch_table
from live.publication import Publication
from live.record_store import RecordStore
from live.session import Session, Step, begin
from live.sources.virtual import FilmOrder, performance_of, record_of
from live.verdict import Verdict, compare, same_move
from live.web.mailbox import Mailbox
from simulator.performance import Performance
from tabletop.gamefile import load_game
from tabletop.moves import Move
from tabletop.records import Record, corrected


@dataclass(frozen=True, slots=True)
class Evening:
    """One game's figures."""

    verdict: Verdict
    film_s: float
    frames: int
    readings: int
    questions: int
    corrections: int
    """Lines that put earlier ones right: the players' own, and ours."""
    false_moves: int
    """Moves in the record that nobody made, in the end."""
    latencies_s: tuple[float, ...]
    """From the first moment without the hand to the moment in which the move is in the record."""
    looking_s: float
    """Processor time of everything but filming."""
    worst_look_s: float

    @property
    def exact(self) -> bool:
        """Whether every move, the table and all scores are as they were played."""
        return not self.verdict.differences


class MeasuredTable(Table):
    """A table whose own display is the one in the picture."""

    performance: Performance

    def own_light_changes(self) -> bool:
        """What the display's driver knows."""
        return self.performance.flashing


def play(order: FilmOrder, folder: Path) -> Evening:
    """Play, film, read and measure a game; its record is left in the folder."""
    cv2.setNumThreads(1)
    script = record_of(order)
    name = f"{order.game}-{'script' if order.random_seed is None else order.random_seed}-{order.seed}.jsonl"
    store = RecordStore.open(folder / name, header=script.header)
    table = MeasuredTable(begin(script.header), store, Publication(), Mailbox())
    table.performance = performance_of(order, lambda body: table.mailbox.ask("turn", body))
    webcam = VirtualWebcam(table.performance, order.frames_per_s)
    clock = _Clock(script, webcam)
    table.on_step = clock.note
    watcher = Watcher(load_game(order.game), script.header.players, files=files_of(script.header))
    watch_table(table, webcam, watcher, stop=threading.Event())
    store.close()
    verdict = compare(script, table.session, None)
    made = [entry.move for entry in script.entries if entry.kind == "played" and entry.move is not None]
    kept = [move.judged.move for move in table.session.moves]
    gone = {shown.n: shown.frame / order.frames_per_s for shown in table.performance.shown}
    latencies = [max(0.0, known_s - gone[n]) for n, known_s in clock.known_s.items() if n in gone]
    return Evening(
        verdict,
        webcam.number / order.frames_per_s,
        table.counters.frames,
        table.counters.readings,
        clock.questions,
        table.counters.corrections,
        max(0, len(kept) - len(made)) + sum(not _is_among(move, made) for move in kept),
        tuple(latencies),
        webcam.looking_s,
        webcam.worst_s,
    )


def _is_among(move: Move, made: list[Move]) -> bool:
    return any(same_move(other, move) for other in made)


class _Clock:
    """When each line of the script was first in the record as it was played."""

    def __init__(self, script: Record, webcam: VirtualWebcam) -> None:
        self._webcam = webcam
        self._waiting: dict[int, tuple[int, Move]] = {}
        for count, entry in enumerate(script.entries, start=1):
            lines = corrected(script.entries[:count])
            about = entry.n if entry.kind != "replace" else entry.of
            at = next((place for place, (n, _) in enumerate(lines) if n == about), None)
            if at is not None:
                self._waiting[entry.n] = (at, lines[at][1])
        self.known_s: dict[int, float] = {}
        self.questions = 0

    def note(self, session: Session, step: Step) -> None:
        """Look what has become known."""
        self.questions += sum(event == "question" for event, _ in step.news)
        moves = session.moves
        for n, (at, move) in list(self._waiting.items()):
            if at < len(moves) and same_move(move, moves[at].judged.move):
                self.known_s[n] = self._webcam.now_s
                del self._waiting[n]
