"""How often the referee finds the right turns between two looks, by turns, misread places and score markers.

Run `python benchmarks/referee.py` for Big City, with `--boards` for the games on boards. Evidence is made up: the
truth of every place, with a share of places that plainly show something else, those of the moves too.
"""

import argparse
import time
from collections import Counter
from pathlib import Path

from measuring.board_looks import HEADERS, board_looks, is_seen, name_of
from measuring.city_looks import RULES, is_right, looks

from scoring.referee.explanation import RefereeSettings, explain
from tabletop.records import Header


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=25)
    parser.add_argument("--another-turn", type=float, default=RefereeSettings().another_turn, metavar="P")
    parser.add_argument("--most-turns", type=int, default=3)
    parser.add_argument("--boards", action="store_true", help="the games on boards, and examples/")
    arguments = parser.parse_args()
    settings = RefereeSettings(another_turn=arguments.another_turn)
    if arguments.boards:
        on_boards(arguments.games, settings, arguments.most_turns)
        return
    print(
        "turns  misread  markers   certain  likely   asked, right first   asked, else   wrong  wrong and certain"
        "   ms  worst"
    )
    for markers in (False, True):
        for misread in (0.0, 0.01, 0.05):
            for turns in range(arguments.most_turns + 1):
                if markers and turns < 2:
                    continue
                found: Counter[tuple[str, bool]] = Counter()
                taken = list[float]()
                for seed in range(arguments.games):
                    for look in looks(seed * 10 + turns, turns, misread, markers=markers):
                        began = time.process_time()
                        explanation = explain(
                            RULES, look.before, look.reading, puck_before=look.puck_before, settings=settings
                        )
                        taken.append(1000 * (time.process_time() - began))
                        found[(explanation.verdict, is_right(explanation, look))] += 1
                total = sum(found.values())
                wrong = found[("likely", False)] + found[("certain", False)]
                print(
                    f"{turns:5d}  {misread:7.0%}  {'yes' if markers else 'no':>7}   {found[('certain', True)]:7d}"
                    f"  {found[('likely', True)]:6d}   {found[('ask', True)]:18d}   {found[('ask', False)]:11d}"
                    f"   {wrong:5d}  {found[('certain', False)]:17d}   {sum(taken) / total:.0f}  {max(taken):.0f}"
                )


def on_boards(games: int, settings: RefereeSettings, most_turns: int) -> None:
    """Print a table for the games on boards, six looks a game and row."""
    examples = Path(__file__).parents[1] / "examples"
    custom = (Header(str(examples / f"{name}.toml"), ("red", "blue")) for name in ("meadow", "lighthouses"))
    print(
        "game                            misread  turns   certain or likely   asked, right first   else   wrong"
        "  wrong and certain   ms  worst"
    )
    for header in (*HEADERS, *custom):
        for misread in (0.0, 0.01, 0.05):
            for turns in range(1, most_turns + 1):
                found: Counter[tuple[str, bool]] = Counter()
                taken = list[float]()
                for seed in range(games):
                    for look in board_looks(header, 10 * seed + turns, turns, misread):
                        began = time.process_time()
                        explanation = explain(look.rules, look.before, look.reading, settings=settings)
                        taken.append(1000 * (time.process_time() - began))
                        found[(explanation.verdict, is_seen(explanation, look))] += 1
                told = found[("certain", True)] + found[("likely", True)]
                wrong = found[("certain", False)] + found[("likely", False)]
                print(
                    f"{name_of(header)[:30]:30}  {misread:7.0%}  {turns:5d}   {told:17d}   {found[('ask', True)]:18d}"
                    f"   {found[('ask', False)]:4d}   {wrong:5d}  {found[('certain', False)]:17d}"
                    f"   {sum(taken) / found.total():.0f}  {max(taken):.0f}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
