"""The game's course in the terminal: a line a move on stdout, with the running scores."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from live.console.language import told
from live.console.terminal import tell
from live.table.ending import at_the_end
from live.table.session import Session, Step
from scoring.replay import guess_words


@dataclass(slots=True)
class GameConsole:
    """Prints every step; `expected` is the number of moves to come, where somebody knows it."""

    expected: int | None = None
    as_json: bool = False

    def tell(self, session: Session, step: Step) -> None:
        """One line for each happening of a step."""
        for event, data in step.news:
            if self.as_json:
                print(json.dumps({"event": event, **data, "totals": dict(session.played.totals)}, ensure_ascii=False))
            else:
                self._line(session, event, data)
        sys.stdout.flush()

    def _line(self, session: Session, event: str, data: Mapping[str, Any]) -> None:
        totals = "  ".join(f"{player} {points}" for player, points in session.played.totals.items())
        count = f"{len(session.moves):3d}" + (f"/{self.expected}" if self.expected is not None else "")
        if event == "move":
            points = f"{data['points']:+d}" if data["points"] else ""
            wrong = "" if data["legal"] else f"  ({told('against the rules')})"
            print(f"{count}  {data['player'] or '':<8} {told(data['text']) + wrong:<46} {points:>4}   {totals}")
        elif event == "replaced":
            told_of = f"move {data['number']} is taken back"
            if not data.get("gone"):
                told_of = f"move {data['number']} becomes {' '.join(filter(None, (data['player'], data['text'])))}"
            print(f"{count}  {told(told_of):<55} {'':>4}   {totals}")
        elif event == "question":
            print(f"{count}  ? {told(data['text'])}")
        elif event == "over":
            tell(f"{count}  over: {' and '.join(data['winners'])}")
            if guessed := guess_words(at_the_end(session).played):
                tell(f"{count}  {guessed}")
