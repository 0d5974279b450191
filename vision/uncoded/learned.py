"""The learned look at a cell: weights that `training` made, run by OpenCV; and what is said where they are no use."""

import threading
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tabletop.readings import Problem
from tabletop.values import dataclass
from vision.pixels.arrays import Floats, Samples
from vision.settings.learned import LearnedSettings
from vision.uncoded.board_input import BoardPicture, ColourQuestion, net_input

WEIGHTS = LearnedSettings().weights
FORMAT = "boardsight-cells/2"
"""What the network is shown and asked; weights of another format are not used."""
KINDS, SIDES = 3, 4
MISSING = "the learned look's weights are missing; install Boardsight anew, or train them (make train)"
DAMAGED = "the learned look's weights are damaged; install Boardsight anew, or train them (make train)"
OF_ANOTHER_VERSION = (
    "the learned look's weights are of another version than this program; install Boardsight anew, or train them "
    "(make train)"
)


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """What the learned look says of the cells of a board (rows, columns): probabilities."""

    bare: Floats
    """That the cell shows its ground as others of its kind do."""
    piece: Floats
    """That a piece of the colour that was asked about stands there."""
    other: Floats
    """That something else is there, or hides it."""
    on: Floats
    """That the piece goes on above, to the right, below, to the left, (rows, columns, 4)."""


@dataclass(frozen=True, slots=True, eq=False)
class LearnedNet:
    """Weights that fit, ready to run."""

    net: Any
    temperature: float
    lock: threading.Lock

    def look(self, board: BoardPicture, question: ColourQuestion) -> Told:
        """What every cell tells of one colour."""
        kinds, on = self.answers(*net_input(board, question))
        return Told(kinds[0], kinds[1], kinds[2], np.moveaxis(on, 0, -1))

    def answers(self, picture: Samples, facts: Samples) -> tuple[Floats, Floats]:
        """Probabilities of the three kinds (3, rows, columns), and that the piece goes on over each side (4, ...)."""
        with self.lock:
            self.net.setInput(picture[None], "pictures")
            self.net.setInput(facts[None], "facts")
            logits = np.asarray(self.net.forward()[0], np.float64)
        kinds = logits[:KINDS] / self.temperature
        shares = np.exp(kinds - kinds.max(axis=0))
        return shares / shares.sum(axis=0), 1.0 / (1.0 + np.exp(-logits[KINDS:]))


@dataclass(frozen=True, slots=True, eq=False)
class JointNet:
    """Weights of the look at joints."""

    net: Any
    lock: threading.Lock

    def two(self, joints: Samples) -> Floats:
        """Nats (n,) that two pieces meet at joints (n, channels, across, along)."""
        with self.lock:
            self.net.setInput(joints)
            return np.asarray(self.net.forward(), np.float64).reshape(-1)


@lru_cache(maxsize=1)
def joint_net() -> JointNet:
    return JointNet(cv2.dnn.readNetFromONNX("/tmp/s/joints.onnx"), threading.Lock())


@lru_cache(maxsize=4)
def learned_net(path: Path = WEIGHTS) -> LearnedNet | str:
    """The network, or one sentence on why there is none: reading goes on without it."""
    import hashlib

    sheet_path = path.with_suffix(".toml")
    try:
        weights, sheet = path.read_bytes(), tomllib.loads(sheet_path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
        return MISSING
    if sheet.get("format") != FORMAT:
        return OF_ANOTHER_VERSION
    temperature = sheet.get("temperature")
    if hashlib.sha256(weights).hexdigest() != sheet.get("sha256") or not isinstance(temperature, float):
        return DAMAGED
    try:
        net = cv2.dnn.readNetFromONNX(np.frombuffer(weights, np.uint8))
    except cv2.error:
        return DAMAGED
    return LearnedNet(net, temperature, threading.Lock())


def without_weights(settings: LearnedSettings) -> tuple[Problem, ...]:
    """What to tell people where weights that are wanted cannot be used."""
    net = learned_net(settings.weights) if settings.used else ""
    return (Problem("no-learned-look", net),) if isinstance(net, str) and net else ()
