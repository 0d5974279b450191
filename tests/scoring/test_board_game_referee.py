"""The moves between two looks in the board games and in custom games: right or asked about, never wrong and certain."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from measuring.board_looks import HEADERS, board_looks, is_seen, name_of

from scoring import rules_for
from scoring.referee.explanation import QUICK, USUAL, explain
from tabletop.gamefile import load_game
from tabletop.games.my_city.values import End
from tabletop.pieces.values import PlacePart
from tabletop.readings import Reading
from tabletop.records import Header

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = (
    *HEADERS,
    Header(str(EXAMPLES / "meadow.toml"), ("red", "blue")),
    Header(str(EXAMPLES / "lighthouses.toml"), ("red", "blue")),
)


def told(header, *, turns, misread, seeds, count, settings=USUAL):
    """How often which verdict was right and wrong: (verdict, right) -> times."""
    found = Counter()
    for seed in seeds:
        for look in board_looks(header, 10 * seed + turns, turns, misread, count=count):
            explanation = explain(look.rules, look.before, look.reading, settings=settings)
            if settings is QUICK and not explanation.moves and _nothing_of_them_shows(look):
                continue  # the next look tells
            right = is_seen(explanation, look)
            assert right or explanation.verdict != "certain", (explanation.moves, look.moves, look.misread)
            found[explanation.verdict, right] += 1
    return found


def _nothing_of_them_shows(look):
    """Whether all places of the moves are misread as they were before: then nobody could know of them."""
    places = {place for move in look.moves for place in look.rules.places_of(move)}
    then = look.rules.contents(look.before)
    says = {place: max(words, key=words.get) for place, words in look.reading.evidence.items() if place in places}
    return places <= set(look.misread) and all(word == then.get(place, "empty") for place, word in says.items())


@pytest.mark.parametrize("header", GAMES, ids=map(name_of, GAMES))
def test_with_places_misread_anywhere_moves_are_right_or_asked_about(header):
    """One, two and three moves between looks, up to 5 % misread places, those of the moves too: right, or asked."""
    for misread in (0.01, 0.05):
        for turns in (1, 2, 3):
            found = told(header, turns=turns, misread=misread, seeds=[1], count=1)
            assert not found["likely", False]


@pytest.mark.parametrize("header", GAMES, ids=map(name_of, GAMES))
def test_a_clean_table_is_seldom_asked_about(header):
    """Without misread places one or two moves are told right, mostly without a question."""
    found = told(header, turns=1, misread=0.0, seeds=[1, 2], count=2)
    found += told(header, turns=2, misread=0.0, seeds=[3], count=2)
    assert not found["likely", False]
    assert found["ask", False] <= 1
    assert found["likely", True] + found["certain", True] >= 4


@pytest.mark.parametrize("header", GAMES, ids=map(name_of, GAMES))
def test_quick_looks_are_certain_only_where_they_are_right(header):
    """Looks that follow each other quickly may be certain of one move; never of a wrong one (`told` asserts it)."""
    found = told(header, turns=1, misread=0.0, seeds=[4], count=2, settings=QUICK)
    found += told(header, turns=1, misread=0.05, seeds=[5], count=2, settings=QUICK)
    assert not found["likely", False]


@pytest.mark.soak
@pytest.mark.parametrize("settings", [USUAL, QUICK], ids=["usual", "quick"])
@pytest.mark.parametrize("header", GAMES, ids=map(name_of, GAMES))
def test_many_looks_are_never_wrong_and_certain(header, settings):
    """The same over hundreds of looks a game: `certain` is never wrong, `likely` at most once in fifty looks."""
    found = Counter()
    for misread in (0.0, 0.01, 0.05):
        for turns in (1, 2, 3) if settings is USUAL else (1,):
            found += told(header, turns=turns, misread=misread, seeds=range(20), count=6, settings=settings)
    assert found["likely", False] <= found.total() / 50


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


@pytest.mark.parametrize("ended", [1, 2, 3])
def test_a_card_tells_that_all_had_their_turns(ended):
    """In My City no puck tells that players end the episode: the next card does, however many they are."""
    names = ("Ann", "Ben", "Cem", "Dee")
    rules, header = rules_for("my-city"), Header("my-city", names)
    state, random = rules.start(header), Random(2)
    while not rules.to_move(state):
        state = rules.judge(state, rules.sample(state, random)).state
    for player in names[: 4 - ended]:
        kind = rules.kinds(state)[0]
        places = rules.placements(state, kind, player=player)
        state = rules.judge(state, rules.move_for(state, player, kind, places[0])).state
    after = state
    for player in names[4 - ended :]:
        after = rules.judge(after, End(player)).state
    after = rules.judge(after, rules.sample(after, random)).state
    contents = rules.contents(after)
    cards = [part.id for part in load_game("my-city").of_kind("card")]
    evidence = {
        place: dict.fromkeys(cards if place == "card" else ("empty", "blue-1"), -12.5) | {what: 0.0}
        for place, what in contents.items()
        if not place.startswith("track:")
    }
    found = explain(rules, state, Reading("my-city", rules.position(after), evidence=evidence), settings=QUICK)
    likely = [found.moves, *(one.moves for one in found.alternatives)]
    quiet = [moves[:-1] for moves in likely if len(moves) == ended + 1]
    assert len(found.moves) == ended + 1
    assert all(judged.legal for judged in found.best.judged)
    assert tuple(End(player) for player in names[4 - ended :]) in quiet


@pytest.mark.parametrize("squares", [("square:a7",), ("square:a7", "square:h8")])
def test_counters_that_look_alike_are_asked_about_all_of_them(squares):
    """Which of the landmarks lies there no look can tell: each answer says one, and that nothing lies there is last."""
    rules = rules_for("my-city-chess")
    state = rules.start(Header("my-city-chess", ("red", "blue")))
    landmarks = [part.id for part in load_game("my-city-chess").of_kind("landmark")]
    words = {"empty", *landmarks, "red-commercial-2"}
    evidence = {
        place: {word: 0.0 if (word in landmarks if place in squares else word == "empty") else -12.5 for word in words}
        for place in rules.contents(state)
    }
    found = explain(rules, state, Reading("my-city-chess", rules.position(state), evidence=evidence), settings=QUICK)
    assert found.verdict == "ask"
    assert {place for move in found.moves for place in rules.places_of(move)} == set(squares)
    if len(squares) == 1:
        answers = [label for label, hypothesis in found.questions[0].answers if hypothesis.moves]
        assert len(set(answers)) == 16


def test_pieces_of_a_game_of_peoples_own_that_look_alike_are_asked_about():
    """A flower and a hive of one player are alike, until all their hives lie there."""
    rules = rules_for(str(EXAMPLES / "meadow.toml"))
    state = rules.start(Header(str(EXAMPLES / "meadow.toml"), ("red", "blue")))
    for part, on in (("red-hive", "A1"), ("blue-flower", "E5"), ("red-hive", "A2"), ("blue-flower", "E6")):
        player, kind = part.split("-")
        found = explain(rules, state, _either(rules, state, player, on))
        if kind == "hive":
            assert found.verdict == "ask"
            assert {move.part for _, one in found.questions[0].answers for move in one.moves} == {"red-flower", part}
        state = rules.judge(state, PlacePart(player, part, (on,))).state
    found = explain(rules, state, _either(rules, state, "red", "A3"))
    assert [move.part for move in found.moves] == ["red-flower"]
    assert found.probability > 0.8


def _either(rules, state, player, on):
    """A look at a meadow on which every single piece may be either of its player's, with one more."""
    lying = {**rules.contents(state), f"cell:{on}": f"{player}-flower"}
    words = ("empty", *(f"{one}-{kind}" for one in ("red", "blue") for kind in ("flower", "hive")))
    evidence = {
        place: {word: 0.0 if word.partition("-")[0] == what.partition("-")[0] else -12.5 for word in words}
        for place, what in lying.items()
    }
    return Reading("meadow", rules.position(state), evidence=evidence)
