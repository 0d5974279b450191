"""The corpus of photographs: pictures with their positions, and an index of class, set, and how each was taken."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from tabletop.gamefile import load_game
from tabletop.notation import load_position
from tabletop.piecefile import PieceSet, load_pieces
from vision import FrameReading, read_image
from vision.pixels.arrays import BgrImage, GreyImage

FOLDER = Path(__file__).parents[2] / "tests" / "photos"
CLASSES = ("ordinary", "hard", "brutal")
SETS = ("tuning", "testing")
UNSEEN = "unseen"
"""Pictures without codes in other rooms, by other cameras, of other pieces: read as a whole and never looked at
one by one; a picture that was looked at is a tuning picture from then on."""
HELD_OUT = "held-out"
"""Pictures without codes that share no room, light, camera, set of pieces or recipe of the renderer with tuning ones
(`tests/vision/test_corpus.py`), and are not looked at either."""
OWN = "own"
"""Boards that people made: whatever runs on boards of our print only is tried on these."""
NOT_LOOKED_AT = (UNSEEN, HELD_OUT)
FIRST_RECIPE = "path-traced-1"
"""Of pictures whose entry names none."""
INDEX = "photos.toml"
"""Beside the pictures of each game: a table for each picture, by the name of its file without `.jpg`."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One photograph with what lies there."""

    path: Path
    kind: str
    """`ordinary`, `hard` or `brutal`."""
    set: str
    """`tuning`: numbers may be fitted to it; `testing`: none was; `unseen`, `held-out`: nobody looked at its faults."""
    hidden: frozenset[str]
    """Places of which the picture shows less than three quarters."""
    pieces: Path | None
    """The pieces file of what lies there without codes; None where all parts are printed."""
    light: str
    room: str
    camera: str
    """Which one took it, without how it stood."""
    recipe: str
    """By which renderer and camera model it was made, a table of `recipes.toml`."""
    about: str
    """Room, light, camera, sheets and what lies over them in a few words."""

    @property
    def truth(self) -> Any:
        """The position, as `boardsight read` should give it."""
        return _position(self.path.with_suffix(".toml"))

    @property
    def name(self) -> str:
        """Game and file, as tables show it."""
        return f"{self.path.parent.name}/{self.path.stem}"

    def read(self, image: BgrImage | GreyImage) -> FrameReading:
        """Read it as `boardsight read --game` does, with the pieces file where there is one."""
        piece_set: PieceSet | None = load_pieces(str(self.pieces)) if self.pieces else None
        game = self.truth.game
        return read_image(image, load_game(game), name=game, players=self.truth.players, pieces=piece_set)


def pictures(folder: Path = FOLDER, *, sets: tuple[str, ...] = SETS) -> Iterator[Picture]:
    """Every picture of those sets, by game and name. Raises KeyError for a picture that its index does not name."""
    for index in sorted(folder.glob(f"*/{INDEX}")):
        entries = tomllib.loads(index.read_text(encoding="utf-8"))
        for path in sorted(index.parent.glob("*.jpg")):
            entry = entries[path.stem]
            if entry["set"] in sets:
                yield _picture(path, entry)


@lru_cache(maxsize=512)
def _position(path: Path) -> Any:
    """Read when somebody asks: who only lists the corpus waits for none of two hundred files."""
    return load_position(str(path))


def _picture(path: Path, entry: dict[str, Any]) -> Picture:
    about = [*(entry[key] for key in ("room", "light", "camera")), *entry.get("sheets", ()), *entry.get("with", ())]
    return Picture(
        path,
        entry["class"],
        entry["set"],
        frozenset(entry.get("hidden", ())),
        path.parent / "pieces" / f"{entry['pieces']}.toml" if "pieces" in entry else None,
        entry["light"],
        entry["room"],
        entry["camera"].partition(",")[0],
        entry.get("recipe", FIRST_RECIPE),
        ", ".join(about),
    )
