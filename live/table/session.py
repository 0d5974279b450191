"""The game as it is played: a record, what it comes to, and what is still open. Values in, values out, no clock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any, Literal

from scoring import rules_for
from scoring.protocol import JudgedMove, Rules
from scoring.replay import Replay, guesses_in, move_number, replay, replay_of
from tabletop.doubts import first_line, open_doubts
from tabletop.entries import Doubt, DoubtChoice, Entry
from tabletop.moves import Move, TakeUp
from tabletop.readings import Problem, Reading
from tabletop.records import Header, Record

UPON = "upon-"
"""How the names of questions begin that ask what stands upon a piece."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A line to be written, before it has its number: `kind`, `of` and `after` as in an `Entry`."""

    move: Move | None
    kind: Literal["played", "replace", "insert", "settle", "doubt"] = "played"
    of: int | None = None
    after: int | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """One possible answer to a question, and the lines that it writes."""

    label: str
    drafts: tuple[Draft, ...] = ()
    lying: tuple[tuple[str, str, str], ...] = ()
    """Where the table would look otherwise: the place, what would lie there, what lies there by what is written."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something short that only people can say; the game goes on provisionally meanwhile."""

    id: str
    text: str
    places: tuple[str, ...]
    choices: tuple[Choice, ...]
    lines: tuple[int, ...] = ()
    """The moves that are guesses until it is settled."""
    asked_after: int = 0
    """The last move that counted when it was asked, 0 for none."""
    table_tells: bool = True
    """Whether what is seen later may settle it; what was plain when it was asked settles nothing."""
    kept: int = 0
    """The line of its own that the record has of it, where no move that is written is in doubt; else 0."""


@dataclass(frozen=True, slots=True)
class Pending:
    """What would be written if the table goes on looking like this."""

    drafts: tuple[Draft, ...]
    since_s: float
    account: object = None
    """Whatever the decision wants to remember about it."""
    held_since_s: float | None = None
    """Since when a hand over the place in question has kept the wait from running; None where none does."""
    pucks: tuple[PuckSighting, ...] = ()
    """Where the puck was seen meanwhile, `after` so many of these drafts: they lay there, only not yet written."""

    @property
    def puck(self) -> str | None:
        """Whose it was last meanwhile; None where it was not seen."""
        return self.pucks[-1].puck if self.pucks else None


@dataclass(frozen=True, slots=True)
class PuckSighting:
    """On whose mat the puck was seen from some time on, and after which move that lies on the table."""

    after: int
    """The move's line, 0 before the first."""
    puck: str
    since_s: float
    gone_s: float | None = None
    """When it was first not seen there, under a hand or in one; None where it was seen elsewhere before that."""


@dataclass(frozen=True, slots=True)
class TrackSighting:
    """On which spaces of the score track the markers stood after a move that lies on the table."""

    after: int
    """The move's line, 0 before the first."""
    spaces: Mapping[str, int]
    """Player -> space, from 0."""


@dataclass(frozen=True, slots=True)
class BlindTime:
    """A time in which nobody could see the table: dark, frozen, covered, unplugged."""

    from_s: float
    to_s: float


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """The end of a round that people have entered, and when, by the camera's clock."""

    n: int
    """Its line."""
    entered_s: float
    """Halfway between the last frame before and the first one after."""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What one look told of a place that was not steady then."""

    seen_s: float
    told: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Plain:
    """When a place was plainly seen, and after which move that lies on the table."""

    after: int
    """The move's line, 0 before the first."""
    seen_s: float
    told: Mapping[str, float] = field(default_factory=dict)
    """What the last look told of it that made it so."""


@dataclass(frozen=True, slots=True)
class LookedOtherwise:
    """Since when a piece does not look any more as it did when it was laid."""

    seen_s: float
    after: int
    """The last move then."""


