"""Made-up pairs of looks at random games of Big City, with misread places: what the referee is measured with."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from scoring.games.big_city.state import BigCityState
from scoring.random_play import play_game
from scoring.referee.explanation import Explanation
from scoring.registry import rules_for
from tabletop.gamefile import load_game
from tabletop.games.big_city.values import Streetcars
from tabletop.moves import Move
from tabletop.positions import TrackMarker
from tabletop.readings import Reading
from tabletop.records import Header, corrected

RULES = rules_for("big-city")
EMPTY = "empty"
PLAYERS = ("Ann", "Ben", "Cem", "Dan", "Eva")


@dataclass(frozen=True, slots=True)
class Look:
    """Two looks at a random game: the state before, the reading after, what really happened in between."""

    before: BigCityState
    reading: Reading
    puck_before: str | None
    moves: tuple[Move, ...]
    misread: tuple[str, ...]


def looks(seed: int, turns: int, misread: float, *, markers: bool = False, count: int = 4) -> Iterator[Look]:
    """A few pairs of looks at one random game with `turns` moves in between."""
    random = Random(seed)
    record = play_game(RULES, Header("big-city", PLAYERS[: random.randint(2, 5)]), random)
    states = [RULES.start(record.header)]
    for _, move in corrected(record.entries):
        states.append(RULES.judge(states[-1], move).state)
    for _ in range(count):
        at = random.randrange(0, len(states) - turns)
        before, after = states[at], states[at + turns]
        moves = tuple(entry.move for entry in record.entries[at : at + turns] if entry.move is not None)
        if moves and turns % len(before.players) == 0 and all(map(RULES.leaves_no_trace, moves)):
            continue  # the puck is back where it was and nothing else tells: the same as no turn at all
        yield _look(random, before, after, moves, misread, markers)


def _look(
    random: Random, before: BigCityState, after: BigCityState, moves: tuple[Move, ...], misread: float, markers: bool
) -> Look:
    """The reading after some moves; half of the last movers have not passed the puck on yet."""
    puck, puck_before = after.to_move, before.to_move
    if not moves and random.random() < 0.5:
        puck = puck_before = before.players[before.seat - 1]
    elif moves and not RULES.leaves_no_trace(moves[-1]) and random.random() < 0.5:
        puck = moves[-1].player
    if puck is None:  # the game is over, and the puck is passed on once more
        puck = after.players[after.seat]
    evidence, wrong = _evidence(random, after, misread)
    position = RULES.position(after)
    pieces = tuple(piece for piece in position.pieces if not any(f"property:{n}" in wrong for n in piece.on))
    totals = RULES.totals(after).items()
    scores = tuple(TrackMarker(name, total % 100, total // 100) for name, total in totals) if markers else ()
    position = replace(position, turn=puck, pieces=pieces, scores=scores)
    return Look(before, Reading("big-city", position, evidence=evidence), puck_before, moves, tuple(wrong))


def _evidence(random: Random, state: BigCityState, misread: float) -> tuple[dict[str, dict[str, float]], list[str]]:
    """Likelihoods of every place, and which places are misread."""
    words = [EMPTY, *(part.id for part in load_game("big-city").of_kind("piece"))]
    kinds = {"property": words, "street": [EMPTY, "streetcar"], "tile": []}
    return made_evidence(RULES.contents(state), kinds, misread, random)


def made_evidence(
    contents: Mapping[str, str],
    kinds: Mapping[str, Sequence[str]],
    misread: float,
    random: Random,
    empty: float | None = None,
) -> tuple[dict[str, dict[str, float]], list[str]]:
    """Likelihoods of every place in the words of its kind, and which places plainly show something else.

    `empty` is how many of those on which something lies look empty; None leaves it to chance.
    """
    evidence, wrong = {}, []
    for place, truth in contents.items():
        choices = list(dict.fromkeys([*kinds[place.partition(":")[0]], truth]))
        weights = {word: -random.uniform(6, 25) for word in choices}
        shown = truth
        if len(choices) > 1 and random.random() < misread:
            others = [word for word in choices if word != truth and (empty is None or word != EMPTY)]
            bare = empty is not None and truth != EMPTY and random.random() < empty
            shown = EMPTY if bare else random.choice(others)
            weights[truth] = -random.uniform(2, 15)
            wrong.append(place)
        weights[shown] = 0.0
        evidence[place] = weights
    return evidence, wrong


def is_right(explanation: Explanation, look: Look) -> bool:
    """The right turns in the right order; which quiet turn it was nobody can see."""
    return not explanation.taken_back and list(map(_core, explanation.moves)) == list(map(_core, look.moves))


def _core(move: Move) -> object:
    """A move without what cannot be seen."""
    if RULES.leaves_no_trace(move):
        return ("quiet", move.player)
    if isinstance(move, Streetcars):
        return (move.player, frozenset(move.segments))
    return move
