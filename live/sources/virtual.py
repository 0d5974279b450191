"""The virtual table as a camera: a process of its own films the game, and frames are all that comes out of it."""

from __future__ import annotations

import json
import multiprocessing
import signal
import sys
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from typing import Any
from urllib.error import HTTPError
from urllib.parse import parse_qs
from urllib.request import Request, urlopen

from live.sources.frames import Frame, Silence
from simulator.art import PartsBox
from simulator.games import Habits, opening_position, random_game, scripted_game, turns_of
from simulator.gestures import Pace
from simulator.performance import Mishaps, Performance
from simulator.virtual_table import Room, VirtualTable
from tabletop.errors import BoardsightError, UsageError
from tabletop.gamefile import load_game
from tabletop.plainkinds import pieces_for
from tabletop.records import Header, Record
from tabletop.shipped import USUAL_GAME

PAGE_TIMEOUT_S = 60.0
"""The game answers between two frames; a machine that is at work on much else may take long for one."""
FROZEN_AFTER_S = 1.6
"""The very same picture for so long: the camera hangs (its noise differs in every picture)."""


@dataclass(frozen=True, slots=True)
class FilmOrder:
    """What is to be played and filmed; everything follows from it, so that the same order gives the same film."""

    game: str
    players: tuple[str, ...] = ()
    random_seed: int | None = None
    """None plays the game's script."""
    seed: int = 0
    """Of room, light, crooked parts, hands and noise."""
    faults: tuple[str, ...] = ()
    every: int = 5
    """Each fault strikes about one turn in so many."""
    frames_per_s: float = 5.0
    between_s: float = 1.2
    speed: float | None = None
    """Times life's pace; None films as fast as it can."""
    views: tuple[str, ...] = ("above",)
    """The cameras' views (`simulator.camera`), the first one's picture first."""
    size_px: tuple[int, int] | None = None
    """Of the first one's picture; None for what its camera has."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Variants of the rules of a random game."""
    most_moves: int | None = None
    """The film ends after so many lines; None plays the game to its end."""
    page: str | None = None
    """The page's address, on which the players enter what no camera sees."""
    track: bool = False
    """Whether the players keep score on the score track, where the game has one."""
    puck: bool = True
    """Whether they pass the turn puck, where the game has one."""
    pieces: str | None = None
    """Plain pieces in place of printed ones, as `--pieces` takes them; None plays with the printed ones."""


def order_of(words: str) -> FilmOrder:
    """`virtual:big-city?players=Ann,Ben&random=3&seed=1&views=above,webcam-35@180&faults=bump&rate=10&speed=1`.

    Everything behind the colon may be left out. Raises UsageError for what is not known.
    """
    game, _, query = words.removeprefix("virtual:").partition("?")
    given = {key: values[-1] for key, values in parse_qs(query, keep_blank_values=True).items()}
    known = {"players", "random", "seed", "views", "faults", "rate", "speed"}
    if not given.keys() <= known:
        raise UsageError(f"'{words}': the virtual table knows {', '.join(sorted(known))}")
    try:
        return FilmOrder(
            game or USUAL_GAME,
            tuple(given.get("players", "Ann,Ben,Cem").split(",")),
            random_seed=int(given["random"]) if "random" in given else None,
            seed=int(given.get("seed", "0")),
            faults=tuple(name for name in given.get("faults", "").split(",") if name),
            frames_per_s=float(given.get("rate", "10")),
            speed=float(given.get("speed", "1")) or None,
            views=tuple(given.get("views", "above").split(",")),
        )
    except ValueError as error:
        raise UsageError(f"'{words}': {error}") from error


def record_of(order: FilmOrder) -> Record:
    """The game that is played: the script, or a random legal game by its seed."""
    if order.random_seed is None:
        record = scripted_game(order.game)
    else:
        record = random_game(Header(order.game, order.players, order.options), order.random_seed)
    return replace(record, entries=record.entries[: order.most_moves])


Press = Callable[[Mapping[str, Any]], Future[Any]]
"""Enters something on the page and tells when that is done."""


