"""Whose turns the last moves were, by the whole way that the puck went: later evidence repairs earlier turns.

One look tells little: a puck is forgotten, passed too early, or laid on the wrong mat for a moment. Here the puck's
way between the moves that lie on the table is held against every way in which quiet turns may stand between them
(dynamic programming over the moves, alignment of the puck's stops with the turns), and the cheapest one is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import dropwhile, islice

from live.table.session import Draft, PuckSighting, Session, lines_on_the_table, write
from live.table.turn_window import BLIND, INFINITE, LIKELIEST, AttributionSettings, TurnWindow

Account = tuple[float, tuple[int, ...]]
"""What it costs, and how many quiet turns it has before each move and after the last."""


def sighted(session: Session, puck: str | None, seen_s: float) -> Session:
    """The session with a sighting of the puck, if it lies elsewhere now, or a move was made since the last.

    Where it is not seen (None) the last sighting ends, once.
    """
    laid = lines_on_the_table(session)
    return replace(session, sightings=seen_further(session.sightings, laid[-1] if laid else 0, puck, seen_s))


def seen_further(
    sightings: tuple[PuckSighting, ...], after: int, puck: str | None, seen_s: float
) -> tuple[PuckSighting, ...]:
    """These sightings and one more, if the puck lies elsewhere now or after another move."""
    last = sightings[-1] if sightings else None
    if puck is None:
        if last is None or last.gone_s is not None:
            return sightings
        return (*sightings[:-1], replace(last, gone_s=seen_s))
    if last is not None and (last.after, last.puck) == (after, puck):
        return sightings
    return (*sightings[-AttributionSettings().remembered :], PuckSighting(after, puck, seen_s))


def seen_while_waiting(session: Session, pucks: Sequence[PuckSighting], lines: Sequence[int]) -> Session:
    """The session after moves that had waited were written as these lines: where the puck was seen meanwhile, they lay.

    As long as it stays with whoever had it before, nothing is new.
    """
    laid = set(lines_on_the_table(session))
    before = tuple(one for one in session.sightings if not pucks or one.puck == BLIND or one.since_s < pucks[0].since_s)
    holder = before[-1].puck if before else None
    meanwhile = []
    for one in dropwhile(lambda one: one.puck == holder, pucks):
        lie = [line for line in lines[: one.after] if line in laid]
        if lie:
            meanwhile.append(replace(one, after=lie[-1]))
    return replace(session, sightings=(*before, *meanwhile)) if meanwhile else session


def unseen(session: Session, seen_s: float) -> Session:
    """The session that knows that nobody could see where the puck went until now."""
    laid = lines_on_the_table(session)
    mark = PuckSighting(laid[-1] if laid else 0, BLIND, seen_s)
    return replace(session, sightings=(*session.sightings, mark)[-AttributionSettings().remembered :])


def moved_unseen(session: Session, lines: Sequence[int], since_s: float) -> Session:
    """The session after moves that were made out of sight, until `since_s`: where the puck was seen then, they lay."""
    lines = [n for n in lines_on_the_table(session) if n in lines]
    if not lines:
        return session
    meanwhile = tuple(PuckSighting(n, BLIND, since_s) for n in lines)
    before = tuple(one for one in session.sightings if one.puck == BLIND or one.since_s < since_s)
    then = tuple(replace(one, after=lines[-1]) for one in session.sightings if one not in before)
    return replace(session, sightings=(*before, *meanwhile, *then)[-AttributionSettings().remembered :])


@dataclass(frozen=True, slots=True)
class TurnsFound:
    """What the puck's whole way says of the last turns: the lines that would be written, mostly none."""

    drafts: tuple[Draft, ...] = ()
    others: tuple[tuple[int, ...], ...] = ()
    """Accounts that are nearly as likely: quiet turns before each move and after the last."""
    after_line: int = 0
    """The line before the moves that this is about, 0 for none."""
    told_no_more: bool = False
    """Whether nothing that the puck does from now on will tell these accounts apart."""
    doubted: frozenset[int] = frozenset()
    """The lines of the moves that are somebody else's by one of these accounts."""


def reattributed(session: Session, settings: AttributionSettings | None = None) -> TurnsFound:
    """Lines that give the last moves to other players, with more or fewer quiet turns between them; usually none."""
    chosen = settings or AttributionSettings()
    window = TurnWindow.of(session, chosen)
    if window is None or not any(window.quiet_moves):
        return TurnsFound()
    now = window.as_recorded()
    if now is None and not session.said:
        return TurnsFound()  # it was laid out of turn
    (cost, best), *others = window.likeliest()
    drafts = window.drafts(best)
    adds_only = all(draft.kind in ("played", "insert") for draft in drafts)
    margin = chosen.more if adds_only else chosen.margin + chosen.margin_a_line * len(drafts)
    known = INFINITE if now is None else window.cost(now)
    if not drafts or cost > known - margin or _breaks_rules(session, drafts):
        drafts, kept = (), now
    else:
        kept = best
    if kept is None:
        return TurnsFound()
    told_no_more = window.passed and not window.blind
    if told_no_more:
        accounts = _told_by_no_puck_to_come(window, kept, [(cost, best), *others], chosen)
    elif window.blind:
        accounts = [best, *_within(chosen.doubt, cost, others), *([now] if drafts and now is not None else [])]
    else:
        accounts = [best, *_within(chosen.tie, cost, others)] if window.cost(kept) <= cost + chosen.tie else []
    near: dict[tuple[str, ...], tuple[int, ...]] = {}
    for counts in accounts:
        if window.owners(counts) != window.owners(kept):
            near.setdefault(window.owners(counts), counts)
    possible = (counts for counts in near.values() if not _breaks_rules(session, window.drafts(counts)))
    others_told = tuple(islice(possible, LIKELIEST - 1))
    ours = window.owners(kept)
    doubted = frozenset(
        move.n
        for counts in others_told
        for move, owner, other in zip(window.laid, ours, window.owners(counts), strict=True)
        if owner != other
    )
    return TurnsFound(drafts, others_told, window.first_line, told_no_more, doubted)


def _within(most: float, cost: float, accounts: Sequence[Account]) -> list[tuple[int, ...]]:
    """The accounts that cost less than so much more than the best one."""
    return [counts for each, counts in accounts if each < cost + most]


def _told_by_no_puck_to_come(
    window: TurnWindow, kept: tuple[int, ...], accounts: Sequence[Account], settings: AttributionSettings
) -> list[tuple[int, ...]]:
    """Accounts nearly as likely as the one that is kept, which agree with it about the last moves.

    Where the puck goes next is equally likely by all of them; of others it will tell.
    """
    since = len(window.laid) - settings.agreed
    if since <= 0:
        return []
    return [
        counts
        for counts in _within(settings.near, window.cost(kept), accounts)
        if counts[since + 1 :] == kept[since + 1 :] and window.owners(counts)[since:] == window.owners(kept)[since:]
    ]


def _breaks_rules(session: Session, drafts: tuple[Draft, ...]) -> bool:
    """Whether more moves would be against the rules."""
    after = write(session, drafts, at=None).session
    illegal = [sum(not move.judged.legal for move in each.moves) for each in (session, after)]
    return illegal[1] > illegal[0]
