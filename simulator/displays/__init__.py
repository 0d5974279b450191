"""Virtual displays: the device's side of the display protocol and of WLED, on pseudo-terminals and sockets."""

from simulator.displays.board import BoardTraits, ShownSlot, VirtualBoard
from simulator.displays.faults import FaultyLine, LineFaults
from simulator.displays.virtual import DisplaySnapshot, VirtualDisplay
from simulator.displays.wled import FakeWled, WledTraits

__all__ = [
    "BoardTraits",
    "DisplaySnapshot",
    "FakeWled",
    "FaultyLine",
    "LineFaults",
    "ShownSlot",
    "VirtualBoard",
    "VirtualDisplay",
    "WledTraits",
]
