"""Standings: how results become places, and what a tournament file may say."""

from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from live.hub.results import GameResult, PlayerResult
from live.hub.standings import games_played, standings
from live.hub.tournament import TIE_BREAKS, Tournament, load_tournament, read_tournament
from tabletop.errors import UnreadableInput

EXAMPLES = Path(__file__).parents[3] / "examples"


def game(number: int, scores: dict[str, int], *winners: str, table: str = "T1", at: str | None = None) -> GameResult:
    """A finished game; the winners are those of the highest score unless they are named."""
    most = max(scores.values())
    first = winners or tuple(name for name, score in scores.items() if score == most)
    players = tuple(PlayerResult(name, score, name in first) for name, score in scores.items())
    when = at or f"2026-11-20T{18 + number // 60:02d}:{number % 60:02d}:00.000Z"
    return GameResult(table, f"game{number}", "big-city", "Big City", when, when, True, 40, players)


def order(tournament: Tournament, *games: GameResult) -> list[tuple[int, str, float]]:
    """Places, names, points."""
    return [(line.place, line.player, line.points) for line in standings(tournament, games)]


def test_points_are_summed_over_rounds() -> None:
    """Three points for a win, one for second, summed; each finished game of a player is the next round."""
    games = (game(1, {"Ann": 40, "Ben": 30, "Cem": 20}), game(2, {"Ben": 40, "Ann": 30, "Cem": 20}, "Ben", table="T2"))
    lines = standings(Tournament(), games)
    assert [(line.player, line.points, line.by_round) for line in lines[:2]] == [("Ann", 4, (3, 1)), ("Ben", 4, (1, 3))]
    assert lines[2].points == 0


def test_winner_by_the_rules_is_first_whatever_the_scores() -> None:
    """Where the game's own tie-break decided between equal scores, the points follow it."""
    assert order(Tournament(), game(1, {"Ann": 40, "Ben": 40}, "Ben")) == [(1, "Ben", 3), (2, "Ann", 1)]


def test_a_shared_place_shares_its_points() -> None:
    """Two winners get the mean of first and second place and half a win each; with `full` both get the first's."""
    tied = game(1, {"Ann": 40, "Ben": 40, "Cem": 3})
    assert order(Tournament(), tied)[:2] == [(1, "Ann", 2), (1, "Ben", 2)]
    assert order(Tournament(ties="full"), tied)[:2] == [(1, "Ann", 3), (1, "Ben", 3)]
    assert standings(Tournament(), [tied])[0].wins == 0.5


EQUALS = {
    "wins": (game(1, {"Ben": 9, "X": 1, "Y": 1}), *(game(n, {f"Z{n}": 9, "Ann": 8, "W": 1}) for n in (2, 3, 4))),
    "direct": (
        game(1, {"Ben": 9, "Ann": 8}), game(2, {"Ann": 9, "X": 1}), game(3, {"Z": 9, "Ben": 8}),
    ),
    "opponents": (game(1, {"Ben": 9, "X": 1}), game(2, {"X": 9, "Y": 1}), game(3, {"Ann": 9, "Z": 1})),
    "share": (game(1, {"Ben": 9, "X": 1}), game(2, {"Ann": 9, "Z": 8})),
    "score": (game(1, {"Ben": 19, "X": 1}), game(2, {"Ann": 9, "Z": 1})),
    "difference": (game(1, {"Ben": 19, "X": 1}), game(2, {"Ann": 29, "Z": 28})),
    "best": (game(1, {"Ben": 19, "X": 1}), game(2, {"Ann": 9, "Z": 8})),
}  # fmt: skip
"""For each tie-break games after which Ann and Ben have equal points, and Ben is better by it."""


@pytest.mark.parametrize("rule", TIE_BREAKS)
def test_every_tie_break_decides(rule: str) -> None:
    """Of two players with equal points each rule puts the one first who is better by it."""
    without = {line.player: line.place for line in standings(Tournament(tie_breaks=()), EQUALS[rule])}
    lines = {line.player: line.place for line in standings(Tournament(tie_breaks=(rule,)), EQUALS[rule])}
    assert without["Ben"] == without["Ann"]
    assert lines["Ben"] < lines["Ann"]


