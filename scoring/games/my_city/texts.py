"""What people read about My City, in English, each with the rulebook's section."""

from scoring.wording import Wording
from tabletop.gamefile import load_game


def named(building: str) -> str:
    """A building, or its card, as people call it."""
    return load_game("my-city").name_of(building)


def variant_words(variant: str) -> str:
    """A side of the board, or the game that is played on it."""
    return variant.replace("-", " ")


WORDING = Wording(
    problems={
        "no-such-cell": "{reason}",
        "wrong-shape": "{building} does not have the shape of {on}; it may be turned but not mirrored [Game Setup]",
        "cell-taken": "{on} is covered by {by} already [The Construction Rules]",
        "building-used-up": "{player} has built {building} already [The Construction Rules]",
        "not-light-green": "{on} is {terrain}; buildings stand on light green spaces only [The Construction Rules]",
        "across-the-river": "{building} would lie on both sides of the river at {on} [The Construction Rules]",
        "not-at-the-river": "the first building must have a side along the river; a corner is not enough "
        "[The Construction Rules]",
        "not-connected": "{building} must share a side with another building; a corner is not enough "
        "[The Construction Rules]",
        "wrong-building": "the open card shows {card}, not {building} [Course of Play]",
        "no-card": "no card is open; first the next construction card is turned over [Course of Play]",
        "blocked": "{building} is blocked: nobody may build it [The Construction Rules, blocking card]",
        "acted-already": "{player} has built, passed or ended in this round already [Course of Play]",
        "has-ended": "{player} has ended taking part and places no more buildings [Ending participation]",
        "pass-at-zero": "{player}'s score token stands at {token}: passing is not possible, only ending [Passing]",
        "church-must-be-built": "churches must be built: {player} cannot pass {building}, only build it or end "
        "[Churches must be built]",
        "card-turned-already": "the card {building} has been turned over before [Course of Play]",
        "round-not-finished": "{players} must still build, pass or end before the next card [Course of Play]",
        "not-in-play": "{building} does not belong to {game} [Game Setup]",
        "game-over": "the episode is over [End of Episode]",
        "other-side": "{player}'s board lies with the side of {side} up, but {game} is played [Game Setup]",
        "two-on-a-cell": "{on} is covered by {what}; one of them was misread or has to go",
        "building-twice": "{player} has {building} on the board twice; there is one of each",
        "no-building-at-the-river": "none of {player}'s buildings has a side along the river [The Construction Rules]",
        "groups-apart": "{building} is not connected with the rest of {player}'s city [The Construction Rules]",
        "token-impossible": "{player}'s score token at {token} is above {most}, where it started and what gold gave",
        "gold-not-built": "{player} is said to have the gold, but {on} is not built on [Veins of gold]",
    },
    labels={
        "start": "score token at the start",
        "passes": "passing",
        "token": "score token",
        "token-gold": "score token above its start; may be the first on both veins of gold",
        "gold": "first on both veins of gold",
        "one-tree": "visible single trees",
        "two-trees": "visible spaces with two trees",
        "one-rock": "visible single rocks",
        "two-rocks": "visible spaces with two rocks",
        "group": "largest {colour} group",
        "church": "three colours next to {church}",
        "well": "four buildings around the well at {on}",
        "empty": "empty light green spaces",
        "cap": "the score token stays at 50",
    },
)
