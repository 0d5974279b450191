"""What stands at a display's address is no display: whatever it says, the link goes on trying."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator

import pytest
from hostile import HostileServer, whole

from firmware_bridge import Connection, DisplayLinkSettings, DisplayPlayer, DisplayState
from firmware_bridge.adalight_driver import AdalightDriver
from firmware_bridge.board_driver import BoardDriver
from firmware_bridge.conversation import FAREWELL_S, NoAnswer
from firmware_bridge.framing import FrameDecoder, WireFrame, encode_frame
from firmware_bridge.layout import DisplayLayout, arrange
from firmware_bridge.link import DisplayRefused, Link
from firmware_bridge.wled_answer import LARGEST_ANSWER, WledBusy, wled_answer
from firmware_bridge.wled_driver import WledDriver
from firmware_bridge.wled_transport import WledHttp, WledSerial, WledSettings
from firmware_bridge.wled_view import difference, objects
from simulator.displays.wled import WledState

STATE, INFO = WledState().state(), WledState().info()
GOOD = json.dumps({"state": STATE, "info": INFO}).encode()


def answer(**changes: object) -> bytes:
    """A good answer but for some keys of its info and state: `leds`, `matrix`… in info, `seg`… in state."""
    info = {**INFO, **{key: value for key, value in changes.items() if key in ("leds", "name", "ver")}}
    state = {**STATE, **{key: value for key, value in changes.items() if key == "seg"}}
    whole = {"state": changes.get("state", state), "info": changes.get("info", info)}
    return json.dumps(whole).encode()


WRONG = [
    b"",
    b"null",
    b"[]",
    b"3",
    b'"WLED"',
    b"true",
    b"{",
    b"{}",
    b"\xff\xfe",
    b"<html>",
    b"[" * 60_000,
    b'{"a":' * 10_000,
    b"9" * 60_000,
    b'[{"error":{"type":1,"address":"/","description":"unauthorized user"}}]',
    answer(info=None),
    answer(info=[]),
    answer(info="WLED"),
    answer(leds=None),
    answer(leds=60),
    answer(leds=[60]),
    answer(leds={}),
    answer(leds={"count": None}),
    answer(leds={"count": "60"}),
    answer(leds={"count": 0}),
    answer(leds={"count": -1}),
    answer(leds={"count": True}),
    answer(leds={"count": 1.5}),
    answer(leds={"count": 10**30}),
    answer(leds={"count": 60, "maxseg": 0}),
    answer(leds={"count": 60, "maxseg": "16"}),
    answer(leds={"count": 60, "matrix": [32, 8]}),
    answer(leds={"count": 60, "matrix": {"w": 0, "h": 8}}),
    answer(leds={"count": 60, "matrix": {"w": "32", "h": None}}),
    answer(state=None),
    answer(state=[]),
    answer(seg=None),
    answer(seg={"id": 0}),
    answer(seg=[None]),
    answer(seg=["0", 1]),
]
ODD = [
    answer(seg=[]),
    answer(seg=[{}]),
    answer(seg=[{"id": None, "col": None, "stop": "x"}]),
    answer(seg=[{"id": 0, "stop": 30, "col": 7}]),
    answer(seg=[{"id": 0, "stop": 30, "col": [None, [1], ["r", 2, 3], [[1]]]}]),
    answer(name=None, ver=[1]),
    answer(name="\x1b[2J", ver="\ud800"),
    answer(leds={"count": 1}),
    answer(leds={"count": 60, "matrix": None}),
]
ANN, BEN, CEM = DisplayPlayer("Ann", 25), DisplayPlayer("Ben", 50), DisplayPlayer("Cem", 9)


@pytest.mark.parametrize("said", WRONG, ids=lambda said: said[:40].decode(errors="replace"))
def test_what_no_wled_says_is_refused_in_words(said: bytes) -> None:
    """Lists, nulls, wrong types, no lamps, endless nesting: half a sentence, never another error."""
    with pytest.raises(ValueError, match=r"^that is no WLED"):
        wled_answer(said)


@pytest.mark.parametrize("said", ODD, ids=lambda said: said[:40].decode(errors="replace"))
def test_odd_answers_can_be_compared_and_shown(said: bytes) -> None:
    """What a WLED might say but never should: it differs from what is wanted, and objects can be made for it."""
    found = wled_answer(said)
    assert found.info.name.isprintable()
    driver_slots = min(3, found.info.most_segments, found.info.width)
    arranged = arrange(DisplayState((ANN, BEN, CEM)), DisplayLayout(), slots=driver_slots)
    assert difference(objects(arranged, DisplayLayout(), found.info, segments_before=1), found.state)


def test_a_busy_wled_is_no_stranger() -> None:
    """`{"error":3}` means: ask again."""
    with pytest.raises(WledBusy):
        wled_answer(b'{"error":3}')


@pytest.fixture
def server() -> Iterator[HostileServer]:
    """Somebody at a WLED's address."""
    with HostileServer() as made:
        yield made


