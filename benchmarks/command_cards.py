"""How many command cards are found beside a game on the virtual table, by view, light and picture size.

`python benchmarks/command_cards.py`: all six cards lie beside the game; a line for each picture with the cards found
and the pixels a module of the smallest code, then how many in all, and how many in photographs without any.
"""

from collections.abc import Iterator
from itertools import product
from pathlib import Path

from simulator.art import PartsBox
from simulator.command_cards import with_cards
from simulator.games import random_game, turns_of
from simulator.studio import Shot, shoot
from tabletop.commandcards import command_cards
from tabletop.gamefile import load_game
from tabletop.geometry import Pose
from tabletop.plans import Plan, PlannedPart, plan_of
from tabletop.records import Header
from vision import CommandCardFinder, load_image

GAMES = {"try": 3, "big-city": 20}
"""How many moves of a random game lie there."""
VIEWS, LIGHTS = ("above", "webcam-35", "phone-45", "phone-55"), ("ceiling", "lamp")
SIZES = ((1280, 720), (1920, 1080))
PHOTOS = Path(__file__).resolve().parent.parent / "tests" / "photos"


def plan_with_cards(name: str) -> Plan:
    """The game with all cards on its right, each turned otherwise."""
    game = load_game(name)
    turns = turns_of(random_game(Header(name, ("Ann", "Ben")), 1))
    plan = plan_of(turns[GAMES[name]].position, game)
    width, height = plan.size_mm
    laid = (
        PlannedPart(card.id, Pose(width + 50 + 70 * (index % 2), 60 + 100 * (index // 2), 20.0 * index))
        for index, card in enumerate(command_cards().parts)
    )
    return Plan((width + 160, max(height, 320)), (*plan.parts, *laid))


def found() -> Iterator[tuple[int, str]]:
    """Cards found in each picture, with its line."""
    for name in GAMES:
        plan, box = plan_with_cards(name), PartsBox(with_cards(load_game(name)))
        for view, light, size in product(VIEWS, LIGHTS, SIZES):
            cards = CommandCardFinder(load_game(name)).look(
                shoot(plan, box, Shot(view, light, seed=3, size_px=size)).image
            )
            sides = [float(abs(card.corners_px[1] - card.corners_px[0]).max()) for card in cards]
            modules = min(sides, default=0.0) / command_cards().codes.modules
            yield len(cards), f"{name:9} {view:10} {light:8} {size[1]}p  {len(cards)}  {modules:.1f} px a module"


def main() -> None:
    """Print all lines."""
    total = pictures = 0
    for count, line in found():
        total, pictures = total + count, pictures + 1
        print(line, flush=True)
    print(f"found {total} of {pictures * len(command_cards().parts)}")
    photographs = [path for path in sorted(PHOTOS.rglob("*")) if path.suffix in (".jpg", ".png")]
    wrong = sum(len(CommandCardFinder().look(load_image(path))) for path in photographs)
    print(f"cards seen in {len(photographs)} photographs without any: {wrong}")


if __name__ == "__main__":
    main()
