"""A board while it is entered: the photograph, where its grid lies, what has been tapped, kept as a draft."""

from __future__ import annotations

import hashlib
import json
import threading
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from live.entering.taped import TapedCodes, taped_codes
from tabletop.boardfile import TERRAIN_KEY, Board, checked_board
from tabletop.boards import load_board
from tabletop.boardwriting import written
from tabletop.cellnames import LETTERS, Naming, cell_name
from tabletop.errors import UnreadableInput, UsageError
from tabletop.gamefile import load_game
from tabletop.shipped import BOARDS_OF_ONES_OWN
from tabletop.wholefiles import write_whole
from vision import BgrImage
from vision.pixels.board_colours import FlatBoard

MOST_COLUMNS = len(LETTERS)
SHOWN_PX = 1600
"""The photograph's longer side on the page: enough to tap a corner to a millimetre, small enough for a phone."""
FEWEST_CELL_PX = 6.0
"""Cells that are smaller in the photograph show nothing."""
NAMING: Naming = "rows-from-top"
PITCH_MM, FRAME_MM, TRACK_MM = 25.0, (15.5, 36.5), 48.0
"""Our printed boards' measures: pitch, middle of the first cell, height of the score track below the cells."""

CornerPx = tuple[float, float]


class EntryRefused(UsageError):
    """What cannot be done with what was tapped; `code` is the page's word for it, `cells` the cells it is about."""

    def __init__(self, code: str, sentence: str, cells: Sequence[str] = ()) -> None:
        super().__init__(sentence)
        self.code, self.cells = code, tuple(cells)


class DraftChanged(EntryRefused):
    """Another browser has tapped since the draft was shown to who writes now."""

    def __init__(self) -> None:
        super().__init__("changed", "another browser has changed this board meanwhile; load the page again")


