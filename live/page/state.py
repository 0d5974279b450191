"""What the page is told: the session as one JSON value, which a browser shows without knowing any rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from live.drawing.page import draw
from live.page.score_breakdown import entered_values, entry_keys, score_reasons, told_beside, unseen_turns
from live.page.shown import Linked, MoveShown, PlayerShown, QuestionShown, Watching, state_document
from live.table.doubts import guesses
from live.table.session import Session, move_words
from scoring.protocol import JudgedMove
from tabletop.gamefile import GameFile, load_game
from tabletop.notation import move_to_json

BESIDE = ("card", "landmark")
"""Kinds that lie beside the board, or are set out before the game: nobody asks what they would be worth."""


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
    guessed, reasons = guesses(session), score_reasons(session)
    unsure = {} if reading is None else {place: sure for place, sure in reading.confidence.items() if sure != "certain"}
    document = state_document(
        game=session.header.game,
        title=game.title,
        players=[
            {**player.to_json(), "lines": reasons.get(player.name, [])} for player in players_shown(session, game)
        ],
        turn=session.rules.to_move(session.state),
        over=session.played.over,
        winners=session.played.winners if session.moves else [],
        camera=watching,
        paused=paused,
        board=board if board is not None else draw(session.position),
        unsure=unsure,
        moves=[move_view(session, move, pictured=evidence, guess=move in guessed) for move in session.moves],
        lines=len(session.entries),
        questions=[
            {
                **QuestionShown(
                    question.id, question.text, tuple(choice.label for choice in question.choices)
                ).to_json(),
                "places": list(question.places),
                "picture": f"/api/v1/crop?question={question.id}" if question.id in pictured else None,
            }
            for question in session.questions
        ],
        problems=session.problems,
    )
    return {
        **document,
        "network": None if network is None else network.to_json(),
        "entries": {
            "beside": told_beside(session),
            "turns": unseen_turns(session),
            "keys": entry_keys(session),
            "values": entered_values(session),
        },
        "kinds": kinds_view(game),
        "worth_kinds": [kind for kind in session.rules.kinds(session.state) if kind not in BESIDE],
        **(extra or {}),
    }


def bare_view(session: Session) -> dict[str, Any]:
    """The least that a page can live on, names and points: for a game of which nothing else can be told."""
    totals = session.played.totals
    return state_document(
        game=session.header.game,
        title=session.header.game,
        players=[
            {**PlayerShown(player, seat, "#808080", totals.get(player, 0)).to_json(), "lines": []}
            for seat, player in enumerate(session.header.players, start=1)
        ],
        turn=None,
        over=session.played.over,
        winners=session.played.winners,
        camera=Watching(),
        lines=0,
    )


def players_shown(session: Session, game: GameFile) -> list[PlayerShown]:
    """Players in seat order with their colour, total and the points of their last move that scored."""
    turn = session.rules.to_move(session.state)
    winners = session.played.winners if session.moves and any(session.played.totals.values()) else ()
    last = {move.judged.move.player: move.judged.points for move in session.moves}
    return [
        PlayerShown(
            player,
            seat,
            own_colour(session, game, seat),
            session.played.totals.get(player, 0),
            player == turn,
            player in winners,
            last.get(player),
        )
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


def move_shown(session: Session, move: JudgedMove) -> MoveShown:
    """One move in words, judged."""
    judged = move.judged
    text = move_words(session.rules, judged.move)
    at = session.entries[move.n - 1].at
    return MoveShown(move.n, judged.move.player, text, judged.points, judged.legal, judged.lines, judged.problems, at)


def move_view(session: Session, move: JudgedMove, *, pictured: bool = False, guess: bool = False) -> dict[str, Any]:
    """One move as the editor needs it too: with its body, the places that it is about, its picture where one is kept.

    `guess` says that a question about it is open.
    """
    evidence = session.entries[move.n - 1].evidence
    return {
        **move_shown(session, move).to_json(),
        "do": move.judged.move.do,
        "body": move_to_json(session.header.game, move.judged.move),
        "places": list(session.rules.places_of(move.judged.move)),
        "totals": dict(move.totals),
        "provisional": move.n in session.doubtful,
        "guess": guess,
        "corrected": any(entry.kind == "replace" and entry.of == move.n for entry in session.entries),
        "picture": f"/api/v1/evidence/{evidence}" if evidence is not None and pictured else None,
    }


def kinds_view(game: GameFile) -> list[str]:
    """Kinds of pieces, for the correction editor."""
    return list(dict.fromkeys(part.piece for part in game.parts if part.piece is not None))
