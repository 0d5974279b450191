"""My City (Reiner Knizia): the rules of the Eternal game and of the campaign's first episode."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from scoring.altered import altered
from scoring.changes import changes
from scoring.defaults import ByLines
from scoring.games.my_city import evidence as seen
from scoring.games.my_city.city import Cells, PlayerCity, placing_problems, spots
from scoring.games.my_city.judging import ruling
from scoring.games.my_city.points import Assessment, assess, empty_by_row
from scoring.games.my_city.state import MyCityState, resumed, started, take_up, with_boards
from scoring.games.my_city.status import problems_of
from scoring.protocol import Judged, Placement, ScoreLine
from scoring.wording import joined
from tabletop.errors import UsageError
from tabletop.games.my_city.values import End, MyCityPosition, PassCard, PlaceBuilding, TurnCard
from tabletop.moves import Move

CARD = "card"
QUIET_SHARE = 0.06
"""How often a random player passes although there is a place to build."""


@dataclass(frozen=True, slots=True)
class MyCity(ByLines[MyCityState, MyCityPosition]):
    """The protocol `scoring.protocol.Rules` for My City.

    All players build at the same time: after a card their moves may stand in any order, and `to_move` names the
    first of those who have not acted yet.
    """

    game: str
    start = staticmethod(started)
    resume = staticmethod(resumed)
    problems = staticmethod(problems_of)
    contents = staticmethod(seen.contents)
    changes = staticmethod(seen.changes)
    supported = staticmethod(seen.supported)
    on_table = staticmethod(with_boards)
    taken_up = staticmethod(take_up)
    suggest = staticmethod(seen.suggest)
    tell = staticmethod(seen.tell)

    def judge(self, state: MyCityState, move: Move) -> Judged[MyCityState]:
        """Judge a move; its points are what it changes in the mover's score, as nearly all counts at the end."""
        found = ruling(state, move)

        def scored() -> tuple[ScoreLine, ...]:
            if found.problems or move.player is None:
                return ()
            before, after = state.cities[move.player], found.state.cities[move.player]
            return changes(self._assess(state, before).lines, self._assess(found.state, after).lines)

        return Judged(move, found.problems, found.state, scored)

    def kinds(self, state: MyCityState) -> tuple[str, ...]:
        """The open card's building; `card` when the next one is to be turned over; where no card is known, all."""
        if state.waiting():
            return (str(state.open_card),)
        if state.over():
            return ()
        return (CARD,) if state.deck_known else (CARD, *(card for card in state.deck() if card != "blocking"))

    def placements(
        self, state: MyCityState, kind: str, *, player: str | None = None, value: int | None = None
    ) -> tuple[Placement, ...]:
        """Every legal place of a building on a player's board, whether its card is open or not."""
        if kind == CARD:
            return tuple(
                Placement({"building": card}, 0, ())
                for card in state.unturned()
                if not state.waiting() and not state.over()
            )
        if kind not in state.deck():
            raise UsageError(f"there is no building '{kind}'; expected {joined(state.deck(), 'or')}")
        owner = player if player is not None else self.to_move(state)
        if owner is None and len(state.cities) == 1:
            owner = state.players[0]
        if owner not in state.cities:
            if not state.players:
                raise UsageError("no board lies there; give the position a [[boards]] with its player")
            raise UsageError(f"on whose board? give --player, one of {joined(state.players, 'or')}")
        city = state.cities[str(owner)]
        if kind in city.buildings or city.ended or state.over():
            return ()
        legal = [cells for cells in spots(self.game, city, kind) if not placing_problems(city, kind, cells)]
        return tuple(self._placement(state, city, kind, cells) for cells in sorted(legal, key=sorted))

    def move_for(self, state: MyCityState, player: str | None, kind: str, placement: Placement) -> Move:
        """The move that makes use of a placement."""
        if kind == CARD:
            return TurnCard(placement.at["building"])
        owner = player if player is not None else self.to_move(state)
        return PlaceBuilding(str(owner), kind, tuple(placement.at["on"]))

    def quiet_moves(self, state: MyCityState, player: str) -> tuple[Move, ...]:
        """Passing, where it is allowed, and ending."""
        if player not in state.cities:
            return ()
        moves: tuple[Move, ...] = (PassCard(player), End(player))
        return tuple(move for move in moves if not ruling(state, move).problems)

    def to_move(self, state: MyCityState) -> str | None:
        """The first player who must still act in this round; None when a card is to be turned over."""
        return None if state.over() else next(iter(state.waiting()), None)

    def totals(self, state: MyCityState) -> Mapping[str, int]:
        """What each player's assessment adds up to."""
        return {player: self._assess(state, city).total for player, city in state.counted.cities.items()}

    def lines(self, state: MyCityState) -> Mapping[str, tuple[ScoreLine, ...]]:
        """Every player's assessment. Without a token no passes are known, and 10 points at the start are counted."""
        return {player: self._assess(state, city).lines for player, city in state.counted.cities.items()}

    def winners(self, state: MyCityState) -> tuple[str, ...]:
        """The most points; then the fewest empty spaces in the top row, then the second, and so on.

        Who is equal in every row too shares the win: our reading.
        """
        leading = ByLines.winners(self, state)
        if len(leading) < 2:
            return leading
        empty = {player: empty_by_row(state.counted.cities[player]) for player in leading}
        return tuple(player for player in leading if empty[player] == min(empty.values()))

    def told_beside(self, state: MyCityState) -> tuple[str, ...]:
        """The open card, and who has not acted on it."""
        return (state.cards[-1], *state.waiting()) if state.cards and not self.over(state) else ()

    def places_of(self, move: Move) -> tuple[str, ...]:
        """The cells that a move covers."""
        return tuple(seen.places_and_parts(move))

    def sample(self, state: MyCityState, random: Random) -> Move:
        """A random legal move: the next card, or the first waiting player builds, passes or ends."""
        player = self.to_move(state)
        if player is None:
            return TurnCard(random.choice(state.unturned()))
        city, building = state.cities[player], str(state.open_card)
        legal = [cells for cells in spots(self.game, city, building) if not placing_problems(city, building, cells)]
        if legal and random.random() >= QUIET_SHARE:
            cells = random.choice(sorted(legal, key=sorted))
            return PlaceBuilding(player, building, tuple(city.board.cell_name(cell) for cell in sorted(cells)))
        return self.quiet_moves(state, player)[0]

    def _assess(self, state: MyCityState, city: PlayerCity) -> Assessment:
        return assess(city, game=state.variant, church_sides=state.options["church_sides"])

    def _placement(self, state: MyCityState, city: PlayerCity, kind: str, cells: Cells) -> Placement:
        """A legal place with what building there changes now; the gold too, where it would be the first."""
        on = [city.board.cell_name(cell) for cell in sorted(cells)]
        open_for_it = altered(state, open_card=kind, blocking=False, acted=state.acted - {city.player})
        judged = self.judge(open_for_it, PlaceBuilding(city.player, kind, tuple(on)))
        return Placement({"on": on}, judged.points, judged.lines)


def rules(game: str) -> MyCity:
    """The rules for the shipped game, or for a game file that follows them (an owner's own shapes)."""
    return MyCity(game)
