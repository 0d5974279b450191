"""Which printers there are, what is said of them before paper is used, and what goes wrong, in one sentence each."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from live.main import main
from live.printing.ipp import Abilities, PrinterLink
from live.printing.jobs import remarks, sheet_numbers
from live.printing.printers import printer_named, printers
from tabletop.errors import BoardsightError, UsageError

LISTED = """Office permanent ipp://localhost/printers/Office ipp://localhost:8631/ipp/print
Hall network none ipps://hall.local:631/ipp/print
Old permanent
"""
GOOD = Abilities(("a4", "letter"), True, True, True, True, (3.0, 3.0, 3.0, 4.2), ())


@pytest.fixture
def cups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine whose CUPS knows a queue, and a printer of the network that has none yet."""
    command = tmp_path / "lpstat"
    command.write_text(f"#!/bin/sh\ncat <<'END'\n{LISTED}END\n")
    command.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")


@contextmanager
def answering(status: int, body: bytes = b"") -> Iterator[str]:
    """Something at a port that answers every request so; its address as if it were a printer."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("content-length", 0)))
            self.send_response(status)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"ipp://ann:secret@127.0.0.1:{server.server_port}/ipp/print"
    server.shutdown()
    thread.join()
    server.server_close()


def status_code(code: int) -> bytes:
    """IPP's answer without anything but a status."""
    charset = b"\x01\x47\0\x12attributes-charset\0\x05utf-8"
    return b"\x02\0" + code.to_bytes(2, "big") + b"\0\0\0\1" + charset + b"\x03"


@pytest.mark.usefixtures("cups")
def test_printers_are_those_that_cups_knows_or_finds() -> None:
    """Each with the address at which it is spoken to."""
    assert [(one.name, one.uri) for one in printers()] == [
        ("Office", "ipp://localhost/printers/Office"),
        ("Hall", "ipps://hall.local:631/ipp/print"),
    ]
    assert printer_named("office").name == "Office"


@pytest.mark.usefixtures("cups")
@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("Offce", r"there is no printer 'Offce'; did you mean Office\?; the printers are Office, Hall"),
        ("http://hall", "expected a name of the list or ipp://HOST/ipp/print"),
        ("ipp://", "expected a name of the list or ipp://HOST/ipp/print"),
    ],
)
def test_a_printer_that_is_none_is_refused(word: str, sentence: str) -> None:
    """With the names that there are."""
    with pytest.raises(UsageError, match=sentence):
        printer_named(word)


def test_without_cups_a_printer_is_named_by_its_address(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And the list says so."""
    monkeypatch.setenv("PATH", "")
    assert main(["printers"]) == 0
    assert "name one by its address" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("status", "body", "sentence"),
    [
        (401, b"", "it wants a user and a password"),
        (200, b"<html>a camera</html>", "what answers there is no printer"),
        (500, b"", "it answers with HTTP 500"),
        (426, b"", "it wants a secured connection"),
        (200, status_code(0x0406), "there is no such queue"),
        (200, status_code(0x040A), "it takes no PDF"),
        (200, status_code(0x04BB), "it refuses with status 0x4bb"),
    ],
)
def test_who_answers_otherwise_is_told_without_secrets(status: int, body: bytes, sentence: str) -> None:
    """A wrong password, a device that is no printer, a refusal."""
    with answering(status, body) as uri, pytest.raises(BoardsightError, match=sentence) as told:
        PrinterLink(printer_named(uri)).abilities()
    assert "secret" not in str(told.value)


def test_who_does_not_answer_is_lost(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Exit code 5, and the PDFs are there."""
    with socket.socket() as taken:  # bound, and listening to nobody
        taken.bind(("127.0.0.1", 0))
        uri = f"ipp://127.0.0.1:{taken.getsockname()[1]}/ipp/print"
        assert main(["print", "try", "--out", str(tmp_path), "--printer", uri]) == 5
    assert "does not answer; is it switched on" in capsys.readouterr().err
    assert list(tmp_path.glob("*.pdf"))


@pytest.mark.parametrize(
    ("abilities", "said"),
    [
        (GOOD, ""),
        (Abilities(("a4",), True, False, True, True, (3.0, 3.0, 3.0, 4.2), ()), "prints grey"),
        (Abilities(("a4",), True, True, False, True, (3.0, 3.0, 3.0, 4.2), ()), "may scale"),
        (Abilities(("a4",), True, True, True, True, (3.0, 3.0, 3.0, 12.7), ()), "up to 12.7 mm at the edge free"),
        (Abilities(("a4",), True, True, True, True, (3.0, 3.0, 3.0, 3.0), ("out of paper",)), "out of paper"),
    ],
)
def test_what_people_should_know_is_said_before_paper_is_used(abilities: Abilities, said: str) -> None:
    """Colours, size, margins, and what keeps it from printing."""
    sentences = list(remarks("Office", abilities, "a4"))
    assert [said in sentence for sentence in sentences] == ([True] if said else [])


@pytest.mark.parametrize(
    ("abilities", "sentence"),
    [
        (Abilities(("letter",), True, True, True, True, (3.0,) * 4, ()), "has no a4 paper; print with --paper letter"),
        (Abilities(("a4",), True, True, True, False, (3.0,) * 4, ()), "takes no PDF itself"),
    ],
)
def test_what_cannot_be_printed_is_refused(abilities: Abilities, sentence: str) -> None:
    """With the mend."""
    with pytest.raises(UsageError, match=sentence):
        list(remarks("Office", abilities, "a4"))


def test_sheets_are_named_by_numbers() -> None:
    """One, several, from one to another; anything else is refused."""
    assert (sheet_numbers(""), sheet_numbers("3"), sheet_numbers("1-3, 7")) == (frozenset(), {3}, {1, 2, 3, 7})
    for words in ("three", "1-", "-2", "1;2"):
        with pytest.raises(UsageError, match="expected numbers such as"):
            sheet_numbers(words)
