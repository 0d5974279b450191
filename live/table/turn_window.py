"""The last moves that lie on the table against puck and score track: what each way to put quiet turns between costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from live.table.score_track import possible_owners
from live.table.session import Draft, Session, lines_on_the_table
from scoring.protocol import JudgedMove, Rules
from tabletop.moves import Move

INFINITE = float("inf")
BLIND = ""
"""In place of a player: nobody could see where the puck went."""
WHOSE_UNSEEN = "For a while nobody could see the table. Whose moves were these?"
WHOSE_QUIET = "Somebody's turn left no trace on the table. Whose moves were these?"
ABOUT_TURNS = frozenset({WHOSE_UNSEEN, WHOSE_QUIET})
"""What people are asked of which only puck and score markers could tell."""
LIKELIEST = 4
"""So many accounts are carried on from each place."""


@dataclass(frozen=True, slots=True)
class AttributionSettings:
    """What is how unlikely, in natural logarithms; origin: random games with imperfect players (tests/live)."""

    moves: int = 10
    """So many of the last moves that lie on the table may change their player."""
    quiet: float = 2.5
    """A turn without a trace: 8 % of the turns of random games."""
    quiet_again: float = 1.8
    """One more after it."""
    skipped: float = 1.0
    """The puck went past a player without being seen there."""
    forgotten: float = 3.0
    """Somebody moved without having got the puck."""
    late: float = 1.0
    """It came to somebody only after the move."""
    early: float = 2.7
    """It was passed on before the move was made."""
    early_again: float = 0.5
    """And so it was shortly before: who is in a hurry once is so again."""
    astray: float = 5.0
    """It lay where it had no business; of two players, two turns without a trace are likelier."""
    away: float = 1.5
    """And a move was made meanwhile."""
    track: float = 6.0
    """A score marker that advanced by just the points of the move is another player's: one in four hundred."""
    short_s: float = 0.7
    """A stop that did not last so long says nothing."""
    more: float = 0.4
    """By so much an account must be better than the record that only adds turns without a trace."""
    margin: float = 1.4
    """By so much one that changes the record ..."""
    margin_a_line: float = 0.3
    """... and by so much more for each line that it takes."""
    slow: float = 1.2
    """It stayed for a while with whoever had just moved: three in ten; mostly the same hand lays and passes."""
    slow_s: float = 1.2
    """So long."""
    near: float = 1.6
    """Accounts that differ by less, and agree about the last `agreed` moves, so that no puck will tell them apart any
    more, are asked about: five to one."""
    agreed: int = 2
    tie: float = 0.1
    """Where nobody passes a puck, accounts that differ by less are told apart by nothing: people are asked."""
    doubt: float = 1.6
    """After a blind time accounts that differ by less are asked about: five to one."""
    remembered: int = 60
    """So many sightings are kept."""


