"""Small City (Alban Viard) with the six modules of The Big Tiles; of the base game what can be read anywhere."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from scoring.changes import changes
from scoring.defaults import ByLines
from scoring.games.small_city import evidence as seen
from scoring.games.small_city.borough import BoroughState, Tile, entered, levels, module_of, outlines, spots
from scoring.games.small_city.builds import build_problems, supply_problems
from scoring.games.small_city.judging import NUMBERS, ruling
from scoring.games.small_city.playing import sample
from scoring.games.small_city.state import ELIMINATED_AT, SmallCityState, resumed, started, with_boroughs
from scoring.games.small_city.status import problems_of
from scoring.protocol import Judged, Placement, ScoreLine
from scoring.wording import joined
from tabletop.errors import UsageError
from tabletop.games.small_city.notation import kinds as tile_kinds
from tabletop.games.small_city.values import BuildTile, EndRound, Enter, SmallCityPosition
from tabletop.moves import Move


@dataclass(frozen=True, slots=True)
class SmallCity(ByLines[SmallCityState, SmallCityPosition]):
    """The protocol `scoring.protocol.Rules` for Small City.

    Within a round everybody acts in phases, much of it at the same time and behind screens, so it is never one
    player's turn; `end-round` settles the round.
    """

    game: str
    start = staticmethod(started)
    resume = staticmethod(resumed)
    problems = staticmethod(problems_of)
    contents = staticmethod(seen.contents)
    changes = staticmethod(seen.changes)
    supported = staticmethod(seen.supported)
    places_of = staticmethod(seen.places_of)
    on_table = staticmethod(with_boroughs)
    taken_up = staticmethod(with_boroughs)
    suggest = staticmethod(seen.suggest)
    tell = staticmethod(seen.tell)

    def judge(self, state: SmallCityState, move: Move) -> Judged[SmallCityState]:
        """Judge a move; a player's move is worth what it changes, the end of a round the pollution of all."""
        found = ruling(state, move)

        def scored() -> tuple[ScoreLine, ...]:
            if found.problems or move.player is None:
                return found.lines()
            return changes(state.lines(move.player), found.state.lines_after(state, move.player))

        return Judged(move, found.problems, found.state, scored)

    def kinds(self, state: SmallCityState) -> tuple[str, ...]:
        """Every kind of tile in play."""
        return tuple(
            kind
            for kind in tile_kinds(self.game)
            if any(self._in_play(state, kind, level) for level in self.levels(kind))
        )

    def placements(
        self, state: SmallCityState, kind: str, *, player: str | None = None, value: int | None = None
    ) -> tuple[Placement, ...]:
        """Every legal place of a tile in its printed outlines; `value` is the level."""
        if kind not in tile_kinds(self.game):
            raise UsageError(f"there is no tile '{kind}'; expected {joined(tile_kinds(self.game), 'or')}")
        owner = player if player is not None else state.players[0] if len(state.players) == 1 else None
        if owner not in state.boroughs:
            if not state.players:
                raise UsageError("no borough lies there; give the position a [[boroughs]] with its player")
            raise UsageError(f"in whose borough? give --player, one of {joined(state.players, 'or')}")
        borough, found = state.boroughs[str(owner)], list[Placement]()
        if state.over():
            return ()
        for level in self.levels(kind):
            if value in (None, level) and self._in_play(state, kind, level):
                legal = (cells for cells in spots(borough, outlines(self.game, kind, level)))
                tiles = (Tile(kind, level, cells) for cells in sorted(legal, key=sorted))
                found += [
                    self._placement(state, borough, tile)
                    for tile in tiles
                    if not supply_problems(state, tile) and not build_problems(state, borough.player, tile)
                ]
        return tuple(found)

    def move_for(self, state: SmallCityState, player: str | None, kind: str, placement: Placement) -> Move:
        """The move that makes use of a placement."""
        owner = player if player is not None else state.players[0]
        return BuildTile(owner, kind, tuple(placement.at["on"]), placement.at.get("level"))

    def quiet_moves(self, state: SmallCityState, player: str) -> tuple[Move, ...]:
        """The end of a round leaves no trace on the table."""
        return () if ruling(state, EndRound()).problems else (EndRound(),)

    def to_move(self, state: SmallCityState) -> str | None:
        """Nobody's turn alone: the players act in phases."""
        return None

    def lines(self, state: SmallCityState) -> Mapping[str, Sequence[ScoreLine]]:
        """Votes and promises less pollution of every player, as far as they are known; if the round ended now."""
        return {player: state.lines(player) for player in state.players}

    def winners(self, state: SmallCityState) -> tuple[str, ...]:
        """The most votes less pollution; 100 of pollution is out. Ties are shared: our reading.

        With the urban sprawler who built a residence of level 6; of several the one with the most votes, pollution
        not counted, then the most money [#6].
        """
        counted = state.counted
        if "urban-sprawler" in state.modules and counted.sprawlers:
            ranks = {
                player: (
                    sum(line.points for line in counted.vote_lines(player, counted.of(player))),
                    entered(state.of(player), "money"),
                )
                for player in dict.fromkeys(counted.sprawlers)
            }
            return tuple(player for player, rank in ranks.items() if rank == max(ranks.values()))
        alive = [player for player in state.players if entered(state.of(player), "pollution") < ELIMINATED_AT]
        measures = {player: self._measure(state, player) for player in alive}
        return tuple(player for player in alive if measures[player] == max(measures.values()))

    def leaves_no_trace(self, move: Move) -> bool:
        """What is entered by hand, and the end of a round."""
        return isinstance(move, Enter | EndRound)

    def entry_keys(self) -> Mapping[str, str]:
        """Votes, money and what else counts, a promise by its card's number; whose help was taken, squares opened."""
        return {**dict.fromkeys((*NUMBERS, "promise:"), "number"), "helper": "word", "extension": "word"}

    def entered(self, state: SmallCityState, player: str) -> Mapping[str, Any]:
        """What was entered for a player."""
        return dict(state.of(player))

    def sample(self, state: SmallCityState, random: Random) -> Move:
        """A random legal move: a tile or a citizen of a random player, or the end of the round."""
        return sample(self, state, random)

    def levels(self, kind: str) -> tuple[int | None, ...]:
        """The levels of a kind; None alone where it has none."""
        return levels(self.game, kind) or (None,)

    def _measure(self, state: SmallCityState, player: str) -> int:
        """What decides the victory: by the option `victory` votes less pollution, money, culture or citizens.

        The rulebook names "the 4 victory conditions from the base game (Votes, Economic, Cultural and Citizens)" [#6]
        and no more: the most money, the most cultural buildings (statues among them) and the most active citizens are
        our reading.
        """
        counted = state.counted
        if state.options["victory"] == "economic":
            return entered(state.of(player), "money")
        if state.options["victory"] == "cultural":
            return len(counted.boroughs[player].of("cultural", "statue"))
        if state.options["victory"] == "citizens":
            return counted.active_citizens(player)
        return self.totals(state)[player]

    def _in_play(self, state: SmallCityState, kind: str, level: int | None) -> bool:
        module = module_of(self.game, kind, level)
        return module is None or module in state.modules

    def _placement(self, state: SmallCityState, borough: BoroughState, tile: Tile) -> Placement:
        on = [borough.board.cell_name(cell) for cell in sorted(tile.cells)]
        judged = self.judge(state, BuildTile(borough.player, tile.kind, tuple(on), tile.level))
        at = {"on": on} if tile.level is None else {"on": on, "level": tile.level}
        return Placement(at, judged.points, judged.lines)


def rules(game: str) -> SmallCity:
    """The rules for the shipped game, or for a game file that follows them (other counts and outlines)."""
    return SmallCity(game)
