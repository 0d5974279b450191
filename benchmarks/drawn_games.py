"""What the games drawn from dates came to, as they were first filmed: the sums of `evenings/drawn.jsonl`, by game.

    python benchmarks/drawn_games.py                                 # pieces without codes, taps answered
    python benchmarks/drawn_games.py 2026-11-26                      # those of one day
    python benchmarks/drawn_games.py 2026-11-23 --pieces printed     # printed pieces

Nothing is filmed. Only whole games count, and of a game that was filmed several times the first: nobody had looked into
it then. *Exact*: every move, the table and all scores are as they were played. Shares have their 95 % interval.
"""

import argparse
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from statistics import median, quantiles
from typing import Any

from evenings.drawn import GAMES, KEPT
from measuring.tally import count_words

from tabletop.intervals import share_words

NAME = re.compile(r"([\w-]+?)(?:, (palette))?, random (\d{8})(\d\d)(?:, [\d.]+ frames/s)?(, answered)?")
"""A whole game, as `whole_games.game_name` writes it: game, pieces, day, number, whether taps were answered."""
HEAD = (
    "| game | games | exact | scores right | moves right | wrong without a mark | questions beside taps | taps | "
    "move known after, median / 95 % |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("days", nargs="*", type=date.fromisoformat, metavar="DAY", help="default: every day")
    parser.add_argument("--pieces", choices=("palette", "printed"), default="palette")
    arguments = parser.parse_args()
    days = {f"{day:%Y%m%d}" for day in arguments.days}
    films = [(game, film) for game, day, film in _first_films(arguments.pieces == "palette") if day in days or not days]
    print(HEAD)
    for game in GAMES:
        print(row(game, [film for other, film in films if other == game]))
    print(row("**all**", [film for _, film in films]))


def _first_films(plain: bool) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Game, day and figures of each whole game's first film, pieces without codes where taps were answered."""
    met = set()
    for line in KEPT.read_text().splitlines():
        film = json.loads(line)
        told = NAME.fullmatch(film["game"])
        if told is None or (told[2] is not None) is not plain or (told[5] is not None) is not plain:
            continue
        if (drawn := (told[3], told[4])) not in met:
            met.add(drawn)
            yield told[1], told[3], film


def row(name: str, films: Sequence[Mapping[str, Any]]) -> str:
    """What several films came to, as they are kept, as a line of the table."""
    if not films:
        return f"| {name} | 0 | | | | | | | |"
    verdicts = [film["verdict"] for film in films]
    right, played = (sum(verdict[key] for verdict in verdicts) for key in ("right", "played"))
    scores = sum(verdict["script_totals"] == verdict["read_totals"] for verdict in verdicts)
    exact = sum(not verdict["differences"] for verdict in verdicts)
    taps = [film.get("taps", 0) for film in films]
    asked = [film["questions"] - tapped for film, tapped in zip(films, taps, strict=True)]
    known_s = [late for film in films for late in film["seen_after_s"]]
    counted = [film["unmarked"] for film in films if "unmarked" in film]
    wrong = share_words(sum(counted), played)
    unmarked = f"{sum(counted)}: {wrong}" if len(counted) == len(films) else "not counted then"
    return (
        f"| {name} | {len(films)} | {exact}: {share_words(exact, len(films))} | {scores} | "
        f"{count_words(right, played)} | {unmarked} | "
        f"{_span(asked)} | {_span(taps)} | {_middle_and_late(known_s)} |"
    )


def _middle_and_late(spans_s: Sequence[float]) -> str:
    """Median and 95th percentile."""
    return f"{median(spans_s):.2f} / {quantiles(spans_s, n=20)[-1]:.2f} s" if len(spans_s) > 1 else "–"


def _span(counts: list[int]) -> str:
    """The middle one, and the least and the most."""
    return f"{median(counts):g} ({min(counts)} to {max(counts)})"


if __name__ == "__main__":
    main()
