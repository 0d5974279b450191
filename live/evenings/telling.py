"""Evenings as JSON for the page and other programs, as CSV for spreadsheets, as lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from live.console.language import told
from live.evenings.people import Person, perhaps_the_same
from live.evenings.played import EveningGame
from live.evenings.statistics import (
    EveningBook,
    PersonFigures,
    evening_of,
    figures,
    games_of,
    meetings,
    met,
    usual_seat,
)
from live.records.spreadsheets import csv_text

FORMAT = "boardsight-evenings/1"
KINDS = ("games", "people")


def evenings_json(book: EveningBook) -> dict[str, Any]:
    """Everybody with the figures of all games, every game, who may be one person misspelt."""
    return {
        "format": FORMAT,
        "people": [{**person_json(book, person), **figures(book, person.id).to_json()} for person in book.people],
        "games": [_game_json(book, game) for game in reversed(book.games)],
        "alike": [[one.id, other.id] for one, other in perhaps_the_same(book.people, met(book))],
        "troubles": [{"message": trouble} for trouble in book.troubles],
    }


def one_person_json(book: EveningBook, person: Person) -> dict[str, Any]:
    """One person: all games together, each game, head to head."""
    return {
        **person_json(book, person),
        **figures(book, person.id).to_json(),
        "by_game": [
            {"game": game, "title": title, **figures(book, person.id, game).to_json()}
            for game, title in games_of(book, person.id)
        ],
        "meetings": [meeting.to_json() for meeting in meetings(book, person.id)],
    }


def person_json(book: EveningBook, person: Person) -> dict[str, Any]:
    """Who somebody is."""
    return {
        "id": person.id,
        "name": person.name,
        "spellings": list(person.spellings),
        "colour": person.colour,
        "seat": usual_seat(book, person),
    }


def _game_json(book: EveningBook, game: EveningGame) -> dict[str, Any]:
    ids = {seat.seat: person for person, seat in book.seated(game).items()}
    return {
        "file": game.file,
        "game": game.game,
        "title": game.title,
        "began": game.began,
        "evening": evening_of(game),
        "over": game.over,
        "moves": game.moves,
        "minutes": game.minutes,
        "players": [
            {"name": seat.name, "person": ids.get(seat.seat), "seat": seat.seat, "score": seat.score,
             "winner": seat.winner and game.over}
            for seat in game.seats
        ],
    }  # fmt: skip


def evenings_csv(book: EveningBook, kind: str) -> str:
    """One of `KINDS` for spreadsheets: a row a player of each game, or a row a person and game."""
    return _games_csv(book) if kind == "games" else _people_csv(book)


def _games_csv(book: EveningBook) -> str:
    head = ["evening", "began", "file", "game", "over", "moves", "minutes", "seat", "person", "written as", "score",
            "won"]  # fmt: skip
    people = {person.id: person.name for person in book.people}
    rows = []
    for game in book.games:
        ids = {seat.seat: people[person] for person, seat in book.seated(game).items()}
        rows += [
            [evening_of(game), game.began, game.file, game.game, game.over, game.moves, game.minutes, seat.seat,
             ids.get(seat.seat, ""), seat.name, seat.score, seat.winner and game.over]
            for seat in game.seats
        ]  # fmt: skip
    return csv_text(head, rows)


def _people_csv(book: EveningBook) -> str:
    head = ["person", "game", "games", "wins", "average", "best", "minutes", "streak", "longest streak", "best move"]
    return csv_text(head, (row for person in book.people for row in _person_rows(book, person)))


def _person_rows(book: EveningBook, person: Person) -> Iterator[list[Any]]:
    for game in (None, *(name for name, _ in games_of(book, person.id))):
        one = figures(book, person.id, game)
        best = one.best_moves[0][0] if one.best_moves else None
        told = "" if best is None else f"{best.points}: {best.text}"
        yield [person.name, game or "", one.games, one.wins, round(one.average, 2), one.best, round(one.minutes),
               one.streak, one.longest_streak, told]  # fmt: skip


def evenings_lines(book: EveningBook) -> Iterator[str]:
    """Everybody in one line each, whoever has won most first; then who may be one person."""
    ranked = sorted(
        ((figures(book, person.id), person) for person in book.people),
        key=lambda pair: (-pair[0].wins, -pair[0].games, pair[1].name.casefold()),
    )
    width = max((len(person.name) for person in book.people), default=0)
    for one, person in ranked:
        yield f"{person.name:<{width}}  {told(figures_words(one))}"
    if not book.people:
        words = "nobody has played yet; `boardsight play` and `boardsight demo` write the records that are counted here"
        yield told(words)
    games = {person.id: one.games for one, person in ranked}
    for pair in perhaps_the_same(book.people, met(book)):
        rare, usual = sorted(pair, key=lambda person: games[person.id])
        yield told(f'one person? then: boardsight evenings merge "{rare.name}" "{usual.name}"')
    yield from book.troubles


def person_lines(book: EveningBook, person: Person) -> Iterator[str]:
    """One person: all games together, each game, the best moves, the reasons for points, head to head."""
    whole = figures(book, person.id)
    yield f"{person.name}: {told(figures_words(whole))}"
    if len(person.spellings) > 1:
        yield told(f"written as {', '.join(person.spellings)}")
    for game, title in games_of(book, person.id):
        one = figures(book, person.id, game)
        words = f"{figures_words(one)}; {one.average:.1f} points on average, {one.best} at best"
        yield f"{title}: {told(words)}"
        for label, points in one.reasons:
            yield f"  {points:+5d}  {told(label)}"
    for move, file in whole.best_moves:
        yield told(f"best move {move.points:+d}: {move.text} ({file})")
    people = {one.id: one.name for one in book.people}
    for meeting in meetings(book, person.id):
        yield told(
            f"against {people[meeting.other]}: {_games(meeting.games)}, ahead in {meeting.ahead}, behind in "
            f"{meeting.behind}, {meeting.difference:+.1f} points on average"
        )


def figures_words(one: PersonFigures) -> str:
    """Some figures in one line."""
    if not one.games:
        return "no game finished yet"
    share = round(100 * one.wins / one.games)
    won = f"{_games(one.games)}, {one.wins} won ({share} %)"
    return f"{won}, {round(one.minutes)} min, longest streak {one.longest_streak}"


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count} games"
