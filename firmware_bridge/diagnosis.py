"""What hangs on this computer's serial ports, and why one of them can't be used, without opening any.

Opening a port resets many boards, so everything here is read from the system: pyserial's list, the file's
permissions, who holds it open, which USB devices have no port at all.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from firmware_bridge.ports import PortInfo, attached_ports

_KNOWN = {  # (VID, PID or None) to the name of what it is, and what Boardsight can do with it
    (0x2341, 0x0043): "Arduino Uno",
    (0x2341, 0x0001): "Arduino Uno (first edition)",
    (0x2A03, 0x0043): "Arduino Uno",
    (0x2341, None): "an Arduino",
    (0x1A86, 0x7523): "CH340 adapter (Arduino Nano, many WLED boards)",
    (0x1A86, 0x55D4): "CH9102 adapter (ESP32, many WLED boards)",
    (0x10C4, 0xEA60): "CP210x adapter (ESP32, many WLED boards)",
    (0x0403, 0x6001): "FTDI adapter (Arduino Nano)",
    (0x0403, None): "FTDI adapter",
    (0x2E8A, None): "Raspberry Pi RP2040 board (Pico)",
    (0x303A, None): "ESP32 with its own USB",
    (0x239A, None): "CircuitPython board",
}
_TAKEN_BY_BRLTTY = {(0x1A86, 0x7523), (0x10C4, 0xEA60), (0x0403, 0x6001)}


@dataclass(frozen=True, slots=True)
class PortReport:
    """One port: what is likely on it, the URL to use it with, and what is in the way (with the mend)."""

    device: str
    what: str
    usb: str
    url: str
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the diagnosis asks the system; replaced in tests."""

    ports: Callable[[], Sequence[PortInfo]] = attached_ports
    may_open: Callable[[str], bool] = lambda device: os.access(device, os.R_OK | os.W_OK)
    holder: Callable[[str], str | None] = lambda device: _holder(device)
    usb_devices: Callable[[], set[tuple[int, int]]] = lambda: _usb_devices()
    brltty_runs: Callable[[], bool] = lambda: _runs("brltty")
    platform: str = sys.platform


def port_reports(surroundings: Surroundings | None = None) -> list[PortReport]:
    """Return a report of every USB serial port, those with known boards first."""
    asked = surroundings or Surroundings()
    found = []
    for port in asked.ports():
        if port.vid is None or port.pid is None:
            continue
        usb = f"{port.vid:04X}:{port.pid:04X}"
        twin = any(other is not port and (other.vid, other.pid) == (port.vid, port.pid) for other in asked.ports())
        name = f"usb:{usb}:{port.serial_number}" if port.serial_number else f"usb:{usb}"
        target = port.device if twin and not port.serial_number else name
        what = _known_as(port.vid, port.pid) or port.description or "unknown"
        found.append(PortReport(port.device, what, usb, f"serial:{target}", _problem(port.device, asked)))
    return sorted(found, key=lambda report: (report.what == "unknown", report.device))


def missing_ports(surroundings: Surroundings | None = None) -> list[str]:
    """Return a sentence for every adapter on USB that has no serial port, with the likely cause and the mend."""
    asked = surroundings or Surroundings()
    with_port = {(port.vid, port.pid) for port in asked.ports()}
    sentences = []
    for vid, pid in sorted(asked.usb_devices() - with_port):
        what = _KNOWN.get((vid, pid))
        if what is None:
            continue
        if (vid, pid) in _TAKEN_BY_BRLTTY and asked.brltty_runs():
            mend = "brltty (for Braille displays) has taken it: sudo apt remove brltty, then plug it in again"
        else:
            mend = "the system has no driver for it: plug it in again, try another cable (one with data lines)"
        sentences.append(f"{what} ({vid:04X}:{pid:04X}) is on USB and has no serial port: {mend}")
    return sentences


def _known_as(vid: int, pid: int) -> str | None:
    return _KNOWN.get((vid, pid)) or _KNOWN.get((vid, None))


def _problem(device: str, asked: Surroundings) -> str:
    if asked.platform == "darwin" and "/tty." in device:
        return f"on macOS use {device.replace('/tty.', '/cu.')}: opening tty.* waits for a modem"
    if not asked.may_open(device):
        if asked.platform.startswith("linux"):
            return "you may not open it: sudo usermod -aG dialout $USER, then log out and in again"
        return "you may not open it"
    holder = asked.holder(device)
    if holder is not None:
        return f"{holder} has it open: close that program"
    return ""


def _holder(device: str) -> str | None:
    """Return the name of a process (not this one) that holds the device open, as far as we may look."""
    for process in Path("/proc").glob("[0-9]*"):
        if process.name == str(os.getpid()):
            continue
        try:
            if any(os.readlink(one) == device for one in (process / "fd").iterdir()):
                return (process / "comm").read_text().strip()
        except OSError:  # not ours to look into, or it has just ended
            continue
    return None


def _usb_devices() -> set[tuple[int, int]]:
    found = set()
    for folder in Path("/sys/bus/usb/devices").glob("*"):
        vid, pid = folder / "idVendor", folder / "idProduct"
        if vid.exists() and pid.exists():
            found.add((int(vid.read_text(), 16), int(pid.read_text(), 16)))
    return found


def _runs(name: str) -> bool:
    for process in Path("/proc").glob("[0-9]*/comm"):
        try:
            if process.read_text().strip() == name:
                return True
        except OSError:  # it has just ended
            continue
    return False
