"""Earlier moves put right by what is seen now: carried on, taken away, misread, or made out only later."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product, takewhile
from math import inf
from typing import Any

from live.table.glimpses import changes_of, first_with, in_seen_order, last_without
from live.table.interpretation import (
    DecisionSettings,
    Interpretation,
    begun_with,
    laid_again,
    likeliest_at,
    mismatches,
    moves_of,
    puck_of,
    said_by_people,
    stands,
    state_before,
    without_puck,
)
from live.table.session import Choice, Draft, Question, Session, lines_on_the_table
from live.table.steady import says_nothing
from scoring.protocol import JudgedMove, Rules
from scoring.referee.explanation import WHAT_HAPPENED, explain
from tabletop.gamefile import load_game
from tabletop.moves import Move
from tabletop.readings import Reading

IN_PARTS = "streetcars"
"""In Big City: one or two, laid one after the other."""
ENDS = "end"
"""In My City: taking part no more, which leaves no trace."""
TURNED = "card"
"""In My City: turning over the next card."""
MOST_BODIES = 20
"""So many other moves at most are thought of in place of one."""


def second_streetcar(session: Session, reading: Reading, settings: DecisionSettings) -> Interpretation | None:
    """A second streetcar before the puck was seen with anybody but the one who laid the first: it is the same move."""
    puck = session.puck
    if not session.moves or puck is None:
        return None
    last = session.moves[-1]
    made = last.judged.move
    if made.do != IN_PARTS or puck != made.player:
        return None
    believed = _as_it_lay_where_nothing_is_told(session, made, reading, settings)
    explanation = explain(session.rules, state_before(session, len(session.moves) - 1), without_puck(believed))
    same = [move for move in explanation.moves if move.do == IN_PARTS and move.player == puck]
    if len(explanation.moves) != 1 or not same or same[0] == made:
        return None
    if mismatches(session.rules, explanation.best.state, reading, settings):
        return None
    question = _one_turn_or_two(session, same[0], reading, settings)
    return Interpretation((Draft(same[0], "replace", of=last.n),), doubtful=question is not None, question=question)


def _one_turn_or_two(session: Session, both: Move, reading: Reading, settings: DecisionSettings) -> Question | None:
    """Where the hand had gone between the two: the next player's turn may have been, with a puck that was forgotten."""
    rules, last = session.rules, session.moves[-1]
    made, player = last.judged.move, rules.to_move(session.state)
    places = set(rules.places_of(both)) - set(rules.places_of(made))
    empty_since = all(place in session.plain and session.plain[place].after >= last.n for place in places)
    if session.free_after < last.n or not empty_since or player is None:
        return None
    for move in rules.suggest(session.state, reading.evidence, player):
        judged = rules.judge(session.state, move)
        if move.player == player and judged.legal and not mismatches(rules, judged.state, reading, settings):
            apart = Choice(
                f"{rules.tell(made, judged.state)}; then {rules.tell(move, judged.state)}",
                (Draft(made, "replace", of=last.n), Draft(move)),
            )
            choices = (Choice(rules.tell(both, judged.state)), apart)
            return Question("", WHAT_HAPPENED, tuple(sorted(places)), choices, table_tells=False)
    return None


def _as_it_lay_where_nothing_is_told(
    session: Session, move: Move, reading: Reading, settings: DecisionSettings
) -> Reading:
    """The reading with what a move laid still where it lies, as far as just now nothing is told of it."""
    lying = session.rules.contents(session.state)
    evidence = {
        place: {what: 0.0 if what == lying.get(place, "empty") else settings.floor_nats for what in said}
        for place, said in reading.evidence.items()
        if place in session.rules.places_of(move) and says_nothing(said)
    }
    return replace(reading, evidence={**reading.evidence, **evidence}) if evidence else reading


