"""What comes with Boardsight: one folder a game under `tabletop/games`, found by what lies in it.

A folder with `game.toml` is a shipped game of that name (`my_city` is `my-city`); its boards lie in `boards/`, whose
names are unique over all games. `custom` has no `game.toml`: its games are people's own files. What other rooms need to
know of a game they ask the modules in its folder, by `game_module`, or what is derived for it in `tabletop.pieces`; a
user's file can only name a folder that is there.
"""

import importlib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import ModuleType

from tabletop.errors import UnreadableInput

USUAL_GAME = "big-city"
"""Meant where no game is named: by a demo, a profile of colours, a picture without codes."""
BOARDS_OF_ONES_OWN = "my-city"
"""Whose boards people have at home and enter over a photograph."""

ROOM = Path(__file__).parent
"""Where everything lies: whoever only reads needs not fetch what `importlib.resources` takes with it."""
TRIAL = "try"
"""The tiny game on one sheet with which people begin: a custom game's file that comes with Boardsight."""
TRIAL_TITLE = "four-ponds"
"""What people call it who have read its sheet: means it as well."""


@lru_cache(maxsize=1)
def rules_folders() -> Mapping[str, Path]:
    """Each folder under `tabletop/games` by the word that stands behind `rules` in a game file, in their order."""
    folders = (entry for entry in (ROOM / "games").iterdir() if any(entry.glob("*.toml")))
    return {folder.name.replace("_", "-"): folder for folder in sorted(folders, key=lambda folder: folder.name)}


def of_pieces(rules: object) -> bool:
    """Whether games with such rules are of pieces on cells, about which all is derived that their files leave out."""
    folder = rules_folders().get(str(rules))
    return folder is not None and not (folder / "values.py").is_file()


@lru_cache(maxsize=1)
def game_folders() -> Mapping[str, Path]:
    """The folder of each shipped game by its name, in the names' order."""
    return {name: folder for name, folder in sorted(rules_folders().items()) if (folder / "game.toml").is_file()}


def game_word(word: str) -> str:
    """The name of the game that people mean by a word: the tiny one is found by its title, too."""
    return TRIAL if word == TRIAL_TITLE else word


def trial_file() -> Path:
    """The file of the tiny game."""
    return template_file(TRIAL)


def template_file(name: str) -> Path:
    """A file that is no game's: the pattern of one of people's own, of new rules, or of the command cards."""
    return ROOM / "templates" / (name if "." in name else f"{name}.toml")


@lru_cache(maxsize=1)
def board_files() -> Mapping[str, Path]:
    """The file of each shipped board by its name, in the names' order."""
    boards = [folder / "boards" for folder in game_folders().values() if (folder / "boards").is_dir()]
    files = {entry.name: entry for folder in boards for entry in folder.iterdir() if entry.name.endswith(".toml")}
    return {name.removesuffix(".toml"): file for name, file in sorted(files.items())}


@lru_cache(maxsize=64)
def game_module(rules: str, name: str) -> ModuleType:
    """A module of a game's folder, by the game file's word for its rules; where it has none, that of pieces on cells.

    Raises UnreadableInput where there are no such rules.
    """
    folder = rules_folders().get(rules)
    if folder is None:
        raise UnreadableInput(f"the rules '{rules}' are not known; expected one of {', '.join(rules_folders())}")
    own = (folder / f"{name}.py").is_file()
    return importlib.import_module(f"tabletop.games.{folder.name}.{name}" if own else f"tabletop.pieces.{name}")


def every_game_module(name: str) -> Iterator[ModuleType]:
    """The modules of that name of all games whose folders have one."""
    for rules, folder in rules_folders().items():
        if (folder / f"{name}.py").is_file():
            yield game_module(rules, name)
