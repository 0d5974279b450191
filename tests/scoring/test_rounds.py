"""Turns, rounds, ends and what is entered in games told by formulas, rule by rule."""

import pytest

from scoring import rules_for
from tabletop.pieces.values import EnterValue, PassTurn, PlacePart
from tabletop.records import Header

HEAD = """
[game]
name = "laps"
title = "Laps"
rules = "custom"
players = [2, 3]
passing = "always"
{game}
[grid]
rows = 2
columns = 6
pitch_mm = 30.0
[counters]
fuel = {{ start = 2 }}
[[parts]]
each = {{ player = ["red", "blue"] }}
id = "{{player}}-car"
title = "Car"
tags = ["car"]
count = 6
"""
RED, BLUE = "red", "blue"


@pytest.fixture
def begun(tmp_path):
    """The rules of a file with these sections, and a game just begun."""

    def make(sections, game=""):
        path = tmp_path / "laps.toml"
        path.write_text(HEAD.format(game=game) + sections, encoding="utf-8")
        rules = rules_for(str(path))
        return rules, rules.start(Header(str(path), (RED, BLUE)))

    return make


def lay(rules, state, *words):
    """Cars laid one after the other, `red A1`; the last judgement."""
    for one in words:
        player, on = one.split()
        judged = rules.judge(state, PlacePart(player, f"{player}-car", (on,)))
        state = judged.state
    return judged


def test_together_everybody_has_one_turn_a_round(begun):
    """In any order; a second one is told, and the round's points come when all have had theirs."""
    scores = '[score.round]\nat = "round"\npoints = "round * count(parts(me))"\n'
    rules, state = begun(scores, 'turns = "together"\nrounds = 2')
    assert rules.to_move(state) is None
    twice = lay(rules, state, "blue A1", "blue B1")
    assert [problem.code for problem in twice.problems] == ["turn-over"]
    judged = lay(rules, state, "blue A1", "red A2")
    assert (judged.points, rules.totals(judged.state)) == (1, {RED: 1, BLUE: 1})
    last = lay(rules, judged.state, "red B2", "blue B1")
    assert rules.totals(last.state) == {RED: 5, BLUE: 5}
    assert rules.over(last.state)


def test_the_same_player_goes_on_where_another_holds(begun):
    """And whatever uses no turn leaves it where it was."""
    fill = '[moves.fill]\ndo = "enter"\ncounter = "fuel"\nuses_turn = false\n'
    rules, state = begun('[moves.lay]\ndo = "place"\nanother = "to.row == 1"\n' + fill)
    state = lay(rules, state, "red A1").state
    assert rules.to_move(state) == RED
    state = rules.judge(state, EnterValue(RED, "fill", 3)).state
    assert (rules.to_move(state), rules.entered(state, RED)) == (RED, {"fuel": 5})
    assert rules.to_move(lay(rules, state, "red A2").state) == BLUE


@pytest.mark.parametrize(("then", "turns"), [("at once", 2), ("round", 2), ("one more each", 4)])
def test_when_the_end_comes(begun, then, turns):
    """At once, at the round's end, or after one more turn each; whom it names has won."""
    ends = f'[[ends]]\nif = "count(parts()) >= 2"\nthen = "{then}"\nwinners = "[players[0]]"\n'
    rules, state = begun(ends)
    cars = ["red A1", "blue A2", "red B1", "blue B2"]
    over = [rules.over(lay(rules, state, *cars[:count]).state) for count in range(1, 5)]
    assert over.index(True) + 1 == turns
    if then != "one more each":
        assert rules.winners(lay(rules, state, *cars[:2]).state) == (RED,)


def test_what_is_done_after_the_end_counts_no_more(begun):
    """But what may be entered late does."""
    sections = (
        '[moves.bonus]\ndo = "enter"\ncounter = "fuel"\nlate = true\nuses_turn = false\n[moves.lay]\ndo = "place"\n'
        '[score.cars]\npoints = "count(parts(me))"\n[score.fuel]\nat = "end"\npoints = "fuel(me)"\n'
        '[[ends]]\nif = "count(parts()) == 2"\n'
    )
    rules, state = begun(sections)
    state = lay(rules, state, "red A1", "blue A2").state
    assert rules.totals(state) == {RED: 3, BLUE: 3}
    late = lay(rules, state, "red B1")
    assert [problem.code for problem in late.problems] == ["game-over"]
    bonus = rules.judge(late.state, EnterValue(BLUE, "bonus", 4))
    assert (bonus.legal, bonus.points) == (True, 4)
    assert rules.totals(bonus.state) == {RED: 3, BLUE: 7}


def test_a_pass_may_need_something(begun):
    """And is told why not."""
    rules, state = begun('[moves.wait]\ndo = "pass"\nneeds = [["parts(me)", "first lay a car"]]\n')
    assert [problem.message for problem in rules.judge(state, PassTurn(RED)).problems] == ["first lay a car"]
    state = lay(rules, state, "red A1", "blue A2").state
    assert rules.judge(state, PassTurn(RED)).legal


def test_a_rule_that_cannot_be_worked_out_is_told_and_ends_nothing(begun):
    """A need says so, a score is a line without points."""
    rules, state = begun(
        '[moves.lay]\ndo = "place"\nneeds = [["1 // count(parts(players[1]))", "no"]]\n'
        '[score.share]\npoints = "6 // count(parts(players[1]))"\n'
    )
    judged = lay(rules, state, "red A1")
    assert [problem.message for problem in judged.problems] == [
        "whether red may do that cannot be told, it divides by nought"
    ]
    told = rules.score(rules.position(judged.state)).players[0].lines
    assert [(line.label, line.points) for line in told] == [("share cannot be counted, it divides by nought", 0)]
