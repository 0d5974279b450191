"""My City: every example of the rulebook and of the rules page, for the Eternal game and episode 1."""

from dataclasses import replace

import pytest

from scoring import rules_for
from scoring.games.my_city.city import PlayerCity
from scoring.games.my_city.points import assess, church_pays, largest_group, well_pays
from tabletop.boardfile import checked_board
from tabletop.boards import load_board
from tabletop.games.my_city.values import End, PassCard, PlaceBuilding, TurnCard
from tabletop.notation import read_position
from tabletop.records import Header

RULES = rules_for("my-city")


def drawn(picture, *, terrain=None, **values):
    """A city from a drawing: each word a building or `.`; `terrain` draws what lies below, plain without it."""
    rows = [line.split() for line in picture.strip().splitlines()]
    sizes = {"rows": len(rows), "columns": len(rows[0]), "pitch_mm": 25.0}
    ground = {"rows": terrain.split()} if terrain else {}
    board = checked_board({"board": {"name": "drawn"}, "grid": sizes, "terrain": ground})
    buildings = {}
    names = {"y": "yellow", "r": "red", "b": "blue", "c": "church", "p": "purple"}
    for row, words in enumerate(rows):
        for column, word in enumerate(words):
            if word != ".":
                name = f"{names[word[0]]}-{word[1:]}"
                buildings[name] = buildings.get(name, frozenset()) | {(row, column)}
    return PlayerCity("Ann", "drawn", board, buildings, **values)


def begun(*moves, players=("Ann", "Ben"), **options):
    """A state after some moves, all of them legal."""
    state = RULES.start(Header("my-city", players, options))
    for move in moves:
        result = RULES.judge(state, move)
        assert result.legal, (move, result.problems)
        state = result.state
    return state


def codes(state, move):
    """The codes of what is wrong with a move."""
    return [problem.code for problem in RULES.judge(state, move).problems]


def domino_at_the_river(building="red-1"):
    """Ann's first building, on D2 and E2 with the river along E2."""
    return (TurnCard(building), PlaceBuilding("Ann", building, ("D2", "E2")))


def with_cities(state, *cities):
    """The same game with some players' cities changed."""
    return replace(state, cities={**state.cities, **{city.player: city for city in cities}})


def test_rulebooks_example_of_episode_1():
    """Two passes, eight trees, two rocks and eight empty spaces: 10 - 2 + 8 - 2 - 8 = 6 [End of an Episode]."""
    city = drawn(". . . . . . . . . . . . .", terrain="TTTTR........", token=8)
    lines = assess(city, game="episode-1").lines
    assert [line.points for line in lines] == [10, -2, 8, -2, -8]
    assert sum(line.points for line in lines) == 6


def test_eternal_game_computed_by_hand():
    """1 pass, gold, 4 two-tree, 1 two-rock, groups 5/4/6, 2 churches, 1 well, 12 empties: 31."""
    picture = """
        y1 y2 y3 y4 y5 y5 . .
        c2 r1 r2 r3 r4 c1 . .
        b1 b2 b3 b4 b5 b6 . .
        r5 .  r6 .  .  .  . .
        .  y6 .  .  .  .  . .
    """
    city = drawn(picture, terrain="GG....TT ......TT ......R. .W...... M.......", token=12, gold_first=True)
    found = assess(city, game="eternal")
    by_rule = {}
    for line in found.lines:
        by_rule[line.rule] = by_rule.get(line.rule, 0) + line.points
    expected = {"start": 10, "passes": -1, "gold": 3, "two-trees": 8, "two-rocks": -2}
    assert by_rule == {**expected, "groups": 15, "church": 6, "well": 4, "empty": -12}
    assert found.total == 31


def test_passing_at_zero():
    """With the token on 0 passing is no option, ending is."""
    state = begun(TurnCard("red-1"))
    state = with_cities(state, replace(state.cities["Ann"], token=0))
    assert codes(state, PassCard("Ann")) == ["pass-at-zero"]
    assert codes(state, End("Ann")) == []


def test_ending_costs_nothing():
    """Ending leaves the score as it is, and the player places nothing any more."""
    state = begun(TurnCard("red-1"))
    result = RULES.judge(state, End("Ann"))
    assert (result.legal, result.points) == (True, 0)
    later = begun(TurnCard("red-1"), End("Ann"), PassCard("Ben"), TurnCard("blue-1"))
    assert codes(later, PlaceBuilding("Ann", "blue-1", ("D2", "E2"))) == ["has-ended"]


