"""The positions and moves of MY CITY on a chess board as documents (INTERFACE.md sections 2 and 3)."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from tabletop.boards import load_board
from tabletop.errors import UnreadableInput
from tabletop.games.my_city_chess.counters import SLUM, CounterSet, counters_of
from tabletop.games.my_city_chess.values import (
    MyCityChessPosition,
    PlacedLandmark,
    PlacedZone,
    PlaceZone,
    Rezone,
    SetLandmark,
    Skip,
)
from tabletop.notation.common import ABSENT, moves_table, position_table
from tabletop.options import settled
from tabletop.schema import FieldKind, Key, Mismatch, list_of, mapping_of, nothing_or, one_of, shown, table, text, whole

_VALUE = Key(whole(-99, 99), -1)
_LANDMARK = table(PlacedLandmark, {"name": Key(text()), "on": Key(text())}, name="a landmark")
_ZONE_KEYS = {"player": Key(text()), "type": Key(text()), "value": _VALUE, "on": Key(text())}


def position_kind(game: str) -> FieldKind:
    """A position's document; `game` is the shipped game or a game file that follows its rules."""
    colours = counters_of(None, game).colours
    zone = table(PlacedZone, {**_ZONE_KEYS, "player": Key(one_of(colours))}, name="a zone counter")
    keys = {
        "colours": Key(mapping_of(one_of(colours)), ()),
        "landmarks": Key(list_of(_LANDMARK), ()),
        "zones": Key(list_of(zone), ()),
    }
    beside = {"turn": Key(text(), None), "card": Key(text(), None)}
    return position_table(game, partial(_position, game), keys, table_keys=beside)


def move_kinds(game: str) -> Mapping[str, FieldKind]:
    """Each move's word -> its document."""
    hands = {"hands": Key(nothing_or(mapping_of(list_of(text()))), None)}
    zone = {"type": Key(text()), "value": _VALUE, "on": Key(text())}
    return moves_table(
        {
            SetLandmark: {"player": Key(ABSENT), "name": Key(text()), "on": Key(text())},
            PlaceZone: {**zone, **hands},
            Rezone: {**zone, **hands},
            Skip: hands,
        }
    )


def _position(game: str, **values: Any) -> MyCityChessPosition:
    """A position whose tuples are sorted and whose squares and counters exist."""
    options = settled(game, values["options"])
    try:
        counters, board = counters_of(options["counters"], game), load_board(options["map"])
    except UnreadableInput as error:
        raise Mismatch(("options",), str(error)) from error
    for kind in ("landmarks", "zones"):
        for index, counter in enumerate(values[kind]):
            try:
                board.cell(counter.on)
            except ValueError as error:
                raise Mismatch((kind, index, "on"), str(error)) from error
    _check_counters(counters, **values)
    for kind in ("landmarks", "zones"):
        values[kind] = tuple(sorted(values[kind]))
    return MyCityChessPosition(game=game, **values)


def _check_counters(
    counters: CounterSet, *, landmarks: tuple[PlacedLandmark, ...], zones: tuple[PlacedZone, ...], **others: Any
) -> None:
    """Refuse counters that the set does not have."""
    for index, landmark in enumerate(landmarks):
        if landmark.name not in counters.landmarks:
            known = ", ".join(counters.landmarks)
            raise Mismatch(("landmarks", index, "name"), f"{shown(landmark.name)} is no landmark; expected {known}")
    for index, zone in enumerate(zones):
        if zone.type not in counters.zones:
            known = ", ".join(counters.zones)
            raise Mismatch(("zones", index, "type"), f"{shown(zone.type)} is no zone; expected {known}")
        if zone.value not in counters.zones[zone.type]:
            known = ", ".join(map(str, counters.zones[zone.type]))
            at_fault = "value" if zone.type == SLUM or zone.value != -1 else "type"
            raise Mismatch(
                ("zones", index, at_fault), f"there is no {zone.type} of value {zone.value}; expected value {known}"
            )
