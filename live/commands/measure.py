"""`boardsight measure`: how well one's own table is read: a position to lay, then its photograph held against it."""

from __future__ import annotations

import argparse
import json
import shlex
import time
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from live.console.arguments import add_own_parts, game_named, whole_number
from live.console.terminal import tell
from tabletop.errors import NoCamera, UnreadableInput, UsageError
from tabletop.textfiles import read_text

if TYPE_CHECKING:
    from live.doctor.own_table import DrawnPosition
    from tabletop.gamefile import GameFile
    from vision import BgrImage

SETTLES_S, WAITS_S = 1.5, 15.0
"""A camera needs so long for its brightness; one that gives no picture for so long is none."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("game", metavar="GAME", help="the game's name or its file")
    parser.add_argument("--photo", metavar="PHOTO", help="the photograph of the position that was laid")
    parser.add_argument("--camera", metavar="WHAT", help="this camera takes the photograph (number, name or URL)")
    some = whole_number(1, 9999)
    parser.add_argument("--number", type=some, default=1, metavar="N", help="which of the day's positions (default: 1)")
    parser.add_argument("--day", type=_day, metavar="YYYY-MM-DD", help="the position's day (default: today)")
    parser.add_argument("--players", type=whole_number(1, 8), metavar="N", help="how many play (default: two)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a variant in force")
    add_own_parts(parser)
    parser.add_argument("--out", type=Path, default=Path("measured"), metavar="DIR", help="default: %(default)s")
    parser.add_argument(
        "--with-picture", action="store_true", help="keep the board's picture, too, cut out and made flat"
    )
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Draw the position, or hold its photograph against it."""
    from live.doctor.own_table import NAMES, draw_position
    from tabletop.boards import BOARD_OPTIONS
    from tabletop.options import from_words
    from tabletop.records import Header

    if arguments.photo is not None and arguments.camera is not None:
        raise UsageError("--photo or --camera, not both: a photo is taken already")
    if arguments.camera == "phone":
        raise UsageError("take the photograph with the phone, and give its file as --photo")
    game = game_named(arguments.game)
    own = next((name for name in BOARD_OPTIONS if name in game.options), None)
    if arguments.board and own is None:
        raise UsageError(f"--board: {game.title} is played on no board of your own")
    words = [*arguments.option, *([f"{own}={','.join(arguments.board)}"] if arguments.board else [])]
    (least, most), players = game.players, arguments.players or max(2, game.players[0])
    if not least <= players <= most:
        raise UsageError(f"--players {players}: {game.title} is for {least} to {most} players")
    header = Header(arguments.game, NAMES[:players], from_words(arguments.game, words))
    drawn = draw_position(header, arguments.day or date.today(), arguments.number)
    if arguments.photo is None and arguments.camera is None:
        return _lay(arguments, drawn, game)
    return _measure(arguments, drawn, game)


def _day(words: str) -> date:
    try:
        return date.fromisoformat(words)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{words}' is no day; expected one such as 2026-11-28") from None


def _lay(arguments: argparse.Namespace, drawn: DrawnPosition, game: GameFile) -> int:
    """Tell what to lay: as a drawing, a position, and in words."""
    from live.calibrating.files import write_text
    from live.doctor.own_table import EMPTY
    from live.drawing.plan import plan_svg
    from tabletop.notation import position_to_json, write_position
    from tabletop.plans import game_on_table, plan_of

    drawing, position = (arguments.out / f"{drawn.name}.{ending}" for ending in ("svg", "toml"))
    laid = game_on_table(drawn.position, game)
    write_text(drawing, plan_svg(plan_of(drawn.position, laid), laid))
    write_text(position, write_position(drawn.position))
    if arguments.json:
        told = {"drawing": str(drawing), "file": str(position), "position": position_to_json(drawn.position)}
        print(json.dumps(told, ensure_ascii=False))
        return 0
    tell(f"lay {game.title} as the drawing shows it: {drawing}")
    lying: dict[tuple[str, str], list[str]] = {}
    for place, word in drawn.words_of(drawn.position).items():
        where, kind = drawn.rules.place_words(place, drawn.state), place.partition(":")[0]
        owner, own, cell = where.rpartition("'s ")
        if kind in (place, "track"):
            lying[where, ""] = [_named(word, laid)]
        elif word != EMPTY:
            lying.setdefault(("as drawn" if kind == "tile" else _named(word, laid), owner + own), []).append(cell)
    for (what, whose), places in lying.items():
        tell(f"  {what}  {whose}{', '.join(places)}")
    words = ["--day", str(drawn.day), "--number", str(drawn.number), "--out", str(arguments.out)]
    for name in ("players", "pieces", "option", "board"):
        given = getattr(arguments, name) or []
        words += [word for one in (given if isinstance(given, list) else [given]) for word in (f"--{name}", str(one))]
    tell(f"then photograph it: boardsight measure {arguments.game} --photo PHOTO {shlex.join(words)}")
    return 0


