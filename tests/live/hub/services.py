"""A Mosquitto and a PostgreSQL of the tests' own, on free loopback ports in temporary folders."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

MOSQUITTO = shutil.which("mosquitto") or shutil.which("/usr/sbin/mosquitto")
POSTGRES = max(Path("/usr/lib/postgresql").glob("*/bin/postgres"), default=None)
NO_MOSQUITTO = "needs Mosquitto (Debian: apt install mosquitto)"
NO_POSTGRES = "needs PostgreSQL (Debian: apt install postgresql)"
START_TIMEOUT_S = 30.0


def free_port() -> int:
    """A port that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def answers(port: int) -> bool:
    """Whether something listens there."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Mosquitto:
    """A broker that can be stopped and started again on the same port."""

    def __init__(
        self, folder: Path, *, lines: Sequence[str] = ("allow_anonymous true",), port: int | None = None
    ) -> None:
        self.port = port or free_port()
        self._config = folder / "mosquitto.conf"
        listener = "" if any(line.startswith("listener") for line in lines) else f"listener {self.port} 127.0.0.1\n"
        if os.getuid() == 0:  # else it would give up being root and could not read the tests' files
            listener = f"user root\n{listener}"
        self._config.write_text(listener + "\n".join(lines).replace("PORT", str(self.port)) + "\n")
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it is."""
        return f"mqtt://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """Its process."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> Mosquitto:
        """Start and wait until it answers."""
        assert MOSQUITTO is not None
        self._process = subprocess.Popen(
            [MOSQUITTO, "-c", str(self._config)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        _wait_for(lambda: answers(self.port), self._process)
        return self

    def stop(self) -> None:
        """Stop it."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(10)
            self._process = None


class Postgres:
    """A database server that can be stopped and started again; it will not run as root, so another user runs it."""

    def __init__(self, folder: Path) -> None:
        assert POSTGRES is not None
        self.port = free_port()
        self._data = folder / "data"
        self._bin = POSTGRES.parent
        self._process: subprocess.Popen[bytes] | None = None
        self._data.mkdir()
        if os.getuid() == 0:
            shutil.chown(self._data, "postgres")
            for parent in self._data.parents:  # temporary folders are closed to other users
                if parent.stat().st_uid == 0 and str(parent).startswith("/tmp/"):
                    parent.chmod(parent.stat().st_mode | 0o011)
        password = folder / "password"
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
            self._process.wait(20)
            self._process = None

    def _is_ready(self) -> bool:
        words = [str(self._bin / "pg_isready"), "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(words, stdout=subprocess.DEVNULL, check=False).returncode == 0

    def _run(self, name: str, *words: str) -> None:
        command = [*self._as_user(), str(self._bin / name), *words]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/")

    def _as_user(self) -> list[str]:
        return ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []


def _wait_for(ready: object, process: subprocess.Popen[bytes]) -> None:
    deadline_s = time.monotonic() + START_TIMEOUT_S
    while not ready():  # type: ignore[operator]
        if process.poll() is not None or time.monotonic() > deadline_s:
            raise RuntimeError(f"{process.args!r} did not start")
        time.sleep(0.05)


def openssl(folder: Path, *, days: Mapping[str, int]) -> None:
    """An authority (`ca.pem`) and for each name a certificate for 127.0.0.1 that is valid for so many days."""

    def run(*words: str) -> None:
        subprocess.run(
            ["openssl", *words], check=True, cwd=folder, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )

    run(
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-keyout",
        "ca.key",
        "-out",
        "ca.pem",
        "-days",
        "30",
        "-subj",
        "/CN=ca",
    )
    (folder / "names").write_text("subjectAltName=IP:127.0.0.1\n")
    for name, valid in days.items():
        run(
            "req",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-keyout",
            f"{name}.key",
            "-out",
            f"{name}.csr",
            "-subj",
            "/CN=127.0.0.1",
        )
        signed = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", str(valid), "-extfile", "names"]
        run("x509", "-req", "-in", f"{name}.csr", "-out", f"{name}.pem", *signed)
        for file in (f"{name}.key", f"{name}.pem", "ca.pem"):
            (folder / file).chmod(0o644)
