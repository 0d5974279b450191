"""The AVR firmware, really run: built by avr-gcc, executed in simavr, its pins decoded to digits and lamps.

Works in a source checkout with gcc-avr, avr-libc, libsimavr-dev and libelf-dev installed; `missing_tools`
says what is not there.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simulator.displays.font import glyphs

FIRMWARE = Path(__file__).resolve().parents[1] / "firmware"
MODULES = {"digits": 1, "matrix": 4, "strip": 1, "both": 1}  # MAX7219 chips on each build's chain

# bits 6 to 0 are the segments a to g; docs/display-protocol.md draws the marks
_SEGMENTS = {
    0x7E: "0", 0x30: "1", 0x6D: "2", 0x79: "3", 0x33: "4", 0x5B: "5", 0x5F: "6", 0x70: "7", 0x7F: "8",
    0x7B: "9", 0x01: "-", 0x00: " ", 0x37: "H", 0x0E: "L", 0x63: "^", 0x49: "=", 0x65: "?", 0x3E: "U",
    0x15: "N", 0x3D: "D",
}  # fmt: skip
_LETTERS = {rows: letter for letter, rows in reversed(glyphs().items())}


class SimulationFailed(Exception):
    """The firmware could not be built or run; the message has the compiler's words."""


def missing_tools() -> str:
    """Return what is missing to build and run the firmware, an empty text where nothing is."""
    missing = [tool for tool in ("make", "gcc", "avr-gcc") if shutil.which(tool) is None]
    if not Path("/usr/include/simavr/sim_avr.h").exists():
        missing.append("libsimavr-dev")
    if not Path("/usr/include/libelf.h").exists():
        missing.append("libelf-dev")
    if not (FIRMWARE / "avr" / "main.c").exists():
        missing.append("the firmware's source (this is not a source checkout)")
    return ", ".join(missing)


def build_firmware(out: Path, variant: str = "digits", *defines: str) -> Path:
    """Compile one variant into `out`; return the ELF file."""
    given = " ".join(f"-D{define}" for define in defines)
    folder = out / "-".join((variant, *defines)).replace("=", "_")
    _make(FIRMWARE / "avr", f"OUT={folder}", f"VARIANT={variant}", f"DEFINES={given}")
    return folder / f"boardsight-{variant}.elf"


def build_host(out: Path) -> Path:
    """Compile the program that runs the firmware; return it."""
    _make(FIRMWARE / "simavr", f"OUT={out}")
    return out / "host"


def _make(folder: Path, *settings: str) -> None:
    done = subprocess.run(["make", "-s", "-C", str(folder), *settings], capture_output=True, text=True)
    if done.returncode != 0:
        raise SimulationFailed(done.stderr)


@dataclass(frozen=True, slots=True)
class Pins:
    """What hangs on the chip's pins. `chips` are the registers of each MAX7219, the nearest first."""

    ms: float
    chips: tuple[tuple[int, ...], ...]
    strip: tuple[tuple[int, int, int], ...]
    longest_gap_us: float
    dropped: int
    resets: int

    @property
    def lit(self) -> bool:
        """The MAX7219 chips are switched on."""
        return all(chip[12] == 1 for chip in self.chips)

    @property
    def intensity(self) -> int:
        """The MAX7219 chips' brightness, 0 to 15."""
        return self.chips[0][10]

    def digits(self) -> list[str]:
        """Return the text of each slot of a seven-segment chain: four letters, points behind theirs."""
        slots = []
        for chip in self.chips:
            for left in (8, 4):
                codes = [chip[left - place] for place in range(4)]
                slots.append("".join(_SEGMENTS[code & 0x7F] + "." * (code >> 7) for code in codes))
        return slots

    def image(self) -> list[str]:
        """Return the rows of an FC16 matrix chain whose first module is the rightmost, `#` lit."""
        rows = []
        for row in range(8):
            bits = "".join(f"{chip[row + 1]:08b}" for chip in reversed(self.chips))
            rows.append(bits.replace("1", "#").replace("0", "."))
        return rows

    def matrix(self) -> list[str]:
        """Return the text of each slot of a matrix chain, points behind the letter that they follow."""
        image = self.image()
        slots = []
        for left in range(0, len(image[0]), 16):
            text = ""
            for start in range(left, left + 16, 4):
                letter = tuple(row[start : start + 3] for row in image[1:6])
                text += _LETTERS[letter] + ("." if image[5][start + 3] == "#" else "")
            slots.append(text)
        return slots


class SimulatedProgram:
    """A board's program that really runs, in a process that is told what to do line by line, from any thread."""

    name = "the program"

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # Node prints the whole bundle with every error
            text=True,
        )
        self._asking = threading.Lock()

    def send(self, data: bytes) -> None:
        """Put bytes on its serial input at the present moment, on a chip at 115200 baud."""
        self._command(f"send {data.hex()}")

    def run(self, milliseconds: int) -> bytes:
        """Let simulated time pass; return what it has sent."""
        return bytes.fromhex(self._command(f"run {milliseconds}").removeprefix("sent").strip())

    def close(self) -> None:
        """Switch it off."""
        self._process.kill()
        self._process.communicate()

    def _command(self, line: str) -> str:
        assert self._process.stdin is not None
        with self._asking:
            try:
                self._process.stdin.write(line + "\n")
                self._process.stdin.flush()
            except (BrokenPipeError, ValueError):  # ended by itself, or switched off by us
                raise SimulationFailed(f"{self.name} has ended") from None
            return self._line()

    def _line(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SimulationFailed(f"{self.name} has ended")
        return line.rstrip("\n")


class AvrBoard(SimulatedProgram):
    """A chip in simavr; time passes only in `run`, unless it was started with `pty`."""

    name = "simavr"

    def __init__(self, host: Path, firmware: Path, *, chips: int = 1, pty: bool = False, overrun: bool = False) -> None:
        flags = ["--pty"] * pty + ["--overrun"] * overrun
        super().__init__([str(host), "--chips", str(chips), *flags, str(firmware)])
        self.port = self._line() if pty else ""

    def pin(self, pin: int, level: bool) -> None:
        """Set a pin of port D from outside: a button (2 next, 3 undo; pressed is low)."""
        self._command(f"pin {pin} {int(level)}")

    def pins(self) -> Pins:
        """Return everything that hangs on the pins."""
        state: dict[str, Any] = json.loads(self._command("state"))
        return Pins(
            state["ms"],
            tuple(tuple(chip) for chip in state["chips"]),
            tuple((lamp[0], lamp[1], lamp[2]) for lamp in state["strip"]),
            state["longest_gap_us"],
            state["dropped"],
            state["resets"],
        )
