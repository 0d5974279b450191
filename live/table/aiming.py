"""Whether the camera is aimed well at the game, watched while it is played: what is out of sight, small, soft, dark."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from live.sources.frames import BgrImage
from tabletop.readings import Finding
from vision import FrameReading
from vision.advice import facts_of
from vision.aiming import aim_findings, sheet_words

FAR_PX_PER_MODULE = 2.8
"""Smaller codes are wrong even where nothing is asked about yet: pieces will lie there whose codes can't be told."""
OUT_OF_SIGHT = ("edges", "missing", "mirrored", "reading")
"""What is wrong although everything that is seen is told."""

LIGHT = ("light", "glare")
"""What nobody has to mend while all places are told, or before the camera stands right: white paper in good light is
as bright as glare."""


@dataclass(frozen=True, slots=True)
class AimSettings:
    """How often the aim is looked at. Chosen by hand; it decides nothing that is read."""

    every_s: float = 1.0
    """One look takes some 12 ms: about a hundredth of a core."""
    agreeing: int = 2
    """So many looks must agree before another sentence is told: a passing shadow is none."""
    agreeing_light: int = 6
    """And so many where only light and glare are told otherwise: an exposure that pumps comes to rest within 4 s."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What there is to say of the camera's aim: `wrong` is to be mended before the game goes on, `hints` may be."""

    wrong: tuple[Finding, ...] = ()
    hints: tuple[Finding, ...] = ()

    @property
    def message(self) -> str:
        """What is worst, in one sentence with its mend; empty where all is in sight."""
        return aim_words(self.wrong[0]) if self.wrong else ""

    def to_json(self) -> dict[str, Any]:
        """As the page gets it."""
        return {
            "well": not self.wrong,
            "wrong": [_finding_json(finding) for finding in self.wrong],
            "hints": [_finding_json(finding) for finding in self.hints],
        }


HEADS = {
    "edges": "out of the picture",
    "missing": "missing",
    "codes": "too far",
    "lost": "codes lost",
    "light": "light",
    "sharpness": "blurred",
    "glare": "glare",
    "tilt": "too slanting",
    "mirrored": "mirrored",
    "proportions": "squeezed",
}
"""What a finding is about, as people call it where it is not well."""


def aim_words(finding: Finding) -> str:
    """A finding that is not well as one line: what it is about, the message, the mend."""
    head = f"{HEADS[finding.what]}: " if finding.what in HEADS else ""
    return f"{head}{finding.message}" + (f" → {finding.mend}" if finding.mend else "")


def _finding_json(finding: Finding) -> dict[str, Any]:
    return {**finding.to_json(), "label": HEADS.get(finding.what, "")}


def aim_of(image: BgrImage, sight: FrameReading, *, known: frozenset[str] = frozenset(), alone: bool = True) -> Aim:
    """How well a picture (height, width, 3) of which this is the sight is aimed.

    `known` are the places that the game has by its record; `alone` says that no other camera sees what this one
    does not.
    """
    if sight.reading.position is None:
        problems = sight.reading.problems
        return Aim(tuple(Finding("reading", False, problem.message) for problem in problems[:1]))
    facts = facts_of(image, sight)
    findings = [*aim_findings(facts, sight), *_missing(sight, known)]
    grave = {*OUT_OF_SIGHT, *(("codes",) if (facts.px_per_module_smallest or 0.0) < FAR_PX_PER_MODULE else ())}
    findings.sort(key=lambda finding: finding.what not in OUT_OF_SIGHT)
    unsure = any(sure == "ask" and place not in sight.hidden for place, sure in sight.reading.confidence.items())
    wrong: list[Finding] = []
    hints: list[Finding] = []
    for finding in findings:
        if finding.well or (not alone and finding.what in ("edges", "missing")):
            continue
        if finding.what in grave or (unsure and not (wrong and finding.what in LIGHT)):
            wrong.append(finding)
        elif finding.what not in LIGHT:
            hints.append(finding)
    return Aim(tuple(wrong), tuple(hints))


def _missing(sight: FrameReading, known: frozenset[str]) -> Iterator[Finding]:
    """Neighbourhoods that the record has and the picture does not; players without a mat or board where others have."""
    sheets = () if sight.table is None else sight.table.sheets
    seen = {sheet_words(sheet, sight.players) for sheet in sheets}
    own = {words.rpartition("'s ")[2] for words in seen if "'s " in words}
    wanted = {f"{player}'s {what}" for player in sight.players for what in own}
    wanted |= {f"neighbourhood {place.removeprefix('tile:')}" for place in known if place.startswith("tile:")}
    gone = sorted(wanted - seen)
    if gone:
        mend = "move the camera until all of it is in sight and uncovered"
        yield Finding("missing", False, ", ".join(gone), mend)


@dataclass(slots=True)
class AimWatch:
    """Looks at the aim now and then; the first look is told at once, later changes when two looks agree."""

    settings: AimSettings = field(default_factory=AimSettings)
    aim: Aim | None = None
    _looked: FrameReading | None = None
    _looked_s: float = float("-inf")
    _other: Aim | None = None
    _agreed: int = 0

    def see(self, image: BgrImage, sight: FrameReading, at_s: float, known: frozenset[str], *, alone: bool) -> bool:
        """Look at a frame's sight where it is time; whether there is something new to show."""
        same = sight is self._looked and self._other is None
        if same or at_s - self._looked_s < self.settings.every_s:
            return False
        self._looked, self._looked_s = sight, at_s
        return self._take(aim_of(image, sight, known=known, alone=alone))

    def _take(self, aim: Aim) -> bool:
        before = self.aim
        if before is not None and not alike(aim, before):
            self._agreed = self._agreed + 1 if self._other is not None and alike(aim, self._other) else 1
            self._other = aim
            only_light = _subjects(aim, light=False) == _subjects(before, light=False)
            if self._agreed < (self.settings.agreeing_light if only_light else self.settings.agreeing):
                return False
        self.aim, self._other, self._agreed = aim, None, 0
        return aim != before


def alike(one: Aim, other: Aim | None) -> bool:
    """Whether two say the same things, whatever their figures."""
    return other is not None and _subjects(one) == _subjects(other)


def _subjects(aim: Aim, *, light: bool = True) -> tuple[list[str], list[str]]:
    wrong, hints = (
        [finding.what for finding in findings if light or finding.what not in LIGHT]
        for findings in (aim.wrong, aim.hints)
    )
    return wrong, hints
