"""The printed art for screens."""

from xml.etree import ElementTree

import pytest

from printables.screen import art_svg
from tabletop.gamefile import load_game, shipped_games


@pytest.mark.parametrize("name", shipped_games())
def test_every_part_can_be_drawn_on_a_screen(name: str) -> None:
    """The drawing is well-formed SVG with one group for each part, and no code is in it."""
    game = load_game(name)
    drawn = art_svg(game, game.parts)
    root = ElementTree.fromstring(drawn)
    groups = root.findall("./{*}defs/{*}g")
    assert [group.get("id") for group in groups] == [f"art-{part.id}" for part in game.parts]
    assert "evenodd" not in drawn  # only codes are filled so
