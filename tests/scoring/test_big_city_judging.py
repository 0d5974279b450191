"""Whose turn it is, what an illegal or impossible move leaves behind, and how a game ends."""

from random import Random

import pytest

from scoring import replay, rules_for
from scoring.random_play import play_game
from tabletop.entries import Entry
from tabletop.games.big_city.values import Build, Exchange, Pass, PlaceTile, Quiet, Streetcars, Trade
from tabletop.lattice import PlacedStreetcar
from tabletop.records import Header, Record

RULES = rules_for("big-city")
STARTED = (PlaceTile("Ann", 2, (3, 0)), PlaceTile("Ben", 3, (0, 3)), PlaceTile("Cem", 4, (3, 4)))


def played(*moves, players=("Ann", "Ben", "Cem"), options=None):
    """Moves from the start, judged."""
    entries = tuple(Entry(n, move) for n, move in enumerate(moves, start=1))
    return replay(Record(Header("big-city", players, options or {}), entries))


def codes(replayed):
    """The codes of the last move's problems."""
    return [problem.code for problem in replayed.moves[-1].judged.problems]


def test_starting_neighbourhoods_go_round_and_then_the_first_player_begins():
    """Three players lay neighbourhoods 2 to 4, then Ann is next."""
    game = played(*STARTED)
    assert all(move.judged.legal for move in game.moves)
    assert game.state.to_move == "Ann"


@pytest.mark.parametrize(("players", "last"), [(2, 5), (3, 4), (4, 5), (5, 6)])
def test_the_starting_city_depends_on_the_players(players, last):
    """2-5, 2-4, 2-5 and 2-6 for two, three, four and five players."""
    header = Header("big-city", ("Ann", "Ben", "Cem", "Dan", "Eva")[:players])
    assert RULES.start(header).starting == frozenset(range(2, last + 1))


@pytest.mark.parametrize("move", [Build("Ann", "residence", (11,)), Pass("Ann"), Exchange("Ann"), Quiet("Ann")])
def test_nothing_else_while_the_starting_neighbourhoods_are_placed(move):
    """Building, passing and exchanging wait for the starting city."""
    assert codes(played(move)) == ["starting-neighbourhoods-first"]


def test_a_neighbourhood_outside_the_starting_set_is_illegal_and_lies_there():
    """It lies on the table, so it belongs to the city from then on."""
    game = played(PlaceTile("Ann", 8, (3, 0)))
    assert codes(game) == ["not-a-starting-neighbourhood"]
    assert [tile.number for tile in RULES.position(game.state).tiles] == [1, 8]


def test_an_illegal_building_stays_scores_nothing_and_passes_the_turn():
    """A bank before city hall lies there, its player scores 0, the next one moves."""
    game = played(*STARTED, Build("Ann", "bank", (11,)))
    move = game.moves[-1].judged
    assert (move.legal, move.points, move.lines) == (False, 0, ())
    assert RULES.position(game.state).pieces[0].kind == "bank"
    assert game.state.to_move == "Ben"


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (Build("Ben", "residence", (11,)), "covered"),
        (Build("Ben", "residence", (81,)), "not-in-city"),
        (Build("Ben", "residence", (12, 16)), "wrong-shape"),
        (Build("Ben", "church", (12, 13)), "no-such-size"),
        (Build("Ben", "castle", (12,)), "unknown-kind"),
        (Streetcars("Ben", (PlacedStreetcar(81, "north"),)), "street-not-in-city"),
        (Streetcars("Ben", (PlacedStreetcar(12, "north"), PlacedStreetcar(12, "north"))), "street-taken"),
        (PlaceTile("Ben", 2, (-2, 0)), "tile-placed"),
        (PlaceTile("Ben", 5, (1, 1)), "tile-overlaps"),
    ],
)
def test_what_cannot_be_changes_nothing_but_the_turn(move, code):
    """A covered property, a missing shape, a used-up supply: the board stays, the turn passes."""
    before = played(*STARTED, Build("Ann", "residence", (11,)))
    after = played(*STARTED, Build("Ann", "residence", (11,)), move)
    assert code in codes(after)
    assert RULES.contents(after.state) == RULES.contents(before.state)
    assert after.state.to_move == "Cem"


def test_a_supply_that_is_used_up_changes_nothing():
    """There is one city hall."""
    game = played(*STARTED, Build("Ann", "city-hall", (15,)), Build("Ben", "city-hall", (16,)))
    assert "used-up" in codes(game)
    assert len(game.state.pieces) == 1


def test_after_a_move_out_of_turn_the_next_player_follows_the_one_who_moved():
    """Ben moves in Ann's place, then it is Cem's turn."""
    game = played(*STARTED, Build("Ben", "residence", (11,)))
    assert codes(game) == ["not-your-turn"]
    assert game.state.to_move == "Cem"
    assert game.totals["Ben"] == 0


