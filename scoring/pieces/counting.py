"""The score lines that a game's formulas give, with their label, places and rule."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scoring.pieces.kinds import FormulaFault, Run
from scoring.pieces.moment import Moment, cells_of, small_enough
from scoring.pieces.play import Play, ScoreRule
from scoring.pieces.texts import WORDING
from scoring.protocol import ScoreLine

Lines = dict[str, list[ScoreLine]]


def lines_at(
    play: Play, moment: Moment, names: Mapping[str, Any], times: Sequence[str], mover: str | None = None
) -> Lines:
    """Every player's lines of the scores that count at one of these times; at a turn those of the `mover` alone."""
    found: Lines = {player: [] for player in moment.players}
    for rule in play.scores:
        if rule.at in times:
            for player, line in _lines_of(rule, moment, names, mover):
                found[player].append(line)
    return found


def _lines_of(
    rule: ScoreRule, moment: Moment, names: Mapping[str, Any], mover: str | None
) -> Iterator[tuple[str, ScoreLine]]:
    """The lines of one score: of whom it goes to, else of everybody whom it is counted for."""
    counted_for = (mover,) if rule.to is not None or mover is not None else tuple(moment.players)
    for me in counted_for:
        run = Run(moment, {**names, "me": me})
        try:
            yield from list(_lines_for(rule, run, me))
        except FormulaFault as fault:
            label = WORDING.labels["fault"].format(label=rule.name, reason=fault)
            for player in moment.players if me is None else (me,):
                yield player, ScoreLine(label, 0, (), rule.name)


def _lines_for(rule: ScoreRule, run: Run, me: str | None) -> Iterator[tuple[str, ScoreLine]]:
    """One line for each way of `for`; once where there is none."""
    names = run.names
    for _ in (None,) if rule.ways is None else rule.ways(run):
        if rule.ways is not None:
            run.names = {**names, **{name: run.local[name] for name in rule.ways.variables}}
        if rule.condition is not None and not rule.condition(run):
            continue
        points = small_enough(rule.points(run))
        to = (me,) if rule.to is None else rule.to(run)
        if not points or not to:
            continue
        label = rule.name if rule.label is None else rule.label(run)
        line = ScoreLine(label, points, _places(rule, run), rule.name)
        for player in (to,) if isinstance(to, str) else to:
            if player is not None:
                yield player, line


def _places(rule: ScoreRule, run: Run) -> tuple[str, ...]:
    """The cells of everything that the line goes through."""
    if rule.ways is None:
        return ()
    cells = frozenset(cell for name in rule.ways.variables for cell in cells_of(run.names[name]))
    places: tuple[str, ...] = tuple(run.table.table.places(cells))
    return places