def performance_of(order: FilmOrder, press: Press | None = None) -> Performance:
    """The performance of an order, ready to be filmed; `press` enters on the page what no camera sees.

    Raises UsageError where something must be entered and there is no `press`.
    """
    record = record_of(order)
    game = load_game(order.game)
    box = PartsBox(game, None if order.pieces is None else pieces_for(order.pieces, game))
    habits = Habits(order.puck, order.track)
    turns = turns_of(record, habits)
    pace = Pace(frames_per_s=order.frames_per_s, between_s=order.between_s)
    room = Room(order.views[0], order.views[1:], seed=order.seed, size_px=order.size_px, pace=pace)
    table = VirtualTable(game, turns[-1].position, room, box=box)
    opening = opening_position(record, habits)
    return Performance(table, opening, turns, Mishaps(order.faults, order.every, order.seed), press=press)


def pressing_on(address: str) -> Press:
    """Presses on the page at this address, by the same request that a browser sends."""
    hand = ThreadPoolExecutor(1)

    def post(body: Mapping[str, Any]) -> Any:
        headers = {"content-type": "application/json"}
        request = Request(f"{address}api/v1/turn", json.dumps(body).encode(), headers, method="POST")
        try:
            with urlopen(request, timeout=PAGE_TIMEOUT_S) as answer:
                return json.load(answer)
        except HTTPError as error:
            said = json.load(error).get("error", error.reason)
            raise BoardsightError(f"the page does not take {json.dumps(body)}: {said}") from error

    return lambda body: hand.submit(post, body)


class VirtualCamera:
    """A camera over the virtual table. It waits for whoever looks: no frame is left out."""

    live = False
    name = "virtual table"

    def __init__(self, order: FilmOrder) -> None:
        self.views = len(order.views)
        context = multiprocessing.get_context("spawn")
        self._ours, theirs = context.Pipe(duplex=False)
        self._filming = context.Process(target=_film, args=(order, theirs), name="virtual table", daemon=True)
        self._filming.start()
        theirs.close()
        self._number = 0
        self._fingerprint = b""
        self._changed_s = 0.0

    def next(self, timeout_s: float) -> Frame | Silence | None:
        """The next frame; Silence while the picture hangs; None when the game has been played."""
        import numpy

        if not self._ours.poll(timeout_s):
            if self._filming.is_alive():
                return Silence("the virtual table is being laid", 0.0, late=True)
            if not self._ours.poll(0):
                raise BoardsightError("the virtual table broke down; what it said stands above")
        try:
            received = self._ours.recv()
            if isinstance(received, BoardsightError):
                raise received
            captured_s, shapes = received
            image, *beside = (numpy.frombuffer(self._ours.recv_bytes(), numpy.uint8).reshape(shape) for shape in shapes)
        except EOFError:
            self._filming.join()
            if self._filming.exitcode:
                raise BoardsightError("the virtual table broke down; what it said stands above") from None
            return None
        self._number += 1
        before, self._fingerprint = self._fingerprint, image[::17, ::13].tobytes()
        if before != self._fingerprint:
            self._changed_s = captured_s
        elif captured_s - self._changed_s > FROZEN_AFTER_S:
            return Silence("the virtual camera shows the same picture again and again", self._changed_s)
        others = tuple(Frame(other, captured_s, self._number, camera) for camera, other in enumerate(beside, start=1))
        return Frame(image, captured_s, self._number, beside=others)

    def close(self) -> None:
        """End the film."""
        self._ours.close()
        self._filming.terminate()
        self._filming.join()


def _film(order: FilmOrder, out: Connection) -> None:
    """The other process: play, film, hand the frames out."""
    import cv2

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the game's process, which then ends this one
    cv2.setNumThreads(1)
    try:
        performance = performance_of(order, None if order.page is None else pressing_on(order.page))
    except BoardsightError as error:  # no such game, nobody to press: the process that looks says so
        out.send(error)
        return
    started_s, number = time.monotonic(), 0
    try:
        while (image := performance.read()) is not None:
            captured_s = number / order.frames_per_s
            number += 1
            if order.speed is not None:
                time.sleep(max(0.0, started_s + captured_s / order.speed - time.monotonic()))
            pictures = (image, *performance.beside)
            out.send((captured_s, [picture.shape for picture in pictures]))
            for picture in pictures:
                out.send_bytes(picture.tobytes())
            while performance.refused:
                print(performance.refused.pop(0), file=sys.stderr)
    except (BrokenPipeError, ConnectionResetError):
        return  # whoever looked has gone
