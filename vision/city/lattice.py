"""Which neighbourhoods form the city: sheets on the table to tiles on the lattice, and what lies beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from tabletop.cellnames import Cell
from tabletop.gamefile import GameFile
from tabletop.lattice import STEP, Neighbourhoods, PlacedTile
from tabletop.readings import UNFRAMED, Confidence, Problem
from vision.pixels.arrays import Floats, PointsMm
from vision.settings import ConfidenceSettings, LatticeSettings
from vision.table.sheets import Sheet

ROUNDED = 1.0
"""Cells by which no tile is moved when it is put on the lattice: half a one at most, in rows and in columns."""


@dataclass(frozen=True, slots=True)
class City:
    """The tiles on the lattice (tile 1 at (0, 0) unturned), the sheet of each, the rest, and what is doubtful."""

    tiles: tuple[PlacedTile, ...]
    sheets: Mapping[int, Sheet]
    reserve: tuple[int, ...]
    doubtful: frozenset[int]
    problems: tuple[Problem, ...]
    seen: tuple[Sheet, ...]
    """All tiles' sheets, reserve and doubles included."""
    likely: frozenset[int] = frozenset()
    """Tiles that are held to belong to the city though the neighbourhood between is covered."""
    covered: frozenset[Cell] = frozenset()
    """Lattice cells that show art of a neighbourhood whose codes are covered."""


@dataclass(frozen=True, slots=True)
class _Joint:
    """How one tile lies against another: its place in the other's frame, and how far off a perfect joint is."""

    tile: PlacedTile
    gap_mm: float
    crooked_deg: float

    @property
    def cost(self) -> float:
        return self.gap_mm + self.crooked_deg


def build_city(sheets: Sequence[Sheet], game: GameFile, settings: LatticeSettings) -> City:
    """Walk from tile 1 over the joints; tiles that nobody reaches lie in reserve."""
    tiles = [sheet for sheet in sheets if sheet.part.kind == "tile"]
    problems: list[Problem] = []
    chosen, twice = _one_each(tiles, problems)
    joints = {
        (a, b): _joint((a, chosen[a]), (b, chosen[b]), game) if near else None for a, b, near in _pairs(chosen, game)
    }
    placed: dict[int, PlacedTile] = {}
    doubtful = set(twice)
    ground = game.neighbourhoods
    root = 1 if 1 in chosen else _largest_group(chosen, joints, ground, settings)
    if root != 1:
        problems.append(
            Problem(
                UNFRAMED,
                "neighbourhood 1 is not seen, so the places are counted from neighbourhood "
                f"{root}; move the camera until neighbourhood 1 is in the picture and uncovered",
                ("tile:1",),
            )
        )
    placed[root] = PlacedTile(root, (0, 0), 0)
    _grow(placed, joints, ground, settings.touching_mm, settings.straight_deg)
    sure = set(placed)
    _grow(placed, joints, ground, settings.apart_mm, settings.crooked_deg)
    for number in sorted(set(placed) - sure):
        doubtful.add(number)
        problems.append(crooked(number))
    doubtful |= _contradictions(placed, joints, ground, settings, problems)
    if root != 1:
        doubtful |= set(placed)
    return City(
        tuple(sorted(placed.values())),
        {number: chosen[number] for number in placed},
        tuple(sorted(set(chosen) - set(placed))),
        frozenset(doubtful),
        tuple(problems),
        tuple(tiles),
    )


def tile_sureness(city: City, settings: ConfidenceSettings) -> dict[str, Confidence]:
    """Tiles of the city and in reserve: certain with a clear code or several, ask where doubtful."""
    found: dict[str, Confidence] = {}
    for sheet in city.seen:
        number = sheet.part.number
        clear = len(sheet.codes) > 1 or any(code.correlation > settings.single_code for code in sheet.codes)
        value: Confidence = "certain" if clear and number not in city.likely else "likely"
        found[f"tile:{number}"] = "ask" if number in city.doubtful else value
    return found


