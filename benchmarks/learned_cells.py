"""The learned look: what its weights are worth on drawings held out.

python benchmarks/learned_cells.py weights [--samples N]               right, told probability and share of right, time
python benchmarks/learned_cells.py joints [--samples N]                the look at joints, likewise
"""

import argparse
import os
import sys
import time
from collections.abc import Callable
from itertools import pairwise

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is imported

import cv2
import numpy as np
from measuring.tally import count_words

from training.joint_recipe import JointRecipe
from training.joints import draw_joints
from training.recipe import HELD_OUT, Recipe
from training.samples import draw_samples
from vision.uncoded.board_input import CHANNELS, FACTS, POINTS
from vision.uncoded.learned import joint_net, learned_net

UNSEEN = HELD_OUT + 1000
"""Shard of drawings that neither the weights nor their temperature have seen."""
CELLS = 13
"""A board of My City with the cells round it."""
STEPS = (0.0, 0.5, 0.7, 0.9, 0.97, 0.99, 0.997, 1.0001)


def weights(count: int) -> None:
    """Figures of the shipped weights on drawings that nobody has seen."""
    net = learned_net()
    if isinstance(net, str):
        sys.exit(net)
    samples = draw_samples(np.random.default_rng([Recipe().version, UNSEEN]), count)
    answers = [net.answers(*one) for one in zip(samples.pictures, samples.facts, strict=True)]
    known = samples.kind >= 0
    kinds = np.stack([np.moveaxis(one[0], 0, -1) for one in answers])[known]
    truth = samples.kind[known]
    told, right = kinds.max(axis=1), kinds.argmax(axis=1) == truth
    print(f"cells of {count} drawn boards, right: {count_words(right.sum(), right.size)}")
    print("\n| told probability | mean told | right |\n|---|---|---|")
    for low, high in pairwise(STEPS):
        mine = (told >= low) & (told < high)
        if mine.any():
            counted = count_words(right[mine].sum(), mine.sum())
            print(f"| {low} to {min(high, 1.0)} | {told[mine].mean():.2%} | {counted} |")
    asked, on = samples.sides >= 0, np.stack([one[1] for one in answers])
    goes_on = ((on > 0.5) == (samples.sides > 0.5))[asked]
    print(f"\ngoes on over a side, right: {count_words(goes_on.sum(), goes_on.size)}")
    picture = np.zeros((CHANNELS, CELLS * POINTS, CELLS * POINTS), np.float32)
    facts = np.zeros((FACTS, CELLS, CELLS), np.float32)
    taken_ms = _milliseconds(lambda: net.answers(picture, facts))
    print(f"time for a board of {CELLS} by {CELLS} cells and one colour, one thread: {taken_ms:.1f} ms")


def joints(count: int) -> None:
    """Figures of the shipped look at joints on drawings that nobody has seen."""
    net = joint_net()
    if isinstance(net, str):
        sys.exit(net)
    samples = draw_joints(np.random.default_rng([JointRecipe().version, UNSEEN]), count)
    nats, two = net.two(samples.joints), samples.two > 0
    right = (nats > 0) == two
    print(f"joints, {two.mean():.0%} of them of two pieces, right: {count_words(right.sum(), right.size)}", end="\n\n")
    print(f"\ntime for 100 joints, one thread: {_milliseconds(lambda: net.two(samples.joints[:100])):.1f} ms")


def _milliseconds(work: Callable[[], object]) -> float:
    """Processor time, the median of several runs."""
    cv2.setNumThreads(1)
    taken = []
    for _ in range(9):
        started = time.process_time()
        work()
        taken.append(1000.0 * (time.process_time() - started))
    return float(np.median(taken))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("weights", "joints"))
    parser.add_argument("--samples", type=int, help="drawn boards (400), drawn joints (4000)")
    given = parser.parse_args()
    if given.what == "weights":
        weights(given.samples or 400)
    else:
        joints(given.samples or 4000)


if __name__ == "__main__":
    main()
