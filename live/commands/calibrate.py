"""`boardsight calibrate`: a camera's lens, the table before it, people's own pieces and their colours; the sheet."""

import argparse
from pathlib import Path

HIGHEST_MM = 200.0
"""No piece is higher."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    from tabletop.shipped import USUAL_GAME

    kinds = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    camera = kinds.add_parser("camera", help="the lens, from pictures of the calibration sheet")
    camera.add_argument("images", nargs="*", type=Path, metavar="IMAGE", help="photos of the sheet, or their folder")
    camera.add_argument("--camera", metavar="N|URL|FILE", help="look through a camera and be guided")
    camera.add_argument("--rehearse", action="store_true", help="a virtual camera and a virtual sheet")
    camera.add_argument("--out", type=Path, default=Path("camera.toml"), metavar="PROFILE", help="default: %(default)s")
    camera.add_argument("--picture", type=Path, metavar="PNG", help="the coverage; default: beside the profile")
    camera.add_argument("--sheet", default="a4", help="a4, letter, or a board of your own: see docs/calibration.md")
    camera.add_argument("--name", default="", help="the camera's name, where neither system nor photo tells it")
    camera.add_argument("--focus", default="", help="a note on focus and zoom, such as fixed")
    camera.add_argument("--json", action="store_true", help="one JSON document")

    table = kinds.add_parser("table", help="the table's plane, from one photo of printed parts")
    table.add_argument("image", type=Path, help="a photo of a few neighbourhoods or a board, flat on the table")
    table.add_argument("--game", default=USUAL_GAME, help="default: %(default)s")
    table.add_argument(
        "--camera", type=Path, metavar="PROFILE", help="the camera's profile; without it the lens is guessed"
    )
    table.add_argument("--out", type=Path, default=Path("table.toml"), metavar="PROFILE", help="default: %(default)s")
    table.add_argument("--json", action="store_true", help="one JSON document")

    colours = kinds.add_parser("colours", help="plain pieces' colours, from one photo")
    colours.add_argument("image", type=Path, help="the pieces in rows beside a printed neighbourhood, from above")
    colours.add_argument(
        "--pieces", nargs="+", required=True, metavar="NAME",
        help="names in reading order, a row after the other, or a file of them; red*3 means three alike",
    )  # fmt: skip
    colours.add_argument("--game", default=USUAL_GAME, help="default: %(default)s")
    colours.add_argument(
        "--out", type=Path, default=Path("colours.toml"), metavar="PROFILE", help="default: %(default)s"
    )
    colours.add_argument("--picture", type=Path, metavar="PNG", help="what was found; default: beside the profile")
    colours.add_argument("--json", action="store_true", help="one JSON document")

    pieces = kinds.add_parser("pieces", help="a whole pieces file, from one photo of your own pieces")
    pieces.add_argument(
        "image", nargs="?", type=Path,
        help="one piece of each kind beside a printed part; without it you are told what to lay "
        "down, with --out or --picture drawn, too",
    )  # fmt: skip
    pieces.add_argument(
        "--pieces", nargs="+", default=[], metavar="NAME",
        help="the kinds that lie there, in reading order, or a pieces file; default: every kind of the game",
    )  # fmt: skip
    pieces.add_argument("--without", nargs="+", default=[], metavar="NAME", help="kinds that you do not have")
    pieces.add_argument(
        "--with", nargs="+", default=[], dest="besides", metavar="NAME",
        help="kinds that lie there, too, after the others: `marker` or `token` for what stands on score tracks",
    )  # fmt: skip
    pieces.add_argument("--game", help="the game's name or its file (default: what the codes in the picture say)")
    pieces.add_argument(
        "--height", type=millimetres, metavar="MM", help="how high all of them are; default: as far as the photo tells"
    )
    pieces.add_argument("--alike", action="store_true", help="kinds may look alike; which one lies there is then asked")
    pieces.add_argument("--out", type=Path, metavar="FILE", help="default: pieces.toml")
    pieces.add_argument(
        "--picture",
        type=Path,
        metavar="FILE",
        help="what was found, .png or .jpg; without a photo what to lay down, always .svg; "
        "default: beside the pieces file, where one was named or is written",
    )
    pieces.add_argument("--json", action="store_true", help="one JSON document")

    sheet = kinds.add_parser("sheet", help="print the calibration sheet")
    sheet.add_argument("--paper", default="a4", choices=("a4", "letter", "a3"), help="default: %(default)s")
    sheet.add_argument("--out", type=Path, default=Path("printed"), metavar="DIR", help="default: %(default)s")


def run(arguments: argparse.Namespace) -> int:
    """Make one profile, or the sheet."""
    if arguments.what == "camera":
        from live.calibrating.camera import run_camera

        return run_camera(arguments)
    if arguments.what == "table":
        from live.calibrating.table import run_table

        return run_table(arguments)
    if arguments.what == "colours":
        from live.calibrating.colours import run_colours

        return run_colours(arguments)
    if arguments.what == "pieces":
        from live.calibrating.pieces import run_pieces

        return run_pieces(arguments)
    from printables.book import write_files
    from printables.charuco import charuco_pdf

    files = {f"calibration-sheet-{arguments.paper}.pdf": charuco_pdf(arguments.paper)}
    for path in write_files(files, arguments.out):
        print(path)
    return 0


def millimetres(words: str) -> float:
    """A piece's height."""
    try:
        height = float(words)
    except ValueError:
        height = -1.0
    if not 0.0 <= height <= HIGHEST_MM:
        raise argparse.ArgumentTypeError(f"'{words}' is no height; expected millimetres from 0 to {HIGHEST_MM:g}")
    return height
