"""The demo's own parts: what is filmed, which faults strike what, and the comparison at its end."""

from __future__ import annotations

import argparse
import json
from typing import Any

from live.console.arguments import check_game_name, game_named
from live.console.terminal import tell
from live.demo.comparison import Comparison, compare, table_of
from live.runtime.live_table import LiveTable
from live.runtime.setup import header_for
from live.sources.virtual import FilmOrder
from live.table.ending import at_the_end
from scoring.replay import guess_words
from simulator.displays import LineFaults, VirtualDisplay
from simulator.games import has_script
from simulator.mishaps import FAULTS
from tabletop.errors import UsageError
from tabletop.plainkinds import game_of_pieces, pieces_for
from tabletop.records import Record

DISPLAY_FAULTS = {"noisy-line": "bytes on the way to the display are changed, lost, doubled"}
"""Faults of the display's line; the table's own are in `simulator.performance.FAULTS`."""
USUAL_PLAYERS = ("Ann", "Ben", "Cem")
HEADLESS_RATE, WATCHABLE_RATE = 3.0, 10.0
"""Pictures a second of the virtual camera: few where nobody watches, since each must be drawn."""
SHOWN_TIMEOUT_S = 10.0


def film_order(arguments: argparse.Namespace, *, headless: bool) -> FilmOrder:
    """What the command line asks for; UsageError for unknown games, faults, and players who cannot play it."""
    check_game_name(arguments.game)

    random = arguments.random or not has_script(arguments.game)
    players = arguments.players or ",".join(USUAL_PLAYERS[: game_named(arguments.game).players[1]])
    header = header_for(arguments.game, players, arguments.option) if random else None
    if header is None and (arguments.option or arguments.players):
        what = "--option" if arguments.option else "--players"
        raise UsageError(f"{what} is for random games: add --random, or leave it out and see the script")

    faults = tuple(fault for fault in arguments.fault if fault not in DISPLAY_FAULTS)
    for fault in faults:
        if fault not in FAULTS:
            known = {**{name: known.told for name, known in FAULTS.items()}, **DISPLAY_FAULTS}
            listed = "; ".join(f"{name} ({told})" for name, told in known.items())
            raise UsageError(f"there is no fault '{fault}'; the faults are {listed}")
    if arguments.speed is not None and not 0.05 <= arguments.speed <= 100:
        raise UsageError(f"--speed {arguments.speed:g}: expected 0.05 to 100, 1 is life's pace")
    speed = arguments.speed if arguments.speed is not None else (None if headless else 1.0)
    return FilmOrder(
        arguments.game,
        header.players if header is not None else (),
        random_seed=arguments.seed if random else None,
        seed=arguments.seed,
        faults=faults,
        frames_per_s=HEADLESS_RATE if headless and arguments.speed is None else WATCHABLE_RATE,
        speed=speed,
        options=header.options if header is not None else {},
        pieces=plain_pieces(arguments.pieces, arguments.game),
    )


def plain_pieces(word: str | None, game: str) -> str | None:
    """What `--pieces` names, once it is seen to be pieces of this game. UsageError or UnreadableInput where not."""
    if word is None:
        return None
    made_for = game_of_pieces(word)
    if made_for is not None and made_for != game_named(game).name:
        raise UsageError(f"--pieces {word}: these are pieces of {made_for}, and {game} is to be played")
    pieces_for(word, game_named(game))
    return word


def display_faults(faults: list[str]) -> dict[str, Any]:
    """The virtual display's arguments by the faults that strike its line."""
    if "noisy-line" not in faults:
        return {}

    line = LineFaults(flip=1e-3, lose=1e-3, double=1e-3, noise=1e-3, seed=1)
    return {"to_board": line}


def end_of_demo(table: LiveTable, script: Record, virtual: VirtualDisplay, *, seconds: float, as_json: bool) -> int:
    """Compare, print one clear table, and give the exit code."""
    table.show()
    for display in table.displays:
        display.wait_shown(SHOWN_TIMEOUT_S)
    totals = dict(table.session.played.totals)
    virtual.wait_for(lambda shown: shown.scores == totals, timeout_s=SHOWN_TIMEOUT_S)
    verdict = compare(script, table.session, dict(virtual.shown.scores))
    if as_json:
        print(json.dumps(_json(verdict, table, seconds), ensure_ascii=False))
    else:
        tell(_text(verdict, table, seconds))
    return 0 if not verdict.differences else 1


def _text(verdict: Comparison, table: LiveTable, seconds: float) -> str:
    winners = " and ".join(table.session.played.winners)
    lines = [
        "",
        table_of(verdict),
        "",
        f"moves    {verdict.right} of {verdict.played} read as played, {verdict.quiet} of them without a trace",
        f"leader   {winners}" if not table.session.played.over else f"winner   {winners}",
        f"frames   {table.counters.frames} in {seconds:.0f} s, {table.counters.readings} of them read",
        f"record   {table.store.path}",
    ]
    if guessed := guess_words(at_the_end(table.session).played):
        lines.append(f"guesses  {guessed}")
    if verdict.differences:
        lines += ["", *(f"wrong    {difference}" for difference in verdict.differences)]
    else:
        lines += ["", "what was read equals what was played"]
    return "\n".join(lines)


def _json(verdict: Comparison, table: LiveTable, seconds: float) -> dict[str, Any]:
    return {
        "event": "end",
        "equal": not verdict.differences,
        "played": verdict.played,
        "right": verdict.right,
        "quiet": verdict.quiet,
        "script": dict(verdict.script_totals),
        "read": dict(verdict.read_totals),
        "display": None if verdict.shown_totals is None else dict(verdict.shown_totals),
        "guesses": [move.n for move in table.session.played.guessed],
        "differences": list(verdict.differences),
        "frames": table.counters.frames,
        "seconds": round(seconds, 1),
        "record": str(table.store.path),
    }
