"""What was chosen for an evening, as the words of `boardsight play`; remembered for the next evening."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from tabletop.addresses import address_name
from tabletop.errors import BoardsightError, UsageError
from tabletop.wholefiles import OWNER_ONLY, make_folder, write_whole

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
    cameras: tuple[str, ...] = field(default=(), repr=False)
    displays: tuple[str, ...] = field(default=(), repr=False)
    more: Mapping[str, str | bool] = field(default_factory=dict, repr=False)
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

    def named(self) -> Chosen:
        """The same as people are shown it, without the secrets in its addresses."""
        more = {name: address_name(value) if isinstance(value, str) else value for name, value in self.more.items()}
        return replace(self, cameras=_names(self.cameras), displays=_names(self.displays), more=more)

    def with_secrets_of(self, last: Chosen | None) -> Chosen:
        """With the last evening's own addresses where theirs were named."""
        if last is None:
            return self
        shown = last.named()
        cameras, displays = (
            dict(zip(names, words, strict=True))
            for names, words in ((shown.cameras, last.cameras), (shown.displays, last.displays))
        )
        more = {name: last.more[name] if shown.more.get(name) == value else value for name, value in self.more.items()}
        return replace(
            self,
            cameras=tuple(cameras.get(camera, camera) for camera in self.cameras),
            displays=tuple(displays.get(display, display) for display in self.displays),
            more=more,
        )


def _names(addresses: Sequence[str]) -> tuple[str, ...]:
    """What addresses are called, each otherwise than those before it."""
    names: list[str] = []
    for name in map(address_name, addresses):
        names.append(name if name not in names else f"{name}#{len(names) + 1}")
    return tuple(names)


def remembered(folder: Path) -> Chosen | None:
    """What was chosen last, None where nothing is remembered or it can't be read any more."""
    try:
        known: dict[str, Any] = json.loads((folder / FILE).read_text("utf-8"))
        with suppress(OSError):  # it is somebody else's
            (folder / FILE).chmod(OWNER_ONLY)  # earlier versions let others read it
        lists = {key: tuple(known.get(key, ())) for key in ("players", "colours", "cameras", "displays")}
        chosen = Chosen(**{**known, **lists})
        chosen.named()  # as people are shown it: raises where something is otherwise than ours
        return chosen
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        return None


def remember(folder: Path, chosen: Chosen) -> None:
    """Keep what was chosen for the next evening, for this user alone, since passwords may stand in it.

    Where that can't be written it is not remembered.
    """
    try:
        make_folder(folder)
        text = f"{json.dumps(asdict(chosen), ensure_ascii=False, indent=2)}\n"
        write_whole(folder / FILE, text.encode(), mode=OWNER_ONLY)
    except BoardsightError:
        return
