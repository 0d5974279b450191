"""What holds for every position of the board games: symmetry, sums, counts, and slow second implementations."""

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from scoring import rules_for
from scoring.games.my_city.city import PlayerCity, colour_of, shapes, spots
from scoring.games.my_city.points import assess, largest_group, well_pays
from scoring.games.my_city_chess.control import access_points, controllers, zone_rows
from scoring.games.my_city_chess.setting import setting_of
from scoring.games.small_city.borough import BoroughState, Tile
from scoring.games.small_city.building import condition_problems
from scoring.random_play import play_game
from scoring.replay import replay
from tabletop.boards import load_board
from tabletop.games.my_city_chess.values import MyCityChessPosition, PlacedLandmark, PlacedZone
from tabletop.records import Header

CHESS = rules_for("my-city-chess")
EVERYTHING = {
    "parks": True,
    "city_dump": True,
    "types": True,
    "zone_scoring": True,
    "rezoning": True,
    "slums": "minus_one",
}
HEADERS = [
    Header("my-city-chess", ("red", "blue")),
    Header("my-city-chess", ("Ann", "Ben", "Cem"), EVERYTHING, (("Ann", "white"),)),
    Header("my-city-chess", ("red", "blue"), {"map": "hex-8", "reduced_adjacency": True, "zone_scoring": True}),
    Header("my-city", ("Ann", "Ben")),
    Header("my-city", ("Ann", "Ben"), {"church_sides": "three-sides"}),
    Header("my-city", ("Ann", "Ben", "Cem"), {"game": "episode-1"}),
    Header("small-city", ("Ann", "Ben"), {"modules": ["leisure", "gardens", "airport-bank", "palaces", "recycling"]}),
]


@pytest.mark.parametrize("header", HEADERS, ids=lambda header: f"{header.game} {dict(header.options)}")
@pytest.mark.parametrize("seed", range(2))
def test_random_games_keep_the_books(header, seed):
    """In a whole random game every move's lines sum to its points, every player's lines to the total."""
    rules = rules_for(header.game)
    ended = replay(play_game(rules, header, Random(seed), at_most=150))
    assert all(move.judged.legal for move in ended.moves)
    assert all(sum(line.points for line in move.judged.lines) == move.judged.points for move in ended.moves)
    position = rules.position(ended.state)
    score = rules.score(position)
    assert all(one.total == sum(line.points for line in one.lines) for one in score.players)
    assert [problem.code for problem in score.problems] in ([], ["leisure-near-industry"] * len(score.problems))
    if header.game != "small-city":  # where a position does not show the rounds before
        assert {one.name: one.total for one in score.players} == dict(ended.totals)
        assert score.winners == ended.winners


@pytest.mark.parametrize("header", HEADERS, ids=lambda header: f"{header.game} {dict(header.options)}")
def test_points_told_late_are_the_same(header):
    """Points and reasons are worked out when asked: of the last move first, long after it was judged, they are what
    they were when asked at once."""
    record = play_game(rules_for(header.game), header, Random(3), at_most=120)
    late = replay(record)
    backwards = [(one.judged.lines, one.totals) for one in reversed(late.moves)]
    rules, state, at_once = rules_for(header.game), rules_for(header.game).start(header), []
    for entry in record.entries:
        judged = rules.judge(state, entry.move)
        state = judged.state
        at_once.append((judged.lines, rules.totals(state)))
    assert backwards[::-1] == at_once


@pytest.mark.parametrize("header", HEADERS, ids=lambda header: f"{header.game} {dict(header.options)}")
def test_what_a_state_knows_of_the_one_before_it_is_right(header):
    """After every move what is told of a state is what somebody finds who sees it for the first time."""
    rules = rules_for(header.game)
    for move in replay(play_game(rules, header, Random(4), at_most=150)).moves:
        state, _ = move.judged.state, move.judged.lines  # told of a move, they are handed on
        boards = {name: getattr(state, name) for name in ("cities", "boroughs") if hasattr(state, name)}
        bare = {name: {player: replace(one) for player, one in owned.items()} for name, owned in boards.items()}
        anew = replace(state, **bare)
        found = [(rules.reasons(one), rules.over(one), rules.contents(one)) for one in (state, anew)]
        assert found[0] == found[1]


def test_what_a_chess_board_holds_for_possible_is():
    """A counter that lets the game go on lies beside no zone of its type, however long ago it was thought of."""
    for move in replay(play_game(CHESS, Header("my-city-chess", ("red", "blue")), Random(8))).moves:
        state = move.judged.state
        if not CHESS.over(state):
            _, type_, _, cell = state.possible
            beside = [state.zones[other].type for other in state.setting.adjacent[cell] if other in state.zones]
            assert type_ not in beside


