"""The networks: over a board's points, cells and facts, two answers for each cell; over a joint's strip, one answer."""

import torch
from torch import nn

from vision.uncoded.board_input import CHANNELS, FACTS
from vision.uncoded.joint_input import JOINT_CHANNELS
from vision.uncoded.learned import KINDS, SIDES

WIDTHS = (16, 24, 40, 56)
CELLS = 64
"""Numbers that are known of each cell."""


class BoardNet(nn.Module):  # type: ignore[misc] # torch is not there where types are checked
    """Logits (n, 3 + 4, rows, columns): bare, the colour that is asked about, something else; and on over each side."""

    def __init__(self) -> None:
        super().__init__()
        first, second, third, fourth = WIDTHS
        self.look = nn.Sequential(
            nn.Conv2d(CHANNELS, first, 5, stride=2, padding=2), nn.ReLU(),
            nn.Conv2d(first, second, 3, padding=1), nn.ReLU(),
            nn.Conv2d(second, third, 3, stride=2, padding=1), nn.ReLU(),
            nn.Conv2d(third, fourth, 3, stride=3), nn.ReLU(),
        )  # fmt: skip
        self.near = nn.Sequential(
            nn.Conv2d(fourth + FACTS, CELLS, 3, padding=1), nn.ReLU(),
            nn.Conv2d(CELLS, CELLS, 3, padding=1), nn.ReLU(),
            nn.Conv2d(CELLS, CELLS, 3, padding=1), nn.ReLU(),
            nn.Conv2d(CELLS, KINDS + SIDES, 1),
        )  # fmt: skip

    def forward(self, pictures: torch.Tensor, facts: torch.Tensor) -> torch.Tensor:
        """Of pictures (n, channels, height, width) and facts (n, facts, rows, columns)."""
        return self.near(torch.cat([self.look(pictures), facts], 1))


JOINT_WIDTHS = (12, 16, 24, 32, 48)


def joint_net() -> nn.Sequential:
    """Logits (n, 1, 1, 1) that two pieces meet, of joints (n, channels, 32, 32)."""
    first, second, third, fourth, fifth = JOINT_WIDTHS
    return nn.Sequential(
        nn.Conv2d(JOINT_CHANNELS, first, 5, stride=2, padding=2), nn.ReLU(),
        nn.Conv2d(first, second, 3, padding=1), nn.ReLU(),
        nn.Conv2d(second, third, 3, stride=2, padding=1), nn.ReLU(),
        nn.Conv2d(third, fourth, 3, stride=2, padding=1), nn.ReLU(),
        nn.Conv2d(fourth, fifth, 4), nn.ReLU(),
        nn.Conv2d(fifth, 1, 1),
    )  # fmt: skip


def loss_of(logits: torch.Tensor, kind: torch.Tensor, sides: torch.Tensor) -> torch.Tensor:
    """How far the answers are from the truth, where there is one; sides count half, where they are asked about."""
    told = nn.functional.cross_entropy(logits[:, :KINDS], kind, ignore_index=-1)
    asked = sides >= 0
    if not bool(asked.any()):
        return told
    on = nn.functional.binary_cross_entropy_with_logits(logits[:, KINDS:][asked], sides[asked])
    return told + 0.5 * on
