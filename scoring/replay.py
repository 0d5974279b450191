"""A record judged from its first move to its last."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.protocol import JudgedMove
from scoring.registry import rules_for
from scoring.taking_up import unknown_points
from tabletop.doubts import guessed_lines
from tabletop.notation import move_to_json
from tabletop.records import Header, Record, corrected


@dataclass(frozen=True, slots=True)
class Replay:
    """Every move of a record as it was judged, and where that leads."""

    header: Header
    moves: tuple[JudgedMove, ...]
    state: Any
    totals: Mapping[str, int]
    winners: tuple[str, ...]
    over: bool
    guesses: frozenset[int] = frozenset()
    """The lines of the moves that are guesses: nobody and nothing has settled what is asked about them.

    So is where a game was taken up whose points until then nobody has told.
    """

    def to_json(self) -> dict[str, Any]:
        """The form of INTERFACE.md section 4."""
        return {
            "format": "boardsight-replay/1",
            "game": self.header.game,
            "moves": [
                {**judged_to_json(self.header.game, move), **({"guess": True} if move.n in self.guesses else {})}
                for move in self.moves
            ],
            "totals": dict(self.totals),
            "winners": list(self.winners),
            "over": self.over,
            "guesses": [move.n for move in self.guessed],
        }

    @property
    def guessed(self) -> tuple[JudgedMove, ...]:
        """The moves that are guesses, in order."""
        return tuple(move for move in self.moves if move.n in self.guesses)


def replay(record: Record) -> Replay:
    """Judge the moves that count, corrections applied, in their order."""
    rules = rules_for(record.header.game)
    state = rules.start(record.header)
    moves: list[JudgedMove] = []
    for n, move in corrected(record.entries):
        judged = rules.judge(state, move)
        state = judged.state
        moves.append(JudgedMove(n, judged, rules))
    return replay_of(record, moves, state)


def replay_of(record: Record, moves: Sequence[JudgedMove], state: Any) -> Replay:
    """Where a record's judged moves have led."""
    rules = rules_for(record.header.game)
    totals, winners, over = rules.totals(state), rules.winners(state), rules.over(state)
    return Replay(record.header, tuple(moves), state, totals, winners, over, guesses_in(record, moves))


def guesses_in(record: Record, moves: Sequence[JudgedMove]) -> frozenset[int]:
    """The lines of a record that are guesses."""
    rules = rules_for(record.header.game)
    return guessed_lines(record.entries) | {move.n for move in moves if unknown_points(rules, move.judged)}


def guess_words(replayed: Replay) -> str:
    """The guesses in one sentence, empty where there are none: `1 move is a guess: 7 Ann builds a bank on 11 (+3)`."""
    told = [
        _told(replayed, number, move) for number, move in enumerate(replayed.moves, 1) if move.n in replayed.guesses
    ]
    if not told:
        return ""
    return f"{'1 move is a guess' if len(told) == 1 else f'{len(told)} moves are guesses'}: {'; '.join(told)}"


def move_number(moves: Sequence[JudgedMove], n: int | None) -> int:
    """Which move of the game stands on a line of its record, from 1; 0 where none that counts does."""
    return next((number for number, move in enumerate(moves, start=1) if move.n == n), 0)


def _told(replayed: Replay, number: int, move: JudgedMove) -> str:
    points = f" ({move.judged.points:+d})" if move.judged.points else ""
    return f"{number} {rules_for(replayed.header.game).tell(move.judged.move, move.judged.state)}{points}"


def judged_to_json(game: str, move: JudgedMove) -> dict[str, Any]:
    """One judged move: its line, its own body, the judgement, the totals after it."""
    return {
        "n": move.n,
        **move_to_json(game, move.judged.move),
        "legal": move.judged.legal,
        "problems": [problem.to_json() for problem in move.judged.problems],
        "points": move.judged.points,
        "lines": [line.to_json() for line in move.judged.lines],
        "totals": dict(move.totals),
    }
