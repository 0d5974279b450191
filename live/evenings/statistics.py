"""What people reached over many games: wins, averages, best moves, points by reason, duration, streaks, head to head.

Only games that are over count. A game won together is a win for each of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta, tzinfo
from functools import cached_property
from itertools import combinations
from typing import Any

from live.evenings.people import Person, by_spelling, folded_name
from live.evenings.played import BestMove, EveningGame, EveningSeat
from tabletop.records import moment

DAY_TURNS = timedelta(hours=5)
"""Whoever plays until half past two still plays on the evening before."""
BEST_MOVES = 3
REASONS = 8
"""So many of a person's reasons for points are told, those with most points."""


@dataclass(frozen=True)
class EveningBook:
    """All people and all games, the oldest game first; what is asked of them often is counted once."""

    people: tuple[Person, ...]
    games: tuple[EveningGame, ...]
    troubles: tuple[str, ...] = ()
    """Records that could not be read, each in one sentence."""

    @property
    def over(self) -> tuple[EveningGame, ...]:
        """The games that count."""
        return tuple(game for game in self.games if game.over)

    @cached_property
    def parts(self) -> Mapping[int, Sequence[tuple[EveningGame, EveningSeat]]]:
        """Person's id -> the games that count, each with the person's seat."""
        found = defaultdict[int, list[tuple[EveningGame, EveningSeat]]](list)
        for game in self.over:
            for person, seat in self.seated(game).items():
                found[person].append((game, seat))
        return found

    @cached_property
    def _known(self) -> Mapping[str, Person]:
        return by_spelling(self.people)

    def seated(self, game: EveningGame) -> dict[int, EveningSeat]:
        """Person's id -> seat; of two seats of one person the first."""
        found = dict[int, EveningSeat]()
        for seat in game.seats:
            person = self._known.get(folded_name(seat.name)) if seat.is_person else None
            if person is not None:
                found.setdefault(person.id, seat)
        return found


@dataclass(frozen=True, slots=True)
class PersonFigures:
    """What a person reached in some games: all, or all of one game."""

    games: int
    wins: int
    average: float
    best: int
    minutes: float
    streak: int
    """Games won running, up to the newest."""
    longest_streak: int
    best_moves: tuple[tuple[BestMove, str], ...]
    """With the record in which each was played."""
    reasons: tuple[tuple[str, int], ...]

    def to_json(self) -> dict[str, Any]:
        """As page and exports have it."""
        return {
            "games": self.games,
            "wins": self.wins,
            "share": round(self.wins / self.games, 3) if self.games else 0.0,
            "average": round(self.average, 1),
            "best": self.best,
            "minutes": round(self.minutes),
            "streak": self.streak,
            "longest_streak": self.longest_streak,
            "best_moves": [{"points": move.points, "text": move.text, "file": file} for move, file in self.best_moves],
            "reasons": [{"label": label, "points": points} for label, points in self.reasons],
        }


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two people in the games that both played, told from the first one's side."""

    other: int
    games: int
    ahead: int
    behind: int
    difference: float
    """The first one's points less the other's, on average."""

    def to_json(self) -> dict[str, Any]:
        """As page and exports have it; level games are neither ahead nor behind."""
        return {
            "other": self.other,
            "games": self.games,
            "ahead": self.ahead,
            "behind": self.behind,
            "level": self.games - self.ahead - self.behind,
            "difference": round(self.difference, 1),
        }


def figures(book: EveningBook, person_id: int, game: str | None = None) -> PersonFigures:
    """A person's figures in all games, or in those of one name."""
    part = list(_parts(book, person_id, game))
    scores = [seat.score for _, seat in part]
    reasons = Counter[str]()
    for _, seat in part:
        for label, points in seat.reasons:
            reasons[label] += points
    moves = ((move, one.file) for one, seat in part for move in seat.best)
    current, longest = _streaks([seat.winner for _, seat in part])
    return PersonFigures(
        len(part),
        sum(seat.winner for _, seat in part),
        sum(scores) / len(scores) if scores else 0.0,
        max(scores, default=0),
        sum(one.minutes or 0.0 for one, _ in part),
        current,
        longest,
        tuple(sorted(moves, key=lambda pair: -pair[0].points)[:BEST_MOVES]),
        tuple(sorted(reasons.items(), key=lambda pair: -abs(pair[1]))[:REASONS]),
    )


def games_of(book: EveningBook, person_id: int) -> tuple[tuple[str, str], ...]:
    """Name and title of every game that a person has finished, the one played most first."""
    counted = Counter((one.game, one.title) for one, _ in _parts(book, person_id, None))
    return tuple(game for game, _ in counted.most_common())


def usual_seat(book: EveningBook, person: Person) -> int | None:
    """Where a person sits: as chosen, else where the person sat most often."""
    seats = Counter(seat.seat for _, seat in _parts(book, person.id, None))
    return person.chosen_seat or (seats.most_common(1)[0][0] if seats else None)


def meetings(book: EveningBook, person_id: int) -> tuple[Meeting, ...]:
    """A person against everybody met, whom it was most often first."""
    against: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for game, mine in book.parts.get(person_id, ()):
        seated = book.seated(game)
        del seated[person_id]
        for other, seat in seated.items():
            ahead = _rank(mine) > _rank(seat)
            behind = _rank(mine) < _rank(seat)
            against[other].append((int(ahead) - int(behind), mine.score - seat.score))
    found = [
        Meeting(
            other,
            len(games),
            sum(sign > 0 for sign, _ in games),
            sum(sign < 0 for sign, _ in games),
            sum(difference for _, difference in games) / len(games),
        )
        for other, games in against.items()
    ]
    return tuple(sorted(found, key=lambda meeting: (-meeting.games, meeting.other)))


def met(book: EveningBook) -> frozenset[tuple[int, int]]:
    """Pairs of people, the lower id first, who sat at one table, in whatever game: they are two."""
    return frozenset(pair for game in book.games for pair in combinations(sorted(book.seated(game)), 2))


def evening_of(game: EveningGame, zone: tzinfo | None = None) -> str:
    """The day of a game's evening, ISO 8601, in a time zone (None: this machine's); empty where nobody knows."""
    began = moment(game.began)
    if began is None:
        return ""
    return f"{began.astimezone(zone) - DAY_TURNS:%Y-%m-%d}"


def _parts(book: EveningBook, person_id: int, game: str | None) -> Iterator[tuple[EveningGame, EveningSeat]]:
    return ((one, seat) for one, seat in book.parts.get(person_id, ()) if game in (None, one.game))


def _rank(seat: EveningSeat) -> tuple[bool, int]:
    """Winners by the rules are ahead, whatever the scores say: the rules know their own tie-breaks."""
    return (seat.winner, seat.score)


def _streaks(wins: Sequence[bool]) -> tuple[int, int]:
    """Wins running up to the newest, and the most running ever."""
    running = longest = 0
    for won in wins:
        running = running + 1 if won else 0
        longest = max(longest, running)
    return running, longest
