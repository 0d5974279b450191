"""What the page offers people: likely corrections, the likeliest first, and what every place would be worth now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any

from live.table.interpretation import DecisionSettings, mismatches, state_before
from live.table.session import Session, move_words
from scoring.protocol import Rules
from tabletop.errors import UsageError
from tabletop.moves import Move
from tabletop.notation import move_from_json, move_to_json
from tabletop.schema import Mismatch


@dataclass(frozen=True, slots=True)
class SuggestionSettings:
    """How many are looked at and offered."""

    offered: int = 5
    seen: int = 40
    """So many moves that would explain what is seen are weighed."""
    near: int = 80
    """So many legal moves that touch the same places are weighed."""


def correction_suggestions(
    session: Session, wish: Mapping[str, Any], settings: SuggestionSettings | None = None
) -> Mapping[str, Any]:
    """Other bodies for the move `of`, or moves that may be missing after line `after` (0: the start), ranked.

    First what leaves least on the table unexplained (by the newest reading, where there is one) once every later move
    is made again, then what resembles the move as it stands. Raises UsageError where there is no such move.
    """
    chosen = settings or SuggestionSettings()
    replaced, index = _where(session, wish)
    before = state_before(session, index)
    player = replaced.player if replaced is not None else session.rules.to_move(before)
    later = [move.judged.move for move in session.moves[index + (replaced is not None) :]]
    pool = _pool(session, before, player, replaced, chosen)
    ranked = sorted(pool, key=lambda move: _unlikeliness(session, before, move, later, replaced))
    offered = [_told(session, before, move) for move in ranked[: chosen.offered]]
    return {"of": wish.get("of"), "after": wish.get("after"), "moves": offered}


def named_spots(session: Session, wish: Mapping[str, Any]) -> Mapping[str, Any]:
    """Where the part of a move may lie that has no place's name for it, each spot in the words that people see there.

    `move` is the move's body so far and `key` what holds the spot: legal ones with the rest of the body as it is, and
    first the one that stands in it. `of` or `after` as for corrections. Raises UsageError where there is no such move.
    """
    replaced, index = _where(session, wish)
    before, rules, game = state_before(session, index), session.rules, session.header.game
    body, key = dict(wish["move"]), str(wish["key"])
    found: dict[str, tuple[Any, str]] = {}
    for kind in (kind for kind in rules.kinds(before) if kind in str(body.get("do"))):
        for placement in rules.placements(before, kind):
            move = rules.move_for(before, replaced.player if replaced else None, kind, placement)
            other = move_to_json(game, move)
            if all(other.get(name) == body.get(name) for name in other.keys() - {key, "player"}):
                found[repr(other[key])] = (other[key], move_words(rules, move, rules.judge(before, move).state))
    if key in body and repr(body[key]) not in found:
        with suppress(Mismatch):  # half typed: it has no words yet
            move = move_from_json(game, body)
            found = {"": (body[key], move_words(rules, move, rules.judge(before, move).state)), **found}
    return {"spots": [{"value": value, "words": words} for value, words in found.values()]}


def _where(session: Session, wish: Mapping[str, Any]) -> tuple[Move | None, int]:
    """The move that is to be replaced (None for an insertion), and how many moves come before."""
    numbers = [move.n for move in session.moves]
    if wish.get("of") in numbers:
        index = numbers.index(wish["of"])
        return session.moves[index].judged.move, index
    if wish.get("of") is None and wish.get("after") == 0:
        return None, 0
    if wish.get("of") is None and wish.get("after") in numbers:
        return None, numbers.index(wish["after"]) + 1
    raise UsageError(f"there is no move {wish.get('of') or wish.get('after')} that counts")


def _pool(
    session: Session, before: Any, player: str | None, replaced: Move | None, settings: SuggestionSettings
) -> tuple[Move, ...]:
    """Moves worth weighing: answers of open questions, what is seen, and what lies near."""
    rules = session.rules
    moves: dict[Move, None] = {}
    for question in session.questions:
        for choice in question.choices:
            moves.update((draft.move, None) for draft in choice.drafts if draft.move is not None)
    evidence = session.seen.evidence if session.seen is not None else {}
    moves.update((move, None) for move in islice(rules.suggest(before, evidence, player), settings.seen))
    if replaced is not None:
        moves.update((move, None) for move in islice(_near(rules, before, replaced), settings.near))
    return tuple(move for move in moves if move.player == player and move != replaced)


def _near(rules: Rules[Any, Any], before: Any, replaced: Move) -> Iterator[Move]:
    """Legal moves of the same player that touch a place of the move."""
    touched = set(rules.places_of(replaced))
    for kind in rules.kinds(before):
        try:
            placements = rules.placements(before, kind, player=replaced.player)
        except UsageError:
            continue  # this kind needs a value of dice or cards, which nobody knows here
        for placement in placements:
            move = rules.move_for(before, replaced.player, kind, placement)
            if touched.intersection(rules.places_of(move)):
                yield move


def _unlikeliness(
    session: Session, before: Any, move: Move, later: Iterable[Move], replaced: Move | None
) -> tuple[int, float, float, bool]:
    """To sort by: places left unexplained, evidence against it, how little it resembles the move, legal first."""
    rules, settings = session.rules, DecisionSettings()
    judged = rules.judge(before, move)
    unexplained, against = 0, 0.0
    if session.seen is not None:
        state = judged.state
        for other in later:
            state = rules.judge(state, other).state
        unexplained = len(mismatches(rules, state, session.seen, settings))
        contents = rules.contents(state)
        for place in rules.places_of(move):
            evidence = session.seen.evidence.get(place)
            if evidence:
                against += max(evidence.values()) - evidence.get(contents.get(place, "empty"), settings.floor_nats)
    return (unexplained, round(against, 3), _difference(rules, move, replaced), not judged.legal)


def _difference(rules: Rules[Any, Any], move: Move, replaced: Move | None) -> float:
    """0 for the same places and kind, up to 2 for others of both."""
    if replaced is None:
        return 0.0
    places, before = set(rules.places_of(move)), set(rules.places_of(replaced))
    apart = 1.0 - len(places & before) / max(1, len(places | before))
    same = move.do == replaced.do and getattr(move, "kind", None) == getattr(replaced, "kind", None)
    return apart + (0.0 if same else 1.0)


def _told(session: Session, before: Any, move: Move) -> Mapping[str, Any]:
    judged = session.rules.judge(before, move)
    return {
        "body": move_to_json(session.header.game, move),
        "player": move.player,
        "text": move_words(session.rules, move, judged.state),
        "points": judged.points,
        "legal": judged.legal,
    }


MOST_KINDS = 60


def placement_values(session: Session, wish: Mapping[str, Any]) -> Mapping[str, Any]:
    """For each place the most points that `kind` of `player` (default: whose turn it is) could score there now.

    A place that a piece of several cells could cover in several ways has the best of them; places where it may not
    go are not named. `value` is what dice or cards decide, where the game needs it. Raises UsageError.
    """
    rules, state = session.rules, session.state
    kinds = rules.kinds(state)[:MOST_KINDS]
    kind, value = wish.get("kind"), wish.get("value")
    player = wish.get("player") or rules.to_move(state) or session.header.players[0]
    if player not in session.header.players:
        raise UsageError(f"'{player}' does not play; the players are {', '.join(session.header.players)}")
    if kind not in kinds:
        raise UsageError(f"there is no kind '{kind}'; the kinds are {', '.join(kinds)}")
    best: dict[str, int] = {}
    placements = rules.placements(state, kind, player=player, value=value)
    for placement in placements:
        for place in rules.places_of(rules.move_for(state, player, kind, placement)):
            best[place] = max(placement.points, best.get(place, placement.points))
    return {
        "kind": kind,
        "player": player,
        "places": best,
        "ways": len(placements),
        "best": max(best.values(), default=None),
    }
