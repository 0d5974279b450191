"""What a quiet frame costs, against one default `cv2.aruco` detection of the same frame, and what is noticed at once.

    python benchmarks/watching.py               # one table, 1080p from above
    python benchmarks/watching.py --tables 6    # more tables, lights and seeds
    python benchmarks/watching.py --every-game  # a quiet frame of each game
    python benchmarks/watching.py --hour        # an hour at 10 frames a second: processor and memory
    python benchmarks/watching.py --hour --minutes 5

An hour is `boardsight play` as a process of its own (`measuring.hour`): somebody puts a house down or takes it back
every minute, with a hand in the picture; the hour passes as fast as the process can go.

Everything else is counted from the decoded picture, in this thread's processor time, the two interleaved; the quiet
frame is the whole of what the live loop does with it (`live.table.frame_reader.SingleCameraReader.look`).
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is imported
import cv2
import numpy as np
from measuring.hour import measure_hour

from live.sources import Frame
from live.table.frame_reader import SingleCameraReader
from simulator.art import PartsBox
from simulator.games import scripted_game, turns_of
from simulator.pictures import BgrImage
from simulator.virtual_table import Room, VirtualTable
from tabletop.gamefile import load_game
from tabletop.geometry import rectangle
from tabletop.shipped import game_folders

ROOMS = (("ceiling", "wood"), ("window", "dark-wood"), ("mixed", "cloth"), ("lamp", "stone"), ("ceiling", "white"))
TURN = 30
"""The script's city after so many turns: neighbourhoods, houses, streetcars, free lots."""
COLOURS = ((60, 120, 160), (25, 25, 25), (40, 40, 190), (150, 90, 40))
"""Of the small piece, blue green red: wood, black, red, blue."""
PIECE_MM, SLIDE_MM, BUMP_MM = 10.0, 2.0, 1.0


@dataclass
class Figures:
    """What was measured so far."""

    quiet_ms: list[float] = field(default_factory=list)
    aruco_ms: list[float] = field(default_factory=list)
    copy_ms: list[float] = field(default_factory=list)
    still: list[bool] = field(default_factory=list)
    pieces: list[bool] = field(default_factory=list)
    slides: list[bool] = field(default_factory=list)
    bumps: list[bool] = field(default_factory=list)


class WatchedTable:
    """A table of a game's script, filmed and watched."""

    def __init__(self, name: str, room: Room, box: PartsBox) -> None:
        script = scripted_game(name)
        turns = turns_of(script)
        self.game = load_game(name)
        self.table = VirtualTable(self.game, turns[-1].position, room, box=box)
        self.table.lay(turns[min(TURN, len(turns) - 1)].position)
        self.watcher = SingleCameraReader(self.game, script.header.players)
        self._number = 0
        while not self.quiet(self.picture()):
            if self._number > 40:
                raise SystemExit("the table does not become quiet")

    def picture(self) -> BgrImage:
        """The next frame."""
        return next(self.table.still(0.1))

    def quiet(self, picture: BgrImage) -> bool:
        """Whether the watcher finds nothing new in it."""
        self._number += 1
        return self.watcher.look(Frame(picture, self._number * 0.1, self._number)).quiet

    def settle(self) -> None:
        """Until the table as it lies now has been read."""
        while not self.quiet(self.picture()):
            pass


def main() -> int:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1)
    parser.add_argument("--frames", type=int, default=60)
    parser.add_argument("--every-game", action="store_true", help="a quiet frame of each game, and nothing else")
    parser.add_argument("--hour", action="store_true", help="an hour's processor time and memory instead")
    parser.add_argument("--minutes", type=int, default=60, help="of the hour")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    if arguments.hour:
        return measure_hour(arguments.minutes)
    if arguments.every_game:
        _every_game(arguments.frames)
        return 0
    figures, box = Figures(), PartsBox(load_game("big-city"))
    for seed in range(arguments.tables):
        light, wood = ROOMS[seed % len(ROOMS)]
        watched = WatchedTable("big-city", Room(light=light, table=wood, seed=seed), box)
        _measure(watched, figures, arguments.frames)
        _notice(watched, figures, np.random.default_rng(seed))
    quiet, aruco = statistics.median(figures.quiet_ms), statistics.median(figures.aruco_ms)
    print("| measured | |\n| --- | --- |")
    print(f"| quiet frame at 1080p | {quiet:.2f} ms |")
    print(f"| one default detection | {aruco:.1f} ms, {aruco / quiet:.0f} times as much |")
    print(f"| quiet frames that were taken for a change | {_count(figures.still, False)} |")
    print(f"| piece of {PIECE_MM:.0f} mm noticed in its first frame | {_count(figures.pieces, True)} |")
    print(f"| piece slid by {SLIDE_MM:.0f} mm noticed in its first frame | {_count(figures.slides, True)} |")
    print(f"| camera bumped by {BUMP_MM:.0f} mm noticed in its first frame | {_count(figures.bumps, True)} |")
    return 0


