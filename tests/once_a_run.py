"""What costs much and always comes out alike is worked out once a run, for all workers: sheets laid out, documents and
parts drawn.

Only for shipped games, whose files nobody changes during a run; each run has a folder of its own, so that nothing is
left from the code of yesterday.
"""

import hashlib
import os
import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from functools import lru_cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any
from unittest.mock import patch

from printables import backs, book, guillotine, sheets
from printables.looks import Looks
from printables.packing import PackedSheet
from printables.paper import Paper
from printables.sheets import Document
from simulator import art
from simulator.textures import Texture
from tabletop.gamefile import GameFile, load_game, shipped_games
from tabletop.parts import Part


class OnceARun:
    """Results in files of one folder, each under what it was worked out from."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def of(self, what: object, make: Callable[[], Any]) -> Any:
        """What another worker has made of it, else what `make` makes now; two that come together make it both."""
        path = self._folder / hashlib.sha256(repr(what).encode()).hexdigest()
        try:
            return pickle.loads(path.read_bytes())
        except FileNotFoundError:
            made = make()
        with NamedTemporaryFile(dir=self._folder, delete=False) as begun:
            pickle.dump(made, begun, protocol=pickle.HIGHEST_PROTOCOL)
        os.replace(begun.name, path)
        return made


@contextmanager
def sheets_and_parts_once(kept: OnceARun) -> Iterator[None]:
    """Packing and drawing look first whether it has been done."""
    pack, draw, render = guillotine.pack_with_few_cuts, art._texture, sheets.render

    def packed(
        parts: Sequence[tuple[Part, int]], paper: Paper, game: GameFile, settings: Any = None
    ) -> tuple[PackedSheet, ...]:
        if not is_shipped(game):
            return pack(parts, paper, game, settings)
        laid: tuple[PackedSheet, ...] = kept.of(
            ("packed", game.name, parts, paper, settings), lambda: pack(parts, paper, game, settings)
        )
        return laid

    def rendered(document: Document, game: GameFile, looks: Looks, pages: Sequence[int] = ()) -> bytes:
        if pages or document.page_arts or not is_shipped(game):
            return render(document, game, looks, pages)
        in_order = [(replace(sheet, kept=frozenset()), sorted(sheet.kept)) for sheet in document.sheets]
        pdf: bytes = kept.of(
            ("rendered", game.name, document.stem, document.title, in_order, looks),
            lambda: render(document, game, looks),
        )
        return pdf

    @lru_cache(maxsize=art.KEPT)
    def drawn_once(name: str, part_id: str) -> Texture:
        texture: Texture = kept.of(("drawn", name, part_id), lambda: draw(load_game(name), part_id))
        return texture

    def drawn(game: GameFile, part_id: str) -> Texture:
        return drawn_once(game.name, part_id) if is_shipped(game) else draw(game, part_id)

    with (
        patch.object(book, "pack_with_few_cuts", packed),
        patch.object(backs, "pack_with_few_cuts", packed),
        patch.object(book, "render", rendered),
        patch.object(art, "_texture", drawn),
    ):
        yield


def is_shipped(game: GameFile) -> bool:
    """Whether it is one of our own games as its file has it; two that were loaded from one file are alike."""
    if game.name not in shipped_games():
        return False
    shipped = load_game(game.name)
    return game is shipped or all(getattr(game, one.name) == getattr(shipped, one.name) for one in fields(game))