def test_first_building_by_a_corner():
    """The first building touching the river by a corner only is illegal [The Construction Rules]."""
    assert codes(begun(TurnCard("red-1")), PlaceBuilding("Ann", "red-1", ("D4", "E4"))) == ["not-at-the-river"]
    assert codes(begun(TurnCard("red-1")), PlaceBuilding("Ann", "red-1", ("D3", "E3"))) == []


def test_both_banks():
    """A building on both banks is illegal, one beside the river is legal."""
    assert codes(begun(TurnCard("red-1")), PlaceBuilding("Ann", "red-1", ("E2", "F2"))) == ["across-the-river"]
    assert codes(begun(TurnCard("red-1")), PlaceBuilding("Ann", "red-1", ("F2", "G2"))) == []


def test_contact():
    """Contact by a corner only is illegal; contact across the river is legal."""
    state = begun(*domino_at_the_river(), PassCard("Ben"), TurnCard("blue-1"))
    assert codes(state, PlaceBuilding("Ann", "blue-1", ("B3", "C3"))) == ["not-connected"]
    assert codes(state, PlaceBuilding("Ann", "blue-1", ("F2", "G2"))) == []


@pytest.mark.parametrize(
    ("picture", "pays"), [("y1 c1 r1", False), ("y1 c1 r1\n. b1 .", True), ("y1 c1 r1\n. p1 .", False)]
)
def test_church(picture, pays):
    """A church with yellow and red beside it pays nothing, with all three colours 3, a purple one does not count."""
    assert church_pays(drawn(picture), "church-1", "three-colours") is pays


def test_church_on_three_sides():
    """With `three-sides` each colour must have a side of its own; the default asks for the colours only."""
    crowded = drawn("r1 b1 .\nc1 c1 y1\n. . .")
    assert church_pays(crowded, "church-1", "three-colours")
    assert not church_pays(crowded, "church-1", "three-sides")
    assert church_pays(drawn(". b1 .\nr1 c1 y1\n. . ."), "church-1", "three-sides")


@pytest.mark.parametrize(
    ("picture", "pays"),
    [(". y1 .\ny1 . r1\n. b1 .", False), (". y1 .\nc1 . r1\n. b1 .", True), (". y1 .\nc1 y2 r1\n. b1 .", False)],
)
def test_well(picture, pays):
    """Four sides by three buildings pay nothing, by four 4, and a covered well nothing."""
    assert well_pays(drawn(picture, terrain="... .W. ..."), (1, 1)) is pays


def test_two_players_finish_the_gold_together():
    """Both get 3 at once when they do it in the same round; a later player gets nothing."""
    state = RULES.start(Header("my-city", ("Ann", "Ben", "Cem")))
    veins = [cell for cell in load_board("eternal").cells if load_board("eternal").terrain[cell] == "gold"]
    first = frozenset(veins[:1])
    for player in state.cities:  # the vein at B5 is built on already, and something stands beside the other one
        state = with_cities(
            state, replace(state.cities[player], buildings={"yellow-1": first, "blue-1": frozenset({(7, 9), (8, 9)})})
        )
    state = RULES.judge(state, TurnCard("red-1")).state
    for player in ("Ann", "Ben"):
        result = RULES.judge(state, PlaceBuilding(player, "red-1", ("H8", "I8")))
        assert result.legal, result.problems
        assert [line.points for line in result.lines if line.rule == "gold"] == [3]
        state = result.state
    state = RULES.judge(RULES.judge(state, PassCard("Cem")).state, TurnCard("red-2")).state
    late = RULES.judge(state, PlaceBuilding("Cem", "red-2", ("G8", "H8", "I8")))
    assert late.legal
    assert not [line for line in late.lines if line.rule == "gold"]
    assert {player: city.token for player, city in late.state.cities.items()} == {"Ann": 13, "Ben": 13, "Cem": 9}


def test_groups_count_buildings():
    """Red groups of three and two buildings score 3, whatever their squares."""
    city = drawn("r1 r2 r3 . .\n. . . . .\nr4 r4 r4 r5 r5")
    assert len(largest_group(city, "red")) == 3


