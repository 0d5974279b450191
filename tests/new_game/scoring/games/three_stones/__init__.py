"""Three Stones: put a stone on a free cell; each row of three of one's own is a point; nine stones end the game."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations

from tabletop.games.three_stones.values import CELLS, Put, Stone, Stones

from scoring import Judged, Placement, PlayerScore, PositionScore, ScoreLine
from scoring.defaults import Defaults
from tabletop.readings import Problem
from tabletop.records import Header

ROWS = [row for row in combinations(CELLS, 3) if len({c[0] for c in row}) == 1 or len({c[1] for c in row}) == 1]
TAKEN = "{cell} is taken already (rules: putting stones)"
OVER = "all squares are full, the game is over (rules: end)"
NOT_YOURS = "it is {expected}'s turn (rules: turns)"


@dataclass(frozen=True, slots=True)
class State:
    """The stones in the order in which they were put, and whose turn it is."""

    header: Header
    stones: tuple[Stone, ...] = ()
    seat: int = 0
    totals: tuple[int, ...] = (0, 0)


@dataclass(frozen=True)
class ThreeStones(Defaults[State, Stones]):
    """The rules."""

    game: str

    def start(self, header: Header) -> State:
        """An empty board."""
        return State(header)

    def resume(self, position: Stones) -> State:
        """A board with these stones."""
        header = Header(self.game, position.players or ("light", "dark"), position.options)
        seat = header.players.index(position.turn) if position.turn in header.players else 0
        return State(header, position.tiles, seat)

    def taken_up(self, state: State, position: Stones) -> State:
        """These stones, with the points that the score track shows: the stones alone do not tell who came first."""
        had = {marker.player: 100 * marker.hundreds + marker.space for marker in position.scores}
        lying = super().taken_up(state, position)
        return replace(lying, totals=tuple(had.get(player, 0) for player in lying.header.players))

    def judge(self, state: State, move: Put) -> Judged[State]:
        """Put a stone."""
        players, problems = state.header.players, []
        if move.player != players[state.seat]:
            problems.append(Problem("not-your-turn", NOT_YOURS.format(expected=players[state.seat])))
        if self.over(state):
            problems.append(Problem("game-over", OVER))
        taken = any(stone.on == move.on for stone in state.stones)
        if taken:
            problems.append(Problem("taken", TAKEN.format(cell=move.on), (f"cell:{move.on}",)))
        lines = () if problems else self._lines(state, move)
        mover = players.index(move.player)
        totals = list(state.totals)
        totals[mover] += len(lines)
        stones = state.stones if taken else (*state.stones, Stone(move.player, move.on))
        after = replace(state, stones=stones, seat=1 - mover, totals=tuple(totals))
        return Judged(move, tuple(problems), after, lambda: lines)

    def _lines(self, state: State, move: Put) -> tuple[ScoreLine, ...]:
        """A line for each row that the stone completes."""
        own = {stone.on for stone in state.stones if stone.player == move.player} | {move.on}
        rows = [row for row in ROWS if move.on in row and set(row) <= own]
        return tuple(ScoreLine("a row of three", 1, tuple(f"cell:{cell}" for cell in row), "row") for row in rows)

    def kinds(self, state: State) -> tuple[str, ...]:
        """There are only stones."""
        return ("stone",)

    def placements(
        self, state: State, kind: str, *, player: str | None = None, value: int | None = None
    ) -> tuple[Placement, ...]:
        """Every free cell."""
        taken = {stone.on for stone in state.stones}
        player = player or state.header.players[state.seat]
        found = []
        for cell in CELLS:
            if cell not in taken:
                lines = self._lines(state, Put(player, cell))
                found.append(Placement({"on": cell}, len(lines), lines))
        return tuple(found)

    def move_for(self, state: State, player: str | None, kind: str, placement: Placement) -> Put:
        """Put a stone there."""
        return Put(player or state.header.players[state.seat], placement.at["on"])

    def position(self, state: State) -> Stones:
        """What lies there."""
        stones, header = tuple(sorted(state.stones)), state.header
        return Stones(stones, len(CELLS) - len(stones), header.players, header.options, self.to_move(state))

    def to_move(self, state: State) -> str | None:
        """Turn about."""
        return None if self.over(state) else state.header.players[state.seat]

    def over(self, state: State) -> bool:
        """Nine stones."""
        return len(state.stones) >= len(CELLS)

    def totals(self, state: State) -> Mapping[str, int]:
        """Rows of each player."""
        return dict(zip(state.header.players, state.totals, strict=True))

    def winners(self, state: State) -> tuple[str, ...]:
        """Most rows, ties shared."""
        return tuple(name for name, total in self.totals(state).items() if total == max(state.totals))

    def score(self, position: Stones) -> PositionScore:
        """Rows as they lie."""
        players = []
        for name in position.players:
            own = {stone.on for stone in position.tiles if stone.player == name}
            lines = tuple(
                ScoreLine("a row of three", 1, tuple(f"cell:{cell}" for cell in row), "row")
                for row in ROWS
                if set(row) <= own
            )
            players.append(PlayerScore(name, len(lines), lines))
        most = max((player.total for player in players), default=0)
        winners = tuple(player.name for player in players if player.total == most)
        return PositionScore(tuple(players), winners, self.problems(position))

    def problems(self, position: Stones) -> tuple[Problem, ...]:
        """Two stones on one cell."""
        cells = [stone.on for stone in position.tiles]
        twice = sorted({cell for cell in cells if cells.count(cell) > 1})
        return tuple(Problem("taken", TAKEN.format(cell=cell), (f"cell:{cell}",)) for cell in twice)

    def contents(self, state: State) -> Mapping[str, str]:
        """Which stone lies where."""
        found = {f"cell:{cell}": "empty" for cell in CELLS}
        for stone in state.stones:
            found[f"cell:{stone.on}"] = f"stone-{state.header.players.index(stone.player) + 1}"
        return found

    def places_of(self, move: Put) -> tuple[str, ...]:
        """The cell."""
        return (f"cell:{move.on}",)

    def tell(self, move: Put, state: object = None) -> str:
        """A sentence."""
        return f"{move.player} puts a stone on {move.on}"


def rules(game: str) -> ThreeStones:
    """What `scoring.rules_for` asks for."""
    return ThreeStones(game)
