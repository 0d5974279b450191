"""Moves in a few words, and the places on the board that they are about."""

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
            return f"lays {'a streetcar' if len(body['segments']) == 1 else 'streetcars'} {places}"
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
    return ", ".join(map(str, places)) if isinstance(places, list) else str(places)


def places_of(body: Mapping[str, Any]) -> list[str]:
    """The places on the board that a move is about, as the drawing names them."""
    on = body.get("on", [])
    places = [f"property:{number}" for number in on if isinstance(number, int)] if isinstance(on, list) else []
    places += [f"street:{street['beside']}:{street['side']}" for street in body.get("segments", [])]
    if body["do"] == "place-tile":
        places.append(f"tile:{body['number']}")
    return places
