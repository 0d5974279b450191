"""What people say about the game: corrections, turns without a trace, answers; each becomes lines of the record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from live.table.doubts import as_of_now
from live.table.session import Draft, Session, Step, write
from live.table.twins import without_twins
from scoring.protocol import JudgedMove
from tabletop.doubts import first_line
from tabletop.entries import Entry
from tabletop.errors import UsageError
from tabletop.moves import Move, TakeUp
from tabletop.notation import move_from_json
from tabletop.positions import TrackMarker
from tabletop.schema import Mismatch

POINTS = "points"
"""What may be entered where a game was taken up of which only the moves tell the points."""
LARGEST_NUMBER = 9_999
"""Nobody has more of anything in a game on a table, and four digits show it; more is a slip of the finger."""


def correct(session: Session, wish: Mapping[str, Any], *, at: str) -> Step:
    """Carry a correction out: `replace` (of, move), `insert` (after, move), `undo` or `redo`, which puts back what was
    taken back last; UsageError says what is wrong.

    `question` names an open question that is settled by it.
    """
    match wish.get("do"):
        case "replace":
            of = _line(session, wish.get("of"), least=1)
            draft = Draft(_move(session, wish.get("move")), "replace", of=of)
        case "insert":
            after = _line(session, wish.get("after"), least=0)
            move = _move(session, wish.get("move"))
            if move is None:
                raise UsageError("an inserted move needs its body in `move`")
            draft = Draft(move, "insert", after=after)
        case "undo":
            draft = _undo(session)
        case "redo":
            removal = last_removal(session.entries)
            if removal is None:
                raise UsageError("there is nothing to put back")
            draft = Draft(None, "replace", of=removal.n)
        case other:
            raise UsageError(f"'{other}' is no correction; expected replace, insert, undo or redo")
    step = write(_without_question(session, wish.get("question")), [draft], at=at)
    doubtful = step.session.doubtful - {draft.of or 0}
    return replace(step, session=replace(step.session, doubtful=doubtful))


def _undo(session: Session) -> Draft:
    """Take back the last line that still counts: a correction is undone, a move removed."""
    undone = _undone(session.entries)
    for entry in reversed(session.entries):
        if entry.n in undone or entry.kind in ("settle", "doubt") or _removes(entry):
            continue
        return Draft(None, "replace", of=entry.n)
    raise UsageError("there is nothing to take back yet")


def last_removal(entries: Sequence[Entry]) -> Entry | None:
    """The line that took something back last and may itself be taken back; None where something was written since."""
    undone = _undone(entries)
    for entry in reversed(entries):
        if entry.kind in ("settle", "doubt"):
            continue
        if not _removes(entry):
            return None
        if entry.n not in undone and not _removes(entries[(entry.of or 0) - 1]):
            return entry
    return None


def _removes(entry: Entry) -> bool:
    return entry.kind == "replace" and entry.move is None


def _undone(entries: Sequence[Entry]) -> set[int]:
    """The lines that do not count any more, since a line that counts removes them."""
    undone: set[int] = set()
    for entry in reversed(entries):
        if _removes(entry) and entry.n not in undone and entry.of is not None:
            undone.add(entry.of)
    return undone


def _without_question(session: Session, name: object) -> Session:
    """The session with a question settled, where it is open."""
    if all(question.id != name for question in session.questions):
        return session
    left = tuple(question for question in session.questions if question.id != name)
    return replace(session, questions=left, settled=session.settled | {str(name)})


def turn(session: Session, wish: Mapping[str, Any], *, at: str) -> Step:
    """Write what no camera sees: a turn without a trace, an entry, the end of a round; `give` writes quiet turns."""
    do, player = wish.get("do", "quiet"), wish.get("player")
    if session.played.over and do != "enter":
        raise UsageError("the game is over; nobody has a turn any more")
    if player is not None and player not in session.header.players:
        raise UsageError(f"'{player}' does not play; the players are {', '.join(session.header.players)}")
    match do:
        case "give":
            return _give(session, player, at=at)
        case "enter":
            return write(session, [_entry(session, wish)], at=at)
        case "end-round":
            return write(session, [Draft(_move(session, {"do": do}))], at=at)
    return write(session, [_quiet(session, do, player)], at=at)


def _entry(session: Session, wish: Mapping[str, Any]) -> Draft:
    """What a player types in; UsageError, and nothing is written, where the rules know no such entry."""
    taken_up = with_unseen_points(session)
    if wish.get("key") == POINTS and taken_up is not None:
        return _points_before(taken_up, wish)
    draft = Draft(_move(session, {key: wish[key] for key in ("do", "player", "key", "value") if key in wish}))
    assert draft.move is not None, "an entry has a body"
    judged = session.rules.judge(session.state, draft.move)
    if not judged.legal:
        raise UsageError(judged.problems[0].message)
    return draft


def with_unseen_points(session: Session) -> JudgedMove | None:
    """The line with which the game was taken up, where the points until then must be told by people."""
    if session.rules.reasons(session.state) is not None:
        return None
    return next((move for move in reversed(session.moves) if isinstance(move.judged.move, TakeUp)), None)


def points_told(taken_up: JudgedMove) -> Mapping[str, int]:
    """Player -> the points that people have told when the game was taken up."""
    move = taken_up.judged.move
    assert isinstance(move, TakeUp)
    return {marker.player: 100 * marker.hundreds + marker.space for marker in move.position.scores}


def _points_before(taken_up: JudgedMove, wish: Mapping[str, Any]) -> Draft:
    """The same position with what one player had then."""
    player, points = wish.get("player"), wish.get("value")
    if not isinstance(points, int) or isinstance(points, bool) or not 0 <= points <= LARGEST_NUMBER:
        raise UsageError(f"{points} points are not possible; expected 0 to {LARGEST_NUMBER}")
    if not isinstance(player, str):
        raise UsageError("points belong to a player; name one")
    move = taken_up.judged.move
    assert isinstance(move, TakeUp)
    told = {**points_told(taken_up), player: points}
    scores = tuple(TrackMarker(name, total % 100, total // 100) for name, total in told.items())
    return Draft(TakeUp(replace(move.position, scores=scores)), "replace", of=taken_up.n)


def _give(session: Session, player: str | None, *, at: str) -> Step:
    """Quiet turns of everybody before `player`."""
    if player is None:
        raise UsageError("`give` needs the player whose turn it is")
    step = Step(session)
    for _ in session.header.players:
        if session.rules.to_move(step.session.state) == player:
            return step
        more = write(step.session, [_quiet(step.session, "quiet", None)], at=at)
        step = Step(more.session, (*step.entries, *more.entries), (*step.news, *more.news))
    raise UsageError(f"it can't become {player}'s turn now")


def _quiet(session: Session, do: str, player: str | None) -> Draft:
    who = player or session.rules.to_move(session.state)
    if who is None:
        raise UsageError("it is nobody's turn")
    return Draft(_move(session, {"do": do, "player": who}))


def answer(session: Session, wish: Mapping[str, Any], *, at: str) -> Step:
    """Carry out what was chosen for a question; UsageError where it is not open any more."""
    question = next((question for question in session.questions if question.id == wish.get("question")), None)
    if question is None:
        raise UsageError("that question is not open any more; look at the newest one")
    index = wish.get("choice")
    if not isinstance(index, int) or not 0 <= index < len(question.choices):
        raise UsageError(f"choice {index}: expected 0 to {len(question.choices) - 1}")
    open_ones = tuple(other for other in session.questions if other.id != question.id)
    settled = session.settled | {question.id}
    asked = replace(session, questions=open_ones, settled=settled)
    choice = question.choices[index]
    drafts = as_of_now(session, question, choice.drafts)
    if question.lines and not any(draft.kind == "replace" and draft.of in question.lines for draft in drafts):
        drafts = (Draft(None, "settle", of=question.lines[0]), *drafts)
    if question.kept:
        drafts = (Draft(None, "settle", of=question.kept), *drafts)
    step = write(asked, drafts, at=at)
    step = replace(step, session=replace(step.session, doubtful=step.session.doubtful - set(question.lines)))
    step = without_twins(session, step, at=at)
    step = replace(step, session=_with_what_was_said(session, step, question.lines))
    told = ("answered", {"question": question.id, "choice": choice.label})
    return replace(step, news=(told, *step.news))


def _with_what_was_said(before: Session, step: Step, asked: Sequence[int]) -> Session:
    """The session after an answer about these lines, in which only whose moves it was about is settled by it.

    What was played since may have been given to the wrong players for the very doubt, and the puck tells of it.
    """
    written = {entry.n if entry.of is None else first_line(step.session.entries, entry.of) for entry in step.entries}
    counting = {move.n for move in step.session.moves}
    said = before.said | (counting & {*asked, *written})
    return replace(step.session, fixed_lines=before.fixed_lines, said=said, sightings=before.sightings)


def _line(session: Session, n: object, *, least: int) -> int:
    if not isinstance(n, int) or isinstance(n, bool) or not least <= n <= len(session.entries):
        raise UsageError(f"line {n} is not in the record; expected {least} to {len(session.entries)}")
    return n


def _move(session: Session, body: object) -> Move | None:
    """A move of one of the players from its body; UsageError with what is wrong about it."""
    if body is None:
        return None
    if not isinstance(body, dict):
        raise UsageError("a move is an object like a record's line, without its n")
    try:
        move: Move = move_from_json(session.header.game, body)
    except Mismatch as error:
        place = ".".join(str(part) for part in error.path)
        raise UsageError(f"{place + ': ' if place else ''}{error.reason}") from error
    if move.player is not None and move.player not in session.header.players:
        raise UsageError(f"'{move.player}' does not play; the players are {', '.join(session.header.players)}")
    for number in _numbers(body):
        if abs(number) > LARGEST_NUMBER:
            raise UsageError(f"{str(number)[:20]} is too much; expected {-LARGEST_NUMBER} to {LARGEST_NUMBER}")
    return move


def _numbers(body: object) -> Iterator[float]:
    """Every number in a move's body."""
    if isinstance(body, int | float):
        yield body
    elif isinstance(body, Mapping | list):
        for part in body.values() if isinstance(body, Mapping) else body:
            yield from _numbers(part)
