"""A record, or a campaign's ledger, with other names for its players: the same game, told of somebody else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from scoring.replay import Replay, replay
from tabletop.boards import BOARD_OPTIONS, WORD
from tabletop.errors import BoardsightError
from tabletop.gamefile import load_game
from tabletop.records import Header, Record, read_record, write_record
from tabletop.sealed_lines import sealed
from tabletop.translation import SAID

PLACEHOLDER = re.compile(r"P\d+")
"""What stands in place of a name that was taken out."""
SENTENCES = SAID | {"question"}
"""Under these names stand sentences, in which players are named."""
PLAYERS = frozenset({"player", "players", "turn", "borough", "from_borough", "by"})
"""Under these names stand players, one or several."""
BY_PLAYER = frozenset({"colours", "hands"})
"""Under these names stands something for each player, by name."""
PLACES = frozenset({"place", "places"})
"""Under these names stand places, which may be a player's: `cell:Ann:C4`, `mat:Ann`."""
BOARDS = frozenset({*BOARD_OPTIONS, "boards"})
"""Under these names stand boards, which people may have called after themselves."""
BOARD_WORDS = ("name", "title", "background")


def placeholders(header: Header) -> Mapping[str, str]:
    """`P1`, `P2`, … for the players by their seats; colours of counters stay, being no names."""
    return {name: f"P{seat}" for seat, name in enumerate(header.players, start=1) if not is_colour(header.game, name)}


def is_colour(game: str, name: str) -> bool:
    """Whether a player is called by the colour of the counters."""
    return f"player-{name}" in load_game(game).palette


def renamed(record: Record, names: Mapping[str, str]) -> Record:
    """The record with other names. Raises BoardsightError where it would not be the same game any more."""
    other, _ = read_record(renamed_lines(write_record(record), names), source="the record with other names")
    before, after = (_judged(replay(each)) for each in (record, other))
    if before != after:
        raise BoardsightError("the players' names can't be taken out of this record; rename them and play on")
    return other


def renamed_lines(text: str, names: Mapping[str, str]) -> str:
    """The lines of a record or a ledger with other names, sealed anew."""
    lines = [replaced_names(_without_seal(json.loads(line)), names) for line in text.splitlines()]
    return "".join(f"{sealed(line)}\n" for line in lines)


def replaced_names(value: Any, names: Mapping[str, str], key: str = "") -> Any:
    """JSON with every player's name replaced, wherever one may stand; a word of ours that is like a name stays."""
    if isinstance(value, Mapping):
        if key in BY_PLAYER:
            return {names.get(player, player): replaced_names(entry, names) for player, entry in value.items()}
        return {inner: replaced_names(entry, names, inner) for inner, entry in value.items()}
    if isinstance(value, list | tuple):
        return [replaced_names(entry, names, key) for entry in value]
    if not isinstance(value, str) or not names:
        return value
    if key in PLAYERS:
        return names.get(value, value)
    if key in SENTENCES:
        return alone(names).sub(lambda found: names[found.group()], value)
    if key in PLACES:
        kind, *others = value.split(":")
        return ":".join([kind, *(names.get(part, part) for part in others)])
    return _board_without_names(value, names) if key in BOARDS else value


def without_names(text: str, names: Mapping[str, str]) -> str:
    """Somebody's own words, a file's name for example, with the names in them replaced, however they are written."""
    if not names:
        return text
    said = {name.casefold(): other for name, other in names.items() if name != other}
    return spelled(names).sub(lambda found: said.get(found.group().casefold(), found.group()), text)


def spelled(names: Iterable[str]) -> re.Pattern[str]:
    """Names in people's own words: between signs that are no letters, in either case, `anns-board` too."""
    every = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<![^\W_])(?:{every})(?=(?:['’]?s)?(?![^\W_]))", re.IGNORECASE)


def alone(names: Iterable[str]) -> re.Pattern[str]:
    """Names as our own sentences have them."""
    return re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in sorted(names, key=len, reverse=True)))


def _board_without_names(board: str, names: Mapping[str, str]) -> str:
    """A board that is written out, with other names in what people have called it."""
    if not board.startswith(WORD):
        return board
    sections = json.loads(board)
    about = {
        key: without_names(value, names) if key in BOARD_WORDS and isinstance(value, str) else value
        for key, value in sections["board"].items()
    }
    return json.dumps({**sections, "board": about}, ensure_ascii=False, separators=(",", ":"))


def _judged(played: Replay) -> list[Any]:
    """What a game came to, whoever played it."""
    return [*((move.judged.legal, move.judged.points) for move in played.moves), *played.totals.values()]


def _without_seal(line: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in line.items() if key != "crc"}
