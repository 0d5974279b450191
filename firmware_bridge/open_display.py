"""From a display's URL to a display: `serial:`, `wled+serial:`, `wled+http:`, `adalight:`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import parse_qsl

from firmware_bridge.adalight_driver import AdalightDriver
from firmware_bridge.board_driver import BoardDriver
from firmware_bridge.conversation import Port
from firmware_bridge.display import Display
from firmware_bridge.layout import DisplayLayout
from firmware_bridge.layout_file import read_layout
from firmware_bridge.link import DisplayLinkSettings, Driver, Link
from firmware_bridge.messages import Message
from firmware_bridge.ports import PortFinder, PortSettings, open_port
from firmware_bridge.state import ButtonPress
from firmware_bridge.wled_driver import WledDriver
from firmware_bridge.wled_transport import WledHttp, WledSerial
from tabletop.addresses import HIDDEN, address_name, is_well_formed
from tabletop.errors import UsageError

_SCHEMES = ("serial", "wled+serial", "wled+http", "adalight", "virtual")
_OURS = {"baud", "dtr", "rts", "layout", "leds"}
_SWITCH = {"0": False, "off": False, "1": True, "on": True}


@dataclass(frozen=True, slots=True)
class DisplayUrl:
    """A display's URL taken apart: how it is spoken with, where it is, how its port is opened."""

    scheme: str
    target: str
    port: PortSettings = field(default_factory=PortSettings)
    layout: str | None = None
    leds: int = 60


def parse_display_url(url: str) -> DisplayUrl:
    """Take a display's URL apart; raises UsageError with what was expected."""
    scheme, colon, target = url.partition(":")
    if not colon or scheme not in _SCHEMES:
        raise UsageError(
            f"display {address_name(url)}: expected serial:PORT, wled+serial:PORT, wled+http://HOST, adalight:PORT or "
            "virtual:"
        )
    target, _, query = target.partition("?")
    if scheme == "wled+http":
        target = target.strip("/")
    if not target and scheme != "virtual":
        example = "wled+http://192.168.1.50" if scheme == "wled+http" else f"{scheme}:/dev/ttyUSB0"
        raise UsageError(f"display {address_name(url)}: expected more behind the colon, like {example}")
    if scheme == "wled+http" and not _is_address(target):
        raise UsageError(
            f"display {address_name(url)}: expected a host, and perhaps a port, like wled+http://192.168.1.50:80"
        )
    given = _options(url, query)
    return DisplayUrl(scheme, target, _port_settings(url, given), given.get("layout"), _whole(url, given, "leds", 60))


def open_display(
    url: str,
    *,
    layout: DisplayLayout | None = None,
    settings: DisplayLinkSettings | None = None,
    on_button: Callable[[ButtonPress], None] | None = None,
    watch: Callable[[str, Message], None] | None = None,
) -> Display:
    """Return the display behind a URL; it is looked for in the background, and again whenever it is lost.

    `virtual:` belongs to the simulator, which hands over a `serial:` URL. The layout is the URL's
    (`?layout=NAME-or-FILE`), else the one given, else a sensible one. `on_button` is called from the
    display's thread. `watch` sees every message of our protocol (`>` to the display, `<` from it).
    Raises UsageError where the URL makes no sense; never because nothing is plugged in.
    """
    parsed = parse_display_url(url)
    chosen = (read_layout(parsed.layout) if parsed.layout else layout) or DisplayLayout()
    finder = PortFinder(parsed.target)
    driver = _driver(url, parsed, finder, chosen, watch)
    link = Link(address_name(url), driver, layout=chosen, settings=settings, on_button=on_button)
    if parsed.scheme != "wled+http":
        link.look_around = finder.look_around
    return link


def _driver(
    url: str,
    parsed: DisplayUrl,
    finder: PortFinder,
    layout: DisplayLayout,
    watch: Callable[[str, Message], None] | None,
) -> Driver:
    match parsed.scheme:
        case "serial":
            return BoardDriver(port_opener(parsed, finder), watch=watch)
        case "wled+serial":
            return WledDriver(WledSerial(port_opener(parsed, finder)), layout)
        case "wled+http":
            return WledDriver(WledHttp(parsed.target), layout)
        case "adalight":
            return AdalightDriver(port_opener(parsed, finder), layout, parsed.leds)
    raise UsageError(f"display {address_name(url)}: a virtual display is made by the simulator, not opened here")


def port_opener(parsed: DisplayUrl, finder: PortFinder | None = None) -> Callable[[], tuple[str, Port]]:
    """Return what opens the URL's port, wherever `finder` finds it by then: (its name, the port)."""
    finder = finder or PortFinder(parsed.target)

    def open_found() -> tuple[str, Port]:
        name = finder.find()
        return name, open_port(name, parsed.port)

    return open_found


def _is_address(target: str) -> bool:
    """Whether `HOST`, `HOST:PORT` or `HOST/PATH` stands there."""
    return target.isascii() and is_well_formed(f"http://{target}")


def _options(url: str, query: str) -> dict[str, str]:
    given = dict(parse_qsl(query, keep_blank_values=True))
    unknown = sorted(key if value else HIDDEN for key, value in given.items() if key not in _OURS)
    if unknown:
        raise UsageError(f"display {address_name(url)}: {', '.join(unknown)}? expected {', '.join(sorted(_OURS))}")
    return given


def _whole(url: str, given: dict[str, str], key: str, default: int) -> int:
    value = given.get(key, str(default))
    if not value.isdigit() or int(value) == 0:
        raise UsageError(f"display {address_name(url)}: {key}={value}? expected a whole number like {default}")
    return int(value)


def _port_settings(url: str, given: dict[str, str]) -> PortSettings:
    lines: dict[str, bool | None] = {}
    for line in ("dtr", "rts"):
        if line in given and given[line] not in _SWITCH:
            raise UsageError(f"display {address_name(url)}: {line}={given[line]}? expected on or off")
        lines[line] = _SWITCH[given[line]] if line in given else None
    baud = _whole(url, given, "baud", PortSettings().baud)
    return PortSettings(baud=baud, dtr=lines["dtr"], rts=lines["rts"])
