"""Whose turns they were, by the puck alone: random games of Big City told by readings, without a film.

    python benchmarks/turns.py --games 40
    python benchmarks/turns.py --games 40 --every 10 --first 1000 --jobs 2

Every place is read right; what goes wrong is the puck. One turn in `--every` each has a puck that is forgotten, one
that is passed on before the piece lies, one that nobody sees (it lies there for less than half a second), and a picture
that freezes for two to five seconds. Told are the moves that are right in the end, those that are wrong without a mark,
the right ones that are marked as guesses, and how often people are asked.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from random import Random

from evenings.played import answered, marks
from measuring.city_looks import PLAYERS, RULES, plain_reading

from live.demo.comparison import compare
from live.table.decisions import observe
from live.table.session import begin
from scoring.random_play import play_game
from tabletop.readings import Reading
from tabletop.records import Header, Record

LOOK_S = 0.2
FAULTS = ("forgotten", "early", "brief", "freeze")
SHORT_S = (0.1, 0.4)
"""For so long lies a puck that nobody notices."""
STILL_S = (0.6, 2.0)
"""Between two turns."""
HAND_S = (0.4, 1.2)
FREEZE_S = (2.0, 5.0)


@dataclass(frozen=True, slots=True)
class TurnFigures:
    """One game's figures."""

    seed: int
    players: int
    played: int
    right: int
    unmarked: int
    guesses: int
    """Right moves that are marked as guesses in the end."""
    questions: int
    once_answered: int


@dataclass(frozen=True, slots=True)
class Showing:
    """What there is to be seen for a while; `reading` None where nobody can look."""

    reading: Reading | None
    seconds: float


def showings(record: Record, random: Random, every: int) -> Iterator[Showing]:
    """The evening as a camera would see it."""
    players = record.header.players
    state = RULES.start(record.header)
    puck = players[0]
    offsets = {fault: random.randrange(every) for fault in FAULTS}
    yield Showing(plain_reading(state, puck), 1.5)
    owed = False
    for number, entry in enumerate(record.entries):
        assert entry.move is not None
        struck = {fault for fault, offset in offsets.items() if number % every == offset}
        before, state = state, RULES.judge(state, entry.move).state
        following = RULES.to_move(state) or players[(players.index(str(entry.move.player)) + 1) % len(players)]
        traceless = RULES.leaves_no_trace(entry.move)
        if "freeze" in struck:
            yield Showing(None, random.uniform(*FREEZE_S))
        elif "early" in struck and not traceless:
            yield Showing(None, random.uniform(*HAND_S))
            puck = following
            yield Showing(plain_reading(before, puck), random.uniform(*STILL_S))
            yield Showing(None, random.uniform(*HAND_S))
        else:
            yield Showing(None, random.uniform(*HAND_S))
        if not traceless:
            yield Showing(plain_reading(state, None), random.uniform(*SHORT_S))
        forgets = "forgotten" in struck and not traceless and not owed
        owed = forgets
        puck = puck if forgets else following
        yield Showing(plain_reading(state, puck), random.uniform(*(SHORT_S if "brief" in struck else STILL_S)))
    yield Showing(plain_reading(state, puck), 4.0)


def play(seed: int, every: int) -> TurnFigures:
    """Play a random game and hold what was written against it."""
    random = Random(seed)
    header = Header("big-city", PLAYERS[: random.randint(2, 5)])
    record = play_game(RULES, header, random)
    session, now_s, blind_s, questions = begin(header), 0.0, 0.0, 0
    for showing in showings(record, random, every):
        if showing.reading is None:
            now_s, blind_s = now_s + showing.seconds, showing.seconds if showing.seconds >= FREEZE_S[0] else 0.0
            continue
        until_s = now_s + showing.seconds
        while now_s < until_s:
            now_s += LOOK_S
            step = observe(session, showing.reading, seen_s=now_s, at="2026-01-01T00:00:00Z", blind_s=blind_s)
            session, blind_s = step.session, 0.0
            questions += sum(event == "question" and "instead_of" not in told for event, told in step.news)
    verdict = compare(record, session, None)
    unmarked, guesses = marks(record, session)
    once = compare(record, answered(session, record), None).right
    return TurnFigures(seed, len(header.players), verdict.played, verdict.right, unmarked, guesses, questions, once)


def main() -> int:
    """Play, print a table; 1 where a move is wrong without a mark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=1, help="the first game's seed")
    parser.add_argument("--every", type=int, default=20, help="each fault strikes one turn in so many")
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    print("| seed | players | moves right | wrong, no mark | right, marked | questions | right once answered |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    seeds = range(arguments.first, arguments.first + arguments.games)
    with ProcessPoolExecutor(arguments.jobs, mp_context=get_context("spawn")) as workers:
        all_figures = []
        for one in workers.map(play, seeds, [arguments.every] * len(seeds)):
            all_figures.append(one)
            print(
                f"| {one.seed} | {one.players} | {one.right} of {one.played} | {one.unmarked} | {one.guesses} | "
                f"{one.questions} | {one.once_answered} |",
                flush=True,
            )
    right, played, unmarked, guesses, questions, once = (
        sum(getattr(one, key) for one in all_figures)
        for key in ("right", "played", "unmarked", "guesses", "questions", "once_answered")
    )
    exact = sum(one.right == one.played for one in all_figures)
    print(
        f"| **{len(all_figures)} games, {exact} exact** | | {right} of {played} | {unmarked} | {guesses} | "
        f"{questions / len(all_figures):.1f} a game | {once} |"
    )
    return int(unmarked > 0)


if __name__ == "__main__":
    sys.exit(main())