def random_zones(random, count=30, colours=("red", "blue", "green")):
    """Counters on random squares, legal or not: scoring asks nobody how they came there."""
    squares = random.sample([f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9)], count)
    names = list(setting_of("my-city-chess", {}).counters.landmarks)
    landmarks = [PlacedLandmark(name, squares.pop()) for name in random.sample(names, 10)]
    kinds = list(product(colours, ("park", "residential", "industrial", "commercial"), (1, 2, 3, 4)))
    zones = [PlacedZone(*kind, squares.pop()) for kind in random.sample(kinds, len(squares))]
    zones[0] = replace(zones[0], type="slum", value=-1)
    return landmarks, zones


@pytest.mark.parametrize("seed", range(60))
def test_turning_and_mirroring_the_chess_board_changes_nothing(seed):
    """The same counters on a board turned by a quarter or seen in a mirror score the same."""
    random = Random(seed)
    landmarks, zones = random_zones(random)

    def turned(on):
        return f"{'abcdefgh'[int(on[1]) - 1]}{8 - 'abcdefgh'.index(on[0])}"

    def mirrored(on):
        return f"{'hgfedcba'['abcdefgh'.index(on[0])]}{on[1]}"

    totals = []
    for move in (str, turned, mirrored):
        position = MyCityChessPosition(
            tuple(replace(one, on=move(one.on)) for one in landmarks),
            tuple(replace(one, on=move(one.on)) for one in zones),
            ("red", "blue", "green"),
            EVERYTHING,
        )
        totals.append([player.total for player in CHESS.score(position).players])
    assert totals[0] == totals[1] == totals[2]


@pytest.mark.parametrize("seed", range(60))
def test_control_worked_out_slowly(seed):
    """Control, slums and rows of zones as a second, obvious implementation finds them."""
    random = Random(seed)
    landmarks, zones = random_zones(random)
    option = random.choice(["set_to_minus_one", "minus_one"])
    position = MyCityChessPosition(tuple(landmarks), tuple(zones), ("red", "blue", "green"), {"slums": option})
    state = CHESS.resume(position)
    at = {("abcdefgh".index(zone.on[0]), int(zone.on[1])): zone for zone in zones}

    def near(first, second):
        return first != second and max(abs(first[0] - second[0]), abs(first[1] - second[1])) == 1

    def worth(square):
        zone = at[square]
        slums = sum(at[other].type == "slum" for other in at if near(square, other))
        if zone.type == "slum":
            return -1
        return (-1 if slums else zone.value) if option == "set_to_minus_one" else zone.value - slums

    for zone in zones:
        square = ("abcdefgh".index(zone.on[0]), int(zone.on[1]))
        assert access_points(state.setting, state.zones, state.setting.board.cell(zone.on)) == worth(square)
    for landmark in landmarks:
        here = ("abcdefgh".index(landmark.on[0]), int(landmark.on[1]))
        sums = Counter()
        for square, zone in at.items():
            if near(square, here):
                sums[zone.player] += worth(square)
        best = max(sums.values(), default=0)
        slow = sorted(player for player, points in sums.items() if points == best and best > 0)
        assert list(controllers(state.setting, state.zones, state.setting.board.cell(landmark.on))) == slow


@pytest.mark.parametrize("seed", range(40))
def test_rows_of_zones_worked_out_slowly(seed):
    """Rows of five and more as text search finds them in a crowded board's lines."""
    random = Random(seed)
    zones = [
        PlacedZone(random.choice(["red", "red", "red", "blue"]), "park", 1, f"{file}{rank}")
        for file in "abcdefgh"
        for rank in range(1, 9)
        if random.random() < 0.9
    ]
    state = CHESS.resume(MyCityChessPosition((), tuple(zones), ("red", "blue")))
    letters = {zone.on: zone.player[0] for zone in zones}
    ranks = ["".join(letters.get(f"{file}{rank}", ".") for file in "abcdefgh") for rank in range(1, 9)]
    files = ["".join(letters.get(f"{file}{rank}", ".") for rank in range(1, 9)) for file in "abcdefgh"]
    import re

    slow = sum(len(re.findall("r{5,}|b{5,}", line)) for line in ranks + files)
    assert len(list(zone_rows(state.setting, state.zones))) == slow


def random_city(random, board):
    """Buildings thrown on a board wherever they fit, legal or not."""
    city = PlayerCity("Ann", board.name, board)
    names = [f"{colour}-{number}" for colour in ("yellow", "red", "blue") for number in range(1, 9)]
    for building in random.sample([*names, "church-1", "church-2", "church-3"], 20):
        places = list(spots("my-city", city, building))
        if places:
            city = replace(city, buildings={**city.buildings, building: random.choice(places)})
    return city


