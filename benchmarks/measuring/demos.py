"""Random games played and read from beginning to end by `boardsight demo`, line by line as it tells them."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from live.demo.demonstration import USUAL_PLAYERS
from live.sources.virtual import FilmOrder, record_of
from scoring import replay
from tabletop.gamefile import load_game
from tabletop.shipped import game_folders

SEEDS = range(1, 6)
MOST_S = 1800.0
"""A game takes two minutes; fifteen times that is a game that hangs."""
PASSING = ("seconds", "record")
"""What the last line tells of this run alone."""


def names() -> list[str]:
    """Every shipped game with each seed, as `my-city 3`."""
    return [f"{game} {seed}" for game in game_folders() for seed in SEEDS]


def lines(name: str) -> list[str]:
    """What the demo tells of that game."""
    game, seed = name.split()
    with tempfile.TemporaryDirectory() as folder:
        command = ["demo", game, "--random", "--seed", seed, "--headless", "--json", "--record", f"{folder}/demo.jsonl"]
        call = [sys.executable, "-m", "live.main", *command]
        told = subprocess.run(call, capture_output=True, text=True, timeout=MOST_S, check=False)
    if told.returncode not in (0, 1):
        return told.stderr.splitlines()
    entries = map(json.loads, told.stdout.splitlines())
    return [json.dumps({key: entry[key] for key in entry if key not in PASSING}) for entry in entries]


def kept_at(folder: Path, name: str) -> Path:
    """The file of a game: one line a move, to be read in a diff."""
    return folder / "demos" / f"{name.replace(' ', '-')}.jsonl"


def by_the_rules(name: str) -> tuple[int, dict[str, int]]:
    """How many moves that game has, and its totals: played and judged without a camera, in a second."""
    game, seed = name.split()
    players = USUAL_PLAYERS[: load_game(game).players[1]]
    played = replay(record_of(FilmOrder(game, players, random_seed=int(seed))))
    return len(played.moves), dict(played.totals)


def kept_end(folder: Path, name: str) -> tuple[int, dict[str, int]]:
    """The same by the kept file's last line, of what was read."""
    end = json.loads(kept_at(folder, name).read_text(encoding="utf-8").splitlines()[-1])
    return end["right"], end["read"]
