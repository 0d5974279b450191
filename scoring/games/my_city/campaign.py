"""My City's campaign over 24 episodes: points, progress symbols, stickers that change the boards, and who leads.

Episode 1 is scored by `scoring.games.my_city.points`; the rules of the later episodes lie in the game's envelopes, so
their points are entered as the players read them off their score tracks. What the rulebook says of every episode holds
for all: two symbols for the most points, one for the second-most (none with two players), one more at once for a token
that reaches 50, ties by the empty spaces of the top row [Assessment of an episode; Scoring; THE SEALED ENVELOPES].
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.games.my_city.city import PlayerCity
from scoring.games.my_city.points import TOKEN_LIMIT, assess, empty_by_row
from scoring.games.my_city.state import MyCityState
from scoring.wording import joined
from tabletop.boardfile import TERRAIN_KEY, Board
from tabletop.boards import load_board
from tabletop.boardwriting import with_terrain
from tabletop.errors import UsageError

EPISODES = 24
EPISODES_OF_A_CHAPTER = 3
MOST, SECOND, AT_LIMIT = 2, 1, 1
"""Progress symbols for the most points, the second-most, and a token that reaches 50."""
SIDE = "episode-1"
"""The board of the campaign, and the rules that can be read: those of its first episode."""
STICKERS = tuple(name for name in TERRAIN_KEY.values() if name not in ("none", "plain"))
"""What a sticker may make of a space, as board files name it; the rulebook tells of single trees only."""
CELLS_TOLD = 8
"""So many cells are named where a sticker could go instead."""


@dataclass(frozen=True, slots=True)
class Result:
    """How an episode ended for one player."""

    player: str
    points: int
    """As the score token shows it; below zero where the deductions were larger."""
    empty_by_row: tuple[int, ...] = ()
    """Empty light green spaces row by row from the top, for ties."""

    @property
    def reached_limit(self) -> bool:
        """Whether the token reached 50 during the scoring: then it stays there [Scoring]."""
        return self.points >= TOKEN_LIMIT


@dataclass(frozen=True, slots=True)
class Sticker:
    """A sticker on a player's board: from then on the cell has another terrain."""

    player: str
    cell: str
    terrain: str
    after_episode: int = 0


@dataclass(frozen=True, slots=True)
class Succession:
    """Somebody else plays on: the new player has the predecessor's board, points and symbols."""

    player: str
    predecessor: str
    after_episode: int