@dataclass(frozen=True, slots=True)
class Session:
    """A game with its record so far. `doubtful` are the numbers of moves that later evidence may still change."""

    header: Header
    entries: tuple[Entry, ...]
    played: Replay
    questions: tuple[Question, ...] = ()
    settled: frozenset[str] = frozenset()
    """Ids of questions that were answered: they are not asked again."""
    doubtful: frozenset[int] = frozenset()
    puck: str | None = None
    """On whose mat the puck lay at the last steady look, None where it has not been seen."""
    sightings: tuple[PuckSighting, ...] = ()
    """Where the puck went since people last said something about the record."""
    turns_doubted_s: Mapping[int, float] = field(default_factory=dict)
    """Line -> since when somebody else's turn there is nearly as likely."""
    track: tuple[TrackSighting, ...] = ()
    """Where the score markers stood after each of the last moves, as they were seen last before the next one."""
    fixed_lines: int = 0
    """So many lines are what people said, or stem from an earlier evening: whose turns those were stays."""
    said: frozenset[int] = frozenset()
    """Lines of moves of which people have answered since what they were: whose turns they and those before were stays,
    those after them are as much ours as before."""
    pending: Pending | None = None
    """An account that is not sure enough to be written at once."""
    problems: tuple[Problem, ...] = ()
    """What is wrong on the table just now: what the reader and the rules say."""
    seen: Reading | None = None
    """The newest steady reading."""
    plain: Mapping[str, Plain] = field(default_factory=dict)
    """Place -> when it was last plainly seen as the record had it then."""
    gone: Mapping[str, Plain] = field(default_factory=dict)
    """Place -> when what stands upon a piece there was first seen to be gone, until it is plainly seen again."""
    unsteady: frozenset[str] = frozenset()
    """Places at which what stands upon a piece was seen to be gone though it was not."""
    hidden_s: Mapping[str, float] = field(default_factory=dict)
    """Place -> when something came over it last."""
    free_after: int = -1
    """After which move that lies on the table all of it was seen free of hands, -1 before that was ever so."""
    rounds_ended: tuple[RoundEnd, ...] = ()
    """The ends of rounds that people have entered, the newest last."""
    glimpsed: Mapping[str, tuple[Glimpse, ...]] = field(default_factory=dict)
    """Place -> what single looks told of it since it was plain last, the newest last."""
    as_laid: frozenset[int] = frozenset()
    """Lines whose pieces have looked as they were laid."""
    otherwise: Mapping[int, LookedOtherwise] = field(default_factory=dict)
    """Those of them that look otherwise by now."""
    blind: BlindTime | None = None
    """The blind time that has just ended: what is new since then may be several turns."""
    confirm: bool = False
    """Whether people want to say of every move that it counts, before it is written."""
    unchecked: bool = True
    """It has not yet been seen that the table is as the record has it, or simply goes on from there."""
    seen_lines: int = 0
    """How many lines the record had then."""

    @property
    def round_end(self) -> RoundEnd | None:
        """The end of a round that people entered last."""
        return self.rounds_ended[-1] if self.rounds_ended else None

    @property
    def rules(self) -> Rules[Any, Any]:
        """The game's rules."""
        return rules_for(self.header.game)

    @property
    def state(self) -> Any:
        """The rules' state after the last move."""
        return self.played.state

    @property
    def moves(self) -> tuple[JudgedMove, ...]:
        """The moves that count, judged."""
        return self.played.moves

    @property
    def position(self) -> Any:
        """What lies on the table by the record."""
        return self.rules.position(self.state)

    @property
    def proposed(self) -> Any | None:
        """What people are asked about whether the game stands so, before its first move; None where they are not."""
        if self.moves:
            return None
        drafts = (draft for question in self.questions for choice in question.choices for draft in choice.drafts)
        return next((draft.move.position for draft in drafts if isinstance(draft.move, TakeUp)), None)


@dataclass(frozen=True, slots=True)
class Step:
    """What one step makes: the session after it, the lines to store before it may be shown, what to tell viewers."""

    session: Session
    entries: tuple[Entry, ...] = ()
    news: tuple[tuple[str, Mapping[str, Any]], ...] = ()


