"""A record with other names for its players: the same game, told of somebody else."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from scoring.replay import replay
from tabletop.errors import BoardsightError
from tabletop.gamefile import load_game
from tabletop.records import Header, Record, read_record, write_record
from tabletop.translation import SAID

PLACEHOLDER = re.compile(r"P\d+")
"""What stands in place of a name that was taken out."""
SENTENCES = SAID | {"question"}
"""Under these names stand sentences, in which players are named."""
KEPT_KEYS = frozenset({"do", "kind", "type", "building", "game", "format", "key", "options", "evidence", "at", "time"})
"""What stands under these names no player, even where it is called like one."""


def placeholders(header: Header) -> Mapping[str, str]:
    """`P1`, `P2`, … for the players by their seats; colours of counters stay, being no names."""
    return {name: f"P{seat}" for seat, name in enumerate(header.players, start=1) if not is_colour(header.game, name)}


def is_colour(game: str, name: str) -> bool:
    """Whether a player is called by the colour of the counters."""
    return f"player-{name}" in load_game(game).palette


def renamed(record: Record, names: Mapping[str, str]) -> Record:
    """The record with other names. Raises BoardsightError where it would not be the same game any more."""
    lines = [_without_seal(json.loads(line)) for line in write_record(record).splitlines()]
    text = "\n".join(json.dumps(replaced_names(line, names, ""), ensure_ascii=False) for line in lines) + "\n"
    other, _ = read_record(text, source="the record with other names")
    before, after = (list(replay(one).totals.values()) for one in (record, other))
    if before != after:
        raise BoardsightError("the players' names can't be taken out of this record; rename them and play on")
    return other


def replaced_names(value: Any, names: Mapping[str, str], key: str) -> Any:
    """JSON with every player's name replaced: alone, in a place (`cell:Ann:C4`), in a sentence, as a key."""
    if isinstance(value, Mapping):
        return {names.get(inner, inner): replaced_names(entry, names, inner) for inner, entry in value.items()}
    if isinstance(value, list | tuple):
        return [replaced_names(entry, names, key) for entry in value]
    if not isinstance(value, str) or key in KEPT_KEYS:
        return value
    if key in SENTENCES:
        pattern = "|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in sorted(names, key=len, reverse=True))
        return re.sub(pattern, lambda found: names[found.group()], value) if names else value
    return ":".join(names.get(part, part) for part in value.split(":"))


def _without_seal(line: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in line.items() if key != "crc"}
