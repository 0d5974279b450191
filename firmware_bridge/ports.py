"""Serial ports: named by path, by USB identity or by pyserial URL, and found again after a replug.

Only the port that was asked for is ever opened: opening a stranger's port resets many boards.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
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

    After the first find it remembers the port's USB identity, and looks for that when the path is gone.
    """

    def __init__(self, name: str, list_ports: Callable[[], Sequence[PortInfo]] | None = None) -> None:
        self.name = name
        self._list_ports = list_ports or attached_ports
        self._identity: PortInfo | None = None

    def find(self) -> str:
        """Return the port's name now; raises PortNotThere."""
        if "://" in self.name:
            return self.name
        ports = self._list_ports()
        if self.name.lower().startswith("usb:"):
            return self._by_usb(ports)
        real = os.path.realpath(self.name) if os.path.exists(self.name) else self.name
        here = next((port for port in ports if port.device in (self.name, real)), None)
        if here is not None and (self._identity is None or _same(here, self._identity)):
            self._identity = here
            return self.name
        if here is None and os.path.exists(self.name):
            return self.name  # a pseudo-terminal, or a port that the system does not list
        moved = self._moved(ports)
        if moved is not None:
            return moved.device
        raise PortNotThere(f"{self.name} is not there: plug the display in, or see `boardsight display list`")

    def _by_usb(self, ports: Sequence[PortInfo]) -> str:
        parts = self.name.split(":")[1:]
        try:
            vid, pid = int(parts[0], 16), int(parts[1], 16)
        except (ValueError, IndexError):
            raise PortNotThere(f"{self.name}: expected usb:VID:PID or usb:VID:PID:SERIAL, like usb:2341:0043") from None
        serial_number = ":".join(parts[2:]) or None
        found = [port for port in ports if (port.vid, port.pid) == (vid, pid)]
        if serial_number is not None:
            found = [port for port in found if port.serial_number == serial_number]
        elif self._identity is not None:
            found = [port for port in found if _same(port, self._identity)] or found
        if not found:
            raise PortNotThere(f"no USB device {self.name[4:]} is plugged in; see `boardsight display list`")
        if len(found) > 1:
            raise PortNotThere(
                f"{len(found)} devices answer to {self.name}: name one by its path, "
                f"{' or '.join(port.device for port in found)}"
            )
        self._identity = found[0]
        return found[0].device

    def _moved(self, ports: Sequence[PortInfo]) -> PortInfo | None:
        if self._identity is None:
            return None
        like = [port for port in ports if _same(port, self._identity)]
        at_place = [port for port in like if port.location == self._identity.location]
        return (at_place or like)[0] if len(at_place or like) == 1 else None


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
