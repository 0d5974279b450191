"""What people read about MY CITY on a chess board, in English, each with the rulebook's section."""

from scoring.wording import Wording


def named(counter: str) -> str:
    """A landmark or a type of zone in words."""
    return counter.replace("-", " ")


WORDING = Wording(
    problems={
        "no-such-square": "{on} is not a square of this map; its squares go from {first} to {last}",
        "no-such-counter": "there is no {what} among the counters [Counters]",
        "square-taken": "{on} is taken by {by}; a counter goes onto an empty square [Turn Sequence]",
        "counter-used-up": "{player} has no {what} left in the cup [Zone Counters]",
        "landmark-used-up": "{what} stands on the board already, at {at} [Landmark Counters]",
        "same-type-adjacent": "{what} may not lie beside another {type}: there is one at {at} [Zone Placement Rules]",
        "out-of-turn": "it is {turn}'s turn, not {player}'s [Turn Sequence]",
        "game-over": "the game is over: no counter can be placed any more [Turn Sequence]",
        "could-place": "{player} may not skip: {what} can go to {at} [Turn Sequence]",
        "not-drawn": "{what} was not drawn; {player} drew {drawn} [Random Zone Selection]",
        "wrong-draw": "{player} draws two counters from the own cup; {drawn} cannot be that draw "
        "[Random Zone Selection]",
        "not-in-play": "{what} is not in play without the option {option} [Variants]",
        "landmarks-first": "landmarks come before the first zone counter; still to be set out: {left} [Setup]",
        "setup-over": "landmarks are set out before the first zone counter [Setup]",
        "row-full": "row {row} has its two landmarks already [Setup]",
        "too-many-landmarks": "{count} landmarks lie there, and the map takes {most}: two in each row [Setup]",
        "not-own-zone": "there is no zone counter of {player}'s at {on} to replace [Rezoning]",
        "rezoned-enough": "{player} has replaced three zone counters already [Rezoning]",
        "two-on-a-square": "{count} counters lie on {on}: {what}; one of them was misread or has to go",
        "counter-twice": "{player} has {count} counters {what} on the board and only {most} in the set [Zone Counters]",
        "landmark-twice": "{what} lies there {count} times; there is only {most} of it [Landmark Counters]",
        "unknown-player": "{player}'s counters lie there, but {player} does not play",
    },
    labels={
        "control": "controls {landmark}",
        "control-tied": "controls {landmark}, tied",
        "parks": "controls the park at {on}",
        "parks-tied": "controls the park at {on}, tied",
        "types": "most landmarks of type {type}",
        "types-tied": "most landmarks of type {type}, tied",
        "zone-scoring": "{count} zones in a row",
        "of-player": "{player}: {label}",
    },
)
