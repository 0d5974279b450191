"""What was chosen for an evening, as the words of `boardsight play`; remembered for the next evening."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tabletop.errors import BoardsightError, UsageError
from tabletop.wholefiles import make_folder, write_whole

FILE = "evening.json"


@dataclass(frozen=True, slots=True)
class Chosen:
    """A game with its players and everything that `play` can be told."""

    game: str
    players: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    """Of the players' own counters, in their order; none where the game has no such."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Variants in force, as the command line writes them; the defaults are left out."""
    cameras: tuple[str, ...] = ()
    displays: tuple[str, ...] = ()
    more: Mapping[str, str | bool] = field(default_factory=dict)
    """Every other option of `play` by its name without dashes before it; True for one without a value."""

    def words(self) -> list[str]:
        """The words of the command line. UsageError for a name with a comma, which stands between names there."""
        comma = next((name for name in (*self.players, *self.colours) if "," in name), None)
        if comma is not None:
            raise UsageError(f"'{comma}' has a comma in it; give that player a name without one")
        words = ["play", self.game]
        if self.players:
            words.append(f"--players={','.join(self.players)}")
        if self.colours:
            words.append(f"--colours={','.join(self.colours)}")
        words += [f"--option={name}={value}" for name, value in self.options.items()]
        words += [f"--camera={camera}" for camera in self.cameras]
        words += [f"--display={display}" for display in self.displays]
        words += [f"--{name}" if value is True else f"--{name}={value}" for name, value in self.more.items() if value]
        return words


def remembered(folder: Path) -> Chosen | None:
    """What was chosen last, None where nothing is remembered or it can't be read any more."""
    try:
        known: dict[str, Any] = json.loads((folder / FILE).read_text("utf-8"))
        lists = {key: tuple(known.get(key, ())) for key in ("players", "colours", "cameras", "displays")}
        return Chosen(**{**known, **lists})
    except (OSError, ValueError, TypeError):
        return None


def remember(folder: Path, chosen: Chosen) -> None:
    """Keep what was chosen for the next evening; where that can't be written it is not remembered."""
    try:
        make_folder(folder)
        write_whole(folder / FILE, f"{json.dumps(asdict(chosen), ensure_ascii=False, indent=2)}\n".encode())
    except BoardsightError:
        return
