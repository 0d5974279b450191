"""What only the AVR firmware has: lamps on pins, a watchdog, a receiver that can overrun; and the real link."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from avr_board import MODULES, AvrBoard, Pins, SimulationFailed, build_firmware
from waiting import PATIENCE_S, wait_until

from firmware_bridge import Animation, Connection, DisplayPlayer, DisplayState
from firmware_bridge.board_driver import BoardDriver
from firmware_bridge.conversation import Conversation
from firmware_bridge.framing import FrameDecoder, WireFrame, encode_frame
from firmware_bridge.link import Link
from firmware_bridge.messages import Ack, Animate, Brightness, Commit, Event, Hello, Message, Ping, Player, Stats
from firmware_bridge.open_display import parse_display_url, port_opener
from firmware_bridge.payloads import pack, state_digest, unpack
from simulator.displays import FaultyLine, LineFaults
from simulator.displays.font import c_header, glyphs

HANG = WireFrame(0x7F, 1)  # only the firmware built for these tests knows it


class Bench:
    """One chip on the bench, asked frame by frame."""

    def __init__(self, host: Path, firmware: Path, variant: str, *, overrun: bool = False) -> None:
        self.board = AvrBoard(host, firmware, chips=MODULES[variant], overrun=overrun)
        self._reader = FrameDecoder()
        self._sequence = 0
        self.hear(100)
        self.ask(Hello())

    def hear(self, milliseconds: int) -> list[Message | None]:
        """Let time pass; return the messages that came."""
        frames = self._reader.push(self.board.run(milliseconds))
        return [unpack(frame) for frame in frames if isinstance(frame, WireFrame)]

    def ask(self, message: Message) -> Message | None:
        """Send a message; return its one answer."""
        self._sequence = self._sequence % 255 + 1
        self.board.send(encode_frame(pack(message, self._sequence)))
        (answer,) = self.hear(40)
        return answer

    def show(self, *players: Player, quiet: bool = False) -> Pins:
        """Send players and COMMIT; each is acknowledged."""
        for player in players:
            assert self.ask(player) == Ack()
        assert self.ask(Commit(len(players), quiet, state_digest(players))) == Ack()
        return self.board.pins()


@pytest.fixture(params=["digits"])
def bench(request: pytest.FixtureRequest, simavr_host: Path, firmware: dict[str, Path]) -> Iterator[Bench]:
    """A chip on the bench, greeted."""
    variant: str = request.param
    bench = Bench(simavr_host, firmware[variant], variant, overrun=True)
    yield bench
    bench.board.close()


def player(slot: int, score: int, colour: tuple[int, int, int] = (255, 0, 0), **given: bool) -> Player:
    """Return a PLAYER message."""
    flags = {"active": False, "winner": False, **given}
    return Player(slot, flags["active"], flags["winner"], colour, score, 7, f"P{slot}")


def test_active_player_and_winner_have_a_mark(bench: Bench) -> None:
    """On digits a small square up high marks whose turn it is, three bars the winner."""
    assert bench.show(player(0, 42), player(1, 7, active=True)).digits() == ["  42", "^  7"]
    assert bench.show(player(0, 42, winner=True), player(1, 7)).digits() == ["= 42", "   7"]


@pytest.mark.parametrize("quiet", [False, True])
def test_a_full_slot_blinks_instead(bench: Bench, quiet: bool) -> None:
    """Where the score needs all digits, the active player's blinks once a second, but not while the board is read."""
    bench.show(player(0, 9999, active=True), player(1, 1234), quiet=quiet)
    seen = set()
    for _ in range(20):
        bench.hear(100)
        seen.add(tuple(bench.board.pins().digits()))
    assert seen == {("9999", "1234")} | (set() if quiet else {("    ", "1234")})


@pytest.mark.parametrize(("level", "intensity"), [(16, 1), (64, 4), (255, 8), (0, None)])
def test_brightness_reaches_the_chips(bench: Bench, level: int, intensity: int | None) -> None:
    """Brightness sets the MAX7219's intensity, never above the cap of 128; 0 shuts the chips down."""
    bench.ask(Brightness(level))
    pins = bench.board.pins()
    assert (pins.intensity if pins.lit else None) == intensity


