"""docs/rules.md knows every option of every game."""

from pathlib import Path

import pytest

from tabletop.gamefile import load_game, shipped_games

RULES = (Path(__file__).parents[2] / "docs" / "rules.md").read_text("utf-8")


@pytest.mark.parametrize("game", shipped_games())
def test_every_option_and_value_is_in_the_rules_page(game):
    """Each option's name and each of its values stand there as code."""
    for name, values in load_game(game).raw["game"]["options"].items():
        words = [name, *(str(value).lower() if isinstance(value, bool) else value for value in values)]
        missing = [word for word in words if not word.startswith("<") and f"`{word}`" not in RULES]
        assert not missing
