"""Ports found by path, by USB identity, after a replug; and why one can't be opened."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
from dataclasses import dataclass, replace

import pytest
import serial
import serial.rfc2217

from firmware_bridge import open_display, parse_display_url
from firmware_bridge.ports import PortFinder, PortNotThere, PortSettings, open_port, why_not
from tabletop.errors import UsageError


@dataclass
class Info:
    """A port as pyserial lists it."""

    device: str
    vid: int | None = 0x2341
    pid: int | None = 0x0043
    serial_number: str | None = None
    location: str | None = None
    description: str = "Arduino Uno"


class PortServer:
    """A serial port server after RFC 2217, with a loop-back port behind it whose lines can be watched."""

    def __init__(self) -> None:
        self.port = serial.serial_for_url("loop://", timeout=0)
        self._server = socket.create_server(("127.0.0.1", 0))
        self.number = self._server.getsockname()[1]
        self._host: socket.socket | None = None
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def write(self, data: bytes) -> None:
        """Send the port manager's answers."""
        assert self._host is not None
        with contextlib.suppress(OSError):
            self._host.sendall(data)

    def __enter__(self) -> PortServer:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._thread.join(60)
        self._server.close()
        self.port.close()

    def _serve(self) -> None:
        self._host, _ = self._server.accept()
        manager = serial.rfc2217.PortManager(self.port, self)
        while data := self._host.recv(1024):
            list(manager.filter(data))
        self._host.close()


def finder(name: str, *lists: list[Info]) -> PortFinder:
    """A finder for which the attached ports change with every look."""
    looks = iter(lists)
    return PortFinder(name, lambda: next(looks))


@pytest.mark.parametrize(
    ("name", "ports", "found"),
    [
        ("socket://127.0.0.1:5000", [], "socket://127.0.0.1:5000"),
        ("usb:2341:0043", [Info("/dev/ttyS0", None, None), Info("/dev/ttyACM3")], "/dev/ttyACM3"),
        (
            "usb:2341:0043:B2",
            [Info("/dev/ttyACM0", serial_number="A1"), Info("/dev/ttyACM1", serial_number="B2")],
            "/dev/ttyACM1",
        ),
    ],
    ids=["a pyserial URL", "VID and PID", "of two of a kind by serial number"],
)
def test_a_port_is_found_by_its_name(name: str, ports: list[Info], found: str) -> None:
    """A URL is taken as it is; a USB identity names the port wherever it is."""
    assert finder(name, ports).find() == found


def test_two_of_a_kind_are_not_guessed() -> None:
    """With two of the same kind and no serial number nothing is opened, and the message names both."""
    with pytest.raises(PortNotThere, match="/dev/ttyACM0 or /dev/ttyACM1"):
        finder("usb:2341:0043", [Info("/dev/ttyACM0"), Info("/dev/ttyACM1")]).find()


def test_a_replugged_port_is_found_under_its_new_name() -> None:
    """A CH340 without serial number comes back as ttyUSB1: found by what it is."""
    before = [Info("/dev/ttyUSB0", 0x1A86, 0x7523, location="1-2")]
    after = [Info("/dev/ttyUSB1", 0x1A86, 0x7523, location="1-3"), Info("/dev/ttyACM0")]
    found = finder("/dev/ttyUSB0", before, [], after)
    assert found.find() == "/dev/ttyUSB0"
    with pytest.raises(PortNotThere):
        found.find()
    assert found.find() == "/dev/ttyUSB1"


def test_of_two_of_a_kind_the_one_at_the_same_socket() -> None:
    """After a replug with two of a kind the USB socket decides."""
    before = [Info("/dev/ttyUSB0", location="1-2")]
    after = [Info("/dev/ttyUSB5", location="1-9"), Info("/dev/ttyUSB6", location="1-2")]
    found = finder("/dev/ttyUSB0", before, after)
    found.find()
    assert found.find() == "/dev/ttyUSB6"


OURS = Info("/dev/ttyUSB0", 0x1A86, 0x7523, location="1-2")
PRINTER = Info("/dev/ttyUSB1", 0x1A86, 0x7523, location="1-3")
"""A 3D printer, a GPS: the same adapter, without a serial number."""


@pytest.mark.parametrize("name", ["/dev/ttyUSB0", "usb:1a86:7523"])
@pytest.mark.parametrize("knows_sockets", [True, False])
def test_what_was_plugged_in_beside_ours_is_never_ours(name: str, knows_sockets: bool) -> None:
    """Ours is pulled and the printer stays, or takes our name: nothing is opened until ours is back, wherever."""
    ours, printer = (one if knows_sockets else replace(one, location=None) for one in (OURS, PRINTER))
    elsewhere = replace(ours, device="/dev/ttyUSB2", location="1-9" if knows_sockets else None)
    looks = [[ours], [ours, printer], [printer], [], [printer], [printer, elsewhere]]
    if knows_sockets:
        looks.insert(4, [replace(printer, device=ours.device)])
    found = finder(name, *looks)
    assert found.find() == ours.device
    found.look_around()  # the printer was plugged in later
    for _ in looks[2:-1]:
        with pytest.raises(PortNotThere):
            found.find()
    assert found.find() == elsewhere.device


