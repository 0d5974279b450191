"""A game as WLED shows it: short JSON objects that set segments, and whether WLED has taken them over.

From WLED's JSON API (kno.wled.ge/interfaces/json-api) and its source: effect 98 (Percent) lights `ix`
percent of a segment, at once with speed 255; effect 122 (2D Scrolling Text) writes the segment's name `n`.
Never per-pixel arrays: 154 lamps failed where 121 worked (WLED issue 1326).
"""

from __future__ import annotations

from firmware_bridge.layout import Arranged, DisplayLayout, DisplayPlace, Effect, full_bar, place_text
from firmware_bridge.state import ALL_SLOTS, Animation, DisplayPlayer, short_name, without_accents
from firmware_bridge.wled_answer import Json, WledInfo

SOLID, PERCENT, SCROLLING_TEXT = 0, 98, 122
_BRIGHT, _OTHERS = 255, 64  # a segment's own brightness: whose turn it is, and everybody else
_LONGEST_TEXT = 32  # WLED's shortest limit for a segment's name


def segments(arranged: Arranged, layout: DisplayLayout, info: WledInfo) -> list[Json]:
    """Return one `seg` object for each player shown."""
    count = len(arranged.state.players)
    found = []
    for index, player in enumerate(arranged.state.players):
        chosen = arranged.places[index] if index < len(arranged.places) else None
        place = DisplayPlace("player 1") if chosen is None else layout.places[chosen]
        region = _region(place, info, index, count)
        found.append({"id": index, **region, **_look(player, place, region, arranged, info)})
    return found


def objects(arranged: Arranged, layout: DisplayLayout, info: WledInfo, *, segments_before: int) -> list[Json]:
    """Return the JSON objects that bring a state onto WLED, each short enough for its serial buffer."""
    level = arranged.state.brightness
    found: list[Json] = [{"on": level > 0, "bri": max(1, level), "transition": 0}]
    shown = segments(arranged, layout, info)
    found += [{"seg": segment} for segment in shown]
    found += [{"seg": {"id": extra, "stop": 0}} for extra in range(max(1, len(shown)), segments_before)]
    return found


def effect_objects(
    animation: Animation, slot: int, effect: Effect, arranged: Arranged, layout: DisplayLayout, info: WledInfo
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
    """Return what WLED's state (as `wled_state` gives it) has otherwise than told, an empty text where nothing."""
    for one in wanted:
        for key, value in one.items():
            if key == "seg":
                if found := _segment_difference(value, state["seg"]):
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
            has = segment["col"][: len(value)]
        if has != value:
            return f"segment {number}: {key} is {has}, not {value}"
    return ""


def _region(place: DisplayPlace, info: WledInfo, index: int, count: int) -> Json:
    """Where a place lies: as the layout says, as far as there are lamps, since WLED cuts off what lies beyond."""
    if place.area is not None and info.height > 1:
        left, top, width, height = place.area
        start, stop = _within(left, left + width, info.width)
        start_y, stop_y = _within(top, top + height, info.height)
        return {"start": start, "stop": stop, "startY": start_y, "stopY": stop_y}
    if place.leds is not None and info.height == 1:
        start, stop = _within(*place.leds, info.width)
        return {"start": start, "stop": stop}
    part = info.width // count
    region = {"start": index * part, "stop": (index + 1) * part}
    return {**region, "startY": 0, "stopY": info.height} if info.height > 1 else region


def _within(first: int, end: int, size: int) -> tuple[int, int]:
    """First and behind the last, within so many and one at least."""
    start = min(first, size - 1)
    return start, max(start + 1, min(end, size))


def _look(player: DisplayPlayer, place: DisplayPlace, region: Json, arranged: Arranged, info: WledInfo) -> Json:
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
