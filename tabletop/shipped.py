"""What comes with Boardsight: the folders of `tabletop/games`, one a game, found by what lies in them.

A shipped game is a folder with a `game.toml`; its name is the folder's, with hyphens. Its boards lie in `boards/`
beside it, and their names are unique over all games. Nothing here takes a path from a user's file.
"""

from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable


@lru_cache(maxsize=1)
def game_folders() -> Mapping[str, Traversable]:
    """The folder of each shipped game by its name, in the names' order."""
    folders = (entry for entry in resources.files("tabletop.games").iterdir() if entry.is_dir())
    return {
        folder.name.replace("_", "-"): folder
        for folder in sorted(folders, key=lambda folder: folder.name.replace("_", "-"))
        if (folder / "game.toml").is_file()
    }


@lru_cache(maxsize=1)
def board_files() -> Mapping[str, Traversable]:
    """The file of each shipped board by its name, in the names' order."""
    found: dict[str, Traversable] = {}
    for folder in game_folders().values():
        boards = folder / "boards"
        if boards.is_dir():
            found |= {
                entry.name.removesuffix(".toml"): entry for entry in boards.iterdir() if entry.name.endswith(".toml")
            }
    return dict(sorted(found.items()))
