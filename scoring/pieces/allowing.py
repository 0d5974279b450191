"""Whether the rules of a game file that are written in formulas allow a move, and what it costs."""

from collections.abc import Mapping
from typing import Any

from scoring.pieces.formulas import Formula
from scoring.pieces.kinds import FormulaFault, Run
from scoring.pieces.moment import Moment
from scoring.pieces.play import MoveRule
from scoring.pieces.spec import Spec
from scoring.pieces.table import PartOnBoard
from scoring.pieces.texts import WORDING
from tabletop.readings import Problem

Found = tuple[MoveRule | None, list[Problem]]


def names_of(verb: str, lying: PartOnBoard) -> dict[str, Any]:
    """What the formulas of a rule know that places a part, or takes it."""
    to = min(lying.cells)
    return {"new": lying, "to": to, "turn": (lying,)} if verb == "place" else {"part": lying, "to": to}


def allowed(spec: Spec, verb: str, moment: Moment, lying: PartOnBoard, names: Mapping[str, Any]) -> Found:
    """Of the rules for a verb and a part the one that holds, or the one of which the least is broken, and what is.

    Of `place` the moment is the one with the part on the table, of `take` the one before.
    """
    rules = spec.play.of(verb)
    if not rules:
        return (None, [])
    known = names_of(verb, lying)
    places = moment.table.places(lying.cells)
    best: Found | None = None
    for rule in rules:
        if spec.fits(lying.part, rule.parts):
            problems = broken(rule, spec, moment, {**names, **known}, places)
            if not problems:
                return (rule, [])
            if best is None or len(problems) < len(best[1]):
                best = (rule, problems)
    return best or (None, [WORDING.problem("no-move", places, part=spec.name_of(lying.part))])


def broken(rule: MoveRule, spec: Spec, moment: Moment, names: Mapping[str, Any], places: list[str]) -> list[Problem]:
    """What of a rule does not hold: its needs in their own sentences, and what cannot be paid."""
    problems = []
    player = names["me"]
    try:
        for need in rule.needs:
            if not need.formula(Run(moment, names)):
                problems.append(WORDING.problem("condition", places, says=need.says))
        for counter, price in prices(rule, moment, names).items():
            has, least = moment.counter(counter, player), spec.play.counters[counter].least
            if least is not None and has - price < least:
                problems.append(
                    WORDING.problem("too-dear", places, price=price, counter=counter, player=player, has=has)
                )
    except FormulaFault as fault:
        problems.append(WORDING.problem("rule-fault", places, player=player, reason=fault))
    return problems


def prices(rule: MoveRule, moment: Moment, names: Mapping[str, Any]) -> dict[str, int]:
    """Counter -> how much of it a move costs. Raises FormulaFault."""
    return {counter: int(price(Run(moment, names))) for counter, price in rule.pays.items()}


def holds(condition: Formula, moment: Moment, names: Mapping[str, Any]) -> bool:
    """Whether a condition holds; one that cannot be worked out does not."""
    try:
        return bool(condition(Run(moment, names)))
    except FormulaFault:
        return False
