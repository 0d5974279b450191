"""Kept games: what each frame of drawn games was read as, decided again without pictures, and held against the truth.

    python benchmarks/kept_games.py                                          # decides the repository's
    python benchmarks/kept_games.py --folder out/games --make                # another folder's; writes its lines anew
    python benchmarks/kept_games.py --draw 2026-11-28 --games 0-23 --moves 25    # films first what is missing there
    nice python benchmarks/kept_games.py --draw 2026-12-01 --games 0-79 --folder out/history --jobs 2   # whole games
    nice python benchmarks/kept_games.py --engine history                    # both engines on the very same looks

A folder holds a file of looks for each game (`evenings/keptgame.py`) and `lines.jsonl`, what deciding them came to.
`--draw DATE` takes games of that date: the four in turn, two to five players, printed pieces and plain ones; all that
goes wrong takes turns, so that any 24 games that follow each other have every trouble with both kinds of pieces in each
game. Each is filmed once (25 moves: 40 to 100 s of processor time), decided, and its line is kept. Whoever plays with
pieces without codes taps what looks can't tell. Deciding gives the same line on every machine; a line that differs from
the kept one is printed as - and +, and ends the command with 1; `--make` keeps it, after a wanted change.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from multiprocessing import get_context
from pathlib import Path
from statistics import quantiles
from typing import Any

from evenings import Evening, play
from evenings.drawn import to_be_kept
from evenings.keptgame import kept_game
from evenings.played import decide
from evenings.two_engines import BothEngines, both_engines, table_of

from live.sources.virtual import FilmOrder

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "nets" / "games"
Line = Mapping[str, Any]


def main() -> int:
    """Film what is missing, decide, compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=FOLDER, help="default: tests/nets/games")
    parser.add_argument("--draw", type=date.fromisoformat, metavar="DATE", help="film games of this date")
    parser.add_argument("--games", type=_numbers, default=range(24), help="which, counted from 0, as 3 or 0-11")
    parser.add_argument("--moves", type=int, help="film so many moves of each; default: whole games")
    parser.add_argument("--frames-per-s", type=float, default=5.0)
    parser.add_argument("--only", default="", metavar="WORD", help="with --engine: games whose file has it in its name")
    parser.add_argument("--jobs", type=int, default=1, help="so many games at a time")
    parser.add_argument("--engine", choices=["history"], help="decide by this engine too, and print both")
    parser.add_argument("--make", action="store_true", help="keep lines that differ")
    options = parser.parse_args()
    decided = _compared if options.engine is None else _both_engines
    if options.jobs == 1:
        return decided(options, map)
    with ProcessPoolExecutor(options.jobs, mp_context=get_context("spawn")) as workers:
        return decided(options, workers.map)


def _both_engines(options: argparse.Namespace, at_work: Callable[..., Iterable[BothEngines]]) -> int:
    """Decide a folder's games by today's engine and by `history`, and print their figures, today's first."""
    found: dict[str, list[BothEngines]] = {}
    files = [file for file in files_in(options.folder) if not options.only or options.only in file.stem]
    for file, both in zip(files, at_work(both_engines, files), strict=True):
        print(both.words(file.stem), flush=True)
        found.setdefault(both.pieces, []).append(both)
    for pieces, games in found.items():
        print(table_of(pieces, games))
    return 0


def _compared(options: argparse.Namespace, at_work: Callable[..., Iterable[Line]]) -> int:
    """1 where a line differs from the kept one; `at_work` is `map`, or that of a pool of processes."""
    kept, files, different = lines_in(options.folder), files_in(options.folder), 0
    if options.draw is None:
        lines = at_work(line_of, files)
    else:
        orders = to_be_kept(options.draw, options.games, options.frames_per_s, options.moves)
        files = [options.folder / file_name(order) for order in orders]
        lines = at_work(_filmed_line, orders, files)
    for file, line in zip(files, lines, strict=True):
        before = kept.get(file.stem)
        print(*_differences(file.stem, before, line), sep="\n", flush=True)
        different += before not in (None, line)
        if before is None or options.make:
            kept[file.stem] = line
            _write(options.folder, kept)
    print(_total([kept[file.stem] for file in files]))
    return int(different > 0 and not options.make)


def files_in(folder: Path) -> list[Path]:
    """The kept games of a folder."""
    return sorted(folder.glob("*.xz"))


def lines_in(folder: Path) -> dict[str, Line]:
    """What each kept game came to, by its file's name."""
    file = folder / "lines.jsonl"
    lines = map(json.loads, file.read_text(encoding="utf-8").splitlines()) if file.exists() else ()
    return {line.pop("game"): line for line in lines}


def file_name(order: FilmOrder) -> str:
    """A game's file: game, pieces, seed."""
    return f"{Path(order.game).stem}-{order.pieces or 'printed'}-{order.seed}.xz"


def line_of(file: Path) -> Line:
    """Decide a kept game."""
    kept = kept_game(file)
    with tempfile.TemporaryDirectory() as folder:
        return told(decide(kept, Path(folder), answering=kept.order.pieces is not None))


def told(evening: Evening) -> Line:
    """The figures of a game that are the same wherever it is decided; `late_s`: 95 % of the moves are known by then."""
    late = evening.seen_after_s
    return {
        "played": evening.verdict.played,
        "right": evening.verdict.right,
        "unmarked": evening.unmarked,
        "marked_right": evening.right_guesses,
        "questions": evening.questions,
        "taps": evening.taps,
        "corrections": evening.corrections,
        "right_once_answered": evening.right_once_answered,
        "late_s": round(quantiles(late, n=20)[-1], 2) if len(late) > 1 else None,
        "differences": list(evening.verdict.differences),
    }


def _filmed_line(order: FilmOrder, file: Path) -> Line:
    """Film a game that was not filmed yet, and decide it."""
    if not file.exists():
        with tempfile.TemporaryDirectory() as folder:
            play(order, Path(folder), answering=order.pieces is not None, looks=file)
    return line_of(file)


def _differences(name: str, before: Line | None, now: Line) -> Iterator[str]:
    if before in (None, now):
        yield f"  {name}: {_words(now)}"
    else:
        yield f"- {name}: {_words(before)}"
        yield f"+ {name}: {_words(now)}"


def _words(line: Line) -> str:
    return ", ".join(f"{key} {value}" for key, value in line.items() if value not in (0, [], None))


def _total(lines: Sequence[Line]) -> str:
    sums = {key: sum(line[key] for line in lines) for key in ("played", "right", "unmarked", "questions", "taps")}
    exact = sum(not line["differences"] for line in lines)
    return f"{len(lines)} games, {exact} exact: {', '.join(f'{key} {count}' for key, count in sums.items())}"


def _write(folder: Path, lines: Mapping[str, Line]) -> None:
    texts = [json.dumps({"game": name, **line}, ensure_ascii=False) for name, line in sorted(lines.items())]
    (folder / "lines.jsonl").write_text("\n".join(texts) + "\n", encoding="utf-8")


def _numbers(words: str) -> range:
    first, _, last = words.partition("-")
    return range(int(first), int(last or first) + 1)


if __name__ == "__main__":
    sys.exit(main())
