"""A game of Small City at one moment: boroughs, citizens, what was entered by hand, activations of the rounds."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from scoring.altered import altered, knowing
from scoring.games.small_city.accounts import Output, leisure_line, pollution_lines, production, promise_lines
from scoring.games.small_city.borough import LEISURE, PUBLIC_BUILDINGS, BoroughState, Cells, Citizen, Tile, entered
from scoring.games.small_city.texts import WORDING
from scoring.protocol import ScoreLine
from tabletop.gamefile import load_game
from tabletop.games.small_city.values import Borough as PlacedBorough
from tabletop.games.small_city.values import PlacedBoroughTile, PlacedCitizen, SmallCityPosition
from tabletop.options import settled
from tabletop.records import Header

ROUNDS = 8
ELIMINATED_AT = 100


@dataclass(frozen=True, slots=True)
class Activation:
    """A citizen moved onto a leisure tile, a bank or a recycling center in some round."""

    player: str
    citizen: int
    borough: str
    kind: str


@dataclass(frozen=True)
class SmallCityState:
    """Everything that has happened, as far as the rules need it."""

    game: str
    options: Mapping[str, Any]
    given: Mapping[str, Any]
    boroughs: Mapping[str, BoroughState]
    citizens: tuple[Citizen, ...] = ()
    unseen: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    """Player -> what was entered by hand."""
    gained: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Player -> votes, money, pollution and materials that rounds and purchases brought since, or took."""
    rounds: int = 0
    """Rounds that have ended."""
    active: tuple[Activation, ...] = ()
    """Of this round."""
    before: tuple[Activation, ...] = ()
    """Those of the round before that paid."""
    built: Mapping[str, tuple[Tile, ...]] = field(default_factory=dict)
    """Tiles built in this round."""
    owed: Mapping[str, Cells] = field(default_factory=dict)
    """Player -> the airport's influence area in which the free warehouse is still to be built."""
    sprawlers: tuple[str, ...] = ()
    """Who built a residence of level 6."""
    moved: frozenset[int] = frozenset()
    """Citizens that came to their tile in this round."""
    trammed: frozenset[str] = frozenset()
    """Whose tramway station has brought a citizen in this round."""
    opened: Mapping[str, Cells] = field(default_factory=dict)
    """Player -> the squares that site extensions have opened."""
    extended: frozenset[str] = frozenset()
    """Who has extended the site in this round."""
    finished: bool = False
    at_end: "SmallCityState | None" = None
    """The game when it ended, once anything was done on the table after that: those boroughs count."""
    single: bool = False
    """Only a position is known, no record: then this round's pollution counts as it would be if the round ended now."""

    @property
    def players(self) -> tuple[str, ...]:
        """In the header's order."""
        return tuple(self.boroughs)

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules in play."""
        return tuple(self.options["modules"])

    @property
    def counted(self) -> "SmallCityState":
        """What scores: the boroughs as they are, after the end as they were then; entries hold as they stand."""
        return self if self.at_end is None else altered(self.at_end, unseen=self.unseen, gained=self.gained)

    def of(self, player: str) -> Mapping[str, object]:
        """What is known beside the table: what was entered, and what rounds and purchases brought since.

        What nobody entered and nothing changed is not known, and is not there.
        """
        known = dict(self.unseen.get(player, {}))
        for key, amount in self.gained.get(player, {}).items():
            if amount or key in known:
                known[key] = entered(known, key) + amount
        return known

    def was_entered(self, player: str, key: str) -> bool:
        """Whether somebody said how much of it a player has."""
        return key in self.unseen.get(player, {})

    def with_entry(self, player: str, **values: object) -> "SmallCityState":
        """The same game with some entries changed: they stand from now on."""
        gained = {key: amount for key, amount in self.gained.get(player, {}).items() if key not in values}
        entries = {**self.unseen.get(player, {}), **values}
        return altered(self, unseen={**self.unseen, player: entries}, gained={**self.gained, player: gained})

    def with_gain(self, player: str, **amounts: int) -> "SmallCityState":
        """The same game with more or less of what is counted beside the table."""
        if not any(amounts.values()):
            return self
        before = self.gained.get(player, {})
        after = {**before, **{key: before.get(key, 0) + amount for key, amount in amounts.items()}}
        return altered(self, gained={**self.gained, player: after})

    def with_tile(self, player: str, tile: Tile, *, by_action: bool = False) -> "SmallCityState":
        """The same game with one more tile, among those built in this round where a construction action built it."""
        borough = self.boroughs[player]
        boroughs = {**self.boroughs, player: borough.with_tile(tile)}
        if not by_action:
            return altered(self, boroughs=boroughs)
        built = {**self.built, player: (*self.built.get(player, ()), tile)}
        return altered(self, boroughs=boroughs, built=built)

    def over(self) -> bool:
        """Eight rounds are over; with the urban sprawler the round in which somebody built a residence of level 6."""
        return self.finished

    def active_citizens(self, player: str) -> int:
        """Own citizens in the own borough, not in the city hall; tourists do not count on either side [#5]."""
        hall = {cell for tile in self.boroughs[player].of("city-hall") for cell in tile.cells}
        return sum(
            citizen.owner == player
            and citizen.borough == player
            and citizen.cell is not None
            and citizen.cell not in hall
            for citizen in self.citizens
        )

    def without_entry(self, player: str, *keys: str) -> "SmallCityState":
        """The same game with some entries used up."""
        known = self.unseen.get(player, {})
        if known.keys().isdisjoint(keys):
            return self
        kept = {key: value for key, value in known.items() if key not in keys}
        return altered(self, unseen={**self.unseen, player: kept})

    def in_pool(self, player: str) -> int:
        """How many of a player's citizens are in the common pool; below 0, more are on the boards than there are."""
        return self.citizens_of(player) - sum(citizen.owner == player for citizen in self.citizens)

    def citizens_of(self, player: str) -> int:
        """How many citizens a player has in all."""
        return load_game(self.game).by_id[f"citizen-{self.players.index(player) + 1}"].count

    def paying(self) -> tuple[Activation, ...]:
        """This round's activations that pay: not the same tile for the same player in two rounds running.

        "A player cannot get the benefit two rounds in a row, but must move" [#2 Leisure]: with `leisure_repeat` =
        `citizen` only the same citizen is kept from it.
        """
        return self._paying

    @cached_property
    def _paying(self) -> tuple[Activation, ...]:
        by_citizen = self.options["leisure_repeat"] == "citizen"

        def same(one: Activation, other: Activation) -> bool:
            if by_citizen:
                return one == other
            return (one.player, one.borough, one.kind) == (other.player, other.borough, other.kind)

        paying: list[Activation] = []
        for activation in self.active:
            if not any(same(activation, other) for other in (*self.before, *paying)):
                paying.append(activation)
        return tuple(paying)

    def recycled(self, player: str) -> bool:
        """Whether the player's recycling center was activated in this round."""
        return any(one.kind == "recycling" and one.borough == player for one in self.active)

    def lines(self, player: str) -> list[ScoreLine]:
        """What a player has now: votes, promises and pollution; kept, since a state never changes."""
        if player not in self._known_lines:
            counted = self.counted
            known = counted.of(player)
            self._known_lines[player] = [*counted.vote_lines(player, known), *counted.pollution(player, known)]
        return self._known_lines[player]

    def lines_after(self, before: "SmallCityState", player: str) -> list[ScoreLine]:
        """`lines`, sooner than by itself where a move from the state before has changed nothing that they tell."""
        if self._counts_as(before):
            knowing(self, _known_lines=before._known_lines)
        return self.lines(player)

    def _counts_as(self, other: "SmallCityState") -> bool:
        """Whether nothing differs that any player's lines are made of."""
        return (
            self.gained is other.gained
            and self.unseen is other.unseen
            and self.active is other.active
            and self.before is other.before
            and self.finished is other.finished
            and (self.boroughs is other.boroughs or not (self.active or self.unseen))
            and not (self.single or self.at_end)
        )

    @cached_property
    def _known_lines(self) -> dict[str, list[ScoreLine]]:
        return {}

    def vote_lines(self, player: str, known: Mapping[str, object]) -> list[ScoreLine]:
        """Votes, this round's leisure votes, promises; `known` is what is known beside the table `of` the player."""
        votes = entered(known, "votes")
        lines = [WORDING.line("votes", votes)] if votes else []
        lines += self.leisure_lines(player)
        return [*lines, *promise_lines(self.boroughs[player], known, palaces="palaces" in self.modules)]

    def leisure_lines(self, player: str) -> list[ScoreLine]:
        """Five votes for each leisure tile activated in this round."""
        if self.finished:
            return []
        lines = []
        for one in self.paying():
            if one.player == player and one.kind in LEISURE:
                borough = self.boroughs[one.borough]
                lines += [leisure_line(borough, tile) for tile in borough.of(one.kind)[:1]]
        return lines

    def pollution(self, player: str, known: Mapping[str, object]) -> list[ScoreLine]:
        """The pollution level so far and, where only a position is known, this round's."""
        level = entered(known, "pollution")
        lines = [WORDING.line("pollution", -level)] if level else []
        return [*lines, *self.round_pollution(player)] if self.single else lines

    def round_pollution(self, player: str) -> list[ScoreLine]:
        """This round's pollution as negative points."""
        borough, produced = self.boroughs[player], self.production(player).pollution
        return pollution_lines(
            borough, self.citizens, self.of(player), produced=produced, recycled=self.recycled(player)
        )

    def production(self, player: str) -> Output:
        """What the workers in a borough produce in this round, as the option `idle_workers` has it."""
        return self._productions[player]

    @cached_property
    def _productions(self) -> Mapping[str, Output]:
        resting = self.options["idle_workers"] == "rest"
        working = [one for one in self.citizens if not (resting and one.id not in self.moved)]
        return {
            player: production(borough, [one for one in working if one.borough == player])
            for player, borough in self.boroughs.items()
        }

    def position(self) -> SmallCityPosition:
        """What lies on the table."""
        boroughs = []
        for player, borough in self.boroughs.items():
            name = borough.board.cell_name
            tiles = [
                PlacedBoroughTile(tile.kind, tuple(name(cell) for cell in sorted(tile.cells)), tile.level)
                for tile in borough.tiles
            ]
            standing = [
                PlacedCitizen(citizen.owner, name(citizen.cell))
                for citizen in self.citizens
                if citizen.borough == player and citizen.cell is not None
            ]
            if not (tiles or standing):
                continue
            ordered = sorted(tiles, key=lambda tile: (tile.kind, tile.on, tile.level or 0))
            boroughs.append(PlacedBorough(player, tuple(ordered), tuple(sorted(standing))))
        return SmallCityPosition(tuple(boroughs), self.players, self.given, game=self.game)


def started(header: Header) -> SmallCityState:
    """Empty boroughs; the city halls are built as tiles, since where the board prints them is not known."""
    options = settled(header.game, header.options)
    boroughs = {player: _bare(player, options) for player in header.players}
    return SmallCityState(header.game, options, header.options, boroughs)


def _bare(player: str, options: Mapping[str, Any]) -> BoroughState:
    """A borough without tiles, as the options have it."""
    return BoroughState(player, options["influence"], public=PUBLIC_BUILDINGS[options["residence_needs"]])


def resumed(position: SmallCityPosition) -> SmallCityState:
    """A state in which this position lies there; whoever stands on a leisure tile is taken to have just come.

    Without names the players are the owners of the boroughs, then those of the citizens.
    """
    options = settled(position.game, position.options)
    owners = [borough.player for borough in position.boroughs]
    guests = (citizen.player for borough in position.boroughs for citizen in borough.citizens)
    order = dict.fromkeys([*position.players, *owners, *(() if position.players else guests)])
    empty = {player: _bare(player, options) for player in order}
    state = with_boroughs(SmallCityState(position.game, options, position.options, empty, single=True), position)
    boroughs, citizens = state.boroughs, state.citizens
    active = [
        Activation(citizen.owner, citizen.id, citizen.borough, tile.kind)
        for citizen in citizens
        if (tile := boroughs[citizen.borough].covered.get(citizen.cell or (-1, -1))) is not None
        and (tile.kind in LEISURE or (tile.kind == "recycling" and citizen.owner == citizen.borough))
    ]
    return altered(state, active=tuple(active), moved=frozenset(citizen.id for citizen in citizens))


def with_boroughs(state: SmallCityState, position: SmallCityPosition) -> SmallCityState:
    """The same game with the boroughs that a position shows, whoever stands there; the other boroughs stay."""
    boroughs, shown = dict(state.boroughs), [one for one in position.boroughs if one.player in state.boroughs]
    owners = {one.player for one in shown}
    citizens = [citizen for citizen in state.citizens if citizen.borough not in owners or citizen.cell is None]
    for lying in shown:
        borough = boroughs[lying.player]
        cell = borough.board.cell
        tiles = tuple(Tile(tile.kind, tile.level, frozenset(map(cell, tile.on))) for tile in lying.tiles)
        boroughs[lying.player] = altered(borough, tiles=tiles)
        for citizen in lying.citizens:
            fresh = 1 + max((other.id for other in citizens), default=-1)
            citizens.append(Citizen(fresh, citizen.player, lying.player, cell(citizen.on)))
    return altered(state, boroughs=boroughs, citizens=tuple(citizens), at_end=None)
