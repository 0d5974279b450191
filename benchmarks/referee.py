"""How often the referee finds the right turns between two looks, by turns, misread places and score markers.

Run `python benchmarks/referee.py` for Big City, with `--boards` for the games on boards. Evidence is made up: the
truth of every place, with a share of places that plainly show something else, those of the moves too.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from measuring.board_looks import HEADERS, board_looks, is_seen, name_of
from measuring.city_looks import RULES, is_right, looks

from scoring.referee.explanation import RefereeSettings, explain
from tabletop.records import Header

MISREAD = (0.0, 0.01, 0.05)
EXAMPLES = Path(__file__).parents[1] / "examples"


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=25)
    parser.add_argument("--most-turns", type=int, default=3)
    parser.add_argument("--boards", action="store_true", help="the games on boards, and examples/")
    given = parser.parse_args()
    settings = RefereeSettings()
    print("| looks | misread | turns | certain | likely | asked, right first | asked, else | likely, wrong |", end=" ")
    print(f"certain, wrong | ms | worst |\n{'| --- ' * 11}|")
    for title, misread, turns, several in (_boards if given.boards else _city)(given.games, given.most_turns):
        found, taken = Counter[tuple[str, bool]](), list[float]()
        for rules, look, puck, right in several:
            began = time.process_time()
            told = explain(rules, look.before, look.reading, puck_before=puck, settings=settings)
            taken.append(1000 * (time.process_time() - began))
            found[told.verdict, right(told, look)] += 1
        counts = [found[word, right] for right in (True, False) for word in ("certain", "likely", "ask")]
        certain, likely, first, certain_wrong, likely_wrong, other = counts
        cells = (title, f"{misread:.0%}", turns, certain, likely, first, other, likely_wrong, certain_wrong)
        print(f"| {' | '.join(map(str, cells))} | {sum(taken) / len(taken):.0f} | {max(taken):.0f} |", flush=True)


def _city(games: int, most_turns: int) -> Iterator[tuple[str, float, int, list[Any]]]:
    """Four looks a game and row."""
    for markers, misread, turns in product((False, True), MISREAD, range(most_turns + 1)):
        if not markers or turns > 1:
            several = partial(looks, turns=turns, misread=misread, markers=markers)
            made = [(RULES, one, one.puck_before, is_right) for n in range(games) for one in several(10 * n + turns)]
            yield f"big-city{', markers' if markers else ''}", misread, turns, made


def _boards(games: int, most_turns: int) -> Iterator[tuple[str, float, int, list[Any]]]:
    """Six looks a game and row."""
    custom = (Header(str(EXAMPLES / f"{name}.toml"), ("red", "blue")) for name in ("meadow", "lighthouses"))
    for header, misread, turns in product((*HEADERS, *custom), MISREAD, range(1, most_turns + 1)):
        several = partial(board_looks, header, turns=turns, misread=misread)
        made = [(one.rules, one, None, is_seen) for n in range(games) for one in several(10 * n + turns)]
        yield name_of(header), misread, turns, made


if __name__ == "__main__":
    main()
