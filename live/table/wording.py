"""Moves in a few words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def move_words(body: Mapping[str, Any]) -> str:
    """A move's body in a few words, without who made it.

    >>> move_words({"do": "build", "kind": "city-hall", "on": [15]})
    'builds city hall on 15'
    """
    match body["do"]:
        case "build" | "place" if "kind" in body:
            return f"builds {body['kind'].replace('-', ' ')} on {_on(body.get('on'))}"
        case "build":
            return f"builds {body.get('building', '')} on {_on(body.get('on'))}"
        case "place-tile":
            row, column = body["at"]
            turned = f", turned {90 * body['turn']}°" if body.get("turn") else ""
            return f"places neighbourhood {body['number']} at {row}, {column}{turned}"
        case "streetcars":
            places = " and ".join(f"{street['side']} of {street['beside']}" for street in body["segments"])
            return f"lays {'a streetcar' if len(body['segments']) == 1 else 'streetcars'} {places or 'none'}"
        case "place" if "type" in body:
            return f"places {body['type'].replace('-', ' ')} {body.get('value', '')} on {body['on']}".replace("  ", " ")
        case "rezone":
            return f"rezones {body['on']} to {body['type'].replace('-', ' ')} {body.get('value', '')}".strip()
        case "set-landmark":
            return f"{body['name'].replace('-', ' ')} is set on {body['on']}"
        case "card":
            return f"the card shows {body['building'].replace('-', ' ')}"
        case "place":
            return f"places {body.get('part', '')} on {_on(body.get('on'))}"
        case "move-citizen":
            abroad = "" if body["borough"] == body.get("player") else f" in {body['borough']}'s borough"
            return f"moves a citizen from {body['from']} to {body['to']}{abroad}"
        case "enter":
            return f"enters {body['key']}: {body['value']}"
        case "end-round":
            return "the round ends"
        case "exchange":
            return "exchanges cards"
        case "pass":
            return "passes"
        case "quiet":
            return "leaves no trace (pass or exchange)"
        case other:
            details = " ".join(str(value) for key, value in body.items() if key not in ("do", "player"))
            return f"{other.replace('-', ' ')} {details}".strip()


def _on(places: Any) -> str:
    return ", ".join(map(str, places)) or "none" if isinstance(places, list) else str(places)
