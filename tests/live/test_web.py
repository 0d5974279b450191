"""The page over the network: what it shows, what it refuses, and that viewers who were away catch up."""

import asyncio
import contextlib
import re
import socket
import threading
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from live.page.application import Served, make_application
from live.page.guard import LOOPBACK_NAMES, Guard
from live.page.hosting import Address, KeptPage, address_of, hosted
from live.page.mailbox import Mailbox
from live.page.publication import KEPT_CHANGES, Publication
from live.page.server import LOOPBACK, listen
from live.page.shown import CameraStatus
from live.page.state import view
from live.table.session import Draft, begin, write
from tabletop.errors import UsageError
from tabletop.games.big_city.values import Build, PlaceTile
from tabletop.records import Header

LOCAL = "http://127.0.0.1"


class Table:
    """A page with a game's thread that answers wishes by noting them."""

    def __init__(
        self, token: str | None = None, share_url: str | None = None, hosts: frozenset[str] = LOOPBACK_NAMES
    ) -> None:
        self.publication, self.mailbox = Publication(), Mailbox()
        self.wishes: list[tuple[str, object]] = []
        self._stop = threading.Event()
        app = make_application(
            self.publication,
            self.mailbox,
            Served(
                record_text=lambda: '{"format": "boardsight-record/1"}\n',
                metrics_text=lambda: "boardsight_frames_total 3\n",
            ),
            share_url=share_url,
            token=token,
            hosts=hosts,
        )
        self.client = TestClient(app, base_url=LOCAL)
        self._thread = threading.Thread(target=self._answer, daemon=True)
        self._thread.start()

    def _answer(self) -> None:
        while not self._stop.wait(0.005):
            self.mailbox.answer_all(self._act)

    def _act(self, verb: str, body: object) -> dict[str, object]:
        if body == {"do": "undo"}:
            raise UsageError("there is nothing to take back yet")
        self.wishes.append((verb, body))
        return {"lines": len(self.wishes)}

    def close(self) -> None:
        """End the game's thread."""
        self._stop.set()
        self._thread.join()


@pytest.fixture
def table() -> Iterator[Table]:
    """A table on this machine alone."""
    made = Table()
    yield made
    made.close()


@pytest.fixture
def shared() -> Iterator[Table]:
    """A table that is shared with the network."""
    at = address_of("192.0.2.7", 8765, ["table.example"])
    made = Table("secret", f"{at.shared}#token=secret", at.hosts)
    yield made
    made.close()


@pytest.mark.parametrize("path", ["/", "/tv", "/overlay", "/phone"])
def test_pages_load_nothing_from_elsewhere(table: Table, path: str) -> None:
    """Each page is HTML that names only our own files, all of which are there, under a strict policy."""
    answer = table.client.get(path)
    assert answer.status_code == 200
    assert "http://" not in answer.text
    assert "https://" not in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    for part in answer.text.split('"'):
        if part.startswith("/page/"):
            assert table.client.get(part).status_code == 200, part


def test_no_path_leads_out_of_the_page_folder(table: Table) -> None:
    """Whatever a path says, only the page's own files are given."""
    for path in (
        "/page/../main.py",
        "/page/%2e%2e/main.py",
        "/page//etc/passwd",
        "/main.py",
        "/page/..%2f..%2fpyproject.toml",
    ):
        assert table.client.get(path).status_code == 404, path


def test_an_unknown_key_is_refused(table: Table) -> None:
    """A misspelt wish does nothing."""
    assert table.client.post("/api/v1/turn", json={"do": "pass", "playr": "Ann"}).status_code == 422
    assert table.wishes == []


@pytest.mark.parametrize(
    "body",
    [
        '{"do": "enter", "player": "\\ud800", "key": "votes"}',
        '{"do": "enter", "player": "Ann", "key": "votes", "value": NaN}',
        '{"do": "enter", "player": "Ann", "key": "votes", "value": 1e400}',
        '{"do": "replace", "of": 1, "move": {"\\udfff": -Infinity}}',
        '{"do": ' + "9" * 5000 + "}",
        "[" * 3000,
        '"\\ud800"',
        "{",
    ],
)
@pytest.mark.parametrize("path", ["turn", "corrections", "answers", "pause"])
def test_a_body_that_nobody_could_read_again_is_refused(table: Table, path: str, body: str) -> None:
    """Halves of letters, numbers without an end, lists without one: one sentence, and nothing reaches the game."""
    headers = {"content-type": "application/json"}
    answer = table.client.post(f"/api/v1/{path}", content=body.encode(), headers=headers)
    assert (answer.status_code, list(answer.json())) == (422, ["error"])
    assert table.wishes == []


