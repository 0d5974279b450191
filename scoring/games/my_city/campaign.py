"""My City's campaign over 24 episodes: points, progress symbols, stickers that change the boards, and who leads.

Episode 1 is scored by `scoring.games.my_city.points`; the rules of the later episodes lie in the game's envelopes, so
their points are entered as the players read them off their score tracks. What the rulebook says of every episode holds
for all: two symbols for the most points, one for the second-most (none with two players), one more at once for a token
that reaches 50, ties by the empty spaces of the top row [Assessment of an episode; Scoring; THE SEALED ENVELOPES].
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.games.my_city.points import TOKEN_LIMIT
from tabletop.boardfile import Board
from tabletop.errors import UnreadableInput, UsageError

EPISODES = 24
MOST, SECOND, AT_LIMIT = 2, 1, 1
"""Progress symbols for the most points, the second-most, and a token that reaches 50."""


@dataclass(frozen=True, slots=True)
class Result:
    """How an episode ended for one player."""

    player: str
    points: int
    """As the score token shows it; below zero where the deductions were larger."""
    reached_limit: bool = False
    """Whether the token reached 50 during the scoring."""
    empty_by_row: tuple[int, ...] = ()
    """Empty light green spaces row by row from the top, for ties."""


@dataclass(frozen=True, slots=True)
class Sticker:
    """A sticker on a player's board: from then on the cell has another terrain."""

    player: str
    cell: str
    terrain: str
    episode: int


@dataclass(frozen=True)
class Ledger:
    """What the players carry from episode to episode."""

    players: tuple[str, ...]
    episodes: tuple[tuple[Result, ...], ...] = ()
    stickers: tuple[Sticker, ...] = ()
    bonus: Mapping[str, int] = field(default_factory=dict)
    """Symbols that an envelope's rules gave beside the usual ones."""

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

    def with_episode(self, results: Iterable[Result]) -> "Ledger":
        """The ledger with one more episode; UsageError where a player is missing or 24 have been played."""
        listed = tuple(results)
        if self.next_episode is None:
            raise UsageError(f"all {EPISODES} episodes have been played")
        if sorted(result.player for result in listed) != sorted(self.players):
            raise UsageError(f"an episode needs one result for each of {', '.join(self.players)}")
        return replace(self, episodes=(*self.episodes, listed))

    def with_sticker(self, board: Board, sticker: Sticker) -> "Ledger":
        """The ledger with one more sticker; UsageError where it may not go.

        "Unless otherwise indicated" stickers go on empty light green spaces that show a small square in the centre
        [THE SEALED ENVELOPES]; on a board that marks no such cells every plain cell will do.
        """
        changed = self.board(board, sticker.player)
        cell = changed.cell(sticker.cell)
        marked = not changed.sticker_cells or cell in changed.sticker_cells
        if changed.terrain[cell] != "plain" or not marked:
            raise UsageError(
                f"a sticker cannot go on {sticker.cell}: it goes on an empty light green space with a small square"
            )
        return replace(self, stickers=(*self.stickers, sticker))

    def board(self, board: Board, player: str) -> Board:
        """A player's board as it is now, with all stickers."""
        terrain = dict(board.terrain)
        for sticker in self.stickers:
            if sticker.player == player:
                terrain[board.cell(sticker.cell)] = sticker.terrain
        return replace(board, terrain=terrain)

    def to_json(self) -> dict[str, Any]:
        """A document that `ledger_from_json` gives back."""
        return {
            "format": "boardsight-campaign/1",
            "players": list(self.players),
            "episodes": [
                [
                    {
                        "player": result.player,
                        "points": result.points,
                        "reached_limit": result.reached_limit,
                        "empty_by_row": list(result.empty_by_row),
                    }
                    for result in results
                ]
                for results in self.episodes
            ],
            "stickers": [
                {"player": one.player, "cell": one.cell, "terrain": one.terrain, "episode": one.episode}
                for one in self.stickers
            ],
            "bonus": dict(self.bonus),
        }


def ledger_from_json(document: Mapping[str, Any]) -> Ledger:
    """A ledger from its document; UnreadableInput where it is not one."""
    try:
        if document["format"] != "boardsight-campaign/1":
            raise ValueError(f"format {document['format']}; expected boardsight-campaign/1")
        ledger = Ledger(tuple(document["players"]), bonus=dict(document.get("bonus", {})))
        for results in document["episodes"]:
            ledger = ledger.with_episode(
                Result(one["player"], one["points"], one["reached_limit"], tuple(one["empty_by_row"]))
                for one in results
            )
        stickers = tuple(
            Sticker(one["player"], one["cell"], one["terrain"], one["episode"]) for one in document["stickers"]
        )
    except (KeyError, TypeError, ValueError, UsageError) as error:
        raise UnreadableInput(f"this is not a campaign's ledger: {error}") from error
    return replace(ledger, stickers=stickers)


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
