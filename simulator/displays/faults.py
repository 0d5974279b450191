"""A bad line: bytes flipped, lost, doubled, and noise between them, the same every time for one seed."""

from __future__ import annotations

import random
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LineFaults:
    """How often each thing happens to a byte (0 to 1), and how many noise bytes come at once."""

    flip: float = 0.0
    lose: float = 0.0
    double: float = 0.0
    noise: float = 0.0
    longest_noise: int = 8
    seed: int = 0


class FaultyLine:
    """Passes bytes on, damaged as the faults say."""

    def __init__(self, faults: LineFaults) -> None:
        self._faults = faults
        self._random = random.Random(faults.seed)

    def pass_on(self, data: bytes) -> bytes:
        """Return what arrives of the bytes."""
        faults, chance = self._faults, self._random.random
        arrived = bytearray()
        for byte in data:
            if chance() < faults.noise:
                arrived += self._random.randbytes(self._random.randint(1, faults.longest_noise))
            if chance() < faults.lose:
                continue
            damaged = byte ^ (1 << self._random.randrange(8)) if chance() < faults.flip else byte
            arrived += bytes((damaged,)) * (2 if chance() < faults.double else 1)
        return bytes(arrived)
