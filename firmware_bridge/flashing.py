"""How the firmware gets onto an Arduino: which file, which command."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

HEX = Path(__file__).with_name("hex")
VARIANTS = ("digits", "matrix", "strip", "both")
BAUDS = {"uno": 115200, "nano": 115200, "nano-old": 57600}
"""Boards and their bootloaders' speeds; Nanos sold with the bootloader from before 2018 are `nano-old`."""


@dataclass(frozen=True, slots=True)
class Flashing:
    """One upload: the file and avrdude's command line."""

    file: Path
    command: tuple[str, ...]


def plan_flashing(variant: str, board: str, port: str, file: Path | None = None) -> Flashing:
    """Return what to run to put a variant of the firmware onto a board at a port."""
    chosen = file or HEX / f"boardsight-{variant}.hex"
    speed = str(BAUDS[board])
    command = ("avrdude", "-p", "atmega328p", "-c", "arduino", "-P", port, "-b", speed, "-D")
    return Flashing(chosen, (*command, "-U", f"flash:w:{chosen}:i"))
