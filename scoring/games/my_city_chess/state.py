"""A game of MY CITY on a chess board at one moment, and what may be placed where."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from scoring.altered import altered, knowing
from scoring.games.my_city_chess.control import Control, Landmarks, Zones, control, control_with, score_lines
from scoring.games.my_city_chess.setting import Setting, setting_of
from scoring.protocol import ScoreLine
from tabletop.cellnames import Cell
from tabletop.games.my_city_chess.counters import DUMP
from tabletop.games.my_city_chess.values import MyCityChessPosition, PlacedLandmark, PlacedZone
from tabletop.records import Header


@dataclass(frozen=True)
class MyCityChessState:
    """Everything that has happened, as far as the rules need it."""

    setting: Setting
    players: tuple[str, ...]
    """In turn order."""
    colours: Mapping[str, str]
    """Player -> the colour of the counters."""
    named: bool
    """Whether the players' names are other than their colours."""
    landmarks: Landmarks = field(default_factory=dict)
    zones: Zones = field(default_factory=dict)
    used: Mapping[tuple[str, str, int], int] = field(default_factory=dict)
    """How many counters of each colour, type and value are among the zones."""
    rezoned: Mapping[str, int] = field(default_factory=dict)
    turn: str | None = None
    strict: bool = False
    """Whether all landmarks have to be set out before the first zone; a position alone may show only some of them."""
    at_end: "MyCityChessState | None" = None
    """The game when it ended, once anything was done after that: it stays over, and that is what counts."""

    @property
    def counted(self) -> "MyCityChessState":
        """What scores: the map as it is, after the end as it was then."""
        return self.at_end or self

    def landmark_cup(self) -> list[str]:
        """The landmarks that are not on the map yet."""
        setting, standing = self.setting, list(self.landmarks.values())
        return [
            name
            for name in setting.counters.landmarks
            if standing.count(name) < (1 if name == DUMP else setting.landmark_copies)
            and (name != DUMP or setting.options["city_dump"])
        ]

    def landmarks_to_come(self) -> int:
        """How many landmarks are still to be set out: two a row, as long as there are any [Setup]."""
        setting, standing = self.setting, list(self.landmarks.values())
        wanted = setting.landmarks_on_map - len(standing)
        if wanted <= 0:
            return 0
        copies = setting.landmark_copies
        return min(wanted, sum(1 if name == DUMP else copies - standing.count(name) for name in self.landmark_cup()))

    def setting_out(self) -> bool:
        """Whether landmarks may still be set out."""
        return (self.strict or not self.zones) and self.landmarks_to_come() > 0

    def on_map(self, colour: str, type_: str, value: int) -> int:
        """How many counters of a kind a colour has on the map."""
        return self.used.get((colour, type_, value), 0)

    def zone_laid(self, cell: Cell, zone: PlacedZone) -> dict[str, Any]:
        """What a counter on a square changes; one that lies there goes back to the cup."""
        used = dict(self.used)
        if (replaced := self.zones.get(cell)) is not None:
            used[_kind(replaced)] -= 1
        used[_kind(zone)] = used.get(_kind(zone), 0) + 1
        return {"zones": {**self.zones, cell: zone}, "used": used}

    @cached_property
    def lines(self) -> Mapping[str, Sequence[ScoreLine]]:
        """Every player's score lines, kept: a state never changes, and is asked after each move and before the next."""
        counted = self.counted
        return self.lines_of(counted.landmarks, counted.zones, counted.control)

    def lines_of(self, landmarks: Landmarks, zones: Zones, controlled: Control) -> dict[str, list[ScoreLine]]:
        """Every player's score lines for what lies there."""
        lines = score_lines(self.setting, landmarks, zones, tuple(self.colours.values()), controlled)
        return {player: lines[colour] for player, colour in self.colours.items()}

    def lines_with(self, cell: Cell, zone: PlacedZone) -> dict[str, list[ScoreLine]]:
        """Every player's score lines with one more counter."""
        zones = {**self.zones, cell: zone}
        controlled = control_with(self.setting, self.landmarks, zones, self.control, [cell])
        return self.lines_of(self.landmarks, zones, controlled)

    def lines_after(self, before: "MyCityChessState") -> Mapping[str, Sequence[ScoreLine]]:
        """`lines`, sooner than by itself: what a move from the state before left alone is known there."""
        mine, known = self.counted, before.counted
        if mine.landmarks is known.landmarks and mine.zones is not known.zones:
            laid = [cell for cell, zone in mine.zones.items() if known.zones.get(cell) is not zone]
            knowing(mine, control=control_with(mine.setting, mine.landmarks, mine.zones, known.control, laid))
        return self.lines

    @cached_property
    def control(self) -> Control:
        """Who controls what on the map as it is."""
        return control(self.setting, self.landmarks, self.zones)

    def in_cup(self, colour: str) -> Iterator[tuple[str, int]]:
        """The kinds of counters (type, value) that a colour still has in the cup."""
        for type_, values in self.setting.counters.zones.items():
            if self.setting.in_play(type_):
                for value in dict.fromkeys(values):
                    if self.on_map(colour, type_, value) < self.setting.copies(type_, value):
                        yield (type_, value)

    def empty(self) -> Iterator[Cell]:
        """Squares without a counter, row by row."""
        return (cell for cell in self.setting.board.cells if cell not in self.zones and cell not in self.landmarks)

    def conflicts(self, type_: str, cell: Cell, *, without: Cell | None = None) -> list[Cell]:
        """Where zones of the same type lie beside a square, whosever they are [Zone Placement Rules].

        That any owner's counts is our reading of "another Zone of the same type".
        """
        zones = self.zones
        return [
            other
            for other in self.setting.adjacent[cell]
            if other in zones and zones[other].type == type_ and other != without
        ]

    def open_squares(self, type_: str) -> list[Cell]:
        """The empty squares where a zone of this type may lie."""
        blocked = {
            other for cell, zone in self.zones.items() if zone.type == type_ for other in self.setting.adjacent[cell]
        }
        return [cell for cell in self.empty() if cell not in blocked]

    def first_placement(self, colour: str) -> tuple[str, int, Cell] | None:
        """A counter that a colour can place and where, None where it can place nothing."""
        seen: dict[str, Cell | None] = {}
        for type_, value in self.in_cup(colour):
            if type_ not in seen:
                seen[type_] = next((cell for cell in self.empty() if not self.conflicts(type_, cell)), None)
            if (cell := seen[type_]) is not None:
                return (type_, value, cell)
        return None

    def over(self) -> bool:
        """No empty square is left, or nobody can place any more of their counters [Turn Sequence]."""
        return self._over

    @cached_property
    def _over(self) -> bool:
        return self.at_end is not None or self.possible is None

    @cached_property
    def possible(self) -> tuple[str, str, int, Cell] | None:
        """A counter that can be placed and where, whosever it is; None where nobody can place anything."""
        for colour in self.colours.values():
            if (found := self.first_placement(colour)) is not None:
                return (colour, *found)
        return None

    def keeps_possible(self, colour: str, type_: str, value: int, cell: Cell) -> bool:
        """Whether a counter that could be placed in the state before can still be placed there."""
        return (
            cell not in self.zones
            and cell not in self.landmarks
            and self.on_map(colour, type_, value) < self.setting.copies(type_, value)
            and not self.conflicts(type_, cell)
        )

    def after(self, player: str) -> str:
        """Whose turn follows a player's."""
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def position(self) -> MyCityChessPosition:
        """What lies on the table."""
        name = self.setting.board.cell_name
        landmarks = sorted(PlacedLandmark(landmark, name(cell)) for cell, landmark in self.landmarks.items())
        usual = setting_of(self.setting.game, {}).options
        options = {key: value for key, value in self.setting.options.items() if usual[key] != value}
        return MyCityChessPosition(
            landmarks=tuple(landmarks),
            zones=tuple(sorted(self.zones.values())),
            players=self.players,
            options=options,
            colours=tuple(self.colours.items()) if self.named else (),
            turn=self.turn,
            game=self.setting.game,
        )


