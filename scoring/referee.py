"""The moves between two looks at the table: which sequence of turns explains the change, and how surely.

Every hypothesis is a short sequence of turns from the state before: visible moves that the game's rules suggest for
what the evidence shows, quiet turns, and turns taken back. Its weight is Bayes' rule on three things: how well the
table would then fit the reader's likelihoods place by place, what puck and score markers say, and how plausible the
turns are (legal, few). A place may always be misread; how often is estimated from the reading itself, by the places
that no hypothesis explains. What is not clearly best is asked.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import exp, log
from typing import Any, Literal

from scoring.evidence_model import IN_SEARCH, PlaceModel, evidence_of, marginal_fit, models_of
from scoring.protocol import Judged, Rules
from tabletop.moves import Move
from tabletop.readings import Evidence, Reading

Verdict = Literal["certain", "likely", "ask"]
EQUAL = 0.01
"""Weights that differ by less, as natural logarithms, are equal."""


@dataclass(frozen=True, slots=True)
class RefereeSettings:
    """Tuning numbers: probabilities unless a unit is named; origin: `benchmarks/referee.py` over random games."""

    certain: float = 0.995
    likely: float = 0.98
    most_moves: int = 3
    """How many turns may lie between two looks."""
    beam: int = 20
    """How many hypotheses with the same number of quiet turns are carried on from turn to turn."""
    candidates: int = 32
    """How many visible moves are judged after each hypothesis, those that explain most."""
    choices_a_place: float = 1.5
    """How many visible moves a turn may be, for each place of the reading; each is as likely as another."""
    weighed: int = 32
    """How many hypotheses of each number of turns get a probability."""
    unseen_moves: float = 0.5
    """How many of the visible moves put down a single thing that one misread place hides."""
    quiet_move: float = 0.08
    """That a turn left no trace."""
    quiet_again: float = 0.4
    """The same after another quiet turn: late in a game all pass."""
    illegal_move: float = 0.01
    """That a visible move is against the rules."""
    stray_thing: float = 1 / 30
    """That each further thing of an illegal move (a second streetcar somewhere) lies just there."""
    taken_back: float = 0.02
    """That a legal turn is taken back by its player; an illegal one is as likely taken back as not."""
    a_turn: float = 0.5
    """That somebody has moved between two looks, against nobody."""
    another_turn: float = 0.5
    """That there was one more turn after that, and so on; 0.1 and less where looks follow each other quickly."""
    puck_as_expected: float = 0.98
    """That the puck lies with the one who is next or who has just moved."""
    puck_moved_astray: float = 0.1
    """That it was moved to where it does not belong, rather than only left there."""
    puck_left_behind: float = 0.2
    """That it is still with the one who moved before the last look, where nobody knows where it lay then."""
    puck_went_round: float = 0.1
    """That it went all the way around between two looks while nothing else changed, rather than stayed."""
    marker_forgotten: float = 0.15
    """That a player has not moved the score marker."""
    marker_wrong: float = 0.03
    as_the_reader_says: float = 0.75
    """That pieces are grouped as the reader's best guess has them, where the places alone cannot tell."""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A sequence of turns, judged, with its probability among all."""

    moves: tuple[Move, ...]
    judged: tuple[Judged[Any], ...]
    state: Any
    """The state after them."""
    probability: float
    taken_back: int = 0
    """How many of the last moves before are taken back first."""


