"""What people are shown of a game, whoever tells it: the table's own page, the network and the hub say it alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from scoring.protocol import ScoreLine
from tabletop.readings import Problem

FORMAT = "boardsight-state/1"


@dataclass(frozen=True, slots=True)
class CameraStatus:
    """How it stands with the camera.

    `state` is `watching`, `hand`, `moving`, `dark`, `unread`, `lost`, `waiting`, `paused` or `ended`.
    """

    state: str = "waiting"
    message: str = ""
    source: str = ""
    size_px: tuple[int, int] | None = None
    frames_per_s: float | None = None

    def to_json(self) -> Mapping[str, Any]:
        """As the page gets it."""
        return {**asdict(self), "size_px": None if self.size_px is None else list(self.size_px)}


@dataclass(frozen=True, slots=True)
class NetworkStatus:
    """How it stands with the network: `state` is `waiting` (it has only just begun), `connected` or `lost`.

    `message` says why it is lost, in one sentence.
    """

    state: str = "waiting"
    message: str = ""

    def to_json(self) -> Mapping[str, Any]:
        """As the page gets it."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class PlayerShown:
    """One player of a table."""

    name: str
    seat: int
    colour: str
    """`#rrggbb`."""
    total: int
    turn: bool = False
    winner: bool = False
    """Leads while the game goes on."""
    last_points: int | None = None

    def to_json(self) -> dict[str, Any]:
        """As the page gets it."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class MoveShown:
    """One move in words, with the score lines that sum to its points."""

    n: int
    player: str | None
    text: str
    points: int
    legal: bool
    lines: tuple[ScoreLine, ...] = ()
    problems: tuple[Problem, ...] = ()
    at: str | None = None
    number: int = 0
    """Which move of the game it is, from 1: `n` is its line in the record, where other lines stand between moves."""

    def to_json(self) -> dict[str, Any]:
        """As the page gets it; where it was is told by its first score line."""
        return {
            "n": self.n,
            "number": self.number,
            "player": self.player,
            "text": self.text,
            "legal": self.legal,
            "points": self.points,
            "lines": [line.to_json() for line in self.lines],
            "problems": [problem.to_json() for problem in self.problems],
            "places": [place for line in self.lines[:1] for place in line.places],
            "provisional": False,
            "corrected": False,
            "picture": None,
        }


@dataclass(frozen=True, slots=True)
class QuestionShown:
    """An open question; `choices` may be answered by the command `answer` with its id and the choice's index."""

    id: str
    text: str
    choices: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """As the page gets it; a stranger's has no places and no picture."""
        return {"id": self.id, "text": self.text, "places": [], "choices": list(self.choices), "picture": None}


@dataclass(frozen=True, slots=True, kw_only=True)
class StateShown:
    """The page's state: what a browser shows without knowing any rules."""

    game: str
    title: str
    players: Sequence[Mapping[str, Any]]
    turn: str | None
    over: bool
    winners: Sequence[str]
    camera: CameraStatus
    lines: int
    """So many has the record."""
    paused: bool = False
    board: Mapping[str, Any] | None = None
    unsure: Mapping[str, str] = field(default_factory=dict)
    moves: Sequence[Mapping[str, Any]] = ()
    questions: Sequence[Mapping[str, Any]] = ()
    problems: Sequence[Problem] = ()

    def to_json(self) -> dict[str, Any]:
        """As the page gets it."""
        return {
            "format": FORMAT,
            **{each.name: getattr(self, each.name) for each in fields(self)},
            "camera": self.camera.to_json(),
            "winners": list(self.winners),
            "problems": [problem.to_json() for problem in self.problems],
        }
