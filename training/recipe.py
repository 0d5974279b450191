"""The recipe: draw shards of samples, learn from them pass after pass, take up where it was cut off."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from training.samples import Samples, draw_samples
from vision.uncoded.learned import KINDS

if TYPE_CHECKING:
    from training.net import BoardNet

HELD_OUT = 1_000_000
"""Shards numbered from here on are for the temperature and for figures, never learned from."""
STATE = "state.pt"


@dataclass(frozen=True, slots=True)
class Recipe:
    """All that decides the weights; another number here is another version."""

    version: int = 6
    shards: int = 32
    shard_samples: int = 1_000
    passes: int = 12
    batch: int = 16
    rate: float = 2e-3
    """Adam's, falling to a hundredth along a cosine."""
    held_shards: int = 2
    threads: int = 1

    @property
    def steps(self) -> int:
        """Shards learned from, all passes together."""
        return self.shards * self.passes


def shard(recipe: Recipe, number: int, folder: Path) -> Samples:
    """One shard, drawn if it is not in the folder yet."""
    path = folder / f"v{recipe.version}-{number}-{recipe.shard_samples}.npz"
    if not path.exists():
        drawn = draw_samples(np.random.default_rng([recipe.version, number]), recipe.shard_samples)
        unfinished = path.with_suffix(".part.npz")
        np.savez(
            unfinished,
            pictures=drawn.pictures.astype(np.float16), facts=drawn.facts, kind=drawn.kind, sides=drawn.sides,
        )  # fmt: skip
        os.replace(unfinished, path)
    with np.load(path) as kept:
        return Samples(kept["pictures"].astype(np.float32), kept["facts"], kept["kind"], kept["sides"])


def resumed(make: Callable[[], Any], recipe: Any, path: Path, counted: str) -> tuple[Any, Any, int]:
    """A network made from the recipe's seed and its optimiser as they were kept, and how much is `counted` as done."""
    import torch

    torch.set_num_threads(recipe.threads)
    torch.use_deterministic_algorithms(True)
    torch.manual_seed(recipe.version)
    net = make()
    optimiser = torch.optim.Adam(net.parameters(), lr=recipe.rate)
    if not path.exists():
        return net, optimiser, 0
    state = torch.load(path)
    net.load_state_dict(state["net"])
    optimiser.load_state_dict(state["optimiser"])
    return net, optimiser, int(state[counted])


def keep(path: Path, net: Any, optimiser: Any, done: dict[str, int]) -> None:
    """Keep what was learned so far; cut off while it is written, what was kept before stays."""
    import torch

    unfinished = path.with_name(path.name + ".part")
    torch.save({"net": net.state_dict(), "optimiser": optimiser.state_dict(), **done}, unfinished)
    os.replace(unfinished, path)


def learn(recipe: Recipe, folder: Path) -> "BoardNet":
    """The trained network; what was learned before is in the folder and is not learned again."""
    import torch

    from training.net import BoardNet, loss_of

    net: BoardNet
    net, optimiser, first = resumed(BoardNet, recipe, folder / STATE, "step")
    for step in range(first, recipe.steps):
        samples = shard(recipe, step % recipe.shards, folder)
        rate = recipe.rate * (0.01 + 0.99 * 0.5 * (1.0 + np.cos(np.pi * step / recipe.steps)))
        for group in optimiser.param_groups:
            group["lr"] = float(rate)
        total = 0.0
        order = np.random.default_rng([recipe.version, step]).permutation(len(samples.kind))
        batches = np.array_split(order, max(1, len(order) // recipe.batch))
        for rows in batches:
            pictures, facts, kind, sides = (
                torch.from_numpy(values[rows])
                for values in (samples.pictures, samples.facts, samples.kind, samples.sides)
            )
            optimiser.zero_grad()
            loss = loss_of(net(pictures, facts), kind, sides)
            loss.backward()
            optimiser.step()
            total += float(loss.detach())
        keep(folder / STATE, net, optimiser, {"step": step + 1})
        print(f"shard {step + 1} of {recipe.steps}: loss {total / len(batches):.4f}", flush=True)
    return net


def logits_of(net: "BoardNet", samples: Samples) -> NDArray[np.float64]:
    """The network's answers (n, 7, wide, wide)."""
    import torch

    with torch.no_grad():
        told = [
            net(torch.from_numpy(pictures), torch.from_numpy(facts)).numpy()
            for pictures, facts in zip(
                np.array_split(samples.pictures, 20), np.array_split(samples.facts, 20), strict=True
            )
        ]
    return np.concatenate(told).astype(np.float64)


def told_of(logits: NDArray[np.float64], kind: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Logits of the kinds (n, 3) and the truth (n,) of all cells of which there is one."""
    known = kind >= 0
    return np.moveaxis(logits[:, :KINDS], 1, -1)[known], kind[known]


def temperature_of(logits: NDArray[np.float64], kind: NDArray[np.int64]) -> float:
    """By what logits must be divided so that probabilities come true on samples that were held out."""
    tried = np.exp(np.linspace(np.log(0.4), np.log(4.0), 93))
    return float(min(tried, key=lambda one: surprise(logits / one, kind)))


def surprise(logits: NDArray[np.float64], kind: NDArray[np.int64]) -> float:
    """Mean negative logarithm of the probability of the truth."""
    shifted = logits - logits.max(axis=1, keepdims=True)
    return float((np.log(np.exp(shifted).sum(axis=1)) - shifted[np.arange(len(kind)), kind]).mean())