@pytest.mark.parametrize("seed", range(40))
def test_groups_and_wells_worked_out_slowly(seed):
    """Largest groups by merging until nothing merges, wells by looking at four cells."""
    city = random_city(Random(seed), load_board("eternal"))
    for colour in ("yellow", "red", "blue"):
        groups = [{name} for name in city.buildings if colour_of(name) == colour]
        merged = True
        while merged:
            merged = False
            for first, second in product(groups, groups):
                touching = any(
                    abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
                    for one, other in product(first, second)
                    for a in city.buildings[one]
                    for b in city.buildings[other]
                )
                if first is not second and touching:
                    groups = [group for group in groups if group is not first and group is not second]
                    groups.append(first | second)
                    merged = True
                    break
        assert len(largest_group(city, colour)) == max(map(len, groups), default=0)
    covered = city.covered
    for row, column in city.cells_of("well"):
        four = [covered.get((row + down, column + right)) for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        assert well_pays(city, (row, column)) is (
            (row, column) not in covered and None not in four and len(set(four)) == 4
        )


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("sides", ["three-colours", "three-sides"])
def test_mirroring_a_board_changes_no_score(seed, sides):
    """A whole My City board in a mirror, terrain, river and buildings, is worth the same."""
    board = load_board("eternal")
    city = random_city(Random(seed), board)

    def mirrored(cell):
        return (cell[0], board.columns - 1 - cell[1])

    other = replace(
        board,
        terrain={mirrored(cell): terrain for cell, terrain in board.terrain.items()},
        river=frozenset(frozenset(map(mirrored, edge)) for edge in board.river),
    )
    buildings = {name: frozenset(map(mirrored, cells)) for name, cells in city.buildings.items()}
    twin = replace(city, board=other, buildings=buildings)
    totals = [assess(one, game="eternal", church_sides=sides).total for one in (city, twin)]
    assert totals[0] == totals[1]


def test_shapes_are_turned_never_mirrored():
    """The demo's L has four turns and none of them is its mirror image."""
    turns = shapes("my-city", "red-4")
    mirrors = {frozenset((row, 2 - column) for row, column in turn) for turn in turns}
    pushed = {frozenset((r - min(x for x, _ in m), c - min(y for _, y in m)) for r, c in m) for m in mirrors}
    assert len(turns) == 4
    assert not pushed & set(turns)


def random_borough(random, influence):
    """Tiles thrown on a borough."""
    borough = BoroughState("Ann", influence)
    cells = list(borough.board.cells)
    kinds = ("residential", "commercial", "park", "factory", "warehouse", "statue", "city-hall")
    random.shuffle(cells)
    tiles = [Tile(random.choice(kinds), 1, frozenset({cell})) for cell in cells[:45]]
    return replace(borough, tiles=tuple(tiles))


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("influence", ["moore1", "orthogonal1"])
def test_influence_and_gardens_worked_out_slowly(seed, influence):
    """Influence by distance alone, gardens by spreading until nothing is reached any more."""
    borough = random_borough(Random(seed), influence)
    for tile in borough.tiles[:10]:
        slow = {
            cell
            for cell in borough.board.cells
            for row, column in tile.cells
            if (
                max(abs(cell[0] - row), abs(cell[1] - column))
                if influence == "moore1"
                else abs(cell[0] - row) + abs(cell[1] - column)
            )
            == 1
        } - tile.cells
        assert borough.influence_of(tile.cells) == slow
    green = {cell for tile in borough.tiles if tile.kind in ("park", "statue") for cell in tile.cells}
    label = {cell: cell for cell in green}
    for _ in green:
        for a, b in product(green, green):
            if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1:
                label[a] = label[b] = min(label[a], label[b])
    sizes = Counter(label.values())
    for cell in green:
        assert len({cell} | borough.touching_green(frozenset({cell}))) == sizes[label[cell]]


@pytest.mark.parametrize("seed", range(30))
def test_turning_a_borough_changes_no_verdict(seed):
    """A borough turned by a quarter allows and forbids the same tiles."""
    random = Random(seed)
    borough = random_borough(random, "moore1")

    def turned(cells):
        return frozenset((column, 9 - row) for row, column in cells)

    twin = replace(borough, tiles=tuple(replace(tile, cells=turned(tile.cells)) for tile in borough.tiles))
    free = [cell for cell in borough.board.cells if cell not in borough.covered]
    for kind in ("swimming-pool", "statue", "park", "bank", "airport", "recycling"):
        tile = Tile(kind, None, frozenset({random.choice(free)}))
        codes = [
            sorted(problem.code for problem in condition_problems(one, replace(tile, cells=cells)))
            for one, cells in ((borough, tile.cells), (twin, turned(tile.cells)))
        ]
        assert codes[0] == codes[1]
