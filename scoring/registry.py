"""The rules of a game by its name: the folder under `scoring/games` that is called as the game file's `rules` say."""

import importlib
from collections.abc import Callable
from functools import lru_cache
from importlib import resources
from types import ModuleType
from typing import Any, cast

from scoring.protocol import Rules
from scoring.taking_up import WithTakingUp
from tabletop.errors import UnreadableInput, UsageError
from tabletop.filevalues import Complaint
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
    rules: Rules[Any, Any] = _module(name, "rules").rules(game)
    return cast(Rules[Any, Any], WithTakingUp(rules))


def complaints_about_play(game: GameFile) -> list[Complaint]:
    """What is wrong with how a game file says it is played; only of pieces on cells files say it.

    Raises TypeError, AttributeError or ValueError where a value is of the wrong kind.
    """
    if game.rules not in _known_rules():
        return []
    about: Callable[[GameFile], list[Complaint]] | None
    about = getattr(_module(game.rules, "rules").rules, "complaints_about", None)
    return [] if about is None else about(game)


def campaign_rules(game: str) -> ModuleType:
    """The module of a game that keeps a campaign's ledger: `begun`, `read_campaign`, `episode_line`, `recorded`, ….

    Raises UsageError where the game has no campaign.
    """
    rules, known = load_game(game).rules, campaign_games()
    if rules not in known:
        title, expected = load_game(game).title, " or ".join(known)
        raise UsageError(f"{title} has no campaign; expected {expected}, or a game file with its rules")
    return _module(rules, "ledger")


@lru_cache(maxsize=1)
def campaign_games() -> tuple[str, ...]:
    """The games that have a campaign: those with a ledger in their folder."""
    folder = resources.files("scoring.games")
    return tuple(name for name in _known_rules() if (folder / name.replace("-", "_") / "ledger.py").is_file())


@lru_cache(maxsize=1)
def _known_rules() -> tuple[str, ...]:
    """The folders under `scoring/games`, as game files name them."""
    folders = (entry for entry in resources.files("scoring.games").iterdir() if (entry / "rules.py").is_file())
    return tuple(sorted(folder.name.replace("_", "-") for folder in folders))


def _module(rules: str, name: str) -> ModuleType:
    return importlib.import_module(f"scoring.games.{rules.replace('-', '_')}.{name}")
