"""A position and its record together: whose points they are, and where the table and the record differ."""

from collections.abc import Mapping
from typing import Any

from scoring.protocol import PlayerScore, PositionScore, Rules
from scoring.replay import Replay
from scoring.taking_up import lines_by_moves
from tabletop.gamefile import load_game
from tabletop.readings import Problem


def score_of_record(
    rules: Rules[Any, Any], replayed: Replay, position: Any, problems: tuple[Problem, ...]
) -> PositionScore:
    """Players, totals and score lines: the table as the position shows it, with what only the record knows."""
    state = rules.on_table(replayed.state, position)
    reasons = rules.reasons(state) or lines_by_moves(replayed.moves, tuple(replayed.totals))
    players = tuple(PlayerScore(name, total, tuple(reasons[name])) for name, total in rules.totals(state).items())
    return PositionScore(players, rules.winners(state), problems)


def differences(rules: Rules[Any, Any], replayed: Replay, position: Any) -> tuple[Problem, ...]:
    """Places where the table shows something else than the record leads to.

    A neighbourhood or a player's board that is missing, too many or elsewhere is one difference: what lies on it is
    not told place by place.
    """
    recorded = rules.contents(replayed.state)
    there = rules.resume(position)
    shown = rules.contents(there)
    differing = [place for place in sorted({*recorded, *shown}) if recorded.get(place) != shown.get(place)]
    on_one_side = {place for place in differing if place not in recorded or place not in shown}
    tiles = [place for place in differing if place.startswith("tile:")]
    boards: dict[str, list[str]] = {}
    for place in differing:
        if place in on_one_side and place.startswith("cell:"):
            boards.setdefault(place.removeprefix("cell:").rpartition(":")[0], []).append(place)
    folded = {place for places in boards.values() for place in places}
    folded |= on_one_side & {f"track:{player}" for player in boards}
    if tiles:
        folded |= {place for place in on_one_side if place.startswith(("property:", "street:"))}
    names = load_game(position.game).names

    def where(place: str) -> str:
        return rules.place_words(place, replayed.state if place in recorded else there)

    return (
        *(_difference(place, where(place), recorded, shown, names) for place in differing if place not in folded),
        *(_board_difference(player, places, recorded) for player, places in boards.items()),
    )


def _difference(
    place: str, where: str, recorded: Mapping[str, str], shown: Mapping[str, str], names: Mapping[str, str]
) -> Problem:
    by_record, on_table = (names.get(what, what) for what in (one.get(place, "nothing") for one in (recorded, shown)))
    return Problem("differs-from-record", f"{where}: {by_record} by the record, {on_table} on the table", (place,))


def _board_difference(player: str, places: list[str], recorded: Mapping[str, str]) -> Problem:
    here, there = ("in the record", "on the table") if places[0] in recorded else ("on the table", "in the record")
    return Problem("differs-from-record", f"{player}'s board is {here} and not {there}", tuple(places))
