"""From a trained network to the files in the wheel: weights, and the sheet that says what they are."""

import hashlib
import json
import warnings
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from training.grounds import WIDE
from training.joint_recipe import JointRecipe, held_joints, joint_logits, two_share
from training.recipe import HELD_OUT, Recipe, logits_of, shard, surprise, temperature_of, told_of
from training.samples import SIDE_PX
from vision.uncoded.board_input import CHANNELS, FACTS
from vision.uncoded.joint_input import ACROSS, ALONG, JOINT_CHANNELS
from vision.uncoded.learned import FORMAT, JOINT_FORMAT

if TYPE_CHECKING:
    from torch import nn

    from training.net import BoardNet


def export(net: "BoardNet", recipe: Recipe, folder: Path, target: Path) -> None:
    """Write `target` and its sheet; temperature and figures come from shards that were never learned from."""
    import torch

    given = (torch.zeros(1, CHANNELS, SIDE_PX, SIDE_PX), torch.zeros(1, FACTS, WIDE, WIDE))
    _write(net, given, target, input_names=["pictures", "facts"], output_names=["logits"])
    held = [shard(recipe, HELD_OUT + number, folder) for number in range(recipe.held_shards)]
    told = [told_of(logits_of(net, one), one.kind) for one in held]
    temperature = temperature_of(*told[0])
    last, truth = told[-1][0] / temperature, told[-1][1]
    figures = {
        "held_out_right": round(float((last.argmax(axis=1) == truth).mean()), 4),
        "held_out_surprise": round(surprise(last, truth), 4),
    }
    _write_sheet(net, FORMAT, {"temperature": temperature}, figures, recipe, target)


def export_joints(net: "nn.Sequential", recipe: JointRecipe, folder: Path, target: Path) -> None:
    """Likewise of the look at joints; `two_share` is the share of two pieces among what it learned from."""
    import torch

    names = {"joints": {0: "n"}, "two": {0: "n"}}
    given = (torch.zeros(2, JOINT_CHANNELS, ACROSS, ALONG),)
    _write(net, given, target, input_names=["joints"], output_names=["two"], dynamic_axes=names)
    held = held_joints(recipe, folder)
    logits, two = joint_logits(net, held.joints), held.two.astype(np.int64)
    both = np.column_stack([np.zeros(len(logits)), logits])
    temperature = temperature_of(both, two)
    figures = {
        "held_out_right": round(float(((logits > 0) == (two > 0)).mean()), 4),
        "held_out_surprise": round(surprise(both / temperature, two), 4),
    }
    told = {"temperature": temperature, "two_share": float(two_share(recipe, folder))}
    _write_sheet(net, JOINT_FORMAT, told, figures, recipe, target)


def _write(net: Any, given: tuple[Any, ...], target: Path, **names: Any) -> None:
    """The network as ONNX."""
    import torch

    net.eval()
    target.parent.mkdir(parents=True, exist_ok=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the newer exporter needs a package more
        torch.onnx.export(net, given, str(target), opset_version=12, dynamo=False, **names)


def _write_sheet(
    net: Any,
    form: str,
    told: dict[str, float],
    figures: dict[str, float],
    recipe: Recipe | JointRecipe,
    target: Path,
) -> None:
    sheet = {
        "format": form,
        "sha256": hashlib.sha256(target.read_bytes()).hexdigest(),
        **told,
        "parameters": sum(one.numel() for one in net.parameters()),
        "licence": "Apache-2.0",
        "pictures": "drawn by this recipe alone (training/); no photograph, no picture of the virtual table",
        **figures,
    }
    text = "# Written by `make train`; docs/learned-cells.md says what it means.\n" + _toml(sheet)
    text += "\n[recipe]\n" + _toml(asdict(recipe))
    target.with_suffix(".toml").write_text(text, encoding="utf-8")


def _toml(values: dict[str, Any]) -> str:
    return "".join(f"{name} = {json.dumps(_plain(value))}\n" for name, value in values.items())


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value
