"""Positions and moves as text, both ways: TOML for people, JSON for programs, with complaints that name the line."""

from tabletop.notation.registry import move_from_json, move_to_json, position_from_json, position_to_json
from tabletop.notation.text import load_position, read_position, write_position

__all__ = [
    "load_position",
    "move_from_json",
    "move_to_json",
    "position_from_json",
    "position_to_json",
    "read_position",
    "write_position",
]
