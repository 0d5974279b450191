"""Standings of a tournament: results in, places out, with every number that decided."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from live.evenings.people import folded_name
from live.hub.results import GameResult, places
from live.hub.tournament import Tournament

FORMAT = "boardsight-standings/1"


@dataclass(frozen=True, slots=True)
class Played:
    """One player's part of one game that counts."""

    player: str
    round: int
    place: int
    points: float
    won: float
    score: int
    share: float
    difference: float
    against: tuple[str, ...]
    result: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings; equal in everything means the same place."""

    place: int
    player: str
    points: float
    games: int
    wins: float
    score: int
    share: float
    difference: float
    opponents: float
    best: int
    by_round: tuple[float | None, ...]

    def to_json(self) -> dict[str, Any]:
        """As exports and the page have it."""
        return {
            "place": self.place,
            "player": self.player,
            "points": _short(self.points),
            "games": self.games,
            "wins": _short(self.wins),
            "score": self.score,
            "share": round(self.share, 4),
            "difference": round(self.difference, 2),
            "opponents": round(self.opponents, 2),
            "best": self.best,
            "rounds": [None if points is None else _short(points) for points in self.by_round],
        }


def standings(tournament: Tournament, results: Iterable[GameResult]) -> tuple[Standing, ...]:
    """Everybody who has finished a game, and every entrant of the file, the first place first."""
    played = games_played(tournament, results)
    count = max([len(tournament.rounds), *(one.round for one in played)])
    names = {folded_name(one.name): one.name for one in tournament.players}
    for one in played:
        names.setdefault(folded_name(one.player), one.player)
    by_player: dict[str, list[Played]] = {name: [] for name in names.values()}
    for one in played:
        by_player[names[folded_name(one.player)]].append(one)
    counted = {name: _best(games, tournament.best) for name, games in by_player.items()}
    points = {name: round(sum(one.points for one in games), 9) for name, games in counted.items()}
    lines = {name: _line(name, games, points, count) for name, games in counted.items()}
    groups = _split(list(lines), lambda group: points)
    for rule in tournament.tie_breaks:
        groups = [part for group in groups for part in _split(group, _rule(rule, lines, counted))]
    ordered: list[Standing] = []
    for group in groups:
        place = len(ordered) + 1
        ordered += [_at_place(lines[name], place) for name in sorted(group, key=str.casefold)]
    return tuple(ordered)


def games_played(tournament: Tournament, results: Iterable[GameResult]) -> tuple[Played, ...]:
    """Each player's part of every game that counts, in the order in which the games ended."""
    finished = sorted((one for one in results if _counts(tournament, one)), key=lambda one: (one.changed_at, one.key))
    so_far: dict[str, int] = {}
    played: list[Played] = []
    for result in finished:
        names = [tournament.entrant(player.name) for player in result.players]
        for name in names:
            so_far[folded_name(name)] = so_far.get(folded_name(name), 0) + 1
        by_clock = _round(tournament, result)
        numbers = [by_clock or so_far[folded_name(name)] for name in names]
        played += _parts(tournament, result, names, numbers)
    return tuple(played)


def _counts(tournament: Tournament, result: GameResult) -> bool:
    if not result.over or not result.counts or not result.players:
        return False
    if tournament.games and result.game not in tournament.games:
        return False
    if tournament.tables and result.table not in tournament.tables:
        return False
    began = result.began
    if tournament.begins is not None and began < tournament.begins:
        return False
    if tournament.ends is not None and began >= tournament.ends:
        return False
    return not _timed(tournament) or _round(tournament, result) > 0


def _timed(tournament: Tournament) -> bool:
    return bool(tournament.rounds) and tournament.rounds[0].begins is not None


def _round(tournament: Tournament, result: GameResult) -> int:
    """The round of a game from 1 by the clock; 0 is none."""
    if not _timed(tournament):
        return 0
    began = result.began
    found = 0
    for number, one in enumerate(tournament.rounds, start=1):
        if one.begins is not None and one.begins <= began and (one.ends is None or began < one.ends):
            found = number
    return found


def _parts(tournament: Tournament, result: GameResult, names: Sequence[str], rounds: Sequence[int]) -> list[Played]:
    taken = places(result)
    scores = [player.score for player in result.players]
    total = sum(max(score, 0) for score in scores)
    parts = []
    for index, (name, place) in enumerate(zip(names, taken, strict=True)):
        alike = taken.count(place)
        others = [score for other, score in enumerate(scores) if other != index]
        parts.append(
            Played(
                name,
                rounds[index],
                place,
                _place_points(tournament, place, alike),
                1 / alike if place == 1 else 0.0,
                scores[index],
                max(scores[index], 0) / total if total else 1 / len(scores),
                scores[index] - sum(others) / len(others) if others else 0.0,
                tuple(other for at, other in enumerate(names) if at != index),
                result.key,
            )
        )
    return parts


def _place_points(tournament: Tournament, place: int, alike: int) -> float:
    """Points for a place that `alike` players hold together."""

    def of(one: int) -> float:
        return tournament.points[one - 1] if one <= len(tournament.points) else 0.0

    if tournament.ties == "full":
        return of(place)
    return sum(of(one) for one in range(place, place + alike)) / alike


def _best(games: Sequence[Played], most: int) -> list[Played]:
    """The games that count for a player: all, or the best few."""
    if not most or len(games) <= most:
        return list(games)
    return sorted(games, key=lambda one: (one.points, one.score), reverse=True)[:most]


def _line(name: str, games: Sequence[Played], points: dict[str, float], count: int) -> Standing:
    folded = {folded_name(other): value for other, value in points.items()}
    met = [folded.get(folded_name(other), 0.0) for one in games for other in one.against]
    rounds: list[float | None] = [None] * count
    for one in games:
        rounds[one.round - 1] = (rounds[one.round - 1] or 0.0) + one.points
    return Standing(
        0,
        name,
        points[name],
        len(games),
        sum(one.won for one in games),
        sum(one.score for one in games),
        sum(one.share for one in games) / len(games) if games else 0.0,
        sum(one.difference for one in games),
        sum(met) / len(met) if met else 0.0,
        max((one.score for one in games), default=0),
        tuple(rounds),
    )


def _rule(
    rule: str, lines: dict[str, Standing], counted: dict[str, list[Played]]
) -> Callable[[list[str]], dict[str, float]]:
    """What a tie-break gives each player of a group."""
    if rule != "direct":
        return lambda group: {name: round(getattr(lines[name], rule), 9) for name in group}

    def direct(group: list[str]) -> dict[str, float]:
        inside = {folded_name(name) for name in group}
        return {
            name: sum(one.points for one in counted[name] if any(folded_name(other) in inside for other in one.against))
            for name in group
        }

    return direct


def _split(group: list[str], value: Callable[[list[str]], dict[str, float]]) -> list[list[str]]:
    """A group by falling value into groups of equals."""
    values = value(group)
    return [[name for name in group if values[name] == one] for one in sorted({values[n] for n in group}, reverse=True)]


def _at_place(line: Standing, place: int) -> Standing:
    return replace(line, place=place)


def _short(number: float) -> float | int:
    """Whole numbers without a point, others to two places."""
    return int(number) if number == int(number) else round(number, 2)
