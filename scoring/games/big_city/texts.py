"""Everything that Big City's rules say to people, in English, in one place."""

from collections.abc import Iterable, Mapping

from scoring.wording import joined
from tabletop.readings import Problem

_LINE = "Start/add to the streetcar line"

BASE = "base"
ON_OUTSKIRTS = "on the outskirts"
IN_CENTRE = "in the centre"
BY_PARK = "next to a park"
BY_FACTORY = "next to a factory"
AT_LEAST_ONE = "never less than 1 point"
STREETCAR = "streetcar beside it: times {factor}"
CITY_HALL = "city hall beside it: times {factor}"
BOTH = "city hall and streetcar beside it: times {factor}"

PROBLEMS: Mapping[str, tuple[str, str]] = {
    # whose turn
    "game-over": ("the game was over before this move", "Game end"),
    "not-your-turn": ("it is {expected}'s turn, not {player}'s", "A player's turn"),
    "starting-neighbourhoods-first": (
        "the starting neighbourhoods come first; still to be placed: {left}",
        "Placing the first neighborhoods",
    ),
    # what cannot be
    "unknown-kind": ("there is no piece called {kind}; expected one of {known}", "Contents"),
    "no-such-size": ("there is no {title} for {size} properties, only for {sizes}", "Contents"),
    "not-in-city": ("property {number} is not in the city", "Neighborhoods and properties"),
    "covered": ("property {number} is covered already, by {title}", "Place a building, park or factory"),
    "wrong-shape": (
        "{title} does not have the shape of properties {numbers} as they lie",
        "Buildings, Their Characteristics And Prerequisites",
    ),
    "used-up": ("no {title} is left: all {count} are built", "Place a building, park or factory"),
    "street-not-in-city": (
        "there is no street beside {number}: it is not in the city",
        "Start/add to the streetcar line",
    ),
    "street-taken": ("a streetcar lies {street} already", _LINE),
    "no-streetcars": ("a streetcar move places one or two streetcars; here is none", _LINE),
    "streetcars-used-up": ("only {count} streetcars exist", _LINE),
    "tile-placed": ("neighbourhood {number} lies in the city already", "Place a new neighborhood"),
    "tile-overlaps": ("neighbourhood {number} would lie over another one", "Place a new neighborhood"),
    # what is against the rules
    "city-hall-first": ("{title} may be placed only after city hall has been built", "{section}"),
    "too-far-out": (
        "of the properties of {title} at most {most} may lie on the outskirts; here {count}: {numbers}",
        "{section}",
    ),
    "not-in-centre": ("{title} must be built in the centre; {numbers} is on the outskirts", "{section}"),
    "not-far-out": (
        "of the properties of {title} at least {least} must lie on the outskirts; here {count}",
        "{section}",
    ),
    "not-enough-beside": ("a {title} needs {needed} beside it; here: {found}", "{section}"),
    "no-streetcar-beside": ("a {title} needs a streetcar beside it; here is none", "{section}"),
    "no-double-number": ("a {title} needs a property with a double number such as 11 or 88, not {number}", "{section}"),
    "not-last": ("a {title} is the last building of its neighbourhood; still free: {numbers}", "{section}"),
    "over-a-streetcar": ("{title} would cover the streetcar {street}", "Place a building, park or factory"),
    "wrong-cards": ("the cards played are {played}; expected {needed}", "Place a building, park or factory"),
    "card-missing": ("{player} does not hold {missing}", "Place a building, park or factory"),
    "one-streetcar-first": (
        "the line is started with exactly one streetcar, not {count}",
        "Start/add to the streetcar line",
    ),
    "two-streetcars-at-most": (
        "at most two streetcars are added in a turn, not {count}",
        "Start/add to the streetcar line",
    ),
    "streetcar-before-hall": ("the line can be started only after city hall has been built", "Streetcar line"),
    "not-connected": ("the streetcar {street} does not touch the line", _LINE),
    "line-branches": ("the streetcar {street} is not at an end of the line", "A single streetcar line"),
    "line-loops": ("the streetcar {street} would close a loop", "A single streetcar line"),
    "street-covered": ("the street {street} is covered by {title}", _LINE),
    "not-beside-building": ("the streetcar {street} is not beside a building", "Limited streetcar line"),
    "tile-before-hall": (
        "a new neighbourhood may be placed only after city hall has been built",
        "Place a new neighborhood",
    ),
    "not-a-starting-neighbourhood": (
        "neighbourhood {number} does not belong to the starting city; expected one of {left}",
        "Placing the first neighborhoods",
    ),
    "too-little-contact": (
        "two properties of neighbourhood {number} must lie beside two of the city; here {own} beside {city}",
        "Place a new neighborhood",
    ),
    # what a position alone shows
    "tile-twice": ("neighbourhood {number} lies on the table twice", "Contents"),
    "too-many": ("{found} of {title} lie on the table, but only {count} exist", "Contents"),
    "too-many-streetcars": ("{found} streetcars lie on the table, but only {count} exist", "Contents"),
    "no-first-tile": ("neighbourhood 1 is not in the city", "Preparation"),
    "covered-twice": ("property {number} bears two pieces: {first} and {second}", "Place a building, park or factory"),
    "not-its-own-frame": (
        "neighbourhood 1 lies at {at} with turn {turn}; positions are told from it: expected [0, 0] and 0",
        "Preparation",
    ),
    "line-in-pieces": ("the streetcars do not form one line", _LINE),
    "line-branches-somewhere": ("the streetcar line branches", "A single streetcar line"),
    "line-loops-somewhere": ("the streetcar line is a closed loop", "A single streetcar line"),
    "tile-in-reserve": ("neighbourhood {number} is in the city and beside it", "Preparation"),
    "unknown-player": ("{player} does not play; expected one of {known}", "Preparation"),
}
"""Code -> the sentence, the rulebook's section."""

