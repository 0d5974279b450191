"""What people read about Small City and its Big Tiles, in English, each with the rulebook's section."""

from scoring.wording import Wording

KINDS = {
    "residential": "residential zone",
    "commercial": "commercial zone",
    "cultural": "cultural building",
    "police": "police station",
    "fire": "fire station",
    "tramway": "tramway station",
    "recycling": "recycling center",
}
"""Kinds of tiles whose own word is not their name."""


def named(kind: str, level: int | None = None) -> str:
    """A tile in words."""
    name = KINDS.get(kind, kind.replace("-", " "))
    return name if level is None else f"{name} {level}"


def place_words(place: str) -> str:
    """A square, or a place beside the board, in words."""
    return place.replace("-", " ")


def entry_words(key: str, value: object) -> str:
    """What was entered in words: `money = 8`, `promise 34 = kept`."""
    told = {True: "kept", False: "not kept"}[value] if isinstance(value, bool) else value
    return f"{key.replace(':', ' ')} = {told}"


WORDING = Wording(
    problems={
        "no-such-square": "{reason}",
        "square-taken": "{on} is covered by {by} already",
        "wrong-size": "{what} covers {expected} squares in one piece, not {on}",
        "wrong-shape": "the fire station is an L of three squares [Small City, components]",
        "level-missing": "{kind} has levels: say which, {levels}",
        "tiles-used-up": "no {what} is left: all {count} are built [Components]",
        "not-in-play": "{what} belongs to the module {module}, which is not in play [Components]",
        "one-per-player": "{player} has {what} already; there is one for each player [Components]",
        "leisure-not-influenced": "{what} needs one square that a residence, a commerce and a park influence; "
        "all three: {missing} [#2 Leisure, Construction Conditions]",
        "leisure-near-industry": "{what} must not be influenced by {by} at {on} [#2 Leisure, Construction Conditions]",
        "no-garden": "a statue must be orthogonally adjacent to a garden, six or more connected park squares; "
        "beside {on} there are {squares} [#3 Statues, Construction Conditions]",
        "two-statues": "a garden hosts only one statue; here would be {count} [#3 Statues, Construction Conditions]",
        "airport-without-factory": "an airport must be influenced by a factory [#4 Airport, Construction Conditions]",
        "warehouse-owed": "{player} must first build the airport's free warehouse in its influence area [#4 Airport]",
        "bank-without-city-hall": "a bank must be influenced by the city hall [#4 Bank, Construction Conditions]",
        "too-few-residences": "a commerce of level {level} needs {needed} different residences that influence it; "
        "here {count} do [#4 Bank]",
        "too-few-public-buildings": "a residence of level {level} needs {level} public buildings that influence it, "
        "the city hall counts as one; here {count} do [base game, option residence_needs]",
        "closed-square": "{on} is not open yet: {player} has to extend the site first, entered as extension = "
        "{on} [base game, option site]",
        "site-extended": "{player} has extended the site in this round, which takes the place of building "
        "[base game, option site]",
        "no-site-extension": "{on} is open already; a site extension opens squares that are not",
        "built-already": "{player} has built in this round; a site extension takes the place of building "
        "[base game, option site]",
        "too-few-citizens": "a recycling center needs 10 active citizens in the own borough; {player} has {count} "
        "[#5 Recycling Center]",
        "recycling-near-residence": "a recycling center must not be influenced by a residence; one is at {on} "
        "[#5 Recycling Center]",
        "too-many-builds": "{player} has taken {count} construction actions in this round; there are 3, a palace takes "
        "two, and the council may give one tile more, never a palace [#1 Palaces]",
        "not-enough": "{what} costs {cost} {unit}, and {player} has {held}",
        "no-such-borough": "there is no borough of {borough}; expected {expected}",
        "no-such-place": "{reason}, or pool, city-hall, career-center",
        "no-citizen-there": "no citizen of {player}'s stands at {source}",
        "no-citizen-left": "{player} has no citizen left to bring: all {count} are on the boards [Components]",
        "no-tile-there": "{target} is an empty square; citizens stand on tiles",
        "occupied": "only one citizen can occupy {what}; one stands there [Special Powers]",
        "unknown-entry": "{key} is not known; expected {expected}",
        "wrong-entry": "{entry} is not possible; expected {expected}",
        "promise-not-kept": "promise {number} is said to be kept, but it asks for {what} [Components]",
        "game-over": "the game is over",
        "two-on-a-square": "{on} is covered by {what}; one of them was misread or has to go",
        "unknown-player": "{player}'s citizens stand there, but {player} has no borough",
        "too-many-citizens": "{count} citizens of {player}'s stand there and only {most} exist [Components]",
        "too-many-tiles": "{count} tiles {what} lie there and only {most} exist [Components]",
    },
    labels={
        "votes": "votes",
        "leisure": "activated the {kind} in {borough}'s borough",
        "promise": "promise {number}",
        "airport-cost": "votes paid for the airport",
        "pollution": "pollution of the rounds before",
        "citizens": "pollution by citizens and tourists",
        "output": "pollution by what was produced",
        "generated": "pollution generated in this round",
        "airport": "noise of the airport over residences and commerce",
        "tramway": "the tramway station brings {player}'s citizen from the pool",
        "goods": "building materials taken: {count}",
        "parks": "parks clean the air",
        "recycling": "recycling",
        "floor": "a round's pollution is never below zero",
        "of-player": "{player}: {label}",
    },
)
