"""Formulas of game files: what they give, what is complained about and where, and that strangers' files do no harm."""

import re
import tracemalloc
from contextlib import suppress
from pathlib import Path
from random import Random
from time import process_time

import pytest

from live.main import main
from scoring import rules_for
from scoring.pieces.formulas import formula
from scoring.pieces.kinds import CELL, PART, PLAYER, FormulaError, FormulaFault, Run, set_of
from scoring.pieces.language import language_of
from scoring.random_play import play_game
from scoring.replay import replay
from tabletop.filevalues import Complaint
from tabletop.gamefile import load_game
from tabletop.records import Header

MARKETS = str(Path(__file__).parents[2] / "examples" / "markets.toml")
TEXT = Path(MARKETS).read_text("utf-8")


@pytest.fixture(scope="module")
def language():
    """What a move's formulas of Market Days may name."""
    found, _ = language_of(load_game(MARKETS), ["hill", "river", "town"])
    return found.and_names(me=PLAYER, new=PART, to=CELL, turn=set_of(PART))


@pytest.fixture(scope="module")
def names():
    """A game of Market Days in its middle: its moment, and the names of a move's formulas."""
    record = play_game(rules_for(MARKETS), Header(MARKETS, ("Ann", "Ben")), Random(47), at_most=12)
    state = replay(record).state
    lying = state.table.parts
    return state.moment, {**state.names("Ben"), "new": lying[-1], "to": min(lying[-1].cells), "turn": lying[-1:]}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 + 2 * 3 - 7 // 2 % 2", 6),
        ("-7 // 2", -4),
        ("True and not False or False", True),
        ("3 if me == players[1] else 4", 3),
        ("1 < 2 <= 2 != 3", True),
        ("count(parts())", 6),
        ("count(parts('stall', me))", 3),
        ("count(parts(players[0])) + hand('stall', me) + left('stall')", 3 + 4 + 22),
        ("those(c.id for c in cells(me))", ("F2", "B4", "F4")),
        ("size(cells('town', me))", 0),
        ("size(cells())", 30),
        ("[new.cell.id, 'Ben']", ("F4", "Ben")),
        ("those(c.id for c in beside(to))", ("F3", "E4", "F5")),
        ("size(around(to)) + size(around(turn))", 10),
        ("size(groups(cells('town')))", 1),
        ("size(groups(parts()))", 3),
        ("max(size(l) for l in lines(cells()))", 6),
        ("size(lines(new))", 1),
        ("owners(parts())", ("Ann", "Ben")),
        ("strongest(parts())", ("Ann", "Ben")),
        ("second(parts('stall', cells('town', me)))", ()),
        ("strongest(parts(cells(me)), 'count')", ("Ben",)),
        ("best([count(parts(beside(to), p)), p] for p in players)", ("Ann",)),
        ("sum(1 for p in players for c in cells('hill'))", 24),
        ("min(3, 2) + max(3, 2) + min(c.row for c in cells('river'))", 6),
        ("min(c.row for c in cells('river') if c.row > 9)", 0),
        ("same(c.land for c in cells('hill')) and distinct(cells())", True),
        ("different(c.land for c in cells())", 3),
        ("me in players and [me] in players and 'x' not in ['y']", True),
        ("coins(me) + coins(players[0]) + round", 6),
        ("those(k.id for k in entered('contracts', me))", ("corner",)),
        ("neighbours(new)", 1),
        ("any(p.owner != me for p in parts(beside(new)))", True),
        ("all(c.edge for c in beside(to) if c.column == 6)", True),
        ("done('build', me) + since('build')", 0),
    ],
)
def test_what_formulas_give(language, names, text, value):
    """Each word and sign, on a table that can be counted by hand."""
    assert formula(text, language)(Run(*names)) == value


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1 // (round - round)", "it divides by nought"),
        ("players[9]", "a list of 2 has no place 9; places are counted from 0"),
        ("1000000000 * 1000000000", "a number grows beyond 1000000000"),
        ("sum(1000000000 for c in cells())", "a number grows beyond 1000000000"),
        (
            "sum(size(cells()) for a in cells() for b in cells() for c in cells())",
            "it takes too long; go through fewer things",
        ),
    ],
)
def test_what_cannot_be_worked_out_is_a_sentence(language, names, text, sentence):
    """A formula that fails while the game runs says why."""
    with pytest.raises(FormulaFault, match=sentence):
        formula(text, language)(Run(*names))


