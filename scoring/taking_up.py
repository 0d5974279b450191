"""A game that is taken up from what lies on the table: the one line that every game's record may have."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from scoring.protocol import Judged, JudgedMove, Rules, ScoreLine
from tabletop.moves import Move, TakeUp

BEFORE = "before the game was taken up"


@dataclass(frozen=True, slots=True)
class WithTakingUp:
    """A game's rules that know this line too; everything else is asked of the game itself."""

    own: Rules[Any, Any]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.own, name)

    def judge(self, state: Any, move: Move) -> Judged[Any]:
        """What lies there lies there: it is never against the rules."""
        if isinstance(move, TakeUp):
            return Judged(move, (), self.own.taken_up(state, move.position), tuple)
        return self.own.judge(state, move)

    def changes(self, state: Any, move: Move) -> Mapping[str, str]:
        """All contents, since places may be renamed."""
        if isinstance(move, TakeUp):
            return self.own.contents(self.own.taken_up(state, move.position))
        return self.own.changes(state, move)

    def supported(self, move: Move, position: Any) -> bool | None:
        """That it is seen says nothing more."""
        return None if isinstance(move, TakeUp) else self.own.supported(move, position)

    def leaves_no_trace(self, move: Move) -> bool:
        """It is all that is seen."""
        return not isinstance(move, TakeUp) and self.own.leaves_no_trace(move)

    def things(self, move: Move) -> int:
        """Nobody put anything down."""
        return 1 if isinstance(move, TakeUp) else self.own.things(move)

    def places_of(self, move: Move) -> tuple[str, ...]:
        """No place more than another."""
        return () if isinstance(move, TakeUp) else self.own.places_of(move)

    def tell(self, move: Move, state: Any = None) -> str:
        """What happens, and whose turn it is where that is known."""
        if not isinstance(move, TakeUp):
            return self.own.tell(move, state)
        turn = getattr(move.position, "turn", None)
        return "the game is taken up as it lies" + (f", {turn} is next" if turn else "")


def unknown_points(rules: Rules[Any, Any], judged: Judged[Any]) -> bool:
    """Whether a game was taken up whose points only its moves tell, and nobody has said how many everybody had."""
    made, state = judged.move, judged.state
    if not isinstance(made, TakeUp) or rules.reasons(state) is not None:
        return False
    told = {marker.player for marker in made.position.scores}
    return not told >= set(rules.totals(state)) and _has_scored(cast(Any, rules), made)


@lru_cache(maxsize=16)
def _has_scored(rules: Any, made: TakeUp) -> bool:
    """Whether anything lies there for which somebody can have had points; nobody knows where no bounds are told."""
    bounds = rules.score(made.position).bounds
    return bounds is None or any(bound.most for bound in bounds)


def lines_by_moves(moves: Sequence[JudgedMove], players: Sequence[str]) -> Mapping[str, list[ScoreLine]]:
    """The score lines of each player's moves, and what everybody had when the game was taken up."""
    lines: dict[str, list[ScoreLine]] = {player: [] for player in players}
    before: Mapping[str, int] = {}
    for move in moves:
        made = move.judged.move
        if made.player in lines:
            lines[made.player] += move.judged.lines
        for player in players if isinstance(made, TakeUp) else ():
            more = move.totals.get(player, 0) - before.get(player, 0)
            if more:
                lines[player].append(ScoreLine(BEFORE, more, (), "before"))
        before = move.totals
    return lines
