"""A game of pieces on cells at one moment."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from scoring.pieces.allowing import allowed
from scoring.pieces.moment import Course, Listed, Moment
from scoring.pieces.moving import Way, legal_ways
from scoring.pieces.placing import keeps_conditions
from scoring.pieces.spec import Spec
from scoring.pieces.table import Cells, PartOnBoard, Table, spots
from scoring.protocol import ScoreLine
from tabletop.pieces.values import PiecesPosition, PlacedPart
from tabletop.records import Header


@dataclass(frozen=True)
class PiecesState:
    """Everything that has happened, as far as the rules need it."""

    table: Table
    players: tuple[str, ...]
    colours: Mapping[str, str]
    """Player -> the colour that the player's parts have in the file (`player`)."""
    turn: str | None = None
    passed: frozenset[str] = frozenset()
    """Who has passed, as the rules allow it, since something was last laid or taken off."""
    course: Course = field(default_factory=Course)
    at_end: "PiecesState | None" = None
    """The game when it ended, once anything was done after that: it stays over, and that is what counts."""

    @property
    def spec(self) -> Spec:
        """The game's play."""
        return self.table.spec

    def owner(self, part: str) -> str | None:
        """Whose a part is by the file: the player of its colour; None where it is anybody's."""
        colour = self.spec.parts[part].player
        return next((player for player, own in self.colours.items() if own == colour), colour)

    def left(self, part: str) -> int:
        """How many of a part are not on the board."""
        return self.spec.parts[part].count - sum(lying.part == part for lying in self.table.parts)

    def hand(self, player: str) -> Iterator[str]:
        """The parts that a player may place: the own ones and those that are anybody's, while they last."""
        for part in self.spec.parts if self.spec.play.places else ():
            if self.owner(part) in (None, player) and self.left(part) > 0:
                yield part

    def legal(self, part: str, player: str) -> Iterator[Cells]:
        """Every place where a player may put a part."""
        for cells in spots(self.table, self.spec.parts[part]):
            if keeps_conditions(self.table, part, cells, player) and self._may_place(part, cells, player):
                yield cells

    def _may_place(self, part: str, cells: Cells, player: str) -> bool:
        """Whether the rules in formulas allow it."""
        if not self.spec.play.of("place"):
            return True
        lying = PartOnBoard(part, cells, self.owner(part) or player)
        moment = replace(self.moment, table=self.with_part(lying).table)
        return not allowed(self.spec, "place", moment, lying, self.names(player))[1]

    @cached_property
    def moment(self) -> Moment:
        """The game as formulas see it."""
        play, forward = self.spec.play, self.spec.forward
        return Moment(
            table=self.table,
            players=self.players,
            course=self.course,
            owner_of={part: self.owner(part) for part in self.spec.parts},
            forward_of={one: forward[colour] for one, colour in self.colours.items() if colour in forward},
            able=self.able,
            starts={name: counter.start for name, counter in play.counters.items()},
            lists={
                name: {entry: Listed(entry, tuple(said.items())) for entry, said in entries.items()}
                for name, entries in play.lists.items()
            },
        )

    def names(self, player: str | None) -> dict[str, Any]:
        """The names that every formula knows; `me` is the player."""
        options = {name: self.table.options.get(name, values[0]) for name, values in self.spec.options.items()}
        next_player = self.after(player) or player if player in self.players else None
        known = {"players": self.players, "round": self.course.round, "me": player, "next": next_player}
        return {**options, **known}

    def ways(self, player: str) -> tuple[Way, ...]:
        """Every move of a player with what lies there."""
        if player not in self._ways:
            self._ways[player] = legal_ways(self.moment, self.names(player)) if self.spec.play.of("move") else ()
        return self._ways[player]

    def able(self, player: str) -> bool:
        """Whether a player can place or move anything."""
        return bool(self.ways(player)) or self.first_legal(player) is not None

    def first_legal(self, player: str) -> tuple[str, Cells] | None:
        """A part that a player can place and where; None where there is none."""
        known = self.table.first_legal if not self.spec.play.moves else self._first_legal
        for part in self.hand(player):
            if (part, player) not in known:
                known[(part, player)] = next(self.legal(part, player), None)
            cells = known[(part, player)]
            if cells is not None:
                return (part, cells)
        return None

    @cached_property
    def known_lines(self) -> dict[str, list[ScoreLine]]:
        """Every player's score lines, once anybody has asked for them."""
        return {}

    @cached_property
    def _ways(self) -> dict[str, tuple[Way, ...]]:
        return {}

    @cached_property
    def _first_legal(self) -> dict[tuple[str, str], Cells | None]:
        return {}

    @property
    def counted(self) -> "PiecesState":
        """What scores: the table as it is, after the end as it was then."""
        return self.at_end or self

    def over(self) -> bool:
        """Everybody has passed in a row, or nobody can place anything."""
        return self._over

    @cached_property
    def _over(self) -> bool:
        if not self.players:
            return False
        if self.at_end is not None or self.course.over:
            return True
        if self.spec.play.rounds is not None:
            return False
        if self.passed.issuperset(self.players):
            return True
        if self.table.own.ended(self.table, self.players):
            return True
        return not any(map(self.able, self.players))

    def after(self, player: str) -> str | None:
        """Whose turn follows a player's; nobody's where turns have no order."""
        if self.spec.turns != "in-order":
            return None
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def with_part(self, lying: PartOnBoard) -> "PiecesState":
        """The same game with one more part on the board."""
        return replace(self, table=replace(self.table, parts=(*self.table.parts, lying)))

    def position(self) -> PiecesPosition:
        """What lies on the table; an owner is named where the part itself does not tell."""
        board = self.table.board
        parts = [
            PlacedPart(
                lying.part,
                tuple(board.cell_name(cell) for cell in sorted(lying.cells)),
                None if self.owner(lying.part) is not None else lying.owner,
            )
            for lying in self.table.parts
        ]
        ordered = sorted(parts, key=lambda placed: (placed.part, placed.on, placed.player or ""))
        return PiecesPosition(self.spec.game, tuple(ordered), self.players, self.table.options, turn=self.turn)


