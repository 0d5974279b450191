"""What every printed sheet draws, as check sums: a net under whatever moves the printer's code about."""

import hashlib
import re
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from printables.book import PrintSettings, print_game
from printables.ownfiles import game_to_print
from tabletop.commandcards import CARDS
from tabletop.gamefile import shipped_games

EXAMPLES = ("examples/lighthouses.toml", "examples/meadow.toml")
"""Games that are told by their file alone, by their path from the root."""
EVERY_WAY = (PrintSettings(), PrintSettings(paper="letter", ink_saver=True, backs="fold"))
_STREAM = re.compile(rb"<<((?:(?!endobj).){0,400}?)>>\s*stream\r?\n(.*?)endstream", re.DOTALL)


def games() -> tuple[str, ...]:
    """The shipped games, the command cards, and the examples."""
    return (*shipped_games(), CARDS, *EXAMPLES)


def sheets(game: str, ways: Sequence[PrintSettings] = EVERY_WAY) -> Iterator[str]:
    """A line for each PDF of a game: its name, and check sums of its drawing commands and pictures in their order."""
    loaded = game_to_print(game)
    for settings in ways:
        for name, content in print_game(loaded, settings).items():
            if name.endswith(".pdf"):
                sums = [hashlib.sha256(commands).hexdigest()[:10] for commands in drawn(content)]
                yield f"{Path(game).stem} {name} {' '.join(sums)}"


def drawn(pdf: bytes) -> Iterator[bytes]:
    """The unpacked streams of a PDF but for font programs, which depend on the font's package and not on us."""
    for found in _STREAM.finditer(pdf):
        words, content = found.groups()
        if b"/Length1" not in words:
            yield zlib.decompressobj().decompress(content) if b"/FlateDecode" in words else content