@dataclass(frozen=True, slots=True)
class TurnWindow:
    """The last moves that may change: those that lie on the table, the quiet ones between, the puck's stops."""

    players: tuple[str, ...]
    before: int
    """Seat (from 0) of the player before the first who moves in the window."""
    laid: tuple[JudgedMove, ...]
    quiet: tuple[tuple[JudgedMove, ...], ...]
    """Quiet turns before each of them, and after the last."""
    first_line: int
    """The line before the window, 0 for none."""
    stops: tuple[tuple[str, ...], ...]
    """Where the puck went before each of them, and after the last."""
    slow: tuple[bool, ...]
    """Whether the first of these stops came long after the move before it."""
    quiet_moves: tuple[Move | None, ...]
    """A turn without a trace as it may be made before each of them, and after the last; None where none may."""
    markers: tuple[frozenset[str] | None, ...]
    """Who made each of them by the score track, None where it does not tell."""
    passed: bool
    """Whether a puck is passed at all."""
    settings: AttributionSettings

    @classmethod
    def of(cls, session: Session, settings: AttributionSettings) -> TurnWindow | None:
        """None where nobody is to move, or neither puck nor score markers were ever seen."""
        rules, players = session.rules, session.header.players
        first, count = len(session.moves), 0
        asked = _asked_of_what_was_unseen(session)
        while first > 0 and session.moves[first - 1].n > session.fixed_lines:
            if session.moves[first - 1].n in asked or session.moves[first - 1].n in session.said:
                break  # it is not given away meanwhile, or no more
            lies = not rules.leaves_no_trace(session.moves[first - 1].judged.move)
            if lies and count == settings.moves:
                break
            first, count = first - 1, count + lies
        state = session.moves[first - 1].judged.state if first else rules.start(session.header)
        mover = rules.to_move(state)
        if mover not in players or not (session.sightings or session.track):
            return None
        laid: list[JudgedMove] = []
        quiet: list[list[JudgedMove]] = [[]]
        quiet_moves = [_quiet_move(rules, state)]
        for move in session.moves[first:]:
            if rules.leaves_no_trace(move.judged.move):
                quiet[-1].append(move)
            else:
                laid.append(move)
                quiet.append([])
                quiet_moves.append(_quiet_move(rules, move.judged.state))
        stops, slow = _stops(session, laid, settings)
        return cls(
            players,
            (players.index(mover) - 1) % len(players),
            tuple(laid),
            tuple(map(tuple, quiet)),
            session.moves[first - 1].n if first else 0,
            stops,
            slow,
            tuple(quiet_moves),
            possible_owners(session, laid),
            any(sighting.puck != BLIND for sighting in session.sightings),
            settings,
        )

    @property
    def blind(self) -> bool:
        """Whether there was a time in it in which nobody could see the puck."""
        return any(BLIND in stops for stops in self.stops)

    @property
    def question(self) -> str:
        """What people are asked where its accounts differ too little."""
        return WHOSE_UNSEEN if self.blind else WHOSE_QUIET

    def owners(self, quiet: Sequence[int]) -> tuple[str, ...]:
        """Whose the moves that lie on the table are, with so many quiet turns before each."""
        seat, found = self.before, []
        for count in quiet[: len(self.laid)]:
            seat = (seat + count + 1) % len(self.players)
            found.append(self.players[seat])
        return tuple(found)

    def as_recorded(self) -> tuple[int, ...] | None:
        """How many quiet turns the record has before each move and after the last; None where it keeps no order."""
        seat = self.before
        for place, quiet in enumerate(self.quiet):
            for move in (*quiet, *self.laid[place : place + 1]):
                seat = (seat + 1) % len(self.players)
                if move.judged.move.player != self.players[seat]:
                    return None
        return tuple(len(quiet) for quiet in self.quiet)

    def cost(self, quiet: Sequence[int]) -> float:
        """How unlikely the puck's way is with so many quiet turns before each move and after the last."""
        seat = self.before
        known = {False: 0.0}
        for place, count in enumerate(quiet):
            further: dict[bool, float] = {}
            for hurried, total in known.items():
                for early, cost in self._part(place, seat, count, hurried).items():
                    further[early] = min(further.get(early, INFINITE), total + cost)
            known = further
            seat = (seat + count + 1) % len(self.players)
        return min(known.values())

    def likeliest(self) -> list[tuple[float, tuple[int, ...]]]:
        """The likeliest numbers of quiet turns before each move and after the last, with their costs, best first."""
        known: dict[tuple[int, bool], list[tuple[float, tuple[int, ...]]]] = {(self.before, False): [(0.0, ())]}
        for place in range(len(self.quiet)):
            further: dict[tuple[int, bool], dict[tuple[int, ...], float]] = {}
            for (seat, hurried), accounts in known.items():
                for count in range(len(self.players) + 1 if self.quiet_moves[place] is not None else 1):
                    for early, part in self._part(place, seat, count, hurried).items():
                        there = further.setdefault(((seat + count + 1) % len(self.players), early), {})
                        for cost, counts in accounts:
                            grown = (*counts, count)
                            there[grown] = min(there.get(grown, INFINITE), cost + part)
            known = {
                state: sorted((cost, counts) for counts, cost in accounts.items())[:LIKELIEST]
                for state, accounts in further.items()
            }
        costs: dict[tuple[int, ...], float] = {}
        for cost, counts in (account for accounts in known.values() for account in accounts):
            costs[counts] = min(costs.get(counts, INFINITE), cost)
        return sorted((cost, counts) for counts, cost in costs.items())

    def _part(self, place: int, seat: int, count: int, hurried: bool) -> Mapping[bool, float]:
        """The cost of `count` quiet turns between the move of `seat` and the next one, by puck and score markers there.

        Apart for whether the puck was then passed on too early, as it may have been before (`hurried`).
        """
        chosen, players = self.settings, self.players
        turns = [players[(seat + step) % len(players)] for step in range(count + 3)]  # the last one: passed too early
        last = place == len(self.laid)
        early = chosen.early_again if hurried else chosen.early
        costs = {(int(hurried), False): 0.0}  # turn that the puck has come to, whether it lies astray now -> cost
        came_unseen = False
        for number, stop in enumerate(self.stops[place]):
            kept = chosen.slow * (number == 0 and self.slow[place])
            further: dict[tuple[int, bool], float] = {}
            if stop == BLIND:  # it may have gone on as far as the turns did
                for (at, _), cost in costs.items():
                    for there in range(at, count + 2):
                        further[(there, False)] = min(further.get((there, False), INFINITE), cost)
                costs, came_unseen = further, True
                continue
            for (at, _), cost in costs.items():
                steps = {(at, True): cost + chosen.astray}
                for there in range(at, len(turns) - last):
                    if turns[there] == stop:
                        extra = chosen.skipped * max(0, there - at - 1) + early * (there == count + 2 > at)
                        extra += chosen.late * (there == at == 0 and place > 0 and not came_unseen)
                        extra += kept * (there > at == 0)
                        steps[(there, False)] = cost + extra
                for where, value in steps.items():
                    further[where] = min(further.get(where, value), value)
            costs = further
        quiet = chosen.quiet * (count > 0) + chosen.quiet_again * max(0, count - 1)
        told = None if last else self.markers[place]
        quiet += 0.0 if told is None or turns[count + 1] in told else chosen.track
        open_end = last and not count
        ends: dict[bool, float] = {}
        for (at, astray), cost in costs.items():
            end = quiet + cost + self._missing(count + 1 - at, open_end) + chosen.away * (astray and not last)
            ends[at == count + 2] = min(ends.get(at == count + 2, INFINITE), end)
        return ends

    def _missing(self, turns: int, open_end: bool) -> float:
        """What it costs that the puck did not come as far as the turn went."""
        if turns <= 0 or open_end or not self.passed:
            return 0.0
        return self.settings.forgotten + self.settings.skipped * (turns - 1)

    def drafts(self, quiet: Sequence[int]) -> tuple[Draft, ...]:
        """Lines that make the record so."""
        drafts: list[Draft] = []
        seat, line = self.before, self.first_line
        for place, count in enumerate(quiet):
            there = list(self.quiet[place])
            missing: list[Draft] = []
            for _ in range(count):
                seat = (seat + 1) % len(self.players)
                wanted = _by(self.quiet_moves[place], self.players[seat])
                if there:
                    old = there.pop(0)
                    line = old.n
                    if old.judged.move.player != self.players[seat]:
                        drafts.append(Draft(wanted, "replace", of=old.n))
                elif place == len(self.laid):
                    drafts.append(Draft(wanted))
                else:
                    missing.append(Draft(wanted, "insert", after=line))
            drafts += missing
            drafts += [Draft(None, "replace", of=old.n) for old in there]
            seat = (seat + 1) % len(self.players)
            for move in self.laid[place : place + 1]:
                line = move.n
                if move.judged.move.player != self.players[seat]:
                    drafts.append(Draft(_by(move.judged.move, self.players[seat]), "replace", of=move.n))
        return tuple(drafts)


