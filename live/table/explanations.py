"""What accounts for a steady reading: nothing new, moves that the referee finds, or a repair of an earlier move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from live.table.glimpses import in_seen_order
from live.table.interpretation import (
    DecisionSettings,
    Interpretation,
    begun_with,
    code_unread,
    likeliest_at,
    looks_like_several,
    mismatches,
    moves_of,
    moves_that_look_alike,
    puck_of,
    said_by_people,
    stands,
    state_before,
    without_puck,
)
from live.table.repairs import (
    came_late,
    card_never_shown,
    card_only_glimpsed,
    carried_on,
    carried_on_first,
    entered_on_a_card,
    laid_wrongly,
    late_part,
    never_taken,
    played_on,
    put_right_among,
    repair_patience_s,
    repairs,
    second_streetcar,
    told_twice,
)
from live.table.session import Draft, Session
from live.table.whole_rounds import laid_at_once
from scoring.referee.explanation import Explanation, Hypothesis, RefereeQuestion, explain
from scoring.referee.settings import RefereeSettings
from tabletop.gamefile import load_game
from tabletop.moves import Move
from tabletop.readings import Reading

MADE_OTHERWISE = (late_part, carried_on, carried_on_first, laid_wrongly, told_twice, never_taken)
"""How what looks like new moves may be an earlier one made otherwise."""
TAKEN_BACK = 2
"""So many of the last moves may have been taken back, or made otherwise."""


def interpret(session: Session, reading: Reading, settings: DecisionSettings) -> Interpretation:
    """The cheapest account of the reading: nothing new, new moves, or a repair of one of the last moves.

    A move against the rules is not believed where none of it bears a code that is read: glare, or a thing of its own.
    Then nothing that only looks like a piece is, and what else was laid is told without it.
    """
    account = _cheapest(session, reading, settings)
    doubted = _illegal_by_looks(session, account, reading)
    if not doubted:
        return account
    flat = {place: dict.fromkeys(seen, 0.0) for place, seen in reading.evidence.items() if code_unread(reading, place)}
    rest = _cheapest(session, replace(reading, evidence={**reading.evidence, **flat}), settings)
    return replace(rest, unexplained=(*rest.unexplained, *doubted))


def _illegal_by_looks(session: Session, account: Interpretation, reading: Reading) -> Sequence[str]:
    """The places of the first new move that is against the rules and of which no code is read; none where none is."""
    state, rules = session.state, session.rules
    for draft in account.drafts:
        if draft.kind != "played" or draft.move is None:
            break
        judged, places = rules.judge(state, draft.move), rules.places_of(draft.move)
        if not judged.legal and places and all(code_unread(reading, place) for place in places):
            return places
        state = judged.state
    return ()


def _cheapest(session: Session, reading: Reading, settings: DecisionSettings) -> Interpretation:
    rules = session.rules
    fresh = _with_puck_news(session, reading)
    puck = puck_of(fresh)
    puck_tells = puck is not None and puck != rules.to_move(session.state)
    wrong_now = mismatches(rules, session.state, reading, settings)
    if not wrong_now and not puck_tells:
        return Interpretation()
    for otherwise in (second_streetcar, card_never_shown, card_only_glimpsed, entered_on_a_card):
        told = otherwise(session, reading, settings)
        if told is not None:
            return told
    at_once = laid_at_once(session, reading, settings)
    if at_once is not None:
        return at_once
    if (settings.photograph or not session.moves) and len(wrong_now) > settings.under_way_places:
        return Interpretation(unexplained=wrong_now)
    one = _one_alone(session, reading, wrong_now, settings)
    if one is not reading:
        best = _accounted(session, one, settings, more=True)
        if not best.unexplained:
            return best
    best = _accounted(session, reading, settings)
    return _told_before(session, best, reading, settings) or best


def _told_before(
    session: Session, best: Interpretation, reading: Reading, settings: DecisionSettings
) -> Interpretation | None:
    """What the rest tells that the best account leaves open, where that comes first: the card on which a move is legal.

    All of it together may be more turns than the referee looks for: who ends, the next card, and what is built on it.
    """
    moves = moves_of(best.drafts)
    if not best.unexplained or not played_on(session.rules, session.state, moves)[1]:
        return None
    theirs = {place for move in moves for place in session.rules.places_of(move)} - set(best.unexplained)
    flat = {place: dict.fromkeys(reading.evidence[place], 0.0) for place in theirs if place in reading.evidence}
    first = _accounted(session, replace(reading, evidence={**reading.evidence, **flat}), settings, more=True)
    before = moves_of(first.drafts)
    wholly = before and not first.unexplained
    return first if wholly and not played_on(session.rules, session.state, [*before, *moves])[1] else None


def _accounted(session: Session, reading: Reading, settings: DecisionSettings, *, more: bool = False) -> Interpretation:
    """What the referee, repairs and the last moves make of a reading; `more` where not all of it is told yet."""
    rules = session.rules
    count = len(session.moves)
    entered = [place for place, one in enumerate(session.moves, start=1) if said_by_people(rules, one.judged.move)]
    first = max(begun_with(session), count - TAKEN_BACK, *entered[-1:])
    earlier = [state_before(session, index) for index in range(first, count)]
    explanation = explain(
        rules,
        session.state,
        _with_puck_news(session, reading),
        puck_before=session.puck,
        earlier=earlier,
        settings=_referee(session, settings),
    )
    best = replace(_by_referee(session, reading, explanation, settings), more=more)
    if not best.unexplained:
        legal = all(judged.legal for judged in explanation.best.judged)
        if not legal:
            return came_late(session, reading, settings) or best
        others = (other(session, reading, best, settings) for other in MADE_OTHERWISE)
        return next((other for other in others if other is not None), best)
    if explanation.best.taken_back == 1:
        best = put_right_among(session, explanation.best.moves, reading, best.unexplained, settings) or best
    for other in chain(_against_the_rules(session, reading, settings), repairs(session, reading, settings)):
        if len(other.unexplained) < len(best.unexplained):
            best = other
        if not best.unexplained:
            break
    return best


def _referee(session: Session, settings: DecisionSettings) -> RefereeSettings:
    """How many turns the referee looks for: more after a long blind time."""
    usual = settings.referee
    if session.blind is None:
        return usual
    more = int((session.blind.to_s - session.blind.from_s) / settings.turn_s)
    return replace(usual, most_moves=min(settings.most_turns, usual.most_moves + more))


def _against_the_rules(session: Session, reading: Reading, settings: DecisionSettings) -> Iterator[Interpretation]:
    """One move, legal or not, of the player whose turn it is, that explains all that is plainly and steadily seen.

    For a single look the referee rather believes in a misread place; what stays there is what lies there.
    """
    rules, player = session.rules, session.rules.to_move(session.state)
    for move in rules.suggest(session.state, reading.evidence, player):
        judged = rules.judge(session.state, move)
        left = mismatches(rules, judged.state, reading, settings)
        if not left:
            yield Interpretation((Draft(move),), left, None, settings.wait_s, doubtful=not judged.legal)


def _by_referee(
    session: Session, reading: Reading, explanation: Explanation, settings: DecisionSettings
) -> Interpretation:
    """The referee's best hypothesis as lines; how sure it is decides how long it must last."""
    explanation = _as_looks_told(session, explanation, settings)
    best = _in_seen_order(session, explanation.best, settings, wholly=True)
    explanation = explanation if best is None else replace(explanation, best=best)
    drafts = drafts_of(session, explanation.best)
    patience_s = settings.ask_after_s
    asked_below = settings.asked_below if session.blind is None else settings.asked_below_blind
    if explanation.probability >= asked_below:
        patience_s = 0.0 if explanation.probability >= settings.sure_enough else settings.wait_s
    asks = bool(explanation.questions) and explanation.probability < asked_below
    if asks:
        explanation = _by_what_stays(session, reading, explanation, settings)
        asks = bool(explanation.questions) and explanation.probability < asked_below
    if asks and _only_kinds_differ(session, explanation.questions[0], reading):
        patience_s = 0.0
    patience_s = max(patience_s, repair_patience_s(session, drafts, settings))
    left = mismatches(session.rules, explanation.best.state, reading, settings)
    doubtful = explanation.probability < settings.sure_enough
    return Interpretation(drafts, left, explanation, patience_s, doubtful, asks)


