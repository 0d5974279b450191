"""The rules of a custom game file are those of pieces on cells (`scoring.pieces`)."""

from scoring.pieces import PieceGame

rules = PieceGame