def test_of_two_that_answered_none_is_opened_when_one_has_gone() -> None:
    """Nobody knows which of them was pulled: the mend is still to name one by its path."""
    found = finder("usb:1a86:7523", [OURS, PRINTER], [PRINTER], [OURS])
    for _ in range(3):
        with pytest.raises(PortNotThere, match="name one by its path"):
            found.find()


def test_a_display_that_was_changed_for_another_board_is_found() -> None:
    """The printer was unplugged while ours was in use: what comes after ours at another socket is no stranger."""
    moved = replace(OURS, device="/dev/ttyUSB1", location="1-9")
    found = finder("/dev/ttyUSB0", [OURS, PRINTER], [OURS], [], [moved])
    found.find()
    found.look_around()
    with pytest.raises(PortNotThere):
        found.find()
    assert found.find() == moved.device


@pytest.mark.parametrize(
    ("error", "mend"),
    [
        (PermissionError(13, "Permission denied"), "dialout"),
        (OSError(16, "Device or resource busy"), "close it"),
        (OSError("Could not exclusively lock port"), "close it"),
        (FileNotFoundError(2, "No such file or directory"), "boardsight display list"),
    ],
)
@pytest.mark.skipif(os.name != "posix", reason="the words are for Linux and macOS")
def test_why_a_port_cannot_be_opened(error: OSError, mend: str) -> None:
    """Each cause has its mend in the message."""
    assert mend in why_not("/dev/ttyUSB0", error)


def test_a_port_that_is_not_there_is_said_so() -> None:
    """Opening what is not there raises one sentence, no traceback of pyserial's."""
    with pytest.raises(PortNotThere, match="is not there"):
        open_port("/dev/ttyNOPE7", PortSettings())


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("serial:/dev/ttyUSB0", ("serial", "/dev/ttyUSB0", 115200, None, 60)),
        ("serial:/dev/ttyUSB0?baud=57600&layout=digits-8", ("serial", "/dev/ttyUSB0", 57600, "digits-8", 60)),
        ("serial:socket://127.0.0.1:9", ("serial", "socket://127.0.0.1:9", 115200, None, 60)),
        ("wled+http://10.0.0.7/", ("wled+http", "10.0.0.7", 115200, None, 60)),
        ("adalight:COM3?leds=90", ("adalight", "COM3", 115200, None, 90)),
        ("virtual:", ("virtual", "", 115200, None, 60)),
    ],
)
def test_display_urls(url: str, expected: tuple[object, ...]) -> None:
    """A display's URL names how to speak, where, and how the port is opened."""
    parsed = parse_display_url(url)
    assert (parsed.scheme, parsed.target, parsed.port.baud, parsed.layout, parsed.leds) == expected


def test_dtr_and_rts_can_be_set() -> None:
    """Boards that reset, or stay mute, by a line get it as asked."""
    port = parse_display_url("serial:/dev/ttyACM0?dtr=off&rts=1").port
    assert (port.dtr, port.rts) == (False, True)


@pytest.mark.filterwarnings("ignore:set(Name|Daemon):DeprecationWarning")  # pyserial 3.5 itself
@pytest.mark.parametrize(
    ("dtr", "rts", "lines"), [(None, None, (True, True)), (False, None, (False, True)), (None, False, (True, False))]
)
def test_lines_are_left_asserted_unless_asked(dtr: bool | None, rts: bool | None, lines: tuple[bool, bool]) -> None:
    """Seen from a port server's side (RFC 2217): DTR and RTS are up, but for the one that was asked down."""
    with PortServer() as server:
        port = open_port(f"rfc2217://127.0.0.1:{server.number}", PortSettings(dtr=dtr, rts=rts))
        seen = (server.port.dtr, server.port.rts)
        port.close()
    assert seen == lines


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("COM3", "expected serial:PORT"),
        ("serial:", "expected more behind the colon"),
        ("serial:/dev/x?speed=9", "speed\\? expected baud, dtr, layout, leds, rts"),
        ("serial:/dev/x?baud=fast", "baud=fast"),
        ("serial:/dev/x?dtr=maybe", "expected on or off"),
        ("virtual:", "made by the simulator"),
        ("wled+http://", "like wled\\+http://192"),
    ],
)
def test_senseless_urls_are_refused(url: str, complaint: str) -> None:
    """A URL that makes no sense is refused at once, with what was expected."""
    with pytest.raises(UsageError, match=complaint):
        open_display(url)
