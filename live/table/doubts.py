"""Doubts: a question stays open, and its moves guesses, until an answer, a correction or the table settles it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any
from zlib import crc32

from live.table.attribution import reattributed
from live.table.explanations import drafts_of
from live.table.interpretation import (
    DecisionSettings,
    Interpretation,
    moves_that_look_alike,
    puck_of,
    said_by_people,
    state_before,
)
from live.table.repairs import alike, late_part
from live.table.session import (
    Choice,
    Draft,
    Question,
    Session,
    Step,
    as_it_lies,
    draft_words,
    question_json,
    with_doubt,
    write,
)
from live.table.turn_window import ABOUT_TURNS, AttributionSettings, TurnWindow
from scoring.protocol import Rules
from scoring.referee.explanation import WHAT_HAPPENED, Explanation, Hypothesis, RefereeQuestion
from tabletop.doubts import first_line
from tabletop.moves import Move
from tabletop.readings import Reading

PROPOSED = "counts-"
"""How the names of questions begin that ask of every move whether it counts."""


def proposed(session: Session, ways: Sequence[tuple[Draft, ...]]) -> Step:
    """Nothing is written; people are asked which of these ways counts, once for each."""
    choices = (*(Choice(_in_words(session, way), way) for way in ways), Choice("None; the table is being put right"))
    text = "Does this count?" if len(ways) == 1 else "Which of these counts?"
    name = f"{PROPOSED}{len(session.entries)}-{crc32(repr(choices).encode()):08x}"
    moves = (draft.move for way in ways for draft in way if draft.move is not None)
    places = tuple(dict.fromkeys(place for move in moves for place in session.rules.places_of(move)))
    last = session.moves[-1].n if session.moves else 0
    question = Question(name, text, places, choices, asked_after=last, table_tells=False)
    others = without_proposals(session.questions)
    if name in session.settled:
        return Step(replace(session, questions=others))
    news = () if question in session.questions else (("question", question_json(question)),)
    return Step(replace(session, questions=(*others, question)), (), news)


def without_proposals(questions: Sequence[Question]) -> tuple[Question, ...]:
    """The questions without those that ask whether a move counts."""
    return tuple(question for question in questions if not question.id.startswith(PROPOSED))


def _in_words(session: Session, drafts: Sequence[Draft]) -> str:
    """Lines that would be written, in a few words."""
    return "; then ".join(draft_words(session, draft) for draft in drafts) or "nothing has happened"


def with_doubts(
    before: Session, account: Interpretation, step: Step, reading: Reading, settings: DecisionSettings
) -> Step:
    """The step with what is doubtful in it, and the referee's question beside those that are still open."""
    session = step.session
    doubtful = session.doubtful
    if account.doubtful:
        doubtful |= {entry.n if entry.of is None else entry.of for entry in step.entries}
    question = account.question
    if question is None and account.asks and account.explanation is not None:
        question = _question(before, account.explanation, step, reading, settings)
    step = replace(step, session=replace(session, doubtful=doubtful))
    if question is not None:
        return _asked(step, _about(question, session, step))
    if account.explanation is None:  # the referee would have asked
        question = _which_of_those_alike(step, reading, settings)
    else:
        question = _as_others_are_guessed(step, reading, settings)
    return step if question is None else _asked(step, question)


def _which_of_those_alike(step: Step, reading: Reading, settings: DecisionSettings) -> Question | None:
    """Which piece a line of the step laid, the last such, where others of that player look alike and nobody asks."""
    session, rules = step.session, step.session.rules
    written = {entry.n if entry.of is None else entry.of for entry in step.entries if entry.move is not None}
    for index in reversed([index for index, known in enumerate(session.moves) if known.n in written]):
        line, move = session.moves[index].n, session.moves[index].judged.move
        places = rules.places_of(move)
        if not places or not reading.covered.isdisjoint(places):
            continue
        before = state_before(session, index)
        alike = moves_that_look_alike(rules, before, places, reading, settings)
        others = [other for other in alike if other != move and other.player == move.player]
        if others:
            labels = (Choice(rules.tell(other, before), (Draft(other, "replace", of=line),)) for other in others)
            choices = (Choice(rules.tell(move, before)), *labels)
            question = Question("", WHAT_HAPPENED, tuple(places), choices)
            return replace(_about(question, session, step), lines=(line,))
    return None


