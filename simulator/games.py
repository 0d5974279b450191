"""What the virtual players play: scripted or random games as a list of turns, each with the table as it is left."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from scoring import replay, rules_for
from scoring.random_play import play_game
from tabletop.entries import Entry
from tabletop.errors import UsageError
from tabletop.notation import move_to_json
from tabletop.positions import TrackMarker
from tabletop.records import Header, Record, read_record
from tabletop.shipped import game_folders

TRACK_SPACES = 100
"""Then a marker has gone round once, and its player gets a hundred token; there is one each."""
ENTERED = ("enter", "end-round", "end")
"""What leaves nothing on the table: `end` only where no card is turned over any more."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One line of a record as it is acted: who does it, and what lies on the table afterwards."""

    n: int
    """The line's number in the record."""
    seat: int
    """Of the player who acts, from 1."""
    position: Any
    """With `turn` naming whose mat the puck lies on, in games that have a puck."""
    entry: Mapping[str, Any] | None = None
    """What the player enters on the table's page, where no camera can see what this line is about."""


def has_script(game: str) -> bool:
    """Whether there is a scripted game; people's own games have none."""
    return _script(game) is not None


def scripted_game(game: str) -> Record:
    """The record of the scripted game; UsageError where there is none for that game."""
    script = _script(game)
    if script is None:
        raise UsageError(f"there is no scripted game of {game}; `--random` plays one")
    record, tear = read_record(script.read_bytes(), source=f"{game}'s script")
    assert tear is None, "the shipped script is whole"
    return record


def random_game(header: Header, seed: int, *, at_most: int = 400) -> Record:
    """A record of random legal moves until the game is over, the same for the same seed."""
    return play_game(rules_for(header.game), header, Random(seed), at_most=at_most)


@dataclass(frozen=True, slots=True)
class Habits:
    """What the players move beside what they lay, in games that have it: the turn puck, the markers on the track."""

    puck: bool = True
    track: bool = False


def opening_position(record: Record, habits: Habits | None = None) -> Any:
    """What lies on the table before the first move, the puck with the first player."""
    rules = rules_for(record.header.game)
    state = rules.start(record.header)
    return _beside(rules.position(state), record.header, rules.to_move(state), rules.totals(state), habits)


def turns_of(record: Record, habits: Habits | None = None) -> tuple[Turn, ...]:
    """The record acted line by line, corrections when they are made.

    Somebody whose placement is put right by the very next line has not passed the puck on before that.
    """
    header, rules = record.header, rules_for(record.header.game)
    turns, state = [], rules.start(header)
    for count, entry in enumerate(record.entries, start=1):
        if entry.kind == "played" and entry.move is not None:
            state = rules.judge(state, entry.move).state
        else:
            state = replay(Record(header, record.entries[:count])).state
        actor = _actor(record, count)
        to_move = rules.to_move(state)
        following = record.entries[count] if count < len(record.entries) else None
        if following is not None and following.kind == "replace" and following.of == entry.n:
            to_move = actor
        seat = header.players.index(actor) + 1 if actor in header.players else 1
        passed_to, totals = to_move if to_move is not None else actor, rules.totals(state)
        position = _beside(rules.position(state), header, passed_to, totals, habits)
        turns.append(Turn(entry.n, seat, position, _entered(header, entry, record.entries[count:])))
    return tuple(turns)


def _entered(header: Header, entry: Entry, later: tuple[Entry, ...]) -> Mapping[str, Any] | None:
    """What a person enters on the page in place of laying something: None where the table shows the line.

    Who ends in My City does nothing; the next card tells it, and where none follows the player says so.
    """
    move = entry.move
    if move is None or entry.kind != "played" or move.do not in ENTERED:
        return None
    if move.do == "end" and any(other.move is not None and other.move.do == "card" for other in later):
        return None
    return move_to_json(header.game, move)


def _actor(record: Record, count: int) -> str | None:
    """Who makes the record's line: its player, or for a line taken back the one who had played it."""
    entry = record.entries[count - 1]
    if entry.move is None and entry.of is not None:
        return _actor(record, entry.of)
    return entry.move.player if entry.move is not None else None


def _beside(position: Any, header: Header, player: str | None, totals: Mapping[str, int], habits: Habits | None) -> Any:
    """The position with the players' names, puck and score markers, where positions of that game have them."""
    if not hasattr(position, "turn"):
        return position
    habits = habits or Habits()
    position = replace(position, players=header.players, turn=player if habits.puck else None)
    if not habits.track or not hasattr(position, "scores"):
        return position
    markers = (TrackMarker(name, total % TRACK_SPACES, min(1, total // TRACK_SPACES)) for name, total in totals.items())
    return replace(position, scores=tuple(sorted(markers)))


def _script(game: str) -> Path | None:
    """The shipped script of a game, None where it has none."""
    folder = game_folders().get(game)
    return folder / "script.jsonl" if folder is not None and (folder / "script.jsonl").is_file() else None
