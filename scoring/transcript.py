"""A replayed record as text for people: a line per move, the reasons or the problems, the totals at the end."""

from collections.abc import Iterator

from scoring.protocol import JudgedMove
from scoring.registry import rules_for
from scoring.replay import Replay, guess_words

AGAINST = "against the rules"
WIDTH = 54
"""Characters for a move's sentence before its points."""


def transcript(replayed: Replay) -> str:
    """The whole game, without a line break at the end."""
    lines = [line for number, move in enumerate(replayed.moves, 1) for line in _move(replayed, number, move)]
    totals = ", ".join(f"{name} {total}" for name, total in replayed.totals.items())
    guessed = guess_words(replayed)
    return "\n".join([*lines, "", f"{totals}. {_verdict(replayed)}.", *([f"{guessed}."] if guessed else [])])


def _move(replayed: Replay, number: int, move: JudgedMove) -> Iterator[str]:
    """One move with its reasons or its problems."""
    judged = move.judged
    reasons = ", ".join(f"{line.label} {line.points:+d}" if line.points else line.label for line in judged.lines)
    points = f"{judged.points:+d}" if judged.points else ""
    told = rules_for(replayed.header.game).tell(judged.move, judged.state)
    yield f"{number:4d}  {told:<{WIDTH}} {points:>4}  {reasons}".rstrip()
    if move.n in replayed.guesses:
        yield "      a guess"
    for problem in judged.problems:
        yield f"      {AGAINST}: {problem.message}"


def _verdict(replayed: Replay) -> str:
    """Who has won or leads."""
    names = " and ".join(replayed.winners) or "nobody"
    several = len(replayed.winners) > 1
    if replayed.over:
        return f"{names} {'share' if several else 'has'} the victory"
    return f"{names} {'lead' if several else 'leads'}; the game is not over"