def card_never_shown(session: Session, reading: Reading, settings: DecisionSettings) -> Interpretation | None:
    """The next card lies on one on which nobody has acted: one that nobody saw was turned over before that.

    In My City that is the blocking card, which the card that it blocks is laid upon at once. Somebody has acted whose
    token single looks showed elsewhere before a hand came over it; where a token is not seen at all nobody knows.
    """
    if not session.moves or session.moves[-1].judged.move.do != TURNED:
        return None
    rules, made = session.rules, session.moves[-1].judged.move
    acted = _acted_without_a_piece(session, reading)
    if acted is None:
        return None
    if acted:
        return _next_card(session, acted, reading, settings)
    before = state_before(session, len(session.moves) - 1)
    laid = tuple(rules.changes(before, made))
    if len(laid) != 1 or TURNED not in rules.kinds(before):
        return None
    place = laid[0]
    told = reading.evidence.get(place, {})
    if says_nothing(told) or place not in mismatches(rules, session.state, reading, settings):
        return None
    lies = max(told, key=told.__getitem__)
    cards = [rules.move_for(before, None, TURNED, placement) for placement in rules.placements(before, TURNED)]
    new = [card for card in cards if rules.changes(before, card) == {place: lies}]
    for card in cards if new else ():
        state, illegal = played_on(rules, before, [card, made, *new])
        if not illegal:
            after = session.moves[-2].n if len(session.moves) > 1 else 0
            left = mismatches(rules, state, reading, settings)
            drafts = (Draft(card, "insert", after=after), *map(Draft, new))
            return Interpretation(drafts, patience_s=settings.repair_after_s, more=bool(left))
    return None


def card_only_glimpsed(session: Session, reading: Reading, settings: DecisionSettings) -> Interpretation | None:
    """Before the card that lies there single looks showed another one: both were turned over, and one unseen before.

    In My City that is the blocking card again: on the card that it blocks nobody acts, so it lies there for a moment.
    """
    rules, state = session.rules, session.state
    if not session.glimpsed or TURNED not in rules.kinds(state):
        return None
    cards = [rules.move_for(state, None, TURNED, placement) for placement in rules.placements(state, TURNED)]
    wrong = mismatches(rules, state, reading, settings)
    for card in cards:
        for place, word in rules.changes(state, card).items():
            if place not in wrong or likeliest_at(reading, place) != word:
                continue
            looks = [one.told for one in session.glimpsed.get(place, ()) if not says_nothing(one.told)]
            shown = {max(told, key=told.__getitem__) for told in looks} - {word, rules.contents(state).get(place)}
            blocked = [other for other in cards if rules.changes(state, other).get(place) in shown]
            for other, unseen in product(blocked, cards):
                after, illegal = played_on(rules, state, [unseen, other, card])
                if not illegal:
                    left = mismatches(rules, after, reading, settings)
                    drafts = tuple(map(Draft, (unseen, other, card)))
                    return Interpretation(drafts, patience_s=settings.repair_after_s, more=bool(left))
    return None


def _acted_without_a_piece(session: Session, reading: Reading) -> list[Move] | None:
    """What single looks showed that players did who had not acted yet, as passing; None where that may be otherwise."""
    rules, found = session.rules, list[Move]()
    for move in (move for player in session.header.players for move in rules.quiet_moves(session.state, player)):
        for place, word in rules.changes(session.state, move).items():
            now = likeliest_at(reading, place)
            looks = [one.told for one in session.glimpsed.get(place, ()) if one.told]
            if now == word or (now is None and place in session.plain and not looks):
                return None
            if now is None and looks and looks[-1].get(word) == max(looks[-1].values()):
                found.append(move)
    return found


def _next_card(
    session: Session, acted: Sequence[Move], reading: Reading, settings: DecisionSettings
) -> Interpretation | None:
    """The card that lies there, turned over after what these players did."""
    rules = session.rules
    state, illegal = played_on(rules, session.state, acted)
    for placement in rules.placements(state, TURNED) if not illegal and TURNED in rules.kinds(state) else ():
        card = rules.move_for(state, None, TURNED, placement)
        if all(likeliest_at(reading, place) == word for place, word in rules.changes(state, card).items()):
            left = mismatches(rules, rules.judge(state, card).state, reading, settings)
            return Interpretation((*map(Draft, acted), Draft(card)), patience_s=settings.wait_s, more=bool(left))
    return None