@dataclass(frozen=True, slots=True)
class Question:
    """What to ask people when the picture does not decide: one sentence, the answers, the places to look at."""

    text: str
    answers: tuple[tuple[str, Hypothesis], ...]
    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """The most likely turns between two looks, and how surely."""

    verdict: Verdict
    best: Hypothesis
    alternatives: tuple[Hypothesis, ...] = ()
    """The others worth a thought, best first."""
    questions: tuple[Question, ...] = ()
    unexplained: tuple[str, ...] = ()
    """Places that contradict even the best hypothesis: misread, covered, or still being laid."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """The most likely turns; empty when nothing happened."""
        return self.best.moves

    @property
    def probability(self) -> float:
        """Probability of the best hypothesis."""
        return self.best.probability

    @property
    def taken_back(self) -> int:
        """How many of the last moves are taken back before `moves`."""
        return self.best.taken_back


@dataclass(frozen=True, slots=True)
class _Node:
    """A hypothesis in the making."""

    state: Any
    judged: tuple[Judged[Any], ...] = ()
    prior: float = 0.0
    """Natural logarithm of how plausible the turns are."""
    fit: float = 0.0
    """Natural logarithm of how well the places fit."""
    taken_back: int = 0

    @property
    def weight(self) -> float:
        return self.prior + self.fit


def explain(
    rules: Rules[Any, Any],
    state: Any,
    reading: Reading,
    *,
    puck_before: str | None = None,
    earlier: Sequence[Any] = (),
    settings: RefereeSettings = RefereeSettings(),
) -> Explanation:
    """The most likely turns from `state` to what `reading` shows.

    `puck_before` is the player on whose mat the puck lay at the last look, where that is known; `earlier` holds the
    states before the last moves, newest last, so that a move taken back or put right is understood. A reading in
    which too little was seen gives no moves and the verdict `ask`.
    """
    if reading.position is None:
        nothing = Hypothesis((), (), state, 0.0)
        return Explanation("ask", nothing, unexplained=tuple(p.code for p in reading.problems))
    evidence = evidence_of(rules, reading)
    models = models_of(evidence)
    leaves = _search(rules, state, reading, evidence, models, puck_before, earlier, settings)
    hypotheses = _weighed(rules, leaves, models, settings)
    first, others = hypotheses[0], hypotheses[1:]
    verdict: Verdict = (
        "certain"
        if first.probability >= settings.certain
        else "likely"
        if first.probability >= settings.likely
        else "ask"
    )
    worth_a_thought = tuple(other for other in others if other.probability >= 0.001)[:8]
    questions = (_question(rules, first, worth_a_thought),) if verdict == "ask" else ()
    unexplained = models[1].contradictions(rules.contents(first.state))
    return Explanation(verdict, first, worth_a_thought, questions, unexplained)


def _search(
    rules: Rules[Any, Any],
    state: Any,
    reading: Reading,
    evidence: Evidence,
    models: tuple[PlaceModel, ...],
    puck_before: str | None,
    earlier: Sequence[Any],
    settings: RefereeSettings,
) -> list[_Node]:
    """All hypotheses that survive the beam, their priors with puck and markers."""
    model = next(model for model in models if model.misread == IN_SEARCH)
    roots = list(_roots(rules, state, earlier, model, settings))
    leaves: list[_Node] = []
    layer = roots
    for depth in range(settings.most_moves + 1):
        for node in layer:
            extra = _puck(rules, node, reading, puck_before, settings) + _markers(rules, node, reading, settings)
            leaves.append(_Node(node.state, node.judged, node.prior + extra, node.fit, node.taken_back))
        if depth == settings.most_moves:
            break
        grown = [child for node in layer for child in _children(rules, node, reading, evidence, model, settings)]
        layer = list(_best_of_each_length(rules, grown, settings.beam))
    return leaves


def _roots(
    rules: Rules[Any, Any], state: Any, earlier: Sequence[Any], model: PlaceModel, settings: RefereeSettings
) -> Iterator[_Node]:
    """The state as it is, and as it was before the last turns, should they be taken back."""
    yield _Node(state, fit=model.fit(rules.contents(state)))
    for steps, before in enumerate(reversed(earlier[-2:]), start=1):
        fit = model.fit(rules.contents(before))
        yield _Node(before, prior=steps * log(settings.taken_back), fit=fit, taken_back=steps)


def _children(
    rules: Rules[Any, Any],
    node: _Node,
    reading: Reading,
    evidence: Evidence,
    model: PlaceModel,
    settings: RefereeSettings,
) -> Iterator[_Node]:
    """One more turn: whatever the evidence suggests and makes the fit better, or a quiet one."""
    turn = log(settings.another_turn if node.judged else settings.a_turn)
    player = rules.to_move(node.state)
    contents = rules.contents(node.state)
    gains: list[tuple[float, Move]] = []
    for move in _unique(rules.suggest(node.state, evidence, player)):
        changes = rules.changes(node.state, move)
        gain = model.fit(changes) - node.fit if changes.keys() >= contents.keys() else model.change(contents, changes)
        if gain > 0:
            gains.append((gain, move))
    gains.sort(key=lambda pair: -pair[0] / rules.things(pair[1]))
    visible = turn - log(max(2.0, settings.choices_a_place * len(model.costs)))
    for gain, move in gains[: settings.candidates]:
        judged = rules.judge(node.state, move)
        prior = node.prior + visible + _grouping(rules, judged, reading, settings)
        if not judged.legal:
            prior += log(settings.illegal_move) + (rules.things(move) - 1) * log(settings.stray_thing)
        yield _Node(judged.state, (*node.judged, judged), prior, node.fit + gain, node.taken_back)
    for move in rules.quiet_moves(node.state, player or "")[:1]:
        judged = rules.judge(node.state, move)
        again = bool(node.judged) and rules.leaves_no_trace(node.judged[-1].move)
        prior = node.prior + turn + log(settings.quiet_again if again else settings.quiet_move)
        yield _Node(judged.state, (*node.judged, judged), prior, node.fit, node.taken_back)


def _unique(moves: Iterable[Move]) -> Iterator[Move]:
    """Each move once."""
    return iter(dict.fromkeys(moves))


def _grouping(rules: Rules[Any, Any], judged: Judged[Any], reading: Reading, settings: RefereeSettings) -> float:
    """Whether the reader's best guess has this very piece: places alone cannot tell two doubles side by side."""
    says = rules.supported(judged.move, reading.position)
    if says is None:
        return 0.0
    return log(settings.as_the_reader_says if says else 1 - settings.as_the_reader_says)


