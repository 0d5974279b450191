"""What a move changed in a game that scores at the end: the lines gained, lost and altered, with their differences."""

from collections.abc import Iterable

from scoring.protocol import ScoreLine

LOST = "no longer: {label}"
"""The label of a line that a move took away."""


def changes(before: Iterable[ScoreLine], after: Iterable[ScoreLine]) -> tuple[ScoreLine, ...]:
    """Score lines that sum to the difference between two scores, told by rule and label.

    A line on both sides appears with the difference of its points and the places that differ, a line that is gone
    with its points taken back; lines that did not change, or only in their wording, do not appear. Lines that are
    the same word for word are told apart first: another line may have the same points for other reasons.
    """
    left, right = list[ScoreLine](), list(after)
    for line in before:
        if line in right:
            right.remove(line)
        else:
            left.append(line)
    for line in tuple(left) if right else ():
        core = _core(line)
        same = next((other for other in right if _core(other) == core), None)
        if same is not None:
            left.remove(line)
            right.remove(same)
    old, new = _merged(left), _merged(right)
    found: list[ScoreLine] = []
    for key, line in new.items():
        points = line.points - (old[key].points if key in old else 0)
        if points:
            known = set(old[key].places) if key in old else set()
            places = [place for place in line.places if place not in known]
            places += sorted(known - set(line.places))
            found.append(ScoreLine(line.label, points, tuple(places), line.rule))
    for key, line in old.items():
        if key not in new and line.points:
            found.append(ScoreLine(LOST.format(label=line.label), -line.points, line.places, line.rule))
    return tuple(found)


def _core(line: ScoreLine) -> tuple[str, tuple[str, ...], int]:
    """What a line says apart from its wording."""
    return (line.rule, line.places, line.points)


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
