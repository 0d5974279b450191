"""The recipe of the look at joints: draw shards, learn from them pass after pass, take up where it was cut off."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from training.joints import JointSamples, draw_joints
from training.recipe import HELD_OUT, keep, resumed
from vision.uncoded.joint_input import COLOURS

if TYPE_CHECKING:
    from torch import nn

JOINT_STATE = "joints-state.pt"
LEAN_ACROSS, LEAN_ALONG = COLOURS + 2, COLOURS + 3
"""Channels that change their sign where a strip is looked at from its other end, or its other side."""


@dataclass(frozen=True, slots=True)
class JointRecipe:
    """All that decides the weights; another number here is another version."""

    version: int = 2
    shards: int = 48
    shard_samples: int = 1_000
    passes: int = 12
    batch: int = 64
    rate: float = 2e-3
    """Adam's, falling to a hundredth along a cosine."""
    held_shards: int = 2
    threads: int = 1


def joint_shard(recipe: JointRecipe, number: int, folder: Path) -> JointSamples:
    """One shard, drawn if it is not in the folder yet."""
    path = folder / f"joints-v{recipe.version}-{number}-{recipe.shard_samples}.npz"
    if not path.exists():
        drawn = draw_joints(np.random.default_rng([recipe.version, number]), recipe.shard_samples)
        unfinished = path.with_suffix(".part.npz")
        np.savez(unfinished, joints=drawn.joints.astype(np.float16), two=drawn.two)
        os.replace(unfinished, path)
    with np.load(path) as kept:
        return JointSamples(kept["joints"], kept["two"])


def held_joints(recipe: JointRecipe, folder: Path) -> JointSamples:
    """Joints that are never learned from."""
    shards = [joint_shard(recipe, HELD_OUT + number, folder) for number in range(recipe.held_shards)]
    joints = np.concatenate([one.joints for one in shards]).astype(np.float32)
    return JointSamples(joints, np.concatenate([one.two for one in shards]))


def two_share(recipe: JointRecipe, folder: Path) -> float:
    """Share of joints of two pieces among those that are learned from."""
    return float(np.mean([joint_shard(recipe, number, folder).two.mean() for number in range(recipe.shards)]))


def learn_joints(recipe: JointRecipe, folder: Path) -> "nn.Sequential":
    """The trained network; what was learned before is in the folder and is not learned again."""
    import torch
    from torch import nn

    from training.net import joint_net

    net: nn.Sequential
    net, optimiser, first = resumed(joint_net, recipe, folder / JOINT_STATE, "pass")
    shards = [joint_shard(recipe, number, folder) for number in range(recipe.shards)]
    joints, two = np.concatenate([one.joints for one in shards]), np.concatenate([one.two for one in shards])
    for number in range(first, recipe.passes):
        rng = np.random.default_rng([recipe.version, number])
        batches = np.array_split(rng.permutation(len(two)), len(two) // recipe.batch)
        total = 0.0
        for index, rows in enumerate(batches):
            share = (number + index / len(batches)) / recipe.passes
            for group in optimiser.param_groups:
                group["lr"] = recipe.rate * float(0.01 + 0.99 * 0.5 * (1.0 + np.cos(np.pi * share)))
            looked_at = torch.from_numpy(_turned(rng, joints[rows].astype(np.float32)))
            loss = nn.functional.binary_cross_entropy_with_logits(net(looked_at).flatten(), torch.from_numpy(two[rows]))
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            total += float(loss.detach())
        keep(folder / JOINT_STATE, net, optimiser, {"pass": number + 1})
        print(f"joints, pass {number + 1} of {recipe.passes}: loss {total / len(batches):.4f}", flush=True)
    return net


def _turned(rng: np.random.Generator, joints: NDArray[np.float32]) -> NDArray[np.float32]:
    """The strips looked at from any of their two ends and sides."""
    for axis, lean in ((2, LEAN_ACROSS), (3, LEAN_ALONG)):
        if rng.random() < 0.5:
            joints = np.ascontiguousarray(np.flip(joints, axis))
            joints[:, lean] *= -1.0
    return joints


def joint_logits(net: Any, joints: NDArray[np.float32]) -> NDArray[np.float64]:
    """The network's answers (n,)."""
    import torch

    with torch.no_grad():
        told = [net(torch.from_numpy(part)).flatten() for part in np.array_split(joints, 20)]
    return np.asarray(torch.cat(told).numpy(), np.float64)