def test_a_large_body_is_refused(table: Table) -> None:
    """Nobody fills the memory: more than 64 KB is refused, whether it is announced or not."""
    large = b'{"do": "' + b"x" * 70_000 + b'"}'
    headers = {"content-type": "application/json"}
    assert table.client.post("/api/v1/turn", content=large, headers=headers).status_code == 413
    pieces = (large[start : start + 1000] for start in range(0, len(large), 1000))
    assert table.client.post("/api/v1/turn", content=pieces, headers=headers).status_code == 413


def test_another_site_cannot_change_the_game(table: Table) -> None:
    """A page from elsewhere in the same browser, a form, and a renamed host are all refused."""
    post = table.client.post
    assert post("/api/v1/turn", json={}, headers={"origin": "http://evil.example"}).status_code == 403
    assert post("/api/v1/turn", data={"do": "pass"}).status_code == 415
    assert table.client.get("/api/v1/state", headers={"host": "evil.example"}).status_code == 421
    assert table.wishes == []


@pytest.mark.parametrize("path", ["/", "/api/v1/state", "/api/v1/events", "/api/v1/qr", "/healthz"])
def test_a_shared_page_answers_to_its_own_names_only(shared: Table, path: str) -> None:
    """A page elsewhere whose name was made to mean this machine gets nothing, least of all the token."""
    for host in ("evil.example:8765", "192.0.2.8:8765", "127.0.0.1.evil.example", "localhost.evil.example", "", "[::1"):
        answer = shared.client.get(path, headers={"host": host})
        assert answer.status_code == 421, host
        assert "secret" not in answer.text


def test_a_shared_page_answers_to_all_its_own_names(shared: Table) -> None:
    """Its address, this machine's name alone and with .local, localhost, and what was named with --allow-host."""
    name = socket.gethostname().partition(".")[0]
    for host in ("192.0.2.7:8765", "192.0.2.7", name, f"{name}.local:8765", f"{name.upper()}.LOCAL.", "localhost",
                 "127.0.0.1:8765", "[::1]:8765", "table.example"):  # fmt: skip
        assert shared.client.get("/healthz", headers={"host": host}).status_code == 200, host


def test_a_shared_page_answers_at_the_address_that_was_asked() -> None:
    """With --host 0.0.0.0 each of the machine's addresses is one that a request comes to; IPv4 over IPv6 as well."""
    with_token = {"token": "secret", "hosts": LOOPBACK_NAMES}
    for address, host in (
        ("10.1.2.3", "10.1.2.3:8765"),
        ("fe80::1%eth0", "[fe80::1]"),
        ("::ffff:10.1.2.3", "10.1.2.3"),
    ):
        scope = {"type": "http", "method": "GET", "server": (address, 8765), "headers": [(b"host", host.encode())]}
        assert _status(scope, **with_token) == 200, host
        scope["headers"] = [(b"host", b"10.1.2.4:8765")]
        assert _status(scope, **with_token) == 421


def _status(scope: dict[str, Any], **how: Any) -> int:
    """What a guard answers, before an application that answers 200."""
    statuses: list[int] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message: Any) -> None:
        statuses.append(message.get("status", 0))

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    asyncio.run(Guard(application, **how)(scope, receive, send))
    return statuses[0]


def test_what_is_no_name_is_not_allowed() -> None:
    """`--allow-host` takes a name alone."""
    for word in ("*", "", "http://a", "a:80", "a b", "a/b"):
        with pytest.raises(UsageError, match="allow-host"):
            address_of(None, 8765, [word])


def test_the_token_is_not_given_through_a_proxy() -> None:
    """Whoever comes through a proxy on this machine seems to be this machine; the name tells."""
    table = Table("secret", "http://192.0.2.7/#token=secret", LOOPBACK_NAMES | {"table.example"})
    assert table.client.get("/api/v1/qr", headers={"host": "table.example"}).status_code == 404
    assert table.client.get("/api/v1/qr").status_code == table.client.get("/api/v1/key").status_code == 200
    for name in ("X-Forwarded-For", "Via", "Forwarded", "X-Real-IP"):
        assert table.client.get("/api/v1/qr", headers={name: "192.0.2.9"}).status_code == 404, name
        assert table.client.get("/api/v1/key", headers={name: "192.0.2.9"}).status_code == 403, name
    table.close()


def test_from_afar_changes_need_the_token(shared: Table) -> None:
    """A shared page may be read by everybody; only who has the token changes anything."""
    headers = {"host": "192.0.2.7:8765"}
    shared.publication.publish({"turn": "Ann"})
    assert shared.client.get("/api/v1/state", headers=headers).status_code == 200
    assert shared.client.post("/api/v1/turn", json={}, headers=headers).status_code == 401
    wrong = headers | {"authorization": "Bearer guess"}
    assert shared.client.post("/api/v1/turn", json={}, headers=wrong).status_code == 401
    right = headers | {"authorization": "Bearer secret"}
    assert shared.client.post("/api/v1/turn", json={}, headers=right).status_code == 200


