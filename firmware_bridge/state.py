"""What a display shall show: players with their scores, how bright, and whether it must keep still."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from enum import IntEnum

LONGEST_NAME = 12  # bytes of UTF-8
LOWEST_SCORE, HIGHEST_SCORE = -(2**31), 2**31 - 1
LARGEST_LAST_POINTS = 2**15 - 1
MOST_PLAYERS = 8
DEFAULT_BRIGHTNESS = 64  # of 255: a quarter; bright lamps beside the board spoil the reading
ALL_SLOTS = 0xFF

Colour = tuple[int, int, int]


class Animation(IntEnum):
    """Effects that a display plays once and then ends by itself."""

    POINTS = 1  # the player's last points, for a moment, in place of the score
    TURN = 2  # the player whose turn it is: the name where there is text
    WIN = 3  # the winner, and everybody sees it
    UNDO = 4  # something was taken back
    ATTENTION = 5  # the program has a question
    TEST = 6  # every segment and pixel


class Button(IntEnum):
    """Buttons on a display."""

    NEXT = 1  # next turn
    UNDO = 2  # take the last move back


@dataclass(frozen=True, slots=True)
class DisplayPlayer:
    """One player's place on a display.

    `colour` is (red, green, blue), 0 to 255 each. `last_points` are the points of the player's last
    move, None before the first. Scores may be any: a display shows the nearest that it can (`shown_score`).
    """

    name: str
    score: int = 0
    colour: Colour = (255, 255, 255)
    active: bool = False
    winner: bool = False
    last_points: int | None = None

    def __post_init__(self) -> None:
        if len(self.colour) != 3 or not all(0 <= part <= 255 for part in self.colour):
            raise ValueError(f"colour {self.colour}: expected three numbers from 0 to 255")


@dataclass(frozen=True, slots=True)
class DisplayState:
    """Everything that a display shows at one moment; absolute, so that it may be sent again and again.

    `players` stand in slot order (slot 0 first); a display that has fewer slots shows some of them. `brightness` is
    0 (dark) to 255; a display never goes above its own cap. `quiet` means: no movement and no change of light while
    the board is read.
    """

    players: tuple[DisplayPlayer, ...] = ()
    brightness: int = DEFAULT_BRIGHTNESS
    quiet: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.brightness <= 255:
            raise ValueError(f"brightness {self.brightness}: expected 0 to 255")


@dataclass(frozen=True, slots=True)
class ButtonPress:
    """A button was pressed on a display; `display` is the URL that it was opened with."""

    button: Button
    display: str = ""


def shown_score(score: int) -> int:
    """Return the score, or the nearest that the protocol carries."""
    return min(max(score, LOWEST_SCORE), HIGHEST_SCORE)


def shown_last_points(points: int | None) -> int | None:
    """Return the last move's points, or the nearest that the protocol carries."""
    return None if points is None else min(max(points, -LARGEST_LAST_POINTS), LARGEST_LAST_POINTS)


def short_name(name: str, *, ascii_only: bool = False) -> str:
    """Return the name cut to 12 bytes of UTF-8 between letters, without control characters.

    With `ascii_only`, accents fall away and what has no such likeness becomes `?`.

    >>> short_name("Jörg-Maximilian"), short_name("Zoë", ascii_only=True)
    ('Jörg-Maximi', 'Zoe')
    """
    text = "".join(letter for letter in name if letter.isprintable())
    if ascii_only:
        text = without_accents(text)
    return text.encode()[:LONGEST_NAME].decode(errors="ignore")


def without_accents(text: str) -> str:
    """Return the text in ASCII: accents fall away, what has no such likeness becomes `?`."""
    plain = text.replace("ß", "ss").replace("ø", "o").replace("Ø", "O").replace("æ", "ae").replace("ł", "l")
    letters = (letter for letter in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(letter))
    return "".join(letter if letter.isascii() else "?" for letter in letters)


def score_text(score: int, digits: int) -> str:
    """Return the score as it stands on `digits` digits; a decimal point takes no digit.

    What does not fit is shown in thousands with the point behind them (cut, never rounded up), and
    beyond that as a row of H or L.

    >>> [score_text(score, 4) for score in (7, -12, 9999, 12345, -12345, -1000, 10_000_000)]
    ['7', '-12', '9999', '12.34', '-12.3', '-1.00', 'HHHH']
    """
    plain = str(score)
    if len(plain) <= digits:
        return plain
    sign = "-" if score < 0 else ""
    thousands, rest = divmod(abs(score), 1000)
    whole = sign + str(thousands)
    if len(whole) > digits or thousands == 0:
        return ("L" if score < 0 else "H") * digits
    return whole + "." + f"{rest:03d}"[: digits - len(whole)]
