"""What a steady reading may mean: the lines that would be written, what they leave unexplained, how long to wait."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf
from typing import Any

from live.table.session import Draft, Plain, Question, Session
from live.table.steady import says_nothing
from scoring.protocol import Rules
from scoring.referee.explanation import USUAL, Explanation, RefereeSettings
from tabletop.gamefile import load_game
from tabletop.moves import Move, TakeUp
from tabletop.parts import Part
from tabletop.readings import Reading

STANDS = "citizen"
"""The kind of parts that stand upon others."""
EQUAL = 0.01
"""Likelihoods that differ by less, as natural logarithms, are equal: pieces that look alike."""


@dataclass(frozen=True, slots=True)
class DecisionSettings:
    """How much evidence it takes, in nats and probabilities, and how long it must last, in seconds of the film.

    Chosen by hand. Whole random games are played with these numbers (`python benchmarks/whole_games.py --all`: 1340
    moves of 1340 right, docs/whole-games.md), those of blind times in films of their own (the same page); they say
    that the numbers do, not that others would not. `tests/live/test_decisions.py` notices a fifth more or less of
    `mismatch_nats`, `plain_nats`, `sure_enough`, `asked_below`, `asked_below_blind`, `wait_s` and `ask_after_s`.
    """

    referee: RefereeSettings = USUAL
    """How the moves between two looks are weighed."""
    mismatch_nats: float = 4.0
    """A place contradicts the game when something else than what should lie there is so much likelier: 55 to 1."""
    floor_nats: float = -12.0
    """What evidence says at worst about anything that it does not name: about half of what the reader's floor is."""
    plain_nats: float = 2.0
    """A place is plainly as the record has it when that is so much likelier than anything else there: the reader's
    `likely_margin`."""
    plain_asked_nats: float = 4.0
    """The same of a place that the reader asks about. Chosen by hand."""
    repairs_back: int = 6
    """So many of the last moves may be repaired by later evidence without asking."""
    repair_after_s: float = 0.8
    """Something taken away must stay so for so long: it is often only being straightened."""
    sure_enough: float = 0.9
    """From this probability on an account is written at once."""
    asked_below: float = 0.6
    """Below this probability people are asked; between the two it is written and may be repaired by what comes. The
    best of two even accounts has 0.5."""
    wait_s: float = 0.3
    """How long an account must last that is not sure enough."""
    ask_after_s: float = 1.0
    """And one that must be asked, since most doubts settle by themselves; under a hand it waits, `held_s` at most."""
    ask_covered_s: float = 15.0
    """What has covered the places of a move for so long stays there, a cup or a cat."""
    held_s: float = 2.3
    """No longer than this a hand over all that tells two answers apart keeps the wait from running: what lies in sight
    is decided soon, whatever stays over the rest. Chosen by hand: with `ask_after_s` a hand may lie there for 3 s."""
    left_s: float = 3.0
    """So long what stands upon others must be gone, and a known piece by looks that are not certain: a hand carries it
    to its place in two seconds, and a camera that hunts for its focus or exposure loses it as long. Chosen by hand."""
    code_s: float = 2.0
    """So long a code may be blurred while the camera looks for its focus: cheap ones take 1 to 2 s. Nobody need say
    what the next sharp picture tells."""
    doubtful_s: float = 2.0
    """So long a new piece without a code must last that is told by doubtful looks alone. Chosen by hand, as much as for
    a code: in a film of Small City mirrored light on bare ground looked like a recycling center for 1.8 s."""
    standing_nats: float = 6.0
    """What stands upon others is told by doubtful looks when it is less plain than that. In six films of Small City
    shadow and colour beside a piece looked like a citizen by 2 to 6 in all 37 steady looks; citizens that stood there
    did so by less than 6 in 264 of 25,191."""
    upon_s: float = 2.0
    """So long a known piece must look otherwise before people are asked what stands upon it."""
    more_s: float = 2.0
    """So long the other part of a turn may lie under the hand that laid the first one."""
    together_s: float = 2.0
    """What looks otherwise within so long of each other does so in another light: nobody lays two things so quickly."""
    puck_s: float = 0.5
    """How long the puck must lie where it alone tells of turns: it may be laid down on its way."""
    blind_s: float = 2.5
    """When nobody could see the table for so long, more than one turn may have been made: each takes as long."""
    blind_over_s: float = 1.5
    """What is new so long after a blind time happened in it: places must be seen still several times."""
    asked_below_blind: float = 0.8
    """In place of `asked_below`, of what happened in a blind time: four to one."""
    turn_s: float = 4.0
    """In a blind time there may be one turn more than usual for each time so long; quicker ones are hardly made."""
    most_turns: int = 6
    """So many turns at most are looked for in a blind time."""
    turns_doubt_s: float = 1.5
    """How long two accounts of whose turns it were must be nearly as likely before people are asked."""
    turns_open_s: float = 6.0
    """And how long while moves follow that leave the doubt as it is: one or two turns, after which the accounts say how
    it went on."""
    puck_hidden_s: float = 2.0
    """The same while something is hidden: the move may lie there."""
    photograph: bool = False
    """Whether a look is a photograph: whole rounds may lie between it and the one before."""
    under_way_places: int = 40
    """Before the first move, or since the last photograph, more places than this on which something is new are a game
    under way: the referee's few moves take 10 places each at most, and looking for them takes seconds."""


