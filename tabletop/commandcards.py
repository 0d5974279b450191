"""The command cards: cardboard that is laid in sight and obeyed, in every game; their codes, and who shares them."""

from functools import lru_cache

from tabletop.codecheck import shared_codes
from tabletop.filevalues import Complaint
from tabletop.gamefile import GameFile, parse_game
from tabletop.shipped import template_file

CARDS = "cards"
"""The word by which the sheet of cards is printed."""


@lru_cache(maxsize=1)
def command_cards() -> GameFile:
    """The sheet of cards: a file of parts, each with the code that says its command, and no game."""
    return parse_game(template_file(CARDS).read_text(encoding="utf-8"), source=CARDS)


def commands_in(game: GameFile | None) -> dict[int, str]:
    """Code -> command, for a game's table: without the codes that the game itself has on its parts."""
    cards = command_cards()
    parts = () if game is None else game.parts
    family = cards.codes.dictionary.rpartition("_")[0]
    usual = "" if game is None else game.codes.dictionary
    own = {code.id for part in parts if (part.dictionary or usual).startswith(family) for code in part.codes}
    return {code: part.id for code, (part, _) in cards.by_code.items() if code not in own}


def remarks_on_codes(game: GameFile) -> list[Complaint]:
    """What people should know where their game bears the codes of command cards or of another game."""
    cards, free, shared = command_cards(), commands_in(game), list(shared_codes(game))
    taken = [part for part in cards.parts if part.codes[0].id not in free]
    if not taken:
        return shared
    numbers = ", ".join(str(part.codes[0].id) for part in taken)
    titles = ", ".join(part.title for part in taken)
    first, last = cards.codes.first, cards.codes.last
    sentence = (
        f"the codes {numbers} are also those of command cards, which do nothing in this game: {titles}; "
        f"take codes outside {first} to {last} to use them"
    )
    return [Complaint(("codes",), sentence), *shared]
