"""What may be requested of a table, verb by verb: on its page, by cards and buttons, from the network."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from live.page.forms import move_forms
from live.runtime.clock import clock_rule
from live.runtime.loop_state import LoopState
from live.table.corrections import answer, correct, turn
from live.table.doubts import without_proposals
from live.table.suggestions import correction_suggestions, named_spots, placement_values
from tabletop.errors import UsageError
from tabletop.moves import TakeUp


def handle(table: LoopState, verb: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
    """Do what a request asks of a table; its errors are `LiveTable.act`'s to tell."""
    match verb:
        case "correct":
            before, undone = table.session.moves[-1:], body.get("do") == "undo"
            table.take(correct(table.session, body, at=table.now()))
            taken_up = any(isinstance(move.judged.move, TakeUp) for move in before)  # asked anew
            seen = table.session.seen if undone and not taken_up else None
            table.held = None if seen is None else seen.position
        case "turn":
            table.take(turn(table.session, body, at=table.now()))
        case "answer":
            table.take(answer(table.session, body, at=table.now()))
        case "pause":
            table.paused = bool(body.get("paused"))
            table.watching = replace(table.watching, state="paused" if table.paused else "waiting", message="")
            table.show()
        case "again":
            if not table.extra.get("again"):
                raise UsageError("no other game can be begun from here: set the table up anew")
            if not table.session.played.over:
                raise UsageError("the game is not over yet")
            table.following = replace(table.session.header, at=table.now())
        case "set-up":
            if not table.extra.get("set_up"):
                raise UsageError("only a demo that was begun on the set-up page leads back there")
            table.following = table.session.header
        case "quiet":
            table.quiet = bool(body.get("quiet"))
            table.show()
        case "clock":
            table.set_clock(clock_rule(str(body.get("clock"))))
        case "confirm":
            wished, open_ones = bool(body.get("confirm")), without_proposals(table.session.questions)
            table.session = replace(table.session, confirm=wished, questions=open_ones, seen=None)
            table.show()
        case "record":
            table.store.go_on_in(Path(str(body.get("path"))).expanduser())
            table.say_of_record()
            table.show()
        case "campaign":
            if table.campaign is None:
                raise UsageError("this game is no episode of a campaign; play it with --campaign LEDGER")
            table.campaign.enter(table.session.state, table.session.played.over, body)
            table.show()
        case "snapshot":  # for this program alone: no request can ask for it, or say what it is made of
            return {"snapshot": body["of"](table)}
        case "likely":
            return correction_suggestions(table.session, body)
        case "spots":
            return named_spots(table.session, body)
        case "forms":
            return move_forms(table.session)
        case "worth":
            return placement_values(table.session, body)
        case _:
            raise UsageError(f"'{verb}' is not known here")
    return {
        "lines": len(table.session.entries),
        "totals": dict(table.session.played.totals),
        "unsaved": table.store.unsaved,
    }
