"""The counters of MY CITY on a chess board: landmarks and zones, from the game file or people's own counter file."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, Any

from tabletop.errors import UnreadableInput
from tabletop.filevalues import MOST_COPIES, checked, complaints, section
from tabletop.gamefile import load_game
from tabletop.schema import list_of, whole
from tabletop.sections import Name
from tabletop.textfiles import parsed_toml, read_text
from tabletop.unknownkeys import warn_of_unknown

GAME = "my-city-chess"
SLUM = "slum"
DUMP = "city-dump"
POINTS = whole(-999, 999)


@dataclass(frozen=True, slots=True)
class LandmarkCounter:
    """A landmark: its prestige points, and its type for "landmark types"."""

    name: Name
    value: Annotated[int, POINTS]
    title: Name = ""
    type: Name | None = None


@dataclass(frozen=True, slots=True)
class ZoneCounters:
    """The access points of a zone's type, one counter each."""

    type: Name
    values: Annotated[tuple[int, ...], list_of(POINTS, least=1, most=99)]


@dataclass(frozen=True, slots=True)
class CounterSections:
    """A counter file."""

    landmarks: Annotated[tuple[LandmarkCounter, ...], list_of(section(LandmarkCounter, "a landmark"), most=MOST_COPIES)]
    zones: Annotated[tuple[ZoneCounters, ...], list_of(section(ZoneCounters, "a zone"), most=99)]


COUNTER_FILE = section(CounterSections, "a counter file")


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
        part.piece: LandmarkCounter(part.piece, part.value or 0, part.title, part.type)
        for part in file.of_kind("landmark")
        if part.piece
    }
    zones: dict[str, tuple[int, ...]] = {}
    colours: list[str] = []
    for part in file.of_kind("zone"):
        colour, type_, value = str(part.player), str(part.type), part.value or 0
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
    warn_of_unknown(complaints(COUNTER_FILE, content), text, path)
    return counters


def _from_table(content: Mapping[str, Any], game: str, source: str) -> CounterSet:
    """`[[landmarks]]` (name, value, optional type, title) and `[[zones]]` (type, values); City Dump and slum join."""
    try:
        file: CounterSections = checked(COUNTER_FILE, content)
    except ValueError as error:
        raise UnreadableInput(f"{source}: {error}") from error
    usual = _from_game(game)
    landmarks = {one.name: replace(one, title=one.title or _titled(one.name)) for one in file.landmarks}
    zones = {one.type: one.values for one in file.zones}
    landmarks.setdefault(DUMP, usual.landmarks[DUMP])
    zones.setdefault(SLUM, usual.zones[SLUM])
    return CounterSet(landmarks, zones, usual.colours)


def _titled(name: str) -> str:
    return name.replace("-", " ").title()
