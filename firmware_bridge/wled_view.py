"""A game as WLED shows it: short JSON objects that set segments, and whether WLED has taken them over.

From WLED's JSON API (kno.wled.ge/interfaces/json-api) and its source: effect 98 (Percent) lights `ix`
percent of a segment, at once with speed 255; effect 122 (2D Scrolling Text) writes the segment's name `n`.
Never per-pixel arrays: 154 lamps failed where 121 worked (WLED issue 1326).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from firmware_bridge.layout import Arranged, Effect, Layout, Place, full_bar, place_text
from firmware_bridge.state import ALL_SLOTS, Animation, PlayerShown, short_name, without_accents

SOLID, PERCENT, SCROLLING_TEXT = 0, 98, 122
_BRIGHT, _OTHERS = 255, 64  # a segment's own brightness: whose turn it is, and everybody else
_LONGEST_TEXT = 32  # WLED's shortest limit for a segment's name

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class WledInfo:
    """What WLED tells of itself; `height` is 1 for a strip."""

    name: str
    version: str
    leds: int
    width: int
    height: int
    most_segments: int


def wled_info(info: Json) -> WledInfo:
    """Return the facts in WLED's `info` object; raises ValueError where it is none."""
    leds = info.get("leds")
    if not isinstance(leds, dict) or not isinstance(leds.get("count"), int):
        raise ValueError("that is no WLED: its info has no count of LEDs")
    count: int = leds["count"]
    matrix: Json = leds.get("matrix") or {}
    return WledInfo(
        name=str(info.get("name", "WLED")),
        version=str(info.get("ver", "?")),
        leds=count,
        width=int(matrix.get("w", count)),
        height=int(matrix.get("h", 1)),
        most_segments=int(leds.get("maxseg", 16)),
    )


def segments(arranged: Arranged, layout: Layout, info: WledInfo) -> list[Json]:
    """Return one `seg` object for each player shown."""
    count = len(arranged.state.players)
    found = []
    for index, player in enumerate(arranged.state.players):
        chosen = arranged.places[index] if index < len(arranged.places) else None
        place = Place("player 1") if chosen is None else layout.places[chosen]
        region = _region(place, info, index, count)
        found.append({"id": index, **region, **_look(player, place, region, arranged, info)})
    return found


def objects(arranged: Arranged, layout: Layout, info: WledInfo, *, segments_before: int) -> list[Json]:
    """Return the JSON objects that bring a state onto WLED, each short enough for its serial buffer."""
    level = arranged.state.brightness
    found: list[Json] = [{"on": level > 0, "bri": max(1, level), "transition": 0}]
    shown = segments(arranged, layout, info)
    found += [{"seg": segment} for segment in shown]
    found += [{"seg": {"id": extra, "stop": 0}} for extra in range(max(1, len(shown)), segments_before)]
    return found


def effect_objects(
    animation: Animation, slot: int, effect: Effect, arranged: Arranged, layout: Layout, info: WledInfo
) -> list[Json]:
    """Return the JSON objects that begin an effect; `objects` ends it."""
    found = []
    for segment in segments(arranged, layout, info):
        if slot not in (segment["id"], ALL_SLOTS):
            continue
        points = arranged.state.players[segment["id"]].last_points
        if animation is Animation.POINTS and segment["fx"] == SCROLLING_TEXT and points is not None:
            change: Json = {"n": f"{points:+d}"}
        else:
            change = {"fx": effect.fx, "sx": effect.sx, "ix": effect.ix, "bri": _BRIGHT}
        found.append({"seg": {"id": segment["id"], **change}})
    return found


def difference(wanted: list[Json], state: Json) -> str:
    """Return what WLED's state has otherwise than it was told, an empty text where nothing."""
    for one in wanted:
        for key, value in one.items():
            if key == "seg":
                if found := _segment_difference(value, state.get("seg", [])):
                    return found
            elif key != "transition" and state.get(key) != value:
                return f"{key} is {state.get(key)}, not {value}"
    return ""


def _segment_difference(wanted: Json, there: list[Json]) -> str:
    number = wanted["id"]
    segment = next((one for one in there if one.get("id") == number and one.get("stop", 1) != 0), None)
    if wanted.get("stop") == 0:
        return "" if segment is None else f"segment {number} is still there"
    if segment is None:
        return f"segment {number} is missing"
    for key, value in wanted.items():
        has = segment.get(key)
        if key == "col":
            has = [list(colour)[:3] for colour in segment.get("col", [])[: len(value)]]
        if has != value:
            return f"segment {number}: {key} is {has}, not {value}"
    return ""


def _region(place: Place, info: WledInfo, index: int, count: int) -> Json:
    if place.area is not None and info.height > 1:
        left, top, width, height = place.area
        return {"start": left, "stop": left + width, "startY": top, "stopY": top + height}
    if place.leds is not None and info.height == 1:
        return {"start": place.leds[0], "stop": place.leds[1]}
    part = info.width // count
    region = {"start": index * part, "stop": (index + 1) * part}
    return {**region, "startY": 0, "stopY": info.height} if info.height > 1 else region


def _look(player: PlayerShown, place: Place, region: Json, arranged: Arranged, info: WledInfo) -> Json:
    wide = region["stop"] - region["start"]
    draws = place.draws or ("text" if info.height >= 7 and wide >= 10 else "bar")
    name = short_name(player.name, ascii_only=True)
    look: Json = {
        "n": name,
        "on": True,
        "bri": _BRIGHT if player.active or player.winner else _OTHERS,
        "col": [list(player.colour), [0, 0, 0]],
        "fx": SOLID,
        "sx": 128,
        "ix": 128,
        "pal": 0,
    }
    if draws == "text" and info.height > 1:
        text = _ascii_text(place_text(player, place))
        return {**look, "n": text or " ", "fx": SCROLLING_TEXT}
    if draws == "bar" and not player.winner:
        full = full_bar(arranged.state, place)
        percent = min(100, round(100 * max(0, player.score) / full))
        least = -(-100 // wide)  # one lamp: the player is there
        return {**look, "fx": PERCENT, "sx": 255, "ix": max(percent, min(least, 100))}
    return look


def _ascii_text(text: str) -> str:
    """Return a text in ASCII, without quotes and backslashes, as long as WLED's names may be."""
    return "".join(letter for letter in without_accents(text) if letter not in '"\\')[:_LONGEST_TEXT]
