"""The tools: what is on the ports and why not, the command, the pictures of a virtual display."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import Mock

import pytest
from avr_board import build_firmware, missing_tools

from firmware_bridge import DisplayPlayer, DisplayState, open_display
from firmware_bridge.diagnosis import Surroundings, missing_ports, port_reports
from firmware_bridge.flashing import VARIANTS, plan_flashing
from live.main import main
from simulator.displays import FakeWled, VirtualDisplay
from simulator.displays.drawing import svg_picture, terminal_picture
from simulator.displays.page import serve_display


@dataclass
class Info:
    """A port as pyserial lists it."""

    device: str
    vid: int | None = 0x1A86
    pid: int | None = 0x7523
    serial_number: str | None = None
    location: str | None = None
    description: str = "USB Serial"


def around(*ports: Info, **changes: object) -> Surroundings:
    """Surroundings in which everything may be opened, but for the changes."""
    facts = {
        "ports": lambda: ports,
        "may_open": lambda device: True,
        "holder": lambda device: None,
        "usb_devices": lambda: set(),
        "brltty_runs": lambda: False,
        "platform": "linux",
        **changes,
    }
    return Surroundings(**facts)  # type: ignore[arg-type]


def test_ports_are_named_and_have_a_url_that_lasts() -> None:
    """A CH340 is called what it is; two without serial numbers go by path; ports that are not USB are no displays."""
    (report,) = port_reports(around(Info("/dev/ttyUSB0"), Info("/dev/ttyS0", None, None)))
    assert report.what.startswith("CH340")
    assert (report.url, report.problem) == ("serial:usb:1A86:7523", "")
    alike = port_reports(around(Info("/dev/ttyUSB0"), Info("/dev/ttyUSB1")))
    assert [report.url for report in alike] == ["serial:/dev/ttyUSB0", "serial:/dev/ttyUSB1"]


@pytest.mark.parametrize(
    ("device", "changes", "mend"),
    [
        ("/dev/ttyUSB0", {"may_open": lambda device: False}, "usermod -aG dialout"),
        ("/dev/ttyUSB0", {"holder": lambda device: "arduino-ide"}, "arduino-ide has it open"),
        ("/dev/tty.usbserial-10", {"platform": "darwin"}, "/dev/cu.usbserial-10"),
    ],
)
def test_why_a_port_cannot_be_used(device: str, changes: dict[str, object], mend: str) -> None:
    """What is in the way is said with its mend; on macOS tty.* would wait for a modem."""
    (report,) = port_reports(around(Info(device), **changes))
    assert mend in report.problem


def test_brltty_is_found_out() -> None:
    """A CH340 on USB without a port, while brltty runs: the message says who has taken it."""
    taken = around(usb_devices=lambda: {(0x1A86, 0x7523)}, brltty_runs=lambda: True)
    (sentence,) = missing_ports(taken)
    assert "apt remove brltty" in sentence
    (sentence,) = missing_ports(around(usb_devices=lambda: {(0x1A86, 0x7523)}))
    assert "another cable" in sentence


def test_the_test_command_on_a_virtual_display(capsys: pytest.CaptureFixture[str]) -> None:
    """`display test virtual:` plays through and reports a clean line; what a busy machine answers late is resent."""
    assert main(["display", "test", "virtual:", "--speed", "60", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["format"] == "boardsight-display-test/1"
    assert report["sent"] > 60
    assert report["resent"] < report["sent"]
    assert report["bad_frames"] == 0


def test_the_test_command_on_wled(capsys: pytest.CaptureFixture[str]) -> None:
    """`display test` works on a WLED as well."""
    with FakeWled() as wled:
        assert main(["display", "test", wled.http_url, "--speed", "200"]) == 0
    assert "0 sent again" in capsys.readouterr().out


def test_the_test_command_claims_nothing_that_nobody_counts(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An Adalight strip answers nothing and counts nothing: neither is told as none."""
    opening = sys.modules["firmware_bridge.open_display"]
    monkeypatch.setattr(opening, "port_opener", lambda *_: lambda: ("strip", Mock()))
    assert main(["display", "test", "adalight:/dev/ttyUSB0?leds=60", "--speed", "200"]) == 0
    said = capsys.readouterr().out
    assert "damaged" not in said
    assert "sent again" not in said
    assert "counts nothing" in said


def test_a_wrong_url_is_exit_2(capsys: pytest.CaptureFixture[str]) -> None:
    """A URL that makes no sense is wrong use."""
    assert main(["display", "test", "ttyUSB0"]) == 2
    assert "expected serial:PORT" in capsys.readouterr().err


