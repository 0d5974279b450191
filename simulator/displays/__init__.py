"""Virtual displays: the device's side of the display protocol and of WLED, on pseudo-terminals and sockets."""

from simulator.displays.board import BoardTraits, ShownSlot, VirtualBoard
from simulator.displays.faults import FaultyLine, LineFaults
from simulator.displays.virtual import Shown, VirtualDisplay
from simulator.displays.wled import FakeWled, WledTraits

__all__ = [
    "BoardTraits",
    "FakeWled",
    "FaultyLine",
    "LineFaults",
    "Shown",
    "ShownSlot",
    "VirtualBoard",
    "VirtualDisplay",
    "WledTraits",
]
