"""The devices under test, each with time that passes only when told: virtual, AVR in simavr, MicroPython."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from avr_board import MODULES, AvrBoard, build_firmware, build_host, missing_tools
from micropython_board import MicroPythonBoard, missing_micropython

from firmware_bridge.framing import BadFrame, FrameDecoder, encode_frame
from firmware_bridge.messages import Capabilities, Hello, Message
from firmware_bridge.payloads import pack, unpack
from firmware_bridge.state import Button
from simulator.displays import VirtualBoard

PINS = {Button.NEXT: 2, Button.UNDO: 3}


class VirtualDevice:
    """The Python virtual display."""

    def __init__(self) -> None:
        self._board = VirtualBoard(boot=1)
        self._now_s = 0.0
        self._sent = b""

    def send(self, data: bytes) -> None:
        """Give it bytes."""
        self._sent += self._board.receive(data, self._now_s)

    def run(self, milliseconds: int) -> bytes:
        """Let time pass; return what it has sent."""
        self._now_s += milliseconds / 1000
        sent, self._sent = self._sent + self._board.tick(self._now_s), b""
        return sent

    def press(self, button: Button) -> None:
        """Press a button."""
        self._sent += self._board.press(button)

    def texts(self) -> list[str]:
        """Return the text of the first two slots."""
        if self._board.dashes:
            return ["----"] * 2
        texts = [] if self._board.dark else [slot.text for slot in self._board.slots]
        return [*texts, "", ""][:2]

    def close(self) -> None:
        """Switch it off."""


class AvrDevice:
    """The firmware for the ATmega328P in simavr; what its lamps show is decoded from the pins."""

    def __init__(self, host: Path, firmware: Path, variant: str, *, overrun: bool = False) -> None:
        self.board = AvrBoard(host, firmware, chips=MODULES[variant], overrun=overrun)
        self._matrix = variant == "matrix"

    def send(self, data: bytes) -> None:
        """Give it bytes."""
        self.board.send(data)

    def run(self, milliseconds: int) -> bytes:
        """Let time pass; return what it has sent."""
        return self.board.run(milliseconds)

    def press(self, button: Button) -> None:
        """Press a button."""
        self.board.pin(PINS[button], False)
        self.board.run(30)
        self.board.pin(PINS[button], True)
        self.board.run(30)

    def texts(self) -> list[str]:
        """Return the text of the first two slots."""
        pins = self.board.pins()
        if not pins.lit:
            return ["", ""]
        return [text.strip(" ^=") for text in (pins.matrix() if self._matrix else pins.digits())]

    def close(self) -> None:
        """Switch it off."""
        self.board.close()


class MicroPythonDevice:
    """The MicroPython core in its WebAssembly build."""

    def __init__(self) -> None:
        self._board = MicroPythonBoard()

    def send(self, data: bytes) -> None:
        """Give it bytes."""
        self._board.send(data)

    def run(self, milliseconds: int) -> bytes:
        """Let time pass; return what it has sent."""
        return self._board.run(milliseconds)

    def press(self, button: Button) -> None:
        """Press a button."""
        self._board.press(button)

    def texts(self) -> list[str]:
        """Return the text of the first two slots."""
        return [*self._board.state()["texts"], "", ""][:2]

    def close(self) -> None:
        """Switch it off."""
        self._board.close()


Device = VirtualDevice | AvrDevice | MicroPythonDevice


class Asked:
    """Asks a device as a host does, one frame after the other, and reads its answers."""

    def __init__(self, device: Device) -> None:
        self.device = device
        self._reader = FrameDecoder()
        self._sequence = 0

    def answers(self, data: bytes = b"", milliseconds: int = 40) -> list[tuple[int, Message]]:
        """Send bytes, let time pass, return (sequence, message) of all that came."""
        if data:
            self.device.send(data)
        found = []
        for frame in self._reader.push(self.device.run(milliseconds)):
            assert not isinstance(frame, BadFrame), frame
            message = unpack(frame)
            assert message is not None
            found.append((frame.sequence, message))
        return found

    def ask(self, message: Message, milliseconds: int = 40) -> Message:
        """Return the one answer to a message."""
        self._sequence = self._sequence % 255 + 1
        found = self.answers(encode_frame(pack(message, self._sequence)), milliseconds)
        assert [sequence for sequence, _ in found] == [self._sequence], found
        return found[0][1]

    def greet(self) -> Capabilities:
        """Let the device boot and shake hands."""
        self.answers(milliseconds=100)
        capabilities = self.ask(Hello())
        assert isinstance(capabilities, Capabilities)
        return capabilities


@pytest.fixture(scope="session")
def simavr_host(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program that runs AVR firmware; skips where its tools are missing."""
    if missing := missing_tools():
        pytest.skip(f"the AVR firmware is not run: {missing} missing")
    return build_host(tmp_path_factory.mktemp("simavr"))


@pytest.fixture(scope="session")
def firmware(simavr_host: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The firmware's ELF files by variant, built with the hang that the watchdog's test needs."""
    out = tmp_path_factory.mktemp("firmware")
    return {variant: build_firmware(out, variant, "TEST_HANG") for variant in ("digits", "matrix", "strip")}


DEVICES = ("virtual", "avr-digits", pytest.param("avr-matrix", marks=pytest.mark.soak), "micropython")
"""The matrix talks by the very code that the digits talk by: what it shows is told in `test_avr`."""


@pytest.fixture(params=DEVICES)
def asked(request: pytest.FixtureRequest) -> Iterator[Asked]:
    """Each device in turn, not greeted yet."""
    kind: str = request.param
    device: Device
    if kind == "virtual":
        device = VirtualDevice()
    elif kind == "micropython":
        if missing := missing_micropython():
            pytest.skip(f"the MicroPython core is not run: {missing} missing")
        device = MicroPythonDevice()
    else:
        variant = kind.removeprefix("avr-")
        elf: dict[str, Path] = request.getfixturevalue("firmware")
        device = AvrDevice(request.getfixturevalue("simavr_host"), elf[variant], variant)
    yield Asked(device)
    device.close()
