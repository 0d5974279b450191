"""`python -m training`: draw, learn, write the weights; cut off and started again it goes on where it was."""

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import cv2

from training.joint_recipe import JointRecipe
from training.recipe import Recipe
from vision.uncoded.learned import JOINT_WEIGHTS, WEIGHTS

Made = TypeVar("Made", Recipe, JointRecipe)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("out/training"), help="drawn samples and the state so far")
    parser.add_argument("--target", type=Path, default=WEIGHTS, help="default: the weights that the reader uses")
    parser.add_argument("--joint-target", type=Path, default=JOINT_WEIGHTS, help="likewise of the look at joints")
    parser.add_argument("--only", choices=("cells", "joints"), help="default: both, one after the other")
    parser.add_argument("--shards", type=int, help="fewer for a try; then the weights are another recipe's")
    parser.add_argument("--samples", type=int, help="in each shard, likewise")
    arguments = parser.parse_args()
    try:
        import torch  # noqa: F401
    except ImportError:
        print("training needs PyTorch, which the program itself does not: pip install --group train", file=sys.stderr)
        return 1
    from training.export import export, export_joints
    from training.joint_recipe import learn_joints
    from training.recipe import learn

    recipe, joints = Recipe(), JointRecipe()
    if arguments.shards or arguments.samples:
        recipe = _smaller(recipe, arguments.shards, arguments.samples)
        joints = _smaller(joints, arguments.shards, arguments.samples)
    cv2.setNumThreads(1)
    arguments.folder.mkdir(parents=True, exist_ok=True)
    if arguments.only != "joints":
        export(learn(recipe, arguments.folder), recipe, arguments.folder, arguments.target)
        print(arguments.target)
    if arguments.only != "cells":
        export_joints(learn_joints(joints, arguments.folder), joints, arguments.folder, arguments.joint_target)
        print(arguments.joint_target)
    return 0


def _smaller(recipe: Made, shards: int | None, samples: int | None) -> Made:
    """Another recipe, for a try."""
    return replace(recipe, version=0, shards=shards or recipe.shards, shard_samples=samples or recipe.shard_samples)


if __name__ == "__main__":
    sys.exit(main())
