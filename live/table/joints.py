"""Pieces of one colour side by side look like larger ones: what is known to lie there tells them apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from live.table.interpretation import EQUAL
from live.table.session import Session
from tabletop.gamefile import load_game
from tabletop.parts import Part
from tabletop.readings import Reading

Told = Mapping[str, float]
EMPTY = "empty"


def taken_apart(session: Session, reading: Reading) -> Reading:
    """The reading in which no piece without a code has grown: beside known ones another one of their colour lies.

    The joint between two pieces of one colour can't be seen in some light. Where what looks like larger pieces was, but
    for known ones, plainly bare after a later move than those that laid them, a piece of the rest's size was laid
    since, or of all that is new; which, the rules and the other looks tell.
    """
    if not reading.uncoded:
        return reading
    table = _Table.of(session, reading)
    apart: dict[str, Told] = {}
    for seen, grown in table.grown():
        alike = others = table.alike(seen)
        if table.gone(seen, alike):
            continue  # what is new there may be the one that has gone
        for places in (grown, table.otherwise[seen]):  # a part of the new piece may look like a whole one
            known = [place for place in places if table.contents.get(place, EMPTY) != EMPTY]
            rest = [place for place in places if place not in known]
            fitting = [word for word in alike if len(table.kinds[word].cells) == len(rest)]
            if known and fitting and _lay_there_alone(session, table, known, rest):
                apart |= {place: _held(reading.evidence[place], table.contents[place]) for place in known}
                apart |= {place: _told(apart.get(place, reading.evidence[place]), fitting, others) for place in rest}
                others = []  # all of it may be one piece, too
    return replace(reading, evidence={**reading.evidence, **apart}) if apart else reading


Seen = tuple[str, str, str | None]
"""A board, as the names of its places have it, and kind and colour of what seems to lie there."""


@dataclass(frozen=True, slots=True)
class _Table:
    """What is known to lie on the boards, and what seems to."""

    kinds: Mapping[str, Part]
    contents: Mapping[str, str]
    words: Mapping[str, str]
    """Place -> what most likely lies there, what is known to if nothing is likelier."""
    otherwise: Mapping[Seen, Sequence[str]]
    """The places where a piece without a code seems to lie that is not known there."""
    uncoded: frozenset[str]

    @classmethod
    def of(cls, session: Session, reading: Reading) -> _Table:
        kinds, contents = load_game(session.header.game).by_id, session.rules.contents(session.state)
        words = {place: _likeliest(told, contents.get(place, EMPTY)) for place, told in reading.evidence.items()}
        otherwise: dict[Seen, list[str]] = {}
        for place, word in words.items():
            if word in reading.uncoded and word != contents.get(place):
                otherwise.setdefault((_board(place), kinds[word].kind, kinds[word].colour), []).append(place)
        return cls(kinds, contents, words, otherwise, reading.uncoded)

    def alike(self, seen: Seen) -> list[str]:
        """The pieces without codes of this kind and colour."""
        return [word for word in self.uncoded if (self.kinds[word].kind, self.kinds[word].colour) == seen[1:]]

    def gone(self, seen: Seen, alike: Sequence[str]) -> bool:
        """Whether one of these pieces has gone from a place of its board."""
        return any(
            word in alike and _board(place) == seen[0] and self.words.get(place) == EMPTY
            for place, word in self.contents.items()
        )

    def grown(self) -> Iterator[tuple[Seen, list[str]]]:
        """All places of what seems to have known places too, or too few new ones to be a piece of its own."""
        for seen, places in self.otherwise.items():
            by_word: dict[str, list[str]] = {}
            for place in places:
                by_word.setdefault(self.words[place], []).append(place)
            found = [place for word, there in by_word.items() for place in self._grown(seen, word, there)]
            if found:
                yield seen, found

    def _grown(self, seen: Seen, word: str, places: Sequence[str]) -> list[str]:
        """These places and those of the rest of what has grown there; none where nothing has."""
        size, new = len(self.kinds[word].cells), sum(self.contents.get(place, EMPTY) == EMPTY for place in places)
        if size < 2 or (new == len(places) and new % size == 0):
            return []
        if len(places) >= size:
            return list(places)
        return [place for place, told in self.words.items() if told == word and _board(place) == seen[0]]


def _likeliest(told: Told, known: str) -> str:
    best = max(told.values(), default=0.0)
    if known in told and told[known] > best - EQUAL:
        return known
    return next((word for word, nats in told.items() if nats == best), "")


def _board(place: str) -> str:
    return place.rpartition(":")[0]


def _lay_there_alone(session: Session, table: _Table, known: Iterable[str], rest: Sequence[str]) -> bool:
    """Whether the known places are of pieces that are no guesses and lie there still, and the rest was bare later."""
    bare = [session.plain[place].after for place in rest if place in session.plain]
    left = set(known)
    for move in session.moves:
        places = session.rules.places_of(move.judged.move)
        if not left.isdisjoint(places):
            gone = any(table.words.get(place, EMPTY) == EMPTY for place in places)
            if gone or move.n in session.played.guesses or move.n >= min(bare, default=0):
                return False
            left.difference_update(places)
    return not left and len(bare) == len(rest)


def _held(told: Told, known: str) -> Told:
    """What is known to lie there is as likely as what seems to."""
    return {**told, known: max(told.values())}


def _told(told: Told, fitting: Iterable[str], alike: Iterable[str]) -> Told:
    """Of all pieces of its look only those of the right size are as likely as what seems to lie there."""
    return {**told, **dict.fromkeys(alike, min(told.values())), **dict.fromkeys(fitting, max(told.values()))}