def _asked_of_what_was_unseen(session: Session) -> frozenset[int]:
    """The lines of moves made out of sight about which people are asked what they were."""
    first = min((one.after for one in session.sightings if one.puck == BLIND), default=None)
    if first is None:
        return frozenset()
    questions = (question for question in session.questions if question.text not in ABOUT_TURNS)
    return frozenset(line for question in questions for line in question.lines if line > first)


def _quiet_move(rules: Rules[Any, Any], state: Any) -> Move | None:
    """A turn without a trace, if one may be made now."""
    mover = rules.to_move(state)
    moves = () if mover is None else rules.quiet_moves(state, mover)
    return next((move for move in moves if move.do == "quiet"), None)


def _by(move: Any, player: str) -> Move:
    """The same move by another player."""
    other: Move = replace(move, player=player)
    return other


def _stops(
    session: Session, laid: Sequence[JudgedMove], settings: AttributionSettings
) -> tuple[tuple[tuple[str, ...], ...], tuple[bool, ...]]:
    """Where the puck went before each of these moves and after the last, and whether it stayed long where it was.

    What did not last is left out.
    """
    lines = [move.n for move in laid]
    parts: list[list[str]] = [[] for _ in range(len(lines) + 1)]
    slow = [False] * len(parts)
    earlier = _before(lines_on_the_table(session), lines[0] if lines else None)
    begun = earlier[-1] if earlier else 0
    seen = session.sightings
    puck = seen[0].puck if seen else BLIND  # where it lay when we began to look is no movement
    laid_s: dict[int, float] = {}  # move -> when the puck was first seen with it on the table
    for index, sighting in enumerate(seen):
        moved_s = next((later.since_s for later in seen[index:] if later.puck not in (sighting.puck, BLIND)), INFINITE)
        part = next((place + 1 for place in reversed(range(len(lines))) if lines[place] <= sighting.after), 0)
        there = bool(part) or sighting.after >= begun
        laid_s.setdefault(sighting.after, sighting.since_s)
        if sighting.puck == BLIND:
            puck = BLIND  # wherever it is seen next, it may have come there
            if there:
                parts[part].append(BLIND)
            continue
        if sighting.puck == puck or moved_s - sighting.since_s < settings.short_s:
            continue
        if there and not parts[part] and index:
            gone_s = seen[index - 1].gone_s
            slow[part] = (sighting.since_s if gone_s is None else gone_s) - laid_s[sighting.after] > settings.slow_s
        puck = sighting.puck
        if there:
            parts[part].append(puck)
    return tuple(map(tuple, parts)), tuple(slow)


def _before(lines: Sequence[int], line: int | None) -> Sequence[int]:
    """The lines that stand before this one, all where there is none."""
    return lines if line is None else lines[: lines.index(line)]
