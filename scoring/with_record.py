"""A position and its record together: whose points they are, and where the table and the record differ."""

from dataclasses import replace
from typing import Any

from scoring.protocol import PlayerScore, PositionScore, Rules, ScoreLine
from scoring.replay import Replay
from tabletop.readings import Problem


def score_of_record(
    rules: Rules[Any, Any], replayed: Replay, score: PositionScore, differing: tuple[Problem, ...]
) -> PositionScore:
    """The position's score with the players, totals and score lines of the record."""
    lines: dict[str, list[ScoreLine]] = {name: [] for name in replayed.totals}
    for move in replayed.moves:
        if move.judged.move.player in lines:
            lines[move.judged.move.player] += move.judged.lines
    players = tuple(PlayerScore(name, total, tuple(lines[name])) for name, total in replayed.totals.items())
    if score.players:  # scored by the position: the record only names the players
        return replace(score, problems=(*score.problems, *differing))
    return PositionScore(players, replayed.winners, (*score.problems, *differing), bounds=None)


def differences(rules: Rules[Any, Any], replayed: Replay, position: Any) -> tuple[Problem, ...]:
    """Places where the table shows something else than the record leads to."""
    recorded = rules.contents(replayed.state)
    shown = rules.contents(rules.resume(position))
    return tuple(
        Problem(
            "differs-from-record",
            f"{place}: {recorded.get(place, 'nothing')} by the record, {shown.get(place, 'nothing')} on the table",
            (place,),
        )
        for place in sorted({*recorded, *shown})
        if recorded.get(place) != shown.get(place)
    )