def begin(header: Header, entries: Sequence[Entry] = ()) -> Session:
    """A new game, or one that is taken up again with its entries; what was doubtful in it still is."""
    played = replay(Record(header, tuple(entries)))
    open_ones = open_doubts(entries)
    questions = tuple(question_again(entries[n - 1], doubt) for n, doubt in open_ones)
    upon = {entries[n - 1].of or 0: LookedOtherwise(-inf, doubt.after) for n, doubt in open_ones if not doubt.lines}
    return Session(
        header,
        tuple(entries),
        played,
        questions,
        doubtful=played.guesses,
        fixed_lines=len(entries),
        as_laid=frozenset(upon),
        otherwise=upon,
    )


def without_looks(session: Session) -> Session:
    """The session as its record and what people said have it, with nothing left of earlier looks."""
    fresh = begin(session.header, session.entries)
    return replace(
        fresh,
        questions=session.questions,
        settled=session.settled,
        rounds_ended=session.rounds_ended,
        confirm=session.confirm,
        unchecked=session.unchecked,
    )


def upon_name(line: int, since: LookedOtherwise) -> str:
    """The name of the question what stands upon the piece of a line."""
    return f"{UPON}{line}-{since.after}"


def lines_on_the_table(session: Session) -> list[int]:
    """Lines of the moves that left something on the table."""
    return [move.n for move in session.moves if not session.rules.leaves_no_trace(move.judged.move)]


def question_again(entry: Entry, doubt: Doubt) -> Question:
    """The question that a line of a record carries."""
    choices = tuple(
        Choice(choice.label, tuple(Draft(line.move, line.kind, of=line.of, after=line.after) for line in choice.lines))
        for choice in doubt.choices
    )
    question = Question("", doubt.question, doubt.places, choices, doubt.lines, doubt.after, doubt.table_tells)
    if doubt.lines:
        return replace(question, id=f"line{entry.n}")
    return replace(question, id=upon_name(entry.of or 0, LookedOtherwise(-inf, doubt.after)), kept=entry.n)


def question_json(question: Question) -> Mapping[str, Any]:
    """A question as viewers get it."""
    choices = [choice.label for choice in question.choices]
    return {"id": question.id, "text": question.text, "places": list(question.places), "choices": choices}


def _doubt_of(question: Question) -> Doubt:
    """A question as the record has it."""
    choices = tuple(
        DoubtChoice(
            choice.label, tuple(Entry(0, one.move, one.kind, of=one.of, after=one.after) for one in choice.drafts)
        )
        for choice in question.choices
    )
    return Doubt(question.text, question.lines, question.places, choices, question.asked_after, question.table_tells)


def kept_apart(step: Step, question: Question, piece: int, *, at: str) -> tuple[Step, Question]:
    """The step with a line that carries a question what stands upon the piece of a line; the question knows it."""
    n = len(step.session.entries) + 1
    return _noted(step, Entry(n, None, "doubt", of=piece, at=at, doubt=_doubt_of(question))), replace(question, kept=n)


def settled_apart(step: Step, question: Question, *, at: str) -> Step:
    """The step with a line that settles such a question."""
    return _noted(step, Entry(len(step.session.entries) + 1, None, "settle", of=question.kept, at=at))


def _noted(step: Step, entry: Entry) -> Step:
    """The step with one more line that says nothing about any move that is written."""
    session = replace(step.session, entries=(*step.session.entries, entry))
    return replace(step, session=session, entries=(*step.entries, entry))


def with_doubt(step: Step, question: Question) -> Step:
    """A step whose last line carries the question about its lines, so that the record has it."""
    entries = (*step.entries[:-1], replace(step.entries[-1], doubt=_doubt_of(question)))
    lines = (*step.session.entries[: -len(entries)], *entries)
    guesses = guesses_in(Record(step.session.header, lines), step.session.moves)
    played = replace(step.session.played, guesses=guesses)
    return replace(step, session=replace(step.session, entries=lines, played=played), entries=entries)


