"""An hour of `boardsight play` as a process of its own: what it takes of the processor and of the memory.

A film of a table on which a house is put down or taken back every minute, hands and noise and all; two minutes of it
are filmed, and FFmpeg's list of files makes the hour of them. The process is the command that people start, with page,
record, pictures of the moves and the ring of recent pictures; it holds nothing of ours.
"""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2

from live.records.store import RecordStore
from simulator.games import scripted_game, turns_of
from simulator.gestures import Pace
from simulator.pictures import BgrImage
from simulator.virtual_table import Room, VirtualTable
from tabletop.gamefile import load_game

GAME = "big-city"
TURN = 30
"""The script's city after so many turns: neighbourhoods, houses, streetcars, free lots."""
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
        words = [sys.executable, "-c", "import sys; from live.main import main; sys.exit(main())", "play", GAME]
        words += ["--camera", str(film), "--record", str(record), "--port", "0"]
        before = _lines(record)
        with subprocess.Popen(words, cwd=Path(__file__).parents[2], stdout=subprocess.DEVNULL) as playing:
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
    parts, lengths = [], {}
    for number, (lying, following) in enumerate(((before, after), (after, before))):
        table.lay(lying)
        still, turn = list(table.still(STILL_S)), list(table.play(following, 1))
        for name, pictures in ((f"still{number}.avi", still), (f"turn{number}.avi", turn)):
            _write(folder / name, pictures)
            lengths[name] = len(pictures)
    for minute in range(minutes):
        still_name, turn_name = f"still{minute % 2}.avi", f"turn{minute % 2}.avi"
        parts += [still_name] * round((60 * RATE - lengths[turn_name]) / lengths[still_name]) + [turn_name]
    parts += [f"still{minutes % 2}.avi"]
    film = folder / "hour.ffconcat"
    film.write_text("".join(itertools.chain(["ffconcat version 1.0\n"], (f"file {name}\n" for name in parts))))
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
            seen.append(MemoryUse(_lines(record) - before, _field_mb(status, "VmRSS:"), _field_mb(status, "RssAnon:")))
        time.sleep(EVERY_S)
    times = os.times()
    return seen, times.children_user + times.children_system


def _field_mb(status: str, name: str) -> float:
    return int(status.partition(name)[2].split()[0]) / 1024


def _lines(record: Path) -> int:
    return record.read_bytes().count(b"\n")
