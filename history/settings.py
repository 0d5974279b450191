"""The numbers that histories are weighed, kept and told with."""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import NamedTuple

from scoring.referee.settings import USUAL


class Misread(NamedTuple):
    """How probable a look of one kind is wrong."""

    confidence: str
    lead: float
    """Nats by which what it shows leads, at least."""
    shows: str
    """`bare`, a `thing`, or a `tie` of several that look alike."""
    first: float
    """Where it is the first, ..."""
    bare: float
    """... where it goes on and nothing lies there, ..."""
    other: float
    """... and where another thing lies there."""


@dataclass(frozen=True, slots=True)
class HistorySettings:
    """Natural logarithms of probabilities unless a unit is named.

    Origins: (a) `benchmarks/kept_games.py --engine history` on the repository's kept games, (b) the imperfect players
    of the virtual table, (c) the shares of wrong looks counted on films, (d) chosen by hand.
    """

    errors: tuple[Misread, ...] = (
        Misread("certain", 0.0, "bare", 0.01, 0.0003, 0.0003),
        Misread("likely", 0.0, "bare", 0.02, 0.001, 0.001),
        Misread("ask", 0.0, "bare", 0.1, 0.01, 0.01),
        Misread("certain", 0.0, "thing", 0.02, 0.0005, 0.0005),
        Misread("likely", 8.0, "thing", 0.3, 0.001, 0.01),
        Misread("likely", 4.0, "thing", 0.75, 0.003, 0.06),
        Misread("likely", 0.0, "thing", 0.8, 0.02, 0.35),
        Misread("ask", 4.0, "tie", 0.55, 0.003, 0.03),
        Misread("ask", 0.0, "tie", 0.8, 0.05, 0.5),
        Misread("ask", 4.0, "thing", 0.99, 0.05, 0.05),
        Misread("ask", 0.0, "thing", 0.97, 0.7, 0.1),
    )
    """How probable a look is wrong, the first that holds: counted on the repository's kept games (a)."""
    hand: float = 0.9
    """Looks that are more probably wrong show a hand or a shadow, whatever each of them is taken for (d)."""
    fades_s: float = 0.1
    """Seconds: after d of them so much of the first look's error is left: 1 / (1 + d / this) (a)."""
    lasting_s: float = 3.0
    """Seconds: what lasts of it falls by 1 / (1 + d / this) to the power of 1.5 (c)."""
    again: float = 0.15
    """At least so probable is one more wrong sighting of the same thing (c)."""
    between_s: float = 0.45
    """Seconds: with more of them between two looks a hand may have been there (d)."""
    untouched: float = log(0.02)
    """That a place changed from one look to the next with no hand over it (c)."""
    together: float = 0.5
    """The places of one piece are misread together: n of them count as n to the power of this (a)."""

    quiet: float = log(USUAL.quiet_move)
    """A turn without a trace (b), ..."""
    quiet_again: float = log(0.165)
    """... one more after it (b)."""
    turn_s: float = 6.0
    """Seconds that a turn takes (b): in a longer time that nobody saw, turns without a trace are likelier."""
    taken_back: float = log(USUAL.taken_back)
    """The last thing was taken back, or laid wrongly first (b), ..."""
    taken_back_earlier: float = log(USUAL.taken_back) - 2.0
    """... and an earlier one (b)."""
    taken_back_s: float = 3.0
    """Seconds: what has lain for d of them is taken back less often by 1 / (1 + d / this) (b)."""
    never_lay: float = -2.0
    """That looks showed a thing that was never there, beside what these looks cost (d)."""

    forgotten: float = -3.0
    """Somebody moved without having got the puck (b)."""
    late: float = -1.0
    """The puck came to somebody only after the move (b)."""
    early: float = -2.7
    """It was passed on before the move (b)."""
    skipped: float = -1.0
    """It went past a player without being seen there (b)."""
    astray: float = -5.0
    """It lay where it had no business (b)."""
    away: float = -1.5
    """And a move was made meanwhile (b)."""
    stays: float = -1.2
    """It is still with whoever has moved a while ago (b)."""
    marker_late: float = log(USUAL.marker_forgotten)
    """A score marker stands where it stood before the last moves (b), ..."""
    marker_wrong: float = log(USUAL.marker_wrong / 50)
    """... or anywhere else (b)."""

    histories: int = 24
    """So many are kept (a), ..."""
    within: float = 12.0
    """... none that is less likely than the best by more nats (a)."""
    grown: int = 6
    """So many of the best are carried on (a), ..."""
    candidates: int = 8
    """... each by so many moves (a)."""
    back: int = 4
    """So many of the last events may have been others (a)."""
    written: int = 110
    """So many histories are worked out in one look; the others wait for the next (a)."""
    lag: int = 10
    """So many visible moves stay open (b)."""

    sure: float = 0.9
    """From this probability on a move is told (a), ..."""
    wait_s: float = 1.5
    """... a less probable one once it has been the best for so many seconds (a)."""
    settled_s: float = 0.15
    """Seconds from a thing's first look to the one that confirms it: what one look alone shows is not told (a)."""
    change: float = 1.5
    """By so many nats another account must be better than the one that was told (a), ..."""
    change_s: float = 0.6
    """... for so many seconds (a)."""
    ask: float = 0.8
    """Less probable than this, people are asked (a): ..."""
    ask_s: float = 2.5
    """... seconds later where no coming look can tell (a), ..."""
    ask_late_s: float = 7.0
    """... or in any case (a)."""
    answers: int = 4
    """A question about accounts has at most so many answers (d), ..."""
    worth: float = 0.03
    """... none that is less probable (d)."""
    unexplained_s: float = 5.0
    """Seconds: a place that contradicts the best history for longer is told and asked about (d)."""


SETTINGS = HistorySettings()