@dataclass(frozen=True, slots=True)
class Interpretation:
    """One way to understand a reading: what would be written, and what would still be unexplained."""

    drafts: tuple[Draft, ...] = ()
    unexplained: tuple[str, ...] = ()
    explanation: Explanation | None = None
    patience_s: float = 0.0
    doubtful: bool = False
    asks: bool = False
    hidden: frozenset[str] = frozenset()
    """Of turns that only the puck tells: what was hidden when they were first thought of."""
    other_turns: tuple[tuple[int, ...], ...] = ()
    """Whose the last moves may have been just as well, as `live.table.attribution.TurnsFound.others` has it."""
    more: bool = False
    """Whether the same look tells of more things that look alike: each is written, and asked about, by itself."""
    question: Question | None = None
    """What people are asked beside what is written, where it is not the referee who asks; it has no lines yet."""


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


def held_by_record(session: Session, reading: Reading, settings: DecisionSettings) -> Reading:
    """The reading in which a known piece without a code is not another one of its kind by a look that can't tell.

    Nor where a hand or a citizen has come over a part of it, so that it looks smaller. Of looks that are asked about,
    those that lead by 8 to 12 nats are wrong half of the time (docs/whole-games.md). Those that are likely can't tell
    where the last plain look told the two apart better (`told_better_before`): the light has changed, and nobody lays
    one in place of another. That a place is bare they may tell; and a guess they may put right. What stands upon a
    piece

    - has not left where such a look shows the piece alone, nor where a likely one does that was wrong before, or if
      people said that it stands there; unless a better look showed it, too, and it was laid elsewhere next
      (`laid_again`);
    - is not laid by such a look that explains the place nearly as well without it.
    """
    if not reading.uncoded:
        return reading
    contents, kinds = session.rules.contents(session.state), load_game(session.header.game).by_id
    likeliest = {place: max(told, key=told.__getitem__) for place, told in reading.evidence.items() if told}
    guessed: set[str] = set()
    partly: set[str] = set()
    seldom_seen = set(session.unsteady)
    for move in session.moves:
        places = session.rules.places_of(move.judged.move)
        if move.n in session.said:
            seldom_seen.update(places)  # who asks has not seen it
        if move.n in session.played.guesses:
            guessed.update(places)
        if any(place in reading.covered or stands(likeliest.get(place), kinds) for place in places):
            partly.update(places)
    held = {}
    for place, other in likeliest.items():
        told, lying = reading.evidence[place], contents.get(place, "empty")
        how = reading.confidence.get(place)
        asked = how == "ask" or (how == "likely" and place in seldom_seen)
        asked |= told_better_before(session, reading, place, lying)
        if not (asked or place in partly) or place in guessed or not reading.uncoded & told.keys() >= {lying, other}:
            continue
        is_held = kinds[other].kind == kinds[lying].kind
        if asked and stands(lying, kinds):
            is_held = not laid_again(session, place)
        elif asked and stands(other, kinds):
            without = max((said for word, said in told.items() if not stands(word, kinds)), default=told[other])
            is_held = told[other] - without < settings.standing_nats
        if is_held:
            held[place] = {**told, lying: told[other]}
    return replace(reading, evidence={**reading.evidence, **held}) if held else reading


