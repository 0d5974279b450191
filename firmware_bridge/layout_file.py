"""Layout files: TOML in, `DisplayLayout` out, and what is wrong with a file said in one sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

from firmware_bridge.layout import DisplayLayout, DisplayPlace, Draws, Effect, Look, Night
from firmware_bridge.state import MOST_PLAYERS, Animation
from tabletop.errors import UsageError
from tabletop.notation.lines import read_toml
from tabletop.schema import FieldKind, Key, anything, flag, list_of, made, one_of, record, several, table, whole
from tabletop.textfiles import read_text

_OURS = Path(__file__).with_name("layouts")
_SHOWS = re.compile(r"player [1-8]|active|next|leader|name .+")
_TIME = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")


def read_layout(name: str) -> DisplayLayout:
    """Return a layout by the name of one of ours (`digits-8`, …) or by a file's path.

    Raises UsageError where there is no such layout, UnreadableInput where the file is wrong.
    """
    ours = layout_names()
    if name in ours:
        return parse_layout(layout_text(name), name)
    path = Path(name)
    if not path.is_file():
        raise UsageError(f"layout {name!r}: no such file, and none of ours, which are {', '.join(ours)}")
    return parse_layout(read_text(path), name)


def layout_names() -> list[str]:
    """Return the names of the layouts that come with Boardsight."""
    return sorted(one.stem for one in _OURS.glob("*.toml"))


def layout_text(name: str) -> str:
    """Return the text of one of our layouts, to copy and edit."""
    return (_OURS / f"{name}.toml").read_text(encoding="utf-8")


def parse_layout(text: str, source: str = "layout") -> DisplayLayout:
    """Return the layout that a TOML text describes; raises UnreadableInput with what was expected."""
    layout: DisplayLayout = read_toml(text, _FILE, source)
    return layout


def _layout(title: str, idle: Mapping[str, Any], events: dict[Animation, Effect], **same: Any) -> DisplayLayout:
    return DisplayLayout(**same, idle=idle["look"], idle_after_s=60.0 * idle["after_minutes"], effects=events)


def _is_range(value: Any) -> bool:
    return isinstance(value, list) and [type(one) for one in value] == [int, int] and 0 <= value[0] < value[1]


def _minute(time: str) -> int:
    hours, minutes = time.split(":")
    return 60 * int(hours) + int(minutes)


_DEFAULT = DisplayLayout()
_EVENTS = {one.name.lower(): one for one in Animation}
_BYTE = whole(0, 255)
_TEXT = anything("a text in quotes", lambda value: isinstance(value, str) and value.isprintable())
_LOOK = one_of(get_args(Look))
_PLACE = record(
    DisplayPlace,
    {
        str: _TEXT,
        int: whole(1, 1_000_000),
        tuple[int, int]: made(anything("the first lamp and one behind the last, like [0, 30]", _is_range), tuple),
        tuple[int, int, int, int]: several(whole(0, 1_000_000), 4, "x, y, width and height in lamps"),
        Draws: one_of(get_args(Draws)),
    },
    {
        "shows": anything(
            f"player 1 to player {MOST_PLAYERS}, active, next, leader or name NAME",
            lambda value: isinstance(value, str) and _SHOWS.fullmatch(value) is not None,
        )
    },
    name="[[places]]",
)
_CLOCK = made(
    anything('a time of day like "22:00"', lambda value: isinstance(value, str) and _TIME.fullmatch(value) is not None),
    _minute,
)


def _effect(before: Effect) -> FieldKind:
    """An event's effect; what is left out stays as it is without the file."""
    kinds = {"on": flag(), "ms": whole(100, 60_000), "fx": _BYTE, "sx": _BYTE, "ix": _BYTE}
    return table(Effect, {key: Key(kind, getattr(before, key)) for key, kind in kinds.items()}, name="an event")


_FILE = table(
    _layout,
    {
        "title": Key(_TEXT, ""),
        "brightness": Key(_BYTE, None),
        "night": Key(
            table(
                lambda **night: Night(night["from"], night["to"], night["brightness"]),
                {"from": Key(_CLOCK), "to": Key(_CLOCK), "brightness": Key(_BYTE, 8)},
                name="[night]",
            ),
            None,
        ),
        "quiet": Key(_LOOK, _DEFAULT.quiet),
        "idle": Key(
            table(dict, {"look": Key(_LOOK, _DEFAULT.idle), "after_minutes": Key(whole(0, 10_000), 15)}, name="[idle]"),
            {"look": _DEFAULT.idle, "after_minutes": 15},
        ),
        "places": Key(list_of(_PLACE), ()),
        "events": Key(
            table(
                lambda **given: {_EVENTS[name]: effect for name, effect in given.items()},
                {name: Key(_effect(_DEFAULT.effects[one]), _DEFAULT.effects[one]) for name, one in _EVENTS.items()},
                name="[events]",
            ),
            _DEFAULT.effects,
        ),
    },
    name="a layout",
)