@dataclass
class BoardDesk:
    """One board that is entered, from any thread and any number of browsers."""

    name: str
    path: Path
    image: BgrImage
    side: str = "eternal"
    rows: int = 11
    columns: int = 11
    flat: FlatBoard | None = None
    taped: TapedCodes | None = None
    """The codes that are seen round the cells, once the corners were tapped."""
    done: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self._lock = threading.RLock()
        self._fitted: tuple[Any, ...] = ()
        self._known = _content(self.path)
        """What the board's file held when it was last seen here; what came since is somebody else's."""

    @property
    def draft_path(self) -> Path:
        """Where what was tapped is kept until the board is saved."""
        return self.path.with_suffix(".draft.json")

    @property
    def shown_scale(self) -> float:
        """How much smaller the photograph is on the page."""
        return min(1.0, SHOWN_PX / float(max(self.image.shape[:2])))

    def photo(self) -> bytes:
        """The photograph as the page shows it, JPEG."""
        import cv2

        small = cv2.resize(self.image, None, fx=self.shown_scale, fy=self.shown_scale, interpolation=cv2.INTER_AREA)
        return _jpeg(small)

    def flat_photo(self) -> bytes | None:
        """The cells seen from above, JPEG; None before the corners were tapped."""
        return None if self.flat is None else _jpeg(self.flat.image)

    def fit(self, corners: Sequence[CornerPx], rows: int, columns: int) -> dict[str, Any]:
        """The grid between four corners of the shown photograph, and a guess at every cell; Refusal where none is."""
        picture = [(x / self.shown_scale, y / self.shown_scale) for x, y in corners]
        if columns > MOST_COLUMNS:
            raise EntryRefused("wide", f"at most {MOST_COLUMNS} columns have names, A to Z; turn the photograph")
        _check_corners(picture, rows, columns)
        flat = FlatBoard(self.image, picture, (rows, columns))
        taped, guess = taped_codes(self.image, flat, load_game(BOARDS_OF_ONES_OWN)), flat.guess()
        with self._lock:
            self.rows, self.columns, self.flat, self.taped = rows, columns, flat, taped
            self._fitted = (tuple(map(tuple, corners)), rows, columns)

        def named(cell: tuple[int, int]) -> str:
            return cell_name(cell, rows, NAMING)

        return {
            "rows": rows,
            "columns": columns,
            "terrain": [[guess.terrain[row, column] for column in range(columns)] for row in range(rows)],
            "river": [[named(one), named(other)] for one, other in guess.river],
            "unsure": [named(cell) for cell in guess.unsure],
            "fits": guess.fits,
            "codes": {"ids": sorted(taped.middles), "seat": taped.seat, "trouble": taped.trouble},
        }

    def shown(self) -> tuple[dict[str, Any] | None, str]:
        """The draft and its mark, of one moment: who writes says by the mark what it was that was changed."""
        with self._lock:
            return self.draft(), self.mark

    @property
    def mark(self) -> str:
        """What tells one state of the draft from another, as an ETag (RFC 9110, section 8.8.3)."""
        return f'"{hashlib.sha256(_content(self.draft_path) or b"").hexdigest()[:16]}"'

    def draft(self) -> dict[str, Any] | None:
        """What was tapped so far, by an earlier call too, or stands in the board's file; None where nothing is there.

        What is no draft is not believed, and corners that were tapped in another photograph are not taken over.
        """
        try:
            found = json.loads(self.draft_path.read_text("utf-8"))
        except (OSError, ValueError, RecursionError):
            return self._from_file()
        if not isinstance(found, dict):
            return self._from_file()
        if found.pop("photo", None) != self._photo_mark:
            found |= {"corners": [], "terrain": []}
        return found

    def keep(self, draft: Mapping[str, Any], *, changes: str | None = None) -> str:
        """Keep what was tapped: the page may be closed and opened again. The new mark; DraftChanged, see `save`."""
        with self._lock:
            self._need(changes)
            write_whole(self.draft_path, json.dumps({**draft, "photo": self._photo_mark}).encode())
            return self.mark

    def _need(self, changes: str | None) -> None:
        """Refuse to write over another browser's taps, or what was saved."""
        if self.done.is_set():
            raise EntryRefused("saved-before", f"the board is saved already, in {self.path}")
        if changes not in (None, self.mark):
            raise DraftChanged

    @property
    def _photo_mark(self) -> str:
        """What tells one photograph from another."""
        return f"{zlib.crc32(self.image.tobytes()):08x}"

    def _from_file(self) -> dict[str, Any] | None:
        """The cells of the board file that is there already, to be changed or to be given codes."""
        self._known = _content(self.path)
        if self._known is None:
            return None
        try:
            board = load_board(str(self.path))
        except UnreadableInput:
            return None
        return {
            "rows": board.rows,
            "columns": board.columns,
            "told": {board.cell_name(cell): board.terrain[cell] for cell in board.cells},
            "river": [sorted(map(board.cell_name, edge)) for edge in board.river],
            "river_told": True,
            "sticker_cells": sorted(map(board.cell_name, board.sticker_cells)),
        }

    def save(self, tapped: Mapping[str, Any], *, changes: str | None = None) -> Path:
        """Write the board file; EntryRefused where it is only half entered, or the file is somebody else's by now.

        `changes` is the mark of the draft that was tapped on, None for whoever asks no more than that it be written.
        """
        with self._lock:
            self._need(changes)
            if tapped.get("unsure"):
                cells = [str(cell) for cell in tapped["unsure"]]
                raise EntryRefused("half", f"{len(cells)} cells are not told yet: {', '.join(cells[:6])}", cells)
            self._fit_to(tapped)
            board = self._board(tapped)
            if _content(self.path) not in (None, self._known):
                raise EntryRefused(
                    "file", f"{self.path} was written by somebody else meanwhile; move it away, and save"
                )
            write_whole(self.path, written(board).encode())
            self.draft_path.unlink(missing_ok=True)
            self.done.set()
            return self.path

    def _fit_to(self, tapped: Mapping[str, Any]) -> None:
        """Fit the grid once more where the last one that was asked for is another browser's."""
        corners, rows, columns = tapped.get("corners", ()), tapped.get("rows", 0), tapped.get("columns", 0)
        if len(corners) == 4 and (tuple(map(tuple, corners)), rows, columns) != self._fitted:
            self.fit(corners, rows, columns)

    def _board(self, tapped: Mapping[str, Any]) -> Board:
        """The board that was tapped; Refusal where it is none."""
        letters = {name: letter for letter, name in TERRAIN_KEY.items()}
        try:
            rows = ["".join(letters[name] for name in row) for row in tapped["terrain"]]
            if len(rows) != self.rows:
                raise ValueError(f"expected {self.rows} rows, found {len(rows)}")
            return checked_board(self._sections(rows, tapped))
        except (KeyError, TypeError, ValueError) as error:
            raise EntryRefused("no-board", f"that is no board: {error}") from error

    def _sections(self, rows: list[str], tapped: Mapping[str, Any]) -> dict[str, Any]:
        """The board file's sections: round taped codes as they were photographed, else to be printed."""
        about: dict[str, Any] = {
            "name": self.name,
            "title": self.name.replace("-", " ").title(),
            "game": BOARDS_OF_ONES_OWN,
            "side": self.side,
        }
        grid: dict[str, Any] = {"shape": "square", "rows": self.rows, "columns": self.columns, "names": NAMING}
        terrain: dict[str, Any] = {"rows": rows, "river": [f"{one} {other}" for one, other in tapped["river"]]}
        if tapped.get("sticker_cells"):
            terrain["sticker_cells"] = list(tapped["sticker_cells"])
        if self.taped is not None and self.taped.usable:
            lies = self.taped.laid(self.rows, self.columns)
            about, grid = {**about, **lies.board}, {**grid, **lies.grid}
            return {"board": about, "grid": grid, "terrain": terrain, "codes": lies.codes}
        width = 2 * FRAME_MM[0] + (self.columns - 1) * PITCH_MM
        bottom = 2 * FRAME_MM[1] + (self.rows - 1) * PITCH_MM
        about |= {"size_mm": [width, bottom + TRACK_MM], "track_mm": [4.5, bottom, width - 9.0, TRACK_MM]}
        grid |= {"pitch_mm": PITCH_MM, "first_cell_mm": list(FRAME_MM)}
        return {"board": about, "grid": grid, "terrain": terrain}


def _content(path: Path) -> bytes | None:
    """What a file holds; None where there is none that can be read."""
    try:
        return path.read_bytes() if path.is_file() else None
    except OSError:
        return None


def _check_corners(corners: Sequence[CornerPx], rows: int, columns: int) -> None:
    """Refuse corners that do not go round a board clockwise, or between which nothing can be seen."""
    crosses = []
    for index in range(4):
        (x0, y0), (x1, y1), (x2, y2) = (corners[(index + step) % 4] for step in range(3))
        crosses.append((x1 - x0) * (y2 - y1) - (y1 - y0) * (x2 - x1))
    if min(crosses) <= 0:
        raise EntryRefused("corners", "the corners do not go round the board, clockwise from the upper left one")
    area = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], corners[0]], strict=True)) / 2
    if area < rows * columns * FEWEST_CELL_PX**2:
        raise EntryRefused("small", "the cells are too small to be seen: take the photograph from nearer by")


def _jpeg(image: Any) -> bytes:
    import cv2

    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 88])[1].tobytes())
