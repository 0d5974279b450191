"""Kept games: what was played and each frame's reading, one small file a game, decided again without a picture.

A file is xz-packed JSON Lines. The first line tells what was filmed (`order`: game, players, pieces, seed, faults), how
many moves of it, when and by which program (`film`), and what was played (`script`, a record's text). Each further line
is one turn of the loop (`evenings.looks.document_of`) as its `changes` against the line before.
"""

from __future__ import annotations

import json
import lzma
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from evenings.looks import KeptLook, changed, changes, document_of, looks_of
from live.sources.virtual import FilmOrder
from tabletop.records import Record, read_record, write_record

FORMAT = "boardsight-looks/1"
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game of which the looks are kept; they are read one after the other."""

    file: Path
    order: FilmOrder
    script: Record
    film: Mapping[str, str]
    """`commit` of the program that filmed it, and `day`."""

    def looks(self) -> Iterator[KeptLook]:
        """Every turn of the loop."""
        return looks_of(self._documents())

    def _documents(self) -> Iterator[Mapping[str, Any]]:
        now: Mapping[str, Any] = {}
        lines = _lines(self.file)
        next(lines)
        for told in lines:
            now = changed(now, told)
            yield now


def kept_game(file: Path) -> KeptGame:
    """What a file keeps; raises ValueError where it is no file of looks, EOFError where it is cut off."""
    told: Mapping[str, Any] = next(_lines(file), {})
    if told.get("format") != FORMAT:
        raise ValueError(f"{file} is no file of looks: its format is {told.get('format')}, expected {FORMAT}")
    order: dict[str, Any] = dict(told["order"])
    order |= {key: tuple(value) for key, value in order.items() if isinstance(value, list)}
    script, _ = read_record(told["script"], source=str(file))
    return KeptGame(file, FilmOrder(**order), script, told["film"])


class LooksFile:
    """A file of looks that grows; it has its name only once the film is over."""

    def __init__(self, file: Path, order: FilmOrder, script: Record, film: Mapping[str, str] | None = None) -> None:
        """`film`: commit and day; None for those of now."""
        file.parent.mkdir(parents=True, exist_ok=True)
        self._file, self._growing = file, file.with_suffix(".part")
        self._out = lzma.open(self._growing, "wt", encoding="utf-8", preset=9)  # noqa: SIM115
        self._before: Mapping[str, Any] = {}
        film = film or {"commit": _commit(), "day": f"{datetime.now(UTC):%Y-%m-%d}"}
        self._write({"format": FORMAT, "film": film, "order": asdict(order), "script": write_record(script)})

    def keep(self, look: KeptLook) -> None:
        """Note one turn of the loop."""
        now = document_of(look)
        self._write(changes(self._before, now))
        self._before = now

    def close(self) -> None:
        """The film is over."""
        self._out.close()
        self._growing.rename(self._file)

    def _write(self, line: Mapping[str, Any]) -> None:
        self._out.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")


def _lines(file: Path) -> Iterator[Any]:
    with lzma.open(file, "rt", encoding="utf-8") as stream:
        yield from map(json.loads, stream)


def _commit() -> str:
    """The program's commit; empty outside a checkout."""
    call = ["git", "rev-parse", "--short=12", "HEAD"]
    return subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