def test_effects_end_by_themselves(bench: Bench) -> None:
    """The last points stand in place of the score for as long as was asked, dots in front."""
    bench.show(player(0, 42), player(1, 1))
    bench.ask(Animate(Animation.POINTS, 0, 300))
    during = bench.board.pins().digits()
    bench.hear(320)
    assert (during, bench.board.pins().digits()) == ([" . . .7", "   1"], ["  42", "   1"])


def test_a_repeated_effect_is_not_played_twice(bench: Bench) -> None:
    """The same ANIMATE frame again does not start the effect anew."""
    bench.show(player(0, 42), player(1, 1))
    frame = encode_frame(pack(Animate(Animation.UNDO, 0, 500), 99))
    bench.board.send(frame)
    bench.hear(400)
    bench.board.send(frame)
    bench.hear(200)
    assert bench.board.pins().digits() == ["  42", "   1"]


def test_a_hang_ends_in_a_watchdog_reset(bench: Bench) -> None:
    """A firmware that hangs is started again within half a second, tells so, and has another boot id."""
    before = bench.ask(Ping())
    bench.board.send(encode_frame(HANG))
    heard = bench.hear(500)
    after = bench.ask(Ping())
    assert isinstance(before, Stats)
    assert isinstance(after, Stats)
    assert bench.board.pins().resets == 1
    assert heard == [Event(1, after.boot)]
    assert after.boot == before.boot + 1


def test_stop_and_wait_never_overruns(bench: Bench) -> None:
    """One frame in flight: 200 frames, each answered, no byte lost in the receiver."""
    for number in range(200):
        assert bench.ask(player(number % 2, number)) == Ack()
    assert bench.board.pins().dropped == 0


def test_blasting_loses_nothing_that_is_acknowledged(bench: Bench) -> None:
    """Frames sent without waiting may be lost, but what is shown is what a COMMIT has promised."""
    bench.show(player(0, 1), player(1, 2))
    blast = b"".join(encode_frame(pack(player(0, number), 1 + number % 200)) for number in range(100))
    bench.board.send(blast)
    bench.hear(600)
    assert bench.show(player(0, 5), player(1, 6)).digits() == ["   5", "   6"]


def test_flash_and_memory_stay_small(firmware: dict[str, Path]) -> None:
    """Each variant fits with room to spare: below 8 KB of flash and 1.3 KB of the 2 KB of memory."""
    for elf in firmware.values():
        size = subprocess.run(["avr-size", str(elf)], capture_output=True, text=True, check=True)
        text, data, bss = (int(number) for number in size.stdout.splitlines()[1].split()[:3])
        assert text + data < 8192
        assert data + bss < 1300


@pytest.mark.parametrize("bench", ["matrix"], indirect=True)
def test_the_matrix_draws_the_letters(bench: Bench) -> None:
    """On a chain of four FC16 modules the score stands in its letters, the active one underlined."""
    pins = bench.show(player(0, 42, active=True), player(1, -12345))
    rows = glyphs()
    expected = [".".join(rows[letter][row] for letter in "  42") + "." for row in range(5)]
    image = pins.image()
    assert [row[:16] for row in image[1:6]] == expected
    assert image[7] == "#" * 15 + "." * 17
    assert pins.matrix() == ["  42", "-12.3"]


@pytest.mark.parametrize("bench", ["matrix"], indirect=True)
def test_the_matrix_shows_the_name_on_a_turn(bench: Bench) -> None:
    """Where there is text, a turn shows the player's name."""
    bench.show(player(0, 42), player(1, 1))
    bench.ask(Animate(Animation.TURN, 1, 1000))
    assert bench.board.pins().matrix() == ["  42", "P1  "]


@pytest.mark.parametrize(
    ("defines", "turned"),
    [
        (
            ("MATRIX_REVERSE_COLUMNS=1", "MATRIX_REVERSE_ROWS=1", "FIRST_MODULE_RIGHT=0"),
            lambda rows: ["".join(_bytes(_mirror_bytes(row))[::-1]) for row in rows[::-1]],
        ),
        (("MATRIX_DIGITS_ARE_ROWS=0",), lambda rows: _columns(rows)),
        pytest.param(
            ("MATRIX_REVERSE_COLUMNS=1",), lambda rows: [_mirror_bytes(row) for row in rows], marks=pytest.mark.soak
        ),
        pytest.param(("MATRIX_REVERSE_ROWS=1",), lambda rows: rows[::-1], marks=pytest.mark.soak),
        pytest.param(
            ("FIRST_MODULE_RIGHT=0",), lambda rows: ["".join(_bytes(row)[::-1]) for row in rows], marks=pytest.mark.soak
        ),
    ],
    ids=["columns-rows-chain", "digits-are-columns", "columns", "rows", "chain"],
)
def test_the_orientation_is_a_setting(
    simavr_host: Path, firmware: dict[str, Path], tmp_path: Path, defines: tuple[str, ...], turned
) -> None:
    """Each orientation setting turns the same picture as its name says."""
    images = []
    for elf in (firmware["matrix"], build_firmware(tmp_path, "matrix", *defines)):
        bench = Bench(simavr_host, elf, "matrix")
        images.append(bench.show(player(0, 42, active=True), player(1, -173)).image())
        bench.board.close()
    assert images[1] == turned(images[0])


