"""A played game for other programs and for people: JSON, CSV, a text, a picture of the final board, all in one ZIP."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

from live.drawing.plan import plan_svg
from live.records.bg_stats import play_link
from live.records.move_pictures import EvidenceFolder
from live.records.spreadsheets import csv_text, json_text
from scoring.registry import rules_for
from scoring.replay import Replay
from scoring.transcript import transcript
from tabletop.gamefile import load_game
from tabletop.plans import game_on_table, plan_of

FORMATS = ("text", "json", "csv", "picture", "bg-stats")
BY_SUFFIX = {".txt": "text", ".json": "json", ".csv": "csv", ".svg": "picture"}


def exported(replayed: Replay, kind: str) -> str:
    """The game in one of `FORMATS`, ending with a line break."""
    makers: dict[str, Callable[[Replay], str]] = {
        "text": text_of, "json": json_of, "csv": csv_of, "picture": picture_of, "bg-stats": bg_stats_of,
    }  # fmt: skip
    return makers[kind](replayed)


def bundle(record: Path, replayed: Replay) -> bytes:
    """Everything of a game as one ZIP archive: the record itself, every export, and the pictures of the moves."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(record, f"{record.stem}/{record.name}")
        for suffix, kind in BY_SUFFIX.items():
            archive.writestr(f"{record.stem}/{record.stem}{suffix}", exported(replayed, kind))
        for picture in EvidenceFolder(record).pictures():
            archive.write(picture, f"{record.stem}/pictures/{picture.name}", zipfile.ZIP_STORED)
    return written.getvalue()


def text_of(replayed: Replay) -> str:
    """For people: who played what and when, a line a move with its reasons, the totals, the winner."""
    header = replayed.header
    when = f", {header.at.replace('T', ' ').removesuffix('Z')} UTC" if header.at else ""
    return f"{load_game(header.game).title}{when}: {', '.join(header.players)}\n\n{transcript(replayed)}\n"


def json_of(replayed: Replay) -> str:
    """As `boardsight replay --json`."""
    return json_text(replayed.to_json())


def csv_of(replayed: Replay) -> str:
    """A row a move: number, player, what, in words, points, legal, a guess or not, reasons, everybody's total then."""
    players, rules = replayed.header.players, rules_for(replayed.header.game)
    head = [
        "n",
        "player",
        "do",
        "move",
        "points",
        "legal",
        "guess",
        "reasons",
        *(f"total {player}" for player in players),
    ]
    rows = []
    for move in replayed.moves:
        judged = move.judged
        reasons = "; ".join(f"{line.label} {line.points:+d}" for line in judged.lines)
        problems = "; ".join(problem.message for problem in judged.problems)
        row = [
            move.n,
            judged.move.player,
            judged.move.do,
            rules.tell(judged.move, judged.state),
            judged.points,
            judged.legal,
        ]
        row.append(move.n in replayed.guesses)
        rows.append([*row, reasons or problems, *(move.totals.get(player, 0) for player in players)])
    return csv_text(head, rows)


def bg_stats_of(replayed: Replay) -> str:
    """A link that the app BG Stats understands."""
    return play_link(replayed) + "\n"


def picture_of(replayed: Replay) -> str:
    """The final board to scale, as SVG."""
    header = replayed.header
    position = rules_for(header.game).position(replayed.state)
    game = game_on_table(position, load_game(header.game))
    return plan_svg(plan_of(position, game), game)
