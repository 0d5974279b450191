"""The rules of the games: what is legal, what it scores and why, and which moves explain a change."""

from scoring.protocol import Bounds, Judged, JudgedMove, Placement, PlayerScore, PositionScore, Rules, ScoreLine
from scoring.registry import rules_for
from scoring.replay import Replay, replay

__all__ = [
    "Bounds",
    "Judged",
    "JudgedMove",
    "Placement",
    "PlayerScore",
    "PositionScore",
    "Replay",
    "Rules",
    "ScoreLine",
    "replay",
    "rules_for",
]
