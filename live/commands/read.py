"""`boardsight read`: photos into positions with confidence."""

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from live.archive.batch import (
    Files,
    Outcome,
    add_batch_arguments,
    check_batch_arguments,
    files_in,
    items_of,
    line_of,
    say_outcome,
    with_progress,
    write_results,
)
from live.console.arguments import PICTURES, REFUSED_PICTURES, add_own_parts, game_named, players_named
from tabletop.errors import BoardsightError, UsageError
from tabletop.textfiles import read_text

if TYPE_CHECKING:
    from live.archive.photos import ReadOptions

READERS = ("live.commands.read", "vision.large_photos", "vision.city.reader", "vision.boards.reader", "live.main")
"""What workers fetch before they read."""
ANNOTATED_AS = (".jpg", ".jpeg", ".png", ".webp", ".bmp")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "images", nargs="+", metavar="IMAGE", help="photos (JPEG, PNG, WebP, BMP or TIFF), or folders of them"
    )
    parser.add_argument("--game", help="the game's name or its file (default: what the codes in the picture say)")
    add_own_parts(parser)
    parser.add_argument("--players", default="", metavar="A,B", help="the players in the order of their mats")
    parser.add_argument("--camera", metavar="PROFILE", help="the camera's profile, for pictures of that camera")
    parser.add_argument("--json", action="store_true", help="one JSON document a picture")
    parser.add_argument("--annotate", metavar="OUT", help="write the picture with what was read (a folder for several)")
    add_batch_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Read every picture; returns the worst exit code."""
    from live.archive.photos import spoken

    check_batch_arguments(arguments)
    options = _options(arguments)
    names = files_in(arguments.images, PICTURES, "pictures", refused=REFUSED_PICTURES)
    several = len(names) > 1
    drawn = {} if arguments.annotate is None else _annotated(names, arguments.annotate)

    def work(some: Sequence[str]) -> Iterable[Outcome]:
        task, lost = partial(_read, options=options), partial(_lost, game=options.game)
        items = items_of(some, drawn, afar=arguments.dask is not None)
        if arguments.jobs == 1 and arguments.dask is None:
            return map(task, items)
        from live.archive.workers import outcomes_from_workers

        return outcomes_from_workers(task, items, lost, jobs=arguments.jobs, dask=arguments.dask, fetched=READERS)

    if arguments.out is not None:
        asked = {"command": "read", **asdict(options)}
        return write_results(names, work, out=arguments.out, key="image", asked=asked, unit="picture")
    worst = 0
    for outcome in with_progress(work(names), len(names), 0, "picture") if several else work(names):
        worst = max(worst, outcome.exit_code)
        if arguments.json:
            print(line_of(outcome.document))
        elif outcome.text:
            text = spoken(outcome.text)
            print(f"# {outcome.name}\n{text}" if several else text, end="")
        say_outcome(outcome)
    return worst


def _read(item: Files, options: "ReadOptions") -> Outcome:
    """One picture on a worker."""
    from live.archive.photos import read_photo

    name, path, drawn = item
    return read_photo(name, path, drawn, options)


def _lost(item: Files, reason: str, game: str | None) -> Outcome:
    """A picture whose worker died of it."""
    from live.archive.photos import refused

    return refused(item[0], f"{item[0]}: {reason}", game, 1)


def _options(arguments: argparse.Namespace) -> "ReadOptions":
    """What is asked for; wrong names and broken files are told before any picture is read."""
    from live.archive.photos import ReadOptions

    if arguments.game is not None:
        players_named(arguments.players, game_named(arguments.game))
    if arguments.camera is not None:
        from tabletop.profiles import CameraProfile, parse_profile

        parse_profile(read_text(arguments.camera), CameraProfile, arguments.camera)
    afar = arguments.dask is not None
    return ReadOptions(
        game=_reachable(arguments.game, afar=afar),
        boards=tuple(str(_reachable(board, afar=afar)) for board in arguments.board),
        pieces=_reachable(arguments.pieces, afar=afar),
        players=arguments.players,
        camera=_reachable(arguments.camera, afar=afar),
    )


def _reachable(word: str | None, *, afar: bool) -> str | None:
    """A file's whole path for workers that stand elsewhere; names of games stay as they are."""
    return str(Path(word).resolve()) if afar and word is not None and Path(word).is_file() else word


def _annotated(names: Sequence[str], out: str) -> dict[str, str]:
    """Where each annotated picture goes; makes the folder for several. UsageError where a photo would be lost."""
    folder = Path(out)
    if len(names) > 1:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(
                f"--annotate {folder}: {error.strerror or error}; name a folder for several photos"
            ) from error
    if len(names) > 1 or folder.is_dir():
        named: dict[str, int] = {}
        places = {}
        for name in names:
            stem = Path(name).stem
            named[stem] = named.get(stem, 0) + 1
            again = f"-{named[stem]}" if named[stem] > 1 else ""
            places[name] = str((folder / f"{stem}-read{again}.jpg").resolve())
        return places
    if folder.suffix.lower() not in ANNOTATED_AS:
        raise UsageError(f"--annotate {folder}: the name must end in .jpg or .png, or be a folder")
    if not folder.resolve().parent.is_dir():
        raise BoardsightError(f"{folder} cannot be written: there is no folder {folder.parent}")
    if folder.exists() and Path(names[0]).exists() and folder.samefile(names[0]):
        raise UsageError(f"--annotate {folder} is the photo itself; name another file")
    return {names[0]: out}
