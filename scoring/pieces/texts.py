"""What people read about such games, in English; a condition's own sentence comes from its file (`says`)."""

from scoring.wording import Wording

WORDING = Wording(
    problems={
        "no-such-cell": "{reason}",
        "no-such-part": "{part} is not a part of this game",
        "wrong-shape": "{part} does not have the shape of {on}",
        "cell-taken": "{on} is covered by {by} already",
        "used-up": "no {part} is left: all {count} are on the board",
        "not-own": "{part} belongs to {owner}, not to {player}",
        "condition": "{says}",
        "out-of-turn": "it is {turn}'s turn, not {player}'s",
        "game-over": "the game is over",
        "pass-not-allowed": "{player} may not pass: {part} can go to {on}",
        "remove-not-allowed": "nothing is taken off the board in this game",
        "nothing-to-remove": "there is nothing of {player}'s at {on} to take off",
        "two-on-a-cell": "{on} is covered by {what}; one of them was misread or has to go",
        "too-many": "{count} of {part} lie there and only {most} exist",
        "no-owner": "{part} at {on} has no owner; give it a player",
        "no-move": "{part} is not placed in this game",
        "nothing-to-move": "there is no part at {on} that could move",
        "no-such-move": "{part} does not move to {on} in this way",
        "goes-on": "{part} has to go on from {on}",
        "must-first": "{part} at {on} has to do so first",
        "rule-fault": "whether {player} may do that cannot be told, {reason}",
        "too-dear": "that costs {price} of {counter}, and {player} has {has}",
        "no-entry": "{key} is nothing that is entered; expected {expected}",
        "wrong-entry": "{key} is {value}; expected {expected}",
        "turn-over": "{player} has had a turn in this round",
        "unknown-player": "{player}'s parts lie there, but {player} does not play",
    },
    labels={
        "term": "{label}",
        "term-at": "{label} at {at}",
        "times": "{label}",
        "fault": "{label} cannot be counted, {reason}",
    },
)