def _one_each(tiles: Sequence[Sheet], problems: list[Problem]) -> tuple[dict[int, Sheet], set[int]]:
    """One sheet per number, the one with more codes; numbers that were seen twice are told about."""
    chosen: dict[int, Sheet] = {}
    twice: dict[int, int] = {}
    numbered = [(sheet.part.number, sheet) for sheet in tiles if sheet.part.number is not None]
    for number, sheet in sorted(numbered, key=lambda one: -len(one[1].codes)):
        if number in chosen:
            twice[number] = twice.get(number, 1) + 1
        else:
            chosen[number] = sheet
    for number, times in sorted(twice.items()):
        problems.append(
            Problem(
                "duplicate-tile",
                f"neighbourhood {number} is seen {times} times; take the one that does not belong away",
                (f"tile:{number}",),
            )
        )
    return chosen, set(twice)


def _pairs(chosen: Mapping[int, Sheet], game: GameFile) -> list[tuple[int, int, bool]]:
    """Every two tiles, and whether the second lies near enough the first to share a street with it, by any turn."""
    numbers, sheets = list(chosen), list(chosen.values())
    middles = np.array([[sheet.x_mm, sheet.y_mm] for sheet in sheets]).reshape(-1, 2)
    cells = np.array([max(game.neighbourhoods.shape(number)) for number in numbers])
    scales = np.array([sheet.scale for sheet in sheets])[:, None]
    away = np.abs(middles[:, None] - middles).max(axis=2) / (scales * game.grid.pitch_mm)  # of the first's cells
    reach = np.sqrt(2.0) * ((cells[:, None] + cells) / 2 + ROUNDED)
    near = (away <= reach).tolist()
    return [(a, b, near[i][j]) for i, a in enumerate(numbers) for j, b in enumerate(numbers) if i != j]


def _joint(one: tuple[int, Sheet], other: tuple[int, Sheet], game: GameFile) -> _Joint | None:
    """How the other tile lies in the one's frame, that at (0, 0) unturned; None where they share no street."""
    pitch = game.grid.pitch_mm
    (number_a, a), (number_b, b) = one, other
    turn_deg = (b.rotation_deg - a.rotation_deg) % 360.0
    turn = round(turn_deg / 90.0) % 4
    crooked = abs((turn_deg - 90.0 * turn + 180.0) % 360.0 - 180.0)
    middle = a.to_sheet(np.array([b.x_mm, b.y_mm])) / pitch
    ground = game.neighbourhoods
    rows_a, columns_a = ground.shape(number_a)
    rows_b, columns_b = ground.shape(number_b, turn)
    column = round(float(middle[0]) + columns_a / 2 - columns_b / 2)
    row = round(float(middle[1]) + rows_a / 2 - rows_b / 2)
    tile = PlacedTile(number_b, (row, column), turn)
    middle_at = _joint_at(number_a, tile, ground)
    if middle_at is None:
        return None
    at = np.array(middle_at)
    # The joint's middle on the lattice, as each of the two sheets has it on the table.
    seen_by_a = a.to_table((at - np.array([columns_a / 2, rows_a / 2])) * pitch)
    turned = (at - np.array([column + columns_b / 2, row + rows_b / 2])) * pitch
    seen_by_b = b.to_table(quarters(turned, -turn))
    return _Joint(tile, float(np.linalg.norm(seen_by_a - seen_by_b)), crooked)


@lru_cache(maxsize=4096)
def _joint_at(number: int, tile: PlacedTile, ground: Neighbourhoods) -> tuple[float, float] | None:
    """Middle (column, row) of the streets that a tile shares with tile `number` at (0, 0); None: none, or overlap."""
    own, other = set(ground.cells(PlacedTile(number, (0, 0))).values()), set(ground.cells(tile).values())
    if own & other:
        return None
    shared = [
        (2 * row + down + 1, 2 * column + right + 1)  # twice the middle
        for row, column in own
        for down, right in STEP.values()
        if (row + down, column + right) in other
    ]
    if not shared:
        return None
    rows, columns = (sum(ones) for ones in zip(*shared, strict=True))
    return (columns / 2 / len(shared), rows / 2 / len(shared))


def quarters(point: PointsMm, turns: int) -> PointsMm:
    """A point (2,) turned clockwise about the origin by quarter turns."""
    x, y = point
    for _ in range(turns % 4):
        x, y = -y, x
    return np.array([x, y])