def _bytes(row: str) -> list[str]:
    return [row[left : left + 8] for left in range(0, len(row), 8)]


def _mirror_bytes(row: str) -> str:
    return "".join(part[::-1] for part in _bytes(row))


def _columns(rows: list[str]) -> list[str]:
    """Register n carries column n, its bit 0 the top row: each module's picture turned by a quarter."""
    modules = list(zip(*(_bytes(row) for row in rows), strict=True))
    turned = [["".join(module[7 - bit][column] for bit in range(8)) for column in range(8)] for module in modules]
    return ["".join(module[row] for module in turned) for row in range(8)]


@pytest.mark.parametrize("bench", ["strip"], indirect=True)
def test_the_strip_has_a_section_for_each_player(bench: Bench) -> None:
    """Bars in the players' colours, as long as the score; the active one bright, the other a quarter."""
    bench.ask(Brightness(20))
    lamps = bench.show(player(0, 25, (255, 0, 0), active=True), player(1, 50, (0, 255, 51))).strip
    first = [(20, 0, 0)] * 15 + [(0, 0, 0)] * 15
    second = [(0, 6, 1)] * 29 + [(0, 0, 0)]
    assert list(lamps) == first + second


@pytest.mark.parametrize("bench", ["strip"], indirect=True)
def test_the_strip_never_draws_more_than_its_cap(bench: Bench) -> None:
    """Even all white at full brightness no lamp is above 24 of 255."""
    bench.ask(Brightness(255))
    lamps = bench.show(player(0, 50, (255, 255, 255), winner=True)).strip
    assert max(max(lamp) for lamp in lamps) == 24


@pytest.mark.parametrize("bench", ["strip"], indirect=True)
def test_the_strip_survives_reception(bench: Bench) -> None:
    """Bytes that arrive while the strip is drawn stretch no gap to the 9 us at which lamps give up."""
    bench.show(player(0, 25), player(1, 50))
    for number in range(60):
        bench.ask(Animate(Animation.WIN, 255, 5000))
        bench.board.send(encode_frame(pack(player(0, number), 1 + number)) * 3)
        bench.hear(30)
    assert bench.board.pins().longest_gap_us < 9


def test_the_font_header_is_up_to_date() -> None:
    """font.h is what simulator.displays.font writes."""
    header = Path(__file__).resolve().parents[2] / "firmware" / "avr" / "font.h"
    assert header.read_text() == c_header()


class ChipClock:
    """Seconds that a chip has lived, and the chips before it: however slowly it is simulated, nobody is late for it."""

    def __init__(self, board: AvrBoard) -> None:
        self._board, self._before_s, self._last_s = board, 0.0, 0.0

    def __call__(self) -> float:
        """The time by it, in seconds."""
        with contextlib.suppress(SimulationFailed):  # pulled out: it stands still
            self._last_s = max(self._last_s, self._before_s + self._board.pins().ms / 1000)
        return self._last_s


def open_by(clock: Callable[[], float], port: str | Path) -> Link:
    """The production link over a real port, both sides by one clock."""
    url = f"serial:{port}"
    return Link(url, BoardDriver(port_opener(parse_display_url(url)), clock=clock), clock=clock)


@pytest.fixture
def on_pty(simavr_host: Path, firmware: dict[str, Path]) -> Iterator[AvrBoard]:
    """The digits firmware on a pseudo-terminal, at real speed."""
    board = AvrBoard(simavr_host, firmware["digits"], pty=True, overrun=True)
    yield board
    board.close()


