"""Neighbourhoods whose codes were not found: their art betrays them, and their codes are looked for again."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tabletop.cellnames import Cell
from tabletop.gamefile import GameFile
from vision.city.art import empty_lot
from vision.city.lattice import City, quarters
from vision.pixels.arrays import PointsMm
from vision.pixels.codes import SeenCode, corners_of
from vision.pixels.edges import refine_corners
from vision.places.matching import CodeGroup, match_art, match_codes
from vision.places.patches import inside_picture
from vision.places.place import PlaceFrame, rectangle_mm
from vision.places.shot import SolvedShot
from vision.table.sheets import fitted_rigid


@dataclass(frozen=True, slots=True)
class Traces:
    """Lattice cells that show printed lots though no known neighbourhood lies there, and codes found on second look."""

    cells: frozenset[Cell]
    codes: tuple[SeenCode, ...]


@dataclass(frozen=True, slots=True)
class LatticeFrame:
    """The city's lattice on the table, fitted to all its tiles."""

    x_mm: float
    y_mm: float
    turn_deg: float
    pitch_mm: float

    def spot(self, row: float, column: float) -> PlaceFrame:
        """The place at lattice coordinates (a cell's middle is at row + 0.5, column + 0.5)."""
        return self.spots([(row, column)])[0]

    def spots(self, places: Sequence[tuple[float, float]]) -> list[PlaceFrame]:
        """The same for several (row, column)."""
        turn = np.radians(self.turn_deg)
        right = np.array([np.cos(turn), np.sin(turn)])
        down = np.array([-np.sin(turn), np.cos(turn)])
        away = np.array(places, float).reshape(-1, 2) * self.pitch_mm
        middles = np.array([self.x_mm, self.y_mm]) + away[:, 1:] * right + away[:, :1] * down
        return [PlaceFrame(middle, right, down) for middle in middles]


def lattice_frame(city: City, game: GameFile) -> LatticeFrame:
    """Fit the lattice to the outlines' corners of all tiles of the city."""
    pitch = game.grid.pitch_mm
    own: list[PointsMm] = []
    seen: list[PointsMm] = []
    for tile in city.tiles:
        sheet = city.sheets[tile.number]
        cells = list(game.neighbourhoods.cells(tile).values())
        rows, columns = [row for row, _ in cells], [column for _, column in cells]
        middle = np.array([(min(columns) + max(columns) + 1) / 2, (min(rows) + max(rows) + 1) / 2]) * pitch
        for corner in np.array(sheet.part.outline_mm):
            own.append(middle + quarters(corner, tile.turn))
            seen.append(sheet.to_table(corner))
    x, y, turn = fitted_rigid(np.array(own), np.array(seen))
    return LatticeFrame(x, y, turn, pitch)


def find_occluded_tiles(shot: SolvedShot, city: City) -> Traces:
    """Look at the lattice round the city for art that no known neighbourhood explains, and there for missing codes.

    A piece that lies in step with the lattice where no neighbourhood is known is reason enough to look for one.
    """
    game, plane = shot.game, shot.plane
    seen = {sheet.part.id for sheet in city.seen}
    if seen >= {part.id for part in game.of_kind("tile")}:
        return Traces(frozenset(), ())
    known = set(game.neighbourhoods.cells_of(city.tiles).values())
    frame = lattice_frame(city, game)
    around = _around(known, shot.settings.traces.near_cells)
    spots = frame.spots([(row + 0.5, column + 0.5) for row, column in around])
    shown = inside_picture(plane, spots, game.grid.lot_mm / 2) if spots else np.zeros(0, bool)
    occupied = _on_sheets(spots, city, shot.settings.traces.on_sheet_mm)
    cells = [cell for cell, inside, taken in zip(around, shown, occupied, strict=True) if inside and not taken]
    hits = _with_art(shot, frame, cells)
    looked_at = hits | _with_pieces(shot, frame, set(cells))
    if not looked_at:
        return Traces(frozenset(), ())
    return Traces(frozenset(hits), _missing_codes(shot, frame, looked_at, city))


def _around(known: set[Cell], near: int) -> list[Cell]:
    """Cells that are not known and lie within so many cells of the city."""
    cells = np.array(sorted(known))
    low, high = cells.min(axis=0) - near, cells.max(axis=0) + near
    rows, columns = np.meshgrid(np.arange(low[0], high[0] + 1), np.arange(low[1], high[1] + 1), indexing="ij")
    every = np.stack([rows, columns], axis=-1).reshape(-1, 2)
    apart = np.abs(every[:, None] - cells[None])
    steps = (np.maximum(apart.max(axis=2), (apart.sum(axis=2) * 0.75))).min(axis=1)
    return [(int(row), int(column)) for row, column in every[(steps > 0) & (steps <= near)]]


