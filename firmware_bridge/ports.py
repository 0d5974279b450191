"""Serial ports: named by path, by USB identity or by pyserial URL, and found again after a replug.

Only the port that was asked for is ever opened: opening a stranger's port resets many boards.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from firmware_bridge.conversation import Port
from tabletop.addresses import address_name, without_secrets


class PortInfo(Protocol):
    """What pyserial tells about a port without opening it."""

    device: str
    description: str
    vid: int | None
    pid: int | None
    serial_number: str | None
    location: str | None


@dataclass(frozen=True, slots=True)
class PortSettings:
    """How a port is opened. `dtr`/`rts` None: left as the system sets them (asserted)."""

    baud: int = 115200
    dtr: bool | None = None
    rts: bool | None = None
    write_timeout_s: float = 1.0  # fires only when the system's buffer is full: the device is stuck


class PortNotThere(OSError):
    """The port is not there (yet)."""


class PortFinder:
    """Finds one port's present name: by path, `usb:VID:PID[:SERIAL]`, or unchanged for a pyserial URL.

    After the first find it remembers the port's USB identity and looks for that when the path is gone. Many adapters
    have the same one: whichever was plugged in beside ours is never ours, nor is any of those between which it cannot
    choose.
    """

    def __init__(self, name: str, list_ports: Callable[[], Sequence[PortInfo]] | None = None) -> None:
        self.name = name
        self._list_ports = list_ports or attached_ports
        self._identity: PortInfo | None = None
        self._strangers: frozenset[str] = frozenset()
        """The places of what is like ours and is not ours."""

    def find(self) -> str:
        """Return the port's name now; raises PortNotThere."""
        if "://" in self.name:
            return self.name
        ports = self._list_ports()
        named = self._named(ports)
        if named is None and not self._is_usb and os.path.exists(self.name) and not self._lists_name(ports):
            return self.name  # a pseudo-terminal, or a port that the system does not list
        alike = self._alike(ports, named)
        ours = self._ours(alike, named)
        if ours is None:
            raise PortNotThere(self._missing(alike))
        self._identity = ours
        self._strangers = frozenset(_place(port) for port in alike if port is not ours)
        return self.name if ours is named else ours.device

    def look_around(self) -> None:
        """While ours is in use: remember what else like it is plugged in by now."""
        if "://" in self.name or self._identity is None:
            return
        with suppress(OSError):  # the system's list changed under the look: the next one tells
            alike = self._alike(self._list_ports(), self._identity)
            others = [port for port in alike if _place(port) != _place(self._identity)]
            if len(others) < len(alike):
                self._strangers = frozenset(map(_place, others))

    @property
    def _is_usb(self) -> bool:
        return self.name.lower().startswith("usb:")

    def _named(self, ports: Sequence[PortInfo]) -> PortInfo | None:
        """The port at the path that was named, where it may be ours."""
        real = os.path.realpath(self.name) if os.path.exists(self.name) else self.name
        here = next((port for port in ports if port.device in (self.name, real)), None)
        return here if here is None or self._identity is None or _same(here, self._identity) else None

    def _lists_name(self, ports: Sequence[PortInfo]) -> bool:
        return any(port.device in (self.name, os.path.realpath(self.name)) for port in ports)

    def _alike(self, ports: Sequence[PortInfo], known: PortInfo | None) -> list[PortInfo]:
        """All ports that may be ours by what they are."""
        if not self._is_usb:
            known = self._identity or known
            return [] if known is None else [port for port in ports if _same(port, known)]
        parts = self.name.split(":")[1:]
        try:
            vid, pid = int(parts[0], 16), int(parts[1], 16)
        except (ValueError, IndexError):
            raise PortNotThere(f"{self.name}: expected usb:VID:PID or usb:VID:PID:SERIAL, like usb:2341:0043") from None
        serial_number = ":".join(parts[2:])
        return [
            port
            for port in ports
            if (port.vid, port.pid) == (vid, pid) and serial_number in ("", port.serial_number or "")
        ]

    def _ours(self, alike: Sequence[PortInfo], named: PortInfo | None) -> PortInfo | None:
        """The one of them that is ours; None where that is none of them, or nobody can tell."""
        if self._identity is None:
            if named is None and len(alike) > 1:  # none of them is, when the others have gone
                self._strangers |= frozenset(map(_place, alike))
            return named or (alike[0] if alike and not self._strangers else None)
        same = [port for port in alike if _same(port, self._identity)]
        if at_place := [port for port in same if _place(port) == _place(self._identity)]:
            return at_place[0]
        new = [port for port in alike if _place(port) not in self._strangers]
        for found in ([port for port in new if port in same], new):
            if len(found) == 1 and len(alike) > len(self._strangers):
                return found[0]
        return None

    def _missing(self, alike: Sequence[PortInfo]) -> str:
        """Why there is no port to be used."""
        names = " or ".join(port.device for port in alike)
        if self._is_usb and self._identity is None and alike:
            count = max(len(alike), len(self._strangers))
            return f"{count} devices answer to {self.name}: name one by its path, {names}"
        left = f"; {names} was there beside it and is left alone" if alike else ""
        if self._is_usb:
            return f"no USB device {self.name[4:]} is plugged in{left}; see `boardsight display list`"
        return f"{self.name} is not there{left}: plug the display in, or see `boardsight display list`"


def _place(port: PortInfo) -> str:
    """The socket, where the system tells it."""
    return port.location or port.device


def _same(port: PortInfo, identity: PortInfo) -> bool:
    kind = (port.vid, port.pid, port.serial_number)
    return kind == (identity.vid, identity.pid, identity.serial_number)


def attached_ports() -> Sequence[PortInfo]:
    """Return the serial ports of this computer, without opening any."""
    from serial.tools import list_ports

    return list(list_ports.comports())


def open_port(name: str, settings: PortSettings) -> Port:
    """Open a serial port or pyserial URL; raises OSError with a sentence for people."""
    import serial

    try:
        port = serial.serial_for_url(name, do_not_open=True, baudrate=settings.baud, timeout=0.1)
        if not name.startswith("rfc2217://"):  # which knows no time-out for writing
            port.write_timeout = settings.write_timeout_s
        if "://" not in name:
            port.exclusive = True if os.name == "posix" else None
        if settings.dtr is not None:
            port.dtr = settings.dtr
        if settings.rts is not None:
            port.rts = settings.rts
        port.open()
    except (serial.SerialException, ValueError) as error:
        raise PortNotThere(why_not(name, error)) from error
    return port


def why_not(name: str, error: Exception) -> str:
    """Return one sentence on why a port can't be opened, with the mend."""
    number = getattr(error, "errno", None)
    name, text = address_name(name), without_secrets(str(error))
    if number == 13 or "Permission denied" in text or "Access is denied" in text:
        mend = "sudo usermod -aG dialout $USER, then log in again" if os.name == "posix" else "close other programs"
        return f"{name} may not be opened by you: {mend}"
    if number == 16 or "lock" in text or "busy" in text:
        return f"{name} is used by another program: close it (the Arduino IDE's monitor, another Boardsight)"
    if number == 2 or "No such file" in text or "FileNotFound" in text:
        return f"{name} is not there: plug the display in, or see `boardsight display list`"
    return f"{name} can't be opened: {text}"