def _as_others_are_guessed(step: Step, reading: Reading, settings: DecisionSettings) -> Question | None:
    """Which piece the step's one line laid, where another that looks like it is left out only by an open guess.

    Were the guess another piece, this line's might be the one that is guessed there.
    """
    session, rules = step.session, step.session.rules
    written = [entry.n for entry in step.entries if entry.kind == "played"]
    index = next((place for place, known in enumerate(session.moves) if [known.n] == written), None)
    if index is None or len(step.entries) != 1:
        return None
    move, before = session.moves[index].judged.move, state_before(session, index)
    places = rules.places_of(move)
    others: list[Move] = []
    for other in moves_that_look_alike(rules, before, places, reading, settings):
        if other == move or other.player != move.player or rules.judge(before, other).legal:
            continue
        if any(rules.judge(state, other).legal for state in _with_another_guess(session, index)):
            others.append(other)
    if not others:
        return None
    choices = (Choice(rules.tell(one, before), (Draft(one, "replace", of=written[0]),)) for one in others)
    question = Question("", WHAT_HAPPENED, tuple(places), (Choice(rules.tell(move, before)), *choices))
    return _about(question, session, step)


def _with_another_guess(session: Session, index: int) -> Iterator[Any]:
    """The states before the move at `index`, by the first other piece that each open guess may be."""
    for question in session.questions:
        for choice in question.choices[1:]:
            if [(draft.kind, draft.of) for draft in choice.drafts] != [("replace", line) for line in question.lines]:
                continue
            other = write(session, choice.drafts, at=None).session
            if len(other.moves) == len(session.moves) and all(one.judged.legal for one in other.moves[:index]):
                yield state_before(other, index)
                break


def _asked(step: Step, question: Question, instead_of: Sequence[Question] = ()) -> Step:
    """The step with one more open question, where it is one; `instead_of` those that it takes in."""
    session = step.session
    if question.id in session.settled or len(question.choices) < 2:
        return step
    if question.lines:
        step = with_doubt(step, question)
    # what lies unwritten is asked anew
    kept = tuple(known for known in session.questions if known.lines or known.kept or question.lines)
    after = replace(step.session, questions=(*kept, question))
    told: dict[str, Any] = dict(question_json(question))
    if instead_of:
        told["instead_of"] = [one.id for one in instead_of]
    return replace(step, session=after, news=(*step.news, ("question", told)))


def kept_open(before: Session, step: Step) -> Step:
    """The step with the questions that it dropped though it leaves open what they ask.

    More of a move, or the same on another place where it was put right, does not tell whose it was.
    """
    rules, lines = before.rules, before.entries + step.entries
    was, now = ({move.n: move.judged.move for move in each.moves} for each in (before, step.session))
    put_right = {first_line(lines, entry.of) for entry in step.entries if entry.kind == "replace"}
    known = [n for n in was if n in put_right and n in now]
    more = {was[n]: now[n] for n in known if _more_of(rules, was[n], now[n])}
    other = {was[n]: now[n] for n in known if (was[n].player, was[n].do) == (now[n].player, now[n].do)}
    if not put_right or len(other) < len(put_right):
        return step
    still, marked = step.session.questions, step.session.played.guesses
    for question in before.questions:
        if question in still or put_right.isdisjoint(question.lines) or marked.issuperset(question.lines):
            continue
        only_whose = _asks_only_whose(rules, question, was)
        if len(more) < len(other) and not only_whose:
            continue
        ways = (tuple(_with_other(draft, other) for draft in choice.drafts) for choice in question.choices)
        choices = (replace(choice, drafts=way) for choice, way in zip(question.choices, ways, strict=True))
        asked = replace(question, choices=tuple(choices))
        asked = _told_anew(step.session, asked, now) if only_whose else asked
        step = with_doubt(step, asked)
        still = (*still, asked)
    return replace(step, session=replace(step.session, questions=still))