def entered_on_a_card(session: Session, reading: Reading, settings: DecisionSettings) -> Interpretation | None:
    """The next card lay there already when its players entered what they did on it: they had acted on the last one.

    The camera saw the card only after that.
    """
    rules, moves = session.rules, session.moves
    early = list(takewhile(lambda one: not one.judged.legal and _entered(rules, one.judged.move), reversed(moves)))
    if not early:
        return None
    before, ends = state_before(session, len(moves) - len(early)), [one.judged.move for one in reversed(early)]
    wrong = set(mismatches(rules, session.state, reading, settings))
    for placement in rules.placements(before, TURNED) if TURNED in rules.kinds(before) else ():
        card = rules.move_for(before, None, TURNED, placement)
        changes = rules.changes(before, card)
        if not changes or any(likeliest_at(reading, place) != word for place, word in changes.items()):
            continue
        state, illegal = played_on(rules, before, [card, *ends])
        left = mismatches(rules, state, reading, settings)
        if not illegal and wrong.issuperset(changes) and wrong.isdisjoint(changes.keys() & set(left)):
            after = moves[-len(early) - 1].n if len(moves) > len(early) else 0
            return Interpretation((Draft(card, "insert", after=after),), more=bool(left))
    return None


def _entered(rules: Rules[Any, Any], move: Move) -> bool:
    """Whether people enter it, since it leaves no trace on the table."""
    return move.player is not None and rules.leaves_no_trace(move)


def goes_on_under_a_hand(session: Session, account: Interpretation, reading: Reading) -> bool:
    """Whether what would be written is one part of a turn that may have two, and the other may be under the hand.

    Once the puck lies with somebody else, the turn is over.
    """
    for draft in account.drafts:
        move = draft.move
        if move is not None and move.do == IN_PARTS and session.rules.things(move) == 1:
            return under_a_hand(session, reading) and puck_of(reading) in (None, move.player)
    return False


def under_a_hand(session: Session, reading: Reading) -> bool:
    """Whether something is covered now that showed since the last move but one that lies on the table.

    What showed no more before that is hidden by the table itself: by a tall piece beside it, or a cup. What was never
    plainly seen counts as hidden by the hand.
    """
    *_, before, _ = (0, 0, *lines_on_the_table(session))
    return any(place not in session.plain or session.plain[place].after >= before for place in reading.covered)


def late_part(
    session: Session, reading: Reading, best: Interpretation, settings: DecisionSettings, *, came_over: bool = True
) -> Interpretation | None:
    """What looks like a move of its own is a further part of an earlier one that could not be made out until now.

    A second streetcar lies where nothing has been plainly seen since the first one was laid, and where nothing has
    come over it since the next player got the puck (unless `came_over` is False: it may be either's then). What else is
    new is told beside it; of what looks like one move of the next player a part is late where single looks showed it
    before the puck was seen with them. What they showed before it was a player's turn is no part of that move either.
    """
    rules, moves = session.rules, session.moves
    new = [draft.move for draft in best.drafts if draft.move is not None]
    fresh = {place for move in new for place in rules.places_of(move)}
    if new and came_over:
        fresh -= _came_since(session, new[0].player)
    shown_s = _shown_s(session, new, settings)
    shown = _shown_before(session, new, shown_s)
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
            if any(shown_s.get(place, inf) < _turn_began_s(session, move.player, line) for place in more):
                continue
            late = more if more <= shown else unseen
            apart = [one for one in new if not late.issuperset(rules.places_of(one))]  # not the late part alone
            state, illegal = played_on(rules, before, [other, *later])
            beside = None if illegal else _told_beside(rules, state, reading, max(len(apart), len(new) - 1), settings)
            if beside is not None:
                drafts = (Draft(other, "replace", of=line), *(Draft(one) for one in beside))
                return Interpretation(drafts, patience_s=settings.wait_s)
    return None


