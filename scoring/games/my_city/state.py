"""A game of My City at one moment: every player's city, the cards turned over, who has acted in this round."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from scoring.altered import altered
from scoring.games.my_city.city import START_TOKEN, PlayerCity, is_church
from scoring.games.my_city.points import may_have_gold
from tabletop.boards import named_board
from tabletop.cellnames import Cell
from tabletop.gamefile import GameFile, load_game
from tabletop.games.my_city.boards import boards_of, played_side
from tabletop.games.my_city.values import MyCityPosition, PlacedBuilding, PlayerBoard
from tabletop.options import settled
from tabletop.records import Header

BLOCKING = "blocking"


@dataclass(frozen=True)
class MyCityState:
    """Everything that has happened, as far as the rules need it."""

    game: str
    options: Mapping[str, Any]
    given: Mapping[str, Any]
    """The options as they were given, without the defaults."""
    cities: Mapping[str, PlayerCity]
    cards: tuple[str, ...] = ()
    """The cards turned over so far, in order."""
    deck_known: bool = True
    """Whether the cards were recorded; a position alone does not tell them."""
    open_card: str | None = None
    """The building to be built in this round; None before the first card and while a blocked one is put away."""
    blocking: bool = False
    """The blocking card lies there, and the next card is the blocked building."""
    acted: frozenset[str] = frozenset()
    gold_round: int | None = None
    """After how many cards the gold was given."""
    at_end: "MyCityState | None" = None
    """The game when it ended, once anything was done after that: it stays over, and that is what counts."""

    @property
    def players(self) -> tuple[str, ...]:
        """In the header's order."""
        return tuple(self.cities)

    @property
    def variant(self) -> str:
        """`eternal` or `episode-1`."""
        return str(self.options["game"])

    @property
    def counted(self) -> "MyCityState":
        """What scores: the boards as they are, after the end as they were then."""
        return self.at_end or self

    def deck(self) -> tuple[str, ...]:
        """Every card of this game: the Eternal game has churches and the blocking card, episode 1 has neither."""
        return _deck(self.game, self.variant)

    def unturned(self) -> tuple[str, ...]:
        """Cards that are still in the deck."""
        return self._unturned

    @cached_property
    def _unturned(self) -> tuple[str, ...]:
        return tuple(card for card in self.deck() if card not in self.cards)

    def waiting(self) -> tuple[str, ...]:
        """Who must still build, pass or end in this round."""
        if self.open_card is None:
            return ()
        return tuple(player for player, city in self.cities.items() if not city.ended and player not in self.acted)

    def over(self) -> bool:
        """All have ended, or every card has been turned over and acted upon [End of Episode]."""
        return self._over

    @cached_property
    def _over(self) -> bool:
        if not self.cities:
            return False
        if self.at_end is not None or all(city.ended for city in self.cities.values()):
            return True
        if not self.deck_known or len(self.cards) < len(self.deck()):
            return False
        return not self.unturned() and not self.waiting()

    def position(self) -> MyCityPosition:
        """What lies on the table."""
        boards = tuple(
            PlayerBoard(
                player,
                city.board_name,
                tuple(
                    sorted(
                        PlacedBuilding(building, tuple(city.board.cell_name(cell) for cell in sorted(cells)))
                        for building, cells in city.buildings.items()
                    )
                ),
                city.token,
                city.gold_first,
                city.ended,
            )
            for player, city in self.cities.items()
        )
        card = self.cards[-1] if self.cards else None  # a blocked building's card lies open too
        return MyCityPosition(boards, self.players, self.given, card=card, game=self.game)


@lru_cache(maxsize=16)
def _deck(game: str, variant: str) -> tuple[str, ...]:
    buildings = tuple(part.piece for part in load_game(game).of_kind("building") if part.piece)
    if variant == "eternal":
        return (*buildings, BLOCKING)
    return tuple(building for building in buildings if not is_church(building))


def started(header: Header) -> MyCityState:
    """Empty boards, the score tokens on 10, no card open."""
    options = settled(header.game, header.options)
    game = load_game(header.game)
    boards = boards_of(game, options, header.players)
    if "game" not in header.options and (side := played_side(game, boards)) is not None:
        options["game"] = side
    cities = {
        player: PlayerCity(player, name, named_board(game, name))
        for player, name in zip(header.players, boards, strict=True)
    }
    return MyCityState(header.game, options, header.options, cities)


def resumed(position: MyCityPosition) -> MyCityState:
    """A state in which this position lies there; of two buildings on one cell both count as lying there.

    Which cards were turned over before is not known. A player whose building of the open card stands has acted.
    """
    options = options_of(position)
    boards = {board.player: board for board in position.boards}
    order = [*[player for player in position.players if player in boards], *boards]
    game = load_game(position.game)
    cities = {player: _city(game, boards[player]) for player in dict.fromkeys(order)}
    card = None if position.card == BLOCKING else position.card
    acted = frozenset(player for player, city in cities.items() if card in city.buildings)
    return MyCityState(
        position.game,
        options,
        position.options,
        cities,
        cards=(position.card,) if position.card else (),
        deck_known=False,
        open_card=card,
        blocking=position.card == BLOCKING,
        acted=acted,
        gold_round=-1 if any(city.gold_first for city in cities.values()) else None,
    )


def options_of(position: MyCityPosition) -> dict[str, Any]:
    """The options in force; where none says which game is played, the side of the boards that lie there does."""
    side = played_side(load_game(position.game), [board.board for board in position.boards])
    said = {} if side is None else {"game": side}
    return settled(position.game, {**said, **position.options})


def with_boards(state: MyCityState, position: MyCityPosition) -> MyCityState:
    """The same game with the boards that a position shows; what they do not show stays.

    A record's own board stays too, whatever the file says today: stickers change it from episode to episode.
    """
    cities, game = dict(state.cities), load_game(state.game)
    for printed in position.boards:
        if printed.player in cities:
            known = cities[printed.player]
            token = known.token if printed.token is None else printed.token
            shown = _city(game, printed)
            if shown.board.cell_set == known.board.cell_set:
                shown = altered(shown, board_name=known.board_name, board=known.board, known={})
            cities[printed.player] = altered(shown, token=token, gold_first=known.gold_first, ended=known.ended)
    return altered(state, cities=cities, at_end=None)


def take_up(state: MyCityState, position: MyCityPosition) -> MyCityState:
    """A record's state from the moment on at which this position lies there.

    Cards before the open one are not known, nor who has passed it or ended: until the next card nobody is waited for,
    and everybody may still build. Where somebody has built over all the gold, it has been given.
    """
    after = with_boards(state, position)
    card = position.card or (state.cards[-1] if state.cards else None)
    return altered(
        after,
        cards=tuple(dict.fromkeys((*state.cards, *((card,) if card else ())))),
        deck_known=False,
        open_card=None,
        blocking=card == BLOCKING,
        acted=frozenset(),
        gold_round=-1 if any(city.gold_first or may_have_gold(city) for city in after.cities.values()) else None,
    )


def _city(game: GameFile, printed: PlayerBoard) -> PlayerCity:
    """A player's city; a building that lies there twice counts with its first place."""
    board = named_board(game, printed.board)
    buildings: dict[str, frozenset[Cell]] = {}
    for placed in printed.buildings:
        buildings.setdefault(placed.building, frozenset(board.cell(name) for name in placed.on))
    gold = 3 * printed.gold_first
    token = START_TOKEN + gold if printed.token is None else printed.token
    return PlayerCity(printed.player, printed.board, board, buildings, token, printed.gold_first, printed.ended)
