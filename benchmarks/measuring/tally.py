"""Counts over pictures: a reading held against the truth, place by place."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from measuring.contents import EVERY_PLACE, contents
from tabletop.gamefile import load_game
from tabletop.intervals import share_words
from tabletop.lattice import SIDES, segment, street_name
from tabletop.readings import Confidence, Reading

NEIGHBOURHOODS = load_game("big-city").neighbourhoods


@dataclass(frozen=True, slots=True)
class Compared:
    """One picture's reading against the truth; each set holds names of places."""

    visible: frozenset[str]
    right: frozenset[str]
    asked: frozenset[str]
    """Asked about or without an entry; it never counts as right."""
    wrong: Mapping[str, Confidence]
    read: bool
    """Whether there is a position at all; a picture may be refused with the reason."""

    @property
    def wrong_certain(self) -> int:
        """The failure that must not happen."""
        return sum(sureness == "certain" for sureness in self.wrong.values())

    @property
    def asked_visible(self) -> frozenset[str]:
        """Asked about although it is seen."""
        return self.asked & self.visible

    @property
    def perfect(self) -> bool:
        """Every place that is seen is right, and nothing is wrong."""
        return self.read and not self.wrong and self.visible <= self.right

    def without(self, places: frozenset[str]) -> "Compared":
        """The same, with these places left out of every count."""
        wrong = {place: sureness for place, sureness in self.wrong.items() if place not in places}
        return Compared(self.visible - places, self.right - places, self.asked - places, wrong, self.read)


def compare(truth: Any, reading: Reading, hidden: Collection[str] = ()) -> Compared:
    """Hold a reading against what lies there. `hidden` names places of which the picture shows too little."""
    expected = contents(truth)
    visible = frozenset(expected) - frozenset(hidden)
    if reading.position is None:
        return Compared(visible, frozenset(), frozenset(expected), {}, False)
    named = {place: _as_in_truth(place, truth, expected) for place in reading.confidence}
    got = {named.get(place, place): what for place, what in contents(reading.position).items()}
    confidence = {named[place]: sureness for place, sureness in reading.confidence.items()}
    right, asked, wrong = set(), set(), {}
    for place in set(expected) | {p for p in confidence if p.split(":")[0] in EVERY_PLACE}:
        sureness = confidence.get(place, "ask")
        if sureness == "ask":
            asked |= {place} & set(expected)
        elif place in expected and got.get(place, expected) == expected[place]:
            right.add(place)
        else:
            wrong[place] = sureness
    return Compared(visible, frozenset(right), frozenset(asked), wrong, True)


def _as_in_truth(place: str, truth: Any, expected: Collection[str]) -> str:
    """A street as the whole city names it: beside a hidden neighbourhood the reading knows another property only."""
    word, _, rest = place.partition(":")
    if word != "street" or place in expected:
        return place
    cells = NEIGHBOURHOODS.cells_of(truth.tiles)
    number, _, named = rest.partition(":")
    side = next((one for one in SIDES if one == named), None)
    if int(number) not in cells or side is None:
        return place
    numbers = {cell: one for one, cell in cells.items()}
    return street_name(segment(cells[int(number)], side), numbers)


@dataclass
class Tally:
    """Sums over some pictures."""

    boards: int = 0
    perfect: int = 0
    right_or_asked: int = 0
    refused: int = 0
    visible: int = 0
    right: int = 0
    asked: int = 0
    wrong: int = 0
    wrong_certain: int = 0

    def add(self, one: Compared) -> None:
        """Count one picture."""
        self.boards += 1
        self.perfect += one.perfect
        self.right_or_asked += not one.wrong
        self.refused += not one.read
        self.visible += len(one.visible)
        self.right += len(one.right & one.visible)
        self.asked += len(one.asked_visible)
        self.wrong += len(one.wrong)
        self.wrong_certain += one.wrong_certain

    def row(self) -> str:
        """One line of a table; of what is right, and wrong and certain, with the share's interval."""
        counts = f"| {self.boards} | {self.perfect} | {self.right_or_asked} | {self.refused} | {self.visible} |"
        right, certain = (share_words(count, self.visible) for count in (self.right, self.wrong_certain))
        return f"{counts} {right} | {self.asked} | {self.wrong} | {self.wrong_certain}: {certain} |"


def table(name: str, tallies: Mapping[str, Tally], whole: Tally) -> str:
    """A table in Markdown, a row for each key."""
    head = [name, "pictures", "perfect", "right or asked", "refused", "visible places", "right", "asked", "wrong"]
    head += ["wrong and certain"]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += [f"| {key} {tally.row()}" for key, tally in {**tallies, "**all**": whole}.items()]
    return "\n".join(lines)


def count_words(hits: int, trials: int) -> str:
    """Both counts, and the share with its interval.

    >>> count_words(118, 174)
    '118 of 174: 67.8 % (60.6 to 74.3)'
    """
    return f"{hits} of {trials}: {share_words(hits, trials)}"