PLANTED = {
    "1 +^": "is a sign or a bracket missing",
    "me ^= players[0]": "write == to compare",
    "a ^b": "is a sign",
    "count^(parts()": "is a sign",
    "^'unclosed": "is a sign",
    "1 + ^1 / 2": "write // to divide",
    "^2 ** 3": "expected \\+ - \\* // %",
    "me.^__class__": "a player has nothing behind a dot",
    "new.^colr": "is .colour meant",
    "to.^lnd": "is .land meant",
    "to.land.^upper": "a text has nothing behind a dot",
    "entered('contracts', me)[0].^worht": "is .worth meant",
    "^lambda: 1": "function of one's own",
    "^[p for p in players]": "loop in square brackets",
    "1 + ^(p for p in players)": "stands inside a word",
    "^{1}": "set in braces",
    "^f'{me}'": "text with gaps",
    "(^x := 1)": "giving a value",
    "players[^:2]": "a part of a list",
    "players[^me]": "a player is no number",
    "^round[1]": "a number has no places",
    "parts(^'stal')": "there is no part 'stal'",
    "cells(^'hil')": "there is no terrain 'hil'",
    "done(^'biuld')": "there is no move 'biuld'",
    "parts(me, ^3)": "a number does not belong there",
    "cells(^to)": "a cell does not belong there",
    "since(^me)": "a player does not belong there",
    "strongest(parts(), ^'colour')": "no number that the parts have",
    "^strongest(cells())": "it is of parts",
    "^entered('contract', me)": "there are the lists contracts",
    "^coins()": "it is of one player",
    "^coins(round)": "it is of one player",
    "^size(me)": "expected size",
    "^count(c.edge for c in cells())": "write which with if",
    "^sum(parts())": "a part is no number",
    "^best(players)": "largest number",
    "^max(1, me)": "expected max",
    "^beside(me)": "expected beside",
    "^groups(new)": "expected groups",
    "^owners(me)": "expected owners",
    "^count(*players)": "expected count",
    "^count(things=players)": "expected count",
    "1 + ^count": "count needs brackets",
    "^cuont(players)": "is count meant",
    "^neighbours(to, 1)": "expected neighbours",
    "^neighbour(new)": "is neighbours meant",
    "neighbours(^nwe)": "is new meant",
    "1 + ^stalls": "stalls is not known",
    "^true": "is True meant",
    "^new > 1": "a part is not larger or smaller than a number",
    "1 + (^new == 'a')": "a part is never the same as a text",
    "^me == 'red'": "a player is never the same as a text",
    "^'a' in 'abc'": "never in a text",
    "^me in [1]": "never in a set of numbers",
    "^1 is 1": "write == or !=",
    "^1 if me else 'a'": "both cases have one kind",
    "^[1, 'a', me]": "things of one kind",
    "any(True for p in ^round)": "no set of things",
    "any(True for ^p, q in players)": "one variable",
    "any(True for ^me in players)": "take another letter",
    "any(any(any(any(True for a in players) for b in players) for c in players) for d in players)": "3 loops",
    "-^me": "a player is no number",
    "é + ^xy": "xy is not known",
    "^1.5": "only whole numbers",
    "^None": "only whole numbers",
    "^999999999999": "only whole numbers",
    "^__import__('os')": "__import__ is not known",
    "().^__class__.x": "a set has nothing",
}


@pytest.mark.parametrize(("marked", "sentence"), PLANTED.items())
def test_each_mistake_is_told_at_its_letter(language, marked, sentence):
    """The mark stands before the letter that is meant; the sentence says the mend."""
    with pytest.raises(FormulaError) as error:
        formula(marked.replace("^", ""), language)
    for fault in error.value.faults:
        Complaint((), fault.sentence)  # which is looked for in the other languages
    faults = [fault for fault in error.value.faults if re.search(sentence, fault.sentence)]
    assert ("^" not in marked and faults) or marked.index("^") in [fault.at for fault in faults]


