"""The counters of MY CITY on a chess board: landmarks and zones, from the game file or people's own counter file."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tabletop.errors import UnreadableInput
from tabletop.filevalues import MOST_COPIES, NAME, complaints, optional, section
from tabletop.gamefile import load_game
from tabletop.schema import Key, list_of, whole
from tabletop.textfiles import parsed_toml, read_text
from tabletop.unknownkeys import unknown_keys, warn_of_unknown

GAME = "my-city-chess"
SLUM = "slum"
DUMP = "city-dump"
_POINTS = whole(-999, 999)
COUNTER_FILE = section(
    "a counter file",
    {
        "landmarks": Key(
            list_of(
                section(
                    "a landmark", {"name": Key(NAME), "value": Key(_POINTS), **optional({"title": NAME, "type": NAME})}
                ),
                most=MOST_COPIES,
            )
        ),
        "zones": Key(
            list_of(section("a zone", {"type": Key(NAME), "values": Key(list_of(_POINTS, least=1, most=99))}), most=99)
        ),
    },
)


@dataclass(frozen=True, slots=True)
class LandmarkCounter:
    """A landmark: its prestige points, and its type for "landmark types"."""

    name: str
    title: str
    value: int
    type: str | None = None


@dataclass(frozen=True)
class CounterSet:
    """Everything that may be set out: landmarks by name, each zone type's access points (one counter each)."""

    landmarks: Mapping[str, LandmarkCounter]
    zones: Mapping[str, tuple[int, ...]]
    colours: tuple[str, ...]

    @property
    def usual_landmarks(self) -> int:
        """How many landmarks are set out on the usual map: all but City Dump, which only widens the choice."""
        return sum(name != DUMP for name in self.landmarks)


def counters_of(option: Any, game: str = GAME) -> CounterSet:
    """The counters that the option `counters` asks for: None, a counter file's path, or its content as a table.

    Raises UnreadableInput where the file is missing or broken.
    """
    if isinstance(option, Mapping):
        return _from_table(option, game, "the option counters")
    if option is None:
        return _from_game(game)
    return _from_file(str(option), game)


@lru_cache(maxsize=8)
def _from_game(game: str) -> CounterSet:
    file = load_game(game)
    landmarks = {
        part.piece: LandmarkCounter(part.piece, part.title, part.extra["value"], part.extra.get("type"))
        for part in file.of_kind("landmark")
        if part.piece
    }
    zones: dict[str, tuple[int, ...]] = {}
    colours: list[str] = []
    for part in file.of_kind("zone"):
        colour, type_, value = str(part.player), part.extra["type"], part.extra["value"]
        if colour not in colours:
            colours.append(colour)
        if colour == colours[0]:
            zones[type_] = (*zones.get(type_, ()), value)
    return CounterSet(landmarks, zones, tuple(colours))


@lru_cache(maxsize=8)
def _from_file(path: str, game: str) -> CounterSet:
    text = read_text(path)
    content = parsed_toml(text, path)
    counters = _from_table(content, game, path)
    warn_of_unknown(unknown_keys(COUNTER_FILE, content), text, path)
    return counters


def _from_table(content: Mapping[str, Any], game: str, source: str) -> CounterSet:
    """`[[landmarks]]` (name, value, optional type, title) and `[[zones]]` (type, values); City Dump and slum join."""
    for complaint in complaints(COUNTER_FILE, content):
        raise UnreadableInput(f"{source}: {complaint.sentence}")
    usual = _from_game(game)
    landmarks = {
        entry["name"]: LandmarkCounter(
            entry["name"], entry.get("title", _titled(entry["name"])), entry["value"], entry.get("type")
        )
        for entry in content["landmarks"]
    }
    zones = {entry["type"]: tuple(entry["values"]) for entry in content["zones"]}
    landmarks.setdefault(DUMP, usual.landmarks[DUMP])
    zones.setdefault(SLUM, usual.zones[SLUM])
    return CounterSet(landmarks, zones, usual.colours)


def _titled(name: str) -> str:
    return name.replace("-", " ").title()
