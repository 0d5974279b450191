"""From a trained network to the files in the wheel: weights, and the sheet that says what they are."""

import hashlib
import json
import warnings
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from training.grounds import WIDE
from training.recipe import HELD_OUT, Recipe, logits_of, shard, surprise, temperature_of, told_of
from training.samples import SIDE_PX
from vision.uncoded.board_input import CHANNELS, FACTS
from vision.uncoded.learned import FORMAT

if TYPE_CHECKING:
    from training.net import BoardNet


def export(net: "BoardNet", recipe: Recipe, folder: Path, target: Path) -> None:
    """Write `target` and its sheet; temperature and figures come from shards that were never learned from."""
    import torch

    net.eval()
    given = (torch.zeros(1, CHANNELS, SIDE_PX, SIDE_PX), torch.zeros(1, FACTS, WIDE, WIDE))
    target.parent.mkdir(parents=True, exist_ok=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the newer exporter needs a package more
        torch.onnx.export(
            net, given, str(target), input_names=["pictures", "facts"], output_names=["logits"],
            opset_version=12, dynamo=False,
        )  # fmt: skip
    held = [shard(recipe, HELD_OUT + number, folder) for number in range(recipe.held_shards)]
    told = [told_of(logits_of(net, one), one.kind) for one in held]
    temperature = temperature_of(*told[0])
    last, truth = told[-1][0] / temperature, told[-1][1]
    sheet = {
        "format": FORMAT,
        "sha256": hashlib.sha256(target.read_bytes()).hexdigest(),
        "temperature": temperature,
        "parameters": sum(one.numel() for one in net.parameters()),
        "licence": "Apache-2.0",
        "pictures": "drawn by this recipe alone (training/); no photograph, no picture of the virtual table",
        "held_out_right": round(float((last.argmax(axis=1) == truth).mean()), 4),
        "held_out_surprise": round(surprise(last, truth), 4),
    }
    text = "# Written by `make train`; docs/learned-cells.md says what it means.\n" + _toml(sheet)
    text += "\n[recipe]\n" + _toml(asdict(recipe))
    target.with_suffix(".toml").write_text(text, encoding="utf-8")


def _toml(values: dict[str, Any]) -> str:
    return "".join(f"{name} = {json.dumps(_plain(value))}\n" for name, value in values.items())


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value