def _told_beside(
    rules: Rules[Any, Any], state: Any, reading: Reading, most: int, settings: DecisionSettings
) -> tuple[Move, ...] | None:
    """So many legal moves at most after which the table is as it is seen; None where there are none."""
    if not mismatches(rules, state, reading, settings):
        return ()
    if most < 1:
        return None
    best = explain(rules, state, without_puck(reading), settings=settings.referee).best
    told = len(best.moves) <= most and not mismatches(rules, best.state, reading, settings)
    return best.moves if told and all(judged.legal for judged in best.judged) else None


def _came_since(session: Session, mover: str | None) -> frozenset[str]:
    """The places over which something came since it is plainly this player's turn: what lies there now may be new."""
    last = session.sightings[-1] if session.sightings else None
    if last is None or last.puck != mover:
        return frozenset()
    return frozenset(place for place, came_s in session.hidden_s.items() if came_s > last.since_s)


def _shown_s(session: Session, moves: Sequence[Move], settings: DecisionSettings) -> dict[str, float]:
    """When single looks showed first what these moves laid on each place; inf where none did."""
    laid = [{place: what} for change in changes_of(session, session.state, moves) for place, what in change.items()]
    first_s = [first_with(session, one, (), last_without(session, one, settings)) for one in laid]
    return {place: seen_s for one, seen_s in zip(laid, first_s, strict=True) for place in one}


def _shown_before(session: Session, moves: Sequence[Move], shown_s: Mapping[str, float]) -> frozenset[str]:
    """The places of which that was before the puck was seen with the player of these moves."""
    last = session.sightings[-1] if session.sightings else None
    if last is None or not moves or last.puck != moves[0].player:
        return frozenset()
    return frozenset(place for place, first_s in shown_s.items() if first_s < last.since_s)


def _turn_began_s(session: Session, player: str | None, line: int) -> float:
    """When the puck was first seen with a player in the turn in which that line was played; -inf where it was not."""
    began_s = -inf
    for seen in reversed(session.sightings):
        if seen.after < line:
            if seen.puck != player:
                break
            began_s = seen.since_s
    return began_s


def carried_on(
    session: Session, reading: Reading, best: Interpretation, settings: DecisionSettings
) -> Interpretation | None:
    """What was laid last is carried on, or taken away, by the same player, and its place is as before: it lay wrongly.

    By the rules of some games that would be a move of its own, but nobody makes both one right after the other.
    """
    if len(best.drafts) != 1 or best.drafts[0].kind != "played" or best.drafts[0].move is None:
        return None
    return last_told_otherwise(session, len(session.moves), best.drafts[0].move, reading, settings)


def last_told_otherwise(
    session: Session, count: int, move: Move, reading: Reading, settings: DecisionSettings
) -> Interpretation | None:
    """The last of so many moves told otherwise, in place of one more by which what it laid is carried on."""
    if not count:
        return None
    rules, last = session.rules, session.moves[count - 1]
    made = last.judged.move
    shared = set(rules.places_of(move)) & set(rules.places_of(made))
    if (move.player, move.do) != (made.player, made.do) or not shared:
        return None
    before = state_before(session, count - 1)
    then, now = rules.contents(before), rules.contents(rules.judge(last.judged.state, move).state)
    if any(then.get(place, "empty") != now.get(place, "empty") for place in shared):
        return None
    for other in (None, *_other_bodies(session, before, made, reading)):
        state, illegal = played_on(rules, before, [] if other is None else [other])
        if not illegal and not mismatches(rules, state, reading, settings):
            drafts = (Draft(other, "replace", of=last.n),)
            return Interpretation(drafts, patience_s=repair_patience_s(session, drafts, settings))
    return None


