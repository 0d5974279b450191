"""`boardsight read`: photos into positions with confidence."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from live.command_words import game_named, grey_picture_in, picture_in, players_named
from tabletop.boardfile import load_board
from tabletop.errors import BoardsightError, UnreadableInput, UsageError
from tabletop.gamefile import GameFile, load_game
from tabletop.plainkinds import game_of_pieces, pieces_for
from tabletop.profiles import CameraProfile, parse_profile
from tabletop.readings import Problem, Reading
from tabletop.textfiles import read_text, write_whole

if TYPE_CHECKING:
    from vision import BgrImage, Sight
    from vision.arrays import GreyImage


ANNOTATED_AS = (".jpg", ".jpeg", ".png", ".webp", ".bmp")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("images", nargs="+", metavar="IMAGE", help="photos: JPEG, PNG, WebP, BMP or TIFF")
    parser.add_argument("--game", help="the game's name or its file (default: what the codes in the picture say)")
    parser.add_argument(
        "--board", action="append", default=[], metavar="FILE", help="a board file of your own that lies on the table"
    )
    parser.add_argument(
        "--pieces",
        metavar="FILE",
        help="pieces of your own: a pieces file, a profile of taught colours, or `palette` for plain ones as printed",
    )
    parser.add_argument("--players", default="", metavar="A,B", help="the players in the order of their mats")
    parser.add_argument("--camera", metavar="PROFILE", help="the camera's profile, for pictures of that camera")
    parser.add_argument("--json", action="store_true", help="one JSON document a picture")
    parser.add_argument("--annotate", metavar="OUT", help="write the picture with what was read (a folder for several)")


def run(arguments: argparse.Namespace) -> int:
    """Read every picture; returns the worst exit code."""
    game = game_named(arguments.game) if arguments.game is not None else None
    if game is not None:
        players_named(arguments.players, game)  # wrong names are told before any picture is read
    several = len(arguments.images) > 1
    if arguments.annotate is not None:
        _check_annotated(arguments, several=several)
    profile = _profile(arguments.camera)
    worst = 0
    for name in arguments.images:
        try:
            _read_one(name, game, profile, arguments)
        except UnreadableInput as error:
            if arguments.json and several:
                refused = refused_json(str(error), name, None if game is None else game.name)
                print(json.dumps(refused, ensure_ascii=False))
            print(f"boardsight: {error}", file=sys.stderr)
            worst = max(worst, error.exit_code)
    return worst


def _check_annotated(arguments: argparse.Namespace, *, several: bool) -> None:
    """Make the folder for several annotated pictures; UsageError where a photo would be written over."""
    out = Path(arguments.annotate)
    if several:
        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(
                f"--annotate {out}: {error.strerror or error}; name a folder for several photos"
            ) from error
    elif out.is_dir():
        return
    elif out.suffix.lower() not in ANNOTATED_AS:
        raise UsageError(f"--annotate {out}: the name must end in .jpg or .png, or be a folder")
    elif out.exists() and Path(arguments.images[0]).exists() and out.samefile(arguments.images[0]):
        raise UsageError(f"--annotate {out} is the photo itself; name another file")


def _profile(name: str | None) -> CameraProfile | None:
    """The camera's profile in a file; None where none is wanted."""
    if name is None:
        return None
    return parse_profile(read_text(name), CameraProfile, name)


def _read_one(
    name: str,
    game: GameFile | None,
    profile: CameraProfile | None,
    arguments: argparse.Namespace,
) -> None:
    """Read and print one picture; UnreadableInput where too little is seen."""
    from vision import read_image

    colourless = profile is None and not arguments.annotate and arguments.pieces is None
    image: BgrImage | GreyImage = grey_picture_in(name) if colourless else picture_in(name)
    if game is None:
        game = _game_shown(image, name, arguments)
    if colourless and game.rules != "big-city":
        image = picture_in(name)  # only of Big City's printed parts nothing is told by colours
    sight = read_image(
        image,
        game,
        players=players_named(arguments.players, game),
        profile=profile,
        name=arguments.game,
        own_boards=arguments.board,
        pieces=None if arguments.pieces is None else pieces_for(arguments.pieces, game),
    )
    if arguments.annotate:
        _write_annotated(image, sight, name, arguments)
    reading = sight.reading
    if reading.position is None:
        reason = reading.problems[0].message if reading.problems else "too little is seen"
        raise UnreadableInput(f"{name}: {reason}")
    if arguments.json:
        print(json.dumps(reading_json(reading, name), ensure_ascii=False))
    else:
        print(_for_people(reading, name, several=len(arguments.images) > 1), end="")
    for problem in reading.problems:
        print(f"boardsight: {name}: {problem.message}", file=sys.stderr)


