"""A real printer's software on the loopback: CUPS' ippeveprinter, with name service of its own."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from waiting import wait_until

SBIN = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
NEEDED = ("ippeveprinter", "avahi-daemon", "dbus-daemon")
BUS = """<busconfig><type>system</type><listen>unix:path={path}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*"/><allow receive_sender="*"/>
</policy></busconfig>"""
MECHANISM = """#!{python}
import os, pathlib, sys, time
gate = pathlib.Path({gate!r})
print("STATE: +media-empty-error", file=sys.stderr, flush=True)
while not gate.exists():
    time.sleep(0.02)
print("STATE: -media-empty-error", file=sys.stderr, flush=True)
sys.exit(int(gate.read_text() or 0))
"""
"""What prints: out of paper until the gate opens, then the exit code that is written there."""


@dataclass(slots=True)
class RealPrinter:
    """ippeveprinter as it runs."""

    uri: str
    spool: Path
    process: "subprocess.Popen[bytes]"

    def printed(self) -> list[bytes]:
        """The PDFs that arrived, the oldest first."""
        files = sorted(self.spool.glob("*.pdf"), key=lambda file: int(file.name.partition("-")[0]))
        return [file.read_bytes() for file in files]


@pytest.fixture(scope="module")
def name_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """D-Bus and Avahi that nobody else sees, without which ippeveprinter does not begin; the environment to use."""
    if any(shutil.which(one, path=SBIN) is None for one in NEEDED):
        pytest.skip("needs ippeveprinter (Debian: apt install cups-ipp-utils avahi-daemon dbus)")
    folder = tmp_path_factory.mktemp("names")
    (folder / "bus.conf").write_text(BUS.format(path=folder / "bus"))
    (folder / "avahi.conf").write_text("[server]\nallow-interfaces=lo\nuse-ipv6=no\n")
    environment = {**os.environ, "PATH": SBIN, "DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={folder / 'bus'}"}
    bus = subprocess.Popen(["dbus-daemon", "--nofork", f"--config-file={folder / 'bus.conf'}"], env=environment)
    assert wait_until((folder / "bus").exists)
    flags = ["--no-drop-root", "--no-chroot", "--no-rlimits"]
    log = (folder / "log").open("wb")
    avahi = subprocess.Popen(["avahi-daemon", *flags, "-f", f"{folder / 'avahi.conf'}"], env=environment, stderr=log)
    assert wait_until(lambda: b"startup complete" in (folder / "log").read_bytes() or avahi.poll() is not None)
    yield environment if avahi.poll() is None else {**os.environ, "PATH": SBIN}  # the system has a name service
    for process in (avahi, bus):
        process.terminate()
        process.wait()


@pytest.fixture
def real_printer(request: pytest.FixtureRequest, name_service: dict[str, str], tmp_path: Path) -> Iterator[RealPrinter]:
    """A printer with A4; parametrised by further arguments, `GATED` prints when the gate is there."""
    spool = tmp_path / "spool"
    spool.mkdir()
    further, mechanism = list(getattr(request, "param", ["-2"])), tmp_path / "mechanism"
    if "GATED" in further:
        further.remove("GATED")
        mechanism.write_text(MECHANISM.format(python=sys.executable, gate=str(tmp_path / "gate")))
    else:
        mechanism.write_text("#!/bin/sh\n")
    mechanism.chmod(0o755)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = [
        "-r",
        "off",
        "-k",
        "-d",
        str(spool),
        "-f",
        "application/pdf",
        "-p",
        str(port),
        "-n",
        "localhost",
        "-c",
        str(mechanism),
    ]
    log = (tmp_path / "log").open("wb")
    process = subprocess.Popen(
        ["ippeveprinter", *further, *words, f"Printer {port}"], env=name_service, stdout=log, stderr=log
    )
    assert wait_until(lambda: _answers(port) or process.poll() is not None)
    assert process.poll() is None, (tmp_path / "log").read_text()
    yield RealPrinter(f"ipp://localhost:{port}/ipp/print", spool, process)
    process.kill()
    process.wait()


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
