"""What a quiet frame costs, against one default `cv2.aruco` detection of the same frame; what an hour of them takes.

    python benchmarks/watching.py [--every-game]          # a quiet frame of each game
    python benchmarks/watching.py --hour [--minutes 5]    # an hour at 10 frames a second: processor and memory

A quiet frame is the whole of what the live loop does with a decoded picture (`SingleCameraReader.look`), in this
thread's processor time, the two interleaved.

The hour is `boardsight play` as a process of its own, with page, record, pictures of the moves and the ring of recent
pictures; it passes as fast as the process can go. Its film is of a table on which a house is put down or taken back
every minute, hands and noise and all; two minutes of it are filmed, and FFmpeg's list of files makes the hour of them.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is imported
import cv2

from live.records.store import RecordStore
from live.sources import Frame
from live.table.frame_reader import SingleCameraReader
from simulator.art import PartsBox
from simulator.games import scripted_game, turns_of
from simulator.gestures import Pace
from simulator.pictures import BgrImage
from simulator.virtual_table import Room, VirtualTable
from tabletop.gamefile import load_game
from tabletop.shipped import game_folders

TURN = 30
"""The script's table after so many turns: neighbourhoods, houses, streetcars, free lots."""
GAME = "big-city"
RATE = 10.0
"""Frames a second of the film's own time."""
STILL_S = 10.0
"""So much of a still table is filmed; it comes round again until the minute is over."""
EVERY_S = 0.5
"""So often the process is looked at."""
SETTLED_MINUTES = 3
"""From then on memory is compared: caches and the ring of recent pictures are full."""
GROWN = 1.1
"""So many times as much memory at the end is growth."""


def main() -> int:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every-game", action="store_true", help="a quiet frame of each game (as without options)")
    parser.add_argument("--frames", type=int, default=60, help="of each game")
    parser.add_argument("--hour", action="store_true", help="an hour's processor time and memory instead")
    parser.add_argument("--minutes", type=int, default=60, help="of the hour")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    if arguments.hour:
        return measure_hour(arguments.minutes)
    print("| game | quiet frame | one default detection |\n| --- | --- | --- |")
    for name in game_folders():
        print(f"| {name} | {_quiet(name, arguments.frames)} |", flush=True)
    return 0


def _quiet(name: str, frames: int) -> str:
    """A game's row."""
    script, game = scripted_game(name), load_game(name)
    turns = turns_of(script)
    table = VirtualTable(game, turns[-1].position, Room(), box=PartsBox(game))
    table.lay(turns[min(TURN, len(turns) - 1)].position)
    watcher, taken = SingleCameraReader(game, script.header.players), dict[str, list[float]]()
    dictionary = getattr(cv2.aruco, game.codes.dictionary)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(dictionary))
    settled = False
    for number in range(frames + 40):
        picture = next(table.still(0.1))
        quiet_ms, seen = _timed(partial(watcher.look, Frame(picture, number * 0.1, number)))
        settled = settled or seen.quiet
        if settled and seen.quiet:
            taken.setdefault("quiet", []).append(quiet_ms)
            taken.setdefault("default", []).append(_timed(partial(detector.detectMarkers, picture))[0])
    quiet, default = (statistics.median(taken[key]) for key in ("quiet", "default"))
    return f"{quiet:.2f} ms, 1/{default / quiet:.0f} | {default:.1f} ms"


def _timed(work: Callable[[], Any]) -> tuple[float, Any]:
    started = time.thread_time()
    result = work()
    return 1000 * (time.thread_time() - started), result


@dataclass(frozen=True, slots=True)
class MemoryUse:
    """A process at a moment of its film."""

    minute: int
    """So many lines were written since it began: one a minute."""
    resident_mb: float
    own_mb: float
    """Of it what it allocated itself; the rest are its programs' files, as far as they are in use."""


