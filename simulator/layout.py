"""The parts on the virtual table while a game goes on: what lies there stays as it lies, whatever a plan says."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from simulator.art import PartsBox
from simulator.scene import Disorder, carried, nudged, solid_of, tops_under
from simulator.solids import Solid
from tabletop.gamefile import GameFile
from tabletop.geometry import Pose, contains
from tabletop.misplacement import wrong_tables
from tabletop.plans import Plan, PlannedPart

Key = tuple[str, float, float, float]
"""A part's id and where a plan has it, whole tenths of a mm and degrees; sheets beside the city by their id alone."""
ANCHOR = "tile-1"
"""Plans start at the upper left corner of what lies there; a city grows, but its first neighbourhood stays."""
BESIDE = ("mat", "track")
"""Kinds of sheets beside the city or board: each keeps its own place."""
ON_THEM = ("puck", "marker", "hundred")
"""Kinds of parts that lie on these, or at the track's side."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a hand has to do: a part taken away, laid down, or carried from one place to another."""

    taken: Key | None
    laid: PlannedPart | None


@dataclass(frozen=True, slots=True, eq=False)
class Lying:
    """A part on the table: where the plan has it, where it is."""

    planned: PlannedPart
    solid: Solid


class TableLayout:
    """What lies on the table, laid by plan and by hand."""

    def __init__(self, box: PartsBox, room: Plan, rng: np.random.Generator, disorder: Disorder) -> None:
        """`room` is the plan of everything that will ever lie there: places beside the city are kept from the start."""
        self._box = box
        self._rng = rng
        self._disorder = disorder
        self._anchor = _anchor_of(room)
        self._beside = {planned.part: planned for planned in room.parts if self._kind(planned) in BESIDE}
        self.lying: dict[Key, Lying] = {}

    @property
    def solids(self) -> tuple[Solid, ...]:
        """All parts that lie there, what lies lower first."""
        return tuple(sorted((lying.solid for lying in self.lying.values()), key=lambda solid: solid.z_mm))

    def settled(self, plan: Plan) -> tuple[PlannedPart, ...]:
        """The plan's parts in the table's frame: the anchor where it was, what lies beside at its own place."""
        anchor = _anchor_of(plan)
        shift = (self._anchor[0] - anchor[0], self._anchor[1] - anchor[1])
        beside = {planned.part: planned for planned in plan.parts if self._kind(planned) in BESIDE}
        placed = []
        for planned in plan.parts:
            pose = Pose(planned.pose.x_mm + shift[0], planned.pose.y_mm + shift[1], planned.pose.rotation_deg)
            if planned.part in self._beside:
                pose = self._beside[planned.part].pose
            elif self._kind(planned) in ON_THEM:
                owner = next((sheet for sheet in beside.values() if self._belongs(planned, sheet)), None)
                if owner is not None and owner.part in self._beside:
                    pose = carried(planned.pose, owner.pose, self._beside[owner.part].pose)
            placed.append(replace(planned, pose=pose))
        return tuple(placed)

    def changes_to(self, plan: Plan) -> tuple[Change, ...]:
        """What has to be done until the table shows the plan; parts of one kind are carried rather than exchanged."""
        wanted = {self.key_of(planned): planned for planned in self.settled(plan)}
        taken = [key for key in self.lying if key not in wanted]
        changes = []
        for key, planned in wanted.items():
            if key in self.lying:
                continue
            same = next((old for old in taken if old[0] == planned.part), None)
            if same is not None:
                taken.remove(same)
            changes.append(Change(same, planned))
        return (*(Change(key, None) for key in taken), *changes)

    def put(self, planned: PlannedPart) -> Solid:
        """Lay a part down, a little crooked, and say how it lies."""
        part = self._box.game.by_id[planned.part]
        pose = nudged(self._with_base(planned), part.kind, self._rng, self._disorder)
        under = [lying.solid for lying in self.lying.values()]
        z_mm = max([planned.z_mm, *tops_under(pose, part, under, self._box)])
        solid = solid_of(part, self._box, pose, z_mm)
        self.lying[self.key_of(planned)] = Lying(planned, solid)
        return solid

    def take(self, key: Key) -> Solid:
        """Take a part away and return it as it lay."""
        return self.lying.pop(key).solid

    def shift(self, key: Key, *, x_mm: float, y_mm: float, turn_deg: float) -> None:
        """Push a part that lies there, without anybody meaning anything by it."""
        lying = self.lying[key]
        pose = lying.solid.pose
        moved = Pose(pose.x_mm + x_mm, pose.y_mm + y_mm, pose.rotation_deg + turn_deg)
        self.lying[key] = replace(lying, solid=replace(lying.solid, pose=moved))

    def solid_for(self, planned: PlannedPart) -> Solid:
        """A part exactly where it was planned, not laid down: what a hand carries."""
        return solid_of(self._box.game.by_id[planned.part], self._box, planned.pose, planned.z_mm)

    def key_of(self, planned: PlannedPart) -> Key:
        """How a planned part is known while it lies there."""
        if self._kind(planned) in BESIDE:
            return (planned.part, 0.0, 0.0, 0.0)
        pose = planned.pose
        return (planned.part, round(pose.x_mm, 1), round(pose.y_mm, 1), round(pose.rotation_deg % 360, 1))

    def _kind(self, planned: PlannedPart) -> str:
        return self._box.game.by_id[planned.part].kind

    def _is_on(self, pose: Pose, base: PlannedPart) -> bool:
        outline = base.pose.apply_all(self._box.game.by_id[base.part].outline_mm)
        return contains(outline, (pose.x_mm, pose.y_mm))

    def _belongs(self, planned: PlannedPart, sheet: PlannedPart) -> bool:
        """Whether a part is laid on this sheet; hundred tokens lie at the track's side."""
        at_its_side = self._kind(planned) == "hundred" and self._kind(sheet) == "track"
        return at_its_side or self._is_on(planned.pose, sheet)

    def _with_base(self, planned: PlannedPart) -> Pose:
        """The planned pose, carried along with the crooked tile, board or mat on which it will lie."""
        if planned.z_mm <= 0.0:
            return planned.pose
        for base in self._bases():
            if self._is_on(planned.pose, base.planned):
                return carried(planned.pose, base.planned.pose, base.solid.pose)
        return planned.pose

    def _bases(self) -> Iterable[Lying]:
        return [lying for lying in self.lying.values() if self._kind(lying.planned) in ("tile", "board", *BESIDE)]


def _anchor_of(plan: Plan) -> tuple[float, float]:
    """Where the plan has the part that never moves; its origin in a game without one."""
    for planned in plan.parts:
        if planned.part == ANCHOR:
            return (planned.pose.x_mm, planned.pose.y_mm)
    return (0.0, 0.0)


def misplaced(before: Any, after: Any, game: GameFile, rng: np.random.Generator) -> Any | None:
    """The table of before with the one new part some cells from where it lies after.

    None where not exactly one part is new, another was taken away or moved, or nothing is free around it.
    """
    wrong = tuple(wrong_tables(before, after, game))
    return wrong[int(rng.integers(len(wrong)))] if wrong else None