def _puck(
    rules: Rules[Any, Any], node: _Node, reading: Reading, puck_before: str | None, settings: RefereeSettings
) -> float:
    """How well the turn puck fits: it lies with who is next, or still with who has just made a visible move."""
    turn = getattr(reading.position, "turn", None)
    players = list(rules.totals(node.state))
    if turn is None or turn not in players or reading.confidence.get("puck") == "ask":
        return _unmarked(rules, node)
    expected = rules.to_move(node.state)
    movers = [judged.move.player for judged in node.judged]
    last_is_quiet = bool(node.judged) and rules.leaves_no_trace(node.judged[-1].move)
    fits = turn == expected
    if not last_is_quiet and not fits:
        just_moved = movers[-1] if movers else _player_before(players, expected)
        fits = turn == just_moved
        if fits and not movers and puck_before != turn:
            if puck_before is None:
                return log(settings.puck_left_behind)
            fits = False  # the puck came here since the last look, so it was not merely left behind
    if not fits:
        astray = puck_before is not None and puck_before != turn
        return (
            log((1 - settings.puck_as_expected) / max(1, len(players) - 1)) + log(settings.puck_moved_astray) * astray
        )
    went_round = puck_before == turn and bool(movers) and all(rules.leaves_no_trace(j.move) for j in node.judged)
    return log(settings.puck_as_expected) + log(settings.puck_went_round) * went_round


def _unmarked(rules: Rules[Any, Any], node: _Node) -> float:
    """Without a puck a quiet turn at the end is nothing that anybody could see: leave it open."""
    return log(0.05) * sum(1 for _ in _trailing_quiet(rules, node))


def _trailing_quiet(rules: Rules[Any, Any], node: _Node) -> Iterator[Judged[Any]]:
    for judged in reversed(node.judged):
        if not rules.leaves_no_trace(judged.move):
            return
        yield judged


def _player_before(players: list[str], player: str | None) -> str | None:
    """Who sits before a player."""
    return players[players.index(player) - 1] if player in players else None