def started(header: Header) -> MyCityChessState:
    """Before the first move: an empty map, the first player to move."""
    return altered(_seated(setting_of(header.game, header.options), header.players, dict(header.colours)), strict=True)


def resumed(position: MyCityChessPosition) -> MyCityChessState:
    """A state in which this position lies there; of two counters on one square the first counts.

    Without the puck the turn is with the player who has the fewest counters on the map.
    """
    setting = setting_of(position.game, position.options)
    seated = _seated(setting, players_of(position, setting), dict(position.colours))
    return _next_by_puck(with_counters(seated, position), position.turn)


def take_up(state: MyCityChessState, position: MyCityChessPosition) -> MyCityChessState:
    """A record's state from the moment on at which this position lies there.

    Landmarks may still be set out as long as no zone lies there.
    """
    after = _next_by_puck(with_counters(state, position), position.turn)
    return altered(after, strict=state.strict and not after.zones)


def _next_by_puck(state: MyCityChessState, turn: str | None) -> MyCityChessState:
    """The turn with whom the puck is, without it with who has the fewest counters on the map."""
    zones = state.zones.values()
    counts = {player: sum(zone.player == colour for zone in zones) for player, colour in state.colours.items()}
    fewest = min(state.players, key=lambda player: counts[player], default=None)
    return altered(state, turn=turn if turn in state.players else fewest)


def with_counters(state: MyCityChessState, position: MyCityChessPosition) -> MyCityChessState:
    """The same game with the counters that a position shows; of two on one square the first counts."""
    board = state.setting.board
    landmarks: dict[Cell, str] = {}
    for landmark in position.landmarks:
        landmarks.setdefault(board.cell(landmark.on), landmark.name)
    zones: dict[Cell, PlacedZone] = {}
    for zone in position.zones:
        zones.setdefault(board.cell(zone.on), zone)
    return altered(state, landmarks=landmarks, zones=zones, used=Counter(map(_kind, zones.values())), at_end=None)


def _kind(zone: PlacedZone) -> tuple[str, str, int]:
    return (zone.player, zone.type, zone.value)


def players_of(position: MyCityChessPosition, setting: Setting) -> tuple[str, ...]:
    """The players that a position names, or the colours that lie there in the set's order."""
    if position.players:
        return position.players
    named = {colour: player for player, colour in position.colours}
    present = {zone.player for zone in position.zones}
    return tuple(
        named.get(colour, colour) for colour in setting.counters.colours if colour in present or colour in named
    )


def _seated(setting: Setting, players: Sequence[str], colours: Mapping[str, str]) -> MyCityChessState:
    """Every player with a colour: the one told, the name where it is a colour, or else the first that is free."""
    seats = {player: colours.get(player, player) for player in players}
    known = setting.counters.colours
    free = [colour for colour in known if colour not in seats.values()]
    for player, colour in seats.items():
        if colour not in known and free:
            seats[player] = free.pop(0)
    named = any(player != colour for player, colour in seats.items())
    return MyCityChessState(setting, tuple(players), seats, named, turn=players[0] if players else None)


def squares(setting: Setting, cells: Iterable[Cell]) -> list[str]:
    """Squares as written places."""
    return [setting.place(cell) for cell in cells]
