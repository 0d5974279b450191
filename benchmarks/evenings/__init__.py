"""Whole games at the virtual table, measured: the parts of `benchmarks/live.py`, which the tests use too."""

from evenings.mishaps import AROUND, EVERY, IMPERFECT
from evenings.played import Evening, play
from evenings.webcam import VirtualWebcam

__all__ = ["AROUND", "EVERY", "IMPERFECT", "Evening", "VirtualWebcam", "play"]
