"""Made-up pairs of looks at random games on boards, with places misread anywhere: a measure for the referee.

No puck lies on the table, so turns without a trace are nothing that anybody could see, and are not looked for.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from measuring.city_looks import EMPTY, made_evidence
from scoring.protocol import Rules
from scoring.referee.explanation import Explanation
from scoring.registry import rules_for
from tabletop.gamefile import load_game
from tabletop.moves import Move
from tabletop.readings import Reading
from tabletop.records import Header

LOOKS_EMPTY = 0.5
"""How many of the misread places on which something lies look empty; the others look like something else."""
HEADERS: tuple[Header, ...] = (
    Header("my-city-chess", ("red", "blue")),
    Header("my-city-chess", ("red", "blue", "white"), {"rezoning": True, "map": "hex-8"}),
    Header("my-city", ("Ann", "Ben")),
    Header("small-city", ("Ann", "Ben"), {"modules": ["leisure", "gardens"]}),
)
"""The shipped games that are played on boards."""


@dataclass(frozen=True, slots=True)
class BoardLook:
    """Two looks at a random game: the state before, the reading after, what really happened in between."""

    rules: Rules[Any, Any]
    before: Any
    after: Any
    reading: Reading
    moves: tuple[Move, ...]
    misread: tuple[str, ...]


def name_of(header: Header) -> str:
    """A header in a word or two."""
    return " ".join([Path(header.game).stem, *(f"{key}={value}" for key, value in header.options.items())])


def board_looks(header: Header, seed: int, turns: int, misread: float, *, count: int = 6) -> Iterator[BoardLook]:
    """A few pairs of looks at one random game with `turns` moves between each two."""
    rules, random = rules_for(header.game), Random(seed)
    state = rules.start(header)
    while rules.kinds(state)[0] == "landmark":  # first everything is set out
        state = rules.judge(state, rules.sample(state, random)).state
    for _ in range(count):
        before = state
        moves: list[Move] = []
        while len(moves) < turns and not rules.over(state):
            moves.append(rules.sample(state, random))
            state = rules.judge(state, moves[-1]).state
        if not moves:
            return
        evidence, wrong = _evidence(rules, header.game, state, misread, random)
        reading = Reading(header.game, rules.position(state), evidence=evidence)
        yield BoardLook(rules, before, state, reading, tuple(moves), tuple(wrong))


def is_seen(explanation: Explanation, look: BoardLook) -> bool:
    """Whether the moves of which something is left to be seen were told, all of them and no others."""
    return _visible(look.rules, explanation.moves) == _visible(look.rules, look.moves)


def _visible(rules: Rules[Any, Any], moves: Sequence[Move]) -> set[Move]:
    """Moves that left a trace on which no later one lies: a card covers the card before it."""
    found: set[Move] = set()
    covered: set[str] = set()
    for move in reversed(moves):
        places = set(rules.places_of(move))
        if not rules.leaves_no_trace(move) and not places <= covered:
            found.add(move)
        covered |= places
    return found


def _evidence(
    rules: Rules[Any, Any], game: str, state: Any, misread: float, random: Random
) -> tuple[dict[str, dict[str, float]], list[str]]:
    """Likelihoods of every place, and which places are misread."""
    kinds = {part.kind for part in load_game(game).parts} - {"board", "card", "mat", "puck"}
    words = [EMPTY, *(part.id for part in load_game(game).parts if part.kind in kinds)]
    cards = [EMPTY, *(part.id for part in load_game(game).of_kind("card"))]
    spaces = [str(space) for space in range(51)]
    words_of = dict.fromkeys(("square", "cell", "landmark"), words) | {"card": cards, "track": spaces}
    return made_evidence(rules.contents(state), words_of, misread, random, LOOKS_EMPTY)
