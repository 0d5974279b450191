"""The learned look over a whole board: shapes laid by what it tells of colours and of goings-on."""

from dataclasses import replace

import numpy as np
import pytest

from tabletop.gamefile import load_game
from tabletop.parts import Part
from tabletop.plainkinds import PlainKind
from vision.settings.learned import LearnedSettings
from vision.uncoded.cell_looks import CellTold
from vision.uncoded.learned_cuts import learned_answers
from vision.uncoded.materials import Material
from vision.uncoded.shapes import Laid, best_cuts, likeliest_cuts

SETTINGS = LearnedSettings()
BAR, SQUARE = ((0, 0), (0, 1)), ((0, 0),)
ENDS = (0.02, 0.02, 0.02, 0.02)
GOES_RIGHT, GOES_LEFT = (0.02, 0.97, 0.02, 0.02), (0.02, 0.02, 0.02, 0.97)


def part(name, cells):
    """A part of a game that covers these cells."""
    return replace(load_game("my-city").by_id["red-1"], id=name, cells=cells, count=1)


def material(*parts: Part):
    """One colour that these parts have."""
    kinds = tuple(PlainKind(one, (200, 0, 0), np.zeros((0, 2)), 20.0, 4.0) for one in parts)
    return Material(np.zeros(3), np.eye(3), kinds, taught=True)


def red(on=ENDS, share=0.97):
    """A cell that shows red, which goes on so."""
    return CellTold((1 - share) / 2, {0: share}, (1 - share) / 2, {0: on}, taught=True)


BARE = CellTold(0.97, {0: 0.01}, 0.02, {0: ENDS}, taught=True)
HAND = CellTold(0.01, {0: 0.01}, 0.98, {0: ENDS}, taught=True)
ONE, TWO = part("one", SQUARE), part("two", BAR)


def answers(told, asked=None, covered=(), supply=None, parts=(ONE, TWO), settings=SETTINGS):
    """What lies on the asked cells."""
    there = {one.id: 2 for one in parts} if supply is None else supply
    return learned_answers(told, told.keys() if asked is None else asked, covered, [material(*parts)], there, settings)


def test_what_goes_on_is_one_piece():
    """Two cells of one colour are one piece of two where each goes on into the other, else two pieces of one."""
    joined = answers({(0, 0): red(GOES_RIGHT), (0, 1): red(GOES_LEFT)})
    apart = answers({(0, 0): red(), (0, 1): red()}, supply={"one": 2, "two": 0})
    assert [joined[cell].piece.part.id for cell in ((0, 0), (0, 1))] == ["two", "two"]
    assert [apart[cell].piece.part.id for cell in ((0, 0), (0, 1))] == ["one", "one"]
    assert min(one.share for one in (*joined.values(), *apart.values())) > SETTINGS.answers


def test_bare_ground_is_told_and_what_hides_it_is_not():
    """A cell that shows its ground is bare; of one that shows neither ground nor a piece nobody knows."""
    told = answers({(0, 0): BARE, (5, 5): HAND})
    assert told[0, 0].piece is None
    assert told[0, 0].share > SETTINGS.answers
    assert told[5, 5].share < 0.1


def test_no_more_pieces_are_told_than_there_are():
    """Where one piece of two is left, two pairs of cells that go on are not two of them for sure."""
    four = {(0, 0): red(GOES_RIGHT), (0, 1): red(GOES_LEFT), (4, 0): red(GOES_RIGHT), (4, 1): red(GOES_LEFT)}
    told = answers(four, supply={"one": 0, "two": 1})
    assert sum(one.piece is not None and one.share > SETTINGS.answers for one in told.values()) <= 2
    assert all(one.piece is not None for one in answers(four, supply={"one": 0, "two": 2}).values())


def test_a_piece_goes_on_under_what_stands_upon_it():
    """Under a citizen lies what the cell beside it says; where that ends, nothing of it."""
    on = answers({(0, 0): red(GOES_RIGHT)}, covered=[(0, 1)])
    ends = answers({(0, 0): red()}, covered=[(0, 1)])
    assert on[0, 0].piece.part.id == on[0, 1].piece.part.id == "two"
    assert ends[0, 0].piece.part.id == "one"


def random_heaps():
    """Small heaps, all that may lie there, and how many there are of each part."""
    rng = np.random.default_rng(4)
    parts = [ONE, TWO, part("three", ((0, 0), (0, 1), (1, 0)))]
    for _ in range(30):
        heap = frozenset((int(r), int(c)) for r, c in rng.integers(0, 4, (9, 2)))
        laid = []
        for one in parts:
            for row, column in heap:
                cells = tuple((row + r, column + c) for r, c in one.cells)
                if heap.issuperset(cells):
                    laid.append(Laid(one, 0, cells, float(rng.normal(0.5, 2.0)), 0.0))
        yield heap, laid, {"one": 3, "two": 2, "three": 1}


def every_cut(heap, laid, supply, price):
    """Nats of all ways to lay pieces on these cells."""
    if not heap:
        return [0.0]
    cell = min(heap)
    found = [nats - price for nats in every_cut(heap - {cell}, laid, supply, price)]
    for one in laid:
        if cell in one.cells and heap.issuperset(one.cells) and supply[one.part.id]:
            left = {**supply, one.part.id: supply[one.part.id] - 1}
            found += [one.nats + nats for nats in every_cut(heap - set(one.cells), laid, left, price)]
    return found


@pytest.mark.parametrize("most_sets", [5_000, 3])
def test_no_good_cut_is_missed(monkeypatch, most_sets):
    """All ways to cut a heap that are nearly as good as the best, however many sets of cells may be left open."""
    monkeypatch.setattr("vision.uncoded.shapes.MOST_SETS", most_sets)
    for heap, laid, supply in random_heaps():
        every = sorted(every_cut(heap, laid, supply, 1.0), reverse=True)
        found = best_cuts(heap, laid, supply, price=1.0, keep=3.0, most_steps=200_000)
        assert [one.nats for one in found] == pytest.approx([nats for nats in every if nats >= every[0] - 3.0])
        assert not best_cuts(heap, laid, supply, price=1.0, keep=3.0, most_steps=len(found))


def test_the_beam_finds_the_best_cut():
    """On heaps small enough for a whole search both find the same best way, and ways equally good."""
    for heap, laid, supply in random_heaps():
        whole = best_cuts(heap, laid, supply, price=0.0, keep=3.0, most_steps=200_000)
        beam = likeliest_cuts(heap, laid, supply, keep=3.0, most=2000)
        assert [one.nats for one in beam] == pytest.approx([one.nats for one in whole])
