"""`boardsight display`: LED displays, found, tried, flashed, listened to, and a virtual one."""

import argparse
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from live.console.language import told
from live.console.terminal import say, steered, tell
from tabletop.errors import BoardsightError, DeviceLost, UnreadableInput, UsageError

if TYPE_CHECKING:
    from firmware_bridge import Display
    from firmware_bridge.messages import Message
    from firmware_bridge.pattern import PatternStep
    from simulator.displays import VirtualDisplay

_LOOKS = ("digits", "matrix", "strip")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    tools = parser.add_subparsers(dest="tool", metavar="TOOL", required=True)
    one = tools.add_parser("list", help="serial ports, what is on them, why one can't be used and the mend")
    one.add_argument("--json", action="store_true", help="one JSON document")
    one = tools.add_parser("test", help="show a pattern, names and counts; report round trips and errors")
    _add_url(one)
    one.add_argument("--speed", type=float, default=1.0, metavar="X", help="pauses X times as short (1)")
    one.add_argument("--json", action="store_true", help="one JSON document")
    one = tools.add_parser("monitor", help="the frames on the line as text")
    one.add_argument("url", metavar="URL|-", help="a display's URL, or - for raw bytes from standard input")
    one.add_argument("--seconds", type=float, default=None, help="stop after so long (Ctrl-C)")
    one = tools.add_parser("flash", help="put the firmware onto an Arduino Uno or Nano")
    one.add_argument("--port", help="the board's port, where more than one is attached")
    one.add_argument("--board", choices=("uno", "nano", "nano-old"), default="uno", help="which Arduino (uno)")
    one.add_argument("--variant", choices=(*_LOOKS, "both"), default="digits", help="which lamps (digits)")
    one.add_argument("--file", metavar="HEX", help="a firmware that you have built yourself")
    one.add_argument("--dry-run", action="store_true", help="only print the command")
    one = tools.add_parser("virtual", help="a display in the terminal, and on a page, that looks like a real one")
    one.add_argument("--look", choices=_LOOKS, default="digits", help="what the page draws (digits)")
    one.add_argument("--page", type=int, metavar="PORT", help="serve it on 127.0.0.1:PORT (0 takes a free one)")
    one.add_argument("--seconds", type=float, default=None, help="stop after so long (Ctrl-C)")
    one = tools.add_parser("layout", help="print one of our layout files, to copy and edit")
    one.add_argument("name", nargs="?", help="its name; without one the names are listed")


def run(arguments: argparse.Namespace) -> int:
    """Run one of the tools."""
    tools: dict[str, Callable[[argparse.Namespace], int]] = {
        "list": _list, "test": _test, "monitor": _monitor, "flash": _flash, "virtual": _virtual, "layout": _layout
    }  # fmt: skip
    return tools[arguments.tool](arguments)


