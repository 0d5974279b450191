"""Which game lies on the table, from the numbers of the codes alone: every game prints its own range."""

import numpy as np

from tabletop.gamefile import GameFile, all_games, load_game
from vision.pixels.arrays import BgrImage, GreyImage, resized, to_grey
from vision.pixels.codes import detect_codes
from vision.settings import ReaderSettings

CUSTOM_CODES = (700, 999)
"""Two games of people's own may use the same numbers, so these name none."""
FEWEST = 2
"""With fewer codes of a game's range it is not believed."""
CLEAR = 4
"""With so many, all of one game, a small picture is believed."""


def detect_game(image: BgrImage | GreyImage, settings: ReaderSettings | None = None) -> str | None:
    """The name of the shipped game whose codes the picture shows most, `custom`, or None where no code is seen.

    A mirrored picture shows none, since a mirrored code is no code.
    """
    chosen = settings or ReaderSettings()
    grey = to_grey(image)
    detection = chosen.detection
    whole = min(1.0, detection.first_pass_px / max(grey.shape))
    for scale in (min(1.0, detection.first_pass_px / 2 / max(grey.shape)), whole, whole * detection.enlarged):
        votes = _votes(grey if scale == 1.0 else np.asarray(resized(grey, scale), np.uint8), chosen)
        best = max(votes, key=votes.__getitem__)
        if votes[best] >= CLEAR and votes[best] == sum(votes.values()):
            break  # a small picture, which takes a quarter of the time, is enough where all codes agree
    return best if votes[best] >= FEWEST else None


def _votes(grey: GreyImage, settings: ReaderSettings) -> dict[str, int]:
    """How many codes of each game's range are seen."""
    games = {name: load_game(name) for name in all_games()}
    dictionary = next(iter(games.values())).codes.dictionary
    numbers = detect_codes(grey, dictionary, settings)[1]
    votes = {name: sum(_prints(game, number) for number in numbers) for name, game in games.items()}
    own = [number for number in numbers if CUSTOM_CODES[0] <= number <= CUSTOM_CODES[1]]
    votes["custom"] = sum(not any(_prints(game, number) for game in games.values()) for number in own)
    return votes


def _prints(game: GameFile, number: int) -> bool:
    return game.codes.first <= number <= game.codes.last and number in game.by_code
