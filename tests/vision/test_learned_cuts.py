"""The learned look over a whole board: shapes laid by what it tells of colours and of goings-on."""

import math
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from tabletop.gamefile import load_game
from tabletop.parts import Part
from tabletop.piecefile import load_pieces
from tabletop.plainkinds import PlainKind
from vision import load_image, read_image
from vision.places.assignment import Assignment
from vision.settings import ReaderSettings
from vision.settings.learned import LearnedSettings
from vision.uncoded.answered import borne_out, lead_of, with_learned_answers
from vision.uncoded.cell_looks import CellTold
from vision.uncoded.learned_cuts import learned_answers
from vision.uncoded.materials import Material
from vision.uncoded.shapes import Laid, best_cuts, likeliest_cuts, wholes_of

SETTINGS = LearnedSettings()
BAR, SQUARE = ((0, 0), (0, 1)), ((0, 0),)
ENDS = (0.02, 0.02, 0.02, 0.02)
GOES_RIGHT, GOES_LEFT = (0.02, 0.97, 0.02, 0.02), (0.02, 0.02, 0.02, 0.97)


def part(name, cells):
    """A part of a game that covers these cells."""
    return replace(load_game("my-city").by_id["red-1"], id=name, cells=cells, count=1, extra={})


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


def test_a_piece_that_seems_to_go_on_into_what_nobody_knows_is_not_told():
    """A phone that is as black as some piece lies on its end; beside a cell of which nobody knows it may still end."""
    phone = CellTold(0.42, {0: 0.01}, 0.45, {0: ENDS}, taught=True)
    on, ended = (answers({(0, 0): red(ways), (0, 1): phone}, parts=(ONE,)) for ways in (GOES_RIGHT, ENDS))
    assert on[0, 1].share < 0.5
    assert on[0, 0].share < SETTINGS.answers < ended[0, 0].share


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


def test_what_goes_on_into_what_is_known_is_doubted():
    """A piece that seems to go on into a cell on which something else is known to lie is not told."""
    told = {(0, 0): red(GOES_RIGHT), (0, 1): BARE}
    assert answers(told, asked=[(0, 0)])[0, 0].share < 0.1
    assert answers({**told, (0, 0): red()}, asked=[(0, 0)])[0, 0].share > SETTINGS.answers


@pytest.mark.parametrize("beside", [(0, 1), (0, -1)])
def test_cells_of_two_looks_were_asked_about_different_colours(beside):
    """What a hidden cell told in the last look is of that look's colours; a piece of another one may go on below it."""
    hidden = CellTold(0.01, {1: 0.01}, 0.98, {1: ENDS}, taught=True)
    colours, supply = [material(part("red", SQUARE)), material(part("blue", SQUARE))], {"red": 1, "blue": 1}
    told = {(0, 0): red(GOES_RIGHT if beside == (0, 1) else GOES_LEFT), beside: hidden}
    found = learned_answers(told, told, [], colours, supply, SETTINGS)
    alone = learned_answers({(0, 0): red()}, [(0, 0)], [], colours, supply, SETTINGS)
    assert found[0, 0].share < SETTINGS.answers < alone[0, 0].share


def test_two_pieces_that_would_be_one_are_not_told():
    """Where one of two cells is left, the seam between two of one may be a groove, or a shadow's edge."""
    two = {(0, 0): red(), (0, 1): red()}
    told = answers(two)
    assert {one.piece.part.id for one in told.values()} == {"one"}
    assert {one.share for one in told.values()} == {0.0}
    assert min(one.share for one in answers(two, supply={"one": 2, "two": 0}).values()) > SETTINGS.answers


def test_what_ends_at_a_cell_on_which_something_stands_is_not_told():
    """A citizen hides the seam between two pieces of one colour, and darkens the rest."""
    told = {(0, 0): red(), (0, 1): red()}
    assert answers(told, covered=[(0, 1)], supply={"one": 2, "two": 0})[0, 0].share == 0.0
    told[0, 1] = BARE
    assert answers(told, covered=[(0, 1)], supply={"one": 2, "two": 0})[0, 0].share > SETTINGS.answers


