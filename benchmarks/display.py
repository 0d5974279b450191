"""LED displays measured: damaged frames, round trips, processor time, replug. Prints the tables of the docs.

    python benchmarks/display.py [--frames N] [--seconds S] [--avr]

`--avr` measures round trips and the time to the digits on the AVR firmware in simavr as well.
"""

from __future__ import annotations

import argparse
import random
import resource
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

from firmware_bridge import DisplayLinkSettings, DisplayPlayer, DisplayState, open_display
from firmware_bridge.conversation import Conversation, NoAnswer
from firmware_bridge.framing import BadFrame, FrameDecoder, WireFrame, encode_frame
from firmware_bridge.messages import Ack, Brightness, Commit, Hello, Message, Player
from firmware_bridge.payloads import pack, state_digest
from simulator.displays import FaultyLine, LineFaults, VirtualBoard, VirtualDisplay
from simulator.displays.avr import MODULES, AvrBoard, build_firmware, build_host


def main() -> None:
    """Run all measurements."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--frames", type=int, default=1_000_000, help="damaged frames (1000000)")
    parser.add_argument("--requests", type=int, default=100_000, help="requests over the bad line (100000)")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long the processor time is measured")
    parser.add_argument("--avr", action="store_true", help="on the AVR firmware in simavr too")
    arguments = parser.parse_args()
    damaged_frames(arguments.frames)
    bad_line(arguments.requests)
    noise_between(arguments.requests)
    round_trips("virtual display on a pseudo-terminal", None)
    processor_time(arguments.seconds)
    replug()
    if arguments.avr:
        avr()


def damaged_frames(count: int) -> None:
    """Damage each frame somehow, send it with a good one behind: what is accepted, what is lost."""
    rng = random.Random(1)
    reader, board = FrameDecoder(), VirtualBoard(boot=1)
    shown = (Player(0, True, False, (9, 9, 9), 42, None, "Ann"), Player(1, False, False, (8, 8, 8), -7, 3, "Ben"))
    messages: tuple[Message, ...] = (Hello(), *shown, Commit(2, False, state_digest(shown)))
    for number, message in enumerate(messages, 1):
        board.receive(encode_frame(pack(message, number)), 0.0)
    accepted = lost = wrong = 0
    for number in range(count):
        name = rng.randbytes(rng.randrange(13))
        sent = WireFrame(2, number % 255 + 1, bytes((number % 6, 1)) + rng.randbytes(9) + bytes((len(name),)) + name)
        follower = WireFrame(7, (number + 1) % 255 + 1)
        data = _damaged(encode_frame(sent), rng) + encode_frame(follower)
        board.receive(data, 0.0)
        wrong += [slot.score for slot in board.slots] != [42, -7]
        found = reader.push(data)
        good = [frame for frame in found if not isinstance(frame, BadFrame)]
        lost += follower not in good
        accepted += any(frame not in (sent, follower) for frame in good)
    print(f"damaged frames                      {count:>10,}")
    print(f"  taken for another good frame      {accepted:>10,}")
    print(f"  good frame behind it lost         {lost:>10,}")
    print(f"  wrong picture on the display      {wrong:>10,}")


def _damaged(data: bytes, rng: random.Random) -> bytes:
    """One to four faults of a serial line: bits flipped, bytes lost, doubled, put in, a burst, a tail cut off."""
    bytes_ = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(bytes_)) if bytes_ else 0
        fault = rng.randrange(6)
        if not bytes_ or fault == 0:
            bytes_.insert(place, rng.randrange(256))
        elif fault == 1:
            bytes_[place] ^= 1 << rng.randrange(8)
        elif fault == 2:
            del bytes_[place]
        elif fault == 3:
            bytes_.insert(place, bytes_[place])
        elif fault == 4:
            bytes_[place : place + 4] = rng.randbytes(min(4, len(bytes_) - place))
        else:
            del bytes_[place:]
    return bytes(bytes_)


class _SteppedLine:
    """A port whose other end is a virtual board behind a bad line; time moves only while somebody waits."""

    def __init__(self, faults: LineFaults) -> None:
        self.board = VirtualBoard(boot=1)
        self.now_s = 0.0
        self.timeout: float | None = 0.0
        self._to_board = FaultyLine(faults)
        self._to_host = FaultyLine(
            LineFaults(faults.flip, faults.lose, faults.double, faults.noise, 8, faults.seed + 1)
        )
        self._coming = b""

    def write(self, data: bytes, /) -> int:
        self._coming += self._to_host.pass_on(self.board.receive(self._to_board.pass_on(data), self.now_s))
        return len(data)

    def read(self, size: int = 1, /) -> bytes:
        if not self._coming:
            self.now_s += self.timeout or 0.0
            return b""
        data, self._coming = self._coming[:size], self._coming[size:]
        self.now_s += len(data) * 10 / 115200
        return data

    @property
    def in_waiting(self) -> int:
        return len(self._coming)

    def close(self) -> None: ...


def bad_line(requests: int) -> None:
    """Requests over a line that damages one byte in 200: how often sent again, and whether the end is right."""
    faults = LineFaults(flip=1 / 800, lose=1 / 800, double=1 / 800, noise=1 / 800, seed=5)
    line = _SteppedLine(faults)
    conversation = Conversation(line, clock=lambda: line.now_s)
    rng = random.Random(2)
    wrong = given_up = 0
    _insist(conversation, Hello())
    for _ in range(requests // 3):
        players = tuple(Player(slot, False, False, (9, 9, 9), rng.randint(-99, 999), None, "Ann") for slot in (0, 1))
        for message in (*players, Commit(2, False, state_digest(players))):
            answer = _insist(conversation, message)
            given_up += answer is None
        shown = [slot.score for slot in line.board.slots]
        if shown != [player.score for player in players] and answer == Ack():
            wrong += 1
    counters = conversation.counters
    asked = counters.sent - counters.resent
    _insist(conversation, Brightness(64))
    print(f"requests over a bad line            {asked:>10,}   (1 byte in 200 flipped, lost, doubled or new)")
    print(f"  sent again, per request           {counters.resent / asked:>10.4f}")
    print(f"  given up for a while              {given_up:>10,}")
    print(f"  shown otherwise than confirmed    {wrong:>10,}")


def noise_between(requests: int) -> None:
    """Noise before every frame, the frames themselves whole: everything that is sent again is needless."""
    line = _SteppedLine(LineFaults())
    conversation = Conversation(line, clock=lambda: line.now_s)
    rng = random.Random(3)
    conversation.request(Hello())
    for number in range(requests):
        line.write(rng.randbytes(rng.randrange(1, 12)))
        conversation.request(Brightness(number % 256))
    print(f"requests with noise between frames  {requests:>10,}")
    print(f"  needlessly sent again             {conversation.counters.resent:>10,}")


def _insist(conversation: Conversation, message: object) -> object:
    try:
        return conversation.request(message)  # type: ignore[arg-type]
    except NoAnswer:
        return None


def round_trips(what: str, port: str | None) -> None:
    """Time from `show` to the display's confirmation, one score changed."""
    virtual = VirtualDisplay() if port is None else None
    display = open_display(f"serial:{port}" if port else virtual.url)  # type: ignore[union-attr]
    times_ms = []
    for number in range(300):
        display.show(_state(number, number // 2))
        started_s = time.perf_counter()
        assert display.wait_shown(5)
        times_ms.append((time.perf_counter() - started_s) * 1000)
    status = display.status
    display.close()
    if virtual is not None:
        virtual.close()
    slowest_ms = quantiles(times_ms, n=20)[-1]
    print(f"{what}: one frame there and back {status.round_trip_ms:.1f} ms,")
    print(f"  score changed to confirmed {median(times_ms):.0f} ms, 95 % within {slowest_ms:.0f} ms")


def _state(first: int, second: int) -> DisplayState:
    return DisplayState((DisplayPlayer("Ann", first, (255, 90, 0), active=True), DisplayPlayer("Ben", second)))


def processor_time(seconds: float) -> None:
    """Processor time of link and virtual display together, idle but for the heartbeat, then ten changes a second."""
    for changes in (0, 10):
        with VirtualDisplay() as virtual:
            display = open_display(virtual.url)
            display.show(_state(0, 0))
            display.wait_shown(5)
            before, started_s, number = _cpu_s(), time.monotonic(), 0
            while time.monotonic() - started_s < seconds:
                time.sleep(0.1)
                number += changes > 0
                display.show(_state(number, 0))
            share = (_cpu_s() - before) / (time.monotonic() - started_s)
            display.close()
        print(f"processor, link and virtual display together, {changes} changes a second: {share:.1%} of one core")


def _cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def replug() -> None:
    """Unplugged and plugged in again under another name: how long until everything is shown again."""
    times_ms = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(10):
            by_id = Path(folder) / "usb-display"
            with VirtualDisplay(use_socket=False) as virtual:
                by_id.symlink_to(virtual.port)
                display = open_display(f"serial:{by_id}", settings=DisplayLinkSettings())
                display.show(_state(1, 2))
                display.wait_shown(5)
                virtual.unplug()
                by_id.unlink()
                time.sleep(0.5)
                virtual.plug()
                started_s = time.perf_counter()
                by_id.symlink_to(virtual.port)
                virtual.wait_for(lambda shown: shown.scores == {"Ann": 1, "Ben": 2})
                times_ms.append((time.perf_counter() - started_s) * 1000)
                display.close()
            by_id.unlink()
    print(f"plugged in again to scores shown: median {median(times_ms):.0f} ms, longest {max(times_ms):.0f} ms")


def avr() -> None:
    """Round trips with the AVR firmware in simavr in real time, and simulated time from COMMIT to the digits."""
    with tempfile.TemporaryDirectory() as folder:
        host = build_host(Path(folder))
        for variant in ("digits", "matrix", "strip"):
            elf = build_firmware(Path(folder), variant)
            board = AvrBoard(host, elf, chips=MODULES[variant], pty=True, overrun=True)
            round_trips(f"AVR firmware, {variant}, in simavr at 115200", board.port)
            board.close()
        board = AvrBoard(host, build_firmware(Path(folder), "digits"))
        board.run(100)
        board.send(encode_frame(pack(Hello(), 1)))
        board.run(20)
        longest_ms = 0
        for number in range(100):
            player = Player(0, False, False, (1, 1, 1), number, None, "Ann")
            board.send(encode_frame(pack(player, 2)) + encode_frame(pack(Commit(1, False, state_digest((player,))), 3)))
            passed_ms = 0
            while board.pins().digits()[0].strip() != str(number):
                board.run(1)
                passed_ms += 1
            longest_ms = max(longest_ms, passed_ms)
            board.run(20)
        print(f"AVR firmware: first byte of a score on the line to the digits: at most {longest_ms} ms simulated")
        board.close()


if __name__ == "__main__":
    main()
