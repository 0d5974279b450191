"""What a move changed in a game that scores at the end: the lines gained, lost and altered, with their differences."""

import operator
from collections.abc import Callable, Iterable

from scoring.protocol import ScoreLine

LOST = "no longer: {label}"
"""The label of a line that a move took away."""


def changes(before: Iterable[ScoreLine], after: Iterable[ScoreLine]) -> tuple[ScoreLine, ...]:
    """Score lines that sum to the difference between two scores, told by rule and label.

    A line on both sides appears with the difference of its points and the places that differ, a line that is gone
    with its points taken back; lines that did not change, or only in their wording, do not appear. Lines that are
    the same word for word are told apart first: another line may have the same points for other reasons.
    """
    if before is after:
        return ()
    left, right = _unpaired(list(before), list(after), operator.is_)
    left, right = _unpaired(left, right, _says_it_word_for_word)
    left, right = _unpaired(left, right, _says_the_same)
    old, new = _merged(left), _merged(right)
    found: list[ScoreLine] = []
    for key, line in new.items():
        points = line.points - (old[key].points if key in old else 0)
        if points:
            known = set(old[key].places) if key in old else set()
            fresh = [] if known.issuperset(line.places) else [place for place in line.places if place not in known]
            gone = known.difference(line.places)
            found.append(ScoreLine(line.label, points, (*fresh, *sorted(gone)), line.rule))
    for key, line in old.items():
        if key not in new and line.points:
            found.append(ScoreLine(LOST.format(label=line.label), -line.points, line.places, line.rule))
    return tuple(found)


def _unpaired(
    before: list[ScoreLine], after: list[ScoreLine], same: Callable[[ScoreLine, ScoreLine], bool]
) -> tuple[list[ScoreLine], list[ScoreLine]]:
    """The lines on each side that have no partner on the other; each is paired once."""
    left, right = [], list(after)
    for line in before:
        for index, other in enumerate(right):
            if same(line, other):
                del right[index]
                break
        else:
            left.append(line)
    return (left, right)


def _says_it_word_for_word(line: ScoreLine, other: ScoreLine) -> bool:
    """Whether two lines are equal."""
    return line.points == other.points and line == other  # mostly it is the points that differ


def _says_the_same(line: ScoreLine, other: ScoreLine) -> bool:
    """Whether two lines differ in their wording at most."""
    return line.rule == other.rule and line.points == other.points and line.places == other.places


def _merged(lines: Iterable[ScoreLine]) -> dict[tuple[str, str], ScoreLine]:
    """Lines of one rule and label taken together."""
    merged: dict[tuple[str, str], ScoreLine] = {}
    for line in lines:
        key = (line.rule, line.label)
        if key in merged:
            first = merged[key]
            line = ScoreLine(line.label, first.points + line.points, first.places + line.places, line.rule)
        merged[key] = line
    return merged