def _told_anew(session: Session, question: Question, moves: Mapping[int, Move]) -> Question:
    """A question whose some moves were, in the words of the moves as they stand now."""
    rules = session.rules
    laid = [n for n in question.lines if n in moves and not rules.leaves_no_trace(moves[n])]

    def told(choice: Choice) -> str:
        instead = {draft.of: draft.move for draft in choice.drafts}
        return "; then ".join(rules.tell(instead.get(n) or moves[n], session.state) for n in laid)

    places = tuple(dict.fromkeys(place for n in laid for place in rules.places_of(moves[n])))
    choices = tuple(replace(choice, label=told(choice)) for choice in question.choices)
    return replace(question, places=places, choices=choices)


def _asks_only_whose(rules: Rules[Any, Any], question: Question, moves: Mapping[int, Move]) -> bool:
    """Whether all answers lay the same, in another order or by other players."""
    others = {draft.of for choice in question.choices for draft in choice.drafts}
    about = [n for n in moves if n in question.lines or n in others]

    def laid(drafts: Sequence[Draft]) -> list[Move]:
        instead = {draft.of: draft.move for draft in drafts}
        made = [instead.get(n, moves[n]) for n in about]
        made += [draft.move for draft in drafts if draft.of is None]
        return [move for move in made if move is not None and not rules.leaves_no_trace(move)]

    written = laid(())
    answers = [laid(choice.drafts) for choice in question.choices]
    return all(
        len(answer) == len(written)
        and all(sum(alike(one, two) for two in answer) == sum(alike(one, two) for two in written) for one in answer)
        for answer in answers
    )


def _more_of(rules: Rules[Any, Any], move: Move, other: Move) -> bool:
    """Whether one move is another one of the same player, and something beside it."""
    same = move.player == other.player and move.do == other.do
    return same and set(rules.places_of(move)) < set(rules.places_of(other))


def _with_other(draft: Draft, other: Mapping[Move, Move]) -> Draft:
    """A line of an answer with what was seen since, whoever made it by that answer."""
    for known, seen in other.items():
        if draft.move is not None and alike(known, draft.move):
            return replace(draft, move=replace(seen, player=draft.move.player))  # type: ignore[type-var]
    return draft


def with_other_turns(before: Session, step: Step, others: Sequence[Sequence[int]], *, at: str) -> Step:
    """The step with a question whose the last moves were, where neither puck nor score markers tell.

    What was a guess `before` the step, and is none any more by what it put right, stays one.
    """
    session, guesses = step.session, before.played.guesses
    rules, moves = session.rules, {move.n: move.judged.move for move in session.moves}
    window = TurnWindow.of(session, AttributionSettings())
    if window is None:
        return step
    fitting = (window.drafts(other) for other in others if len(other) == len(window.quiet))
    ways = [way for way in fitting if any(draft.of for draft in way)]
    changed = {draft.of for drafts in ways for draft in drafts}
    laid = [n for n in moves if n in changed and not rules.leaves_no_trace(moves[n])]
    narrower = [one for one in session.questions if about_turns(one) and not changed.isdisjoint(one.lines)]
    asked = {n for one in narrower for n in one.lines}
    marked = session.played.guesses
    lines = tuple(n for n in moves if n in asked or (n not in marked and (n in laid or n in guesses)))
    if asked.issuperset(lines):
        return step  # there is nothing, or it is asked already

    def told(instead: Mapping[int | None, Move | None]) -> str:
        return "; then ".join(rules.tell(instead.get(n) or moves[n], session.state) for n in laid)

    choices = (Choice(told({})), *(Choice(told({draft.of: draft.move for draft in way}), way) for way in ways))
    places = tuple(dict.fromkeys(place for n in laid for place in rules.places_of(moves[n])))
    given_away = any(entry.kind == "replace" for entry in step.entries)  # then only people can tell
    told_later = not given_away and all(one.table_tells for one in narrower)
    question = Question("", window.question, places, choices, table_tells=told_later)
    if narrower or not step.entries:
        settled = (Draft(None, "settle", of=one.lines[0]) for one in narrower)
        doubted = write(session, [*settled, Draft(None, "doubt", of=lines[0])], at=at)
        kept = replace(doubted.session, fixed_lines=session.fixed_lines, sightings=session.sightings, pending=None)
        step = replace(doubted, session=kept, entries=(*step.entries, *doubted.entries), news=step.news)
    dropped = (one for one in before.questions if about_turns(one) and one not in session.questions)
    put_right = [one for one in dropped if not set(lines).isdisjoint(one.lines)]
    named = replace(_about(question, step.session, step), lines=lines)
    return _asked(step, named, instead_of=[*put_right, *narrower])