def carried_on_first(
    session: Session, reading: Reading, best: Interpretation, settings: DecisionSettings
) -> Interpretation | None:
    """What was laid last is carried on, and something else was laid before anybody could see it: it lay wrongly.

    Which of the two came first nobody can tell, and nothing hangs on it.
    """
    rules, moves = session.rules, session.moves
    new = moves_of(best.drafts)
    if not moves or len(new) < 2:
        return None
    last, before = moves[-1], state_before(session, len(moves) - 1)
    made = last.judged.move
    places = set(rules.places_of(made))
    again = [move for move in new if (move.player, move.do) == (made.player, made.do)]
    then, now = rules.contents(before), rules.contents(played_on(rules, session.state, new)[0])
    if not any(places & set(rules.places_of(move)) for move in again):
        return None
    if any(then.get(place, "empty") != now.get(place, "empty") for place in places):
        return None
    explanation = explain(rules, before, without_puck(reading), settings=settings.referee)
    first, *others = explanation.moves or (made,)
    legal = all(judged.legal for judged in explanation.best.judged)
    if not legal or len(others) + 1 != len(new) or (first.player, first.do) != (made.player, made.do):
        return None
    if mismatches(rules, explanation.best.state, reading, settings):
        return None
    drafts = (Draft(first, "replace", of=last.n), *(Draft(move) for move in others))
    return Interpretation(drafts, patience_s=repair_patience_s(session, drafts, settings))


def put_right_among(
    session: Session, moves: Sequence[Move], reading: Reading, left: Sequence[str], settings: DecisionSettings
) -> Interpretation | None:
    """What was laid last lies elsewhere now, not just gone: so much else is new that the referee found no more.

    `moves` are those that it found, `left` the places that they leave unexplained.
    """
    if not session.moves:
        return None
    rules, last, before = session.rules, session.moves[-1], state_before(session, len(session.moves) - 1)
    made, new = last.judged.move, in_seen_order(session, moves, settings)
    laid = sorted(rules.changes(before, made).values())
    for other in _other_bodies(session, before, made, reading):
        if sorted(rules.changes(before, other).values()) != laid:
            continue
        state, illegal = played_on(rules, before, [other, *new])
        still = mismatches(rules, state, reading, settings)
        if not illegal and len(still) < len(left):
            drafts = (Draft(other, "replace", of=last.n), *map(Draft, new))
            return Interpretation(drafts, still, None, repair_patience_s(session, drafts, settings))
    return None


def _since_end(session: Session, settings: DecisionSettings) -> list[tuple[int, JudgedMove]]:
    """The last moves that may be repaired, each with its number, the newest first: since people entered something."""
    back = reversed(list(enumerate(session.moves)))
    since = takewhile(lambda known: not said_by_people(session.rules, known[1].judged.move), back)
    return list(since)[: settings.repairs_back]


def laid_wrongly(
    session: Session, reading: Reading, best: Interpretation, settings: DecisionSettings
) -> Interpretation | None:
    """What was laid against the rules, and not as the last move, is carried on or taken away: it lay wrongly."""
    rules, moves = session.rules, session.moves
    new = moves_of(best.drafts)
    for index, known in _since_end(session, settings) if new else ():
        made = known.judged.move
        again = next((move for move in new if _takes_up(rules, session.state, move, made)), None)
        if known.judged.legal or again is None:
            continue
        before, rest = state_before(session, index), [move for move in new if move != again]
        later = [*(other.judged.move for other in moves[index + 1 :]), *rest]
        against = sum(not other.judged.legal for other in moves[index:])
        for other in (None, *_other_bodies(session, before, made, reading)):
            state, illegal = played_on(rules, before, later if other is None else [other, *later])
            if illegal < against and not mismatches(rules, state, reading, settings):
                drafts = (Draft(other, "replace", of=known.n), *(Draft(move) for move in rest))
                return Interpretation(drafts, patience_s=repair_patience_s(session, drafts, settings), more=best.more)
    return None


def told_twice(
    session: Session, reading: Reading, best: Interpretation, settings: DecisionSettings
) -> Interpretation | None:
    """What seems to have left its place was carried on before: where it lies since it was told as another thing."""
    rules, moves = session.rules, session.moves
    new = moves_of(best.drafts)
    for index, known in _since_end(session, settings) if new else ():
        made = known.judged.move
        again = next(filter(None, (laid_again(session, place) for place in rules.places_of(made))), None)
        later = {other.n: other.judged.move for other in moves[index + 1 :]}
        if again not in later or not any(_takes_up(rules, session.state, move, made) for move in new):
            continue
        twice = later.pop(again)
        state, illegal = played_on(rules, state_before(session, index), [twice, *later.values()])
        beside = None if illegal else _told_beside(rules, state, reading, len(new), settings)
        if beside is not None:
            drafts = (Draft(twice, "replace", of=known.n), Draft(None, "replace", of=again), *map(Draft, beside))
            return Interpretation(drafts, patience_s=repair_patience_s(session, drafts, settings), more=best.more)
    return None


