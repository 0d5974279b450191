"""Games of pieces on cells, played, judged and scored from their file; Python says only what no file can.

A game of its own inherits `PieceGame` and writes what it needs of `against`, `scores` and `ended`.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from scoring.changes import changes
from scoring.defaults import ByLines
from scoring.pieces import evidence as seen
from scoring.pieces.complaints import complaints_about
from scoring.pieces.counting import lines_at
from scoring.pieces.judging import ruling
from scoring.pieces.loading import spec_of
from scoring.pieces.order import order_problems
from scoring.pieces.placing import broken_conditions
from scoring.pieces.state import PiecesState, resumed, started, take_up, with_parts
from scoring.pieces.table import Cells, OwnRules, PartOnBoard, Table, has_shape
from scoring.pieces.terms import groups, score_lines
from scoring.pieces.texts import WORDING
from scoring.protocol import Judged, Placement, PlayerScore, PositionScore, ScoreLine
from scoring.wording import joined
from tabletop.errors import UsageError
from tabletop.moves import Move
from tabletop.pieces.values import EnterValue, MovePart, PassTurn, PiecesPosition, PlacePart, Remove
from tabletop.readings import Problem
from tabletop.records import Header

ENTERING = 0.3
"""How often a random player enters something, or takes something off, where that is possible."""
__all__ = ["Cells", "OwnRules", "PartOnBoard", "PieceGame", "Table", "groups"]


@dataclass(frozen=True, slots=True)
class PieceGame(ByLines[PiecesState, PiecesPosition], OwnRules):
    """The protocol `scoring.protocol.Rules` for a game file with `rules = "custom"`, and for whoever inherits it."""

    game: str
    complaints_about = staticmethod(complaints_about)
    contents = staticmethod(seen.contents)
    changes = staticmethod(seen.changes)
    places_of = staticmethod(seen.places_of)
    on_table = staticmethod(with_parts)
    taken_up = staticmethod(take_up)
    suggest = staticmethod(seen.suggest)

    def __post_init__(self) -> None:
        spec_of(self.game)  # raises UnreadableInput where the file's play does not make sense

    def start(self, header: Header) -> PiecesState:
        """An empty board."""
        return started(self._bare, header)

    def resume(self, position: PiecesPosition) -> PiecesState:
        """The position as it lies."""
        return resumed(self._bare, position)

    @property
    def _bare(self) -> Table:
        return Table(spec_of(self.game), self)

    def judge(self, state: PiecesState, move: Move) -> Judged[PiecesState]:
        """Judge a move; its points are what it changes in the mover's score."""
        problems, after = ruling(state, move)

        def scored() -> tuple[ScoreLine, ...]:
            if problems or move.player is None:
                return ()
            return changes(self.lines(state)[move.player], self.lines(after)[move.player])

        return Judged(move, problems, after, scored)

    def kinds(self, state: PiecesState) -> tuple[str, ...]:
        """Every part that the next player may place, by its id; all parts where turns are free."""
        moving = dict.fromkeys(way.before.part for player in state.players for way in state.ways(player))
        placed = (
            state.hand(state.turn) if state.turn is not None else state.spec.parts if state.spec.play.places else ()
        )
        return tuple(dict.fromkeys((*placed, *moving)))

    def placements(
        self, state: PiecesState, kind: str, *, player: str | None = None, value: int | None = None
    ) -> tuple[Placement, ...]:
        """Every legal place of a part, with what it would change in its player's score."""
        if kind not in state.spec.parts:
            raise UsageError(f"there is no part '{kind}'; expected {joined(state.spec.parts, 'or')}")
        mover = player or state.owner(kind) or state.turn or (state.players[0] if len(state.players) == 1 else None)
        if mover not in state.players:
            raise UsageError(f"whose move? give --player, one of {joined(state.players, 'or')}")
        if state.over():
            return ()
        moves = [seen.move_of(way, state) for way in state.ways(mover) if way.before.part == kind]
        moved = [(move, self.judge(state, move)) for move in moves]
        found = [Placement({"path": list(move.path)}, judged.points, judged.lines) for move, judged in moved]
        if kind not in state.hand(mover):
            return tuple(found)
        before = self.lines(state)[mover]
        return (
            *found,
            *(
                self._placement(state, before, kind, cells, mover)
                for cells in sorted(state.legal(kind, mover), key=sorted)
            ),
        )

    def move_for(self, state: PiecesState, player: str | None, kind: str, placement: Placement) -> Move:
        """The move that makes use of a placement."""
        mover = player or state.owner(kind) or state.turn or state.players[0]
        if "path" in placement.at:
            return MovePart(mover, tuple(placement.at["path"]))
        return PlacePart(mover, kind, tuple(placement.at["on"]))

    def quiet_moves(self, state: PiecesState, player: str) -> tuple[Move, ...]:
        """Passing, where it is allowed."""
        if player not in state.players or ruling(state, PassTurn(player))[0]:
            return ()
        return (PassTurn(player),)

    def entry_keys(self) -> Mapping[str, str]:
        """The moves that enter a number, or an entry of a list."""
        return {rule.name: "word" if rule.list else "number" for rule in spec_of(self.game).play.of("enter")}

    def entered(self, state: PiecesState, player: str) -> Mapping[str, Any]:
        """What a player has of each counter, and the entries of lists."""
        moment = state.counted.moment
        found: dict[str, Any] = {name: moment.counter(name, player) for name in state.spec.play.counters}
        lists = {name: moment.entered(name, player) for name in state.spec.play.lists}
        return found | {name: ", ".join(entry.id for entry in entries) for name, entries in lists.items() if entries}

    def sample(self, state: PiecesState, random: Random) -> Move:
        """A random legal move of whoever is next."""
        players = [state.turn] if state.turn is not None else list(state.players)
        random.shuffle(players)
        for player in players:
            quiet = self._entries(state, player)
            if quiet and random.random() < ENTERING:
                return random.choice(quiet)
            if moving := state.ways(player):
                return seen.move_of(random.choice(moving), state)
            hand = list(state.hand(player))
            random.shuffle(hand)
            for part in hand:
                places = sorted(state.legal(part, player), key=sorted)
                if places:
                    cells = random.choice(places)
                    return PlacePart(player, part, tuple(state.table.board.cell_name(cell) for cell in sorted(cells)))
        for player in players:
            if passing := self.quiet_moves(state, player):
                return passing[0]
        return next((move for player in players for move in self._entries(state, player)), PassTurn(players[0]))

    def _entries(self, state: PiecesState, player: str) -> list[Move]:
        """What a player can enter and take off just now."""
        play, found = state.spec.play, list[Move]()
        for rule in play.of("enter"):
            values = [*play.lists[rule.list]] if rule.list else range(rule.between[0], rule.between[1] + 1)
            found += (EnterValue(player, rule.name, value) for value in values)
        if play.of("take"):
            found += (Remove(player, state.table.board.cell_name(min(lying.cells))) for lying in state.table.parts)
        return [move for move in found if not ruling(state, move)[0]]

    def to_move(self, state: PiecesState) -> str | None:
        """Whose turn it is."""
        return None if state.over() else state.turn

    def problems(self, position: PiecesPosition) -> tuple[Problem, ...]:
        """Overlaps, wrong shapes, parts beyond their count, and conditions that no order of play can have kept.

        Conditions about terrain and the river hold in whatever order; what lies beside something may have come later,
        but some order there must be.
        """
        return tuple(_problems(self.resume(position)))

    def supported(self, move: Move, position: PiecesPosition) -> bool | None:
        """Whether the position has this part on just these cells; one cell says it by itself."""
        if not isinstance(move, PlacePart) or len(move.on) == 1:
            return None
        return any((placed.part, set(placed.on)) == (move.part, set(move.on)) for placed in position.parts)

    def tell(self, move: Move, state: PiecesState | None = None) -> str:
        """A move as a short sentence; its places bear the names that stand on the boards."""
        return seen.tell(move, spec_of(self.game), state)

    def lines(self, state: PiecesState) -> dict[str, list[ScoreLine]]:
        """Every player's lines, term by term, then score by score; those of turns and rounds as they were told."""
        if not state.known_lines:
            state.known_lines.update(self._lines(state, ("always", "end") if state.over() else ("always",)))
        return state.known_lines

    def score(self, position: PiecesPosition) -> PositionScore:
        """What lies there as it counts at the end; what turns and rounds scored no position tells."""
        lines = self._lines(self.resume(position), ("always", "end"))
        players = tuple(PlayerScore(one, sum(line.points for line in lines[one]), tuple(lines[one])) for one in lines)
        most = max((player.total for player in players), default=0)
        winners = tuple(player.name for player in players if player.total == most)
        return PositionScore(players, winners, self.problems(position))

    def winners(self, state: PiecesState) -> tuple[str, ...]:
        """Whom the rule names by which the game ended, else the most points; ties are shared."""
        return state.course.winners or super(PieceGame, self).winners(state)

    def _lines(self, state: PiecesState, times: tuple[str, ...]) -> dict[str, list[ScoreLine]]:
        counted = state.counted
        lines = score_lines(counted.table, state.players)
        if counted.spec.play.scores:
            more = lines_at(counted.spec.play, counted.moment, counted.names(None), times)
            for player, own in lines.items():
                own += (*counted.course.banked.get(player, ()), *more[player])
        return lines

    def _placement(
        self, state: PiecesState, before: list[ScoreLine], part: str, cells: Cells, player: str
    ) -> Placement:
        on = [state.table.board.cell_name(cell) for cell in sorted(cells)]
        if state.spec.play.moves or state.spec.play.scores:
            lines = self.judge(state, PlacePart(player, part, tuple(on))).lines
        else:
            after = state.with_part(PartOnBoard(part, cells, state.owner(part) or player))
            lines = changes(before, self.lines(after)[player])
        return Placement({"on": on}, sum(line.points for line in lines), lines)


