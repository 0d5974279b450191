"""Results and standings for other programs: CSV for spreadsheets, JSON for everything else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from live.hub.results import FORMAT as RESULTS_FORMAT
from live.hub.results import GameResult
from live.hub.standings import FORMAT as STANDINGS_FORMAT
from live.hub.standings import Standing, standings
from live.hub.tournament import Tournament
from live.records.spreadsheets import csv_text, json_text

KINDS = ("results", "standings")
FORMS = ("csv", "json")


def exported(kind: str, form: str, tournament: Tournament, results: Sequence[GameResult]) -> str:
    """One of `KINDS` in one of `FORMS`."""
    if kind == "results":
        return results_csv(results) if form == "csv" else json_text(results_json(results))
    lines = standings(tournament, results)
    return standings_csv(lines) if form == "csv" else json_text(standings_json(tournament, lines))


def results_json(results: Iterable[GameResult]) -> dict[str, Any]:
    """Every game with its players."""
    return {"format": RESULTS_FORMAT, "results": [result.to_json() for result in results]}


def standings_json(tournament: Tournament, lines: Iterable[Standing]) -> dict[str, Any]:
    """The standings with what they were counted by."""
    return {
        "format": STANDINGS_FORMAT,
        "title": tournament.title,
        "tie_breaks": list(tournament.tie_breaks),
        "rounds": [one.title for one in tournament.rounds],
        "standings": [line.to_json() for line in lines],
    }


def results_csv(results: Iterable[GameResult]) -> str:
    """A row for each player of each game."""
    of_game = ["table", "game_id", "game", "began_at", "changed_at", "over", "counts", "moves"]
    of_player = ["name", "score", "place", "winner"]
    documents = [result.to_json() for result in results]
    rows = [
        [*(document[key] for key in of_game), *(player[key] for key in of_player)]
        for document in documents
        for player in document["players"]
    ]
    return csv_text([*of_game, "player", *of_player[1:]], rows)


def standings_csv(lines: Sequence[Standing]) -> str:
    """A row for each player, with a column for each round."""
    columns = ["place", "player", "points", "games", "wins", "score", "share", "difference", "opponents", "best"]
    rounds = max((len(line.by_round) for line in lines), default=0)
    rows = []
    for line in lines:
        document = line.to_json()
        by_round = [*document["rounds"], *[None] * (rounds - len(document["rounds"]))]
        rows.append([*(document[key] for key in columns), *("" if one is None else one for one in by_round)])
    return csv_text([*columns, *(f"round {number}" for number in range(1, rounds + 1))], rows)
