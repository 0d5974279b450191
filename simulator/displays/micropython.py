"""The MicroPython core, really run: in MicroPython's WebAssembly build under Node.

The build is the npm package `@micropython/micropython-webassembly-pyscript`; the environment variable
BOARDSIGHT_MICROPYTHON names its folder, else it is looked for where
`npm install --prefix firmware/micropython/build` puts it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from simulator.displays.avr import FIRMWARE, SimulationFailed

PACKAGE = "@micropython/micropython-webassembly-pyscript"


def micropython_build() -> Path | None:
    """Return the build's JavaScript module; None where it isn't installed."""
    named = os.environ.get("BOARDSIGHT_MICROPYTHON")
    folder = Path(named) if named else FIRMWARE / "micropython" / "build" / "node_modules" / PACKAGE
    module = folder / "micropython.mjs"
    return module if module.exists() else None


def missing_micropython() -> str:
    """Return what is missing to run the core, an empty text where nothing is."""
    missing = [] if shutil.which("node") else ["node"]
    if micropython_build() is None:
        missing.append(f"the npm package {PACKAGE} (or BOARDSIGHT_MICROPYTHON)")
    return ", ".join(missing)


class MicroPythonBoard:
    """The core under Node; time passes only in `run`, unless it listens on a socket (`port`)."""

    def __init__(self, *, listen: bool = False) -> None:
        build = micropython_build()
        if build is None:
            raise SimulationFailed(f"{missing_micropython()} is missing")
        runner = FIRMWARE / "micropython" / "run.mjs"
        self._process = subprocess.Popen(
            ["node", str(runner), str(build), *(["0"] if listen else [])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # Node prints the whole bundle with every error
            text=True,
        )
        self.port = f"socket://127.0.0.1:{self._line()}" if listen else ""

    def send(self, data: bytes) -> None:
        """Give it bytes at the present moment."""
        self._command(f"send {data.hex()}")

    def run(self, milliseconds: int) -> bytes:
        """Let time pass; return what it has sent."""
        return bytes.fromhex(self._command(f"run {milliseconds}").removeprefix("sent").strip())

    def press(self, button: int) -> None:
        """Press a button."""
        self._command(f"press {button}")

    def state(self) -> dict[str, Any]:
        """Return mode, texts, brightness, quiet, animation and names."""
        found: dict[str, Any] = json.loads(self._command("state"))
        return found

    def close(self) -> None:
        """Switch it off."""
        self._process.kill()
        self._process.communicate()

    def _command(self, line: str) -> str:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise SimulationFailed("MicroPython has ended") from None
        return self._line()

    def _line(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SimulationFailed("MicroPython has ended")
        return line.rstrip("\n")
