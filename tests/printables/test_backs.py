"""Backs lie behind their fronts."""

import json
from typing import Any

import pytest

from printables.book import PrintSettings, print_game
from tabletop.gamefile import load_game


def _cards(backs: str) -> tuple[dict[str, Any], dict[str, float]]:
    files = print_game(load_game("big-city"), PrintSettings(parts=("cards",), backs=backs))
    manifest = json.loads(files["parts.json"])
    widths = {sheet["pdf"]: sheet["pages_mm"][0][0] for sheet in manifest["sheets"]}
    return {part["id"]: part for part in manifest["parts"]}, widths


@pytest.mark.parametrize("backs", ["duplex", "fold"])
def test_a_back_is_its_front_mirrored_about_the_pages_middle(backs: str) -> None:
    """Turned over on the long edge, or folded in the middle, front and back cover each other exactly."""
    cards, widths = _cards(backs)
    assert len(cards) == 72
    for card in cards.values():
        back = card["back"]
        assert back["page"] == card["page"] + (1 if backs == "duplex" else 0)
        mirrored = sorted([round(widths[card["pdf"]] - x, 3), y] for x, y in card["outline_mm"])
        assert sorted(back["outline_mm"]) == mirrored


def test_backs_can_be_left_out() -> None:
    """With `none` no card has a back."""
    cards, _ = _cards("none")
    assert all("back" not in card for card in cards.values())


def test_each_card_begins_in_the_stack_that_the_rulebook_names() -> None:
    """Lincoln Park lies in stack 2, Central Park in 4, Stanford in 6, Rockwell in 8; a property in its own."""
    from printables.components import printed_parts

    stacks = {part.id: part.tile for part in printed_parts(load_game("big-city")) if part.kind == "card"}
    special = ("lincoln-park", "central-park", "stanford", "rockwell")
    assert [stacks[f"card-{name}"] for name in special] == [2, 4, 6, 8]
    assert all(stack == int(name[5:]) // 10 for name, stack in stacks.items() if name[5:].isdigit())


@pytest.mark.parametrize("game", ["big-city", "my-city", "small-city"])
@pytest.mark.parametrize("backs", ["duplex", "fold"])
def test_sheets_with_backs_stand_upright(game: str, backs: str) -> None:
    """Flipping on the long edge fits upright sheets only."""
    manifest = json.loads(print_game(load_game(game), PrintSettings(parts=("cards",), backs=backs))["parts.json"])
    for sheet in manifest["sheets"]:
        assert all(width < height for width, height in sheet["pages_mm"])
