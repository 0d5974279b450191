"""What people should know of the pictures that their game or board file names: what of them is not drawn."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from printables.svgfile import not_drawn
from tabletop.errors import UnreadableInput
from tabletop.filevalues import Complaint
from tabletop.textfiles import parsed_toml, read_text

Keys = tuple[str | int, ...]


def remarks_on_pictures(raw: dict[str, Any], folder: Path) -> list[Complaint]:
    """A sentence for each SVG file of a game or board file, as TOML, that holds more than shapes."""
    sentences: dict[str, Keys] = {}
    for keys, use, file in _pictures(raw, folder, ()):
        if lacks := not_drawn(file):
            names = " and ".join(filter(None, (", ".join(lacks[:-1]), lacks[-1])))
            sentence = f"the {use} {file.name} is printed without its {names}; convert them to paths, or leave them out"
            sentences.setdefault(sentence, keys)
    return [Complaint(keys, sentence) for sentence, keys in sentences.items()]


def _pictures(value: Any, folder: Path, keys: Keys) -> Iterator[tuple[Keys, str, Path]]:
    """Every SVG file that is named somewhere, where and for what; with a pattern (`{player}.svg`) all it may mean."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _pictures(inner, folder, (*keys, key))
    elif isinstance(value, str) and value.lower().endswith(".svg"):
        means = folder.glob(re.sub(r"\{[^}]*\}", "*", value)) if "{" in value else [folder / value]
        use = "background" if "background" in keys else "icon"
        yield from ((keys, use, file) for file in means if file.is_file())
    elif isinstance(value, str) and keys == ("game", "board") and value.endswith(".toml"):
        try:
            board = parsed_toml(read_text(folder / value), value)
        except UnreadableInput:
            return  # the game's own check says why
        yield from ((keys, use, file) for _, use, file in _pictures(board, folder, ()))
