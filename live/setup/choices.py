"""What can be chosen for an evening: games with their players, colours and variants, cameras, displays, known names."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from firmware_bridge.diagnosis import port_reports
from live.page.state import seat_colour
from live.records.index import games_in
from live.setup.chosen import Chosen, remembered
from live.sources.cameras import distinct_name, list_cameras
from tabletop.errors import BoardsightError, UsageError
from tabletop.gamefile import GameFile, all_games, hex_colour, load_game
from tabletop.options import ANY_FILE, ANY_LIST

OWN_FIELDS = frozenset({"help", "game", "players", "colours", "option", "camera", "display"})
"""Options of `play` that have a place of their own on the page; all others stand in one list."""
MOST_NAMES = 24


class NoSuchChoice(UsageError):
    """What no page sends: words that mean something else to the command line than a choice."""


def need_choices(chosen: Chosen, play: argparse.ArgumentParser) -> None:
    """Raise NoSuchChoice for a game that reads as an option, and for options that are none of `play`'s further ones."""
    if chosen.game.startswith("-"):
        raise NoSuchChoice(f"'{chosen.game}' is no game; choose one on the page, or name a game file")
    flags = {option["name"]: option["flag"] for option in further_options(play)}
    for name, value in chosen.more.items():
        if name not in flags or (value and isinstance(value, bool) != flags[name]):
            raise NoSuchChoice(f"'{name}' can't be chosen for an evening like that; load the page again")


def further_options(play: argparse.ArgumentParser) -> list[dict[str, Any]]:
    """`play`'s options that stand in one list, as fields."""
    return [_option(action) for action in play._actions if action.dest not in OWN_FIELDS]


def choices(folder: Path, play: argparse.ArgumentParser, *, trouble: str = "") -> dict[str, Any]:
    """Everything that the page shows; `folder` has the records of earlier evenings, `play` the command's options.

    `trouble` says why the evening that was begun last has not come about.
    """
    last = remembered(folder)
    return {
        "format": "boardsight-setup/1",
        "games": [game_choices(load_game(name), name) for name in all_games()],
        "cameras": _cameras(),
        "displays": _displays(),
        "names": known_names(folder),
        "last": None if last is None else asdict(last.named()),
        "more": further_options(play),
        "message": trouble,
    }


def game_choices(game: GameFile, name: str) -> dict[str, Any]:
    """A game by the name that the command line gives it: how many play, in which colours, with which variants."""
    words = game.sections.option_words
    colours = {key.removeprefix("player-"): rgb for key, rgb in game.palette.items() if key.startswith("player-")}
    return {
        "name": name,
        "title": game.title,
        "players": list(game.players),
        "seats": [seat_colour(game, seat) for seat in range(1, game.players[1] + 1)],
        "colours": [{"name": colour, "hex": hex_colour(rgb)} for colour, rgb in colours.items()],
        "options": [_variant(option, values, words) for option, values in game.options.items()],
    }


def known_names(folder: Path) -> list[str]:
    """Who has played in earlier evenings, those who play most first."""
    if not folder.is_dir():
        return []
    try:
        played = Counter(name for game in games_in(folder) for name in game.players)
    except BoardsightError:
        return []
    return [name for name, _ in played.most_common(MOST_NAMES)]


def _variant(name: str, values: Sequence[Any], words: Mapping[str, str]) -> dict[str, Any]:
    """A variant as a field: `flag`, `choice`, `list` or `file`, its values in words."""
    plain = [value for value in values if value not in (ANY_FILE, ANY_LIST)]
    if ANY_LIST in values:
        shape = "list"
    elif not plain:
        shape = "file"
    else:
        shape = "flag" if set(plain) <= {True, False} else "choice"
    return {
        "name": name,
        "label": words.get(name, name.replace("_", " ")),
        "shape": shape,
        "file": ANY_FILE in values,
        "values": [
            {"value": str(value), "label": words.get(f"{name}={value}", str(value))}
            for value in plain
            if shape in ("choice", "list")
        ],
    }


def _cameras() -> list[dict[str, str]]:
    cameras = list_cameras()
    return [{"words": str(camera.number), "name": distinct_name(camera, cameras)} for camera in cameras]


def _displays() -> list[dict[str, str]]:
    return [{"url": report.url, "name": report.what, "message": report.problem or ""} for report in port_reports()]


def _option(action: argparse.Action) -> dict[str, Any]:
    """One of `play`'s further options as a field."""
    return {
        "name": action.option_strings[0].removeprefix("--"),
        "label": action.help or "",
        "flag": action.nargs == 0,
        "holds": str(action.metavar or action.dest.upper()),
    }