def settled_by(session: Session, reading: Reading, settings: DecisionSettings, *, at: str) -> Step:
    """The session without the questions of which the table has meanwhile shown that what is written is right."""
    witnessed = puck_of(reading) or not session.sightings
    found = reattributed(session) if witnessed and any(map(about_turns, session.questions)) else None
    told_after = None if found is None or found.drafts or found.others else found.after_line
    done = [
        question
        for question in session.questions
        if question.table_tells
        and (
            told_after is not None and min(question.lines, default=0) > told_after
            if about_turns(question)
            else _refuted(session, question, reading, settings)
        )
    ]
    if not done:
        return Step(session)
    drafts = [Draft(None, "settle", of=question.lines[0]) for question in done if question.lines]
    step = write(session, drafts, at=at)
    after = replace(
        step.session,
        questions=tuple(question for question in session.questions if question not in done),
        settled=session.settled | {question.id for question in done},
        doubtful=session.doubtful - {line for question in done for line in question.lines},
        fixed_lines=session.fixed_lines,
        sightings=session.sightings,
    )
    return replace(step, session=after)


def about_turns(question: Question) -> bool:
    """Whether only the puck's way tells what is asked: whose the moves were, not what they were."""
    return question.text in ABOUT_TURNS


def taken_up(session: Session, question: Question) -> Question:
    """A question that comes from the record, with how the table would look by its other answers."""
    first, *others = question.choices or (Choice(""),)
    looks = (write(session, as_of_now(session, question, choice.drafts), at=None).session for choice in others)
    lying = (_otherwise(session.rules, look.state, session.state) for look in looks)
    known = (replace(choice, lying=places) for choice, places in zip(others, lying, strict=True))
    return replace(question, choices=(first, *known))


def as_of_now(session: Session, question: Question, drafts: Sequence[Draft]) -> tuple[Draft, ...]:
    """An answer's lines after the game has gone on: what would have been played next stands where it was asked.

    It takes the place of a turn of the same player that was thought to have left no trace.
    """
    lines = [move.n for move in session.moves]
    later = list(session.moves[lines.index(question.asked_after) + 1 if question.asked_after in lines else 0 :])
    placed = []
    for draft in drafts:
        quiet = later[0] if later and later[0].judged.move.do == "quiet" else None
        if draft.kind != "played" or not later:
            placed.append(draft)
        elif quiet is not None and draft.move is not None and quiet.judged.move.player == draft.move.player:
            placed.append(Draft(draft.move, "replace", of=quiet.n))
            later = later[1:]
        else:
            placed.append(replace(draft, kind="insert", after=question.asked_after))
    return tuple(placed)


def _question(
    before: Session, explanation: Explanation, step: Step, reading: Reading, settings: DecisionSettings
) -> Question:
    """The referee's question; the first answer is what was written, the others put other moves in its place."""
    session = step.session
    asked, rules = explanation.questions[0], session.rules
    written = tuple(entry.n for entry in step.entries if entry.kind == "played")
    first = asked.answers[0][0]
    choices = [Choice(as_it_lies(session, first.replace("; then ", ", ")) if settings.photograph else first)]
    for label, hypothesis in asked.answers[1:]:
        entered = any(said_by_people(rules, move) for move in hypothesis.moves)  # they do so when it is so
        if hypothesis.taken_back == explanation.best.taken_back and not entered:
            lying = _otherwise(rules, hypothesis.state, explanation.best.state)
            choices.append(Choice(label, _otherwise_written(before, step, hypothesis), lying))
    choices += _part_of_an_earlier(before, step, reading, settings)
    choices += _given_away(session, asked, written, reading, settings)
    question = Question("", asked.text, asked.places, tuple(choices))
    tells = not _refuted(session, question, reading, settings)  # else what is seen now is what is doubted
    return replace(question, table_tells=tells)


