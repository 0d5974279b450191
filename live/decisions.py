"""From what is steadily seen to lines of the record: new moves through the referee, and repairs of earlier ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from live.attribution import reattributed, sighted
from live.resuming import goes_on, question_of, without_questions
from live.session import Choice, Draft, Pending, Plain, Question, Session, Step, write
from scoring.protocol import Rules
from scoring.referee import Explanation, Hypothesis, explain
from tabletop.moves import Move
from tabletop.readings import Problem, Reading

ENDS = "end"
"""In My City: taking part no more, which leaves no trace."""


@dataclass(frozen=True, slots=True)
class DecisionSettings:
    """How much evidence it takes, and how long it must last."""

    mismatch_nats: float = 4.0
    """A place contradicts the game when something else than what should lie there is so much likelier."""
    floor_nats: float = -12.0
    """What evidence says at worst about anything that it does not name."""
    plain_nats: float = 2.0
    """A place is plainly as the record has it when that is so much likelier than anything else there."""
    repairs_back: int = 6
    """So many of the last moves may be repaired by later evidence without asking."""
    repair_after_s: float = 0.8
    """Something taken away must stay so for so long: it is often only being straightened."""
    sure_enough: float = 0.9
    """From this probability on an account is written at once."""
    asked_below: float = 0.6
    """Below this probability people are asked; between the two it is written and may be repaired by what comes."""
    wait_s: float = 0.3
    """How long an account must last that is not sure enough."""
    ask_after_s: float = 1.0
    """And one that must be asked, since most doubts settle by themselves."""
    puck_s: float = 0.5
    """How long the puck must lie where it alone tells of turns: it may be laid down on its way."""
    puck_hidden_s: float = 2.0
    """The same while something is hidden: the move may lie there."""


@dataclass(frozen=True, slots=True)
class _Account:
    """One way to understand a reading: what would be written, and what would still be unexplained."""

    drafts: tuple[Draft, ...] = ()
    unexplained: tuple[str, ...] = ()
    explanation: Explanation | None = None
    patience_s: float = 0.0
    doubtful: bool = False
    asks: bool = False
    hidden: frozenset[str] = frozenset()
    """Of turns that only the puck tells: what was hidden when they were first thought of."""


def observe(
    session: Session,
    reading: Reading,
    *,
    seen_s: float,
    at: str,
    evidence: str | None = None,
    settings: DecisionSettings | None = None,
) -> Step:
    """Take a steady reading in: the moves that explain it, the repair of earlier moves, or a question.

    `seen_s` is the frame's time, by which doubtful accounts wait; `evidence` names the picture kept beside the lines.
    """
    if _known(session, reading) and session.pending is None:
        return Step(session)
    chosen = settings or DecisionSettings()
    account = _account_again(session, reading) or _account(session, reading, chosen)
    if all(_only_turns(session, draft) for draft in account.drafts):
        session = sighted(session, _puck(reading), seen_s)
        if not account.unexplained:
            account = _by_turns(session, reading, account, chosen)
    if _turns_come_first(session, account, seen_s, chosen):
        first = _written(session, session.pending.drafts, at=at, evidence=evidence)  # type: ignore[union-attr]
        told = replace(first.session, puck=session.sightings[-1].puck if session.sightings else session.puck)
        then = observe(told, reading, seen_s=seen_s, at=at, evidence=evidence, settings=settings)
        return Step(then.session, (*first.entries, *then.entries), (*first.news, *then.news))
    if session.resumed:
        places = mismatches(session.rules, session.state, reading, chosen)
        if places and not goes_on(account.drafts, account.unexplained):
            return _ask_which_holds(session, reading, places, account)
        session = replace(session, resumed=False, questions=without_questions(session.questions))
    problems = (*reading.problems, *_unexplained(account.unexplained))
    seen = replace(
        session,
        seen=reading,
        seen_lines=len(session.entries),
        problems=problems,
        plain=_plainly_seen(session, reading, seen_s, chosen),
    )
    if not account.drafts and not account.asks:
        return Step(replace(seen, pending=None, puck=_puck(reading) or session.puck))
    since_s = seen_s
    if session.pending is not None and (session.pending.drafts == account.drafts or _still_asks(session, account)):
        since_s = session.pending.since_s
        if isinstance(session.pending.account, _Account):
            account = replace(account, hidden=session.pending.account.hidden)
    if seen_s - since_s < account.patience_s:
        return Step(replace(seen, pending=Pending(account.drafts, since_s, account)))
    step = _written(seen, account.drafts, at=at, evidence=evidence)
    step = replace(step, session=_puck_after(seen, step))
    after = replace(_with_doubts(step.session, account, step), puck=_puck(reading) or session.puck)
    after = sighted(after, _puck(reading), seen_s)
    opened = [question for question in after.questions if question not in session.questions]
    return Step(after, step.entries, (*step.news, *(("question", question_json(question)) for question in opened)))


def _written(session: Session, drafts: tuple[Draft, ...], *, at: str, evidence: str | None) -> Step:
    """Lines of our own, which later evidence may change."""
    step = write(session, drafts, at=at, evidence=evidence)
    after = replace(step.session, fixed_lines=session.fixed_lines, sightings=session.sightings, pending=None)
    return replace(step, session=after)


def _puck_after(before: Session, step: Step) -> Session:
    """The session after a move was written, the puck's newest way after that move too, where it may have been so.

    A hand that passes the puck on still hides what it has laid: who was seen with the puck before the piece had not
    got it before the piece lay there, unless the place was plainly seen to be empty meanwhile.
    """
    session, rules = step.session, before.rules
    laid = [
        entry
        for entry in step.entries
        if entry.kind == "played" and entry.move is not None and not rules.leaves_no_trace(entry.move)
    ]
    if len(laid) != 1 or laid[0].move is None or not session.sightings:
        return session
    newest, places = session.sightings[-1], rules.places_of(laid[0].move)
    if any(place in before.plain and before.plain[place].seen_s >= newest.since_s for place in places):
        return session
    return replace(session, sightings=(*session.sightings[:-1], replace(newest, after=laid[0].n)))


def _turns_come_first(session: Session, account: _Account, seen_s: float, settings: DecisionSettings) -> bool:
    """Whether the puck has told of turns for long enough, and now a part lies where until then nothing was hidden.

    What was hidden might have been the move of whoever passed the puck on; what came after that is the next player's.
    """
    pending = session.pending
    if pending is None or not isinstance(pending.account, _Account) or seen_s - pending.since_s < settings.puck_s:
        return False
    if not pending.drafts or not all(_only_turns(session, draft) for draft in pending.drafts):
        return False
    moves = [draft.move for draft in account.drafts if draft.kind == "played" and not _only_turns(session, draft)]
    places = {place for move in moves if move is not None for place in session.rules.places_of(move)}
    return bool(places) and not places & pending.account.hidden


def _still_asks(session: Session, account: _Account) -> bool:
    """Whether people would have been asked before too: the game goes on meanwhile, and the doubt grows no younger."""
    waiting = session.pending.account if session.pending is not None else None
    return isinstance(waiting, _Account) and waiting.asks and account.asks


def _only_turns(session: Session, draft: Draft) -> bool:
    """Whether a line says nothing but that somebody had, or had not, a turn without a trace."""
    move = draft.move
    if draft.kind == "replace" and move is None:
        move = next((known.judged.move for known in session.moves if known.n == draft.of), None)
    return move is not None and move.do == "quiet"


def _by_turns(session: Session, reading: Reading, account: _Account, settings: DecisionSettings) -> _Account:
    """What the puck's whole way says of the last turns, where nothing else is new."""
    hidden = frozenset(place for place, how in reading.confidence.items() if how == "ask" and place != "puck")
    patience_s = settings.puck_hidden_s if hidden else settings.puck_s
    drafts = reattributed(session)
    return replace(account, drafts=drafts, patience_s=patience_s, asks=False, doubtful=False, hidden=hidden)


