"""MY CITY on a chess board (Lloyd Krassner, Warp Spawn Games): the rules, with every variant of the rulebook."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.altered import altered
from scoring.changes import changes
from scoring.defaults import ByLines
from scoring.games.my_city_chess import evidence as seen
from scoring.games.my_city_chess.judging import ruling
from scoring.games.my_city_chess.playing import sample as random_move
from scoring.games.my_city_chess.setting import LANDMARKS_A_ROW
from scoring.games.my_city_chess.state import MyCityChessState, resumed, started, take_up, with_counters
from scoring.games.my_city_chess.status import problems_of
from scoring.games.my_city_chess.texts import WORDING
from scoring.protocol import Judged, Placement, ScoreLine
from scoring.wording import joined
from tabletop.errors import UsageError
from tabletop.games.my_city_chess.values import MyCityChessPosition, PlacedZone, PlaceZone, SetLandmark, Skip
from tabletop.moves import Move

LANDMARK = "landmark"


@dataclass(frozen=True, slots=True)
class MyCityChess(ByLines[MyCityChessState, MyCityChessPosition]):
    """The protocol `scoring.protocol.Rules` for MY CITY on a chess board."""

    game: str
    start = staticmethod(started)
    resume = staticmethod(resumed)
    problems = staticmethod(problems_of)
    contents = staticmethod(seen.contents)
    changes = staticmethod(seen.changes)
    on_table = staticmethod(with_counters)
    taken_up = staticmethod(take_up)
    suggest = staticmethod(seen.suggest)
    tell = staticmethod(seen.tell)
    sample = staticmethod(random_move)

    def judge(self, state: MyCityChessState, move: Move) -> Judged[MyCityChessState]:
        """Judge a move; its points are what it changes in the mover's score, as everything counts at the end.

        A landmark is nobody's: where it is set out late it is told what it changes for everybody.
        """
        found = ruling(state, move)

        def scored() -> tuple[ScoreLine, ...]:
            if found.problems:
                return ()
            before, after = state.lines, found.state.lines_after(state)
            if move.player is not None:
                return changes(before[move.player], after[move.player])
            told = [(player, changes(before[player], after[player])) for player in state.players if state.zones]
            return tuple(WORDING.of_player(player, line) for player, lines in told for line in lines)

        return Judged(move, found.problems, found.state, scored)

    def kinds(self, state: MyCityChessState) -> tuple[str, ...]:
        """The zone types in play; before the first zone, landmarks too."""
        zones = tuple(type_ for type_ in state.setting.counters.zones if state.setting.in_play(type_))
        return (LANDMARK, *zones) if state.setting_out() else zones

    def placements(
        self, state: MyCityChessState, kind: str, *, player: str | None = None, value: int | None = None
    ) -> tuple[Placement, ...]:
        """Every legal square for a zone type, for each value that the player still has, or for `value` alone."""
        if kind not in self.kinds(state):
            raise UsageError(f"there is no zone '{kind}'; expected {joined(self.kinds(state), 'or')}")
        if state.over():
            return ()
        if kind == LANDMARK:
            return self._landmark_placements(state)
        if state.strict and state.landmarks_to_come():
            return ()
        mover = player if player is not None else state.turn
        if mover is None or mover not in state.colours:
            known = state.setting.counters.colours
            if state.named or mover not in known:
                raise UsageError(f"whose zone? give --player, one of {joined(state.players or known, 'or')}")
            state = altered(state, colours={**state.colours, mover: mover})  # who has no counter on the map yet
        values = [held for type_, held in state.in_cup(state.colours[mover]) if type_ == kind and value in (None, held)]
        before = self.lines(state)[mover]
        found: list[Placement] = []
        for cell in state.open_squares(kind):
            on = state.setting.board.cell_name(cell)
            for held in values:
                zone = PlacedZone(state.colours[mover], kind, held, on)
                after = state.lines_with(cell, zone)[mover]
                lines = changes(before, after)
                found.append(Placement({"on": on, "value": held}, sum(line.points for line in lines), lines))
        return tuple(found)

    def move_for(self, state: MyCityChessState, player: str | None, kind: str, placement: Placement) -> Move:
        """The move that makes use of a placement."""
        if kind == LANDMARK:
            return SetLandmark(placement.at["name"], placement.at["on"])
        mover = player if player is not None else state.turn
        return PlaceZone(str(mover), kind, placement.at["on"], placement.at["value"])

    def quiet_moves(self, state: MyCityChessState, player: str) -> tuple[Move, ...]:
        """A skip, where nothing can be placed, or where random zones hide whether it can."""
        skip = Skip(player)
        if player not in state.colours:
            return ()
        return () if ruling(state, skip).problems else (skip,)

    def to_move(self, state: MyCityChessState) -> str | None:
        """Whose turn it is; None when nobody can place anything."""
        return None if state.over() else state.turn

    def places_of(self, move: Move) -> tuple[str, ...]:
        """The square that a move touches."""
        return () if isinstance(move, Skip) else (f"square:{move.on}",)  # type: ignore[attr-defined]

    def lines(self, state: MyCityChessState) -> Mapping[str, Sequence[ScoreLine]]:
        """Every player's score lines."""
        return state.lines

    def _landmark_placements(self, state: MyCityChessState) -> tuple[Placement, ...]:
        """Every square of a row that still wants a landmark, for each landmark in the cup."""
        rows = [cell[0] for cell in state.landmarks]
        return tuple(
            Placement({"name": name, "on": state.setting.board.cell_name(cell)}, 0, ())
            for cell in state.empty()
            if rows.count(cell[0]) < LANDMARKS_A_ROW
            for name in state.landmark_cup()
        )


def rules(game: str) -> MyCityChess:
    """The rules for the shipped game, or for a game file that follows them."""
    return MyCityChess(game)
