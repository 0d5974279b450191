"""The rules of a game by its name: the folder under `scoring/games` that is called as the game file's `rules` say."""

import importlib
from functools import lru_cache
from importlib import resources
from types import ModuleType
from typing import Any

from scoring.protocol import Rules
from tabletop.complaints import Complaint
from tabletop.errors import UnreadableInput, UsageError
from tabletop.gamefile import GameFile, load_game


@lru_cache(maxsize=16)
def rules_for(game: str) -> Rules[Any, Any]:
    """The rules of a game by its name, or of a custom game file by its path; imported only when they are asked for.

    Raises UnreadableInput where there is no such game.
    """
    known = _known_rules()
    name = game if game in known else load_game(game).rules
    if name not in known:
        raise UnreadableInput(f"{game}: the rules '{name}' are not known; expected one of {', '.join(known)}")
    rules: Rules[Any, Any] = importlib.import_module(f"scoring.games.{name.replace('-', '_')}").rules(game)
    return rules


def complaints_about_play(game: GameFile) -> list[Complaint]:
    """What is wrong with how a game file says it is played; only rules that stand in the file have any.

    Raises TypeError, AttributeError or ValueError where a value is of the wrong kind.
    """
    folder = game.rules.replace("-", "_")
    if game.rules not in _known_rules() or not (resources.files("scoring.games") / folder / "complaints.py").is_file():
        return []
    complaints: list[Complaint] = importlib.import_module(f"scoring.games.{folder}.complaints").complaints_about(game)
    return complaints


def campaign_rules(game: str) -> ModuleType:
    """The module of a game that keeps a campaign's ledger: `begun`, `read_campaign`, `episode_line`, `recorded`.

    Raises UsageError where the game has no campaign.
    """
    folder = load_game(game).rules.replace("-", "_")
    if not (resources.files("scoring.games") / folder / "ledger.py").is_file():
        raise UsageError(f"{load_game(game).title} has no campaign; expected my-city, or a game file with its rules")
    return importlib.import_module(f"scoring.games.{folder}.ledger")


@lru_cache(maxsize=1)
def _known_rules() -> tuple[str, ...]:
    """The folders under `scoring/games`, as game files name them."""
    folders = (entry for entry in resources.files("scoring.games").iterdir() if (entry / "__init__.py").is_file())
    return tuple(sorted(folder.name.replace("_", "-") for folder in folders))
