"""What the page shows and gives of each game before anything is played: a picture of it, and its sheets to print."""

from __future__ import annotations

import gzip
import io
import zipfile
from functools import lru_cache

from live.page.souvenir import board_svg
from printables.book import print_game
from printables.choice import PrintSettings
from scoring import rules_for
from scoring.replay import replay
from simulator.games import random_game
from tabletop.gamefile import load_game
from tabletop.records import Header

PLAYERS = ("Ann", "Ben", "Cem")
MOVES, SEED = 30, 1
"""Of the random game that is pictured."""


@lru_cache(maxsize=16)
def game_picture(name: str) -> bytes | None:
    """A game under way as it is printed, as compressed SVG; None where there is nothing to be drawn."""
    header = Header(name, PLAYERS[: max(2, load_game(name).players[0])])
    played = replay(random_game(header, SEED, at_most=MOVES))
    drawn = board_svg(rules_for(name).position(played.state))
    return None if drawn is None else gzip.compress(drawn, mtime=0)


@lru_cache(maxsize=16)
def game_sheets(name: str, paper: str) -> tuple[str, bytes]:
    """A game's printed sheets with the name of their file: one PDF, or a ZIP of several."""
    files = print_game(load_game(name), PrintSettings(paper=paper))
    sheets = [(file, data) for file, data in files.items() if file.endswith(".pdf")]
    if len(sheets) == 1:
        return sheets[0]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as folder:
        for file, data in sheets:
            folder.writestr(file, data)
    return f"{name}-{paper}.zip", packed.getvalue()