def test_flashing_names_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    """--dry-run prints avrdude's command line for the board's bootloader."""
    arguments = ["display", "flash", "--port", "/dev/ttyUSB9", "--board", "nano-old", "--variant", "strip"]
    assert main([*arguments, "--dry-run"]) == 0
    command = capsys.readouterr().out
    assert command.startswith("avrdude -p atmega328p -c arduino -P /dev/ttyUSB9 -b 57600 -D -U flash:w:")
    assert "boardsight-strip.hex" in command


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_shipped_firmware_is_that_of_the_source(variant: str, tmp_path: Path) -> None:
    """The hex files in the package are what the source builds to (compared with the same compiler)."""
    if missing := missing_tools():
        pytest.skip(f"the firmware is not built: {missing} missing")
    version = subprocess.run(["avr-gcc", "-dumpversion"], capture_output=True, text=True, check=True).stdout
    if version.strip() != "5.4.0":
        pytest.skip(f"the shipped files were built by avr-gcc 5.4.0, here is {version.strip()}")
    elf = build_firmware(tmp_path, variant)
    assert elf.with_suffix(".hex").read_text() == plan_flashing(variant, "uno", "x").file.read_text()


def test_frames_from_a_file_are_decoded(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """`display monitor -` writes the frames of captured bytes as text, and what is damaged."""
    import io
    import sys

    data = bytes.fromhex("0004010101030 98a00 1122 00".replace(" ", ""))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert main(["display", "monitor", "-"]) == 0
    assert capsys.readouterr().out == "1 HELLO major=1 minor=0\ndamaged (not COBS): 11 22\n"


def test_the_monitor_shows_the_conversation(capsys: pytest.CaptureFixture[str]) -> None:
    """`display monitor virtual:` shows what goes to the display and what comes back."""
    assert main(["display", "monitor", "virtual:", "--seconds", "0.4"]) == 0
    lines = [re.sub(r"^ *[\d.]+ ", "", line).split(" ")[:2] for line in capsys.readouterr().out.splitlines()]
    assert [line for line in lines if line[1] != "EVENT"][:2] == [[">", "HELLO"], ["<", "CAPABILITIES"]]


def test_layouts_are_listed_and_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """`display layout` lists our layouts, with a name it prints one to copy."""
    assert main(["display", "layout"]) == 0
    names = capsys.readouterr().out.split()
    assert "strip-60" in names
    assert main(["display", "layout", "strip-60"]) == 0
    assert "[[places]]" in capsys.readouterr().out


@pytest.fixture
def playing() -> Iterator[VirtualDisplay]:
    """A virtual display with a game on it."""
    with VirtualDisplay() as virtual:
        display = open_display(virtual.url)
        ann = DisplayPlayer("Ann", 1234, (255, 90, 0), active=True)
        display.show(DisplayState((ann, DisplayPlayer("Ben <3", -7, (0, 120, 255)))))
        assert display.wait_shown(5)
        yield virtual
        display.close()


def test_the_terminal_picture(playing: VirtualDisplay) -> None:
    """In the terminal the digits look like digits."""
    assert terminal_picture(playing.shown, colours=False).splitlines() == [
        "Ann               Ben <3",
        "     _   _                     _",
        "  |  _|  _| |_|            _    |",
        "  | |_   _|   |                 |",
    ]


@pytest.mark.parametrize("look", ["digits", "matrix", "strip"])
def test_the_page_s_picture(playing: VirtualDisplay, look: str) -> None:
    """The page serves an SVG that is well formed, whatever the players are called."""
    from xml.etree import ElementTree

    picture = svg_picture(playing.shown, look)
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    server = serve_display(playing, look, 0)
    address = f"http://127.0.0.1:{server.server_port}"
    assert urllib.request.urlopen(address + "/display.svg", timeout=60).read().decode() == picture
    assert b"display.svg" in urllib.request.urlopen(address + "/", timeout=60).read()
    server.shutdown()
    server.server_close()


def test_avrdude_missing_is_said_how(capsys: pytest.CaptureFixture[str]) -> None:
    """Without avrdude the message says how to get it and what to run."""
    if shutil.which("avrdude"):
        pytest.skip("avrdude is installed here")
    assert main(["display", "flash", "--port", "/dev/ttyUSB9"]) == 1
    assert "apt install avrdude" in capsys.readouterr().err
