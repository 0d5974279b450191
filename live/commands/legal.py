"""`boardsight legal`: every place where a piece may go, and what it would score there."""

import argparse
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from live.console.position_input import add_position_arguments, position_from
from live.console.terminal import tell

if TYPE_CHECKING:
    from scoring import Placement


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_position_arguments(parser)
    parser.add_argument("--kind", required=True, help="the kind of piece, for example business, tile or streetcar")
    parser.add_argument("--player", help="who would place it, where the game needs it")
    parser.add_argument("--value", type=int, help="its value or level, where the game needs it")


def run(arguments: argparse.Namespace) -> int:
    """List and print."""
    from scoring import rules_for
    from tabletop.gamefile import load_game

    position, _ = position_from(arguments)
    rules = rules_for(position.game)
    state = rules.resume(position)
    places = rules.placements(state, arguments.kind, player=arguments.player, value=arguments.value)
    if arguments.json:
        document = {
            "format": "boardsight-legal/1",
            "game": position.game,
            "kind": arguments.kind,
            "places": [placement_to_json(place) for place in places],
        }
        print(json.dumps(document, ensure_ascii=False))
    else:
        name = load_game(position.game).name_of_kind(arguments.kind)
        tell(_for_people(name, places, lambda place: _where(rules, state, arguments, place)))
    return 0


def placement_to_json(placement: "Placement") -> dict[str, Any]:
    """A placement as a move's body has its place, with points and score lines."""
    return {
        **{key: _plain(value) for key, value in placement.at.items()},
        "points": placement.points,
        "lines": [line.to_json() for line in placement.lines],
    }


def _plain(value: Any) -> Any:
    """A place's values as JSON has them."""
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if hasattr(value, "__slots__"):
        return {name: _plain(getattr(value, name)) for name in value.__slots__}
    return value


def _for_people(kind: str, places: "tuple[Placement, ...]", where: "Callable[[Placement], str]") -> str:
    """The best places first."""
    if not places:
        return f"There is no legal place for {kind} now."
    lines = [f"{len(places)} legal places for {kind}:" if len(places) > 1 else f"1 legal place for {kind}:"]
    for place in sorted(places, key=lambda place: -place.points):
        reasons = ", ".join(f"{line.label} {line.points:+d}" for line in place.lines)
        lines.append(f"  {place.points:4d}  {where(place):<24}  {reasons}".rstrip())
    return "\n".join(lines)


def _where(rules: Any, state: Any, arguments: argparse.Namespace, place: "Placement") -> str:
    """A place in a few words: its squares and what else is chosen; without squares as the move there is told."""
    if "on" not in place.at:
        move = rules.move_for(state, arguments.player, arguments.kind, place)
        return str(rules.tell(move, rules.judge(state, move).state)).removeprefix(f"{move.player} ")
    words = []
    for key, value in place.at.items():
        told = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
        words.append(told if key == "on" else told.replace("-", " ") if key == "name" else f"{key} {told}")
    return ", ".join(words)
