"""What the page is told: the session as one JSON value, with what every score is made of and what people may enter."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from live.drawing.page import draw
from live.page.shown import CameraStatus, MoveShown, PlayerShown, QuestionShown, StateShown
from live.table.corrections import POINTS, last_removal, points_told, with_unseen_points
from live.table.ending import at_the_end
from live.table.session import Session, move_words
from scoring.protocol import JudgedMove, ScoreLine
from scoring.taking_up import lines_by_moves
from tabletop.gamefile import GameFile, load_game
from tabletop.notation import move_to_json

UNSEEN = "quiet"
"""A turn of which nobody can say what it was: what people press says it."""
BESIDE = ("card", "landmark")
"""Kinds that lie beside the board, or are set out before the game: nobody asks what they would be worth."""


def view(
    session: Session,
    watching: CameraStatus,
    *,
    board: Mapping[str, Any] | None = None,
    pictured: Collection[str] = (),
    evidence: bool = False,
    extra: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Everything that the page shows.

    `board` is `draw(session.position)` where whoever calls has it already, since drawing costs more than all the rest;
    `pictured` are the ids of the questions that have a cut-out; `evidence` says that pictures of the moves are kept;
    `extra` adds what the table knows beside its game (the network, displays, the record).
    """
    session = at_the_end(session)
    game = load_game(session.header.game)
    reading = session.seen
    reasons = score_reasons(session)
    unsure = {} if reading is None else {place: sure for place, sure in reading.confidence.items() if sure != "certain"}
    document = StateShown(
        game=session.header.game,
        title=game.title,
        players=[
            {**player.to_json(), "lines": reasons.get(player.name, [])} for player in players_shown(session, game)
        ],
        turn=session.rules.to_move(session.state),
        over=session.played.over,
        winners=session.played.winners if session.moves else [],
        camera=watching,
        board=board if board is not None else draw(session.position),
        unsure=unsure,
        moves=[
            move_view(session, move, number, pictured=evidence, guess=move.n in session.played.guesses)
            for number, move in enumerate(session.moves, start=1)
        ],
        lines=len(session.entries),
        questions=[
            {
                **QuestionShown(
                    question.id, question.text, tuple(choice.label for choice in question.choices)
                ).to_json(),
                "places": list(question.places),
                "lines": list(question.lines),
                "picture": f"/api/v1/crop?question={question.id}" if question.id in pictured else None,
            }
            for question in session.questions
        ],
        problems=session.problems,
    ).to_json()
    return {
        **document,
        "network": None,
        "entries": {
            "beside": told_beside(session),
            "turns": unseen_turns(session),
            "keys": entry_keys(session),
            "values": entered_values(session),
        },
        "put_back": put_back(session),
        "kinds": kinds_view(game),
        "named": named(game),
        "how_to_play": bool(game.sections.how_to_play),
        "worth_kinds": [kind for kind in session.rules.kinds(session.state) if kind not in BESIDE],
        **(extra or {}),
    }


def bare_view(session: Session) -> dict[str, Any]:
    """The least that a page can live on, names and points: for a game of which nothing else can be told."""
    totals = session.played.totals
    return StateShown(
        game=session.header.game,
        title=session.header.game,
        players=[
            {**PlayerShown(player, seat, "#808080", totals.get(player, 0)).to_json(), "lines": []}
            for seat, player in enumerate(session.header.players, start=1)
        ],
        turn=None,
        over=session.played.over,
        winners=session.played.winners,
        camera=CameraStatus(),
        lines=0,
    ).to_json()


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


def move_shown(session: Session, move: JudgedMove, number: int) -> MoveShown:
    """The game's move of that number in words, judged."""
    judged = move.judged
    text = move_words(session.rules, judged.move, judged.state)
    at = session.entries[move.n - 1].at
    made = judged.move.player
    return MoveShown(move.n, made, text, judged.points, judged.legal, judged.lines, judged.problems, at, number)


