"""Whose moves the score track tells: the marker that advances by a move's points is the one of whoever made it.

The printed track is as good a witness as the turn puck, for moves that score: a marker may be moved late, or on a space
of another one, so several looks and several moves are held against each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product

from live.table.session import Session, TrackSighting, lines_on_the_table
from scoring.protocol import JudgedMove
from tabletop.readings import Reading

SPACES = 100
"""Then a marker has gone round once."""
TOGETHER = 4
"""Over more scoring moves a marker that nobody moves says nothing."""
REMEMBERED = 60
"""So many sightings are kept."""


def tracked(session: Session, reading: Reading) -> Session:
    """The session with where the markers stand after the last move that lies on the table.

    One that is not seen stands where it stood: under another, or a hand.
    """
    markers = getattr(reading.position, "scores", ())
    seen = {one.player: one.space for one in markers if reading.confidence.get(f"track:{one.player}") != "ask"}
    if not seen:
        return session
    laid = lines_on_the_table(session)
    after, last = laid[-1] if laid else 0, session.track[-1] if session.track else None
    if last is None:
        totals = session.played.totals
        last = TrackSighting(after, {} if any(totals.values()) else dict.fromkeys(totals, 0))
    spaces = {**last.spaces, **seen}
    earlier = session.track[:-1] if session.track and session.track[-1].after == after else session.track
    return replace(session, track=(*earlier, TrackSighting(after, spaces))[-REMEMBERED:])


def possible_owners(session: Session, laid: Sequence[JudgedMove]) -> tuple[frozenset[str] | None, ...]:
    """Who may have made each of these moves by what the markers advanced; None where they say nothing."""
    players = session.header.players
    lines = [move.n for move in laid]
    stands: dict[int, Mapping[str, int]] = {}
    for sighting in session.track:  # what was seen last between two moves counts: a marker is moved after its move
        stands[sum(line <= sighting.after for line in lines)] = sighting.spaces
    told: list[frozenset[str] | None] = [None] * len(laid)
    numbers = sorted(stands)
    while len(numbers) > 1:
        first, reached = numbers[0], None
        for end in numbers[1:]:
            points = {index: laid[index].judged.points for index in range(first, end) if laid[index].judged.points}
            if len(points) > TOGETHER:
                break
            advances = _advances(stands[first], stands[end])
            accounts = [owners for owners in product(players, repeat=len(points)) if _tells(owners, points, advances)]
            if accounts:
                reached = end
                for place, index in enumerate(points):
                    told[index] = frozenset(owners[place] for owners in accounts)
                break
        numbers = [number for number in numbers if number >= (numbers[1] if reached is None else reached)]
    return tuple(told)


def _advances(before: Mapping[str, int], after: Mapping[str, int]) -> Mapping[str, int]:
    """By how many spaces each marker that was seen both times has advanced."""
    return {player: (after[player] - space) % SPACES for player, space in before.items() if player in after}


def _tells(owners: Sequence[str], points: Mapping[int, int], advances: Mapping[str, int]) -> bool:
    """Whether these owners of moves of these points explain how far every marker went."""
    return all(
        sum(value for owner, value in zip(owners, points.values(), strict=True) if owner == player) % SPACES == advance
        for player, advance in advances.items()
    )
