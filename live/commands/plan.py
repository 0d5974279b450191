"""`boardsight plan`: where each part of a position lies, in mm: to lay a saved game out again."""

import argparse
import json
from pathlib import Path

from live.console.language import told
from live.console.position_input import add_position_arguments, position_from
from live.console.terminal import tell
from tabletop.wholefiles import write_whole


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_position_arguments(parser)
    parser.add_argument("--svg", metavar="OUT", help="write a drawing to scale")


def run(arguments: argparse.Namespace) -> int:
    """Plan and print."""
    from live.drawing.plan import plan_svg
    from tabletop.gamefile import load_game
    from tabletop.plans import game_on_table, plan_of

    position, _ = position_from(arguments)
    game = game_on_table(position, load_game(position.game))
    plan = plan_of(position, game)
    if arguments.svg:
        write_whole(Path(arguments.svg), plan_svg(plan, game).encode())
    if arguments.json:
        print(json.dumps(plan.to_json(position.game), ensure_ascii=False))
        return 0
    width, height = plan.size_mm
    tell(f"{game.title}: {width:.0f} x {height:.0f} mm, from the upper left corner; middles in mm, turns clockwise")
    lines = [(planned, game.name_of(planned.part)) for planned in plan.parts]
    longest = max((len(planned.part) for planned, _ in lines), default=0)
    for planned, title in lines:
        pose = planned.pose
        lies = f"{pose.x_mm:8.1f} {pose.y_mm:8.1f} {pose.rotation_deg:6.0f} deg  {planned.z_mm:4.1f} high"
        print(f"  {planned.part:<{longest}} {told(lies)}  {told(title)}")
    return 0
