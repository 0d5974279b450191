"""The MicroPython core under the production link, and `main.py` with a strip and buttons that are not there."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from avr_board import FIRMWARE
from micropython_board import MicroPythonBoard, missing_micropython

from firmware_bridge import DisplayLinkSettings, DisplayPlayer, DisplayState, open_display
from firmware_bridge.framing import FrameDecoder, WireFrame, encode_frame
from firmware_bridge.messages import Ack, Capabilities, Commit, Event, Hello, Message, Player
from firmware_bridge.payloads import pack, state_digest, unpack

FAST = DisplayLinkSettings(heartbeat_s=0.1, reconnect_s=0.05)

# What MicroPython has and CPython has not; the strip is written to stderr whenever it changes.
STUBS = {
    "machine.py": """
import os
class Pin:
    IN, PULL_UP = 0, 1
    def __init__(self, number, *mode): self.number = number
    def value(self): return 0 if os.path.exists("pressed%d" % self.number) else 1
class WDT:
    def __init__(self, timeout): pass
    def feed(self): pass
""",
    "neopixel.py": """
import sys
class NeoPixel(list):
    def __init__(self, pin, count): super().__init__([(0, 0, 0)] * count); self.before = None
    def fill(self, colour): self[:] = [colour] * len(self)
    def write(self):
        if self.before != list(self): self.before = list(self); print(self.before, file=sys.stderr, flush=True)
""",
    "sitecustomize.py": """
import sys, time
time.ticks_ms = lambda: int(time.monotonic() * 1000) & 0x3FFFFFFF
time.ticks_diff = lambda late, early: ((late - early + 0x20000000) & 0x3FFFFFFF) - 0x20000000
class Raw:
    def __init__(self, number): self.buffer = open(number, "rb", 0); self.fileno = self.buffer.fileno
sys.stdin = Raw(0)
class Out:
    buffer = open(1, "wb", 0)
sys.stdout = Out()
""",
}


@pytest.fixture
def core() -> Iterator[MicroPythonBoard]:
    """The core under Node, listening on a socket."""
    if missing := missing_micropython():
        pytest.skip(f"the MicroPython core is not run: {missing} missing")
    board = MicroPythonBoard(listen=True)
    yield board
    board.close()


def test_the_production_link_drives_the_core(core: MicroPythonBoard) -> None:
    """pyserial's socket://, link, protocol, MicroPython: fifty scores, the last one stands, names in Unicode."""
    display = open_display(f"serial:{core.port}", settings=FAST)
    for number in range(50):
        display.show(DisplayState((DisplayPlayer("Zoë", number), DisplayPlayer("Ben", -number))))
        assert display.wait_shown(60)
    state = core.state()
    display.close()
    assert (state["texts"], state["names"]) == (["49", "-49"], ["Zoë", "Ben"])


class Program:
    """main.py as a process, its serial port its standard input and output."""

    def __init__(self, folder: Path) -> None:
        for name, text in STUBS.items():
            (folder / name).write_text(text)
        self._folder = folder
        self._process = subprocess.Popen(
            [sys.executable, str(FIRMWARE / "micropython" / "main.py")],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
        )
        self._reader = FrameDecoder()
        self.drawn = b""

    def ask(self, message: Message | None, until: type[Message], timeout_s: float = 60.0) -> Message:
        """Send a message; return the first answer of a type."""
        assert self._process.stdin is not None
        if message is not None:
            self._process.stdin.write(encode_frame(pack(message, 7)))
        deadline_s = time.monotonic() + timeout_s
        while time.monotonic() < deadline_s:
            for found in self._reader.push(self._read(self._process.stdout)):
                assert isinstance(found, WireFrame)
                answer = unpack(found)
                if isinstance(answer, until):
                    return answer
        raise AssertionError(f"no {until.__name__}; {self.drawn.decode()[-500:]}")

    def lamps(self, wanted: list[tuple[int, int, int]], timeout_s: float = 60.0) -> list[tuple[int, int, int]]:
        """The strip once it is drawn as it is wanted, else as it was drawn last."""
        deadline_s = time.monotonic() + timeout_s
        lamps: list[tuple[int, int, int]] = []
        while lamps != wanted and time.monotonic() < deadline_s:
            time.sleep(0.02)
            self._read(None)
            lines = self.drawn.decode().strip().splitlines()
            lamps = eval(lines[-1]) if lines else []
        return lamps

    def press(self, pin: int) -> None:
        """Hold a button down."""
        (self._folder / f"pressed{pin}").touch()

    def close(self) -> None:
        """Switch it off."""
        self._process.kill()
        self._process.communicate()

    def _read(self, wanted: object) -> bytes:
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        ready, _, _ = select.select([self._process.stdout, self._process.stderr], [], [], 0.05)
        if self._process.stderr in ready:
            self.drawn += os.read(self._process.stderr.fileno(), 65536)
        return os.read(self._process.stdout.fileno(), 4096) if wanted and self._process.stdout in ready else b""


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    """main.py, running."""
    running = Program(tmp_path)
    yield running
    running.close()


def test_main_draws_the_strip(program: Program) -> None:
    """main.py shakes hands, and a COMMIT lights the players' sections in their colours."""
    capabilities = program.ask(Hello(), Capabilities)
    assert isinstance(capabilities, Capabilities)
    players = (
        Player(0, True, False, (255, 0, 0), 25, None, "Ann"),
        Player(1, False, False, (0, 0, 255), 50, None, "Ben"),
    )
    for message in (*players, Commit(2, False, state_digest(players))):
        assert program.ask(message, Ack) == Ack()
    wanted = [*[(24, 0, 0)] * 15, *[(0, 0, 0)] * 15, *[(0, 0, 7)] * 29, (0, 0, 0)]
    assert program.lamps(wanted) == wanted


def test_main_tells_of_its_buttons(program: Program) -> None:
    """A button to ground on pin 15 is an undo event."""
    program.ask(Hello(), Capabilities)
    program.press(15)
    assert program.ask(None, Event) == Event(2, 2, 1)