@dataclass(frozen=True)
class Ledger:
    """What the players carry from episode to episode."""

    players: tuple[str, ...]
    """Who plays now; what predecessors reached stands under their successors' names."""
    boards: tuple[str, ...] = ()
    """Every player's board before the first episode, as `load_board` knows it; the campaign's side where none is."""
    episodes: tuple[tuple[Result, ...], ...] = ()
    stickers: tuple[Sticker, ...] = ()
    bonus: Mapping[str, int] = field(default_factory=dict)
    """Symbols that an envelope's rules gave beside the usual ones."""
    successions: tuple[Succession, ...] = ()

    @property
    def next_episode(self) -> int | None:
        """The episode to be played next; None after the 24th."""
        played = len(self.episodes)
        return played + 1 if played < EPISODES else None

    def symbols(self) -> dict[str, int]:
        """Every player's progress symbols so far."""
        counted = {player: self.bonus.get(player, 0) for player in self.players}
        for results in self.episodes:
            for player, symbols in symbols_of(results).items():
                counted[player] += symbols
        return counted

    def leaders(self) -> tuple[str, ...]:
        """Who has the most progress symbols, after 24 episodes the winner of My City; sharing ties is our reading."""
        symbols = self.symbols()
        return tuple(player for player in self.players if symbols[player] == max(symbols.values()))

    def carried(self) -> dict[str, int]:
        """The points below zero of the last episode: "these negative points do not expire. They are deducted from the
        next positive points earned" [Scoring]: in the next episode, since the token is on 10 again: our reading. It is
        told before that episode; the points that are entered after it are those that the token shows.
        """
        last = {result.player: result.points for result in self.episodes[-1]} if self.episodes else {}
        return {player: min(0, last.get(player, 0)) for player in self.players}

    def with_episode(self, results: Iterable[Result], episode: int | None = None) -> "Ledger":
        """The ledger with one more episode.

        UsageError where it is not the next one, a player is missing, a token stands above 50, or a tie needs the rows.
        """
        listed = tuple(results)
        if self.next_episode is None:
            raise UsageError(f"all {EPISODES} episodes have been played")
        if episode not in (None, self.next_episode):
            raise UsageError(f"episode {self.next_episode} comes next, not {episode}; `undo` takes back what is wrong")
        if sorted(result.player for result in listed) != sorted(self.players):
            raise UsageError(f"an episode needs one result for each of {', '.join(self.players)}")
        for result in listed:
            if result.points > TOKEN_LIMIT:
                raise UsageError(
                    f"{result.player}: a score token stays at {TOKEN_LIMIT}, it cannot show {result.points}"
                )
        _check_ties(listed)
        return replace(self, episodes=(*self.episodes, listed))

    def with_sticker(self, sticker: Sticker) -> "Ledger":
        """The ledger with one more sticker; UsageError where it may not go.

        "Unless otherwise indicated" stickers go on empty light green spaces that show a small square in the centre
        [THE SEALED ENVELOPES]; on a board that marks no such cells every plain cell will do.
        """
        self.check_player(sticker.player)
        changed = self.board(sticker.player)
        try:
            cell = changed.cell(sticker.cell)
        except ValueError as error:
            raise UsageError(f"a sticker cannot go there: {error}") from error
        if sticker.terrain not in STICKERS:
            raise UsageError(f"'{sticker.terrain}' is no sticker; expected {joined(STICKERS, 'or')}")
        places = [one for one in changed.cells if changed.terrain.get(one, "plain") == "plain"]
        places = [one for one in places if not changed.sticker_cells or one in changed.sticker_cells]
        if cell not in places:
            instead = ", ".join(map(changed.cell_name, places[:CELLS_TOLD])) or "nowhere any more"
            raise UsageError(
                f"a sticker cannot go on {sticker.cell}: it goes on an empty light green space with a small square; "
                f"on {sticker.player}'s board {instead}{', ...' if len(places) > CELLS_TOLD else ''}"
            )
        return replace(self, stickers=(*self.stickers, replace(sticker, after_episode=len(self.episodes))))

    def with_bonus(self, player: str, symbols: int) -> "Ledger":
        """The ledger with symbols that an envelope's rules give or take."""
        self.check_player(player)
        return replace(self, bonus={**self.bonus, player: self.bonus.get(player, 0) + symbols})

    def with_successor(self, predecessor: str, player: str) -> "Ledger":
        """The ledger with a new player, who picks up where the predecessor left off; UsageError for no new name."""
        self.check_player(predecessor)
        if player in self.players:
            raise UsageError(f"{player} plays this campaign already; a new player needs another name")
        if set(player) & set(",="):
            raise UsageError(f"'{player}' is no name here; write one without commas and equals signs")

        def renamed(items: Iterable[Any]) -> tuple[Any, ...]:
            return tuple(replace(one, player=player) if one.player == predecessor else one for one in items)

        return replace(
            self,
            players=tuple(player if one == predecessor else one for one in self.players),
            episodes=tuple(renamed(results) for results in self.episodes),
            stickers=renamed(self.stickers),
            bonus={player if one == predecessor else one: symbols for one, symbols in self.bonus.items()},
            successions=(*self.successions, Succession(player, predecessor, len(self.episodes))),
        )

    def board(self, player: str) -> Board:
        """A player's board as it is now, with all stickers."""
        self.check_player(player)
        board = load_board(self.boards[self.players.index(player)] if self.boards else SIDE)
        stuck = {board.cell(one.cell): one.terrain for one in self.stickers if one.player == player}
        return with_terrain(board, stuck) if stuck else board

    def check_player(self, player: str) -> None:
        """UsageError where nobody of that name plays."""
        if player not in self.players:
            raise UsageError(f"{player} does not play this campaign; expected {joined(self.players, 'or')}")

    def to_json(self) -> dict[str, Any]:
        """What programs read of it."""
        return {
            "format": "boardsight-campaign/1",
            "players": list(self.players),
            "next_episode": self.next_episode,
            "symbols": self.symbols(),
            "leaders": list(self.leaders()),
            "carried": self.carried(),
            "episodes": [
                [
                    {
                        "player": result.player,
                        "points": result.points,
                        "reached_limit": result.reached_limit,
                        "empty_by_row": list(result.empty_by_row),
                        "symbols": symbols_of(results)[result.player],
                    }
                    for result in results
                ]
                for results in self.episodes
            ],
            "stickers": [
                {"player": one.player, "cell": one.cell, "terrain": one.terrain, "after_episode": one.after_episode}
                for one in self.stickers
            ],
            "bonus": dict(self.bonus),
            "successions": [
                {"player": one.player, "predecessor": one.predecessor, "after_episode": one.after_episode}
                for one in self.successions
            ],
        }