def measure_hour(minutes: int) -> int:
    """Play so many minutes of film and print what it took; 1 where memory grew or a move was missed."""
    with tempfile.TemporaryDirectory() as there:
        folder = Path(there)
        film, record = _film(folder, minutes), _record(folder)
        words = [sys.executable, "-m", "live.main", "play", GAME]
        words += ["--camera", str(film), "--record", str(record), "--port", "0"]
        before = _lines(record)
        with subprocess.Popen(words, cwd=Path(__file__).parents[1], stdout=subprocess.DEVNULL) as playing:
            seen, used_s = _watch(playing, record, before)
        written, peak = _lines(record) - before, max(seen, key=lambda use: use.resident_mb)
    settled = next((use for use in seen if use.minute >= min(SETTLED_MINUTES, minutes - 1)), seen[-1])
    last = seen[-1]
    print("| measured | |\n| --- | --- |")
    print(f"| time at the table | {minutes} minutes of 1080p at {RATE:.0f} a second |")
    share, both = 100 * used_s / (60 * minutes), f"{settled.resident_mb:.0f}, {last.resident_mb:.0f} MB"
    print(f"| processor, the film's decoding included | {used_s:.0f} s, {share:.1f} % of a core |")
    print(f"| memory after {settled.minute} minutes and at the end | {both} |")
    print(f"| of it allocated, the rest programs' files | {settled.own_mb:.0f}, {last.own_mb:.0f} MB |")
    print(f"| most at any moment | {peak.resident_mb:.0f} MB, in minute {peak.minute} |")
    print(f"| lines written | {written} for {minutes - 1} houses put down or taken back |")
    return int(playing.returncode != 0 or last.resident_mb > GROWN * settled.resident_mb or written < minutes - 1)


def _film(folder: Path, minutes: int) -> Path:
    """A list of parts of film, the same ones again and again."""
    turns = turns_of(scripted_game(GAME))
    table = VirtualTable(load_game(GAME), turns[-1].position, Room(pace=Pace(frames_per_s=RATE)))
    before, after = turns[TURN - 1].position, turns[TURN].position
    table.lay(before)
    lengths = {}
    for number, (lying, following) in enumerate(((before, after), (after, before))):
        table.lay(lying)
        for name, pictures in (("still", list(table.still(STILL_S))), ("turn", list(table.play(following, 1)))):
            lengths[f"{name}{number}"] = len(pictures)
            _write(folder / f"{name}{number}.avi", pictures)
    parts = ["ffconcat version 1.0\n"]
    for minute in range(minutes):
        still, turn = f"still{minute % 2}", f"turn{minute % 2}"
        parts += [f"file {still}.avi\n"] * round((60 * RATE - lengths[turn]) / lengths[still]) + [f"file {turn}.avi\n"]
    film = folder / "hour.ffconcat"
    film.write_text("".join([*parts, f"file still{minutes % 2}.avi\n"]))
    return film


def _write(path: Path, pictures: Sequence[BgrImage]) -> None:
    """A part of film in which every picture is compressed by itself, as webcams do."""
    height, width = pictures[0].shape[:2]
    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), RATE, (width, height))
    for picture in pictures:
        film.write(picture)
    film.release()


def _record(folder: Path) -> Path:
    """The script's game as far as the film begins."""
    script = scripted_game(GAME)
    turn = turns_of(script)[TURN - 1]
    store = RecordStore.open(folder / "game.jsonl", header=script.header)
    store.append([entry for entry in script.entries if entry.n <= turn.n])
    store.close()
    return store.path


def _watch(playing: subprocess.Popen[bytes], record: Path, before: int) -> tuple[list[MemoryUse], float]:
    """What the process holds until it ends, and the processor time that it took in all."""
    seen: list[MemoryUse] = []
    while playing.poll() is None:
        status = Path(f"/proc/{playing.pid}/status").read_text(encoding="ascii")
        if "VmRSS:" in status:
            resident, own = (int(status.partition(name)[2].split()[0]) / 1024 for name in ("VmRSS:", "RssAnon:"))
            seen.append(MemoryUse(_lines(record) - before, resident, own))
        time.sleep(EVERY_S)
    times = os.times()
    return seen, times.children_user + times.children_system


def _lines(record: Path) -> int:
    return record.read_bytes().count(b"\n")


if __name__ == "__main__":
    sys.exit(main())
