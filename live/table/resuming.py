"""A table that is not as the record has it: a game already under way, or one changed meanwhile; which of them holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from zlib import crc32

from live.table.interpretation import DecisionSettings, Interpretation
from live.table.session import Choice, Draft, Question, Session, as_it_lies, draft_words, write
from scoring.taking_up import unknown_points
from tabletop.gamefile import load_game
from tabletop.moves import TakeUp
from tabletop.readings import Reading

PREFIX = "resumed-"
SHOWN = 5
"""So many differences, or moves, are told one by one."""


def goes_on(session: Session, account: Interpretation, settings: DecisionSettings) -> bool:
    """Whether what differs is simply the game's next moves, and nobody need be asked.

    A game that has begun goes on with one move, from one photograph to the next with legal ones. Before the first,
    several may lie there, as long as it is plain which and they are legal; an illegal one is believed where the table
    was seen as it was before.
    """
    if account.unexplained:
        return False
    if session.moves:
        seen = [draft for draft in account.drafts if draft.move is not None and draft.move.do != "quiet"]
        one = len(seen) <= 1 and all(draft.kind == "played" for draft in account.drafts)
        return one or (settings.photograph and _legal(account) and not (account.asks and account.explanation is None))
    if not session.unchecked and len(account.drafts) <= 1:
        return True
    return _legal(account) and not account.asks


def question_of(
    session: Session, reading: Reading, places: Sequence[str], account: Interpretation, settings: DecisionSettings
) -> Question:
    """What differs, with the answers: the table holds (by moves that explain it, or as it lies), or the record.

    After a photograph the first is the table as it lies, with what it comes to.
    """
    text = _differences(session, reading, places) if session.moves else _how_it_stands(session, reading)
    choices = [*_moves_that_explain(session, account), *_as_it_lies(session, reading, settings)]
    if settings.photograph:
        choices = _after_a_photograph(session, choices)
    instead = "The record; the table is being put right" if session.moves else "No; the table is being put right"
    choices.append(Choice(instead))
    lying = "" if session.moves else repr([(place, _likeliest(reading, place)) for place in sorted(places)])
    name = f"{PREFIX}{len(session.entries)}-{crc32((text + lying).encode()):08x}"
    last = session.moves[-1].n if session.moves else 0
    return Question(name, text, tuple(places), tuple(choices), asked_after=last, table_tells=False)


def without_questions(questions: Sequence[Question]) -> tuple[Question, ...]:
    """The questions without those about a table that is not as the record has it."""
    return tuple(question for question in questions if not question.id.startswith(PREFIX))


def _legal(account: Interpretation) -> bool:
    if account.explanation is not None:
        return all(judged.legal for judged in account.explanation.best.judged)
    return not account.doubtful


def _moves_that_explain(session: Session, account: Interpretation) -> Iterator[Choice]:
    """The moves that lead to what lies there; before the first one they must be legal."""
    if account.drafts and not account.unexplained and (session.moves or _legal(account)):
        yield Choice(f"The table: {_words(session, account.drafts)}", account.drafts)


def _words(session: Session, drafts: Sequence[Draft]) -> str:
    told = drafts if len(drafts) <= SHOWN + 1 else drafts[:SHOWN]
    more = f" and {len(drafts) - SHOWN} more moves" if len(drafts) > len(told) else ""
    return ", ".join(draft_words(session, draft) for draft in told) + more


def _after_a_photograph(session: Session, choices: Sequence[Choice]) -> list[Choice]:
    """The table as it lies first, with its points; where only moves tell them, the moves that explain it are that."""
    lying = [one for one in choices if isinstance(one.drafts[0].move, TakeUp)]
    moves = [one for one in choices if one not in lying]
    after = [write(session, one.drafts, at=None).session for one in lying]
    if lying and not unknown_points(session.rules, after[0].moves[-1].judged):
        whose = [f"{session.rules.to_move(one.state)} is next" if len(lying) > 1 else "" for one in after]
        told = zip(lying, after, whose, strict=True)
        return [*(replace(one, label=as_it_lies(then, next_)) for one, then, next_ in told), *moves]
    made = ((one, write(session, one.drafts, at=None).session, _words(session, one.drafts)) for one in moves)
    return [*(replace(one, label=as_it_lies(then, words)) for one, then, words in made), *lying]


def _as_it_lies(session: Session, reading: Reading, settings: DecisionSettings) -> Iterator[Choice]:
    """The position that is seen; before the first move for each player who may be next, the likeliest first."""
    rules, players = session.rules, session.header.players
    seen = replace(reading.position, players=players) if reading.position is not None else None
    if seen is None:
        return
    puck = getattr(seen, "turn", None)
    state = rules.taken_up(session.state, seen)
    if not hasattr(seen, "turn") or rules.to_move(state) is None:
        yield Choice("The table, as it lies" if session.moves else "Yes", (Draft(TakeUp(seen)),))
        return
    known = puck if reading.confidence.get("puck") != "ask" else None
    goes_on_there = session.moves and not settings.photograph
    likely = known or (rules.to_move(session.state) if goes_on_there else puck or rules.to_move(state))
    if session.moves:
        yield Choice("The table, as it lies", (Draft(TakeUp(replace(seen, turn=likely))),))
        return
    for player in [likely] if known else sorted(players, key=lambda player: player != likely):
        yield Choice(f"Yes; {player} is next", (Draft(TakeUp(replace(seen, turn=player))),))


def _how_it_stands(session: Session, reading: Reading) -> str:
    """The question before the first move, with what cannot be known from the table."""
    rules = session.rules
    judged = rules.judge(session.state, TakeUp(reading.position))
    before, now = rules.contents(session.state), rules.contents(judged.state)
    taken = sum(what not in ("empty", before.get(place)) for place, what in now.items())
    hidden = sum(how == "ask" for place, how in reading.confidence.items() if place != "puck")
    beside = f"; {hidden} cannot be seen" if hidden else ""
    said = [f"Something lies on {taken} places already{beside}."]
    if unknown_points(rules, judged):
        said.append("The points so far are not known; they can be entered.")
    return " ".join([*said, "Is this how the game stands?"])


def _differences(session: Session, reading: Reading, places: Sequence[str]) -> str:
    told = [_difference(session, reading, place) for place in places[:SHOWN]]
    more = f" and {len(places) - SHOWN} more places" if len(places) > SHOWN else ""
    return f"The table is not as the record left it: {'; '.join(told)}{more}. Which is right?"


def _difference(session: Session, reading: Reading, place: str) -> str:
    """One place: what the record says lies there, and what is seen."""
    recorded = session.rules.contents(session.state).get(place, "empty")
    seen = _likeliest(reading, place)
    where = session.rules.place_words(place, session.state)
    if place.startswith("tile:"):  # what is said of it is where it lies
        recorded, seen = (word if word == "empty" else "laid" for word in (recorded, seen))
        seen = "laid elsewhere" if recorded == seen else seen
    game = load_game(session.header.game)
    return f"{where}: {game.name_of(recorded)} by the record, {game.name_of(seen)} on the table"


def _likeliest(reading: Reading, place: str) -> str:
    evidence = reading.evidence[place]
    return max(evidence, key=lambda what: evidence[what])