def _every_game(frames: int) -> None:
    """A row for each game, with the floor: a copy of the frame."""
    print("| game | quiet frame | one default detection | a copy of the frame |\n| --- | --- | --- | --- |")
    for name in game_folders():
        figures = Figures()
        _measure(WatchedTable(name, Room(), PartsBox(load_game(name))), figures, frames)
        quiet, aruco, copy = map(statistics.median, (figures.quiet_ms, figures.aruco_ms, figures.copy_ms))
        row = f"{quiet:.2f} ms, 1/{aruco / quiet:.0f} | {aruco:.1f} ms | {copy:.2f} ms, 1/{aruco / copy:.0f}"
        print(f"| {name} | {row} |", flush=True)


def _count(seen: list[bool], which: bool) -> str:
    return f"{seen.count(which)} of {len(seen)}"


def _measure(watched: WatchedTable, figures: Figures, frames: int) -> None:
    """The two costs, frame by frame in turn."""
    dictionary = getattr(cv2.aruco, watched.game.codes.dictionary)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(dictionary))
    for _ in range(frames):
        picture = watched.picture()
        quiet_ms, quiet = _timed(partial(watched.quiet, picture))
        figures.still.append(bool(quiet))
        if quiet:
            figures.quiet_ms.append(quiet_ms)
        figures.aruco_ms.append(_timed(partial(detector.detectMarkers, picture))[0])
        figures.copy_ms.append(_timed(watched.picture().copy)[0])


def _timed(work: Callable[[], object]) -> tuple[float, object]:
    started = time.thread_time()
    result = work()
    return 1000 * (time.thread_time() - started), result


def _notice(watched: WatchedTable, figures: Figures, rng: np.random.Generator) -> None:
    """A small piece on free lots, tokens slid, the camera bumped."""
    watched.settle()
    sight = watched.watcher.sight
    assert sight is not None, "a settled table was read"
    for place in [place for place, what in _contents(watched).items() if what == "empty"][:8]:
        for colour in COLOURS:
            picture = _with_piece(watched, watched.picture(), sight.outlines_px[place], colour, rng)
            figures.pieces.append(not watched.quiet(picture))
            watched.settle()
    tokens = [key for key, lying in watched.table.layout.lying.items() if _is_token(lying.solid.part)]
    for index in rng.permutation(len(tokens))[:8]:
        angle = rng.uniform(0, 2 * np.pi)
        watched.table.nudge(
            tokens[int(index)], x_mm=SLIDE_MM * float(np.cos(angle)), y_mm=SLIDE_MM * float(np.sin(angle)), turn_deg=0.0
        )
        figures.slides.append(not watched.quiet(watched.picture()))
        watched.settle()
    for _ in range(6):
        angle = rng.uniform(0, 2 * np.pi)
        watched.table.bump(x_mm=BUMP_MM * float(np.cos(angle)), y_mm=BUMP_MM * float(np.sin(angle)))
        figures.bumps.append(not watched.quiet(watched.picture()))
        watched.settle()


def _is_token(part: object) -> bool:
    return getattr(part, "kind", "") in ("piece", "streetcar")


def _contents(watched: WatchedTable) -> dict[str, str]:
    """Lots and what is surely seen on them."""
    sight = watched.watcher.sight
    assert sight is not None, "a settled table was read"
    return {
        place: max(evidence, key=lambda what: evidence[what])
        for place, evidence in sight.reading.evidence.items()
        if place.startswith("property:")
    }


def _with_piece(
    watched: WatchedTable, picture: BgrImage, lot_px: np.ndarray, colour: tuple[int, int, int], rng: np.random.Generator
) -> BgrImage:
    """A flat square of 10 mm somewhere on a lot of 20 mm, with the frame's own noise."""
    camera = watched.table.film.camera
    middle_mm = camera.plane_points(lot_px, 0.0).mean(axis=0) + rng.uniform(-3, 3, 2)
    corners_mm = np.array(rectangle(PIECE_MM, PIECE_MM)) + middle_mm
    corners_px = camera.project(np.column_stack([corners_mm, np.zeros(4)]))
    painted = picture.copy()
    cv2.fillConvexPoly(painted, np.rint(corners_px * 16).astype(np.int32), colour, cv2.LINE_AA, 4)
    noise = rng.normal(0, 2, picture.shape)
    inside = (painted != picture).any(axis=2, keepdims=True)
    return np.where(inside, np.clip(painted + noise, 0, 255), picture).astype(np.uint8)


if __name__ == "__main__":
    sys.exit(main())
