"""A PostgreSQL of the tests' own, on a free loopback port in a temporary folder, and certificates."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from real_broker import free_port
from waiting import wait_until

POSTGRES = max(Path("/usr/lib/postgresql").glob("*/bin/postgres"), default=None)
NO_POSTGRES = "needs PostgreSQL (Debian: apt install postgresql)"


class Postgres:
    """A database server that can be stopped and started again; it will not run as root, so another user runs it.

    Its folder is none of pytest's: those are closed to other users, anew by each further run of tests on the machine.
    """

    def __init__(self) -> None:
        assert POSTGRES is not None
        self.port = free_port()
        self._folder = Path(tempfile.mkdtemp(prefix="boardsight-postgres-"))
        self._folder.chmod(0o755)
        self._data = self._folder / "data"
        self._bin = POSTGRES.parent
        self._process: subprocess.Popen[bytes] | None = None
        self._data.mkdir()
        if os.getuid() == 0:
            shutil.chown(self._data, "postgres")
        password = self._folder / "password"
        password.write_text("s3cret\n")
        password.chmod(0o644)
        self._run("initdb", "-D", str(self._data), "-U", "club", "-A", "scram-sha-256", "--pwfile", str(password), "-N")

    @property
    def url(self) -> str:
        """Where it is."""
        return f"postgresql://club:s3cret@127.0.0.1:{self.port}/postgres"

    def start(self) -> Postgres:
        """Start and wait until it answers."""
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "unix_socket_directories": "",
            "fsync": "off",
        }
        words = [str(self._bin / "postgres"), "-D", str(self._data)]
        words += [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        self._process = subprocess.Popen(
            [*self._as_user(), *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/"
        )
        _wait_for(self._is_ready, self._process)
        return self

    def stop(self) -> None:
        """Stop it at once."""
        if self._process is not None:
            self._run("pg_ctl", "stop", "-D", str(self._data), "-m", "immediate")
            self._process.wait(60)
            self._process = None

    def remove(self) -> None:
        """Stop it, and leave nothing behind."""
        self.stop()
        shutil.rmtree(self._folder)

    def _is_ready(self) -> bool:
        words = [str(self._bin / "pg_isready"), "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(words, stdout=subprocess.DEVNULL, check=False).returncode == 0

    def _run(self, name: str, *words: str) -> None:
        command = [*self._as_user(), str(self._bin / name), *words]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/")

    def _as_user(self) -> list[str]:
        return ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []


def _wait_for(ready: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    if not wait_until(lambda: ready() or process.poll() is not None) or process.poll() is not None:
        raise RuntimeError(f"{process.args!r} did not start")