def _part_of_an_earlier(before: Session, step: Step, reading: Reading, settings: DecisionSettings) -> list[Choice]:
    """The answer that what was written as a move of its own is a further part of an earlier one, where it may be."""
    rules, written = before.rules, [entry for entry in step.entries if entry.kind == "played"]
    told = Interpretation(tuple(Draft(entry.move) for entry in written))
    late = late_part(before, reading, told, settings, came_over=False) if written else None
    if late is None:
        return []
    whole, *beside = ((draft, draft.move) for draft in late.drafts if draft.move is not None)
    label = "; then ".join(rules.tell(move, before.state) for _, move in (whole, *beside))
    return [Choice(label, (whole[0], *_instead([entry.n for entry in written], [move for _, move in beside])))]


def _given_away(
    session: Session, asked: RefereeQuestion, written: Sequence[int], reading: Reading, settings: DecisionSettings
) -> list[Choice]:
    """Answers for what would look alike there, but is thought to lie elsewhere by a guess that nobody has confirmed."""
    rules = session.rules
    lines = [move.n for move in session.moves]
    first = min((lines.index(n) for n in session.played.guesses if n in lines), default=None)
    thought_of = [hypothesis.moves for _, hypothesis in asked.answers]
    if first is None or len(written) != 1 or any(len(moves) > 1 for moves in thought_of):
        return []
    state = state_before(session, first)
    alike = moves_that_look_alike(rules, state, asked.places, reading, settings)
    return [Choice(rules.tell(move, state), _instead(written, (move,))) for move in alike if (move,) not in thought_of]


def _about(question: Question, session: Session, step: Step) -> Question:
    """The question with its name, the lines that are in doubt, and where the game was when it was asked."""
    name = f"q{len(session.entries)}-{'-'.join(str(entry.n) for entry in step.entries) or 'nothing'}"
    lines = tuple(entry.n if entry.of is None else entry.of for entry in step.entries)
    return replace(question, id=name, lines=lines, asked_after=session.moves[-1].n if session.moves else 0)


def _otherwise_written(before: Session, step: Step, hypothesis: Hypothesis) -> tuple[Draft, ...]:
    """What makes of the lines of a step, written after `before`, those of another hypothesis."""
    drafts = drafts_of(before, hypothesis)
    put_right = {draft.of: draft for draft in drafts if draft.kind == "replace"}
    made = {move.n: move.judged.move for move in before.moves}
    kept = (entry.of for entry in step.entries if entry.kind == "replace" and entry.of not in put_right)
    again = (Draft(made[n], "replace", of=n) for n in kept if n in made)
    written = [entry.n for entry in step.entries if entry.kind == "played"]
    moves = [draft.move for draft in drafts if draft.kind == "played" and draft.move is not None]
    return (*put_right.values(), *again, *_instead(written, moves))


def _instead(lines: Sequence[int], moves: Sequence[Move]) -> tuple[Draft, ...]:
    """Other moves in the place of these lines."""
    drafts = [
        Draft(moves[place] if place < len(moves) else None, "replace", of=line) for place, line in enumerate(lines)
    ]
    return (*drafts, *(Draft(move) for move in moves[len(lines) :]))


def _otherwise(rules: Rules[Any, Any], other: Any, best: Any) -> tuple[tuple[str, str, str], ...]:
    """Where the table would look otherwise in one state: place, what would lie there, what lies there in the best."""
    there, here = rules.contents(other), rules.contents(best)
    return tuple(
        (place, there.get(place, "empty"), here.get(place, "empty"))
        for place in dict.fromkeys((*there, *here))
        if there.get(place, "empty") != here.get(place, "empty")
    )


def _refuted(session: Session, question: Question, reading: Reading, settings: DecisionSettings) -> bool:
    """Whether every other answer is contradicted by what is plainly seen, where nothing was laid since."""
    lying = session.rules.contents(session.state)
    return all(
        any(
            written == lying.get(place, "empty") and _plainly(reading, place, written, settings)
            for place, _, written in choice.lying
        )
        for choice in question.choices[1:]
    )


def _plainly(reading: Reading, place: str, what: str, settings: DecisionSettings) -> bool:
    """Whether this, and surely nothing else, is seen there."""
    evidence = reading.evidence.get(place, {})
    least = evidence.get(what, settings.floor_nats) - settings.mismatch_nats
    others = [said for other, said in evidence.items() if other != what]
    return bool(others) and max(others) < least
