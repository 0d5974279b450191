"""A virtual display that a link opens like a real one: a board on a pseudo-terminal, or on a socket.

Where there are pseudo-terminals (Linux, macOS) `port` is a path as of a USB port; elsewhere it is a
`socket://` URL of pyserial. A thread plays the device; it can be unplugged, plugged in again under
another name, rebooted, and its line can be made bad.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType

from firmware_bridge.state import Button
from simulator.displays.board import BoardCounters, BoardTraits, Playing, ShownSlot, VirtualBoard
from simulator.displays.ends import DeviceEnd, PtyEnd, SocketEnd, has_ptys
from simulator.displays.faults import FaultyLine, LineFaults

_WAIT_S = 0.01  # how long the device's thread sleeps when nothing comes


@dataclass(frozen=True, slots=True)
class DisplaySnapshot:
    """A snapshot of what a person would see. With `dashes` or `dark` no score is to be seen."""

    slots: tuple[ShownSlot, ...]
    brightness: int
    quiet: bool
    dashes: bool
    dark: bool
    playing: Playing | None
    counters: BoardCounters

    @property
    def scores(self) -> dict[str, int]:
        """Name to score, as committed; empty while dashes are shown or all is dark."""
        if self.dashes or self.dark:
            return {}
        return {slot.name: slot.score for slot in self.slots}

    @property
    def digits(self) -> str:
        """The digits of all slots in a row, as `12 -3`; dashes while nobody speaks."""
        if self.dark:
            return ""
        if self.dashes:
            return "----"
        return " ".join(slot.text for slot in self.slots)


class VirtualDisplay:
    """A display without hardware; use it as a context manager or close it."""

    def __init__(
        self,
        traits: BoardTraits | None = None,
        *,
        to_board: LineFaults | None = None,
        to_host: LineFaults | None = None,
        use_socket: bool | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._traits = traits or BoardTraits()
        self._use_socket = not has_ptys() if use_socket is None else use_socket
        self._clock = clock
        self._to_board = FaultyLine(to_board or LineFaults())
        self._to_host = FaultyLine(to_host or LineFaults())
        self._lock = threading.Condition()
        self._boots = 1
        self._board = VirtualBoard(self._traits, boot=1, now_s=clock())
        self._hanging = False
        self._closing = False
        self._end: DeviceEnd | None = None
        self._thread: threading.Thread | None = None
        self.plug()

    @property
    def port(self) -> str:
        """Where the host opens it: a path, or a `socket://` URL; raises LookupError while unplugged."""
        end = self._end
        if end is None:
            raise LookupError("the virtual display is unplugged")
        return end.name

    @property
    def url(self) -> str:
        """The display URL to hand to `open_display`."""
        return f"serial:{self.port}"

    @property
    def shown(self) -> DisplaySnapshot:
        """What it shows now."""
        with self._lock:
            board = self._board
            board.tick(self._clock())
            counters = BoardCounters(board.counters.good, board.counters.bad, board.counters.overruns)
            return DisplaySnapshot(
                board.slots, board.brightness, board.quiet, board.dashes, board.dark, board.playing, counters
            )

    def wait_for(self, seen: Callable[[DisplaySnapshot], bool], timeout_s: float = 60.0) -> bool:
        """Wait until `seen` is true of what is shown; False where that took too long."""
        deadline_s = time.monotonic() + timeout_s
        while not seen(self.shown):
            if time.monotonic() >= deadline_s:
                return False
            time.sleep(0.005)
        return True

    def press(self, button: Button) -> None:
        """Press a button on it."""
        with self._lock:
            data = self._board.press(button)
        self._send(data)

    def reboot(self) -> None:
        """Start again as after a watchdog reset: everything forgotten, another boot id."""
        with self._lock:
            self._boots += 1
            self._board = VirtualBoard(self._traits, boot=self._boots, now_s=self._clock())

    def hang(self, hanging: bool = True) -> None:
        """Stop listening and answering, or go on."""
        self._hanging = hanging

    def plug(self) -> None:
        """Plug it in (again), under a new name, freshly booted."""
        self._closing = False
        self.reboot()
        self._end = SocketEnd() if self._use_socket else PtyEnd()
        self._thread = threading.Thread(target=self._work, name="virtual display", daemon=True)
        self._thread.start()

    def unplug(self) -> None:
        """Pull the plug: the host's port fails from now on."""
        self._closing = True
        if self._thread is not None:
            self._thread.join()
        if self._end is not None:
            self._end.close()
        self._end, self._thread = None, None

    def close(self) -> None:
        """End."""
        self.unplug()

    def __enter__(self) -> VirtualDisplay:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _work(self) -> None:
        end = self._end
        while not self._closing and end is not None:
            data = end.read(_WAIT_S)
            if self._hanging:
                continue
            with self._lock:
                now_s = self._clock()
                arrived = self._to_board.pass_on(data)
                sent = self._board.receive(arrived, now_s) if arrived else self._board.tick(now_s)
            self._send(sent)

    def _send(self, data: bytes) -> None:
        end = self._end
        if data and end is not None:
            end.write(self._to_host.pass_on(data))