def _problems(state: PiecesState) -> Iterator[Problem]:
    table, lying_on = state.table, defaultdict[tuple[int, int], list[str]](list)
    ground = replace(
        state.spec,
        conditions=tuple(
            replace(one, beside=(), beside_terrain=(), not_beside=(), touching="", start=())
            for one in state.spec.conditions
        ),
    )
    bare = replace(table, spec=ground)
    for lying in table.parts:
        for cell in lying.cells:
            lying_on[cell].append(state.spec.name_of(lying.part))
        if not has_shape(state.spec, state.spec.parts[lying.part], lying.cells):
            on = table.names(lying.cells)
            yield WORDING.problem("wrong-shape", table.places(lying.cells), part=state.spec.name_of(lying.part), on=on)
        if lying.owner is not None and lying.owner not in state.players:
            yield WORDING.problem("unknown-player", table.places(lying.cells), player=lying.owner)
        others = tuple(other for other in table.parts if other is not lying)
        yield from broken_conditions(replace(bare, parts=others), lying.part, lying.cells, lying.owner)
    yield from order_problems(table)
    for cell, parts in sorted(lying_on.items()):
        if len(parts) > 1:
            on, what = table.board.cell_name(cell), " and ".join(parts)
            yield WORDING.problem("two-on-a-cell", [table.place(cell)], on=on, what=what)
    for part, count in Counter(lying.part for lying in table.parts).items():
        most = state.spec.parts[part].count
        if count > most:
            yield WORDING.problem("too-many", part=state.spec.name_of(part), count=count, most=most)
