"""Virtual displays: the device's side of the display protocol, on a pseudo-terminal or a socket."""

from simulator.displays.board import ShownSlot, VirtualBoard
from simulator.displays.faults import FaultyLine, LineFaults
from simulator.displays.virtual import Shown, VirtualDisplay

__all__ = ["FaultyLine", "LineFaults", "Shown", "ShownSlot", "VirtualBoard", "VirtualDisplay"]