def ranks(results: Sequence[Result]) -> dict[str, int]:
    """Each player's place: most points first, ties by fewer empty spaces row by row from the top.

    Who is equal in every row too has the same place, and the next place is left out: our reading.
    """
    keys = {result.player: (-result.points, result.empty_by_row) for result in results}
    return {player: 1 + sum(other < key for other in keys.values()) for player, key in keys.items()}


def symbols_of(results: Sequence[Result]) -> dict[str, int]:
    """The progress symbols that an episode gives."""
    second = SECOND if len(results) > 2 else 0
    by_place = {1: MOST, 2: second}
    places = ranks(results)
    return {
        result.player: by_place.get(places[result.player], 0) + AT_LIMIT * result.reached_limit for result in results
    }


def scored(start: int, additions: Iterable[int]) -> tuple[int, bool]:
    """A score token moved by some additions and deductions: where it ends, and whether it reached 50.

    At 50 it stays. Below zero it counts on as negative points, to be deducted from what comes next [Scoring].

    >>> scored(47, [6, -8])
    (50, True)
    >>> scored(2, [-5, 4])
    (1, False)
    """
    token = start
    for addition in additions:
        token += addition
        if token >= TOKEN_LIMIT:
            return (TOKEN_LIMIT, True)
    return (token, token >= TOKEN_LIMIT)


def results_of(ledger: Ledger, state: MyCityState) -> tuple[Result, ...]:
    """The results of a game that was recorded as the first episode.

    UsageError where it is not over, others played it, it was played on other boards, or its rules are not known.
    """
    if ledger.next_episode != 1 or state.variant != SIDE:
        raise UsageError(
            f"episode {ledger.next_episode} by the rules of {state.variant} cannot be scored from a record: "
            "only episode 1's rules can be read; give the points as the tokens show them, --points ANN=12,BEN=9"
        )
    if not state.over():
        raise UsageError("that game is not over; play it to its end, or give the points with --points")
    if sorted(state.players) != sorted(ledger.players):
        raise UsageError(f"that game was played by {joined(state.players)}, the campaign by {joined(ledger.players)}")
    return tuple(_result(ledger, state.counted.cities[player]) for player in ledger.players)


def _result(ledger: Ledger, city: PlayerCity) -> Result:
    """One player's result, read off the own board."""
    now = ledger.board(city.player)
    if (now.terrain, now.river) != (city.board.terrain, city.board.river):
        raise UsageError(
            f"that game was played on another board than {city.player} has now; `boardsight campaign next` writes the "
            "boards to play on, or give the points with --points"
        )
    return Result(city.player, assess(city, game=SIDE).total, empty_by_row(city))


def _check_ties(results: Sequence[Result]) -> None:
    """Equal points without the rows that part them are asked for: they decide who gets symbols."""
    for result in results:
        equal = [other.player for other in results if other.points == result.points]
        if len(equal) > 1 and not all(other.empty_by_row for other in results if other.player in equal):
            raise UsageError(
                f"equal points, {result.points} each: {', '.join(equal)}; tell their empty light green spaces row by "
                f"row from the top, --empty {equal[0]}=0/2/1,{equal[1]}=0/1/3"
            )