def _game_shown(image: "BgrImage | GreyImage", name: str, arguments: argparse.Namespace) -> GameFile:
    """The game of the board or pieces file that was named, else the one whose codes the picture shows.

    Raises UnreadableInput where the codes are those of a game file of people's own.
    """
    from vision import game_in

    if arguments.board:
        return game_named(load_board(arguments.board[0]).game)
    meant = None if arguments.pieces is None else game_of_pieces(arguments.pieces)
    if meant is not None:
        return game_named(meant)
    shown = game_in(image)
    if shown == "custom":
        raise UnreadableInput(
            f"{name}: the codes are those of a game of your own; name its file: --game MY-GAME.toml "
            "(two such games may use the same numbers)"
        )
    return load_game(shown or "big-city")


def reading_json(reading: Reading, image: str) -> dict[str, Any]:
    """The document of INTERFACE.md section 4."""
    from tabletop.notation import position_to_json

    camera = reading.camera
    return {
        "format": "boardsight-reading/1",
        "image": image,
        "game": reading.game,
        "position": position_to_json(reading.position),
        "confidence": dict(sorted(reading.confidence.items(), key=lambda one: _natural(one[0]))),
        "problems": [problem.to_json() for problem in reading.problems],
        "camera": None if camera is None else {"reprojection_px": camera.reprojection_px, "scale": camera.scale},
    }


def refused_json(reason: str, image: str, game: str | None) -> dict[str, Any]:
    """The line of a picture that was refused, among several pictures: no position, and why."""
    problem = Problem("refused", reason)
    return {
        "format": "boardsight-reading/1",
        "image": image,
        "game": game,
        "position": None,
        "confidence": {},
        "problems": [problem.to_json()],
        "camera": None,
    }


def _for_people(reading: Reading, name: str, *, several: bool) -> str:
    """The position as TOML, and below it what is not certain."""
    from tabletop.notation import write_position

    lines = [f"# {name}\n"] if several else []
    lines.append(write_position(reading.position, "toml"))
    for answer in ("likely", "ask"):
        places = sorted((place for place, sure in reading.confidence.items() if sure == answer), key=_natural)
        if places:
            lines.append(f"# {answer}: {', '.join(places)}\n")
    return "".join(lines)


def _natural(place: str) -> tuple[str, int, str]:
    """Sort places by kind, then by number."""
    kind, _, rest = place.partition(":")
    number, _, tail = rest.partition(":")
    return (kind, int(number), tail) if number.isdigit() else (kind, 0, rest)


def _write_annotated(image: "BgrImage", sight: "Sight", name: str, arguments: argparse.Namespace) -> None:
    """Write the picture with what was read, next to its name in a folder when there are several."""
    import cv2

    from vision import annotate

    out = Path(arguments.annotate)
    if len(arguments.images) > 1 or out.is_dir():
        out = out / f"{Path(name).stem}-read{_namesakes_before(name, arguments.images)}.jpg"
    ok, data = cv2.imencode(out.suffix, annotate(image, sight))
    if not ok:
        raise BoardsightError(f"--annotate {out}: the picture could not be packed; use .jpg or .png")
    write_whole(out, data.tobytes())


def _namesakes_before(name: str, images: list[str]) -> str:
    """`-2` for the second picture of the same name from another folder, and so on."""
    earlier = sum(Path(one).stem == Path(name).stem for one in images[: images.index(name)])
    return f"-{earlier + 1}" if earlier else ""