def _grow(
    placed: dict[int, PlacedTile],
    joints: Mapping[tuple[int, int], _Joint | None],
    ground: Neighbourhoods,
    gap_mm: float,
    crooked_deg: float,
) -> None:
    """Add tiles over the best joint that is good enough, until none is left."""
    while True:
        open_joints = [
            (joint.cost, a, b, joint)
            for (a, b), joint in joints.items()
            if a in placed and b not in placed and joint and joint.gap_mm <= gap_mm and joint.crooked_deg <= crooked_deg
        ]
        if not open_joints:
            return
        _, a, b, joint = min(open_joints, key=lambda one: one[:3])
        placed[b] = _composed(placed[a], joint.tile, ground)


def _composed(base: PlacedTile, relative: PlacedTile, ground: Neighbourhoods) -> PlacedTile:
    """A tile given in an unturned base's frame, in the city's frame."""
    turn = (base.turn + relative.turn) % 4
    cells = list(ground.cells(relative).values())
    rows, columns = ground.shape(base.number)
    turned = [_turned_cell(cell, (rows, columns), base.turn) for cell in cells]
    corner = (min(row for row, _ in turned), min(column for _, column in turned))
    return PlacedTile(relative.number, (base.at[0] + corner[0], base.at[1] + corner[1]), turn)


def _turned_cell(cell: tuple[int, int], shape: tuple[int, int], turn: int) -> tuple[int, int]:
    """A cell, also one outside the shape, after the shape was turned clockwise by quarter turns."""
    row, column = cell
    rows, columns = shape
    for _ in range(turn):
        row, column = column, rows - 1 - row
        rows, columns = columns, rows
    return row, column


def _contradictions(
    placed: Mapping[int, PlacedTile],
    joints: Mapping[tuple[int, int], _Joint | None],
    ground: Neighbourhoods,
    settings: LatticeSettings,
    problems: list[Problem],
) -> set[int]:
    """Tiles that two ways over the joints put into different places, or that cover one another."""
    doubtful: set[int] = set()
    for (a, b), joint in joints.items():
        if a not in placed or b not in placed or joint is None or joint.gap_mm > settings.touching_mm:
            continue
        if joint.crooked_deg <= settings.straight_deg and _composed(placed[a], joint.tile, ground) != placed[b]:
            doubtful |= {a, b}
    numbers = sorted(placed)
    for index, a in enumerate(numbers):
        for b in numbers[index + 1 :]:
            if set(ground.cells(placed[a]).values()) & set(ground.cells(placed[b]).values()):
                doubtful |= {a, b}
    if doubtful:
        names = ", ".join(map(str, sorted(doubtful)))
        problems.append(
            Problem(
                "tiles-contradict",
                f"neighbourhoods {names} do not fit into one lattice; push them together edge to edge",
                tuple(f"tile:{number}" for number in sorted(doubtful)),
            )
        )
    return doubtful


def crooked(number: int) -> Problem:
    """A neighbourhood that touches the city without a joint."""
    return Problem(
        "tile-crooked",
        f"neighbourhood {number} lies beside the city but not edge to edge with it, property to property; "
        "push it into place or further away",
        (f"tile:{number}",),
    )


def _largest_group(
    chosen: Mapping[int, Sheet],
    joints: Mapping[tuple[int, int], _Joint | None],
    ground: Neighbourhoods,
    settings: LatticeSettings,
) -> int:
    """The lowest number of the largest group of tiles that touch."""
    best: tuple[int, int] = (0, 0)
    for number in sorted(chosen):
        group = {number: PlacedTile(number, (0, 0), 0)}
        _grow(group, joints, ground, settings.touching_mm, settings.straight_deg)
        best = max(best, (len(group), -number))
    return -best[1]


def outline_mm(sheet: Sheet) -> PointsMm:
    """The sheet's outline on the table, (n, 2)."""
    return sheet.to_table(np.array(sheet.part.outline_mm))


def apart_mm(a: Sheet, b: Sheet) -> float:
    """The smallest distance between two sheets' rims; 0 where they overlap."""
    best = np.inf
    for one, other in ((a, b), (b, a)):
        half = np.array(other.part.size_mm) / 2
        rim: Floats = np.abs(other.to_sheet(_along(outline_mm(one)))) - half
        best = min(best, float(np.linalg.norm(np.maximum(rim, 0.0), axis=1).min()))
    return best


def _along(polygon: PointsMm) -> PointsMm:
    """Points every few millimetres along a polygon's sides."""
    following = np.roll(polygon, -1, axis=0)
    shares = np.linspace(0, 1, 24, endpoint=False)[:, None, None]
    return np.asarray(polygon + (following - polygon) * shares).reshape(-1, 2)