def test_cells_of_one_light_are_no_witnesses_of_their_own():
    """Four cells that look like one colour a little rather than another tell it no more surely than two would."""
    square = part("square", ((0, 0), (0, 1), (1, 0), (1, 1)))
    on = {(0, 0): (0.02, 0.97, 0.97, 0.02), (0, 1): (0.02, 0.02, 0.97, 0.97)}
    on |= {(1, 0): (0.97, 0.97, 0.02, 0.02), (1, 1): (0.97, 0.02, 0.02, 0.97)}
    colours = [material(square), material(replace(square, id="other"))]

    def share(own, other):
        told = {cell: CellTold(0.01, {0: own, 1: other}, 0.01, {0: ways, 1: ways}, True) for cell, ways in on.items()}
        return learned_answers(told, told.keys(), (), colours, {"square": 1, "other": 1}, SETTINGS)[0, 0].share

    assert share(0.8, 0.6) < SETTINGS.answers < share(0.95, 0.2)


def test_ways_that_were_not_followed_are_counted_nearby():
    """Under a hand there are more ways than are followed: they say nothing for what they all have in common."""
    doubtful = CellTold(0.12, {0: 0.7}, 0.12, {0: ENDS}, taught=True)
    hidden = CellTold(0.3, {0: 0.3}, 0.4, {0: (0.3, 0.3, 0.3, 0.3)}, taught=True)
    told = {(0, column): hidden for column in range(1, 7)} | {(0, 0): doubtful}
    own = replace(SETTINGS, most_cuts=20, may_go_on=0.01, hides=1.0)
    assert answers(told, settings=own, supply={"one": 9, "two": 0})[0, 0].share < SETTINGS.answers


def test_a_piece_beside_a_hand_may_be_a_larger_one():
    """It is not told where one of two cells may go on under what hides the cell beside it, but where there is none."""
    told = {(0, 0): red(), (0, 1): HAND}
    assert answers(told)[0, 0].share == 0.0
    assert answers(told, supply={"one": 2, "two": 0})[0, 0].share > SETTINGS.answers
    assert answers({(0, 0): red(), (0, 2): HAND})[0, 0].share > SETTINGS.answers


def test_what_looks_alike_is_said_to():
    """Two parts of one colour and shape: which of them it is no look tells."""
    told = {(0, 0): red()}
    assert answers(told)[0, 0].alone
    assert not answers(told, parts=(ONE, part("twin", SQUARE)))[0, 0].alone


def test_an_answer_is_as_probable_as_other_looks_leave_it():
    """As probable as it is where they know nothing; by the nats that it leads with them or is behind, more or less."""
    assert borne_out(0.8, 0.0) == pytest.approx(0.8)
    assert borne_out(0.8, 0.7) == pytest.approx(8 / 9, abs=0.002)
    assert borne_out(0.8, -0.7) == pytest.approx(2 / 3, abs=0.002)
    assert borne_out(0.99, -10.0) < 0.01
    assert borne_out(0.0, 4.0) == 0.0


def test_what_other_looks_tell_is_counted_with_a_limit():
    """By how much a word leads all others; nothing where they have nobody to compare."""
    likely = {"empty": -1.5, "red-1": 0.0, "red-2": -6.0}
    assert lead_of("red-1", likely, 4.0) == pytest.approx(1.5)
    assert lead_of("red-1", likely, 1.0) == pytest.approx(1.0)
    assert lead_of("red-2", likely, 9.0) == pytest.approx(-6.0)
    assert lead_of("red-2", likely, 4.0) == pytest.approx(-4.0)
    assert lead_of("blue-1", likely, 4.0) == 0.0
    assert lead_of("empty", {"empty": 0.0}, 4.0) == 0.0


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


