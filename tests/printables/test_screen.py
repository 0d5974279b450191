"""The printed art for screens."""

from collections.abc import Sequence
from xml.etree import ElementTree

import pytest
from measuring.eyes import NotingPen

from printables.art.medallions import corner_blocks
from printables.icons import draw_icon
from printables.pen import Paint, Step
from printables.screen import ScreenPen, art_svg
from tabletop.gamefile import load_game, shipped_games
from tabletop.geometry import Pose


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


class StepsPen(ScreenPen):
    """Keeps the points of what is drawn."""

    def __init__(self) -> None:
        super().__init__("steps")
        self.points: list[tuple[float, float]] = []

    def draw_path(self, steps: Sequence[Step], paint: Paint) -> None:
        """A path's points."""
        self.points += [pair for _, values in steps for pair in zip(values[::2], values[1::2], strict=True)]


@pytest.mark.parametrize("laid_deg", [90.0, 180.0, 270.0, 60.0])
def test_icons_of_pieces_that_lie_turned_stand_upright_on_screens(laid_deg: float) -> None:
    """Laid on the table the drawing's icons are where they were, as if nothing had been turned."""
    upright, laid = StepsPen(), StepsPen()
    laid.laid_deg = laid_deg
    for pen in (upright, laid):
        draw_icon(pen, "church", 3.0, 4.0, 10.0, (0, 0, 0), (255, 255, 255))
    middle = Pose(0.0, 0.0, laid_deg).apply((3.0, 4.0))
    shown = Pose(0.0, 0.0, laid_deg).apply_all(laid.points)
    moved = [(x - 3.0 + middle[0], y - 4.0 + middle[1]) for x, y in upright.points]
    assert [value for point in shown for value in point] == pytest.approx([value for point in moved for value in point])
