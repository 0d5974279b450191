"""`docs/how-to-play.md` from the game files: `python docs/how_to_play.py`."""

from pathlib import Path

from tabletop.gamefile import load_game, shipped_games
from tabletop.howtoplay import LISTED, how_to_play
from tabletop.shipped import TRIAL

PLACE = Path(__file__).parent / "how-to-play.md"
HEAD = """# How to play

This page is made by `python docs/how_to_play.py` from the game files; a test fails when it is stale. The table's page,
the phone and the printed guide show the same, in German too; a game of your own has its text in
[`[how_to_play]`](games/custom.md).
"""


def page() -> str:
    """The whole page as Markdown, the tiny game first."""
    sections = [HEAD]
    for game in (load_game(name) for name in (TRIAL, *shipped_games())):
        _, paragraphs = how_to_play(game, "en")
        sections.append(f"## {game.title}\n")
        for one, following in zip(paragraphs, (*paragraphs[1:], ""), strict=True):
            listed = one.startswith(LISTED) and following.startswith(LISTED)
            sections.append(one if listed else f"{one}\n")
    return "\n".join(sections)


if __name__ == "__main__":
    PLACE.write_text(page(), encoding="utf-8")
    print(PLACE)
