"""Games are found by what lies in their folders, and what a folder lacks is that of games of pieces on cells."""

from pathlib import Path

import pytest

import tabletop.games
from tabletop import shipped


def test_what_a_game_says_itself_is_not_derived(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of pieces on cells may lay its table out by itself, and leave the rest to what is derived."""
    folder = tmp_path / "own_plan"
    folder.mkdir()
    (folder / "game.toml").touch()
    (folder / "plan.py").write_text("MINE = True\n")
    monkeypatch.setattr(tabletop.games, "__path__", [*tabletop.games.__path__, str(tmp_path)])
    monkeypatch.setattr(shipped, "rules_folders", lambda: {"own-plan": folder})
    shipped.game_module.cache_clear()
    assert shipped.of_pieces("own-plan")
    assert shipped.game_module("own-plan", "plan").MINE
    assert shipped.game_module("own-plan", "notation").__name__ == "tabletop.pieces.notation"
    shipped.game_module.cache_clear()