def link_to(server: HostileServer) -> Link:
    """A link that asks again at once."""
    settings = WledSettings(answer_s=600.0, busy_s=0.0)
    driver = WledDriver(WledHttp(server.address, settings=settings), DisplayLayout(), settings=settings)
    return Link("wled+http:", driver, settings=DisplayLinkSettings(heartbeat_s=0.01, reconnect_s=0.001, close_s=600.0))


def asked_again(server: HostileServer, times: int = 6) -> None:
    """Wait until it has been asked so often from now on."""
    while server.asked.acquire(blocking=False):
        pass
    for _ in range(times):
        assert server.asked.acquire(timeout=60), "it is not asked any more"


def test_no_answer_ends_the_link(server: HostileServer) -> None:
    """After every hostile answer, and after pages, redirects and garbage, it is asked again; and a WLED is taken up."""
    link = link_to(server)
    link.show(DisplayState((ANN, BEN)))
    for said in [*WRONG, *ODD]:
        server.pieces = whole(said)
        asked_again(server)
        assert link.status.connection is not Connection.CLOSED
    lines = [b"", b"\0" * 100, b"HTTP/9.9 abc\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n{}"]
    lines += [b"HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\n\r\n", b"HTTP/1.1 200 OK\r\n" + b"a:b\r\n" * 500]
    lines += [b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", b"HTTP/1.1 100 Continue\r\n\r\n" * 3000]
    for line in lines:
        server.pieces = lambda line=line: iter([line])  # type: ignore[misc]
        asked_again(server)
        assert "WLED" in link.status.message
    state = WledState()
    server.pieces = lambda: whole(json.dumps({"state": state.state(), "info": state.info()}).encode())()
    asked_again(server)
    layout = DisplayLayout()
    arranged = arrange(DisplayState((ANN, BEN)), layout, slots=8)
    for one in objects(arranged, layout, wled_answer(GOOD).info, segments_before=1):
        state.set(one)
    assert link.wait_shown(60)
    link.close()


def test_a_huge_answer_is_not_read(server: HostileServer) -> None:
    """Three gigabytes, announced or not or in chunks: after 64 KB nobody listens any more."""
    megabyte = b" " * 2**20
    for head in (b"Content-Length: 3221225472", b"Connection: close", b"X: " + b"y" * 70_000):

        def pieces(head: bytes = head) -> Iterator[bytes]:
            yield b"HTTP/1.1 200 OK\r\n" + head + b"\r\n\r\n"
            for _ in range(3072):
                yield megabyte

        server.pieces = pieces
        with pytest.raises(NoAnswer, match=r"more than 64 KB|no web server"):
            WledHttp(server.address, settings=WledSettings(answer_s=600.0)).fetch()
    assert server.sent < 64 * 2**20  # what lies in the system's buffers


@pytest.mark.parametrize("head", [b"", b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 200 OK\r\n\r\n{"])
def test_a_dripping_answer_has_a_deadline(server: HostileServer, head: bytes) -> None:
    """A byte now and then is no answer, wherever in it: the time is for all of it."""
    server.pieces = server.drip(b"a", head=head)
    with pytest.raises(NoAnswer, match="in time"):
        WledHttp(server.address, settings=WledSettings(answer_s=0.1)).fetch()


def test_a_dripping_answer_does_not_outlive_the_game(server: HostileServer) -> None:
    """`close` comes back with the thread ended, though the answer that it waits for would drip for ten minutes."""
    server.pieces = server.drip(b"a")
    link = link_to(server)
    assert server.asked.acquire(timeout=60)
    link.close()
    assert link.status.connection is Connection.CLOSED


class VirtualPort:
    """A port with a clock that only moves when somebody waits; `coming` is what a read gives, forever the last."""

    def __init__(self, coming: list[bytes], *, every_s: float = 0.01) -> None:
        self.coming, self.every_s = coming, every_s
        self.now_s = 0.0
        self.timeout: float | None = 0.0
        self.in_waiting = 4096
        self.read_bytes = 0

    def clock(self) -> float:
        """The time."""
        return self.now_s

    def sleep(self, seconds: float) -> None:
        """Let time pass."""
        self.now_s += seconds

    def read(self, size: int = 1, /) -> bytes:
        """The next piece, a little later."""
        if not self.timeout:
            return b""
        self.now_s += min(self.timeout, self.every_s)
        piece = self.coming.pop(0) if len(self.coming) > 1 else self.coming[0]
        self.read_bytes += len(piece)
        return piece

    def write(self, data: bytes, /) -> int:
        """Everything is taken."""
        return len(data)

    def close(self) -> None:
        """Nothing to do."""


def serial_wled(port: VirtualPort) -> WledDriver:
    """A driver on that port, by its clock."""
    transport = WledSerial(lambda: ("port", port), clock=port.clock, sleep=port.sleep)
    return WledDriver(transport, DisplayLayout(), clock=port.clock, sleep=port.sleep)


@pytest.mark.parametrize("piece", [b"a", b"{", b"\n", b'{"state"'])
def test_a_dripping_line_has_a_deadline(piece: bytes) -> None:
    """On a serial port too the time is for the whole answer: then it is said that no WLED answers."""
    port = VirtualPort([piece])
    with pytest.raises(NoAnswer, match="no WLED answers"):
        serial_wled(port).connect()
    assert port.now_s < 30


def test_a_babbling_line_is_not_kept() -> None:
    """Without an end of line nothing is kept beyond 64 KB, and the driver is not held by it."""
    port = VirtualPort([b"a" * 4096], every_s=1e-6)
    transport = WledSerial(lambda: ("port", port), clock=port.clock, sleep=port.sleep)
    transport.open()
    assert transport.fetch() is None
    assert port.read_bytes <= LARGEST_ANSWER + 4096


def test_a_stranger_on_the_line_is_refused_in_words() -> None:
    """An answer of wrong types, four times: the message says so."""
    port = VirtualPort([b'{"state":[],"info":{}}\n'])
    with pytest.raises(DisplayRefused, match="no WLED"):
        serial_wled(port).connect()


def test_a_damaged_line_is_asked_for_again() -> None:
    """One answer is damaged on the way, the next is whole."""
    port = VirtualPort([GOOD[:40] + b"\n", GOOD + b"\n"])
    assert serial_wled(port).connect().startswith("WLED")


def test_a_slow_board_does_not_hold_up_the_end() -> None:
    """After `stop` all the answers that are still waited for have a second together."""
    port = VirtualPort([b"\0"])
    driver = BoardDriver(lambda: ("port", port), clock=port.clock)
    driver.stop()
    with pytest.raises(NoAnswer):
        driver.connect()
    assert port.now_s <= FAREWELL_S + 0.1


class BabblingBoard(VirtualPort):
    """Answers every frame with frames of a type and with a payload of random bytes."""

    def __init__(self, seed: int) -> None:
        import random

        super().__init__([b"\0"])
        self._random = random.Random(seed)
        self._reader = FrameDecoder()

    def write(self, data: bytes, /) -> int:
        """Answer."""
        for frame in self._reader.push(data):
            if not isinstance(frame, WireFrame):
                continue
            kinds = (frame.type, 0x81, 0x82, 0x83, 0x84, 0x85)
            for _ in range(3):
                kind, payload = self._random.choice(kinds), self._random.randbytes(self._random.randrange(40))
                if kind == 0x81:
                    payload = bytes((1, 0)) + payload
                self.coming.insert(0, encode_frame(WireFrame(kind, frame.sequence, payload)))
        return len(data)


@pytest.mark.parametrize("seed", range(200))
def test_a_babbling_board_raises_nothing_but_what_the_link_expects(seed: int) -> None:
    """Whole frames of impossible content: the board is refused or counts as gone."""
    port = BabblingBoard(seed)
    driver = BoardDriver(lambda: ("port", port), clock=port.clock)
    with contextlib.suppress(OSError, DisplayRefused):
        driver.connect()
        for _ in range(5):
            driver.show(arrange(DisplayState((ANN, BEN, CEM)), DisplayLayout(), slots=driver.slots))
            driver.heartbeat()
            driver.poll(0.01)


def test_a_strip_that_takes_nothing_is_told_as_gone() -> None:
    """A port that times out while it is written to: an OSError, after which the link opens it anew."""

    class Full(VirtualPort):
        def write(self, data: bytes, /) -> int:
            raise TimeoutError("Write timeout")

    port = Full([b""])
    driver = AdalightDriver(lambda: ("port", port), DisplayLayout(), 60, clock=port.clock, sleep=port.sleep)
    driver.connect()
    with pytest.raises(OSError, match="Write timeout"):
        driver.show(arrange(DisplayState((ANN,)), DisplayLayout(), slots=8))


def test_a_fault_of_our_own_is_told_logged_once_and_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    """Whatever goes wrong in a driver, its thread lives and the display is taken up again."""
    port = VirtualPort([b""])

    class Faulty(AdalightDriver):
        faults = 3

        def connect(self) -> str:
            if self.faults:
                self.faults -= 1
                raise ZeroDivisionError("no lamps")
            return super().connect()

    driver = Faulty(lambda: ("port", port), DisplayLayout(), 60)
    link = Link("adalight:port", driver, settings=DisplayLinkSettings(reconnect_s=0.001, close_s=600.0))
    link.show(DisplayState((ANN,)))
    assert link.wait_shown(60)
    link.close()
    assert [record.message for record in caplog.records] == [
        "a fault in Boardsight while it talked with the display: ZeroDivisionError('no lamps'); it is tried again"
    ]