def state(first: int, second: int) -> DisplayState:
    """Return a game's state."""
    return DisplayState((DisplayPlayer("Ann", first, active=True), DisplayPlayer("Ben", second)))


def test_the_production_link_drives_the_real_firmware(on_pty: AvrBoard) -> None:
    """pyserial, link, protocol, chip, pins: a hundred scores, and the last stands on the digits."""
    display = open_by(ChipClock(on_pty), on_pty.port)
    display.show(state(0, 0))
    assert display.wait_shown(PATIENCE_S)
    while_it_started = on_pty.pins().dropped  # a chip that starts hears nothing yet, however often it is greeted
    for number in range(100):
        display.show(state(number, -number))
        assert number % 10 or display.wait_shown(PATIENCE_S)
    assert display.wait_shown(PATIENCE_S)
    assert wait_until(lambda: on_pty.pins().digits() == ["^ 99", " -99"])
    assert on_pty.pins().dropped == while_it_started
    display.close()
    assert wait_until(lambda: not on_pty.pins().lit)


def test_the_link_repairs_after_a_watchdog_reset(on_pty: AvrBoard) -> None:
    """A hang in mid-game: the chip starts again and the link shows everything anew by itself."""
    display = open_by(ChipClock(on_pty), on_pty.port)
    display.show(state(12, 34))
    assert display.wait_shown(PATIENCE_S)
    on_pty.send(encode_frame(HANG))
    assert wait_until(lambda: on_pty.pins().resets == 1)
    assert wait_until(lambda: on_pty.pins().digits() == ["^ 12", "  34"])
    assert display.status.connection is Connection.READY
    display.close()


class SteppedPort:
    """A port to a chip behind a bad line; simulated time passes only while the host waits."""

    def __init__(self, board: AvrBoard, faults: LineFaults) -> None:
        self._board = board
        self._to_board, self._to_host = FaultyLine(faults), FaultyLine(replace(faults, seed=faults.seed + 1))
        self._coming = b""
        self.now_s = 0.0
        self.timeout: float | None = 0.0

    def write(self, data: bytes, /) -> int:
        """Send what the line makes of the bytes."""
        self._board.send(self._to_board.pass_on(data))
        return len(data)

    def read(self, size: int = 1, /) -> bytes:
        """Return what has come, letting time pass by the millisecond."""
        waited_s = 0.0
        while not self._coming and waited_s < (self.timeout or 0.0):
            self._coming = self._to_host.pass_on(self._board.run(1))
            waited_s += 0.001
            self.now_s += 0.001
        data, self._coming = self._coming[:size], self._coming[size:]
        return data

    @property
    def in_waiting(self) -> int:
        """How much has come."""
        return len(self._coming)

    def close(self) -> None:
        """Nothing to close."""


def test_bytes_flipped_lost_doubled_and_new(bench: Bench) -> None:
    """Production conversation, real firmware, a line that damages 1 byte in 100: confirmed is shown, always."""
    faults = LineFaults(flip=1 / 400, lose=1 / 400, double=1 / 400, noise=1 / 400, seed=9)
    port = SteppedPort(bench.board, faults)
    conversation = Conversation(port, clock=lambda: port.now_s)
    confirmed = 0
    for number in range(40):
        players = (player(0, number), player(1, -number))
        answers = [conversation.request(one) for one in (*players, Commit(2, False, state_digest(players)))]
        if answers[-1] == Ack():
            confirmed += 1
            bench.board.run(20)
            assert bench.board.pins().digits() == [str(number).rjust(4), str(-number).rjust(4)]
    assert confirmed >= 35
    assert conversation.counters.resent > 5


@pytest.mark.soak
def test_thirty_minutes_without_drift(bench: Bench) -> None:
    """After 30 simulated minutes the chip's clock is within 0.1 s, no frame bad, no byte lost."""
    started = bench.ask(Ping())
    began_ms = bench.board.pins().ms
    for second in range(1800):
        assert bench.ask(Ping()) is not None
        if second % 10 == 0:
            bench.show(player(0, second), player(1, -second % 900))
        bench.hear(900)
    ended = bench.ask(Ping())
    pins = bench.board.pins()
    assert isinstance(started, Stats)
    assert isinstance(ended, Stats)
    assert abs((ended.uptime_ms - started.uptime_ms) - (pins.ms - began_ms)) < 100
    assert (ended.bad, ended.overruns, pins.dropped, pins.resets) == (0, 0, 0, 0)
