"""The files of people's own that this game takes beside game and board files: counters."""

from collections.abc import Mapping
from typing import Any

from tabletop.errors import UnreadableInput
from tabletop.filevalues import Complaint, complaints
from tabletop.games.my_city_chess.counters import COUNTER_FILE, counters_of


def told(raw: Mapping[str, Any]) -> tuple[str, list[Complaint]] | None:
    """What a file is, in words, and what is wrong with it; None for what is none of ours."""
    if not raw.keys() & {"landmarks", "zones"}:
        return None
    if found := list(complaints(COUNTER_FILE, raw)):
        return ("a counter file", found)
    try:
        counters_of(raw)
    except UnreadableInput as error:
        return ("a counter file", [Complaint((), str(error))])
    landmarks = {entry["name"] for entry in raw["landmarks"]}
    types = {entry["type"] for entry in raw["zones"]}
    return (f"a counter file with {len(landmarks)} landmarks and {len(types)} zone types", [])