def _markers(rules: Rules[Any, Any], node: _Node, reading: Reading, settings: RefereeSettings) -> float:
    """How well the score markers fit the totals: right, not moved yet, or wrong."""
    markers = getattr(reading.position, "scores", ())
    if not markers:
        return 0.0
    after = rules.totals(node.state)
    points: dict[str | None, int] = {}
    for judged in node.judged:
        points[judged.move.player] = points.get(judged.move.player, 0) + judged.points
    weight = 0.0
    for marker in markers:
        if marker.player not in after:
            continue
        total = after[marker.player]
        if total % 100 == marker.space:
            weight += log(1 - settings.marker_forgotten - settings.marker_wrong)
        elif (total - points.get(marker.player, 0)) % 100 == marker.space:
            weight += log(settings.marker_forgotten)
        else:
            weight += log(settings.marker_wrong / 50)
    return weight


def _weighed(
    rules: Rules[Any, Any], leaves: list[_Node], models: tuple[PlaceModel, ...], settings: RefereeSettings
) -> list[Hypothesis]:
    """Hypotheses with their probabilities, best first, over all shares of misread places.

    To a turn taken as quiet belongs what nobody can see: that it was a move whose place was misread as empty.
    """
    weighed = []
    for node in _best_of_each_length(rules, leaves, settings.weighed):
        fit, misread = marginal_fit(models, rules.contents(node.state))
        quiet = sum(1 for judged in node.judged if rules.leaves_no_trace(judged.move))
        weighed.append((node.prior + fit, quiet * misread * settings.unseen_moves / settings.quiet_move, node))
    top = max(weight for weight, _, _ in weighed)
    shares = [(exp(weight - top), unseen, node) for weight, unseen, node in weighed]
    total = sum(share * (1 + unseen) for share, unseen, _ in shares)
    ordered = sorted(shares, key=lambda entry: (-entry[0], len(entry[2].judged)))
    found: dict[Any, Hypothesis] = {}
    for share, _, node in ordered:
        moves = tuple(judged.move for judged in node.judged)
        by_player: dict[str | None, tuple[Move, ...]] = {}
        for move in moves:
            by_player[move.player] = (*by_player.get(move.player, ()), move)
        turns, totals = frozenset(by_player.items()), rules.totals(node.state)
        same = (node.taken_back, turns, rules.to_move(node.state), *totals.values())
        if same in found:  # each player's turns are the same, only whose came first differs: all build at once
            known = found[same]
            found[same] = replace(known, probability=known.probability + share / total)
        else:
            found[same] = Hypothesis(moves, node.judged, node.state, share / total, node.taken_back)
    return sorted(found.values(), key=lambda hypothesis: -hypothesis.probability)


def _best_of_each_length(rules: Rules[Any, Any], leaves: list[_Node], at_most: int) -> Iterator[_Node]:
    """The likeliest hypotheses of each number of turns and of quiet turns.

    The search believes in few misread places and so prefers long sequences; where many are misread short ones win.
    Equal ones stay together, or the only other order of the same turns might be lost.
    """
    taken: dict[tuple[int, int, int], list[float]] = {}
    for node in sorted(leaves, key=lambda node: -node.weight):
        quiet = sum(rules.leaves_no_trace(judged.move) for judged in node.judged)
        weights = taken.setdefault((len(node.judged), quiet, node.taken_back), [])
        if len(weights) < at_most or node.weight > weights[at_most - 1] - EQUAL:
            weights.append(node.weight)
            yield node


def _question(rules: Rules[Any, Any], first: Hypothesis, others: tuple[Hypothesis, ...]) -> Question:
    """One question with the likeliest answers."""
    answers = tuple((_told(rules, hypothesis), hypothesis) for hypothesis in (first, *others)[:4])
    places = tuple(
        dict.fromkeys(place for _, answer in answers for move in answer.moves for place in rules.places_of(move))
    )
    return Question("What happened on the table?", answers, places)


def _told(rules: Rules[Any, Any], hypothesis: Hypothesis) -> str:
    """A hypothesis in words."""
    moves = "; then ".join(rules.tell(move) for move in hypothesis.moves)
    if not hypothesis.taken_back:
        return moves or "nothing has happened"
    back = "the last move is taken back" if hypothesis.taken_back == 1 else "the last two moves are taken back"
    return f"{back}; then {moves}" if moves else back


__all__ = ["Explanation", "Hypothesis", "Question", "RefereeSettings", "Verdict", "explain"]