def test_a_street_may_be_named_from_either_side():
    """A name from the higher-numbered property means the same street."""
    hall = (*STARTED, Build("Ann", "city-hall", (15,)))
    low = played(*hall, Streetcars("Ben", (PlacedStreetcar(15, "north"),)))
    high = played(*hall, Streetcars("Ben", (PlacedStreetcar(12, "south"),)))
    assert low.state.cars == high.state.cars
    assert RULES.position(low.state).streetcars == (PlacedStreetcar(12, "south"),)


def test_a_position_names_streets_anew_when_the_city_grows():
    """The street north of 81 is south of 65 as soon as neighbourhood 6 lies there; the streetcar stays in it."""
    game = (*STARTED, Build("Ann", "city-hall", (15,)), PlaceTile("Ben", 8, (-2, 0)))
    first = played(*game, Streetcars("Cem", (PlacedStreetcar(81, "north"),)))
    grown = played(*game, Streetcars("Cem", (PlacedStreetcar(81, "north"),)), PlaceTile("Ann", 6, (-4, 0)))
    assert grown.moves[-1].judged.legal
    assert RULES.position(first.state).streetcars == (PlacedStreetcar(81, "north"),)
    assert RULES.position(grown.state).streetcars == (PlacedStreetcar(65, "south"),)


def test_all_passing_in_sequence_ends_the_game():
    """ "Game end": three players pass one after the other; a move after that is illegal."""
    game = played(*STARTED, Pass("Ann"), Pass("Ben"), Pass("Cem"))
    assert game.over
    assert game.state.to_move is None
    late = played(*STARTED, Pass("Ann"), Pass("Ben"), Pass("Cem"), Build("Ann", "residence", (11,)))
    assert codes(late) == ["game-over"]


def test_a_quiet_turn_is_not_known_to_be_a_pass():
    """Two passes and a quiet turn do not end the game."""
    assert not played(*STARTED, Pass("Ann"), Pass("Ben"), Quiet("Cem")).over
    assert not played(*STARTED, Pass("Ann"), Exchange("Ben"), Pass("Cem"), Pass("Ann")).over


def test_a_trade_is_a_turn_that_is_only_logged():
    """ "Trade cards" changes nothing on the table."""
    game = played(*STARTED, Trade("Ann"))
    assert game.moves[-1].judged.legal
    assert game.state.to_move == "Ben"


def test_ties_are_shared():
    """The rulebook names no tie-break."""
    game = played(*STARTED, Build("Ann", "residence", (11,)), Build("Ben", "residence", (12,)))
    assert game.winners == ("Ann", "Ben")


def test_cards_and_hands_are_judged_where_a_record_carries_them():
    """The cards of all properties are played, a park's own card alone ("Place a building, park or factory")."""
    hall = (*STARTED, Build("Ann", "city-hall", (15,)))
    right = Build("Ben", "residence", (11, 12), cards=(11, 12), hands=(("Ben", (11, 12, 33)),))
    assert played(*hall, right).moves[-1].judged.legal
    assert codes(played(*hall, Build("Ben", "residence", (11, 12), cards=(11, 13)))) == ["wrong-cards"]
    assert codes(played(*hall, Build("Ben", "residence", (11, 12), hands=(("Ben", (11, 33)),)))) == ["card-missing"]
    assert played(*hall, Build("Ben", "lincoln-park", (16, 19), cards=("lincoln-park",))).moves[-1].judged.legal


def test_seventeen_streetcars_and_no_more():
    """ "Start/add to the streetcar line": after 17 the action may not be chosen; the eighteenth changes nothing."""
    random = Random(3)
    state = RULES.start(Header("big-city", ("Ann", "Ben")))
    while state.starting:
        state = RULES.judge(state, RULES.sample(state, random)).state
    state = RULES.judge(
        state, Build(state.to_move, "city-hall", RULES.placements(state, "city-hall")[0].at["on"])
    ).state
    while placements := RULES.placements(state, "streetcar"):
        move = RULES.move_for(state, state.to_move, "streetcar", random.choice(placements))
        state = RULES.judge(state, move).state
    assert len(state.cars) == 17
    free = next(car for street, car in state.city.streets.items() if street not in state.cars)
    judged = RULES.judge(state, Streetcars(state.to_move, (free,)))
    assert [problem.code for problem in judged.problems] == ["streetcars-used-up"]
    assert len(judged.state.cars) == 17


@pytest.mark.parametrize("seed", range(12))
def test_random_games_end_with_the_sum_of_their_lines(seed):
    """Totals are the sum of all score lines, each move's lines sum to its points, and no count is exceeded."""
    record = play_game(RULES, Header("big-city", ("Ann", "Ben", "Cem", "Dan")[: 2 + seed % 3]), Random(seed))
    game = replay(record)
    sums = dict.fromkeys(record.header.players, 0)
    for move in game.moves:
        assert sum(line.points for line in move.judged.lines) == move.judged.points
        sums[move.judged.move.player] += move.judged.points
    assert game.totals == sums
    assert game.over
    assert all(game.state.left(piece.building) >= 0 for piece in game.state.pieces)
    assert RULES.problems(RULES.position(game.state)) == ()
