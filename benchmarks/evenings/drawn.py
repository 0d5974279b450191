"""Games that nobody has seen before: drawn from the day's date, so that no program can have been tuned on them."""

from datetime import date
from pathlib import Path
from random import Random

from evenings.mishaps import CAMERA, EVERY, IMPERFECT
from live.sources.virtual import FilmOrder
from tabletop.gamefile import load_game

NAMES = ("Ann", "Ben", "Cem", "Dee", "Eva")
GAMES = ("big-city", "my-city", "my-city-chess", "small-city")
KEPT = Path(__file__).parent / "drawn.jsonl"
"""Figures of every run, bad ones too: what stands here is never played again and never taken out."""


def drawn(day: date, count: int, frames_per_s: float, most_moves: int | None = None) -> list[FilmOrder]:
    """A day's first games: the four in turn, two to five players, the players' own mishaps and all of the camera's."""
    orders = []
    for number in range(count):
        seed = int(f"{day:%Y%m%d}") * 100 + number
        game = GAMES[number % len(GAMES)]
        least, most = load_game(game).players
        players = NAMES[: Random(seed).randint(least, min(most, len(NAMES)))]
        orders.append(
            FilmOrder(
                game,
                players,
                random_seed=seed,
                seed=seed,
                faults=(*IMPERFECT, "puck-first", *CAMERA),
                every=EVERY,
                frames_per_s=frames_per_s,
                most_moves=most_moves,
            )
        )
    return orders