TOLD: Mapping[str, str] = {
    "build": "{player} builds {title} on {numbers}",
    "streetcar": "{player} places a streetcar {streets}",
    "streetcars": "{player} places streetcars {streets}",
    "place-tile": "{player} places neighbourhood {number}",
    "place-tile-beside": "{player} places neighbourhood {number} {where}",
    "exchange": "{player} exchanges cards",
    "trade": "{player} trades cards",
    "pass": "{player} passes",
    "quiet": "{player} passes or exchanges cards",
}
"""A move's word -> a short sentence."""

SEVERAL = ", and "
"""Between streets, whose own names have an `and`."""


def problem(code: str, places: tuple[str, ...] = (), **words: object) -> Problem:
    """A problem in words, the rulebook's section at its end."""
    sentence, section = PROBLEMS[code]
    message = f'{sentence.format(**words)} (rulebook: "{section.format(**words)}")'
    return Problem(code, message, places)


def sized(title: str, size: int, sizes: int) -> str:
    """`double residence`; only the title where there is one size."""
    words = {1: "single", 2: "double", 3: "triple"}
    return f"{words.get(size, str(size))} {title}" if sizes > 1 else title


def listed(items: Iterable[object]) -> str:
    """`11, 12 and 13`."""
    return joined(map(str, items)) or "none"


def counted(count: int, word: str, numbers: list[int]) -> str:
    """`2 businesses`, with where they are: `1 business (14)`."""
    singular, many = _PLURALS.get(word, (word, word + "s"))
    text = f"{count or 'no'} {singular if count == 1 else many}"
    return f"{text} ({', '.join(map(str, numbers))})" if numbers else text


def with_article(title: str, size: int, sizes: int) -> str:
    """`a double residence`, `city hall`, `Central Park`."""
    if title[0].isupper() or title == "city hall":
        return title
    return f"a {sized(title, size, sizes)}"


_PLURALS = {
    "business": ("business", "businesses"),
    "church": ("church", "churches"),
    "special": ("special building", "special buildings"),
}
