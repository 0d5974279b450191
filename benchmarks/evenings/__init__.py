"""Whole games at the virtual table, measured: the parts of `benchmarks/whole_games.py`, which the tests use too."""

from evenings.drawn import KEPT, drawn
from evenings.mishaps import AROUND, CAMERA, EVERY, IMPERFECT
from evenings.played import Evening, play
from evenings.webcam import VirtualWebcam

__all__ = ["AROUND", "CAMERA", "EVERY", "IMPERFECT", "KEPT", "Evening", "VirtualWebcam", "drawn", "play"]
