"""A campaign's ledger on the disk: read whole, written whole, each change one more line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scoring.registry import campaign_games, campaign_rules
from tabletop.boards import board_word, load_board
from tabletop.boardwriting import written
from tabletop.errors import BoardsightError, UsageError
from tabletop.textfiles import read_bytes
from tabletop.wholefiles import alone_with, make_folder, new_file, write_whole


def new_campaign(path: Path, game: str, players: tuple[str, ...], boards: Sequence[str]) -> Any:
    """Begin a ledger in a new file, the boards that were named kept in it; UsageError where the file is there."""
    if boards and len(boards) not in (1, len(players)):
        raise UsageError(f"{len(boards)} boards for {len(players)} players; give one, or one for each")
    for name in boards:
        campaign_rules(game).check_side(load_board(name))
    kept = tuple(board_word(load_board(name)) for name in boards)
    campaign = campaign_rules(game).begun(players, kept * len(players) if len(kept) == 1 else kept, game)
    with new_file(path, "choose another name, or go on in it with `campaign show`") as file:
        file.write(campaign.to_text().encode())
    return campaign


def campaign_in(path: Path) -> Any:
    """The campaign in a file; UnreadableInput with the line and the mend, nothing is changed."""
    return campaign_rules(campaign_games()[0]).read_campaign(read_bytes(path), str(path))


def changed_campaign(path: Path, change: Callable[[Any], Any]) -> Any:
    """Carry out a change on the file as it is now, and write it whole; a change that cannot be leaves it as it was."""
    campaign_in(path)  # what cannot be read is told before anything is locked
    with alone_with(path):
        campaign = change(campaign_in(path))
        write_whole(path, campaign.to_text().encode())
    return campaign


def write_boards(campaign: Any, folder: Path) -> tuple[Path, ...]:
    """Every player's board as it is now, stickers and all, as board files in a folder; the older ones are replaced."""
    make_folder(folder)
    paths = []
    for seat, player in enumerate(campaign.ledger.players, start=1):
        path = folder / f"board-{seat}.toml"
        write_whole(path, written(campaign.ledger.board(player)).encode())
        paths.append(path)
    return tuple(paths)


@dataclass
class EpisodeDesk:
    """A game that is played as an episode of a campaign: the ledger beside it, and the game's place in it.

    The file is read whenever it has changed, since people may enter things elsewhere meanwhile.
    """

    path: Path
    episode: int
    players: tuple[str, ...]
    options: Mapping[str, Any]
    """With which the game is played: the side, and the players' boards as they are."""
    _seen: tuple[tuple[int, int], Mapping[str, Any]] = field(default=((0, 0), {}), init=False)

    def check_players(self, players: Sequence[str]) -> None:
        """UsageError where others play than play the campaign."""
        if sorted(players) != sorted(self.players):
            raise UsageError(
                f"{self.path} is played by {','.join(self.players)}, not by {','.join(players)}; leave --players out, "
                f"or enter first who plays on: boardsight campaign successor {self.path} --player "
                f"{self.players[0]} --by NAME"
            )

    def shown(self) -> Mapping[str, Any]:
        """What the page shows: the ledger, the episode, whether it is entered; or why the ledger cannot be read."""
        try:
            about = self.path.stat()
        except OSError:
            return self._head | {"error": f"{self.path} is gone; put it back, and it is read again"}
        stamp = (about.st_mtime_ns, about.st_size)
        if stamp != self._seen[0]:
            self._seen = (stamp, self._read())
        return self._seen[1]

    def enter(self, state: Any, over: bool, body: Mapping[str, Any]) -> None:
        """Enter how the game ended: as it was recorded where the episode's rules are known, else as the tokens show.

        UsageError where it is not over, is entered already, or points or rows are missing; nothing is written then.
        """
        if not over:
            raise UsageError("the game is not over; it is entered into the campaign when it is")

        def entered(campaign: Any) -> Any:
            rules, points = campaign_rules(campaign.game), body.get("points") or {}
            if points:
                results = rules.entered(points, {name: tuple(rows) for name, rows in body.get("empty", {}).items()})
            else:
                results = rules.recorded(campaign, state)
            return campaign.with_line(rules.episode_line(self.episode, results))

        if self.shown().get("entered"):
            raise UsageError(f"episode {self.episode} is in the ledger already; `campaign undo` takes it back")
        changed_campaign(self.path, entered)

    @property
    def _head(self) -> dict[str, Any]:
        return {"name": self.path.stem, "episode": self.episode}

    def _read(self) -> Mapping[str, Any]:
        try:
            campaign = campaign_in(self.path)
        except BoardsightError as error:
            return self._head | {"error": str(error)}
        entered = len(campaign.ledger.episodes) >= self.episode
        scored = campaign_rules(campaign.game).is_scored(self.episode)
        return self._head | {"ledger": campaign.ledger.to_json(), "entered": entered, "scored": scored}


def episode_desk(path: Path, game: str) -> EpisodeDesk:
    """The desk for a campaign's next episode; UsageError where the campaign is of another game, or has ended."""
    campaign = campaign_in(path)
    if campaign.game != game:
        raise UsageError(f"{path} is a campaign of {campaign.game}: boardsight play {campaign.game} --campaign {path}")
    if campaign.ledger.next_episode is None:
        raise UsageError(f"{path}: all episodes have been played; play without --campaign")
    options = campaign_rules(game).played_options(campaign)
    return EpisodeDesk(path, campaign.ledger.next_episode, campaign.ledger.players, options)
