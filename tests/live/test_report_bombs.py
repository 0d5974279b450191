"""Reports of strangers, and pages that are not ours: refused before they take too much or reach for other files."""

import io
import json
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hostile import HostileServer

from live.main import main

HEADER = {"format": "boardsight-record/1", "game": "big-city", "players": ["P1", "P2"]}


def png(width: int, height: int) -> bytes:
    """A black PNG of that size."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    packed = zlib.compress(bytes((1 + width) * height), 9)
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def report(pictures: list[bytes], *, header: dict[str, Any] = HEADER, files: dict[str, bytes] | None = None,
           entries: list[dict[str, Any]] | None = None, **more: Any) -> bytes:  # fmt: skip
    """A report as a stranger may write it."""
    names = [f"pictures/{number}.png" for number in range(len(pictures))]
    listed = entries or [{"file": name, "captured_s": 1.0, "lines": 0} for name in names]
    index = {"format": "boardsight-report/1", "about": {}, "pictures": listed, "readings": [], "troubles": [], **more}
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("report.json", json.dumps(index))
        archive.writestr("record.jsonl", json.dumps(header) + "\n")
        for name, data in {**dict(zip(names, pictures, strict=True)), **(files or {})}.items():
            archive.writestr(name, data)
    return written.getvalue()


ONE = {"file": "pictures/0.png", "captured_s": 1.0, "lines": 0}
SMALL = png(64, 48)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (report([png(8000, 8000)]), "pictures/0.png is too large"),
        (report([png(4000, 5000)] * 6), "pictures/3.png is too large"),
        (report([SMALL], entries=[ONE] * 200), "pictures/0.png is there twice"),
        (report([SMALL], entries=[{**ONE, "beside": [ONE] * 9}]), "pictures/0.png is there twice"),
        (report([b"no picture"]), "pictures/0.png is too large, or no picture"),
        (report([SMALL], entries=[{**ONE, "captured_s": 1e999}]), "without its time"),
        (report([SMALL], entries=[{**ONE, "camera": 99}]), "camera 99"),
        (report([SMALL], entries=[{**ONE, "beside": 7}]), "no report"),
        (report([], more="x" * 9_000_000), "report.json in it is larger than 8 MB"),
        (report([], about={"pieces": "/etc/own.toml"}), "/etc/own.toml is not in it"),
        (report([], about={"pieces": ["palette"]}), "is not in it"),
        (report([], header={**HEADER, "game": "/home/ann/own.toml"}), "/home/ann/own.toml is not in it"),
        (report([], files={"x": bytes(60_000_000)}), "unpacks to more than 50 MB"),
        (report([], files={f"files/{number}.toml": b"" for number in range(21)}), "more than 20 files"),
        (report([], more=json.loads("[" * 900 + "]" * 900)).replace(b"PK\5\6", b"PK\5\7"), "no ZIP archive"),
    ],
)  # fmt: skip
def test_what_would_take_too_much_is_refused(
    data: bytes, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence, exit 4, before a picture is unpacked."""
    (tmp_path / "sent.zip").write_bytes(data)
    assert main(["report", "--replay", str(tmp_path / "sent.zip")]) == 4
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1


Page = Callable[[int, bytes], str]


@pytest.fixture
def page() -> Iterator[Page]:
    """A web server that answers everything with one status and body, the file alone with `PK`; its address."""
    with HostileServer() as server:

        def answers(status: int, body: bytes) -> str:
            def pieces() -> Iterator[bytes]:
                said = b"PK" if b"/file " in server.heard[-1] else body
                head = f"HTTP/1.1 {status} so\r\nlocation: file:///etc/passwd\r\nContent-Length: {len(said)}\r\n\r\n"
                return iter([head.encode() + said])

            server.pieces = pieces
            return f"http://{server.address}"

        yield answers


@pytest.mark.parametrize(
    ("offered", "saved"),
    [
        ("report-big-city.zip", "report-big-city-2.zip"),
        ("../report-x.zip", "report.zip"),
        ("/tmp/report-x.zip", "report.zip"),
        (".bashrc", "report.zip"),
        ("report-..zip", "report.zip"),
        ("report-a\\b.zip", "report.zip"),
        ("", "report.zip"),
    ],
)
def test_a_page_names_no_file(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, offered: str, saved: str
) -> None:
    """A report is saved in this folder, under a name of ours that is free."""
    monkeypatch.chdir(tmp_path)
    there = dict.fromkeys((".bashrc", "report-big-city.zip"), b"mine")
    for name, data in there.items():
        (tmp_path / name).write_bytes(data)
    assert main(["report", "--yes", "--page", page(200, json.dumps({"name": offered, "words": []}).encode())]) == 0
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {**there, saved: b"PK"}


@pytest.mark.parametrize(
    ("status", "body", "words"),
    [
        (200, b"<html>", "is no page of a table"),
        (200, b'{"name": "report-x.zip", "words": [1]}', "is no page of a table"),
        (200, b"[" * 100_000, "is no page of a table"),
        (200, b" " * 1_000_001, "the answer is larger than 1 MB"),
        (500, b"Internal", "gives no report: 500"),
        (403, b'{"error": "with its token"}', "gives no report: with its token"),
        (302, b"", "gives no report: 302"),
    ],
)
def test_what_is_no_report_is_told(
    page: Page, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
    status: int, body: bytes, words: str,
) -> None:  # fmt: skip
    """One sentence, exit 1, nothing saved."""
    monkeypatch.chdir(tmp_path)
    assert main(["report", "--yes", "--page", page(status, body)]) == 1
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