def _ask_which_holds(session: Session, reading: Reading, places: tuple[str, ...], account: _Account) -> Step:
    """Write nothing while the table differs from the record that was taken up again: ask, once for each difference."""
    question = question_of(session, reading, places, account.drafts, account.unexplained)
    open_ones = without_questions(session.questions)
    if question.id not in session.settled:
        open_ones = (*open_ones, question)
    problems = (*reading.problems, *_unexplained(places))
    asked = replace(
        session, questions=open_ones, problems=problems, pending=None, seen=reading, seen_lines=len(session.entries)
    )
    fresh = question in open_ones and question not in session.questions
    return Step(asked, (), (("question", question_json(question)),) if fresh else ())


def _known(session: Session, reading: Reading) -> bool:
    """Whether this very reading was thought about already, with the record as it is."""
    before = session.seen
    return (
        before is not None
        and session.seen_lines == len(session.entries)
        and before.evidence == reading.evidence
        and before.position == reading.position
        and before.confidence == reading.confidence
    )


def _account_again(session: Session, reading: Reading) -> _Account | None:
    """The account that waits, where nothing has changed since."""
    if session.pending is None or not isinstance(session.pending.account, _Account):
        return None
    return session.pending.account if _known(session, reading) else None


def mismatches(rules: Rules[Any, Any], state: Any, reading: Reading, settings: DecisionSettings) -> tuple[str, ...]:
    """Places where something else than the game's state is plainly seen; hidden and doubtful ones never count."""
    contents = rules.contents(state)
    found = []
    for place, evidence in reading.evidence.items():
        if place == "puck" or place.startswith("mat:") or not evidence:
            continue
        expected = evidence.get(contents.get(place, "empty"), settings.floor_nats)
        if max(evidence.values()) - expected > settings.mismatch_nats:
            found.append(place)
    return tuple(found)


