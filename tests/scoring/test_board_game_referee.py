"""The moves between two looks in the board games and in custom games: right or asked about, never wrong and certain."""

from pathlib import Path
from random import Random

import pytest

from scoring import rules_for
from scoring.referee import explain
from tabletop.gamefile import load_game
from tabletop.readings import Reading
from tabletop.records import Header

MEADOW = str(Path(__file__).parents[2] / "examples" / "meadow.toml")
HEADERS = [
    Header("my-city-chess", ("red", "blue")),
    Header("my-city-chess", ("red", "blue", "white"), {"rezoning": True, "map": "hex-8"}),
    Header("my-city", ("Ann", "Ben")),
    Header("small-city", ("Ann", "Ben"), {"modules": ["leisure", "gardens"]}),
    Header(MEADOW, ("red", "blue")),
]
NAMES = [f"{Path(header.game).stem} {dict(header.options)}" for header in HEADERS]


def looks(header, random, *, between, misread):
    """A random game seen now and then: the state before, the moves since, the reading with some misread places."""
    rules = rules_for(header.game)
    parts = [part.id for part in load_game(header.game).parts if part.kind in ("zone", "building", "tile")]
    state = rules.start(header)
    while header.game == "my-city-chess" and rules.kinds(state)[0] == "landmark":
        state = rules.judge(state, rules.sample(state, random)).state
    for _ in range(12):
        before, moves = state, []
        for _ in range(random.randint(1, between)):
            if not rules.over(state):
                moves.append(rules.sample(state, random))
                state = rules.judge(state, moves[-1]).state
        evidence, lay = {}, rules.contents(before)
        for place, word in rules.contents(state).items():
            other = random.choice(parts) if word == "empty" else "empty"
            wrong = lay.get(place) == word and random.random() < misread
            evidence[place] = {word: -3.0 if wrong else 0.0, other: 0.0 if wrong else -20.0}
        yield before, moves, state, Reading(header.game, rules.position(state), evidence=evidence)


@pytest.mark.parametrize("misread", [0.0, 0.02])
@pytest.mark.parametrize("header", HEADERS, ids=NAMES)
def test_moves_are_right_or_asked_about(header, misread):
    """With one or two moves between looks the visible ones are found, or it is asked; never wrong and certain.

    Some of the places where nothing has happened are misread. Moves that leave no trace (skips, passes, the end of a
    round) cannot be seen without a puck and are not looked for.
    """
    rules, random = rules_for(header.game), Random(11)
    right = asked = 0
    for before, moves, state, reading in looks(header, random, between=2, misread=misread):
        found = explain(rules, before, reading)
        visible = {move for move in moves if not rules.leaves_no_trace(move)}
        same = {move for move in found.moves if not rules.leaves_no_trace(move)} == visible
        right += same
        asked += not same and found.verdict == "ask"
        assert same or found.verdict != "certain", (found.moves, moves)
        assert not same or rules.contents(found.best.state) == rules.contents(state)
    assert right >= (9 if not misread else 5), (right, asked)


def test_the_order_of_moves_that_nobody_orders_is_not_asked_about():
    """In My City all build at once: two builds seen together are one explanation, not a question of order."""
    rules, header = rules_for("my-city"), Header("my-city", ("Ann", "Ben"))
    state = rules.start(header)
    random = Random(2)
    while not rules.to_move(state):
        state = rules.judge(state, rules.sample(state, random)).state
    after = state
    for player in ("Ann", "Ben"):
        kind = rules.kinds(after)[0]
        places = rules.placements(after, kind, player=player)
        after = rules.judge(after, rules.move_for(after, player, kind, places[0])).state
    found = explain(rules, state, Reading("my-city", rules.position(after)))
    assert (found.verdict, len(found.moves)) == ("likely", 2)