def never_taken(
    session: Session, reading: Reading, best: Interpretation, settings: DecisionSettings
) -> Interpretation | None:
    """What stands again where one of the last moves took it from was never taken: that move laid another one."""
    rules, moves, kinds = session.rules, session.moves, load_game(session.header.game).by_id
    new = moves_of(best.drafts)
    for index, known in _since_end(session, settings) if new else ():
        made = known.judged.move
        before = state_before(session, index)
        lay, changes = rules.contents(before), rules.changes(before, made)
        left = {place: lay[place] for place in changes if stands(lay.get(place), kinds)}
        again = [move for move in new if _puts_back(rules, session.state, move, made, left)]
        rest = [move for move in new if move not in again]
        later = [*(other.judged.move for other in moves[index + 1 :]), *rest]
        for other in _other_bodies(session, before, made, reading) if again else ():
            state, illegal = played_on(rules, before, [other, *later])
            if not illegal and not mismatches(rules, state, reading, settings):
                drafts = (Draft(other, "replace", of=known.n), *(Draft(move) for move in rest))
                return Interpretation(drafts, patience_s=settings.wait_s, more=best.more)
    return None


def _puts_back(rules: Rules[Any, Any], state: Any, move: Move, made: Move, left: Mapping[str, str]) -> bool:
    """Whether a move lays again, on one place, just what another one took away from there."""
    changes = rules.changes(state, move)
    return (move.player, move.do) == (made.player, made.do) and any(
        changes.get(place) == word and len(changes) == 1 for place, word in left.items()
    )


def _takes_up(rules: Rules[Any, Any], state: Any, move: Move, made: Move) -> bool:
    """Whether a move takes up again just what another one laid."""
    if (move.player, move.do) != (made.player, made.do):
        return False
    lying, changes = rules.contents(state), rules.changes(state, move)
    return any(place in changes and lying.get(place) != changes[place] for place in rules.places_of(made))


def came_late(session: Session, reading: Reading, settings: DecisionSettings) -> Interpretation | None:
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
            then, illegal = played_on(rules, after.state, later)
            if not illegal and not mismatches(rules, then, reading, settings):
                return Interpretation((Draft(other, "replace", of=line),), patience_s=settings.wait_s)
    return None


def repairs(session: Session, reading: Reading, settings: DecisionSettings) -> Iterator[Interpretation]:
    """Accounts that change one of the last moves: it lies elsewhere now, or was taken away; the newest first.

    What was written twice was carried on, but not after people have entered the end of a round.
    """
    rules, moves = session.rules, session.moves
    for index in range(len(moves) - 1, max(begun_with(session), len(moves) - settings.repairs_back) - 1, -1):
        line, move = moves[index].n, moves[index].judged.move
        if said_by_people(rules, move):
            continue
        before = state_before(session, index)
        against = sum(not other.judged.legal for other in moves[index:])
        still_wrong: list[Interpretation] = []
        for other in (*_other_bodies(session, before, move, reading), None):
            body = [] if other is None else [other]
            until_end = takewhile(lambda known: not said_by_people(rules, known.judged.move), moves[index + 1 :])
            twice = [known.n for known in until_end if other is not None and alike(other, known.judged.move)]
            if line in session.played.guesses and not session.played.guesses.issuperset(twice):
                continue  # it is the guess that was wrong, not what is known
            if other is not None and _laid_in_a_later_round(session, before, line, move, other):
                continue
            kept = [known.judged.move for known in moves[index + 1 :] if known.n not in twice]
            state, illegal = played_on(rules, before, [*body, *kept])
            if illegal > against:
                continue  # what lies there was laid by a later move, which would have nowhere to go
            left = mismatches(rules, state, reading, settings)
            drafts = (Draft(other, "replace", of=line), *(Draft(None, "replace", of=known) for known in twice))
            mended = Interpretation(drafts, left, None, repair_patience_s(session, drafts, settings))
            if moves[index].judged.legal or illegal < against:
                yield mended
            else:
                still_wrong.append(mended)
        if not moves[index].judged.legal:
            yield from _laid_later(session, reading, index, settings)
        yield from still_wrong