def question_json(question: Question) -> Mapping[str, Any]:
    """A question as viewers get it."""
    choices = [choice.label for choice in question.choices]
    return {"id": question.id, "text": question.text, "places": list(question.places), "choices": choices}


def _account(session: Session, reading: Reading, settings: DecisionSettings) -> _Account:
    """The cheapest account of the reading: nothing new, new moves, or a repair of one of the last moves."""
    rules = session.rules
    fresh = _with_puck_news(session, reading)
    puck = _puck(fresh)
    puck_tells = puck is not None and puck != rules.to_move(session.state)
    wrong_now = mismatches(rules, session.state, reading, settings)
    if not wrong_now and not puck_tells:
        return _Account()
    merged = _second_streetcar(session, reading, settings)
    if merged is not None:
        return merged
    earlier = [state_before(session, index) for index in range(max(0, len(session.moves) - 2), len(session.moves))]
    explanation = explain(rules, session.state, fresh, puck_before=session.puck, earlier=earlier)
    best = _by_referee(session, reading, explanation, settings)
    if not best.unexplained:
        legal = all(judged.legal for judged in explanation.best.judged)
        if not legal:
            return _came_late(session, reading, settings) or best
        return _late_part(session, reading, best, settings) or _carried_on(session, reading, best, settings) or best
    for other in chain(_against_the_rules(session, reading, settings), _repairs(session, reading, settings)):
        if len(other.unexplained) < len(best.unexplained):
            best = other
        if not best.unexplained:
            break
    return best


def _against_the_rules(session: Session, reading: Reading, settings: DecisionSettings) -> Iterator[_Account]:
    """One move, legal or not, of the player whose turn it is, that explains all that is plainly and steadily seen.

    For a single look the referee rather believes in a misread place; what stays there is what lies there.
    """
    rules, player = session.rules, session.rules.to_move(session.state)
    for move in rules.suggest(session.state, reading.evidence, player):
        judged = rules.judge(session.state, move)
        left = mismatches(rules, judged.state, reading, settings)
        if not left:
            yield _Account((Draft(move),), left, None, settings.wait_s, doubtful=not judged.legal)


