"""The MicroPython core, really run: in MicroPython's WebAssembly build under Node.

The build is the npm package `@micropython/micropython-webassembly-pyscript`; the environment variable
BOARDSIGHT_MICROPYTHON names its folder, else it is looked for where
`npm install --prefix firmware/micropython/build` puts it.
"""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

from avr_board import FIRMWARE, SimulatedProgram, SimulationFailed

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


class MicroPythonBoard(SimulatedProgram):
    """The core under Node; time passes only in `run`, unless it listens on a socket (`port`)."""

    name = "MicroPython"

    def __init__(self, *, listen: bool = False) -> None:
        build = micropython_build()
        if build is None:
            raise SimulationFailed(f"{missing_micropython()} is missing")
        runner = FIRMWARE / "micropython" / "run.mjs"
        super().__init__(["node", str(runner), str(build), *(["0"] if listen else [])])
        self.port = f"socket://127.0.0.1:{self._line()}" if listen else ""

    def press(self, button: int) -> None:
        """Press a button."""
        self._command(f"press {button}")

    def state(self) -> dict[str, Any]:
        """Return mode, texts, brightness, quiet, animation and names."""
        found: dict[str, Any] = json.loads(self._command("state"))
        return found
