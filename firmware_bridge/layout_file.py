"""Layout files: TOML in, `Layout` out, and what is wrong with a file said in one sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn, get_args

from firmware_bridge.layout import Draws, Effect, Layout, Look, Night, Place
from firmware_bridge.state import MOST_PLAYERS, Animation
from tabletop.errors import UnreadableInput, UsageError
from tabletop.schema import brief
from tabletop.textfiles import parsed_toml, read_text
from tabletop.visible import one_line

_OURS = Path(__file__).with_name("layouts")
_SHOWS = re.compile(r"player [1-8]|active|next|leader|name .+")
_TOP = {"title", "brightness", "night", "quiet", "idle", "places", "events"}


def read_layout(name: str) -> Layout:
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


def parse_layout(text: str, source: str = "layout") -> Layout:
    """Return the layout that a TOML text describes; raises UnreadableInput with what was expected."""
    return _Reader(source).layout(parsed_toml(text, source, ""))


class _Reader:
    """Reads the parts of one file; every complaint begins with the file's name."""

    def __init__(self, source: str) -> None:
        self._source = source

    def layout(self, data: Mapping[str, Any]) -> Layout:
        self._known(data, _TOP, "")
        idle = self._table(data, "idle", {"look", "after_minutes"})
        default = Layout()
        return Layout(
            places=tuple(self._place(one, index) for index, one in enumerate(self._tables(data, "places"), 1)),
            brightness=self._level(data, "brightness", None),
            night=self._night(data) if "night" in data else None,
            quiet=self._choice(data, "quiet", get_args(Look), default.quiet),
            idle=self._choice(idle, "look", get_args(Look), default.idle),
            idle_after_s=60.0 * self._number(idle, "after_minutes", 0, 10_000, 15),
            effects=self._effects(data),
        )

    def _place(self, data: Mapping[str, Any], index: int) -> Place:
        where = f"places {index}: "
        self._known(data, {"shows", "leds", "area", "draws", "text", "full"}, where)
        shows = data.get("shows")
        if not isinstance(shows, str) or not _SHOWS.fullmatch(shows):
            self._refuse(f"{where}shows = {brief(shows)}: expected player 1 to player {MOST_PLAYERS}, active, "
                         "next, leader or name NAME")  # fmt: skip
        leds = self._numbers(data, "leds", 2, where)
        if leds is not None and leds[0] >= leds[1]:
            self._refuse(f"{where}leds = {brief(list(leds))}: expected the first and one behind the last, like [0, 30]")
        area = self._numbers(data, "area", 4, where)
        return Place(
            shows=shows,
            leds=None if leds is None else (leds[0], leds[1]),
            area=None if area is None else (area[0], area[1], area[2], area[3]),
            draws=self._choice(data, "draws", get_args(Draws), None),
            text=self._text(data, "text", str(Place.__dataclass_fields__["text"].default), where),
            full=self._number(data, "full", 1, 1_000_000, 50),
        )

    def _effects(self, data: Mapping[str, Any]) -> dict[Animation, Effect]:
        effects = Layout().effects
        names = {one.name.lower(): one for one in Animation}
        given = self._table(data, "events", set(names))
        for name in given:
            fields = {"on", "ms", "fx", "sx", "ix"}
            table, before = self._table(given, name, fields), effects[names[name]]
            effects[names[name]] = Effect(
                on=self._flag(table, "on", before.on),
                ms=self._number(table, "ms", 100, 60_000, before.ms),
                fx=self._number(table, "fx", 0, 255, before.fx),
                sx=self._number(table, "sx", 0, 255, before.sx),
                ix=self._number(table, "ix", 0, 255, before.ix),
            )
        return effects

    def _night(self, data: Mapping[str, Any]) -> Night:
        night = self._table(data, "night", {"from", "to", "brightness"})
        level = self._level(night, "brightness", 8)
        return Night(self._minute(night, "from"), self._minute(night, "to"), 8 if level is None else level)

    def _minute(self, table: Mapping[str, Any], key: str) -> int:
        value = table.get(key)
        found = re.fullmatch(r"([01]?\d|2[0-3]):([0-5]\d)", value) if isinstance(value, str) else None
        if found is None:
            self._refuse(f'night: {key} = {brief(value)}: expected a time of day like "22:00"')
        return 60 * int(found[1]) + int(found[2])

    def _level(self, table: Mapping[str, Any], key: str, default: int | None) -> int | None:
        return self._number(table, key, 0, 255, 0) if key in table else default

    def _number(self, table: Mapping[str, Any], key: str, low: int, high: int, default: int) -> int:
        value = table.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            self._refuse(f"{key} = {brief(value)}: expected a whole number from {low} to {high}")
        return value

    def _numbers(self, table: Mapping[str, Any], key: str, count: int, where: str) -> tuple[int, ...] | None:
        value = table.get(key)
        if value is None:
            return None
        if (
            not isinstance(value, list)
            or len(value) != count
            or not all(type(one) is int and one >= 0 for one in value)
        ):
            self._refuse(f"{where}{key} = {brief(value)}: expected {count} whole numbers")
        return tuple(value)

    def _choice(self, table: Mapping[str, Any], key: str, choices: tuple[str, ...], default: Any) -> Any:
        value = table.get(key, default)
        if not isinstance(value, str | None) or (value not in choices and value != default):
            self._refuse(f"{key} = {brief(value)}: expected {', '.join(choices)}")
        return value

    def _text(self, table: Mapping[str, Any], key: str, default: str, where: str) -> str:
        value = table.get(key, default)
        if not isinstance(value, str) or not value.isprintable():
            self._refuse(f"{where}{key} = {brief(value)}: expected a text in quotes")
        return value

    def _flag(self, table: Mapping[str, Any], key: str, default: bool) -> bool:
        value = table.get(key, default)
        if not isinstance(value, bool):
            self._refuse(f"{key} = {brief(value)}: expected true or false")
        return value

    def _tables(self, table: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            self._refuse(f"{key} = {brief(value)}: expected [[{key}]] tables")
        return value

    def _table(self, table: Mapping[str, Any], key: str, known: set[str]) -> Mapping[str, Any]:
        value = table.get(key, {})
        if not isinstance(value, dict):
            self._refuse(f"{key} = {brief(value)}: expected a table with {', '.join(sorted(known))}")
        self._known(value, known, f"{key}: ")
        return value

    def _known(self, table: Mapping[str, Any], known: set[str], where: str) -> None:
        for key in table:
            if key not in known:
                self._refuse(f"{where}{one_line(key)}? expected {', '.join(sorted(known))}")

    def _refuse(self, complaint: str) -> NoReturn:
        raise UnreadableInput(f"{self._source}: {complaint}")
