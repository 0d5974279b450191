"""From what is steadily seen to lines of the record: new moves through the referee, and repairs of earlier ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from live.table.attribution import (
    TurnsFound,
    moved_unseen,
    reattributed,
    seen_further,
    seen_while_waiting,
    sighted,
    unseen,
)
from live.table.doubts import (
    kept_open,
    proposed,
    settled_by,
    taken_up,
    with_doubts,
    with_other_turns,
    without_proposals,
)
from live.table.explanations import drafts_of, interpret
from live.table.glimpses import with_glimpses
from live.table.interpretation import (
    STANDS,
    DecisionSettings,
    Interpretation,
    by_doubtful_looks,
    code_unread,
    gone_by_doubtful_looks,
    held_by_record,
    is_doubted,
    leaves_the_board,
    likeliest_at,
    mismatches,
    moves_of,
    puck_of,
    stands,
)
from live.table.joints import taken_apart
from live.table.repairs import alike, goes_on_under_a_hand, under_a_hand
from live.table.resuming import goes_on, question_of, without_questions
from live.table.round_ends import at_round_end, before_the_end
from live.table.score_track import tracked
from live.table.session import BlindTime, Draft, Pending, Plain, PuckSighting, Session, Step, question_json, write
from live.table.steady import says_nothing
from live.table.turn_window import BLIND
from live.table.upon import asked_upon, looked_upon, told_by_now
from tabletop.gamefile import load_game
from tabletop.readings import Evidence, Problem, Reading


def observe(
    session: Session,
    reading: Reading,
    *,
    seen_s: float,
    at: str,
    evidence: str | None = None,
    blind_s: float = 0.0,
    glimpsed: Evidence | None = None,
    settings: DecisionSettings | None = None,
) -> Step:
    """Take a steady reading in: the moves that explain it, the repair of earlier moves, or a question.

    `seen_s` is the frame's time, by which doubtful accounts wait; `evidence` names the picture kept beside the lines;
    for the `blind_s` before it nobody could see the table; `glimpsed` tells of places that are not steady yet.
    """
    chosen = settings or DecisionSettings()
    session = looked_upon(session, reading, seen_s, chosen)
    reading = held_by_record(session, taken_apart(session, as_read := reading), chosen)
    session = at_round_end(_after_blindness(session, seen_s, blind_s, chosen), seen_s)
    session = with_glimpses(session, glimpsed or {}, seen_s)
    if _known(session, reading) and session.pending is None:
        return Step(replace(session, seen=reading, hidden_s=_hidden_since(session, reading, seen_s)))
    account = _account_again(session, reading) or interpret(session, reading, chosen)
    account = before_the_end(session, reading, account, seen_s, chosen) or account
    account = told_by_now(session, account)
    if all(_only_turns(session, draft) for draft in account.drafts):
        session = tracked(sighted(session, puck_of(reading), seen_s), reading)
        if not account.unexplained:
            found = reattributed(session)
            doubted_s = {line: session.turns_doubted_s.get(line, seen_s) for line in found.doubted}
            session = replace(session, turns_doubted_s=doubted_s)
            account = _by_turns(session, reading, account, found, seen_s, chosen)
    turn_is_covered = _is_covered(session, account, reading, seen_s, chosen)
    if turn_is_covered:
        account = replace(account, drafts=(), other_turns=())
    turns = _turns_before(session, account, seen_s, chosen) or _moves_before(session, account, seen_s)
    turns = turns or _covered_before(session, account, reading)
    if turns and not session.confirm:
        first = _written(session, turns, at=at, evidence=evidence)
        told = replace(first.session, puck=session.sightings[-1].puck if session.sightings else session.puck)
        first = replace(first, session=told)
        return _then(first, as_read, seen_s=seen_s, at=at, evidence=evidence, settings=settings)
    if session.unchecked or not session.moves or chosen.photograph:
        places = mismatches(session.rules, session.state, reading, chosen)
        if places and not goes_on(session, account, chosen):
            waits = _waits_for_sight(session, reading, places, account, seen_s, chosen)
            return waits or _ask_which_holds(session, reading, places, account, chosen)
    if session.unchecked:
        open_ones = tuple(taken_up(session, question) for question in without_questions(session.questions))
        session = replace(session, unchecked=False, questions=open_ones)
    problems = (*reading.problems, *_unexplained(session, account.unexplained))
    settled = settled_by(session, reading, chosen, at=at)
    if settled.entries:
        return _then(settled, as_read, seen_s=seen_s, at=at, evidence=evidence, settings=settings)
    session = settled.session
    seen = replace(
        session,
        seen=reading,
        seen_lines=len(session.entries),
        problems=problems,
        hidden_s=_hidden_since(session, reading, seen_s),
    )
    seen = _noted(seen, reading, as_read, seen_s, chosen)
    if not account.drafts and not account.asks and not account.other_turns:
        open_ones = without_proposals(session.questions)
        on_its_way = puck_of(reading) is None and _only_doubts_turns(session.pending)
        waits_on = on_its_way or _out_of_sight(session, reading) or turn_is_covered
        waiting = session.pending if waits_on else _asked_about(session, reading, seen_s, chosen)
        if waiting is not None:
            waiting = replace(waiting, pucks=_pucks_meanwhile(session, waiting.drafts, reading, seen_s))
        step = Step(replace(seen, pending=waiting, puck=puck_of(reading) or session.puck, questions=open_ones))
        return asked_upon(step, as_read, seen_s, chosen, at=at)
    since_s, held_since_s = seen_s, None
    if session.pending is not None and (session.pending.drafts == account.drafts or _still_asks(session, account)):
        since_s, held_since_s = session.pending.since_s, session.pending.held_since_s
        if isinstance(session.pending.account, Interpretation):
            account = replace(account, hidden=session.pending.account.hidden)
    held_since_s = (
        (seen_s if held_since_s is None else held_since_s) if _under_a_hand(session, account, reading) else None
    )
    patience_s = account.patience_s
    if goes_on_under_a_hand(session, account, reading):
        patience_s = max(patience_s, chosen.more_s)
    new = [draft.move for draft in account.drafts if draft.move is not None]
    if any(code_unread(reading, place) for move in new for place in session.rules.places_of(move)):
        patience_s = max(patience_s, chosen.code_s)
    if any(by_doubtful_looks(session, reading, move, chosen) for move in new):
        patience_s = max(patience_s, chosen.doubtful_s)
    if any(leaves_the_board(session, move) for move in new) or gone_by_doubtful_looks(session, reading, account.drafts):
        patience_s = max(patience_s, chosen.left_s)
    if _only_inferred(session, account, reading):
        patience_s = max(patience_s, chosen.ask_covered_s)
    most_s = chosen.ask_covered_s if account.other_turns else chosen.held_s
    if held_since_s is not None and seen_s - held_since_s < most_s:
        since_s = max(since_s, seen_s - patience_s + account.patience_s)
    if seen_s - since_s < patience_s:
        pucks = _pucks_meanwhile(session, account.drafts, reading, seen_s)
        return Step(replace(seen, pending=Pending(account.drafts, since_s, account, held_since_s, pucks)))
    if session.confirm and account.drafts:
        return proposed(replace(seen, pending=None), _ways(session, account))
    step = _written(seen, account.drafts, at=at, evidence=evidence)
    step = replace(step, session=_puck_after(session, step))
    if len(moves_of(account.drafts)) == len(step.entries):
        pucks = _pucks_meanwhile(session, account.drafts, reading, seen_s)
        step = replace(step, session=seen_while_waiting(step.session, pucks, [entry.n for entry in step.entries]))
    if session.blind is not None:
        lines = [entry.n for entry in step.entries if entry.kind == "played"]
        step = replace(step, session=moved_unseen(step.session, lines, session.blind.to_s))
    if account.other_turns:
        step = with_other_turns(session, step, account.other_turns, at=at)
    step = kept_open(session, with_doubts(session, account, step, reading, chosen))
    after = sighted(replace(step.session, puck=puck_of(reading) or session.puck), puck_of(reading), seen_s)
    after = tracked(after, reading)
    step = replace(step, session=_noted(after, reading, as_read, seen_s, chosen))  # what is empty beside the new move
    if account.more and step.entries:
        return _then(step, as_read, seen_s=seen_s, at=at, evidence=evidence, settings=settings)
    return step


def _ways(session: Session, account: Interpretation) -> list[tuple[Draft, ...]]:
    """What may be written: the account's own lines, or each of the referee's answers where it would ask."""
    if not account.asks or account.explanation is None:
        return [account.drafts]
    answers = (drafts_of(session, hypothesis) for _, hypothesis in account.explanation.questions[0].answers)
    return list(dict.fromkeys((account.drafts, *answers)))


def _then(first: Step, reading: Reading, **seen: Any) -> Step:
    """One step, and what the same look tells after it."""
    then = observe(first.session, reading, **seen)
    return Step(then.session, (*first.entries, *then.entries), (*first.news, *then.news))


def _after_blindness(session: Session, seen_s: float, blind_s: float, settings: DecisionSettings) -> Session:
    """The session that knows of the blind time before this look, until what happened in it has been taken in."""
    if blind_s >= settings.blind_s:
        session = unseen(session, seen_s)
        return replace(session, blind=BlindTime(seen_s - blind_s, seen_s), seen=None)
    over = session.blind is not None and seen_s - session.blind.to_s > settings.blind_over_s
    waits = session.pending is not None and not _only_doubts_turns(session.pending)
    return replace(session, blind=None) if over and not waits else session


def _out_of_sight(session: Session, reading: Reading) -> bool:
    """Whether a place that waiting lines are about is covered just now: what was seen there waits on."""
    return not reading.covered.isdisjoint(_waiting_places(session))


def _laid_out_of_sight(session: Session, reading: Reading) -> bool:
    """Whether waiting moves, plainly seen a moment ago, lie where nothing can be told just now."""
    waiting = session.pending
    if waiting is None or not isinstance(waiting.account, Interpretation) or waiting.account.asks:
        return False
    moves = moves_of(waiting.drafts)
    if not moves or any(session.rules.leaves_no_trace(move) for move in moves):
        return False
    places = _waiting_places(session)
    return any(place in reading.covered or reading.confidence.get(place) == "ask" for place in places)


def _is_covered(
    session: Session, account: Interpretation, reading: Reading, seen_s: float, settings: DecisionSettings
) -> bool:
    """Whether a turn that seems to have left no trace has one that was seen a moment ago, and is only covered now."""
    waiting = session.pending
    if waiting is None or seen_s - waiting.since_s >= settings.ask_covered_s:
        return False
    only_turns = bool(account.drafts) and all(_only_turns(session, draft) for draft in account.drafts)
    return only_turns and _laid_out_of_sight(session, reading)


def _asked_about(session: Session, reading: Reading, seen_s: float, settings: DecisionSettings) -> Pending | None:
    """The waiting moves, where what they laid is asked about just now: they wait anew once it is seen again."""
    waiting = session.pending
    if waiting is None or not _laid_out_of_sight(session, reading):
        return None
    first_s = waiting.since_s if waiting.held_since_s is None else waiting.held_since_s
    if seen_s - first_s >= settings.ask_covered_s:
        return None
    return replace(waiting, since_s=seen_s, held_since_s=first_s)


def _waiting_places(session: Session) -> list[str]:
    """The places that waiting lines are about."""
    if session.pending is None:
        return []
    made = {move.n: move.judged.move for move in session.moves}
    moves = [move for draft in session.pending.drafts for move in (draft.move, made.get(draft.of or 0)) if move]
    return [place for move in moves for place in session.rules.places_of(move)]


def _pucks_meanwhile(
    session: Session, drafts: tuple[Draft, ...], reading: Reading, seen_s: float
) -> tuple[PuckSighting, ...]:
    """Where the puck was seen while these moves, and maybe more by now, waited to be written."""
    waiting = session.pending
    goes_on = waiting is not None and drafts[: len(waiting.drafts)] == waiting.drafts
    known = waiting.pucks if waiting is not None and goes_on else ()
    return seen_further(known, len(drafts), puck_of(reading), seen_s)


def _only_doubts_turns(pending: Pending | None) -> bool:
    """Whether nothing waits but the question whose turns the last moves were: it does while the puck is on its way."""
    account = None if pending is None else pending.account
    return isinstance(account, Interpretation) and bool(account.other_turns) and not account.drafts


def _written(session: Session, drafts: tuple[Draft, ...], *, at: str, evidence: str | None) -> Step:
    """Lines of our own, which later evidence may change."""
    step = write(session, drafts, at=at, evidence=evidence)
    after = replace(step.session, fixed_lines=session.fixed_lines, sightings=session.sightings, pending=None)
    return replace(step, session=replace(after, unsteady=session.unsteady | _never_left(session, after, drafts)))


def _never_left(before: Session, after: Session, drafts: Sequence[Draft]) -> set[str]:
    """The places at which, by what was put right, still stands what had seemed to have gone from there."""
    if all(draft.kind != "replace" for draft in drafts):
        return set()
    rules, kinds = before.rules, load_game(before.header.game).by_id
    laid = {place for draft in drafts if draft.move is not None for place in rules.places_of(draft.move)}
    lay = rules.contents(before.state)
    lies = rules.contents(after.state)
    return {place for place in lies if stands(lies[place], kinds) and not stands(lay.get(place), kinds)} - laid


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
    if newest.puck == BLIND or not all(
        place in before.plain and before.plain[place].seen_s < newest.since_s for place in places
    ):
        return session  # it was not under the hand, or it is a neighbourhood, which has no place before it lies there
    return replace(session, sightings=(*session.sightings[:-1], replace(newest, after=laid[0].n)))


def _turns_before(
    session: Session, account: Interpretation, seen_s: float, settings: DecisionSettings
) -> tuple[Draft, ...]:
    """The waiting turns of which the puck has told for long enough, where now a part lies that was not hidden then.

    What was hidden might have been the move of whoever passed the puck on; what came after that is the next player's.
    """
    pending = session.pending
    if pending is None or not isinstance(pending.account, Interpretation) or seen_s - pending.since_s < settings.puck_s:
        return ()
    if not all(_only_turns(session, draft) for draft in pending.drafts):
        return ()
    moves = [draft.move for draft in account.drafts if draft.kind == "played" and not _only_turns(session, draft)]
    places = {place for move in moves if move is not None for place in session.rules.places_of(move)}
    return pending.drafts if places and not places & pending.account.hidden else ()


def _moves_before(session: Session, account: Interpretation, seen_s: float) -> tuple[Draft, ...]:
    """The waiting moves, where they are among several by now of which nothing else tells which came first.

    What the others put down was plainly not there when these were seen. What only seems to be gone waits on.
    """
    waiting, seen = session.pending, session.seen
    if waiting is None or seen is None or not isinstance(waiting.account, Interpretation):
        return ()
    if waiting.account.asks or waiting.account.unexplained or len(account.drafts) <= len(waiting.drafts):
        return ()
    first, now = moves_of(waiting.drafts), moves_of(account.drafts)
    if not first or not now or (now[: len(first)] == first and not account.asks):
        return ()
    if any(leaves_the_board(session, move) for move in first):
        return ()
    others = [move for move in now if not any(alike(move, known) for known in first)]
    places = {place for move in others for place in session.rules.places_of(move)}
    if len(others) != len(now) - len(first) or places & seen.covered:
        return ()
    contents = session.rules.contents(session.state)
    for place in places & seen.evidence.keys():
        told = seen.evidence[place]
        if says_nothing(told):  # not covered, only not steady yet: what the look itself told
            told = next((one.told for one in reversed(session.glimpsed.get(place, ())) if one.seen_s < seen_s), {})
        if not told or max(told, key=told.__getitem__) != contents.get(place, "empty"):
            return ()
    return waiting.drafts


def _covered_before(session: Session, account: Interpretation, reading: Reading) -> tuple[Draft, ...]:
    """The waiting moves, covered by now, where something else is laid after the puck was passed on.

    Their player would be told to have left no trace, or to have laid that.
    """
    waiting = session.pending
    if waiting is None or not session.sightings or not _laid_out_of_sight(session, reading):
        return ()
    laid, puck = moves_of(waiting.drafts), session.sightings[-1]
    gone = puck.puck not in (laid[0].player, BLIND) and puck.since_s >= waiting.since_s
    if not gone and waiting.puck in (laid[0].player, None):
        return ()
    moves = [draft.move for draft in account.drafts if draft.kind == "played" and not _only_turns(session, draft)]
    others = [move for move in moves if move is not None and not any(alike(move, known) for known in laid)]
    return waiting.drafts if others and len(others) == len(moves) else ()


def _still_asks(session: Session, account: Interpretation) -> bool:
    """Whether people would have been asked before too: the game goes on meanwhile, and the doubt grows no younger."""
    waiting = session.pending.account if session.pending is not None else None
    return isinstance(waiting, Interpretation) and waiting.asks and account.asks


def _under_a_hand(session: Session, account: Interpretation, reading: Reading) -> bool:
    """Whether what people would be asked about is told by places alone that just now nobody can see.

    Of a move whose player is doubted, too: it may be on its way back into the hand.
    """
    rules = session.rules
    if account.other_turns and not account.drafts:
        moves = (move.judged.move for move in session.moves if move.n in session.turns_doubted_s)
        return any(place in reading.covered for move in moves for place in rules.places_of(move))
    if not account.asks or account.explanation is None:
        return False
    asked = account.explanation.questions[0]
    tables = [rules.contents(hypothesis.state) for _, hypothesis in asked.answers]
    apart = {place for table in tables for place in table if len({other.get(place, "empty") for other in tables}) > 1}
    in_sight = any(_is_told(reading, place) for place in apart - reading.covered)
    return not in_sight and not reading.covered.isdisjoint(apart.union(asked.places))


def _only_inferred(session: Session, account: Interpretation, reading: Reading) -> bool:
    """Whether a move that shows nowhere is told by another one alone, of which no look is certain.

    Light on a board may look like a building while the next card is turned over under a hand.
    """
    moves = [(move, session.rules.places_of(move)) for move in moves_of(account.drafts)]
    laid = [(move, [place for place in places if _is_told(reading, place)]) for move, places in moves if places]
    sure = [any(reading.confidence.get(place) == "certain" for place in told) for _, told in laid if told]
    return any(not told for _, told in laid) and bool(sure) and not all(sure)


def _is_told(reading: Reading, place: str) -> bool:
    """Whether anything is seen of a place."""
    told = reading.evidence.get(place)
    return bool(told) and not says_nothing(told or {})


def _only_turns(session: Session, draft: Draft) -> bool:
    """Whether a line says nothing but that somebody had, or had not, a turn without a trace."""
    move = draft.move
    if draft.kind == "replace" and move is None:
        move = next((known.judged.move for known in session.moves if known.n == draft.of), None)
    return move is not None and move.do == "quiet"


def _by_turns(
    session: Session,
    reading: Reading,
    account: Interpretation,
    found: TurnsFound,
    seen_s: float,
    settings: DecisionSettings,
) -> Interpretation:
    """What the puck's whole way says of the last turns, where nothing else is new.

    While it is on its way, lines that stand in the record are left alone: where it arrives may tell otherwise. A doubt
    grows older while moves follow that leave it as it is.
    """
    hidden = frozenset(place for place, how in reading.confidence.items() if how == "ask" and place != "puck")
    patience_s = settings.puck_hidden_s if hidden else settings.puck_s
    drafts, others = found.drafts, found.others
    if puck_of(reading) is None and session.sightings:
        others = ()
        if any(draft.kind == "replace" for draft in drafts):
            drafts = ()
    if others and any(seen_s - since_s >= settings.turns_open_s for since_s in session.turns_doubted_s.values()):
        patience_s = settings.puck_s
    elif others and not found.told_no_more:
        patience_s = max(patience_s, settings.turns_doubt_s)
    account = replace(account, drafts=drafts, other_turns=others, patience_s=patience_s)
    return replace(account, asks=False, doubtful=False, hidden=hidden)


def _waits_for_sight(
    session: Session,
    reading: Reading,
    places: Sequence[str],
    account: Interpretation,
    seen_s: float,
    settings: DecisionSettings,
) -> Step | None:
    """Nothing yet, where most of what is not as the record has it is doubtful: a hand, mostly, and soon gone."""
    if 2 * sum(reading.confidence.get(place) == "ask" for place in places) < len(places):
        return None
    waiting = session.pending
    since_s = seen_s if waiting is None or waiting.drafts else waiting.since_s
    if seen_s - since_s >= settings.ask_after_s:
        return None
    pending = Pending((), since_s, account)
    return Step(replace(session, seen=reading, seen_lines=len(session.entries), pending=pending))


def _ask_which_holds(
    session: Session, reading: Reading, places: tuple[str, ...], account: Interpretation, settings: DecisionSettings
) -> Step:
    """Write nothing while the table is not as the record has it: ask, once for each difference."""
    question = question_of(session, reading, places, account, settings)
    open_ones = without_questions(session.questions)
    if question.id not in session.settled:
        open_ones = (*open_ones, question)
    problems = reading.problems if question in open_ones else (*reading.problems, *_unexplained(session, places))
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


def _account_again(session: Session, reading: Reading) -> Interpretation | None:
    """The account that waits, where nothing has changed since."""
    if session.pending is None or not isinstance(session.pending.account, Interpretation):
        return None
    return session.pending.account if _known(session, reading) else None


def _noted(session: Session, reading: Reading, as_read: Reading, seen_s: float, settings: DecisionSettings) -> Session:
    """The session with what one more reading plainly shows: `plain`, `gone` and `free_after`.

    What looks just like what is known to lie there, and a piece of its kind that it may look like, is no other thing.
    What stands upon a piece is only seen where the look itself, `as_read`, tells of it.
    """
    rules = session.rules
    contents, kinds = rules.contents(session.state), load_game(session.header.game).by_id
    pieces = _instead_of(session, reading)
    laid = next((move.n for move in reversed(session.moves) if not rules.leaves_no_trace(move.judged.move)), 0)
    plain, now = dict(session.plain), Plain(laid, seen_s)
    standing = {place for place in reading.evidence if stands(contents.get(place), kinds)}
    unseen_there = {place for place in standing if not stands(likeliest_at(as_read, place), kinds)}
    for place, evidence in reading.evidence.items():
        own = evidence.get(lying := contents.get(place, "empty"), settings.floor_nats)
        same = frozenset[str]() if own < max(evidence.values(), default=own) else pieces.get(lying, frozenset())
        others = [said for word, said in evidence.items() if said != own and word not in same]
        least = settings.plain_asked_nats if reading.confidence.get(place) == "ask" else settings.plain_nats
        if others and max(others) <= own - least and place not in unseen_there:
            leads = lying == likeliest_at(as_read, place)
            told = as_read.evidence[place] if leads else plain[place].told if place in plain else {}
            plain[place] = replace(now, told=told)
    unlike = {place for place in unseen_there if likeliest_at(as_read, place) and not is_doubted(as_read, place)}
    gone = {place: session.gone.get(place, now) for place in unlike | (unseen_there & session.gone.keys())}
    back = {place for place in session.gone if place in plain and plain[place].seen_s == seen_s}
    free_after = session.free_after if under_a_hand(session, reading) else laid
    unsteady = (session.unsteady | back) & standing
    return replace(session, plain=plain, gone=gone, unsteady=unsteady, free_after=free_after)


def _instead_of(session: Session, reading: Reading) -> Mapping[str, frozenset[str]]:
    """Piece without a code -> those of its kind, which nobody lays in its place; none for what stands upon others."""
    kinds = load_game(session.header.game).by_id if reading.uncoded else {}
    of_kind: dict[str, set[str]] = {}
    for word in reading.uncoded:
        of_kind.setdefault(kinds[word].kind, set()).add(word)
    return {word: frozenset(of_kind[kinds[word].kind]) for word in reading.uncoded if kinds[word].kind != STANDS}


def _hidden_since(session: Session, reading: Reading, seen_s: float) -> Mapping[str, float]:
    """When something came over each place that was ever hidden, the last time."""
    before = frozenset() if session.seen is None else session.seen.covered
    return {**session.hidden_s, **dict.fromkeys(reading.covered - before, seen_s)}


def _unexplained(session: Session, places: Sequence[str]) -> tuple[Problem, ...]:
    """What the game so far cannot explain, as one sentence."""
    if not places:
        return ()
    shown = ", ".join(session.rules.place_words(place, session.state) for place in places[:6])
    more = f" and {len(places) - 6} more places" if len(places) > 6 else ""
    sentence = (
        f"what lies on {shown}{more} does not follow from the game so far; put it right on the table, "
        "or correct a move by tapping it"
    )
    return (Problem("unexplained", sentence, tuple(places)),)