def _by_referee(session: Session, reading: Reading, explanation: Explanation, settings: DecisionSettings) -> _Account:
    """The referee's best hypothesis as lines; how sure it is decides how long it must last."""
    drafts = _drafts(session, explanation.best)
    patience_s = settings.ask_after_s
    if explanation.probability >= settings.asked_below:
        patience_s = 0.0 if explanation.probability >= settings.sure_enough else settings.wait_s
    patience_s = max(patience_s, _repair_patience_s(drafts, settings))
    left = mismatches(session.rules, explanation.best.state, reading, settings)
    doubtful = explanation.probability < settings.sure_enough
    asks = bool(explanation.questions) and explanation.probability < settings.asked_below
    return _Account(drafts, left, explanation, patience_s, doubtful, asks)


def _drafts(session: Session, hypothesis: Hypothesis) -> tuple[Draft, ...]:
    """A hypothesis as lines: a move taken back and made anew by the same player is the same line with another body."""
    taken = session.moves[len(session.moves) - hypothesis.taken_back :] if hypothesis.taken_back else ()
    moves = list(hypothesis.moves)
    drafts = []
    for old in taken:
        again = moves[0] if moves and moves[0].player == old.judged.move.player else None
        if again is not None:
            moves.pop(0)
        if again != old.judged.move:
            drafts.append(Draft(again, "replace", of=old.n))
    return (*drafts, *(Draft(move) for move in moves))


def _second_streetcar(session: Session, reading: Reading, settings: DecisionSettings) -> _Account | None:
    """A second streetcar before the puck was seen with anybody but the one who laid the first: it is the same move."""
    puck = session.puck
    if not session.moves or puck is None:
        return None
    last = session.moves[-1]
    if last.judged.move.do != "streetcars" or puck != last.judged.move.player:
        return None
    explanation = explain(session.rules, state_before(session, len(session.moves) - 1), _without_puck(reading))
    same = [move for move in explanation.moves if move.do == "streetcars" and move.player == puck]
    if len(explanation.moves) != 1 or not same or same[0] == last.judged.move:
        return None
    if mismatches(session.rules, explanation.best.state, reading, settings):
        return None
    return _Account((Draft(same[0], "replace", of=last.n),))


def _late_part(session: Session, reading: Reading, best: _Account, settings: DecisionSettings) -> _Account | None:
    """What looks like a move of its own is a further part of an earlier one that could not be made out until now.

    A second streetcar lies where nothing has been plainly seen since the first one was laid.
    """
    rules, moves = session.rules, session.moves
    fresh = {place for draft in best.drafts if draft.move is not None for place in rules.places_of(draft.move)}
    for index in range(len(moves) - 1, max(-1, len(moves) - 1 - settings.repairs_back), -1):
        line, move = moves[index].n, moves[index].judged.move
        unseen = {place for place in fresh if place not in session.plain or session.plain[place].after < line}
        if not unseen or rules.leaves_no_trace(move):
            continue
        before, there = state_before(session, index), set(rules.places_of(move))
        later = [known.judged.move for known in moves[index + 1 :]]
        for other in _other_bodies(session, before, move, reading):
            more = set(rules.places_of(other)) - there
            if rules.things(other) <= rules.things(move) or not there < set(rules.places_of(other)) or more - unseen:
                continue
            state, illegal = _played(rules, before, [other, *later])
            if not illegal and not mismatches(rules, state, reading, settings):
                return _Account((Draft(other, "replace", of=line),), patience_s=settings.wait_s)
    return None


