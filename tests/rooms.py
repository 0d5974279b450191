"""The program's rooms, as `pyproject.toml` tells `lint-imports` of them; `training` is none: nobody needs it to run."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
ROOMS = tuple(room for room in SETTINGS["importlinter"]["root_packages"] if room != "training")
