"""`python -m training`: draw, learn, write the weights; cut off and started again it goes on where it was."""

import argparse
import sys
from dataclasses import replace
from pathlib import Path

import cv2

from training.recipe import Recipe
from vision.uncoded.learned import WEIGHTS


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("out/training"), help="drawn samples and the state so far")
    parser.add_argument("--target", type=Path, default=WEIGHTS, help="default: the weights that the reader uses")
    parser.add_argument("--shards", type=int, help="fewer for a try; then the weights are another recipe's")
    parser.add_argument("--samples", type=int, help="in each shard, likewise")
    arguments = parser.parse_args()
    try:
        import torch  # noqa: F401
    except ImportError:
        print("training needs PyTorch, which the program itself does not: pip install --group train", file=sys.stderr)
        return 1
    from training.export import export
    from training.recipe import learn

    recipe = Recipe()
    if arguments.shards or arguments.samples:
        shards, samples = arguments.shards or recipe.shards, arguments.samples or recipe.shard_samples
        recipe = replace(recipe, version=0, shards=shards, shard_samples=samples)
    cv2.setNumThreads(1)
    arguments.folder.mkdir(parents=True, exist_ok=True)
    export(learn(recipe, arguments.folder), recipe, arguments.folder, arguments.target)
    print(arguments.target)
    return 0


if __name__ == "__main__":
    sys.exit(main())