def write(session: Session, drafts: Sequence[Draft], *, at: str | None, evidence: str | None = None) -> Step:
    """The session with these lines at its end, judged anew, and the news that they make.

    They count as said by people, so that whose turn they are stays; `live.table.decisions` takes that back for its own.
    """
    if not drafts:
        return Step(session)
    first = len(session.entries) + 1
    entries = tuple(
        Entry(n, draft.move, draft.kind, of=draft.of, after=draft.after, at=at, evidence=evidence)
        for n, draft in enumerate(drafts, start=first)
    )
    played = _played_on(session, entries)
    lines = (*session.entries, *entries)
    after = replace(session, entries=lines, played=played, fixed_lines=len(lines), sightings=())
    taken_up, before = _taken_up(played.moves), _taken_up(session.moves)
    if taken_up != before:  # what lies there does not follow from the game before it
        after = replace(after, unchecked=True)
    elif not session.entries:
        after = replace(after, unchecked=False)
    told = {first_line(lines, entry.of) for entry in entries if entry.kind in ("replace", "settle", "doubt")}
    after = replace(after, questions=tuple(one for one in session.questions if told.isdisjoint(one.lines)))
    return Step(after, entries, news_between(session, after, entries))


def _taken_up(moves: Sequence[JudgedMove]) -> set[int]:
    """The lines with which the game was taken up from what lay there."""
    return {move.n for move in moves if isinstance(move.judged.move, TakeUp)}


def _played_on(session: Session, entries: tuple[Entry, ...]) -> Replay:
    """Where the new lines lead: moves are judged on from here, corrections make everything be judged anew."""
    lines = (*session.entries, *entries)
    if any(entry.kind in ("replace", "insert") for entry in entries):
        return replay(Record(session.header, lines))
    rules, state, moves = session.rules, session.state, list(session.moves)
    for entry in entries:
        if entry.move is not None:
            judged = rules.judge(state, entry.move)
            state = judged.state
            moves.append(JudgedMove(entry.n, judged, rules))
    return replay_of(Record(session.header, lines), moves, state)


def news_between(
    before: Session, after: Session, entries: Sequence[Entry]
) -> tuple[tuple[str, Mapping[str, Any]], ...]:
    """What viewers are told: new moves, and of a correction which move is replaced; never a replay."""
    known = {move.n: move for move in before.moves}
    news: list[tuple[str, Mapping[str, Any]]] = []
    for move in after.moves:
        if move.n not in known and all(entry.n != move.n or entry.kind == "played" for entry in entries):
            news.append(("move", {"n": move.n, "number": move_number(after.moves, move.n), **_told(before, move)}))
    for entry in entries:
        if entry.kind in ("played", "settle", "doubt"):
            continue
        n = first_line(before.entries, entry.of) if entry.kind == "replace" else entry.n
        told = next((_told(before, move) for move in after.moves if move.n == n), {"gone": True})
        number = move_number(after.moves, n) or move_number(before.moves, n)
        news.append(
            ("replaced", {"n": n, "number": number, "by": entry.n, **told, "totals": dict(after.played.totals)})
        )
    if after.played.over and not before.played.over:
        news.append(("over", {"winners": list(after.played.winners), "totals": dict(after.played.totals)}))
    return tuple(news)


def _told(session: Session, move: JudgedMove) -> Mapping[str, Any]:
    judged = move.judged
    player = judged.move.player
    return {
        "player": player,
        "do": judged.move.do,
        "text": move_words(session.rules, judged.move, judged.state),
        "points": judged.points,
        "legal": judged.legal,
        "total": move.totals.get(player, 0) if player is not None else None,
    }


def move_words(rules: Rules[Any, Any], move: Move, state: Any) -> str:
    """A move in a few words without who made it: the name stands beside it on page, terminal and wall.

    `state` is the one after it.
    """
    return rules.tell(move, state).removeprefix(f"{move.player} ")


def as_it_lies(session: Session, played: str = "") -> str:
    """The table as it lies as an answer, with what everybody has by this session, and what was played where told."""
    points = " : ".join(map(str, session.played.totals.values()))
    return f"The table, as it lies: {points}" + (f" ({played})" if played else "")


def draft_words(session: Session, draft: Draft) -> str:
    """A line that would be written, in a few words."""
    if draft.move is None:
        return f"move {move_number(session.moves, draft.of)} is taken back"
    words = session.rules.tell(draft.move, session.state)
    return words if draft.of is None else f"move {move_number(session.moves, draft.of)} becomes {words}"
