"""Why nothing could be read from a picture: the light, another game, codes of another family, no sheet, or blur."""

from collections.abc import Iterable, Sequence

import cv2
import numpy as np

from tabletop.commandcards import commands_in
from tabletop.gamefile import CUSTOM, GameFile, load_game
from tabletop.readings import Problem
from vision.game_detection import detect_game
from vision.pixels.arrays import GreyImage, resized
from vision.pixels.codes import SeenCode, detect_codes
from vision.pixels.detection import first_scale
from vision.settings import LightSettings, ReaderSettings

FAMILIES = (
    *(f"DICT_{bits}_1000" for bits in ("4X4", "5X5", "6X6", "7X7")),
    *(f"DICT_APRILTAG_{bits}" for bits in ("16h5", "25h9", "36h10", "36h11")),
    "DICT_ARUCO_ORIGINAL",
    "DICT_ARUCO_MIP_36h12",
)
"""Families of codes that people may have taken; the larger ones of a kind hold the smaller ones' codes."""
OTHERS = ("other-game", "other-family")
"""Problems that explain everything else."""
FEWEST = 3
"""Different codes of another family that make it believed."""


def why_unread(
    grey: GreyImage, codes: Sequence[SeenCode], game: GameFile, families: Iterable[str], settings: ReaderSettings
) -> tuple[Problem, ...]:
    """Why a picture in which these codes were seen has no position; `families` are dictionaries of people's files."""
    lit = light_problems(grey, settings.light)
    if lit:
        return lit
    other = something_else(grey, game, families, settings)
    if other is not None:
        return (other,)
    out_of_focus = None if any(code.own for code in codes) else blurred(grey, settings.light)
    return (out_of_focus if out_of_focus is not None else _too_little(codes, game),)


def something_else(
    grey: GreyImage, game: GameFile, families: Iterable[str], settings: ReaderSettings
) -> Problem | None:
    """Where the codes are another game's, or of another family than the files say."""
    return _other_game(grey, game, settings) or _other_family(grey, families, settings)


def _other_family(grey: GreyImage, families: Iterable[str], settings: ReaderSettings) -> Problem | None:
    """Codes of a family that no file names, where these show hardly any."""
    meant = tuple(families)
    if not meant:
        return None
    scale = first_scale(grey, settings)
    looked_at = grey if scale == 1.0 else np.asarray(resized(grey, scale), np.uint8)
    shown = {family: set(detect_codes(looked_at, family, settings)[1]) for family in (*FAMILIES, *meant)}
    best = max(FAMILIES, key=lambda family: len(shown[family]))
    if len(shown[best]) < max(FEWEST, 2 * max(len(shown[family]) for family in meant) + 1):
        return None
    named = " and ".join(meant)
    family = _smallest(best, shown[best])
    message = f"the codes in the picture are of {family}, and the files have {named}; set dictionary to what lies there"
    return Problem("other-family", message)


def _smallest(family: str, ids: Iterable[int]) -> str:
    """The smallest family of that kind that has these codes, but for one in four: some are seen where none is."""
    if not family.endswith("_1000"):
        return family
    usual = float(np.percentile(list(ids), 75))
    return family.replace("_1000", f"_{next(size for size in (50, 100, 250, 1000) if usual < size)}")


def _other_game(grey: GreyImage, game: GameFile, settings: ReaderSettings) -> Problem | None:
    """Where the codes' numbers are another game's."""
    shown = detect_game(grey, settings)
    if shown in (None, game.rules) or (shown != CUSTOM and load_game(shown).codes == game.codes):
        return None
    message = f"the codes in the picture are those of a game of your own, not of {game.title}; name its file"
    if shown != CUSTOM:
        message = f"the picture shows {load_game(shown).title}, not {game.title}; name the game {shown} instead"
    return Problem("other-game", message)


def _too_little(codes: Sequence[SeenCode], game: GameFile) -> Problem:
    """Nothing else is to blame: the sheets are not in the picture, or too far away."""
    city = game.laid_of_tiles
    if any(code.own for code in codes):
        message = "only pieces are seen, no board; move the camera until a board's printed codes are in the picture"
        if city:
            message = (
                "only pieces are seen, no neighbourhood; move the camera until the neighbourhoods are in the picture"
            )
    else:
        message = (
            f"no printed code of {game.title} is seen; is the board in the picture, large enough, sharp and lit? "
            "Move the camera closer"
        )
        if city:
            message = (
                "no printed code is seen; is the city in the picture, large enough, sharp and lit? "
                "Move the camera closer"
            )
    return Problem("too-little-seen", message)


def unknown_codes(codes: Sequence[SeenCode], game: GameFile) -> tuple[Problem, ...]:
    """Codes of the game's dictionary that no part of it bears; command cards may lie anywhere."""
    strangers = {code.id for code in codes if not code.own}
    if not strangers:
        return ()  # the sheet of command cards need not be fetched
    ids = sorted(strangers - commands_in(game).keys())
    return tuple(
        Problem(
            "unknown-code",
            f"code {id_} of {game.codes.dictionary} is no part of {game.title} and is ignored; take it off the table",
        )
        for id_ in ids
    )


def light_problems(grey: GreyImage, settings: LightSettings) -> tuple[Problem, ...]:
    """What is wrong with the picture as a whole: too dark, overexposed; nothing where it is fine."""
    small = grey[:: max(1, grey.shape[0] // 270), :: max(1, grey.shape[1] // 480)].astype(float)
    even = small.std() < settings.even_spread and small.mean() < settings.even_grey
    if even or np.percentile(small, 99) < settings.dark_grey:
        return (Problem("too-dark", "the picture is too dark to read; turn a lamp on, or expose longer"),)
    if (small >= settings.white_grey).mean() > settings.bright_share:
        return (Problem("overexposed", "the picture is overexposed; dim the lamp, or give the camera less exposure"),)
    return ()


def blurred(grey: GreyImage, settings: LightSettings) -> Problem | None:
    """Whether light meets dark in the picture, and hardly anywhere sharply; a bare table's rim is sharp."""
    apart = max(1, round(max(grey.shape) * settings.far_apart))
    rows = grey[:: max(1, grey.shape[0] // 1080)].astype(np.int16)
    if rows.shape[1] <= apart:
        return None
    apart_by = np.abs(rows[:, apart:] - rows[:, :-apart])
    meet = apart_by >= settings.light_meets_dark
    steps = np.abs(rows[:, 1:] - rows[:, :-1]).astype(np.uint8)
    between = cv2.dilate(steps, np.ones((1, apart), np.uint8), anchor=(0, 0))[:, : meet.shape[1]]
    if meet.mean() < settings.meeting_share or np.median(between[meet] / apart_by[meet]) >= settings.sharpness:
        return None
    return Problem(
        "blurred",
        "no printed code is seen, and the picture looks blurred; is the board in it? Wipe the lens, let the camera "
        "focus on the table, and hold it still",
    )