def test_groups_reach_across_the_river():
    """Buildings also count as bordering if the river is flowing between them."""
    board = checked_board(
        {
            "board": {"name": "drawn"},
            "grid": {"rows": 1, "columns": 2, "pitch_mm": 25.0},
            "terrain": {"rows": [".."], "river": ["A1 B1"]},
        }
    )
    city = PlayerCity("Ann", "drawn", board, {"red-1": frozenset({(0, 0)}), "red-2": frozenset({(0, 1)})})
    assert largest_group(city, "red") == ("red-1", "red-2")


def test_a_church_is_built_or_the_player_ends():
    """A church cannot be passed; ending is legal."""
    state = begun(*domino_at_the_river(), PassCard("Ben"), TurnCard("church-1"))
    assert codes(state, PassCard("Ann")) == ["church-must-be-built"]
    assert codes(state, End("Ann")) == []


def test_blocked_building():
    """After the blocking card the next building is put away by all: nobody builds it, nobody loses a point."""
    state = begun(TurnCard("blocking"), TurnCard("church-2"))
    assert codes(state, PlaceBuilding("Ann", "church-2", ("D2", "D3", "E3"))) == ["blocked"]
    assert RULES.to_move(state) is None
    after = begun(TurnCard("blocking"), TurnCard("church-2"), TurnCard("red-1"))
    assert RULES.to_move(after) == "Ann"
    assert {city.token for city in after.cities.values()} == {10}


def test_the_token_stays_at_50():
    """In the campaign 47 + 6 - 8 is 50: a token that reaches 50 stays there."""
    city = drawn(". . . . . . . . . . .", terrain="TTT........", token=47)
    found = assess(city, game="episode-1")
    assert (found.total, found.reached_limit) == (50, True)


def test_negative_points_do_not_expire():
    """A token below zero counts on as negative."""
    assert assess(drawn(" ".join("." * 15), token=2), game="episode-1").total == -13


def test_tie_by_the_rows():
    """With equal points and an equal first row, the one with fewer empty spaces in row 2 wins."""
    state = begun(players=("Ann", "Ben"))
    ann = drawn("y1 y1 .\nr1 r1 .\n. . .", token=10)
    ben = replace(drawn("y1 y1 .\n. . .\nr1 r1 .", token=10), player="Ben")
    state = with_cities(state, ann, ben)
    assert RULES.totals(state)["Ann"] == RULES.totals(state)["Ben"]
    assert RULES.winners(state) == ("Ann",)


def test_mirrored_l():
    """A mirrored L is no shape of the piece; turned it is."""
    state = begun(TurnCard("red-4"))
    assert codes(state, PlaceBuilding("Ann", "red-4", ("E1", "E2", "E3", "D3"))) == ["wrong-shape"]
    assert codes(state, PlaceBuilding("Ann", "red-4", ("D1", "E1", "E2", "E3"))) == []


def test_mountains_and_covered_cells():
    """Mountains are not built on (the piece lies there all the same); a covered cell cannot be."""
    state = begun(*domino_at_the_river(), PassCard("Ben"), TurnCard("blue-2"))
    rocky = RULES.judge(state, PlaceBuilding("Ann", "blue-2", ("B2", "C2", "D2")))
    assert [problem.code for problem in rocky.problems] == ["cell-taken"]
    uphill = RULES.judge(state, PlaceBuilding("Ann", "blue-2", ("A1", "B1", "C1")))
    assert {problem.code for problem in uphill.problems} == {"not-light-green", "not-connected"}
    assert "blue-2" in uphill.state.cities["Ann"].buildings


def test_only_the_open_card():
    """Another building than the open card's is against the rules, and so is acting twice in a round."""
    state = begun(*domino_at_the_river())
    assert codes(state, PlaceBuilding("Ann", "red-2", ("E1", "F1", "G1")))[:1] == ["acted-already"]
    assert "wrong-building" in codes(state, PlaceBuilding("Ben", "red-2", ("C2", "D2", "E2")))


def test_the_episode_ends():
    """It is over when all have ended, or when all cards have been turned over and used."""
    assert RULES.over(begun(TurnCard("red-1"), End("Ann"), End("Ben")))
    state = begun(game="episode-1")
    while state.unturned():
        state = RULES.judge(state, TurnCard(state.unturned()[0])).state
        for player in state.waiting():
            state = RULES.judge(state, PassCard(player)).state
            state = with_cities(state, replace(state.cities[player], token=10))
    assert RULES.over(state)


