"""How a game is played, in a few words of its file's own (`[how_to_play]`), a text for each language."""

from collections.abc import Mapping

from tabletop.gamefile import GameFile

LISTED = "- "
"""How a line of a list begins."""


def how_to_play(game: GameFile, language: str) -> tuple[str, tuple[str, ...]]:
    """The language that there is, the wished one or English or any, and its paragraphs; a list's lines begin with `- `.

    No paragraphs where the file says nothing.
    """
    texts = game.sections.how_to_play
    spoken = next((one for one in (language, "en", *texts) if one in texts), language)
    return spoken, tuple(paragraphs(texts.get(spoken, "")))


def how_to_play_json(game: GameFile, language: str) -> Mapping[str, object]:
    """The same as the page gets it."""
    spoken, told = how_to_play(game, language)
    return {"game": game.name, "title": game.title, "language": spoken, "paragraphs": list(told)}


def paragraphs(text: str) -> list[str]:
    """A text's paragraphs, as blank lines and list marks part them.

    >>> paragraphs("Lay a piece,\\nthen another.\\n\\n- A flower: 1.\\n- A hive:\\n2.")
    ['Lay a piece, then another.', '- A flower: 1.', '- A hive: 2.']
    """
    found: list[str] = []
    for block in text.split("\n\n"):
        begun = True
        for line in block.strip().split("\n"):
            if begun or line.startswith(LISTED):
                found.append(line.strip())
            else:
                found[-1] += f" {line.strip()}"
            begun = False
    return [one for one in found if one]