def _as_looks_told(session: Session, explanation: Explanation, settings: DecisionSettings) -> Explanation:
    """The explanation with its moves in the order in which single looks showed them first, where the rules allow that.

    Where they do not, the hypothesis is left out, if another one is left.
    """
    told = (explanation.best, *explanation.alternatives)
    agree = [_in_seen_order(session, one, settings) for one in told]
    if all(now is one for now, one in zip(agree, told, strict=True)):
        return explanation
    kept = [one for one in agree if one is not None]
    if not kept:
        return explanation
    left = 1.0 - sum(one.probability for one, now in zip(told, agree, strict=True) if now is None)
    best, *others = (replace(one, probability=one.probability / left) for one in kept)
    questions = tuple(
        replace(question, answers=answers)
        for question in explanation.questions
        if len(answers := tuple(one for one in question.answers if _in_seen_order(session, one[1], settings) is one[1]))
        > 1
    )
    return replace(explanation, best=best, alternatives=tuple(others), questions=questions)


def _in_seen_order(
    session: Session, hypothesis: Hypothesis, settings: DecisionSettings, *, wholly: bool = False
) -> Hypothesis | None:
    """A hypothesis with its moves as they were seen one after the other; None where the rules forbid that."""
    if len(hypothesis.moves) < 2 or hypothesis.taken_back or not session.glimpsed:
        return hypothesis
    moves = in_seen_order(session, hypothesis.moves, settings, wholly=wholly)
    if moves == hypothesis.moves:
        return hypothesis
    state, judged = session.state, []
    for move in moves:
        judged.append(session.rules.judge(state, move))
        state = judged[-1].state
    legal = all(one.legal for one in judged) or not all(one.legal for one in hypothesis.judged)
    return replace(hypothesis, moves=moves, judged=tuple(judged), state=state) if legal else None