def test_a_place_for_the_record_is_named_on_the_tables_machine_only(shared: Table) -> None:
    """Who is at the machine may name a place; from afar not even the token is enough."""
    headers = {"authorization": "Bearer secret"}
    far = TestClient(shared.client.app, base_url=LOCAL, client=("192.0.2.7", 5000))
    assert far.post("/api/v1/record", json={"path": "/tmp"}, headers=headers).status_code == 403
    assert shared.wishes == []
    assert shared.client.post("/api/v1/record", json={"path": "/tmp"}, headers=headers).status_code == 200
    assert shared.wishes == [("record", {"path": "/tmp"})]


def test_the_token_is_in_no_page_and_no_state(shared: Table) -> None:
    """The token goes out in the QR code alone, and that only to this machine."""
    shared.publication.publish({"turn": "Ann"})
    for path in ("/", "/tv", "/api/v1/state", "/metrics", "/openapi.json", "/page/stream.js"):
        assert "secret" not in shared.client.get(path).text, path
    assert shared.client.get("/api/v1/qr").headers["content-type"].startswith("image/svg+xml")
    far = TestClient(shared.client.app, base_url=LOCAL, client=("192.0.2.50", 4000))
    assert far.get("/api/v1/qr").status_code == 404


def test_the_machine_faces_answer(table: Table) -> None:
    """Health, counters, the API's description and the record are there."""
    assert table.client.get("/healthz").json()["status"] == "ok"
    assert "boardsight_frames_total 3" in table.client.get("/metrics").text
    paths = table.client.get("/openapi.json").json()["paths"]
    assert {"/api/v1/state", "/api/v1/events", "/api/v1/record", "/api/v1/corrections", "/api/v1/turn"} <= set(paths)
    for operation in (one for path in paths.values() for one in path.values()):
        assert [one["name"] for one in operation["parameters"]].count("lang") == 1, operation["summary"]
    assert table.client.get("/api/v1/record").text.startswith('{"format"')


def test_a_page_that_is_opened_again_asks_for_itself_alone(table: Table) -> None:
    """Its files stand at addresses that name their version, and are kept; one of another version is given, not kept."""
    page = table.client.get("/")
    assert page.headers["cache-control"] == "no-cache"
    files = re.findall(r'(?:href|src)="(/page/[^"]+)"', page.text)
    assert any(name.endswith("/table.js") for name in files)
    for address in files:
        kept = table.client.get(address)
        assert (kept.status_code, kept.headers["cache-control"]) == (200, "max-age=31536000, immutable"), address
    _, _, version, name = files[-1].split("/")
    for other in (f"/page/{'0' * len(version)}/{name}", f"/page/{name}", f"/{name}"):
        given = table.client.get(other)
        assert (given.content, given.headers["cache-control"]) == (kept.content, "no-cache"), other
    assert table.client.get(f"/page/{version}/../guard.py").status_code == 404


def test_a_picture_is_made_once_for_all_viewers(table: Table) -> None:
    """The picture is encoded when the first viewer asks, and not again until there is another."""
    made: list[int] = []
    assert table.client.get("/api/v1/picture").status_code == 204
    table.publication.show_picture(lambda: made.append(1) or b"jpeg")  # type: ignore[func-returns-value]
    first = table.client.get("/api/v1/picture")
    second = table.client.get("/api/v1/picture", headers={"if-none-match": first.headers["etag"]})
    assert (first.content, second.status_code, len(made)) == (b"jpeg", 304, 1)


def test_a_question_has_its_cut_out_while_it_is_open(table: Table) -> None:
    """The cut-out is given by the question's id, and is gone with the question."""
    table.publication.show_crops({"q7-8": lambda: b"jpeg"})
    assert table.client.get("/api/v1/crop?question=q7-8").content == b"jpeg"
    assert table.client.get("/api/v1/crop?question=../../etc").status_code == 404
    table.publication.show_crops({})
    assert table.client.get("/api/v1/crop?question=q7-8").status_code == 404


def test_who_was_away_gets_what_was_missed() -> None:
    """After a gap come the changes since, and only these; after too long a gap, the whole state."""
    publication = Publication()
    publication.publish({"turn": "Ann", "over": False})
    seen = publication.state["event"]
    publication.publish({"turn": "Ben", "over": False}, (("move", {"n": 1}),))
    missed = publication.since(seen)
    assert [(change.event, dict(change.data)) for change in missed] == [("change", {"turn": "Ben"}), ("move", {"n": 1})]
    for number in range(KEPT_CHANGES + 1):
        publication.publish({"turn": str(number), "over": False})
    assert [change.event for change in publication.since(seen)] == ["state"]
    assert [change.event for change in publication.since("other-5")] == ["state"]
    assert [change.event for change in publication.since("garbage")] == ["state"]


