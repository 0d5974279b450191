"""The tournament file: points for places, tie-breaks, rounds and players' names, in a small TOML file."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from live.evenings.people import folded_name
from tabletop.notation.lines import read_toml
from tabletop.schema import FieldKind, Key, Mismatch, anything, list_of, mismatch, one_of, table, text, whole
from tabletop.textfiles import read_text, source_name

TIE_BREAKS = ("wins", "direct", "opponents", "share", "score", "difference", "best")
"""What may decide between players of equal points; the documentation and `standings.py` say how each is counted."""
TIES = ("share", "full")
"""Who share a place share its points with the places they block, or each get the points of the place."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round by the clock: a game belongs to it whose first news reached the hub from `begins` until `ends`."""

    title: str
    begins: datetime | None = None
    ends: datetime | None = None


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of the tournament, and the other spellings under which the tables may know the name."""

    name: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tournament:
    """How results become standings. Without a file: three points for first, one for second, every game counts."""

    title: str = ""
    points: tuple[float, ...] = (3, 1)
    ties: str = "share"
    tie_breaks: tuple[str, ...] = ("wins", "share", "score")
    best: int = 0
    begins: datetime | None = None
    ends: datetime | None = None
    games: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    rounds: tuple[Round, ...] = ()
    players: tuple[Entrant, ...] = ()
    spellings: dict[str, str] = field(default_factory=dict, compare=False, repr=False)

    def entrant(self, name: str) -> str:
        """A name as the standings have it: spaces and capitals make no other player."""
        folded = folded_name(name)
        return self.spellings.get(folded, name.strip())


def load_tournament(path: str | Path) -> Tournament:
    """The tournament in a file. Raises UnreadableInput that names the line, the value and what was expected."""
    return read_tournament(read_text(path), source=source_name(path))


def read_tournament(written: str, *, source: str = "tournament") -> Tournament:
    """The tournament that a TOML text describes."""
    made: Tournament = read_toml(written, _file(), source)
    return made


def _file() -> FieldKind:
    top = {"tournament": Key(_head()), "rounds": Key(list_of(_round()), ()), "players": Key(list_of(_player()), ())}
    return table(_together, top, name="a tournament file")


def _head() -> FieldKind:
    return table(
        lambda **values: values,
        {
            "title": Key(text(), ""),
            "points": Key(list_of(_points(), least=1, most=100), (3, 1)),
            "ties": Key(one_of(TIES), "share"),
            "tie_breaks": Key(list_of(one_of(TIE_BREAKS), unique=True), ("wins", "share", "score")),
            "best": Key(whole(0, 1000), 0),
            "from": Key(_time(), None),
            "until": Key(_time(), None),
            "games": Key(list_of(text()), ()),
            "tables": Key(list_of(text()), ()),
        },
        name="[tournament]",
    )


def _round() -> FieldKind:
    def build(**values: Any) -> Round:
        begins, ends = values["from"], values["until"]
        if begins is not None and ends is not None and ends <= begins:
            raise mismatch(("until",), ends, f"a time after {begins}")
        return Round(values["title"], begins, ends)

    keys = {"title": Key(text()), "from": Key(_time(), None), "until": Key(_time(), None)}
    return table(build, keys, name="a round")


def _player() -> FieldKind:
    return table(Entrant, {"name": Key(text()), "also": Key(list_of(text()), ())}, name="a player")


def _points() -> FieldKind:
    def fits(value: Any) -> bool:
        return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)

    return anything("a number of points", fits)


def _time() -> FieldKind:
    expected = "a date and time with its time zone, such as 2026-11-20T19:00:00+01:00"
    return anything(expected, lambda value: isinstance(value, datetime) and value.tzinfo is not None)


def _together(tournament: dict[str, Any], rounds: tuple[Round, ...], players: tuple[Entrant, ...]) -> Tournament:
    """The parts as one value, after what only shows between them is checked."""
    times = [one.begins for one in rounds if one.begins is not None]
    if times and len(times) < len(rounds):
        missing = next(index for index, one in enumerate(rounds) if one.begins is None)
        raise Mismatch(("rounds", missing), "'from' is missing; give every round its time, or none")
    for index, (before, after) in enumerate(itertools.pairwise(times), start=1):
        if after <= before:
            raise mismatch(("rounds", index, "from"), after, "a time after the round before")
    spellings: dict[str, str] = {}
    for index, player in enumerate(players):
        for spelling in (player.name, *player.also):
            if spellings.setdefault(folded_name(spelling), player.name) != player.name:
                other = spellings[folded_name(spelling)]
                raise Mismatch(("players", index), f'"{spelling}" is already {other}; one name, one player')
    values = {key: value for key, value in tournament.items() if key not in ("from", "until")}
    return Tournament(
        **values,
        begins=tournament["from"],
        ends=tournament["until"],
        rounds=rounds,
        players=players,
        spellings=spellings,
    )
