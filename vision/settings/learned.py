"""The numbers that tune how the learned look is weighed, with unit and origin."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class LearnedSettings:
    """Origin: 45 tuning pictures of the virtual table, read without the learned look and with it.

    `tests/vision/test_learned_look.py` notices a fifth more or less of each that makes something certain or asked.
    """

    used: bool = True
    weights: Path = Path(__file__).parents[1] / "uncoded" / "weights" / "cells.onnx"
    """With their sheet beside them (docs/learned-cells.md)."""
    joint_weights: Path = Path(__file__).parents[1] / "uncoded" / "weights" / "joints.onnx"
    """Likewise, of the look at joints."""
    joint_nats: float = 0.8
    """What a nat of the look at joints counts, that two neighbouring cells are two pieces, ..."""
    joint_line_nats: float = 0.5
    """... and one of the line between them: both see the same seam."""
    against: float = 0.1
    """An answer that is less probable than this is asked about, ..."""
    contradicts: float = 0.8
    """... where another that the learned look can name is more probable than this."""
    denied: float = 0.05
    """An answer that is hardly possible, ..."""
    instead: float = 0.5
    """... where another is likelier than not. Of the answers to 134 tuning pictures and 31 path-traced photographs
    14 wrong and 8 right ones are asked about by these two and the next (counted by hand)."""
    alone: float = 0.2
    """A piece of one cell whose colour is less probable than this is asked about: no other cell bears it out. Of the
    likely answers at or above it 145 were right and 4 wrong, below it 2 and 5 (counted by hand)."""
    answers: float = 0.9
    """Probability from which what the learned look tells of a whole board is told where others ask, `likely`. Of 134
    tuning pictures' answers 608 cells are told so, 18 of them wrongly; with 0.95 536 and 16, with 0.85 639 and 22
    (counted by hand)."""
    most_swayed: float = 3.0
    """Nats by which the other looks at most bear out such an answer, or speak against it: they see the same light. Of
    the same pictures' answers from 0.5 on that the others hold for likeliest by two nats and more 151 of 153 cells were
    right, and of those from 0.99 on that they hold for less likely than others 17 of 17. Chosen by hand."""
    weight: float = 0.5
    """What its natural logarithms count beside those of colours: both see the same light, and err together. Chosen by
    hand, not fitted: half way between a witness of its own (1) and none (0)."""
    least_share: float = 1e-3
    """No probability counts for less than this: pictures are stranger than what was drawn for learning."""
    may_lie: float = 0.03
    """Probability from which a colour is thought of, ..."""
    may_go_on: float = 0.08
    """... and that a piece goes on to the cell beside."""
    under: float = 0.2
    """Share of cells hidden by something else under which a piece of one colour is thought to lie, ..."""
    under_known: float = 0.5
    """... and of cells on which something stands that is known: citizens stand on tiles. Both chosen by hand with 54
    tuning pictures, as the two before and the three after them."""
    hides: float = 0.5
    """Probability of something else from which a cell is hidden, and a piece beside it may go on there."""
    keep_nats: float = 5.0
    """Ways to lay shapes that are worse by more than this are left out."""
    most_cuts: int = 300
    """Ways to lay shapes on one heap that are followed at once."""
    most_joint_steps: int = 5_000
    """Of the search for heaps that go together; beyond it each is taken by itself."""