@pytest.mark.parametrize(
    ("old", "marked", "sentence"),
    [
        ("neighbours(new) < 3", "neighbours(^nwe) < 3", "nwe is not known; is new meant?"),
        ("coins(me) // 3", "^coin(me) // 3", "coin is not known; is coins meant?"),
        ("{neighbours(p)} stalls", "{neighbours(^q)} stalls", "q is not known"),
        ("k in entered(", "^in entered(", "is a sign or a bracket missing?"),
        ("count(parts('stall', beside(p)))", "count(^part(beside(p)))", "part is not known; is parts meant?"),
    ],
)
def test_check_tells_the_letter_of_a_formula(tmp_path, capsys, old, marked, sentence):
    """The line and the column, at the mark here."""
    line, column = place_of_mark(TEXT.replace(old, marked, 1))
    told = check(tmp_path, capsys, TEXT.replace(old, marked.replace("^", ""), 1))
    assert any(f", line {line}, column {column}: " in one and sentence in one for one in told), (line, column, told)


@pytest.mark.parametrize(
    ("old", "marked", "sentence"),
    [
        ('to = "strongest', '^too = "strongest', "'too' is not known"),
        ('at = "round"', '^at = "rounds"', "expected 'always' or 'turn' or 'round' or 'end'"),
        ('do = "take"', '^do = "fetch"', "expected 'place' or 'move' or 'take' or 'enter' or 'pass'"),
        ('counter = "coins"', '^counter = "gold"', "counter = 'gold'; expected 'coins'"),
        ('list = "contracts"', '^list = "cards"', "list = 'cards'; expected 'contracts'"),
        ('pays = { coins = "-1" }', '^pays = { gold = "-1" }', "pays 'gold'; expected 'coins'"),
        ('[moves.build]\ndo = "place"', '[moves.build]\ndo = "place"\n^late = true', "late does not belong"),
        ('parts = "stall"\npays', '^parts = "stal"\npays', "no part has the id, kind or tag 'stal'"),
        ('turns = "in-order"\npassing = "always"\n', 'turns = "free"\npassing = "always"\n^', "rounds need turns"),
        ('turns = "in-order"\npassing = "always"\nrounds = 6', '^turns = "together"\n', "'together' needs rounds"),
        (
            'upland = { land = "hill", stalls = 3, worth = 4 }\nbank = {',
            '^upland = { land = "hill", stalls = 3, worth = 4 }\nbank = { land2 = 1,',
            "it has no land2",
        ),
        (
            'square = { land = "town", stalls = 3, worth = 7 }',
            '^square = { land = "town", stalls = 3 }',
            "it has no worth",
        ),
        ('title = "Stall"', '^wroth = 3\ntitle = "Stall"', "'wroth' is not known"),
        ('title = "Stall"', '^wroth = "{player}"\ntitle = "Stall"', "'wroth' is not known"),
        ("[words]\nneighbours", "[words]\n^players", "formulas know players already"),
    ],
)
def test_check_tells_the_line_of_a_key(tmp_path, capsys, old, marked, sentence):
    """Where no formula is wrong but what a section says."""
    text = TEXT.replace(old, marked, 1)
    told = check(tmp_path, capsys, text.replace("^", ""))
    assert any(f", line {place_of_mark(text)[0]}: " in one and sentence in one for one in told), told


@pytest.mark.parametrize(
    ("old", "marked", "sentence"),
    [
        ('along = ["NE", "NW"]      #', '^along = ["NE", "X"] #', "expected a list, each 'N' or 'NE'"),
        ('along = ["NE", "NW"]      #', "#", "along is missing; expected directions"),
        ('over = "others" ', '^over = "theirs" ', "expected 'own' or 'others' or 'any'"),
        ('do = "move"', '^do = "walk"', "expected 'place' or 'move' or 'take'"),
        ('becomes = ["king", "to.last"]', '^becomes = ["queen", "to.last"]', "no part has the id, kind or tag 'queen'"),
        ('b = "black-man", w', 'b = "black-men", w', "no part of one cell has the id 'black-men'"),
        ('".b.b.b.b", "b.b', '".c.b.b.b", "b.b', "key does not tell what 'c' means"),
        ('".b.b.b.b", "b.b', '".b.b.b.b.", "b.b', "expected 8 rows of 8 letters"),
        ("count = 12", "count = 11", "12 of black-man are drawn and only 11 exist"),
        ("can(next)", "can('step')", "it is of one player; expected can(player)"),
        ("to.last", "to.lats", "is .last meant?"),
        ('forward = { white = "N"', '^forward = { whit = "N"', "names the player 'whit'; there are black, white"),
        (
            'forward = { white = "N", black = "S" }\n\n[grid]',
            '^forward = { white = "N", black = "E" }\n\n[grid]\nshape = "hex"',
            "forward 'E'; expected N, NE, SE, S, SW, NW",
        ),
    ],
)
def test_check_tells_what_is_wrong_with_moves(tmp_path, capsys, old, marked, sentence):
    """Of moves, and of what lies there when the game begins."""
    text = (Path(MARKETS).parent / "draughts.toml").read_text("utf-8")
    assert old in text
    changed = text.replace(old, marked, 1)
    told = check(tmp_path, capsys, changed.replace("^", ""))
    assert any(sentence in one for one in told), told
    if "^" in marked:
        assert any(f", line {place_of_mark(changed)[0]}: " in one and sentence in one for one in told), told