def _laid_in_a_later_round(session: Session, before: Any, line: int, move: Move, other: Move) -> bool:
    """Whether the other move laid another thing, elsewhere, where nothing lay once the round of this line had ended.

    The same thing somewhere else was put right, and a thing that covers more was seen in part.
    """
    rules, lines = session.rules, {known.n for known in session.moves}
    old, new = rules.changes(before, move), rules.changes(before, other)
    if set(old.values()) == set(new.values()) or old.keys() <= new.keys():
        return False
    ended_s = min((end.entered_s for end in session.rounds_ended if end.n in lines and end.n > line), default=inf)
    return any(place in session.plain and session.plain[place].seen_s > ended_s for place in new.keys() - old.keys())


def _laid_later(session: Session, reading: Reading, index: int, settings: DecisionSettings) -> Iterator[Interpretation]:
    """What was against the rules when it was told was none: what lies there now came after all other moves, by them."""
    rules, moves = session.rules, session.moves
    state, illegal = played_on(rules, state_before(session, index), [known.judged.move for known in moves[index + 1 :]])
    if illegal:
        return
    explanation = explain(rules, state, without_puck(reading), settings=settings.referee)
    best = explanation.best
    if best.moves and all(judged.legal for judged in best.judged) and not best.taken_back:
        drafts = (Draft(None, "replace", of=moves[index].n), *(Draft(move) for move in best.moves))
        left = mismatches(rules, best.state, reading, settings)
        yield Interpretation(drafts, left, None, repair_patience_s(session, drafts, settings))


def repair_patience_s(session: Session, drafts: Sequence[Draft], settings: DecisionSettings) -> float:
    """How long a repair must last: long where something known is merely gone, short where it lies elsewhere now."""
    gone = {draft.of for draft in drafts if draft.kind == "replace" and draft.move is None}
    if not session.played.guesses.issuperset(gone):
        return settings.repair_after_s
    return settings.wait_s if any(draft.kind == "replace" for draft in drafts) else 0.0


def alike(one: Move, other: Move) -> bool:
    """Whether two moves differ in their players only: a piece that was carried on is told twice and lies there once."""
    if one.player is None or other.player is None:
        return one == other
    return one == replace(other, player=one.player)  # type: ignore[type-var]


def _other_bodies(session: Session, before: Any, move: Move, reading: Reading) -> Sequence[Move]:
    """What the same player may have done instead at that moment, by what is seen now; what is plainly seen first.

    Where much is hidden nearly everything may lie nearly everywhere.
    """
    rules, lying = session.rules, session.rules.contents(before)

    def plainness(other: Move) -> float:
        changes, silent = rules.changes(before, other).items(), dict[str, float]()
        told = ((reading.evidence.get(place, silent), what, lying.get(place, "empty")) for place, what in changes)
        return sum(said.get(what, 0.0) - said.get(before_it, 0.0) for said, what, before_it in told)

    others = (
        other
        for other in rules.suggest(before, reading.evidence, move.player)
        if other.player == move.player and other != move and other.do == move.do
    )
    return sorted(others, key=plainness, reverse=True)[:MOST_BODIES]


def played_on(rules: Rules[Any, Any], state: Any, moves: Sequence[Move]) -> tuple[Any, int]:
    """The state after these moves, and how many of them break a rule."""
    illegal = 0
    for move in moves:
        judged = rules.judge(state, move)
        state, illegal = judged.state, illegal + (not judged.legal)
    return state, illegal
