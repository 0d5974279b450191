"""What puck and score markers say about a hypothesis: where the puck should lie, where the markers should stand."""

from math import log
from typing import Any

from scoring.protocol import Judged, Rules
from scoring.referee.settings import RefereeSettings
from tabletop.readings import Reading

Turns = tuple[Judged[Any], ...]


def puck_weight(
    rules: Rules[Any, Any],
    state: Any,
    turns: Turns,
    reading: Reading,
    puck_before: str | None,
    settings: RefereeSettings,
    *,
    unseen: int,
) -> float:
    """Natural logarithm of how well the puck fits: it lies with who is next, or with who has just made a visible move.

    `state` is the state after `turns`. Without a puck, the `unseen` turns at their end, which changed nothing on the
    table, are nothing that anybody could see.
    """
    puck = getattr(reading.position, "turn", None)
    told = puck is not None and reading.confidence.get("puck") != "ask"
    players = list(rules.totals(state)) if told else []
    if puck not in players:
        return log(settings.trailing_quiet) * unseen
    expected = rules.to_move(state)
    fits = puck == expected
    if not fits and not (turns and rules.leaves_no_trace(turns[-1].move)):
        just_moved = turns[-1].move.player if turns else _player_before(players, expected)
        fits = puck == just_moved
        if fits and not turns and puck_before != puck:
            if puck_before is None:
                return log(settings.puck_left_behind)
            fits = False  # the puck came here since the last look, so it was not merely left behind
    if not fits:
        astray = puck_before is not None and puck_before != puck
        stray = (1 - settings.puck_as_expected) / max(1, len(players) - 1)
        return log(stray * settings.puck_moved_astray if astray else stray)
    went_round = puck_before == puck and bool(turns) and all(rules.leaves_no_trace(turn.move) for turn in turns)
    return log(settings.puck_as_expected * (settings.puck_went_round if went_round else 1.0))


def marker_weight(
    rules: Rules[Any, Any], state: Any, turns: Turns, reading: Reading, settings: RefereeSettings
) -> float:
    """Natural logarithm of how well the score markers fit the totals: right, not moved yet, or wrong."""
    markers = getattr(reading.position, "scores", ())
    if not markers:
        return 0.0
    after = rules.totals(state)
    points: dict[str | None, int] = {}
    for judged in turns:
        points[judged.move.player] = points.get(judged.move.player, 0) + judged.points
    weight = 0.0
    for marker in markers:
        if marker.player not in after or reading.confidence.get(f"track:{marker.player}") == "ask":
            continue
        total = after[marker.player]
        if total % 100 == marker.space:
            weight += log(1 - settings.marker_forgotten - settings.marker_wrong)
        elif (total - points.get(marker.player, 0)) % 100 == marker.space:
            weight += log(settings.marker_forgotten)
        else:
            weight += log(settings.marker_wrong / 50)
    return weight


def _player_before(players: list[str], player: str | None) -> str | None:
    """Who sits before a player."""
    return players[players.index(player) - 1] if player in players else None
