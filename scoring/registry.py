"""The rules of a game by its name: the folder under `scoring/games` that is called as the game file's `rules` say."""

import importlib
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from scoring.protocol import Rules
from scoring.taking_up import WithTakingUp
from tabletop.errors import UnreadableInput, UsageError
from tabletop.filevalues import Complaint
from tabletop.gamefile import GameFile, load_game

_GAMES = Path(__file__).parent / "games"


@lru_cache(maxsize=16)
def rules_for(game: str) -> Rules[Any, Any]:
    """The rules of a game by its name, or of a custom game file by its path; imported only when they are asked for.

    Raises UnreadableInput where there is no such game.
    """
    known = _known_rules()
    name = game if game in known else load_game(game).rules
    if name not in known:
        raise UnreadableInput(f"{game}: the rules '{name}' are not known; expected one of {', '.join(known)}")
    return cast(Rules[Any, Any], WithTakingUp(_rules(name)(game)))


def complaints_about_play(game: GameFile) -> list[Complaint]:
    """What is wrong with how a game file says it is played; only of pieces on cells files say it.

    Raises TypeError, AttributeError or ValueError where a value is of the wrong kind.
    """
    if game.rules not in _known_rules():
        return []
    return cast(list[Complaint], getattr(_rules(game.rules), "complaints_about", lambda game: [])(game))


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
    return tuple(name for name in _known_rules() if (_GAMES / name.replace("-", "_") / "ledger.py").is_file())


@lru_cache(maxsize=1)
def _known_rules() -> tuple[str, ...]:
    """The folders under `scoring/games`, as game files name them."""
    folders = (entry for entry in _GAMES.iterdir() if any(entry.glob("*.py")))
    return tuple(sorted(folder.name.replace("_", "-") for folder in folders))


def _rules(name: str) -> Any:
    """What a game's folder calls `rules`: in its `rules.py`, or in its `__init__.py` where it has no such file."""
    apart = (_GAMES / name.replace("-", "_") / "rules.py").is_file()
    return (_module(name, "rules") if apart else _module(name)).rules


def _module(rules: str, *name: str) -> ModuleType:
    return importlib.import_module(".".join(("scoring.games", rules.replace("-", "_"), *name)))
