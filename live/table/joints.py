"""Pieces of one colour side by side look like a larger one: what is known to lie there tells them apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from live.table.session import Session
from tabletop.gamefile import Part, load_game
from tabletop.readings import Reading

Told = Mapping[str, float]
EMPTY = "empty"


def taken_apart(session: Session, reading: Reading) -> Reading:
    """The reading in which no piece without a code has grown: beside a known one another one of its colour lies.

    The joint between two pieces of one colour can't be seen in some light. Where the rest of what looks like one large
    piece was plainly bare after a later move than the one that laid the known part, a piece of the rest's size was
    laid since; which, the rules and the other looks tell.
    """
    if not reading.uncoded:
        return reading
    contents, kinds = session.rules.contents(session.state), load_game(session.header.game).by_id
    words = {place: max(told, key=told.__getitem__) if told else "" for place, told in reading.evidence.items()}
    larger: dict[tuple[str, str], list[str]] = {}
    for place, word in words.items():
        if word in reading.uncoded and word != contents.get(place):
            larger.setdefault((_area(place), word), []).append(place)
    apart: dict[str, Told] = {}
    for (area, word), places in larger.items():
        known = [place for place in places if contents.get(place, EMPTY) != EMPTY]
        rest = [place for place in places if place not in known]
        size = len(kinds[word].cells)
        if len(places) < size:  # what lies beside it and looks like the rest of it is known by the same word
            known += [place for place in words if _area(place) == area and words[place] == word == contents.get(place)]
        fits = known and rest and len(places) <= size and len(rest) < size
        if fits and _lay_there_alone(session, words, known, rest, kinds[word]):
            apart |= _apart(reading, word, {place: contents[place] for place in known}, rest)
    return replace(reading, evidence={**reading.evidence, **apart}) if apart else reading


def _area(place: str) -> str:
    """The place's board, as its name has it."""
    return place.rpartition(":")[0]


def _lay_there_alone(
    session: Session, words: Mapping[str, str], known: Sequence[str], rest: Sequence[str], larger: Part
) -> bool:
    """Whether the known places are of pieces that are no guesses and lie there still, and the rest was bare later."""
    kinds, contents = load_game(session.header.game).by_id, session.rules.contents(session.state)
    if any(contents[place] not in kinds or kinds[contents[place]].kind != larger.kind for place in known):
        return False
    bare = [session.plain[place].after for place in rest if place in session.plain]
    left = set(known)
    for move in session.moves:
        places = set(session.rules.places_of(move.judged.move))
        if not left.isdisjoint(places):
            gone = any(words.get(place, EMPTY) == EMPTY for place in places.difference(known))
            if gone or move.n in session.played.guesses or move.n >= min(bare, default=0):
                return False
            left -= places
    return not left and len(bare) == len(rest)


def _apart(reading: Reading, larger: str, known: Mapping[str, str], rest: Sequence[str]) -> dict[str, Told]:
    """What the places tell of two pieces that together look like a larger one."""
    kinds = load_game(reading.game).by_id
    told: dict[str, Told] = {}
    for place, lying in known.items():
        told[place] = {**reading.evidence[place], lying: reading.evidence[place][larger]}
    fitting = [
        word
        for word in reading.uncoded
        if (kinds[word].kind, kinds[word].colour) == (kinds[larger].kind, kinds[larger].colour)
        and len(kinds[word].cells) == len(rest)
    ]
    for place in rest:
        seen = reading.evidence[place]
        told[place] = {**seen, **dict.fromkeys(fitting, seen[larger]), larger: min(seen.values())}
    return told
