"""The learned looks: weights that `training` made, run by OpenCV; and what is said where they are no use."""

import hashlib
import math
import threading
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tabletop.readings import Problem
from vision.pixels.arrays import Floats, Samples
from vision.settings.learned import LearnedSettings
from vision.uncoded.board_input import BoardPicture, ColourQuestion, net_input

WEIGHTS, JOINT_WEIGHTS = LearnedSettings().weights, LearnedSettings().joint_weights
FORMAT, JOINT_FORMAT = "boardsight-cells/2", "boardsight-joints/1"
"""What the networks are shown and asked; weights of another format are not used."""
KINDS, SIDES = 3, 4
MISSING = (
    "the learned look's weights are missing; reading goes on without, less sure of pieces without codes; install "
    "Boardsight anew, or train them (make train)"
)
DAMAGED = (
    "the learned look's weights are damaged; reading goes on without, less sure of pieces without codes; install "
    "Boardsight anew, or train them (make train)"
)
OF_ANOTHER_VERSION = (
    "the learned look's weights are of another version than this program; reading goes on without, less sure of pieces "
    "without codes; install Boardsight anew, or train them (make train)"
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
    """Weights of the look at joints, ready to run."""

    net: Any
    temperature: float
    two_share: float
    """Share of joints of two pieces among those that it learned from."""
    lock: threading.Lock

    def two(self, joints: Samples) -> Floats:
        """Nats (n,) that joints (n, channels, across, along) are of two pieces, not of one, whatever is more usual."""
        with self.lock:
            self.net.setInput(joints, "joints")
            logits = np.asarray(self.net.forward(), np.float64).reshape(-1)
        usual = math.log(self.two_share / (1.0 - self.two_share))
        return np.asarray((logits - usual) / self.temperature)


@lru_cache(maxsize=4)
def learned_net(path: Path = WEIGHTS) -> LearnedNet | str:
    """The network for boards, or one sentence on why there is none: reading goes on without it."""
    loaded = _loaded(path, FORMAT)
    return loaded if isinstance(loaded, str) else LearnedNet(loaded[0], loaded[1]["temperature"], threading.Lock())


@lru_cache(maxsize=4)
def joint_net(path: Path = JOINT_WEIGHTS) -> JointNet | str:
    """The network for joints, or one sentence on why there is none."""
    loaded = _loaded(path, JOINT_FORMAT)
    if isinstance(loaded, str):
        return loaded
    net, sheet = loaded
    share = sheet.get("two_share")
    if not isinstance(share, float) or not 0.0 < share < 1.0:
        return DAMAGED
    return JointNet(net, sheet["temperature"], share, threading.Lock())


def _loaded(path: Path, form: str) -> tuple[Any, dict[str, Any]] | str:
    """A network and its sheet, or one sentence on why there is none."""
    sheet_path = path.with_suffix(".toml")
    try:
        weights, sheet = path.read_bytes(), tomllib.loads(sheet_path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
        return MISSING
    if sheet.get("format") != form:
        return OF_ANOTHER_VERSION
    temperature = sheet.get("temperature")
    if hashlib.sha256(weights).hexdigest() != sheet.get("sha256"):
        return DAMAGED
    if not isinstance(temperature, float) or not 0.0 < temperature < math.inf:
        return DAMAGED
    try:
        return cv2.dnn.readNetFromONNX(np.frombuffer(weights, np.uint8)), sheet
    except cv2.error:
        return DAMAGED


def without_weights(settings: LearnedSettings) -> tuple[Problem, ...]:
    """What to tell people where weights that are wanted cannot be used."""
    nets = (learned_net(settings.weights), joint_net(settings.joint_weights)) if settings.used else ()
    sentences = [net for net in nets if isinstance(net, str)]
    return (Problem("no-learned-look", sentences[0]),) if sentences else ()