def _plainly_seen(session: Session, reading: Reading, seen_s: float, settings: DecisionSettings) -> Mapping[str, Plain]:
    """`Session.plain` after one more reading."""
    rules = session.rules
    contents = rules.contents(session.state)
    laid = next((move.n for move in reversed(session.moves) if not rules.leaves_no_trace(move.judged.move)), 0)
    plain, now = dict(session.plain), Plain(laid, seen_s)
    for place, evidence in reading.evidence.items():
        lying = contents.get(place, "empty")
        most = evidence.get(lying, settings.floor_nats) - settings.plain_nats
        if all(said <= most for what, said in evidence.items() if what != lying):
            plain[place] = now
    return plain


def _repairs(session: Session, reading: Reading, settings: DecisionSettings) -> Iterator[_Account]:
    """Accounts that change one of the last moves: it lies elsewhere now, or was taken away; the newest first."""
    rules, moves = session.rules, session.moves
    for index in range(len(moves) - 1, max(-1, len(moves) - 1 - settings.repairs_back), -1):
        line, move = moves[index].n, moves[index].judged.move
        before = state_before(session, index)
        against = sum(not other.judged.legal for other in moves[index:])
        for other in (*_other_bodies(session, before, move, reading), None):
            body = [] if other is None else [other]
            twice = [known.n for known in moves[index + 1 :] if other is not None and _alike(other, known.judged.move)]
            kept = [known.judged.move for known in moves[index + 1 :] if known.n not in twice]
            state, illegal = _played(rules, before, [*body, *kept])
            if illegal > against:
                continue  # what lies there was laid by a later move, which would have nowhere to go
            left = mismatches(rules, state, reading, settings)
            drafts = (Draft(other, "replace", of=line), *(Draft(None, "replace", of=known) for known in twice))
            yield _Account(drafts, left, None, _repair_patience_s(drafts, settings))


def _carried_on(session: Session, reading: Reading, best: _Account, settings: DecisionSettings) -> _Account | None:
    """What was laid last is carried on, or taken away, by the same player, and its place is as before: it lay wrongly.

    By the rules of some games that would be a move of its own, but nobody makes both one right after the other.
    """
    rules, moves = session.rules, session.moves
    if not moves or len(best.drafts) != 1 or best.drafts[0].kind != "played" or best.drafts[0].move is None:
        return None
    last, move = moves[-1], best.drafts[0].move
    made = last.judged.move
    shared = set(rules.places_of(move)) & set(rules.places_of(made))
    if (move.player, move.do) != (made.player, made.do) or not shared:
        return None
    before = state_before(session, len(moves) - 1)
    then, now = rules.contents(before), rules.contents(rules.judge(session.state, move).state)
    if any(then.get(place, "empty") != now.get(place, "empty") for place in shared):
        return None
    for other in (None, *_other_bodies(session, before, made, reading)):
        state, illegal = _played(rules, before, [] if other is None else [other])
        if not illegal and not mismatches(rules, state, reading, settings):
            drafts = (Draft(other, "replace", of=last.n),)
            return _Account(drafts, patience_s=_repair_patience_s(drafts, settings))
    return None


def _alike(one: Move, other: Move) -> bool:
    """Whether two moves differ in their players only: a piece that was carried on is told twice and lies there once."""
    if one.player is None or other.player is None:
        return one == other
    return one == replace(other, player=one.player)  # type: ignore[type-var]


def _came_late(session: Session, reading: Reading, settings: DecisionSettings) -> _Account | None:
    """A legal move in place of an end that was inferred from the next card: its player had only not yet acted."""
    rules, moves = session.rules, session.moves
    for index in range(len(moves) - 1, max(-1, len(moves) - 1 - settings.repairs_back), -1):
        line, move = moves[index].n, moves[index].judged.move
        if move.do != ENDS:
            continue
        before = state_before(session, index)
        later = [other.judged.move for other in moves[index + 1 :]]
        for other in rules.suggest(before, reading.evidence, move.player):
            after = rules.judge(before, other)
            if other.player != move.player or not after.legal:
                continue
            then, illegal = _played(rules, after.state, later)
            if not illegal and not mismatches(rules, then, reading, settings):
                return _Account((Draft(other, "replace", of=line),), patience_s=settings.wait_s)
    return None


