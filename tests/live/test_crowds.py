"""Whoever holds connections, streams or the game's ear locks nobody else out: a real server, on this machine."""

from __future__ import annotations

import asyncio
import contextlib
import select
import socket
import time
from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any

import pytest
from waiting import PATIENCE_S, wait_until

from live.page.application import QUESTIONS_EACH, Served, make_application
from live.page.connections import ConnectionSettings, PatientConnection
from live.page.guard import MOST_PHOTOS
from live.page.mailbox import MOST_WAITING, Mailbox
from live.page.publication import Publication
from live.page.server import LOOPBACK, PageServer, listen
from live.page.shares import NoShare, Shares
from live.page.uploads import TooSlow, Uploads, UploadSettings
from tabletop.errors import UsageError

NEVER_S = 1e6
HALF = b"GET /healthz HTTP/1.1\r\nHost: 127"
WHOLE = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
HALF_BODY = (
    b"POST /api/v1/turn HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\nContent-Type: application/json\r\n\r\n{"
)
STREAM = b"GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


class Page:
    """A page with its server, and a game that answers nothing."""

    def __init__(self, settings: ConnectionSettings) -> None:
        self.publication, self.mailbox = Publication(), Mailbox()
        self.publication.publish({"turn": "Ann"})
        app = make_application(self.publication, self.mailbox, Served())
        self.server = PageServer(app, listen(LOOPBACK, 0), settings=settings)

    def connect(self, sent: bytes = b"") -> socket.socket:
        """A connection that has said something."""
        made = socket.create_connection((LOOPBACK, self.server.port), timeout=PATIENCE_S)
        made.sendall(sent)
        return made

    def healthy(self) -> bool:
        """Whether somebody who comes now is served."""
        with self.connect(WHOLE) as asking:
            return b" 200 " in _until(asking, b"ok")


@contextlib.contextmanager
def page(**changes: Any) -> Iterator[Page]:
    """A page whose limits are never met but for those given."""
    unlimited: dict[str, Any] = {"request_s": NEVER_S, "taking_s": NEVER_S, "most": 10_000, "most_idle_each": 10_000}
    made = Page(ConnectionSettings(**{**unlimited, **changes}))
    with made.server:
        yield made
        made.publication.close()


def _until(connected: socket.socket, word: bytes) -> bytes:
    """What comes until a word, or until the other end closes."""
    got = b""
    with contextlib.suppress(ConnectionResetError):
        while word not in got and (more := connected.recv(65536)):
            got += more
    return got


def test_dripping_uploads_lock_nobody_out() -> None:
    """Photos that come byte by byte, as many as there may be, from four addresses: another one makes its way at once.

    Those of one's own address make room as well.
    """
    photo = b"POST /api/v1/photos HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n"
    with page(photo_s=NEVER_S) as made, contextlib.ExitStack() as held:
        address = (LOOPBACK, made.server.port)
        drips = [
            held.enter_context(socket.create_connection(address, PATIENCE_S, (f"127.0.0.{2 + number // 3}", 0)))
            for number in range(MOST_PHOTOS)
        ]
        for one in drips:
            one.sendall(photo % 10**6 + b"x")
        time.sleep(UploadSettings().dripping_s + 0.2)
        for mine in (LOOPBACK, "127.0.0.3"):  # which still has all three that it may
            with socket.create_connection(address, PATIENCE_S, (mine, 0)) as asking:
                asking.sendall(photo % 5 + b"photo")
                assert b" 404 " in _until(asking, b"}")  # nobody reads photos here
        (given_up, *_), _, _ = select.select(drips[:3], [], [], PATIENCE_S)
        assert b" 408 " in _until(given_up, b"}")


def _scope(address: str) -> dict[str, Any]:
    return {"client": (address, 1)}


def test_room_is_made_by_who_drips_and_by_who_has_more() -> None:
    """What comes as fast as it must goes on, but for whoever has two places when somebody has none."""
    uploads = Uploads("photos", most=3, most_each=2)

    async def come(address: str, ended: list[str]) -> None:
        try:
            with uploads.taken(_scope(address)) as upload:
                async with upload.awaited():
                    while True:
                        upload.came(10**6)
                        await asyncio.sleep(0.001)
        except (TooSlow, NoShare) as end:
            ended.append(f"{address}: {type(end).__name__}")

    async def evening() -> list[str]:
        ended = list[str]()
        async with asyncio.TaskGroup() as tasks:
            held = []
            for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"):
                held.append(tasks.create_task(come(address, ended)))
                await asyncio.sleep(0.02)
            for one in held:
                one.cancel()
        return ended

    assert asyncio.run(evening()) == ["192.0.2.1: TooSlow", "192.0.2.4: NoShare"]


@pytest.mark.parametrize("at_once", [1, 10**7])
def test_a_picture_that_stops_coming_is_given_up(at_once: int) -> None:
    """Also one that brought much at first: what came fast gives no more time."""
    uploads = Uploads("photos", most=1, most_each=1, settings=UploadSettings(behind_s=0.02))

    async def stall() -> None:
        with uploads.taken(_scope("192.0.2.7")) as upload:
            async with upload.awaited():
                upload.came(at_once)
                await asyncio.Event().wait()

    with pytest.raises(TooSlow):
        asyncio.run(stall())


