"""Scores in lights: the display protocol, the serial link, WLED.

A game holds a `Display`, gets it from `open_display(url)`, tells it a `DisplayState` whenever something
changes, and never waits for it.
"""

from firmware_bridge.display import LOOKING, Connection, Display, DisplayStatus
from firmware_bridge.layout import DisplayLayout
from firmware_bridge.layout_file import layout_names, layout_text, parse_layout, read_layout
from firmware_bridge.link import DisplayLinkSettings, Link
from firmware_bridge.open_display import DisplayUrl, open_display, parse_display_url
from firmware_bridge.state import (
    ALL_SLOTS,
    DEFAULT_BRIGHTNESS,
    Animation,
    Button,
    ButtonPress,
    DisplayPlayer,
    DisplayState,
    score_text,
    short_name,
)

__all__ = [
    "ALL_SLOTS",
    "DEFAULT_BRIGHTNESS",
    "LOOKING",
    "Animation",
    "Button",
    "ButtonPress",
    "Connection",
    "Display",
    "DisplayLayout",
    "DisplayLinkSettings",
    "DisplayPlayer",
    "DisplayState",
    "DisplayStatus",
    "DisplayUrl",
    "Link",
    "layout_names",
    "layout_text",
    "open_display",
    "parse_display_url",
    "parse_layout",
    "read_layout",
    "score_text",
    "short_name",
]
