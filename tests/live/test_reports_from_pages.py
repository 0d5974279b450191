"""`boardsight report` at a page that is not ours: it chooses no file, and whatever it answers is told in a sentence."""

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from live.main import main

Page = Callable[[int, bytes], str]


@pytest.fixture
def page() -> Iterator[Page]:
    """A web server that answers everything with one status and body, the file alone with `PK`; its address."""
    answer = [200, b""]

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(int(answer[0]))
            self.send_header("location", "file:///etc/passwd")
            self.end_headers()
            self.wfile.write(b"PK" if self.path.endswith("/file") else bytes(answer[1]))

        def log_message(self, *_: object) -> None:
            """Nothing on the terminal."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()

    def answers(status: int, body: bytes) -> str:
        answer[:] = [status, body]
        return f"http://127.0.0.1:{server.server_port}"

    yield answers
    server.shutdown()
    server.server_close()
    thread.join()


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