def _add_url(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("url", metavar="URL", help="serial:PORT, wled+serial:PORT, wled+http://HOST, virtual:, …")


def _list(arguments: argparse.Namespace) -> int:
    from firmware_bridge.diagnosis import missing_ports, port_reports

    reports, missing = port_reports(), missing_ports()
    if arguments.json:
        document = {"format": "boardsight-displays/1", "ports": [asdict(one) for one in reports], "problems": missing}
        print(json.dumps(document, ensure_ascii=False))
        return 0
    for report in reports:
        print(f"{report.device}  {told(report.what)}  ({report.usb})  --display {report.url}")
        if report.problem:
            tell(f"    {report.problem}")
    for sentence in missing:
        tell(sentence)
    if not reports and not missing:
        say("no USB serial port is attached; a WLED on the network is wled+http://ADDRESS")
    return 0


def _test(arguments: argparse.Namespace) -> int:
    from firmware_bridge import open_display
    from firmware_bridge.pattern import test_pictures
    from tabletop.addresses import address_name

    if arguments.speed <= 0:
        raise UsageError(f"--speed {arguments.speed}: expected a number above 0")
    virtual, url = _resolve(arguments.url)
    display = open_display(url)
    try:
        first, *others = test_pictures()
        display.show(first.state)
        if not display.wait_shown(12):
            raise DeviceLost(f"{address_name(url)}: {display.status.message or 'the display does not answer'}")
        say(f"{display.status.device} at {display.status.port}")
        _play_test([first, *others], display, virtual, 1 / arguments.speed)
        return _report(display, arguments)
    finally:
        display.close()
        if virtual is not None:
            virtual.close()


def _resolve(url: str) -> "tuple[VirtualDisplay | None, str]":
    """Return the virtual display that `virtual:` asks for, and the URL to open."""
    if url != "virtual:":
        return None, url
    from simulator.displays import VirtualDisplay

    virtual = VirtualDisplay()
    return virtual, virtual.url


def _play_test(
    pictures: "list[PatternStep]", display: "Display", virtual: "VirtualDisplay | None", pace: float
) -> None:
    from firmware_bridge import Animation
    from simulator.displays.drawing import terminal_picture

    display.animate(Animation.TEST, duration_ms=max(100, round(1500 * pace)))
    time.sleep(1.5 * pace)
    for picture in pictures:
        display.show(picture.state)
        if not display.wait_shown(12):
            raise DeviceLost(f"the display was lost: {display.status.message}")
        if picture.words:
            say(picture.words)
        if virtual is not None and picture.words:
            print(terminal_picture(virtual.shown, colours=sys.stderr.isatty()), file=steered(sys.stderr))
        time.sleep(picture.seconds * pace)


def _report(display: "Display", arguments: argparse.Namespace) -> int:
    status = display.status
    report = {
        "format": "boardsight-display-test/1", "display": status.url, "device": status.device, "port": status.port,
        "sent": status.sent, "resent": status.resent, "reconnections": status.reconnections,
        "round_trip_ms": None if status.round_trip_ms is None else round(status.round_trip_ms, 2),
        "bad_frames": status.bad_frames, "overruns": status.overruns,
    }  # fmt: skip
    if arguments.json:
        print(json.dumps(report, ensure_ascii=False))
    else:
        counted = [f"{status.sent} sent"]
        counted += [] if status.resent is None else [f"{status.resent} sent again"]
        counted += [] if status.round_trip_ms is None else [f"median round trip {status.round_trip_ms:.1f} ms"]
        tell(", ".join(counted))
        if status.bad_frames is None:
            tell("this display counts nothing: whether it shows what it was sent only your eyes can tell")
        else:
            tell(f"the display counts {status.bad_frames} damaged frames and {status.overruns} lost bytes")
        if status.resent or status.bad_frames or status.reconnections:
            tell("the line is not clean: try a shorter cable, another USB socket, or less current from the board")
    return 1 if status.reconnections else 0


def _monitor(arguments: argparse.Namespace) -> int:
    if arguments.url == "-":
        return _decode_input()
    from firmware_bridge import open_display
    from firmware_bridge.notation import format_message
    from tabletop.addresses import address_name

    virtual, url = _resolve(arguments.url)
    if not url.startswith("serial:"):
        raise UsageError(
            f"{address_name(url)}: only displays with our protocol (serial:, virtual:) have frames to show"
        )
    started_s = time.monotonic()

    def watch(direction: str, message: "Message") -> None:
        print(f"{time.monotonic() - started_s:9.3f} {direction} {format_message(message)}", flush=True)

    display = open_display(url, watch=watch)
    try:
        while arguments.seconds is None or time.monotonic() - started_s < arguments.seconds:
            time.sleep(0.05)
    except KeyboardInterrupt:
        pass
    status = display.status
    display.close(leave_lit=True)
    if virtual is not None:
        virtual.close()
    if not status.device:
        raise DeviceLost(f"{address_name(url)}: {status.message}")
    return 0


def _decode_input() -> int:
    from firmware_bridge.framing import BadFrame, FrameDecoder
    from firmware_bridge.messages import MalformedPayload
    from firmware_bridge.notation import format_message
    from firmware_bridge.payloads import unpack

    for found in FrameDecoder().push(sys.stdin.buffer.read() + b"\x00"):
        if isinstance(found, BadFrame):
            print(f"damaged ({found.reason}): {found.received.hex(' ')}")
            continue
        try:
            message = unpack(found)
        except MalformedPayload as refusal:
            print(f"{found.sequence} malformed: {refusal}")
            continue
        words = f"type {found.type:02x}: {found.payload.hex(' ')}" if message is None else format_message(message)
        print(f"{found.sequence} {words}")
    return 0


def _flash(arguments: argparse.Namespace) -> int:
    from firmware_bridge.flashing import plan_flashing

    file = Path(arguments.file) if arguments.file else None
    if file is not None and not file.is_file():
        raise UnreadableInput(f"{file}: no such file; `make -C firmware/avr` builds one")
    plan = plan_flashing(arguments.variant, arguments.board, arguments.port or _only_port(), file)
    if arguments.dry_run:
        print(" ".join(plan.command))
        return 0
    if shutil.which("avrdude") is None:
        raise BoardsightError(
            "avrdude is not installed: `sudo apt install avrdude` (macOS: `brew install avrdude`; Windows: it comes "
            f"with the Arduino IDE), then again, or run: {' '.join(plan.command)}"
        )
    if subprocess.run(plan.command).returncode != 0:
        raise DeviceLost(
            "avrdude could not write the board: is it an Uno or Nano (--board nano-old for the old bootloader), "
            "and is no other program using its port?"
        )
    tell(f"flashed; try it: boardsight display test serial:{arguments.port or plan.command[6]}")
    return 0


def _only_port() -> str:
    from firmware_bridge.diagnosis import port_reports

    ports = [report.device for report in port_reports()]
    if not ports:
        raise DeviceLost("no board is attached: plug the Arduino in; `boardsight display list` says more")
    if len(ports) > 1:
        raise UsageError(f"several boards are attached, {', '.join(ports)}: say which with --port")
    return ports[0]


def _virtual(arguments: argparse.Namespace) -> int:
    from live.console.language import spoken
    from simulator.displays import VirtualDisplay
    from simulator.displays.drawing import terminal_picture
    from simulator.displays.page import serve_display

    with VirtualDisplay() as virtual:
        print(virtual.url, flush=True)
        page = (
            None
            if arguments.page is None
            else serve_display(virtual, arguments.look, arguments.page, language=spoken())
        )
        if page is not None:
            print(f"http://127.0.0.1:{page.server_port}/", file=sys.stderr)
        say(f"use it: boardsight play big-city --players A,B --display {virtual.url}")
        started_s, before, live = time.monotonic(), "", sys.stderr.isatty()
        try:
            while arguments.seconds is None or time.monotonic() - started_s < arguments.seconds:
                picture = terminal_picture(virtual.shown, colours=live)
                if picture != before:
                    up = f"\x1b[{before.count(chr(10)) + 1}A\x1b[J" if live and before else ""
                    print(up + picture, file=steered(sys.stderr), flush=True)
                    before = picture
                time.sleep(0.05)
        except KeyboardInterrupt:
            pass
        if page is not None:
            page.shutdown()
            page.server_close()
    return 0


def _layout(arguments: argparse.Namespace) -> int:
    from firmware_bridge import layout_names, layout_text, read_layout

    if arguments.name is None:
        print("\n".join(layout_names()))
        return 0
    read_layout(arguments.name)
    print(
        layout_text(arguments.name) if arguments.name in layout_names() else told("the layout is well formed"), end=""
    )
    return 0
