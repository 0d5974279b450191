"""What every place would be worth now: the best that a piece of a kind could score there, by the rules alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from live.table.session import Session
from tabletop.errors import UsageError

MOST_KINDS = 60


def placement_values(session: Session, wish: Mapping[str, Any]) -> Mapping[str, Any]:
    """For each place the most points that `kind` of `player` (default: whose turn it is) could score there now.

    A place that a piece of several cells could cover in several ways has the best of them; places where it may not
    go are not named. `value` is what dice or cards decide, where the game needs it. Raises UsageError.
    """
    rules, state = session.rules, session.state
    kinds = rules.kinds(state)[:MOST_KINDS]
    kind, value = wish.get("kind"), wish.get("value")
    player = wish.get("player") or rules.to_move(state) or session.header.players[0]
    if player not in session.header.players:
        raise UsageError(f"'{player}' does not play; the players are {', '.join(session.header.players)}")
    if kind not in kinds:
        raise UsageError(f"there is no kind '{kind}'; the kinds are {', '.join(kinds)}")
    best: dict[str, int] = {}
    placements = rules.placements(state, kind, player=player, value=value)
    for placement in placements:
        for place in rules.places_of(rules.move_for(state, player, kind, placement)):
            best[place] = max(placement.points, best.get(place, placement.points))
    return {
        "kind": kind,
        "player": player,
        "places": best,
        "ways": len(placements),
        "best": max(best.values(), default=None),
    }