def _measure(arguments: argparse.Namespace, drawn: DrawnPosition, game: GameFile) -> int:
    """Read the photograph, tell what was right, and keep it."""
    from live.calibrating.files import write_picture, write_text
    from live.console.pictures import picture_in
    from live.doctor.own_table import flat_picture, line_of, lines_in, measure
    from tabletop.boards import boards_in
    from tabletop.intervals import share_words
    from tabletop.plainkinds import pieces_for
    from vision import read_image

    file = arguments.out / "measured.jsonl"
    kept = list(lines_in(read_text(file), str(file))) if file.exists() else []
    image = _taken(arguments.camera) if arguments.photo is None else picture_in(arguments.photo)
    boards = boards_in(drawn.header.options)
    pieces = None if arguments.pieces is None else pieces_for(arguments.pieces, game)
    sight = read_image(image, game, players=drawn.header.players, name=arguments.game, own_boards=boards, pieces=pieces)
    found = measure(drawn, sight.reading, arguments.photo or arguments.camera)
    line = line_of(drawn, sight.reading, found, arguments.pieces)
    if arguments.with_picture:
        picture = arguments.out / f"{drawn.name}-{len(kept) + 1}.jpg"
        write_picture(picture, flat_picture(image, sight))
        line = {**line, "picture": picture.name}
    kept.append(line)
    write_text(file, "".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in kept))
    if arguments.json:
        print(json.dumps(line, ensure_ascii=False))
        return 0
    for place in found.asked:
        tell(f"asked about  {drawn.rules.place_words(place, drawn.state)}")
    for place, (read, lies) in found.wrong.items():
        words = drawn.rules.place_words(place, drawn.state)
        tell(f"wrongly read  {words}  {_named(read, game)} where {_named(lies, game)} lies")
    alike = [one for one in kept if (one["game"], one["pieces"]) == (line["game"], line["pieces"])]
    counts = [sum(len(one[key]) for one in alike) for key in ("right", "asked", "wrong")]
    tell(f"photographs of such a table  {len(alike)}")
    for words, count in zip(("rightly read", "asked about", "wrongly read"), counts, strict=True):
        tell(f"{words}  {count} of {sum(counts)}  {share_words(count, sum(counts))}")
    tell(f"kept in {file}, to be sent: it holds no names and no faces")
    return 0


def _named(word: str, game: GameFile) -> str:
    return game.name_of(word) if word in game.by_id else word


def _taken(camera: str) -> BgrImage:
    """A picture that a camera takes once its brightness has settled."""
    from live.sources import Frame, open_source

    source, begun_s = open_source(camera), time.monotonic()
    try:
        while time.monotonic() - begun_s < WAITS_S:
            given = source.next(1.0)
            if given is None:
                raise UnreadableInput(f"{source.name} gives no picture; give a photograph as --photo")
            if isinstance(given, Frame) and (not source.live or time.monotonic() - begun_s > SETTLES_S):
                return given.image
    finally:
        source.close()
    raise NoCamera(f"{source.name} gives no picture; `boardsight doctor` says why")
