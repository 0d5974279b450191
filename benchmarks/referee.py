"""How often the referee finds the right turns between two looks, by turns, misread places and score markers.

Run `python benchmarks/referee.py`; the figures are in docs/rules.md. Evidence is made up: the truth of every place,
with a share of places that plainly show something else.
"""

import argparse
import time
from collections import Counter

from scoring.random_looks import RULES, is_right, looks
from scoring.referee import RefereeSettings, explain


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=25)
    parser.add_argument("--another-turn", type=float, default=RefereeSettings().another_turn, metavar="P")
    parser.add_argument("--most-turns", type=int, default=3)
    arguments = parser.parse_args()
    settings = RefereeSettings(another_turn=arguments.another_turn)
    print(
        "turns  misread  markers   certain  likely   asked, right first   asked, else   wrong  wrong and certain   ms"
    )
    for markers in (False, True):
        for misread in (0.0, 0.01, 0.05):
            for turns in range(arguments.most_turns + 1):
                if markers and turns < 2:
                    continue
                found: Counter[tuple[str, bool]] = Counter()
                seconds = 0.0
                for seed in range(arguments.games):
                    for look in looks(seed * 10 + turns, turns, misread, markers=markers):
                        began = time.perf_counter()
                        explanation = explain(
                            RULES, look.before, look.reading, puck_before=look.puck_before, settings=settings
                        )
                        seconds += time.perf_counter() - began
                        found[(explanation.verdict, is_right(explanation, look))] += 1
                total = sum(found.values())
                wrong = found[("likely", False)] + found[("certain", False)]
                print(
                    f"{turns:5d}  {misread:7.0%}  {'yes' if markers else 'no':>7}   {found[('certain', True)]:7d}"
                    f"  {found[('likely', True)]:6d}   {found[('ask', True)]:18d}   {found[('ask', False)]:11d}"
                    f"   {wrong:5d}  {found[('certain', False)]:17d}   {1000 * seconds / total:.0f}"
                )


if __name__ == "__main__":
    main()
