"""Scores in lights: the display protocol, the serial link, WLED.

A game holds a `Display`, gets it from `open_display(url)`, tells it a `DisplayState` whenever something
changes, and never waits for it.
"""

from firmware_bridge.display import Connection, Display, DisplayStatus
from firmware_bridge.link import Link, LinkSettings
from firmware_bridge.open_display import DisplayUrl, open_display, parse_display_url
from firmware_bridge.state import (
    ALL_SLOTS,
    DEFAULT_BRIGHTNESS,
    Animation,
    Button,
    ButtonPress,
    DisplayState,
    PlayerShown,
    score_text,
    short_name,
)

__all__ = [
    "ALL_SLOTS",
    "DEFAULT_BRIGHTNESS",
    "Animation",
    "Button",
    "ButtonPress",
    "Connection",
    "Display",
    "DisplayState",
    "DisplayStatus",
    "DisplayUrl",
    "Link",
    "LinkSettings",
    "PlayerShown",
    "open_display",
    "parse_display_url",
    "score_text",
    "short_name",
]