def started(table: Table, header: Header) -> PiecesState:
    """The board as the game begins, the first player to move."""
    state = _seated(replace(table, options=header.options), header.players, dict(header.colours))
    cells = state.table.board.cell
    laid = [PartOnBoard(part, frozenset({cells(cell)}), state.owner(part)) for cell, part in state.spec.setup.items()]
    there = tuple(lying for lying in laid if lying.owner is None or lying.owner in state.players)
    turn = header.players[0] if state.spec.turns == "in-order" else None
    return replace(state, turn=turn, table=replace(state.table, parts=there))


def resumed(table: Table, position: PiecesPosition) -> PiecesState:
    """A state in which this position lies there; without the puck the player with the fewest parts is next."""
    seated = _seated(replace(table, options=position.options), position.players or _present(table.spec, position), {})
    return _next_by_puck(with_parts(seated, position), position.turn)


def take_up(state: PiecesState, position: PiecesPosition) -> PiecesState:
    """A record's state from the moment on at which this position lies there."""
    after = with_parts(replace(state, passed=frozenset()), position)
    return _next_by_puck(after, position.turn)


def _next_by_puck(state: PiecesState, turn: str | None) -> PiecesState:
    """The turn with whom the puck is, without it with who has the fewest parts there."""
    counts = {player: sum(lying.owner == player for lying in state.table.parts) for player in state.players}
    in_order = state.spec.turns == "in-order"
    fewest = min(state.players, key=lambda one: counts[one], default=None) if in_order else None
    return replace(state, turn=turn if turn in state.players else fewest)


def with_parts(state: PiecesState, position: PiecesPosition) -> PiecesState:
    """The same game with the parts that a position shows; a colour of the file there means the player who has it."""
    board = state.table.board
    parts = tuple(
        PartOnBoard(
            placed.part,
            frozenset(board.cell(name) for name in placed.on),
            placed.player if placed.player in state.players else state.owner(placed.part) or placed.player,
        )
        for placed in position.parts
    )
    return replace(state, table=replace(state.table, parts=parts), at_end=None)


def _present(spec: Spec, position: PiecesPosition) -> tuple[str, ...]:
    """The players whose parts lie there, or the colours of the file."""
    owners = [placed.player or spec.parts[placed.part].player for placed in position.parts]
    found = dict.fromkeys(owner for owner in owners if owner is not None)
    colours = (part.player for part in spec.parts.values() if part.player is not None)
    order = [*dict.fromkeys(colours), *found]
    return tuple(dict.fromkeys(player for player in order if player in found)) or ("everyone",)


def _seated(table: Table, players: tuple[str, ...], colours: Mapping[str, str]) -> PiecesState:
    """Every player with a colour of the parts: the one told, the name where it is one, or the first free."""
    known = list(dict.fromkeys(part.player for part in table.spec.parts.values() if part.player is not None))
    seats = {player: colours.get(player, player) for player in players}
    free = [colour for colour in known if colour not in seats.values()]
    for player, colour in seats.items():
        if colour not in known and free:
            seats[player] = free.pop(0)
    return PiecesState(table, tuple(players), seats)