def test_only_the_best_games_count() -> None:
    """With `best = 1` a lost game takes nothing away and a second win adds nothing."""
    games = (game(1, {"Ann": 9, "Ben": 1}), game(2, {"Ann": 9, "Ben": 1}), game(3, {"Ben": 9, "Ann": 1}))
    assert order(Tournament(best=1, tie_breaks=()), *games) == [(1, "Ann", 3), (1, "Ben", 3)]


@pytest.mark.parametrize("change", [{"counts": False}, {"over": False}])
def test_what_was_set_aside_or_is_not_over_does_not_count(change: dict[str, bool]) -> None:
    """What the organiser takes out is in no sum; leading is not winning."""
    assert order(Tournament(), replace(game(1, {"Ann": 9, "Ben": 1}), **change)) == []


def test_spellings_are_one_player() -> None:
    """Capitals, spaces and the file's other names make no second player."""
    cup = read_tournament('[tournament]\n[[players]]\nname = "Ann Meyer"\nalso = ["Ann M"]\n')
    games = [game(1, {" ann  m ": 9, "BEN": 1}), game(2, {"Ann Meyer": 1, "ben": 9})]
    assert {line.player for line in standings(cup, games)} == {"Ann Meyer", "BEN"}


def test_entrants_without_a_game_are_listed() -> None:
    """Who has entered stands in the standings from the start."""
    cup = read_tournament('[tournament]\n[[players]]\nname = "Zoe"\n')
    assert order(cup, game(1, {"Ann": 9, "Ben": 1}))[-1] == (3, "Zoe", 0)


def test_rounds_by_the_clock() -> None:
    """A game belongs to the round in whose time it began; what began between rounds counts nowhere."""
    cup = read_tournament(
        '[tournament]\n[[rounds]]\ntitle = "One"\nfrom = 2026-11-20T18:00:00Z\nuntil = 2026-11-20T19:00:00Z\n'
        '[[rounds]]\ntitle = "Two"\nfrom = 2026-11-20T20:00:00Z\n'
    )
    at = ("2026-11-20T18:30:00.000Z", "2026-11-20T19:30:00.000Z", "2026-11-20T21:00:00.000Z")
    games = [game(n, {"Ann": 9, "Ben": 1}, at=when) for n, when in enumerate(at)]
    assert {one.round for one in games_played(cup, games)} == {1, 2}
    assert standings(cup, games)[0].points == 6


@pytest.mark.parametrize("name", ["tournament.toml", "tournament-rounds.toml"])
def test_the_examples_are_read(name: str) -> None:
    """The files that the documentation shows are files that the hub takes."""
    assert load_tournament(EXAMPLES / name).title


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("[tournament]\npoints = [3, true]\n", "line 2: points: true is not possible; expected a number of points"),
        ('[tournament]\ntie_breaks = ["luck"]\n', 'line 2: tie_breaks: "luck" is not possible; expected one of wins'),
        ('[tournament]\nprize = "cake"\n', "line 2: prize: 'prize' is not known here"),
        (
            "[tournament]\nfrom = 2026-11-20\n",
            "line 2: from: 2026-11-20 is not possible; expected a date and time with",
        ),
        ('[tournament]\n[[rounds]]\ntitle = "1"\nfrom = 2026-11-20T18:00:00Z\n[[rounds]]\ntitle = "2"\n', "line 5: "),
        ('[tournament]\n[[players]]\nname = "Ann"\n[[players]]\nname = "ann"\n', '"ann" is already Ann'),
        ("rounds = [", "is not TOML"),
        ("", "'tournament' is missing"),
    ],
)
def test_a_wrong_file_is_told_with_its_line(written: str, told: str) -> None:
    """The message names the line, the value and what was expected."""
    with pytest.raises(UnreadableInput) as failed:
        read_tournament(written, source="cup.toml")
    assert told in str(failed.value)


def test_times_are_compared_across_time_zones() -> None:
    """A tournament that begins at seven in Berlin takes a game that began at 18:30 UTC."""
    cup = Tournament(begins=datetime.fromisoformat("2026-11-20T19:00:00+01:00"))
    assert order(cup, game(30, {"Ann": 9, "Ben": 1})) != []
