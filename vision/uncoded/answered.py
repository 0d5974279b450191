"""What the learned look answers where the others ask: pieces and bare ground that are likely, and never more."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tabletop.cellnames import Cell
from vision.places.assignment import EMPTY, Assignment, LyingPart
from vision.settings.learned import LearnedSettings
from vision.uncoded.cell_looks import CellTold
from vision.uncoded.learned_cuts import LearnedAnswer, learned_answers, shares_of
from vision.uncoded.look import PlainLook
from vision.uncoded.materials import Material
from vision.uncoded.pieces import Bed
from vision.uncoded.shapes import Laid

Evidence = Mapping[str, Mapping[str, float]]
"""Place -> what may lie there -> natural log-likelihood, the best one 0."""


def with_learned_answers(
    look: PlainLook, bed: Bed, explained: Assignment, told: Mapping[Cell, CellTold], before: Evidence
) -> Assignment:
    """The explanation of one board, with what the learned look tells of it as a whole where people were to be asked.

    `before` is what the other looks hold for likely: it bears an answer out, or speaks against it.
    """
    names = {place.cell: place.name for place in bed.places}
    asked = {cell for cell, name in names.items() if explained.sureness.get(name) == "ask"}
    if not asked & told.keys():
        return explained
    settings = look.shot.settings.learned
    upon = standing_upon(explained, bed.board)
    parts = [part for part in explained.parts if part.board == bed.board]
    known = Counter(part.part.id for part in parts if not asked.issuperset(part.cells))
    lying = [kind.part for material in look.materials for kind in material.kinds if not kind.part.on_top]
    supply = {part.id: part.most_lying - known[part.id] for part in lying}
    answers = learned_answers(told, asked, upon & asked, look.materials, supply, settings)
    sureness, evidence, shown = dict(explained.sureness), dict(explained.evidence), set()
    floor, most = look.shot.settings.sureness.floor / 2, settings.most_swayed
    for cells, piece, alone in _together(answers):
        word = EMPTY if piece is None else piece.part.id
        share = min(
            borne_out(answers[cell].share, 0.0 if cell in upon else lead_of(word, before.get(names[cell], {}), most))
            for cell in cells
        )
        if not alone or share < settings.answers:
            continue
        over = [part for part in parts if not part.part.on_top and set(part.cells) & set(cells)]
        if not (piece is not None and any(_same(part, piece) for part in over)):
            if not asked.issuperset({*cells, *(cell for part in over for cell in part.cells)}):
                continue  # what is known lies otherwise
            parts = [part for part in parts if part not in over]
            if piece is not None:
                parts.append(LyingPart(piece.part, bed.board, piece.cells, piece.turn))
        for cell in cells:
            name = names[cell]
            standing = {} if piece is None or cell in upon else standing_there(told[cell], look.materials, settings)
            if cell not in upon:
                evidence[name] = _led_by(word, share, evidence.get(name, {}), floor) | {
                    who: round(min(0.0, max(floor, math.log(odds))), 2) for who, odds in standing.items()
                }
            if math.prod(1.0 / (1.0 + odds) for odds in standing.values()) >= settings.answers:
                sureness[name] = "likely"
                shown.add(name)
    others = tuple(part for part in explained.parts if part.board != bed.board)
    hidden = explained.hidden - shown
    return replace(explained, parts=(*others, *parts), sureness=sureness, evidence=evidence, hidden=hidden)


def standing_upon(explained: Assignment, board: int) -> frozenset[Cell]:
    """Cells of a board on which something stands that stands on other parts."""
    parts = (part for part in explained.parts if part.board == board and part.part.on_top)
    return frozenset(cell for part in parts for cell in part.cells)


def standing_there(told: CellTold, materials: Sequence[Material], settings: LearnedSettings) -> dict[str, float]:
    """Part id -> the odds that it stands on what lies on a cell, of those parts that stand on others."""
    tall = {n: one for n, one in enumerate(materials) if all(kind.part.on_top for kind in one.kinds)}
    shares = shares_of(told, range(len(materials)), settings).colours
    odds = {
        one: shares[n] / max(1.0 - shares[n], 1e-6)
        for n, one in tall.items()
        if shares.get(n, 0.0) > settings.least_share
    }
    return {kind.part.id: value for one, value in odds.items() for kind in one.kinds}


def borne_out(share: float, lead: float) -> float:
    """Probability of an answer that leads by so many nats with other looks, or is behind by as many below 0."""
    return share / (share + (1.0 - share) * math.exp(-lead))


def lead_of(word: str, likelihoods: Mapping[str, float], most: float) -> float:
    """By how many nats (`most` at most) what may lie there leads all others, or is behind; 0 where nobody knows."""
    others = [value for other, value in likelihoods.items() if other != word]
    return max(-most, min(likelihoods[word] - max(others), most)) if word in likelihoods and others else 0.0


def _together(answers: Mapping[Cell, LearnedAnswer]) -> list[tuple[tuple[Cell, ...], Laid | None, bool]]:
    """The cells of each piece with it, and every other cell alone; whether nothing else looks like it."""
    found: dict[tuple[Cell, ...], tuple[Laid | None, bool]] = {}
    for cell, one in answers.items():
        if one.piece is None:
            found[cell,] = None, True
            continue
        cells = one.piece.cells
        mine = [answers[other].piece for other in cells]
        found[cells] = one.piece, one.alone and all(other is not None and _same(one.piece, other) for other in mine)
    return [(cells, *told) for cells, told in found.items()]


def _same(part: LyingPart | Laid, piece: Laid) -> bool:
    return part.part.id == piece.part.id and set(part.cells) == set(piece.cells)


def _led_by(word: str, share: float, before: Mapping[str, float], floor: float) -> dict[str, float]:
    """Likelihoods that bear out that a place holds `word` with this probability, and nothing else more than before."""
    behind = max(floor, math.log((1.0 - min(share, 0.999)) / share))
    return {**{other: round(min(value, behind), 2) for other, value in before.items()}, word: 0.0}