def told_better_before(session: Session, reading: Reading, place: str, lying: str) -> bool:
    """Whether a look is only likely, and the last plain one told what lies there from what this one shows better."""
    told, before = reading.evidence.get(place, {}), session.plain[place].told if place in session.plain else {}
    if reading.confidence.get(place) != "likely" or not before or not told:
        return False
    other = max(told, key=told.__getitem__)
    led = before.get(lying, -inf) - before.get(other, inf)
    return led > told[other] - told.get(lying, -inf)


def laid_again(session: Session, place: str) -> int | None:
    """The line by which what was seen to be gone from a place was laid elsewhere; None where there is none.

    It comes right after the one that laid it there, and nobody has seen it in its old place since.
    """
    if place not in session.gone:
        return None
    rules, seen = session.rules, session.plain.get(place, Plain(0, -inf)).after
    lying = rules.contents(session.state).get(place)
    on_table = [
        (known.n, known.judged.move, rules.changes(state_before(session, index), known.judged.move))
        for index, known in enumerate(session.moves)
        if not rules.leaves_no_trace(known.judged.move)
    ]
    laid = [at for at, (_, _, changes) in enumerate(on_table) if changes.get(place) == lying]
    last = laid[-1] if laid else len(on_table)
    for (_, made, _), (line, again, changes) in pairwise(on_table[last : last + 2]):
        if lying in changes.values() and (again.player, again.do) == (made.player, made.do) and line > seen:
            return line
    return None


def leaves_the_board(session: Session, move: Move) -> bool:
    """Whether what stands upon another piece would have gone and stand nowhere else.

    It may be in a hand, on its way to another place, and in a picture that is out of focus or too bright it may not
    show for a second or two.
    """
    kinds, contents = load_game(session.header.game).by_id, session.rules.contents(session.state)
    changes = session.rules.changes(session.state, move)
    left = any(stands(contents.get(place), kinds) for place in changes)
    return left and not any(stands(what, kinds) for what in changes.values())


def gone_by_doubtful_looks(session: Session, reading: Reading, drafts: Sequence[Draft]) -> bool:
    """Whether by one of these lines a known piece is merely gone, though no look of its places is certain of that.

    One that was laid against the rules may as well never have lain there.
    """
    return any(_gone_by_doubtful_looks(session, reading, draft, drafts) for draft in drafts)


def _gone_by_doubtful_looks(session: Session, reading: Reading, draft: Draft, drafts: Sequence[Draft]) -> bool:
    if draft.kind != "replace" or draft.of in session.played.guesses:
        return False
    rules, contents, kinds = session.rules, session.rules.contents(session.state), load_game(session.header.game).by_id
    at = next((at for at, known in enumerate(session.moves) if known.n == draft.of and known.judged.legal), None)
    before = set[str]()
    if at is not None:
        lay = rules.contents(state_before(session, at))  # where something was taken away from nothing else has gone
        before = {one for one in rules.places_of(session.moves[at].judged.move) if not stands(lay.get(one), kinds)}
    after = set() if draft.move is None else set(rules.places_of(draft.move))
    laid = {place for one in drafts if one.move is not None for place in rules.places_of(one.move)}
    gone = [place for place in before - laid if contents.get(place) in reading.uncoded]
    return bool(gone) and after <= before and all(reading.confidence.get(place) != "certain" for place in gone)


def likeliest_at(reading: Reading, place: str) -> str | None:
    """What most probably lies there; None where nothing is told."""
    told = reading.evidence.get(place, {})
    return None if not told or says_nothing(told) else max(told, key=told.__getitem__)


def looks_like_several(reading: Reading, place: str) -> bool:
    """Whether several pieces look just like what lies there, and none of them is "nothing"."""
    told = reading.evidence.get(place, {})
    leading = [word for word, value in told.items() if value > max(told.values()) - EQUAL]
    return len(leading) > 1 and "empty" not in leading


