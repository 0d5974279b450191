"""From a display's URL to a display: `serial:`, `wled+serial:`, `wled+http:`, `adalight:`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import parse_qsl

from firmware_bridge.board_driver import BoardDriver
from firmware_bridge.conversation import Port
from firmware_bridge.display import Display
from firmware_bridge.link import Driver, Link, LinkSettings
from firmware_bridge.messages import Message
from firmware_bridge.ports import PortFinder, PortSettings, open_port
from firmware_bridge.state import ButtonPress
from tabletop.errors import UsageError

_OURS = {"baud", "dtr", "rts"}
_SWITCH = {"0": False, "off": False, "1": True, "on": True}


@dataclass(frozen=True, slots=True)
class DisplayUrl:
    """A display's URL taken apart: how it is spoken with, where it is, how its port is opened."""

    scheme: str
    target: str
    port: PortSettings = field(default_factory=PortSettings)


def parse_display_url(url: str) -> DisplayUrl:
    """Take a display's URL apart; raises UsageError with what was expected."""
    scheme, colon, target = url.partition(":")
    if not colon or scheme not in ("serial", "virtual"):
        raise UsageError(f"display {url!r}: expected serial:PORT or virtual:")
    if not target and scheme != "virtual":
        raise UsageError(f"display {url!r}: expected a port behind the colon, like serial:/dev/ttyUSB0")
    target, _, query = target.partition("?")
    return DisplayUrl(scheme, target, _port_settings(url, query))


def open_display(
    url: str,
    *,
    settings: LinkSettings | None = None,
    on_button: Callable[[ButtonPress], None] | None = None,
    watch: Callable[[str, Message], None] | None = None,
) -> Display:
    """Return the display behind a URL; it is looked for in the background, and again whenever it is lost.

    `virtual:` belongs to the simulator, which hands over a `serial:` URL. `on_button` is called from the
    display's thread. `watch` sees every message (`>` to the display, `<` from it).
    Raises UsageError where the URL makes no sense; never because nothing is plugged in.
    """
    return Link(url, _driver(url, watch), settings=settings, on_button=on_button)


def _driver(url: str, watch: Callable[[str, Message], None] | None) -> Driver:
    parsed = parse_display_url(url)
    if parsed.scheme == "serial":
        return BoardDriver(port_opener(parsed), watch=watch)
    raise UsageError(f"display {url!r}: a virtual display is made by the simulator, not opened here")


def port_opener(parsed: DisplayUrl) -> Callable[[], tuple[str, Port]]:
    """Return what opens the URL's port, wherever it is plugged in by then: (its name, the port)."""
    finder = PortFinder(parsed.target)

    def open_found() -> tuple[str, Port]:
        name = finder.find()
        return name, open_port(name, parsed.port)

    return open_found


def _port_settings(url: str, query: str) -> PortSettings:
    given = dict(parse_qsl(query, keep_blank_values=True))
    unknown = set(given) - _OURS
    if unknown:
        raise UsageError(f"display {url!r}: {', '.join(sorted(unknown))}? expected {', '.join(sorted(_OURS))}")
    baud = given.get("baud", str(PortSettings().baud))
    if not baud.isdigit():
        raise UsageError(f"display {url!r}: baud={baud}? expected a number like 115200")
    lines: dict[str, bool | None] = {}
    for line in ("dtr", "rts"):
        if line in given and given[line] not in _SWITCH:
            raise UsageError(f"display {url!r}: {line}={given[line]}? expected on or off")
        lines[line] = _SWITCH[given[line]] if line in given else None
    return PortSettings(baud=int(baud), dtr=lines["dtr"], rts=lines["rts"])
