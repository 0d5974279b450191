"""The learned look: what its weights are worth on drawings held out, and what it changes in virtual pictures.

python benchmarks/learned_cells.py weights [--samples N]               right, told probability and share of right, time
python benchmarks/learned_cells.py joints [--samples N]                the look at joints, likewise
python benchmarks/learned_cells.py virtual [--set SET] [--count N]     plain pieces in every light, without it and with
"""

import argparse
import os
import sys
import time
from collections import defaultdict
from dataclasses import replace
from itertools import pairwise, product

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is imported

import cv2
import numpy as np
from measuring.contents import contents
from measuring.intervals import count_words
from measuring.plain import SETS, plain_picture
from measuring.tally import Tally, compare, table

from tabletop.gamefile import load_game
from training.joint_recipe import JointRecipe
from training.joints import draw_joints
from training.recipe import HELD_OUT, Recipe
from training.samples import draw_samples
from vision import read_image
from vision.settings import ReaderSettings
from vision.uncoded.board_input import CHANNELS, FACTS, POINTS
from vision.uncoded.learned import LearnedNet, joint_net, learned_net

SEEDS = {"tuning": 70_000, "testing": 80_000}
"""First seed of each set's pictures; numbers were fitted to tuning ones alone."""
BOARDS = tuple(game for game in SETS if game != "big-city")
LIGHTS = ("glare", "dim", "window", "ceiling", "lamp")
BARE = (None, False, (None, None))
"""What places hold on which nothing lies; where a piece stands its ground does not show, the piece does."""
UNSEEN = HELD_OUT + 1000
"""Shard of drawings that neither the weights nor their temperature have seen."""
CELLS = 13
"""A board of My City with the cells round it."""
STEPS = (0.0, 0.5, 0.7, 0.9, 0.97, 0.99, 0.997, 1.0001)


def weights(count: int) -> None:
    """Figures of the shipped weights on drawings that nobody has seen."""
    net = _net()
    samples = draw_samples(np.random.default_rng([Recipe().version, UNSEEN]), count)
    answers = [net.answers(*one) for one in zip(samples.pictures, samples.facts, strict=True)]
    known = samples.kind >= 0
    kinds = np.stack([np.moveaxis(one[0], 0, -1) for one in answers])[known]
    truth = samples.kind[known]
    told, right = kinds.max(axis=1), kinds.argmax(axis=1) == truth
    print(f"cells of {count} drawn boards, right: {count_words(right.sum(), right.size)}", end="\n\n")
    print("| truth | told bare | told the colour | told something else |\n|---|---|---|---|")
    for kind, word in enumerate(("bare", "the colour that is asked about", "something else, or hidden")):
        mine = kinds[truth == kind]
        shares = [count_words((mine.argmax(axis=1) == other).sum(), len(mine)) for other in range(3)]
        print(f"| {word} | {' | '.join(shares)} |")
    print("\n| told probability | mean told | right |\n|---|---|---|")
    for low, high in pairwise(STEPS):
        mine = (told >= low) & (told < high)
        if mine.any():
            counted = count_words(right[mine].sum(), mine.sum())
            print(f"| {low} to {min(high, 1.0)} | {told[mine].mean():.2%} | {counted} |")
    asked, on = samples.sides >= 0, np.stack([one[1] for one in answers])
    goes_on = ((on > 0.5) == (samples.sides > 0.5))[asked]
    print(f"\ngoes on over a side, right: {count_words(goes_on.sum(), goes_on.size)}")
    print(f"time for a board of {CELLS} by {CELLS} cells and one colour, one thread: {_milliseconds(net):.1f} ms")


def joints(count: int) -> None:
    """Figures of the shipped look at joints on drawings that nobody has seen."""
    net = joint_net()
    if isinstance(net, str):
        sys.exit(net)
    samples = draw_joints(np.random.default_rng([JointRecipe().version, UNSEEN]), count)
    nats, two = net.two(samples.joints), samples.two > 0
    right = (nats > 0) == two
    print(f"joints, {two.mean():.0%} of them of two pieces, right: {count_words(right.sum(), right.size)}", end="\n\n")
    print("| nats that they are two | of two pieces |\n|---|---|")
    for low, high in pairwise((-np.inf, -4.0, -2.0, -1.0, 0.0, 1.0, 2.0, 4.0, np.inf)):
        mine = (nats >= low) & (nats < high)
        if mine.any():
            print(f"| {low:g} to {high:g} | {count_words(two[mine].sum(), mine.sum())} |")
    cv2.setNumThreads(1)
    taken = []
    for _ in range(9):
        started = time.process_time()
        net.two(samples.joints[:100])
        taken.append(1000.0 * (time.process_time() - started))
    print(f"\ntime for 100 joints, one thread: {np.median(taken):.1f} ms")


def _net() -> LearnedNet:
    net = learned_net()
    if isinstance(net, str):
        sys.exit(net)
    return net


def _milliseconds(net: LearnedNet) -> float:
    """Processor time, the median of several runs."""
    cv2.setNumThreads(1)
    picture = np.zeros((CHANNELS, CELLS * POINTS, CELLS * POINTS), np.float32)
    facts = np.zeros((FACTS, CELLS, CELLS), np.float32)
    taken = []
    for _ in range(9):
        started = time.process_time()
        net.answers(picture, facts)
        taken.append(1000.0 * (time.process_time() - started))
    return float(np.median(taken))


def virtual(which: str, count: int, games: list[str], lights: tuple[str, ...]) -> None:
    """The same pictures read without and with the learned look; piece sets by turns, also such that nobody has."""
    cv2.setNumThreads(1)
    used = ReaderSettings()
    settings = {"without": replace(used, learned=replace(used.learned, used=False)), "with": used}
    tallies: dict[str, dict[str, Tally]] = {word: defaultdict(Tally) for word in settings}
    whole = {word: Tally() for word in settings}
    for game, light in product(games, lights):
        for seed in range(SEEDS[which], SEEDS[which] + count):
            picture = plain_picture(which, light, game, seed)
            lying = contents(picture.truth)
            hidden = {place for place in picture.hidden if lying.get(place) in BARE}
            for word, chosen in settings.items():
                sight = read_image(
                    picture.photo.image,
                    load_game(game),
                    players=picture.truth.players,
                    pieces=picture.pieces,
                    settings=chosen,
                )
                one = compare(picture.truth, sight.reading, hidden)
                for tally in (tallies[word][light], tallies[word][game], whole[word]):
                    tally.add(one)
            print(f"\r{whole['with'].boards} pictures", end="", file=sys.stderr)
    print(file=sys.stderr)
    for word in settings:
        print(table(f"{word} the learned look", tallies[word], whole[word], timed=False), end="\n\n")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    own = commands.add_parser("weights")
    own.add_argument("--samples", type=int, default=400, help="drawn boards")
    seams = commands.add_parser("joints")
    seams.add_argument("--samples", type=int, default=4000, help="drawn joints")
    pictures = commands.add_parser("virtual")
    pictures.add_argument("--set", choices=tuple(SEEDS), default="testing")
    pictures.add_argument("--count", type=int, default=3, help="pictures of each game in each light")
    pictures.add_argument("--games", nargs="+", choices=tuple(SETS), default=list(BOARDS))
    pictures.add_argument("--lights", nargs="+", choices=LIGHTS, default=list(LIGHTS))
    arguments = parser.parse_args()
    if arguments.command == "weights":
        weights(arguments.samples)
    elif arguments.command == "joints":
        joints(arguments.samples)
    else:
        virtual(arguments.set, arguments.count, arguments.games, tuple(arguments.lights))


if __name__ == "__main__":
    main()
