"""Games that nobody has seen before: drawn from the day's date, so that no program can have been tuned on them."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random

from evenings.mishaps import AROUND, BLIND, CAMERA, EVERY, IMPERFECT, RARE
from live.sources.virtual import FilmOrder
from tabletop.gamefile import load_game

NAMES = ("Ann", "Ben", "Cem", "Dee", "Eva")
GAMES = ("big-city", "my-city", "my-city-chess", "small-city")
KEPT = Path(__file__).parent / "drawn.jsonl"
"""Figures of every run, bad ones too: what stands here is never played again and never taken out."""
PIECES = (None, "palette")
"""Printed ones, and those without codes."""
TROUBLES = (AROUND, CAMERA, RARE)
"""What else goes wrong, beside the players' own mishaps, in the games that are kept, in turn."""


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


def to_be_kept(day: date, numbers: Iterable[int], frames_per_s: float, most_moves: int | None) -> list[FilmOrder]:
    """Games of a day to be kept: of any 24 in a row each game has both kinds of pieces with each trouble.

    Nobody plays alone: there is no puck then. In a film of few moves troubles strike sooner.
    """
    chosen = tuple(numbers)
    orders = drawn(day, max(chosen) + 1, frames_per_s, most_moves)
    return [_troubled(orders[number], number) for number in chosen]


def _troubled(order: FilmOrder, number: int) -> FilmOrder:
    row = number // len(GAMES)
    trouble = TROUBLES[row % len(TROUBLES)]
    blind = (BLIND[number % len(BLIND)],) if trouble is RARE else ()
    return replace(
        order,
        players=order.players if len(order.players) > 1 else NAMES[:2],
        every=EVERY if order.most_moves is None else min(EVERY, order.most_moves * 4 // 5),
        faults=(*IMPERFECT, "puck-first", *trouble, *blind),
        pieces=PIECES[row % len(PIECES)],
        track=trouble is RARE,
    )