def is_doubted(reading: Reading, place: str) -> bool:
    """Whether a look is asked about for more than which of several pieces lies there that always look alike."""
    return reading.confidence.get(place) == "ask" and not looks_like_several(reading, place)


def stands(seen: str | None, kinds: Mapping[str, Part]) -> bool:
    """Whether it is something that stands upon other pieces."""
    part = kinds.get(seen or "")
    return part is not None and part.kind == STANDS


def moves_of(drafts: Sequence[Draft]) -> list[Move]:
    """What would be played, empty where anything else would be written too."""
    moves = [draft.move for draft in drafts if draft.kind == "played" and draft.move is not None]
    return moves if len(moves) == len(drafts) else []


def state_before(session: Session, index: int) -> Any:
    """The state in which the move at `index` was made."""
    return session.rules.start(session.header) if index == 0 else session.moves[index - 1].judged.state


def begun_with(session: Session) -> int:
    """After how many moves the game was taken up from what lay on the table: nothing before that is changed."""
    made = (count for count, move in enumerate(session.moves, start=1) if isinstance(move.judged.move, TakeUp))
    return max(made, default=0)


def said_by_people(rules: Rules[Any, Any], move: Move) -> bool:
    """Whether it is the end of a round or the like: people enter it, and nothing that is seen can speak against it."""
    return move.player is None and rules.leaves_no_trace(move)


def puck_of(reading: Reading) -> str | None:
    """On whose mat the puck is seen, None where it is not, or not steadily."""
    turn: str | None = getattr(reading.position, "turn", None)
    return None if reading.confidence.get("puck") == "ask" else turn


def code_unread(reading: Reading, place: str) -> bool:
    """Whether something lies there that ought to bear a code, and only its looks are seen: blurred, or half hidden."""
    seen = reading.evidence.get(place, {})
    if reading.confidence.get(place) != "ask" or len(set(seen.values())) <= 1:
        return False
    likeliest = max(seen, key=seen.__getitem__)
    return likeliest != "empty" and likeliest not in reading.uncoded


def by_doubtful_looks(session: Session, reading: Reading, move: Move, settings: DecisionSettings) -> bool:
    """Whether a piece without a code is told, on all of its places, only by looks that are to be asked about.

    Mirrored light on bare ground looks so for a moment. Pieces that look alike are asked about in any light. What
    stands upon others is asked about for what is under it: it is doubtful where anything else explains nearly as much.
    """
    places = session.rules.places_of(move)
    told = [reading.evidence.get(place, {}) for place in places]
    if not places or not all(told):
        return False
    asked = all(reading.confidence.get(place) == "ask" for place in places)
    kinds = load_game(session.header.game).by_id if reading.uncoded else {}
    for one in told:
        best, *others = sorted(one.values(), reverse=True)
        leading = [word for word, value in one.items() if value > best - EQUAL]
        if len(leading) > 1 or leading[0] not in reading.uncoded:
            return False
        nearly = bool(others) and best - others[0] < settings.standing_nats
        if not (nearly if stands(leading[0], kinds) else asked):
            return False
    return True


def without_puck(reading: Reading) -> Reading:
    """The reading as if the puck had not been seen."""
    return replace(reading, confidence={**reading.confidence, "puck": "ask"})


def moves_that_look_alike(
    rules: Rules[Any, Any], state: Any, places: Sequence[str], reading: Reading, settings: DecisionSettings
) -> list[Move]:
    """Moves that lay something on some of these places, where something else may as well have been laid."""
    ways: dict[frozenset[str], dict[frozenset[tuple[str, str]], tuple[float, Move]]] = {}
    for move in rules.suggest(state, reading.evidence, None):
        on = frozenset(rules.places_of(move))
        if on and on <= set(places) and all(reading.evidence.get(place) for place in on):
            changes = frozenset(rules.changes(state, move).items())
            seen = sum(reading.evidence.get(place, {}).get(what, settings.floor_nats) for place, what in changes)
            ways.setdefault(on, {}).setdefault(changes, (seen, move))
    found = []
    for on, same in ways.items():
        least = sum(max(reading.evidence[place].values()) for place in on) - settings.plain_nats
        nearly = [move for seen, move in same.values() if seen > least]
        found += nearly if len(nearly) > 1 else []
    return found
