"""A campaign's ledger on the disk: read whole, written whole, each change one more line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from scoring.registry import campaign_games, campaign_rules
from tabletop.boards import board_word, load_board
from tabletop.boardwriting import written
from tabletop.errors import UsageError
from tabletop.textfiles import read_bytes, write_whole


def new_campaign(path: Path, game: str, players: tuple[str, ...], boards: Sequence[str]) -> Any:
    """Begin a ledger in a new file, the boards that were named kept in it; UsageError where the file is there."""
    if path.exists():
        raise UsageError(f"{path} is there already; choose another name, or go on in it with `campaign show`")
    if boards and len(boards) not in (1, len(players)):
        raise UsageError(f"{len(boards)} boards for {len(players)} players; give one, or one for each")
    kept = tuple(board_word(load_board(name).raw) for name in boards)
    campaign = campaign_rules(game).begun(players, kept * len(players) if len(kept) == 1 else kept, game)
    write_whole(path, campaign.to_text().encode())
    return campaign


def campaign_in(path: Path) -> Any:
    """The campaign in a file; UnreadableInput with the line and the mend, nothing is changed."""
    return campaign_rules(campaign_games()[0]).read_campaign(read_bytes(path), str(path))


def changed_campaign(path: Path, change: Callable[[Any], Any]) -> Any:
    """Carry out a change on the file as it is now, and write it whole; a change that cannot be leaves it as it was."""
    campaign = change(campaign_in(path))
    write_whole(path, campaign.to_text().encode())
    return campaign


def write_boards(campaign: Any, folder: Path) -> tuple[Path, ...]:
    """Every player's board as it is now, stickers and all, as board files in a folder; the older ones are replaced."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for seat, player in enumerate(campaign.ledger.players, start=1):
        path = folder / f"board-{seat}.toml"
        write_whole(path, written(campaign.ledger.board(player)).encode())
        paths.append(path)
    return tuple(paths)
