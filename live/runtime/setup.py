"""What `play`, `serve` and `demo` have in common: options, and a record that is begun or taken up again."""

from __future__ import annotations

import signal
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

from live.console.arguments import game_named
from live.console.terminal import say
from live.records.store import RecordStore
from live.table.session import Session
from tabletop.boardfile import Board
from tabletop.boards import boards_in, kept_boards, load_board
from tabletop.errors import UsageError
from tabletop.gamefile import GameFile
from tabletop.options import from_words, settled
from tabletop.records import Header

OUT = Path("out")


def new_record_path(name: str, folder: Path = OUT) -> Path:
    """A record's path where none was given, named by game (a file by its name alone) and time.

    Of several games that begin in the same second the second one is called `…-2`, and so on.
    """
    stem = f"{Path(name).name.removesuffix('.toml')}-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    names = (f"{stem}{'' if number == 1 else f'-{number}'}.jsonl" for number in count(1))
    return next(folder / name for name in names if _is_ours(folder / name))


def _is_ours(path: Path) -> bool:
    """Whether a name was free; an empty file keeps it from tables that begin in the same second."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(exist_ok=False)
    except FileExistsError:
        return False
    except OSError:
        return True  # whoever opens the record says why it can't be written
    return True


def next_record_path(before: Path, name: str, *, anew: bool) -> Path:
    """Where the next game is written: beside the record before, or in its place where that has no line."""
    if anew:
        return new_record_path(name, before.parent)
    before.unlink(missing_ok=True)
    return before


def header_for(game: str, players: str | None, options: Sequence[str], colours: str | None = None) -> Header | None:
    """The header of a new game; None where no players are given, since then a record must be taken up.

    `colours` are the players' own counters'. Raises UsageError for unknown games, impossible numbers of players, equal
    names or colours, or unknown options.
    """
    loaded = game_named(game)
    given = kept_boards(from_words(game, list(options)))
    if players is None:
        return None
    names = tuple(name.strip() for name in players.split(",") if name.strip())
    least, most = loaded.players
    if not least <= len(names) <= most:
        raise UsageError(f"{loaded.title} is for {least} to {most} players, not {len(names)}: --players Ann,Ben")
    if len(set(names)) < len(names):
        raise UsageError("two players have the same name; give each another one")
    too_long = [name for name in names if len(name) > 40 or not name.isprintable()]
    if too_long:
        raise UsageError(f"'{too_long[0][:40]}' is no name to read aloud; at most 40 letters, please")
    at = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
    _check_taped_codes([load_board(board) for board in boards_in(given)], loaded, names)
    return Header(game, names, given, colours=_colours(loaded, names, colours), at=at)


def _check_taped_codes(boards: Sequence[Board], game: GameFile, players: Sequence[str]) -> None:
    """UsageError where the codes taped on players' boards would not tell whose board it is."""
    if game.of_pieces or len(players) < 2:
        return
    known = dict[tuple[str | None, int], str]()
    for board in boards:
        if board.codes and board.sections.board.seat is None:
            raise UsageError(
                f"{board.title} has codes taped on and lies there only once: give every player's board file, "
                "--option board=ann.toml,ben.toml"
            )
        for code in board.codes:
            other = known.setdefault((board.dictionary, code.id), board.title)
            if other != board.title:
                raise UsageError(
                    f"{other} and {board.title} have the same code {code.id} taped on: tape each player's own codes, "
                    "Board 1, Board 2, …, and enter that board again"
                )


def _colours(game: GameFile, names: tuple[str, ...], words: str | None) -> tuple[tuple[str, str], ...]:
    """Each player's colour, none where none was said; UsageError for one that the game does not have."""
    if words is None:
        return ()
    given = tuple(word.strip() for word in words.split(","))
    known = [name.removeprefix("player-") for name in game.palette if name.startswith("player-")]
    if not known:
        raise UsageError(f"--colours: in {game.title} nobody has counters of a colour; leave that out")
    wrong = next((colour for colour in given if colour not in known), None)
    if wrong is not None:
        raise UsageError(f"--colours {words}: '{wrong}' is not a colour of {game.title}; it has {', '.join(known)}")
    if len(given) != len(names) or len(set(given)) < len(given):
        raise UsageError(f"--colours {words}: expected {len(names)} different colours, one for each player")
    return tuple(zip(names, given, strict=True))


def check_taken_up(
    found: Header, game: str, wanted: Header | None, options: Mapping[str, Any], *, record: Path
) -> None:
    """Raise UsageError where the command line asks for another game, other players or variants than the record's.

    `wanted` is the header of a new game, None where no players were given; `options` are those that were given.
    """
    mend = f"to take up {record} again leave that out, and for a new game choose another --record"
    if found.game != game:
        raise UsageError(f"{record} is a game of {found.game}, not of {game}")
    if wanted is not None and wanted.players != found.players:
        played = ",".join(found.players)
        raise UsageError(f"{record} is played by {played}, not by --players {','.join(wanted.players)}; {mend}")

    has = settled(found.game, found.options)
    for name, value in options.items():
        if has[name] != value:
            raise UsageError(f"{record} is played with {name}={has[name]}, not with --option {name}={value}; {mend}")


def taken_up_words(session: Session) -> str:
    """How far the game has come, and whether it is over."""
    totals = ", ".join(f"{player} {points}" for player, points in session.played.totals.items())
    moves = "1 move" if len(session.moves) == 1 else f"{len(session.moves)} moves"
    words = f"taken up again after {moves}: {totals}"
    if not session.played.over:
        return words
    winners = " and ".join(session.played.winners)
    have = "has" if len(session.played.winners) == 1 else "have"
    return f"{words}\nthe game is over, {winners} {have} won; it can be corrected, a new one needs another --record"


def end_on_signals() -> None:
    """Let the system's wish that we end (shutdown, `kill`, a closed terminal) end us as Ctrl-C does: in good order."""
    for name in ("SIGTERM", "SIGHUP"):
        wish = getattr(signal, name, None)
        if wish is not None and signal.getsignal(wish) == signal.SIG_DFL:
            signal.signal(wish, signal.default_int_handler)


def close_record(store: RecordStore) -> None:
    """End with a record; where it is not where it should be, say where it is."""
    if sentence := store.end():
        say(f"boardsight: {sentence}")
