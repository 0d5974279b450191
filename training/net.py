"""The network: three small convolutions over the patch, the facts beside them, and two answers."""

import torch
from torch import nn

from vision.uncoded.cell_input import CHANNELS, FACTS, SIDE
from vision.uncoded.learned import KINDS, SIDES

WIDTHS = (16, 24, 32)
HIDDEN = 64


class CellNet(nn.Module):  # type: ignore[misc] # torch is not there where types are checked
    """Logits (n, 3 + 4): bare, the colour that is asked about, something else; and on over each side."""

    def __init__(self) -> None:
        super().__init__()
        first, second, third = WIDTHS
        small = SIDE // 4  # halved twice
        self.look = nn.Sequential(
            nn.Conv2d(CHANNELS, first, 3, padding=1), nn.ReLU(),
            nn.Conv2d(first, second, 3, stride=2, padding=1), nn.ReLU(),
            nn.Conv2d(second, third, 3, stride=2, padding=1), nn.ReLU(),
            nn.Flatten(),
        )  # fmt: skip
        self.answer = nn.Sequential(
            nn.Linear(third * small * small + FACTS, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, KINDS + SIDES)
        )

    def forward(self, pictures: torch.Tensor, facts: torch.Tensor) -> torch.Tensor:
        """Of pictures (n, channels, side, side) and facts (n, facts)."""
        return self.answer(torch.cat([self.look(pictures), facts], 1))


def loss_of(logits: torch.Tensor, kind: torch.Tensor, sides: torch.Tensor) -> torch.Tensor:
    """How far the answers are from the truth; sides count half, and only where they are asked about."""
    told = nn.functional.cross_entropy(logits[:, :KINDS], kind)
    asked = sides >= 0
    if not bool(asked.any()):
        return told
    on = nn.functional.binary_cross_entropy_with_logits(logits[:, KINDS:][asked], sides[asked])
    return told + 0.5 * on
