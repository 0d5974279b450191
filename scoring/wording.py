"""What people read, taken from one table per game: problems by their code, score lines by their rule."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.protocol import ScoreLine
from tabletop.readings import Problem


@dataclass(frozen=True)
class Wording:
    """One language's sentences of one game."""

    problems: Mapping[str, str]
    labels: Mapping[str, str]

    def problem(self, code: str, places: Iterable[str] = (), **values: Any) -> Problem:
        """A problem with its sentence; `values` fill the sentence's names."""
        return Problem(code, self.problems[code].format(**values), tuple(places))

    def line(self, label: str, points: int, places: Iterable[str] = (), *, rule: str = "", **values: Any) -> ScoreLine:
        """A score line with its label; the rule's word is the label's key unless told otherwise."""
        return ScoreLine(self.labels[label].format(**values), points, tuple(places), rule or label)

    def of_player(self, player: str, line: ScoreLine) -> ScoreLine:
        """A line of something that nobody did, with whose it is."""
        label = self.labels["of-player"].format(player=player, label=line.label)
        return ScoreLine(label, line.points, line.places, line.rule)


def joined(words: Iterable[str], last: str = "and") -> str:
    """Words as a sentence lists them.

    >>> joined(["a bank", "a park", "a zoo"])
    'a bank, a park and a zoo'
    """
    listed = list(words)
    return f" {last} ".join([", ".join(listed[:-1]), listed[-1]]) if len(listed) > 1 else "".join(listed)