def _by_what_stays(
    session: Session, reading: Reading, explanation: Explanation, settings: DecisionSettings
) -> Explanation:
    """The explanation without hypotheses by which a place would be misread of which the reader is certain.

    For a single look that may be so; people are asked only of what has been seen for long, and what stays there lies
    there. Of pieces that look alike the reader is never certain which it is, and may well know that one lies there.
    """

    def is_believed(hypothesis: Hypothesis) -> bool:
        left = mismatches(session.rules, hypothesis.state, reading, settings)
        return not any(
            reading.confidence.get(place) == "certain" or looks_like_several(reading, place) for place in left
        )

    told = (explanation.best, *explanation.alternatives)
    left = sum(one.probability for one in told if not is_believed(one))
    if not left or not is_believed(explanation.best):
        return explanation
    best, *others = (replace(one, probability=one.probability / (1.0 - left)) for one in told if is_believed(one))
    questions = tuple(
        replace(question, answers=answers)
        for question in explanation.questions
        if len(answers := tuple(one for one in question.answers if is_believed(one[1]))) > 1
    )
    return replace(explanation, best=best, alternatives=tuple(others), questions=questions)


def _one_alone(session: Session, reading: Reading, wrong: Sequence[str], settings: DecisionSettings) -> Reading:
    """The reading with nothing told where several things were laid, of which some look like others, but at one of them.

    Each is asked about by itself, one after the other, after what waits already; what the rules allow now comes before
    what they do not yet. A place that was left bare is told with the first: what was laid there last may have been
    carried on.
    """
    rules, state = session.rules, session.state
    lying = rules.contents(state)
    kinds = load_game(session.header.game).by_id
    laid_upon = {place for place in wrong if stands(likeliest_at(reading, place), kinds)}
    left = {place for place in wrong if lying.get(place, "empty") != "empty"} - laid_upon
    lately = {place for move in session.moves[-TAKEN_BACK:] for place in rules.places_of(move.judged.move)}
    if not left <= lately or any(likeliest_at(reading, place) != "empty" for place in left):
        return reading
    alike = moves_that_look_alike(rules, state, wrong, reading, settings)
    if not alike:
        return reading
    player = rules.to_move(state)
    allowed = [move for move in alike if rules.judge(state, move).legal] or alike
    first = next((move for move in allowed if move.player == player), allowed[0])
    waits = set() if _comes_before(session, first, player) else _waiting_on(session, wrong)
    own = (waits or set(rules.places_of(first))) | left
    if own.issuperset(wrong):
        return reading
    evidence = {
        place: dict.fromkeys(told, 0.0) if place in wrong and place not in own else told
        for place, told in reading.evidence.items()
    }
    return replace(reading, evidence=evidence)


def _waiting_on(session: Session, wrong: Sequence[str]) -> set[str]:
    """The places of moves that wait to be written, where they are all among these: what waits came first."""
    drafts = () if session.pending is None else session.pending.drafts
    moves = [draft.move for draft in drafts if draft.kind == "played" and draft.move is not None]
    places = {place for move in moves for place in session.rules.places_of(move)}
    return places if places.issubset(wrong) and len(moves) == len(drafts) else set()


def _comes_before(session: Session, first: Move, player: str | None) -> bool:
    """Whether a move of whose turn it is was made before what waits of others: its place was not seen bare since."""
    waiting = session.pending
    if waiting is None or first.player != player or player in {one.move and one.move.player for one in waiting.drafts}:
        return False
    plain = [session.plain[place] for place in session.rules.places_of(first) if place in session.plain]
    return not any(seen.seen_s >= waiting.since_s for seen in plain)


def _only_kinds_differ(session: Session, question: RefereeQuestion, reading: Reading) -> bool:
    """Whether all answers lay one thing on the same places: counters without codes look alike however long."""
    laid = [[session.rules.places_of(move) for move in answer.moves] for _, answer in question.answers]
    alike = len(laid) > 1 and len(laid[0]) == 1 and all(places == laid[0] for places in laid)
    return alike and not any(code_unread(reading, place) for place in laid[0][0])


def drafts_of(session: Session, hypothesis: Hypothesis) -> tuple[Draft, ...]:
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


def _with_puck_news(session: Session, reading: Reading) -> Reading:
    """A puck that lies where it lay at the last look says nothing: its owner has just not passed it on yet."""
    return without_puck(reading) if puck_of(reading) in (None, session.puck) else reading
