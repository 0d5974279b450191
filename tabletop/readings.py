"""What the camera says of one frame: a position, how sure every place is, and the raw likelihoods behind it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Confidence = Literal["certain", "likely", "ask"]
Evidence = Mapping[str, Mapping[str, float]]
"""Place -> what may lie there -> natural log-likelihood (0 is the best fit; only differences count).

Properties name `empty` or a part's id (`residence-2`), streets `empty` or `streetcar`, tiles `row,column,turn`,
the puck a player's mat. A hidden place has the same value for everything."""

UNFRAMED = "tile-1-missing"
"""The problem of a reading whose places are counted from another neighbourhood than number 1, which is not seen."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong, as a value: a code for programs, a sentence with the mend for people, the places."""

    code: str
    message: str
    places: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The form of INTERFACE.md section 4."""
        return {"code": self.code, "message": self.message, "places": list(self.places)}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; `mend` is what to do where it is not well."""

    what: str
    well: bool
    message: str
    mend: str = ""

    def to_json(self) -> dict[str, Any]:
        """As `doctor --json` and the page get it."""
        return {"what": self.what, "well": self.well, "message": self.message, "mend": self.mend}


@dataclass(frozen=True, slots=True)
class CameraFit:
    """How well the printed codes explain the picture."""

    reprojection_px: float
    """Root mean square distance between the codes' corners and where the solved table puts them."""
    scale: float
    """Printed size over nominal size where something tells it, the tiles' common scale; 1.0 where nothing does."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A position with its confidence; `position` is None when too little was seen (problems say why)."""

    game: str
    position: Any
    confidence: Mapping[str, Confidence] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    camera: CameraFit | None = None
    evidence: Evidence = field(default_factory=dict)
    covered: frozenset[str] = frozenset()
    """Places of which nothing is seen just now: of a steady reading, in which what is not yet steady is flat too."""
    uncoded: frozenset[str] = frozenset()
    """Parts (by id) that bear no code in this game: looks tell them now as well as they ever will."""

    @property
    def framed(self) -> bool:
        """Whether places are counted as the game counts them, from neighbourhood 1."""
        return all(problem.code != UNFRAMED for problem in self.problems)
