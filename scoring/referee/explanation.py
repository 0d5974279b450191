"""The moves between two looks at the table: which sequence of turns explains the change, and how surely.

Every hypothesis is a short sequence of turns from the state before: visible moves that the game's rules suggest for
what the evidence shows, quiet turns, and turns taken back (`hypotheses`). Its weight is Bayes' rule on three things:
how well the table would then fit the reader's likelihoods place by place (`evidence_model`), what puck and score
markers say (`turn_markers`), and how plausible the turns are: legal, few. A place may always be misread; how often is
estimated from the reading itself. What is not clearly best is asked.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp
from typing import Any, Literal

from scoring.protocol import Judged, Rules
from scoring.referee.evidence_model import IN_SEARCH, LOOKS_EMPTY, Baseline, Fit, evidence_of, models_of
from scoring.referee.hypotheses import Node, Search
from scoring.referee.settings import QUICK, USUAL, RefereeSettings
from tabletop.moves import Move
from tabletop.readings import Reading

Verdict = Literal["certain", "likely", "ask"]

WHAT_HAPPENED = "What happened on the table?"


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
    alike: int = 1
    """For so many, each as probable, it stands: no look tells them apart."""


@dataclass(frozen=True, slots=True)
class RefereeQuestion:
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
    questions: tuple[RefereeQuestion, ...] = ()
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


def explain(
    rules: Rules[Any, Any],
    state: Any,
    reading: Reading,
    *,
    puck_before: str | None = None,
    earlier: Sequence[Any] = (),
    settings: RefereeSettings = USUAL,
) -> Explanation:
    """The most likely turns from `state` to what `reading` shows.

    `puck_before` is the player on whose mat the puck lay at the last look, where that is known; `earlier` holds the
    states before the last moves, newest last, so that a move taken back or put right is understood. A reading in
    which too little was seen gives no moves and the verdict `ask`.
    """
    if reading.position is None:
        nothing = Hypothesis((), (), state, 0.0)
        return Explanation("ask", nothing, unexplained=tuple(problem.code for problem in reading.problems))
    evidence = evidence_of(rules, reading)
    models = models_of(evidence)
    model = next(model for model in models if model.misread == IN_SEARCH)
    search = Search(rules, state, reading, evidence, model, puck_before, settings)
    baseline = Baseline.of(models, rules.contents(state))
    hypotheses = _weighed(search, search.leaves(earlier), baseline)
    first, *others = _likeliest_kind_first(rules, hypotheses, settings)
    unexplained = model.contradictions(rules.contents(first.state))
    verdict = _verdict(first, unexplained, settings)
    worth_a_thought = tuple(other for other in others if other.probability >= settings.worth_a_thought)
    alike = [other for other in worth_a_thought if other.probability >= settings.alike * first.probability]
    alike = alike if len(first.moves) == 1 else []
    worth_a_thought = worth_a_thought[: max(settings.most_answers, len(alike))]
    asked = worth_a_thought[: max(settings.told_answers - 1, len(alike))]
    if alike:
        asked = _enough(first, asked, settings)
    questions = (_question(rules, first, asked),) if verdict == "ask" else ()
    return Explanation(verdict, first, worth_a_thought, questions, unexplained)


def _enough(first: Hypothesis, others: tuple[Hypothesis, ...], settings: RefereeSettings) -> tuple[Hypothesis, ...]:
    """So many of the others as are likely to hold what has happened, where what lies there is all that is asked."""
    together, enough = first.probability, 0
    while enough < len(others) and together < settings.likely:
        together += others[enough].probability
        enough += 1
    return others[:enough]


def _likeliest_kind_first(
    rules: Rules[Any, Any], hypotheses: list[Hypothesis], settings: RefereeSettings
) -> list[Hypothesis]:
    """The hypotheses with those in front that lay something in the places where together something likeliest lies.

    Where 16 counters look alike, each is less probable than that nothing has happened, and one of them lies there.
    """
    if hypotheses[0].moves or hypotheses[0].taken_back or hypotheses[0].probability > settings.nothing_at_all:
        return hypotheses
    kinds: dict[Any, float] = {}
    for one in hypotheses:
        kinds[_where(rules, one)] = kinds.get(_where(rules, one), 0.0) + one.probability * one.alike
    best = max(kinds, key=lambda kind: kinds[kind])
    return sorted(hypotheses, key=lambda one: _where(rules, one) != best)


def _where(rules: Rules[Any, Any], one: Hypothesis) -> Any:
    """Where a hypothesis lays something, whatever it is."""
    return one.taken_back, frozenset(place for move in one.moves for place in rules.places_of(move))


def _verdict(first: Hypothesis, unexplained: tuple[str, ...], settings: RefereeSettings) -> Verdict:
    """How surely the best hypothesis is told; a look with misread places is trusted less than its own arithmetic."""
    if first.probability < (settings.likely_among_misreads if unexplained else settings.likely):
        return "ask"
    one_more = settings.another_turn if first.moves else settings.a_turn
    hidden = one_more * LOOKS_EMPTY * settings.misread_still
    return "certain" if first.probability - hidden >= settings.certain and not unexplained else "likely"


def _weighed(search: Search, leaves: list[Node], baseline: Baseline) -> list[Hypothesis]:
    """Hypotheses with their probabilities, best first, over all shares of misread places."""
    rules, settings = search.rules, search.settings
    weighed = []
    for node in search.best_of_each_length(leaves, settings.weighed):
        fit = baseline.fit(rules.contents(node.state))
        weighed.append((node.weight - node.fit + fit.fit, _unseen(rules, node, fit, settings), node))
    top = max(weight for weight, _, _ in weighed)
    shares = [(exp(weight - top), unseen, node) for weight, unseen, node in weighed]
    total = sum(share * (node.alike + unseen) for share, unseen, node in shares)
    found: dict[Any, Hypothesis] = {}
    for share, _, node in sorted(shares, key=lambda entry: (-entry[0], len(entry[2].judged))):
        same = _outcome(rules, node)
        if same in found:
            known = found[same]
            found[same] = replace(known, probability=known.probability + share / total)
        else:
            found[same] = Hypothesis(node.moves, node.judged, node.state, share / total, node.taken_back, node.alike)
    return sorted(found.values(), key=lambda hypothesis: -hypothesis.probability)


def _unseen(rules: Rules[Any, Any], node: Node, fit: Fit, settings: RefereeSettings) -> float:
    """How probable, beside a hypothesis, are those like it that the search does not look at.

    One more move, or one in place of a turn that nothing tells of, that is misread as empty or as nonsense; and a move
    that was made with another piece than the one that its single place shows.
    """
    small = sum(len(rules.places_of(move)) == 1 for move in node.moves)
    one_more = settings.another_turn if node.judged else settings.a_turn
    return (node.untold / settings.quiet_move + one_more) * fit.slack + small * settings.other_piece * fit.misread


def _outcome(rules: Rules[Any, Any], node: Node) -> Any:
    """What makes two hypotheses different: who did what, what of it is legal, the points, and whose turn is next.

    The same moves in another order are the same where nothing of this depends on it: nobody need be asked.
    """
    turns = Counter((judged.move, judged.legal) for judged in node.judged)
    totals = tuple(rules.totals(node.state).values())
    return (node.taken_back, frozenset(turns.items()), rules.to_move(node.state), totals)


def _question(rules: Rules[Any, Any], first: Hypothesis, others: tuple[Hypothesis, ...]) -> RefereeQuestion:
    """One question with these answers."""
    answers = tuple((_told(rules, hypothesis), hypothesis) for hypothesis in (first, *others))
    places = tuple(
        dict.fromkeys(place for _, answer in answers for move in answer.moves for place in rules.places_of(move))
    )
    return RefereeQuestion(WHAT_HAPPENED, answers, places)


def _told(rules: Rules[Any, Any], hypothesis: Hypothesis) -> str:
    """A hypothesis in words."""
    moves = "; then ".join(rules.tell(move, hypothesis.state) for move in hypothesis.moves)
    if not hypothesis.taken_back:
        return moves or "nothing has happened"
    back = "the last move is taken back" if hypothesis.taken_back == 1 else "the last two moves are taken back"
    return f"{back}; then {moves}" if moves else back


__all__ = ["QUICK", "USUAL", "Explanation", "Hypothesis", "RefereeQuestion", "RefereeSettings", "Verdict", "explain"]