def test_a_name_cannot_become_markup(table: Table) -> None:
    """Names travel as JSON text and the page's scripts never write HTML."""
    session = begin(Header("big-city", ("<img src=x onerror=alert(1)>", "Ben")))
    table.publication.publish(view(session, CameraStatus()))
    assert table.client.get("/api/v1/state").headers["content-type"] == "application/json"
    folder = Path(__file__).parents[2] / "live" / "page" / "static"
    for script in folder.glob("*.js"):
        text = script.read_text()
        for danger in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
            assert danger not in text, (script.name, danger)


def test_only_what_changed_travels() -> None:
    """A new move is sent alone with the order of all, not with every earlier one again."""
    session = begin(Header("big-city", ("Ann", "Ben")))
    publication = Publication()
    first = write(session, [Draft(PlaceTile("Ann", 2, (3, 0)))], at=None).session
    publication.publish(view(first, CameraStatus()))
    seen = publication.state["event"]
    second = write(first, [Draft(Build("Ben", "residence", (11, 12)))], at=None).session
    publication.publish(view(second, CameraStatus()))
    (change,) = publication.since(seen)
    assert [move["n"] for move in change.data["moves"]] == [2]
    assert change.data["move_order"] == [1, 2]
    assert "kinds" not in change.data


def test_what_people_are_told_comes_in_the_language_asked_for(table: Table) -> None:
    """`?lang=de` on the state and on refusals; an unknown language is English."""
    session = begin(Header("big-city", ("Ann", "Ben")))
    session = write(session, [Draft(Build("Ben", "bank", (11,)))], at="2026-01-01T00:00:00Z").session
    table.publication.publish(view(session, CameraStatus()))
    move = table.client.get("/api/v1/state?lang=de").json()["moves"][0]
    assert move["text"] == "baut eine Bank auf 11"
    assert move["body"]["kind"] == "bank"
    assert move["problems"][0]["message"].startswith("Ann ist am Zug, nicht Ben")
    assert table.client.get("/api/v1/state?lang=xx").json()["moves"][0]["text"] == "builds a bank on 11"
    refused = table.client.post("/api/v1/corrections?lang=de", json={"do": "undo"})
    assert refused.json() == {"error": "es gibt noch nichts zurückzunehmen"}


def test_every_word_of_the_page_is_there_in_every_language() -> None:
    """The page's own words have the same keys in English and German."""
    source = (Path(__file__).parents[2] / "live" / "page" / "static" / "words.js").read_text("utf-8")
    blocks = dict(re.findall(r"^  (en|de): \{\n(.*?)^  \},", source, re.DOTALL | re.MULTILINE))
    keys = {
        language: set(re.findall(r'(?:^|,)\s*"?([a-z][\w-]*)"?: "', block, re.MULTILINE))
        for language, block in blocks.items()
    }
    assert len(keys["en"]) > 50
    assert keys["en"] == keys["de"]


def test_a_picture_that_fails_is_told_once_and_the_page_goes_on(
    table: Table, capfd: pytest.CaptureFixture[str]
) -> None:
    """Whoever asks for it gets one sentence, the terminal one line; everything else is answered."""

    def broken() -> bytes:
        raise ZeroDivisionError("planted")

    client = TestClient(table.client.app, base_url=LOCAL, raise_server_exceptions=True)
    table.publication.show_picture(broken)
    for _ in range(3):
        answer = client.get("/api/v1/picture")
        assert answer.status_code == 500
        assert "a fault in Boardsight itself" in answer.json()["error"]
    assert client.get("/healthz").status_code == 200
    assert len(capfd.readouterr().err.splitlines()) == 1


def test_a_page_s_address_stays_its_own_until_the_next_one_is_there() -> None:
    """Between two pages of an evening nobody takes the port; who calls then is answered by the second one."""

    def page(word: str) -> Callable[[Address], Starlette]:
        return lambda _address: Starlette(routes=[Route("/", lambda _request: PlainTextResponse(word))])

    def asked(host: str) -> socket.socket:
        caller = socket.create_connection((host, first.port), timeout=60)
        caller.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        return caller

    with contextlib.closing(KeptPage()) as kept:
        with hosted(page("first"), host="0.0.0.0", port=None, kept=kept) as first:
            assert urllib.request.urlopen(first.here).read() == b"first"
        with pytest.raises(UsageError, match="can't be used"):
            listen("0.0.0.0", first.port)
        between = asked(LOOPBACK)
        with between, hosted(page("second"), host="0.0.0.0", port=first.port, kept=kept) as second:
            assert between.makefile("rb").read().endswith(b"second")
            assert (second.port, second.token) == (first.port, first.token)
    listen("0.0.0.0", first.port).close()
