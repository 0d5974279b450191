"""`boardsight render`: the virtual camera's picture of a position."""

import argparse
from pathlib import Path

from live.console.arguments import MOST_CLUTTER, MOST_HANDS, SEEDS, degrees, whole_number
from tabletop.errors import UsageError

VIEWS = ("above", "webcam-35", "phone-above", "phone-30", "phone-45", "phone-55", "low")
LIGHTS = ("ceiling", "window", "lamp", "dim", "mixed", "glare", "sun")
TABLES = ("wood", "dark-wood", "cloth", "checked-cloth", "stone", "white")
# The names of simulator.camera, .light and .surfaces, which are too heavy for `--help`; a test compares them.


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("position", help="a position (TOML or JSON), - for standard input")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="PHOTO", help="a .jpg or .png file")
    parser.add_argument("--view", default="above", choices=VIEWS, help="where the camera is (default: %(default)s)")
    parser.add_argument("--light", default="ceiling", choices=LIGHTS, help="default: %(default)s")
    parser.add_argument("--table", default="wood", choices=TABLES, help="default: %(default)s")
    parser.add_argument("--size", type=_size, metavar="WxH", help="in pixels (default: the view's usual camera)")
    parser.add_argument("--from", dest="azimuth_deg", type=degrees, metavar="DEG", help="side of the table, 180 = far")
    parser.add_argument("--houses", action="store_true", help="buildings as paper houses of 25 mm, not flat tokens")
    parser.add_argument("--pieces", metavar="FILE", help="plain pieces of your own: a pieces file, or `palette`")
    parser.add_argument(
        "--chess-board", type=_square, metavar="MM", help="my-city-chess on a chess board of your own with such squares"
    )
    parser.add_argument(
        "--hands", type=whole_number(0, MOST_HANDS), default=0, metavar="N", help="so many hands over the table"
    )
    parser.add_argument(
        "--clutter",
        type=whole_number(0, MOST_CLUTTER),
        default=0,
        metavar="N",
        help="so many other things on the table",
    )
    parser.add_argument(
        "--seed", type=whole_number(*SEEDS), default=0, help="another seed, another picture (default: %(default)s)"
    )
    parser.add_argument("--truth", type=Path, metavar="JSON", help="also write where everything is in the picture")


def run(arguments: argparse.Namespace) -> int:
    """Take the picture and write it."""
    from simulator.art import PartsBox
    from simulator.chess_boards import ChessBoard
    from simulator.files import check_picture_path, save_picture, save_truth
    from simulator.studio import Shot, shoot
    from tabletop.gamefile import load_game, shipped_games
    from tabletop.notation import load_position
    from tabletop.plainkinds import pieces_for
    from tabletop.plans import game_on_table, plan_between_corners, plan_of

    check_picture_path(arguments.output)
    position = load_position(arguments.position)
    game = game_on_table(position, load_game(position.game))
    board = None if arguments.chess_board is None else ChessBoard(arguments.chess_board)
    if board is None:
        plan = plan_of(position, game)
    elif not game.of_kind("corner"):
        framed = " or ".join(name for name in shipped_games() if load_game(name).of_kind("corner"))
        raise UsageError(f"--chess-board goes with {framed}, this is a position of {position.game}")
    else:
        plan = plan_between_corners(position, game, square_mm=board.square_mm, thickness_mm=board.thickness_mm)
    shot = Shot(
        view=arguments.view,
        light=arguments.light,
        table=arguments.table,
        seed=arguments.seed,
        size_px=arguments.size,
        azimuth_deg=arguments.azimuth_deg,
        house_height_mm=25.0 if arguments.houses else None,
        chess_board=board,
        hands=arguments.hands,
        clutter=arguments.clutter,
    )
    pieces = None if arguments.pieces is None else pieces_for(arguments.pieces, game)
    photo = shoot(plan, PartsBox(game, pieces), shot)
    save_picture(photo.image, arguments.output)
    if arguments.truth is not None:
        save_truth(photo.truth, arguments.truth)
    print(arguments.output)
    return 0


def _size(words: str) -> tuple[int, int]:
    """`1920x1080` as width and height."""
    width, _, height = words.lower().partition("x")
    if not (width.isdigit() and height.isdigit()):
        raise argparse.ArgumentTypeError(f"'{words}' is not a size; expected WIDTHxHEIGHT such as 1920x1080")
    size = (int(width), int(height))
    if not all(160 <= side <= 8000 for side in size):
        raise argparse.ArgumentTypeError(f"{words} px is beyond this camera; sides may have 160 to 8000 px")
    return size


def _square(words: str) -> float:
    """The side of a chess board's square; counters of 30 mm must fit on it."""
    try:
        side = float(words)
    except ValueError:
        side = 0.0
    if not 32.0 <= side <= 80.0:
        raise argparse.ArgumentTypeError(f"'{words}' is no square of a chess board; expected 32 to 80 mm")
    return side