def test_a_position_is_scored_and_its_islands_are_told():
    """A photograph of two boards gives both scores, and a building apart from the rest is named."""
    position = read_position(
        """
        game = "my-city"
        [[boards]]
        player = "Ann"
        board = "eternal"
        token = 9
        [[boards.buildings]]
        building = "red-1"
        on = ["D2", "E2"]
        [[boards.buildings]]
        building = "red-2"
        on = ["H9", "I9", "J9"]
        [[boards]]
        player = "Ben"
        board = "eternal"
        """
    )
    score = RULES.score(position)
    assert [player.name for player in score.players] == ["Ann", "Ben"]
    assert [problem.code for problem in score.problems] == ["groups-apart"]
    assert all(player.total == sum(line.points for line in player.lines) for player in score.players)
    assert score.winners == ("Ann",)


def test_legal_places_of_the_first_building():
    """Every listed place is legal when it is played, and nothing legal is left out."""
    state = begun(TurnCard("yellow-7"))
    places = {tuple(place.at["on"]): place.points for place in RULES.placements(state, "yellow-7", player="Ann")}
    board = load_board("eternal")
    from scoring.games.my_city.city import spots

    for cells in spots("my-city", state.cities["Ann"], "yellow-7"):
        on = tuple(board.cell_name(cell) for cell in sorted(cells))
        result = RULES.judge(state, PlaceBuilding("Ann", "yellow-7", on))
        assert result.legal is (on in places)
        assert not result.legal or result.points == places[on]


def test_ending_comes_after_a_card():
    """Before any card was turned over nobody can end: "After turning over a construction card"."""
    state = begun()
    result = RULES.judge(state, End("Ann"))
    assert [problem.code for problem in result.problems] == ["no-card"]
    assert not result.state.cities["Ann"].ended
    assert RULES.quiet_moves(state, "Ann") == ()


def test_an_end_against_the_rules_ends_nothing():
    """Who has built in this round cannot end as well, and goes on in the next."""
    state = begun(TurnCard("red-1"), PassCard("Ann"))
    result = RULES.judge(state, End("Ann"))
    assert [problem.code for problem in result.problems] == ["acted-already"]
    assert not result.state.cities["Ann"].ended


def photographed(*, board, on, token="", options=""):
    """A position of Ann's board with one building, as a photograph shows it."""
    return read_position(
        f"""
        game = "my-city"
        {options}
        [[boards]]
        player = "Ann"
        board = "{board}"
        {token}
        buildings = [{{ building = "red-1", on = {on} }}]
        """
    )


def test_the_board_says_which_rules_count():
    """A photograph of the campaign's side is scored by its rules; said otherwise, the side is told as a problem."""
    on = ["D2", "E2"]
    alone = RULES.score(photographed(board="episode-1", on=on))
    said = RULES.score(photographed(board="episode-1", on=on, options='options = { game = "episode-1" }'))
    assert alone == said
    other = RULES.score(photographed(board="episode-1", on=on, options='options = { game = "eternal" }'))
    assert "other-side" in [problem.code for problem in other.problems]
    assert "other-side" not in [problem.code for problem in alone.problems]
    assert "groups" not in {line.rule for line in alone.players[0].lines}


@pytest.mark.parametrize(("token", "veins", "blamed"), [(13, 2, False), (12, 2, False), (14, 2, True), (13, 1, True)])
def test_a_token_that_the_gold_explains(token, veins, blamed):
    """A photograph does not show who was first on the gold: 3 points more may be that, once both veins are covered."""
    city = drawn("r1 r1 . .", terrain="GG.." if veins == 2 else "G.G.", token=token)
    found = [line for line in assess(city, game="eternal").lines if line.rule == "token"]
    assert ("may be" in found[0].label) is (not blamed)
    eternal = load_board("eternal")
    gold = [eternal.cell_name(cell) for cell in eternal.of_terrain["gold"]]
    buildings = ", ".join(f'{{ building = "red-{n}", on = ["{on}"] }}' for n, on in enumerate(gold[:veins], start=1))
    position = read_position(
        f'game = "my-city"\n[[boards]]\nplayer = "Ann"\ntoken = {token}\nbuildings = [{buildings}]\n'
    )
    assert ("token-impossible" in [problem.code for problem in RULES.problems(position)]) is blamed
