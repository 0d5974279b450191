"""The processes of a crowd: started, killed, started again."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

CONFIGURATION = Path(__file__).resolve().parents[2] / "live" / "network" / "mosquitto" / "mosquitto.conf"
LIMITS = ("max_", "message_size_limit", "persistence true", "autosave_interval")
START_TIMEOUT_S = 120.0


def mosquitto() -> str | None:
    """Where Mosquitto is, None where it is not installed."""
    return shutil.which("mosquitto") or shutil.which("/usr/sbin/mosquitto")


def chromium() -> str | None:
    """Where Chromium is, None where it is not installed."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def free_port() -> int:
    """A port that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Process:
    """One program of the crowd."""

    def __init__(self, command: Sequence[str], log: Path) -> None:
        self._command, self._log = list(command), log
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """Its process; 0 while it does not run."""
        return 0 if self._process is None else self._process.pid

    def start(self) -> None:
        """Start it."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(self._command, stdout=log, stderr=log)

    def kill(self) -> None:
        """End it as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def stop(self, timeout_s: float = 20.0) -> None:
        """Ask it to end, and wait."""
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(timeout_s)
            except subprocess.TimeoutExpired:
                self._process.kill()
            self._process = None

    def wait(self, timeout_s: float) -> bool:
        """Whether it has ended by itself within this time."""
        if self._process is None:
            return True
        try:
            self._process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            return False
        return True

    def says(self, word: str, timeout_s: float = START_TIMEOUT_S) -> None:
        """Wait until its log has this word."""
        until_s = time.monotonic() + timeout_s
        while word not in self.log():
            if time.monotonic() > until_s or (self._process is not None and self._process.poll() is not None):
                raise RuntimeError(f"{' '.join(self._command[:4])}… did not start:\n{self.log()}")
            time.sleep(0.05)

    def log(self) -> str:
        """What it has said."""
        return self._log.read_text(encoding="utf-8", errors="replace") if self._log.exists() else ""


def broker(folder: Path, port: int) -> Process:
    """A Mosquitto on this machine alone, without passwords, with the limits of our configuration."""
    path = mosquitto()
    assert path is not None
    limits = [line for line in CONFIGURATION.read_text().splitlines() if line.startswith(LIMITS)]
    lines = [f"listener {port} 127.0.0.1", "allow_anonymous true", f"persistence_location {folder}/", *limits]
    lines += ["user root"] if os.geteuid() == 0 else []
    config = folder / "mosquitto.conf"
    config.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return Process([path, "-c", str(config)], folder / "mosquitto.log")


def virtual_tables(words: Sequence[str], log: Path) -> Process:
    """Tables that play without cameras, as `live.network.virtual` is told."""
    return Process([sys.executable, "-m", "live.network.virtual", *words], log)


def hub(folder: Path, broker_port: int, port: int) -> Process:
    """`boardsight hub`, as people start it."""
    words = ["hub", "--mqtt", f"mqtt://127.0.0.1:{broker_port}", "--port", str(port)]
    words += ["--database", str(folder / "hub.sqlite")]
    return Process([sys.executable, "-m", "live.main", *words], folder / "hub.log")
