"""Own pieces taught on the set-up page: what to lay down, what a photograph of it showed, the file for `play`."""

from __future__ import annotations

import secrets
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from calibration.piece_photo import Lesson, SeenPieces, see_laid, teach_kinds
from live.calibrating.files import write_text
from live.calibrating.pieces import as_json, laid_picture, taught_set
from live.drawing.laying import laying_svg
from live.page.pictures import PictureSettings, picture_jpeg
from live.sources.frames import BgrImage
from tabletop.errors import BoardsightError
from tabletop.gamefile import GameFile, load_game
from tabletop.layingdown import KindToLay, kind_words, kinds_to_lay, on_tracks
from tabletop.piecefile import pieces_text
from tabletop.translation import translated


@dataclass(frozen=True, slots=True)
class PiecesLaid:
    """What people say of the pieces that they laid down."""

    game: str
    without: tuple[str, ...] = ()
    """Kinds that they do not have, ..."""
    besides: tuple[str, ...] = ()
    """... and of those that stand on score tracks the ones that they have laid down, too."""
    height_mm: float | None = None
    """Of all of them, measured; None where the photograph is to tell."""
    alike: bool = False
    """Kinds may look alike."""


class PieceLessons:
    """Teaches pieces and keeps them in `folder`, a file a game; from any thread, one after the other."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._picture: tuple[str, bytes] | None = None

    def kinds(self, said: PiecesLaid) -> dict[str, Any]:
        """All kinds of a game, and which of them are to be laid."""
        game = load_game(said.game)
        usual, laid = kinds_to_lay(game), self._laid(said, game)
        every = kinds_to_lay(game, besides=on_tracks(game))
        besides = {kind.label for kind in every if kind not in usual}
        told = ({"name": kind.label, "laid": kind in laid} for kind in every)
        return {
            "kinds": [{**one, "besides": True} if one["name"] in besides else one for one in told],
            "named": [{"kind": kind.label, "text": kind_words(kind, game)} for kind in every],
        }

    def drawing(self, said: PiecesLaid, language: str = "en") -> str:
        """What to lay down, as SVG."""
        game = load_game(said.game)
        return laying_svg(self._laid(said, game), game, lambda kind: translated(kind_words(kind, game), language))

    def teach(self, image: BgrImage, said: PiecesLaid) -> dict[str, Any]:
        """Learn from a photograph: the kinds, the file and remarks, or a message; with what was found drawn.

        Raises UnreadableInput where not even a printed part is found, or the light does not do.
        """
        game = load_game(said.game)
        kinds = self._laid(said, game)
        with self._lock:
            seen = see_laid(image, game, kinds, height_mm=said.height_mm)
            try:
                lesson = teach_kinds(seen, kinds, alike_allowed=said.alike)
            except BoardsightError as error:
                return {"message": str(error), "picture": self._drawn(image, seen), "kinds": [], "pieces_file": None}
            return {**self._kept(lesson, game, said.game), "picture": self._drawn(image, seen, lesson), "message": ""}

    def picture(self, name: str) -> bytes | None:
        """The picture of the last photograph, by its name."""
        return self._picture[1] if self._picture is not None and self._picture[0] == name else None

    def _laid(self, said: PiecesLaid, game: GameFile) -> tuple[KindToLay, ...]:
        every = kinds_to_lay(game, besides=on_tracks(game))
        without, besides = (
            [part.id for kind in every if kind.label in names for part in kind.parts]
            for names in (said.without, said.besides)
        )
        return kinds_to_lay(game, without=without, besides=besides)

    def _kept(self, lesson: Lesson, game: GameFile, named: str) -> dict[str, Any]:
        """Write the file; what is told of it."""
        path = self._folder / f"{game.name}-pieces.toml"
        words = str(Path(named).resolve()) if named.endswith(".toml") else named
        taught = taught_set(lesson, game, words, path.stem)
        write_text(path, pieces_text(taught.pieces))
        told = as_json(taught, path, None)
        return {key: told[key] for key in ("kinds", "remarks", "pieces_file")}

    def _drawn(self, image: BgrImage, seen: SeenPieces, lesson: Lesson | None = None) -> str:
        jpeg = picture_jpeg(laid_picture(image, seen, lesson), None, None, PictureSettings())
        self._picture = (secrets.token_urlsafe(9), jpeg)
        return f"/api/v1/setup/pieces/pictures/{self._picture[0]}"