def test_a_narrow_beam_finds_a_cut_too():
    """States that promise more than pieces are left for may fill the beam, and all come to nothing."""
    heap = frozenset((row, column) for row in range(4) for column in range(4))
    parts, supply = (ONE, TWO, part("three", ((0, 0), (0, 1), (0, 2)))), {"one": 1, "two": 1, "three": 1}
    rng = np.random.default_rng(42)
    for _ in range(300):
        laid = [
            Laid(one, 0, cells, float(rng.normal(0.5, 2.0)), 0.0)
            for one in parts
            for row, column in sorted(heap)
            if heap.issuperset(cells := tuple((row + r, column + c) for r, c in one.cells))
        ]
        assert likeliest_cuts(heap, laid, supply, keep=0.2, most=2)


def test_pieces_that_touch_may_be_one_and_others_may_not():
    """A piece of two beside one of one may be one of three; cells may tell of pieces of which no other cell tells."""
    three = part("three", ((0, 0), (0, 1), (0, 2)))
    pair = Laid(TWO, 0, ((0, 0), (0, 1)), 9.0, 9.0)
    single = Laid(ONE, 0, ((0, 2),), 9.0, 9.0)
    told = {(0, 0): pair, (0, 1): pair, (0, 2): single}
    assert {frozenset(one.cells) for one in wholes_of(told, [three], {}, -math.inf)} == {frozenset(told)}
    apart = {(0, 0): pair, (0, 1): pair, (0, 3): Laid(ONE, 0, ((0, 3),), 9.0, 9.0)}
    assert not wholes_of(apart, [three], {}, -math.inf)
    singles = {cell: Laid(ONE, 0, (cell,), 9.0, 9.0) for cell in ((1, 0), (0, 2), (1, 2))}
    assert not wholes_of({(0, 0): pair, **singles}, [three], {}, -math.inf)


def test_only_what_was_asked_about_is_told():
    """With the learned look's answers a place that was asked about may be likely; everything else is as without."""
    photo = Path(__file__).parents[1] / "photos" / "small-city" / "tuning-hard-plain-hand-faded.jpg"
    game, pieces = load_game("small-city"), load_pieces(str(photo.parent / "pieces" / "stained.toml"))
    image = load_image(str(photo))

    def read(least):
        settings = ReaderSettings(learned=replace(SETTINGS, answers=least))
        return read_image(image, game, pieces=pieces, settings=settings).reading.confidence

    never, usual = read(1.1), read(SETTINGS.answers)
    changed = {place: (never[place], usual[place]) for place in never if never[place] != usual[place]}
    assert changed
    assert set(changed.values()) <= {("ask", "likely")}


@pytest.mark.parametrize(("citizen", "sureness"), [(0.02, "likely"), (0.42, "ask")])
def test_a_tile_is_told_where_something_may_stand_and_the_cell_is_asked_about(citizen, sureness):
    """A pink citizen beside a magenta tile: the tile under it is plain, whether it stands there is not."""
    standing = replace(load_game("small-city").by_id["citizen-1"], extra={})
    look = SimpleNamespace(
        materials=[material(TWO), material(standing)], shot=SimpleNamespace(settings=ReaderSettings())
    )
    cells = {(0, 0): "left", (0, 1): "right"}
    bed = SimpleNamespace(board=0, places=[SimpleNamespace(cell=cell, name=name) for cell, name in cells.items()])
    asked = Assignment(
        (), dict.fromkeys(cells.values(), "ask"), {name: {} for name in cells.values()}, frozenset(), (), {}
    )
    rest = (1.0 - citizen) / 50
    left = CellTold(rest, {0: 48 * rest, 1: citizen}, rest, {0: GOES_RIGHT, 1: ENDS}, taught=True)
    told = with_learned_answers(look, bed, asked, {(0, 0): left, (0, 1): red(GOES_LEFT)}, asked.evidence)
    assert [lying.part.id for lying in told.parts] == ["two"]
    assert told.sureness == {"left": sureness, "right": "likely"}
    assert told.evidence["left"]["two"] == 0.0
    assert (told.evidence["left"].get("citizen-1", -99.0) > -1.0) is (sureness == "ask")