@pytest.mark.parametrize("sent", [b"", b"G", HALF, HALF_BODY, WHOLE.replace(b"close", b"keep-alive") + HALF])
def test_half_requests_are_given_up(sent: bytes) -> None:
    """A request that is not whole in its time ends its connection: no head, half a head, half a body, half a second."""
    with page(request_s=0.05) as served, served.connect(sent) as half:
        _until(half, b"never")
        assert served.healthy()


def test_a_server_that_ends_leaves_no_connection_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even to who came while it ended and was told nothing: a browser waited for ever on a connection to nobody."""
    monkeypatch.setattr(PatientConnection, "shutdown", lambda _: None)
    with contextlib.ExitStack() as held:
        with page() as served:
            late = held.enter_context(served.connect())
            assert served.healthy()
        assert _until(late, b"never") == b""


def test_a_dripping_request_is_given_up() -> None:
    """The time is for the whole head, however often a byte comes."""
    with page(request_s=0.2) as served, served.connect() as dripping:
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            _drip(dripping, HALF * 1000)
        assert served.healthy()


def _drip(connected: socket.socket, data: bytes) -> None:
    """A byte every hundredth of a second."""
    for letter in data:
        connected.sendall(bytes([letter]))
        time.sleep(0.01)


def test_seven_hundred_half_requests_lock_nobody_out() -> None:
    """Even with all the time in the world: of one address with too many the oldest go."""
    with page(most_idle_each=64) as served:
        half = [served.connect(HALF) for _ in range(700)]
        assert served.healthy()
        assert _until(half[0], b"never") == b""
        for one in half:
            one.close()


def test_where_all_is_full_the_oldest_idle_connection_goes() -> None:
    """Many addresses with a few each: there is room for who comes, and whoever looks on stays."""
    with page(most=20) as served:
        viewer = served.connect(STREAM)
        _until(viewer, b"event: state")
        half = [served.connect(HALF) for _ in range(40)]
        assert served.healthy()
        served.publication.publish({"turn": "Ben"})
        assert b"event: change" in _until(viewer, b"event: change")
        for one in (viewer, *half):
            one.close()


def test_who_takes_nothing_is_given_up() -> None:
    """A viewer that reads nothing any more ends, though it never says so; what it held is free again."""
    with page(taking_s=0.05) as served:
        sleeping = served.connect(STREAM)
        assert wait_until(lambda: served.publication.viewers == 1)
        number = 0

        def given_up() -> bool:  # after more than all buffers between the two hold; who is late gets only the newest
            nonlocal number
            number += 1
            served.publication.publish({"filler": f"{number}" + "x" * 60_000})
            return served.publication.viewers == 0

        assert wait_until(given_up)
        sleeping.close()


def test_one_address_cannot_hold_all_streams() -> None:
    """It gets its share, and then a sentence; another address gets its own; what is given back is free."""
    shares = Shares("viewers", most=3, most_each=2)
    with contextlib.ExitStack() as held:
        for address in ("192.0.2.1", "192.0.2.1", "2001:db8::1"):
            held.enter_context(shares.taken({"client": (address, 1)}))
        for address, told in (("::ffff:192.0.2.1", "your address"), ("192.0.2.2", "too many viewers;")):
            with pytest.raises(NoShare, match=told), shares.taken({"client": (address, 1)}):
                raise AssertionError("there was room")
    with shares.taken({"client": ("192.0.2.1", 1)}):
        assert dict(shares._held) == {"192.0.2.1": 1}


def test_streams_of_one_address_over_the_limit_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page itself: with a limit of two, the third stream is refused until one goes."""
    monkeypatch.setattr("live.page.shares.MOST_STREAMS_EACH", 2)
    with page() as served:
        viewers = [served.connect(STREAM) for _ in range(2)]
        for viewer in viewers:
            _until(viewer, b"event: state")
        with served.connect(STREAM) as third:
            assert b" 503 " in _until(third, b"your address")
        viewers[0].close()

        def room() -> bool:
            with served.connect(STREAM) as again:
                return b" 200 " in _until(again, b"\r\n\r\n")

        assert wait_until(room)
        viewers[1].close()


def test_questions_lock_out_no_change() -> None:
    """As many questions as fit wait, and a change is still taken, and answered before any of them."""
    mailbox = Mailbox()
    done: list[str] = []

    def act(verb: str, body: Any) -> dict[str, Any]:
        done.append(verb)
        return {}

    asked: list[Future[Any]] = [mailbox.ask("likely", {}) for _ in range(MOST_WAITING)]
    with pytest.raises(UsageError, match="too many"):
        mailbox.ask("worth", {})
    change = mailbox.ask("turn", {})
    assert mailbox.answer_all(act) == 2
    assert done == ["turn", "likely"]
    assert change.done()
    assert [one.done() for one in asked[:2]] == [True, False]


def test_one_address_asks_a_few_questions_at_once() -> None:
    """Whoever asks more than a few things before one is answered is told so; others are not kept from asking."""
    with page() as served:
        question = b"GET /api/v1/likely?of=1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        asking = [served.connect(question) for _ in range(QUESTIONS_EACH)]
        assert wait_until(lambda: served.mailbox._questions.qsize() == QUESTIONS_EACH)
        with served.connect(question) as one_more:
            assert b" 503 " in _until(one_more, b"your address")
        served.mailbox.answer_all(lambda verb, body: {"moves": []})
        assert b" 200 " in _until(asking[0], b"moves")
        for one in asking:
            one.close()
