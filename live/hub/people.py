"""Who plays at the hub's tables and what they reached: the evenings' figures over the results that count."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from live.evenings.people import Person, folded_name
from live.evenings.played import EveningGame, EveningSeat
from live.evenings.statistics import EveningBook, figures, games_of, meetings
from live.hub.results import GameResult
from live.hub.tournament import Tournament

FORMAT = "boardsight-people/1"


def people_json(tournament: Tournament, results: Iterable[GameResult]) -> dict[str, Any]:
    """Everybody with the figures of all games and of each, and against whom; whoever has won most comes first."""
    book = book_of(tournament, results)
    names = {person.id: person.name for person in book.people}
    told = [
        {
            "name": person.name,
            **_without_moves(figures(book, person.id).to_json()),
            "by_game": [
                {"game": game, "title": title, **_without_moves(figures(book, person.id, game).to_json())}
                for game, title in games_of(book, person.id)
            ],
            "meetings": [{**meeting.to_json(), "other": names[meeting.other]} for meeting in meetings(book, person.id)],
        }
        for person in book.people
    ]
    ranked = sorted(told, key=lambda one: (-one["wins"], -one["share"], one["name"].casefold()))
    return {"format": FORMAT, "people": ranked}


def book_of(tournament: Tournament, results: Iterable[GameResult]) -> EveningBook:
    """The results as a book of evenings; spellings as the tournament has them."""
    games = tuple(
        EveningGame(
            f"{result.table} {result.game_id}",
            result.game,
            result.title,
            result.began_at,
            result.over,
            result.moves,
            tuple(
                EveningSeat(tournament.entrant(player.name), seat, player.score, player.winner)
                for seat, player in enumerate(result.players, start=1)
            ),
            _minutes(result),
        )
        for result in sorted(results, key=lambda one: (one.changed_at, one.key))
        if result.counts and result.over
    )
    names: dict[str, str] = {}
    for game in games:
        for seat in game.seats:
            names.setdefault(folded_name(seat.name), seat.name)
    people = tuple(Person(number, name, (name,)) for number, name in enumerate(names.values(), start=1))
    return EveningBook(people, games)


def _minutes(result: GameResult) -> float:
    return (result.changed - result.began).total_seconds() / 60


def _without_moves(document: dict[str, Any]) -> dict[str, Any]:
    """What the hub knows: it hears of results, not of reasons and moves."""
    return {key: value for key, value in document.items() if key not in ("best_moves", "reasons")}