def check(folder, capsys, text):
    """What `check` says of a file, line by line."""
    (folder / "markets.toml").write_text(text, encoding="utf-8")
    code = main(["check", str(folder / "markets.toml")])
    told = capsys.readouterr().out.splitlines()
    assert code == (4 if told else 0)
    return told


def place_of_mark(text):
    """Line and column, from 1, of the mark in a text."""
    before = text[: text.index("^")]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


PIECES = (
    "me", "new", "to", "turn", "players", "round", "p", "c", "1", "999999999", "'stall'", "'hill'", "True", "parts(",
    "cells(", "beside(", "around(", "groups(", "lines(", "strongest(", "count(", "sum(", "max(", "any(", "all(",
    "size(", "those(", "best(", "neighbours(", "coins(", "entered(", "(", ")", ")", ")", "[", "]", ", ",
    " + ", " * ", " // ",
    " % ", " == ", " < ", " in ", " and ", " or ", " if ", " else ", "not ", "-", ".id", ".cells", ".parts", ".owner",
    ".__class__", " for p in parts()", " for c in cells()", " for q in cells()", " for a in cells() for b in cells()",
    "lambda: ", "**", "[0]", "é", "\0", "\\", "{", "}", "\n", "'", "#", "0x", "_", ":", ":=", "*", "@", "~", "^",
)  # fmt: skip


def fuzzed(random):
    """A formula of pieces, or one of the file with pieces put in."""
    if random.random() < 0.5:
        return "".join(random.choices(PIECES, k=random.randint(1, 40)))
    known = random.choice([*PLANTED, *HEAVY])
    at = random.randrange(len(known))
    return known[:at] + random.choice(PIECES) + known[at + random.randrange(3) :]


HEAVY = (
    "count(1 for a in cells() for b in cells() for c in cells())",
    "sum(count(lines(cells())) for a in cells() for b in cells())",
    "size(those(groups(cells()) for a in cells() for b in cells()))",
    "any(around(cells()) == around(cells()) for a in cells() for b in cells() for c in cells())",
    "all(those(d for d in cells()) in those(e for e in cells()) for a in cells())",
    "max(size(those([c, c] for c in around(cells()))) for a in cells() for b in cells())",
    "best([size(lines(parts())), those(cells())] for a in cells() for b in cells())",
)
MOST_S, MOST_BYTES = 0.05, 50 * 2**20


@pytest.mark.parametrize("count", [400, pytest.param(100_000, marks=pytest.mark.soak)])
def test_no_formula_does_harm(language, names, count):
    """Whatever stands in a formula is understood or told, and none takes long: of three runs the quickest counts."""
    random = Random(count)
    for number in range(count):
        text = HEAVY[number] if number < len(HEAVY) else fuzzed(random)
        assert min(harmless(text, language, names) for _ in range(3 if number < len(HEAVY) else 1)) < MOST_S or (
            min(harmless(text, language, names) for _ in range(5)) < MOST_S
        ), text


@pytest.mark.parametrize("count", [40, pytest.param(4_000, marks=pytest.mark.soak)])
def test_no_formula_takes_much_memory(language, names, count):
    """The most that any formula holds at once is small."""
    random = Random(count)
    tracemalloc.start()
    for number in range(count):
        tracemalloc.reset_peak()
        before = tracemalloc.get_traced_memory()[0]
        harmless(HEAVY[number] if number < len(HEAVY) else fuzzed(random), language, names)
        assert tracemalloc.get_traced_memory()[1] - before < MOST_BYTES
    tracemalloc.stop()


def harmless(text, language, names):
    """The seconds of processor time in which a formula is understood and worked out, or refused."""
    start = process_time()
    with suppress(FormulaError, FormulaFault):
        formula(text, language)(Run(*names))
    return process_time() - start
