"""What the page is told: the session as one JSON value, which a browser shows without knowing any rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from live.drawing.page import draw
from live.page.score_breakdown import entered_values, entry_keys, score_reasons, told_beside, unseen_turns
from live.table.doubts import guesses
from live.table.session import Session
from live.table.wording import move_words
from scoring.protocol import JudgedMove
from tabletop.gamefile import GameFile, load_game
from tabletop.notation import move_to_json

FORMAT = "boardsight-state/1"
BESIDE = ("card", "landmark")
"""Kinds that lie beside the board, or are set out before the game: nobody asks what they would be worth."""


@dataclass(frozen=True, slots=True)
class Watching:
    """How it stands with the camera.

    `state` is `watching`, `hand`, `moving`, `dark`, `unread`, `lost`, `waiting`, `paused` or `ended`.
    """

    state: str = "waiting"
    message: str = ""
    source: str = ""
    size_px: tuple[int, int] | None = None
    frames_per_s: float | None = None

    def to_json(self) -> Mapping[str, Any]:
        """As the page gets it."""
        return {
            "state": self.state,
            "message": self.message,
            "source": self.source,
            "size_px": None if self.size_px is None else list(self.size_px),
            "frames_per_s": self.frames_per_s,
        }


@dataclass(frozen=True, slots=True)
class Linked:
    """How it stands with the network: `state` is `waiting` (it has only just begun), `connected` or `lost`.

    `message` says why it is lost, in one sentence.
    """

    state: str = "waiting"
    message: str = ""

    def to_json(self) -> Mapping[str, Any]:
        """As the page gets it."""
        return {"state": self.state, "message": self.message}


def view(
    session: Session,
    watching: Watching,
    *,
    board: Mapping[str, Any] | None = None,
    paused: bool = False,
    pictured: Collection[str] = (),
    evidence: bool = False,
    network: Linked | None = None,
    extra: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Everything that the page shows.

    `board` is `draw(session.position)` where whoever calls has it already, since drawing costs more than all the rest;
    `pictured` are the ids of the questions that have a cut-out; `evidence` says that pictures of the moves are kept;
    `network` is None where the table is told to no broker; `extra` adds what the commands know (displays, record).
    """
    game = load_game(session.header.game)
    reading = session.seen
    guessed = guesses(session)
    unsure = {} if reading is None else {place: sure for place, sure in reading.confidence.items() if sure != "certain"}
    return {
        "format": FORMAT,
        "game": session.header.game,
        "title": game.title,
        "players": players_view(session, game),
        "turn": session.rules.to_move(session.state),
        "over": session.played.over,
        "winners": list(session.played.winners) if session.moves else [],
        "camera": watching.to_json(),
        "network": None if network is None else network.to_json(),
        "paused": paused,
        "board": board if board is not None else draw(session.position),
        "unsure": unsure,
        "moves": [move_view(session, move, pictured=evidence, guess=move in guessed) for move in session.moves],
        "lines": len(session.entries),
        "entries": {
            "beside": told_beside(session),
            "turns": unseen_turns(session),
            "keys": entry_keys(session),
            "values": entered_values(session),
        },
        "kinds": kinds_view(game),
        "worth_kinds": [kind for kind in session.rules.kinds(session.state) if kind not in BESIDE],
        "questions": [
            {
                "id": question.id,
                "text": question.text,
                "places": list(question.places),
                "choices": [choice.label for choice in question.choices],
                "picture": f"/api/v1/crop?question={question.id}" if question.id in pictured else None,
            }
            for question in session.questions
        ],
        "problems": [problem.to_json() for problem in session.problems],
        **(extra or {}),
    }


def bare_view(session: Session) -> dict[str, Any]:
    """The least that a page can live on, names and points: for a game of which nothing else can be told."""
    totals = session.played.totals
    return {
        "format": FORMAT,
        "game": session.header.game,
        "title": session.header.game,
        "players": [
            {"name": player, "seat": seat, "colour": "#808080", "total": totals.get(player, 0), "lines": []}
            for seat, player in enumerate(session.header.players, start=1)
        ],
        "turn": None,
        "over": session.played.over,
        "winners": list(session.played.winners),
        "board": None,
        "moves": [],
        "lines": len(session.entries),
        "questions": [],
    }


def players_view(session: Session, game: GameFile) -> list[dict[str, Any]]:
    """Players in seat order with their colour, total and the points of their last move that scored."""
    turn = session.rules.to_move(session.state)
    winners = session.played.winners if session.moves and any(session.played.totals.values()) else ()
    last = {move.judged.move.player: move.judged.points for move in session.moves}
    reasons = score_reasons(session)
    return [
        {
            "name": player,
            "seat": seat,
            "colour": own_colour(session, game, seat),
            "total": session.played.totals.get(player, 0),
            "turn": player == turn,
            "winner": player in winners,
            "last_points": last.get(player),
            "lines": reasons.get(player, []),
        }
        for seat, player in enumerate(session.header.players, start=1)
    ]


def own_colour(session: Session, game: GameFile, seat: int) -> str:
    """The colour of a player's own counters where the game gives them one, else the seat's."""
    player = session.header.players[seat - 1]
    counters = dict(session.header.colours).get(player, player)
    red, green, blue = game.palette.get(f"player-{counters}", (-1, -1, -1))
    return f"#{red:02x}{green:02x}{blue:02x}" if red >= 0 else seat_colour(game, seat)


def seat_colour(game: GameFile, seat: int) -> str:
    """The colour of a player's seat by the game file; Okabe and Ito's colours where it names none."""
    fallback = ((213, 94, 0), (0, 114, 178), (0, 158, 115), (204, 121, 167), (230, 184, 0), (86, 180, 233))
    red, green, blue = game.palette.get(f"seat-{seat}", fallback[(seat - 1) % len(fallback)])
    return f"#{red:02x}{green:02x}{blue:02x}"


def move_view(session: Session, move: JudgedMove, *, pictured: bool = False, guess: bool = False) -> dict[str, Any]:
    """One move: its line, its words, its judgement, the places that it is about, and its picture where one is kept.

    `guess` says that a question about it is open.
    """
    evidence = session.entries[move.n - 1].evidence
    judged = move.judged
    body = move_to_json(session.header.game, judged.move)
    corrected = any(entry.kind == "replace" and entry.of == move.n for entry in session.entries)
    return {
        "n": move.n,
        "player": judged.move.player,
        "do": judged.move.do,
        "text": move_words(body),
        "body": body,
        "legal": judged.legal,
        "points": judged.points,
        "lines": [line.to_json() for line in judged.lines],
        "problems": [problem.to_json() for problem in judged.problems],
        "places": list(session.rules.places_of(judged.move)),
        "totals": dict(move.totals),
        "provisional": move.n in session.doubtful,
        "guess": guess,
        "corrected": corrected,
        "picture": f"/api/v1/evidence/{evidence}" if evidence is not None and pictured else None,
    }


def kinds_view(game: GameFile) -> list[str]:
    """Kinds of pieces, for the correction editor."""
    return list(dict.fromkeys(part.piece for part in game.parts if part.piece is not None))