def _repair_patience_s(drafts: Sequence[Draft], settings: DecisionSettings) -> float:
    """How long a repair must last: long where something is merely gone, short where it lies elsewhere now."""
    if any(draft.kind == "replace" and draft.move is None for draft in drafts):
        return settings.repair_after_s
    return settings.wait_s if any(draft.kind == "replace" for draft in drafts) else 0.0


def _other_bodies(session: Session, before: Any, move: Move, reading: Reading) -> Sequence[Move]:
    """What the same player may have done instead at that moment, by what is seen now."""
    return [
        other
        for other in session.rules.suggest(before, reading.evidence, move.player)
        if other.player == move.player and other != move and other.do == move.do
    ][:20]


def _played(rules: Rules[Any, Any], state: Any, moves: Sequence[Move]) -> tuple[Any, int]:
    """The state after these moves, and how many of them break a rule."""
    illegal = 0
    for move in moves:
        judged = rules.judge(state, move)
        state, illegal = judged.state, illegal + (not judged.legal)
    return state, illegal


def state_before(session: Session, index: int) -> Any:
    """The state in which the move at `index` was made."""
    return session.rules.start(session.header) if index == 0 else session.moves[index - 1].judged.state


def _puck(reading: Reading) -> str | None:
    """On whose mat the puck is seen, None where it is not, or not steadily."""
    turn: str | None = getattr(reading.position, "turn", None)
    return None if reading.confidence.get("puck") == "ask" else turn


def _with_puck_news(session: Session, reading: Reading) -> Reading:
    """A puck that lies where it lay at the last look says nothing: its owner has just not passed it on yet."""
    return _without_puck(reading) if _puck(reading) in (None, session.puck) else reading


def _without_puck(reading: Reading) -> Reading:
    return replace(reading, confidence={**reading.confidence, "puck": "ask"})


def _with_doubts(session: Session, account: _Account, step: Step) -> Session:
    """The session with what is doubtful in it, and the referee's question about it."""
    questions = session.questions if not step.entries else ()
    doubtful = session.doubtful
    if account.doubtful:
        doubtful |= {entry.n if entry.of is None else entry.of for entry in step.entries}
    if account.asks and account.explanation is not None:
        question = _question(session, account.explanation, step)
        if question.id not in session.settled and len(question.choices) > 1:
            questions = (question,)
    return replace(session, questions=questions, doubtful=doubtful)


def _question(session: Session, explanation: Explanation, step: Step) -> Question:
    """The referee's question; the first answer is what was written, the others put other moves in its place."""
    asked = explanation.questions[0]
    written = tuple(entry.n for entry in step.entries if entry.kind == "played")
    choices = [Choice(asked.answers[0][0])]
    for label, hypothesis in asked.answers[1:]:
        if hypothesis.taken_back == explanation.best.taken_back:
            choices.append(Choice(label, _instead(written, hypothesis.moves)))
    name = f"q{len(session.entries)}-{'-'.join(str(entry.n) for entry in step.entries) or 'nothing'}"
    return Question(name, asked.text, asked.places, tuple(choices))


def _instead(lines: Sequence[int], moves: Sequence[Move]) -> tuple[Draft, ...]:
    """Other moves in the place of these lines."""
    drafts = [
        Draft(moves[place] if place < len(moves) else None, "replace", of=line) for place, line in enumerate(lines)
    ]
    return (*drafts, *(Draft(move) for move in moves[len(lines) :]))


def _unexplained(places: Sequence[str]) -> tuple[Problem, ...]:
    """What the game so far cannot explain, as one sentence."""
    if not places:
        return ()
    shown = ", ".join(place.removeprefix("property:").replace(":", " ") for place in places[:6])
    more = f" and {len(places) - 6} more places" if len(places) > 6 else ""
    sentence = (
        f"what lies on {shown}{more} does not follow from the game so far; put it right on the table, "
        "or correct a move by tapping it"
    )
    return (Problem("unexplained", sentence, tuple(places)),)
