"""The printed art for screens."""

from xml.etree import ElementTree

import pytest
from measuring.eyes import NotingPen

from printables.art.medallions import corner_blocks
from printables.screen import ScreenPen, art_svg
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


def test_what_stands_in_the_code_s_room_on_screens_does_not_stand_in_the_corners_too() -> None:
    """A single residence bears its icon once on the page, four times on paper."""
    residence, colour = load_game("big-city").by_id["residence-1"], (20, 30, 40)
    assert list(corner_blocks(ScreenPen("page"), residence, colour)) == []
    assert len(list(corner_blocks(NotingPen(), residence, colour))) == 4
