"""Today's engine and `history` on the very same kept looks, and their figures beside each other."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles

from evenings.keptgame import kept_game
from evenings.played import Evening, decide
from evenings.shadow import Shadow
from history.historian import Historian
from live.table.session import begin


@dataclass(frozen=True, slots=True)
class BothEngines:
    """A kept game as both engines decided it."""

    pieces: str
    today: Evening
    history: Evening
    looks: int
    true_looks: int
    """Looks at which what had been played so far was one of the histories."""
    deciding_s: float
    worst_s: float
    """Of `history` alone: writing, asking and answering not counted, as they are the same."""

    def words(self, name: str) -> str:
        """The game in a line."""
        ways = ", ".join(
            f"{title} {'exact' if one.exact else f'{one.verdict.right} of {one.verdict.played}'}"
            for title, one in (("today", self.today), ("history", self.history))
        )
        lines = [f"{name}: {ways}, truth in the beam {self.true_looks} of {self.looks} looks"]
        return "\n".join([*lines, *(f"    {difference}" for difference in self.history.verdict.differences[:3])])


def both_engines(file: Path) -> BothEngines:
    """Decide a kept game by both."""
    kept = kept_game(file)
    answering, session = kept.order.pieces is not None, begin(kept.script.header)
    shadow = Shadow(Historian(session.rules, session.state), kept.script)
    with tempfile.TemporaryDirectory() as folder:
        today = decide(kept, Path(folder), answering=answering)
    with tempfile.TemporaryDirectory() as folder:
        history = decide(kept, Path(folder), answering=answering, shadow=shadow)
    counts = (shadow.looks, shadow.true_looks, shadow.deciding_s, shadow.worst_s)
    return BothEngines(kept.order.pieces or "printed", today, history, *counts)


def table_of(pieces: str, games: Sequence[BothEngines]) -> str:
    """The figures of games with one kind of pieces, today's first."""
    looks = sum(one.looks for one in games)
    played = sum(one.today.verdict.played for one in games)
    beam = sum(one.true_looks for one in games)
    deciding = 1000 * sum(one.deciding_s for one in games) / max(1, looks)
    worst = 1000 * max(one.worst_s for one in games)

    def sums(figure: Callable[[Evening], int]) -> str:
        return " : ".join(str(sum(map(figure, way))) for way in _ways(games))

    most = " : ".join(str(max(one.questions - one.taps for one in way)) for way in _ways(games))
    late = " : ".join(f"{_late(way):.1f}" for way in _ways(games))
    today_ms = 1000 * sum(one.today.looking_s for one in games) / max(1, looks)
    worst_today = 1000 * max(one.today.worst_look_s for one in games)
    return "\n".join(
        [
            f"{pieces}, {len(games)} games, today : history",
            f"  truth in the beam       {beam} of {looks} looks ({100 * beam / max(1, looks):.1f} %)",
            f"  games exact             {sums(lambda one: one.exact)}",
            f"  moves right             {sums(lambda one: one.verdict.right)} of {played}",
            f"  wrong without a mark    {sums(lambda one: one.unmarked)}",
            f"  right, but marked       {sums(lambda one: one.right_guesses)}",
            f"  questions (taps)        {sums(lambda one: one.questions - one.taps)} ({sums(lambda one: one.taps)})",
            f"  most in one game        {most}",
            f"  lines corrected         {sums(lambda one: one.corrections)}",
            f"  known after (95 %), s   {late}",
            f"  ms a look, worst        {today_ms:.1f}, {worst_today:.0f} (with writing) : {deciding:.1f}, {worst:.0f}",
        ]
    )


def _ways(games: Sequence[BothEngines]) -> tuple[list[Evening], list[Evening]]:
    return [one.today for one in games], [one.history for one in games]


def _late(evenings: Sequence[Evening]) -> float:
    late = [seconds for one in evenings for seconds in one.seen_after_s]
    return quantiles(late, n=20)[-1] if len(late) > 1 else 0.0