def move_view(
    session: Session, move: JudgedMove, number: int, *, pictured: bool = False, guess: bool = False
) -> dict[str, Any]:
    """One move as the editor needs it too: with its body, the places that it is about, its picture where one is kept.

    `guess` says that a question about it is open.
    """
    evidence = session.entries[move.n - 1].evidence
    return {
        **move_shown(session, move, number).to_json(),
        "do": move.judged.move.do,
        "body": move_to_json(session.header.game, move.judged.move),
        "places": list(session.rules.places_of(move.judged.move)),
        "totals": dict(move.totals),
        "provisional": move.n in session.doubtful,
        "guess": guess,
        "corrected": any(entry.kind == "replace" and entry.of == move.n for entry in session.entries),
        "picture": f"/api/v1/evidence/{evidence}" if evidence is not None and pictured else None,
    }


def put_back(session: Session) -> str | None:
    """What was taken back last and can be put back, in words; None where there is nothing."""
    removal = last_removal(session.entries)
    if removal is None or removal.of is None:
        return None
    move = session.entries[removal.of - 1].move
    return None if move is None else session.rules.tell(move, session.state)


def kinds_view(game: GameFile) -> list[str]:
    """Kinds of pieces, for the correction editor."""
    return list(dict.fromkeys(part.piece for part in game.parts if part.piece is not None))


def named(game: GameFile) -> list[Mapping[str, str]]:
    """Every kind of piece as people call it; `text` is translated."""
    return [{"kind": kind, "text": name} for kind, name in game.kind_names.items()]


def score_reasons(session: Session) -> Mapping[str, list[Mapping[str, Any]]]:
    """Player -> score lines that sum to the player's total.

    Games that score at the end tell it from what lies there; in Big City a player's moves are summed by their reasons.
    """
    reasons = session.rules.reasons(session.state)
    if reasons is None:
        lines = lines_by_moves(session.moves, tuple(session.played.totals))
        return {player: _summed(lines[player]) for player in session.played.totals}
    return {player: [line.to_json() for line in lines] for player, lines in reasons.items()}


def _summed(lines: Iterable[ScoreLine]) -> list[Mapping[str, Any]]:
    """Score lines, one for each reason."""
    sums: dict[tuple[str, str], int] = {}
    for line in lines:
        sums[line.label, line.rule] = sums.get((line.label, line.rule), 0) + line.points
    return [
        {"label": label, "points": points, "places": [], "rule": rule}
        for (label, rule), points in sums.items()
        if points
    ]


def unseen_turns(session: Session) -> list[Mapping[str, Any]]:
    """The legal turns that leave nothing on the table, each with its words and the request's body."""
    rules, state = session.rules, session.state
    found: dict[str, Mapping[str, Any]] = {}
    for player in session.header.players:
        for move in rules.quiet_moves(state, player):
            if move.do == UNSEEN or not rules.judge(state, move).legal:
                continue
            words = rules.tell(move)
            found[words] = {"words": words, "body": dict(move_to_json(session.header.game, move))}
    return list(found.values())


def told_beside(session: Session) -> list[str]:
    """What people look for at the table beside the boards: the open card, and who has not acted on it."""
    return list(session.rules.told_beside(session.state))


def entry_keys(session: Session) -> list[str]:
    """The numbers that may be entered by hand in this game; a key that ends with `:` wants a number behind it."""
    keys = [key for key, value in session.rules.entry_keys().items() if value == "number"]
    return keys if with_unseen_points(session) is None else [*keys, POINTS]


def entered_values(session: Session) -> Mapping[str, Mapping[str, Any]]:
    """Player -> what was entered, as it stands now; nobody where nothing can be."""
    taken_up = with_unseen_points(session)
    if taken_up is not None:
        return {player: {POINTS: points} for player, points in points_told(taken_up).items()}
    if not session.rules.entry_keys():
        return {}
    return {player: session.rules.entered(session.state, player) for player in session.header.players}