def _on_sheets(spots: Sequence[PlaceFrame], city: City, rim_mm: float) -> Any:
    """Which spots (n,) lie on, or so near to, a sheet that was seen, reserve included."""
    middles = np.array([spot.middle_mm for spot in spots]).reshape(-1, 2)
    taken = np.zeros(len(spots), bool)
    for sheet in city.seen:
        taken |= (np.abs(sheet.to_sheet(middles)) < np.array(sheet.part.size_mm) / 2 + rim_mm).all(axis=1)
    return taken


def _with_pieces(shot: SolvedShot, frame: LatticeFrame, cells: set[Cell]) -> set[Cell]:
    """Cells in whose middle a piece was found, straight."""
    settings, origin = shot.settings.traces, frame.spot(0, 0)
    pieces = [one for one in shot.codes if one.own and shot.game.by_code[one.id][0].kind == "piece"]
    if not pieces or not cells:
        return set()
    heights = np.array([shot.game.by_code[one.id][0].height_mm for one in pieces])
    corners = shot.plane.to_table(corners_of(pieces), height_mm=heights[:, None])
    away = (corners.mean(axis=1) - origin.middle_mm) / frame.pitch_mm
    at = np.stack([away @ origin.down, away @ origin.right], axis=1) - 0.5  # row and column
    off_mm = np.hypot(*(at - np.round(at)).T) * frame.pitch_mm
    top = corners[:, 1] - corners[:, 0]
    askew_deg = (np.degrees(np.arctan2(top[:, 1], top[:, 0])) - frame.turn_deg + 45.0) % 90.0 - 45.0
    straight = (off_mm < settings.off_middle_mm) & (np.abs(askew_deg) < settings.askew_deg)
    return cells & {(row, column) for row, column in np.round(at[straight]).astype(int).tolist()}


def _with_art(shot: SolvedShot, frame: LatticeFrame, cells: Sequence[Cell]) -> set[Cell]:
    """Cells where an empty lot shows."""
    places, traces = shot.settings.places, shot.settings.traces
    candidates = _showing(shot, frame, cells, places.coarse_mm, traces.promising_art)
    return set(_showing(shot, frame, candidates, places.fine_mm, traces.clear_art))


def _showing(shot: SolvedShot, frame: LatticeFrame, cells: Sequence[Cell], step_mm: float, least: float) -> list[Cell]:
    """Those cells whose empty lot correlates at least so much at this sampling step."""
    if not cells:
        return []
    picture, weights = empty_lot(shot.game, step_mm)
    lots = frame.spots([(row + 0.5, column + 0.5) for row, column in cells])
    lot = match_art(shot, lots, picture, weights, step_mm=step_mm, reach_mm=shot.settings.traces.art_reach_mm)
    return [cell for cell, one in zip(cells, lot > least, strict=True) if one]


def _missing_codes(shot: SolvedShot, frame: LatticeFrame, hits: set[Cell], city: City) -> tuple[SeenCode, ...]:
    """Codes of unseen neighbourhoods on the crossings round the cells that show art."""
    game, plane, settings = shot.game, shot.plane, shot.settings
    seen = {sheet.part.id for sheet in city.seen}
    missing = [part for part in game.of_kind("tile") if part.id not in seen]
    ids = tuple(code.id for part in missing for code in part.codes)
    corners = sorted({(row + dr, column + dc) for row, column in hits for dr in (0, 1) for dc in (0, 1)})
    spots = frame.spots(corners)
    shown = inside_picture(plane, spots, game.codes.side_mm / 2)
    spots = [spot for spot, inside in zip(spots, shown, strict=True) if inside]
    if not ids or not spots:
        return ()
    side = game.codes.side_mm
    group = CodeGroup(game.codes.dictionary, side, 0.0, ids, ids)
    matches = match_codes(shot, spots, group, reach_mm=settings.places.reach_mm)
    found = []
    for index, spot in enumerate(spots):
        flat = matches.best[index].reshape(-1)
        best = int(flat.argmax())
        rival = np.delete(matches.best[index], best // 4, axis=0).max() if len(ids) > 1 else 0.0
        if flat[best] < settings.detection.soft_correlation or flat[best] - rival < settings.traces.code_lead:
            continue
        square = rectangle_mm(side, side)
        angle = np.radians(matches.turn_deg[index] + 90.0 * (best % 4))
        cos, sin = np.cos(angle), np.sin(angle)
        square = np.stack([square[:, 0] * cos - square[:, 1] * sin, square[:, 0] * sin + square[:, 1] * cos], axis=-1)
        corners_px = plane.to_picture(spot.to_table(square + matches.offset_mm[index]))
        exact = refine_corners(shot.grey, corners_px[None], game.codes.modules, settings.edges)[0][0]
        found.append(SeenCode(ids[best // 4], exact, float(flat[best])))
    return tuple(found)
