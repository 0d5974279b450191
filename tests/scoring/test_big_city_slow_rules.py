"""The fast rules against a slow, obvious second implementation, written from the rulebook with plain loops."""

from collections import deque
from random import Random

import pytest
from thinned import thinned

from scoring import rules_for
from scoring.games.big_city import streetcars
from scoring.games.big_city.city_map import NUMBERS, city_map, numbers_of
from tabletop.gamefile import load_game
from tabletop.games.big_city.values import Build
from tabletop.lattice import SIDES, PlacedTile, neighbour
from tabletop.records import Header

NEIGHBOURHOODS = load_game("big-city").neighbourhoods

RULES = rules_for("big-city")


def slow_outskirts(cells):
    """Walk on empty cells from far outside; a property with a walked cell beside it is on the outskirts."""
    taken = set(cells.values())
    rows, columns = [row for row, _ in taken], [column for _, column in taken]
    outside, waiting = set(), deque([(min(rows) - 1, min(columns) - 1)])
    while waiting:
        cell = waiting.popleft()
        inside_margin = min(rows) - 1 <= cell[0] <= max(rows) + 1 and min(columns) - 1 <= cell[1] <= max(columns) + 1
        if cell in outside or cell in taken or not inside_margin:
            continue
        outside.add(cell)
        waiting.extend(neighbour(cell, side) for side in SIDES)
    return {number for number, cell in cells.items() if any(neighbour(cell, side) in outside for side in SIDES)}


def slow_adjacent(cells, number):
    """The properties across the four streets."""
    return {other for other, cell in cells.items() for side in SIDES if neighbour(cells[number], side) == cell}


def slow_worth(state, kind, on, cells):
    """The table of the rulebook, one condition after the other."""
    outskirts = slow_outskirts(cells)
    around = {other for number in on for other in slow_adjacent(cells, number)} - set(on)
    standing = [(piece.building.kind, set(piece.on)) for piece in state.pieces]
    park = any(name in ("lincoln-park", "central-park") and where & around for name, where in standing)
    factory = any(name in ("stanford", "rockwell") and where & around for name, where in standing)
    hall = any(name == "city-hall" and where & around for name, where in standing)
    sides = {frozenset((cells[number], neighbour(cells[number], side))) for number in on for side in SIDES}
    lines = {frozenset((cell, neighbour(cell, side))) for cell, side in state.cars}
    car = bool(sides & lines)
    if kind == "church":
        return 15
    if kind == "shopping-center":
        return 30
    if kind in ("cinema", "bank", "post-office"):
        return 5 * (3 if car and hall else 2 if car or hall else 1)
    if kind not in ("residence", "business"):
        return 0
    points = {1: 2, 2: 6, 3: 10}[len(on)]
    if kind == "residence" and any(number in outskirts for number in on):
        points += 1
    if kind == "business" and not any(number in outskirts for number in on):
        points += 1
    points += park - 2 * factory
    if points == 0:
        return 1
    if kind == "residence":
        return points * (2 if car else 1)
    return points * (3 if car and hall else 2 if car or hall else 1)


def random_tiles(random, count):
    """Neighbourhoods anywhere near each other, not by the rules of contact, never over each other."""
    tiles = [PlacedTile(1, (0, 0), 0)]
    for number in random.sample(range(2, 9), count):
        for _ in range(200):
            tile = PlacedTile(number, (random.randint(-6, 8), random.randint(-6, 8)), random.randrange(4))
            taken = set(NEIGHBOURHOODS.cells_of(tiles).values())
            if not taken & set(NEIGHBOURHOODS.cells(tile).values()):
                tiles.append(tile)
                break
    return tuple(tiles)


@pytest.mark.parametrize("seed", thinned(range(20), 6))
def test_adjacency_and_outskirts_agree_on_random_grounds(seed):
    """50 random grounds a seed, many with holes and gaps: the same neighbours, the same outskirts."""
    random = Random(seed)
    for _ in range(50):
        tiles = random_tiles(random, random.randint(0, 7))
        city, cells = city_map(tiles), NEIGHBOURHOODS.cells_of(tiles)
        assert set(numbers_of(city.outskirts)) == slow_outskirts(cells)
        for number in random.sample(sorted(cells), 5):
            assert set(numbers_of(city.footprint((number,)).around)) == slow_adjacent(cells, number)


@pytest.mark.parametrize("seed", thinned(range(10), 2))
def test_worth_agrees_in_random_games(seed):
    """Every building of a random game, and every other place it could have had, is worth the same in both."""
    random = Random(seed)
    state = RULES.start(Header("big-city", ("Ann", "Ben", "Cem")))
    while not RULES.over(state):
        move = RULES.sample(state, random)
        if isinstance(move, Build):
            cells = NEIGHBOURHOODS.cells_of(state.city.tiles)
            placements = RULES.placements(state, move.kind)
            for placement in random.sample(placements, min(3, len(placements))):
                assert placement.points == slow_worth(state, move.kind, placement.at["on"], cells)
        state = RULES.judge(state, move).state


@pytest.mark.parametrize("seed", thinned(range(10), 4))
def test_streetcar_line_agrees_with_a_walk_over_its_corners(seed):
    """A set of streets is one line exactly when a walk from corner to corner reaches every one of them."""
    random = Random(seed)
    variants = RULES.start(Header("big-city", ("Ann", "Ben"))).variants
    streets = sorted(city_map((PlacedTile(1, (0, 0), 0), PlacedTile(3, (0, 3), 0))).streets)
    for _ in range(300):
        line = tuple(random.sample(streets, random.randint(1, 5)))
        corners = {street: _slow_corners(street) for street in line}
        reached = {line[0]}
        for _ in line:
            reached |= {street for street in line if any(corners[street] & corners[other] for other in reached)}
        connected = len(reached) == len(line)
        assert ("not-connected" not in streetcars.position_problems(variants, line)) == connected


def _slow_corners(street):
    """The two ends of a street between two cells, as points."""
    (row, column), side = street
    if side == "east":
        return {(row, column + 1), (row + 1, column + 1)}
    return {(row + 1, column), (row + 1, column + 1)}


@pytest.mark.parametrize("seed", thinned(range(6), 3))
def test_placements_are_exactly_what_the_judge_allows(seed):
    """Every set of properties of a random game's middle is legal for a kind in both or in neither."""
    random = Random(seed)
    state = RULES.start(Header("big-city", ("Ann", "Ben")))
    for _ in range(random.randint(15, 45)):
        if not RULES.over(state):
            state = RULES.judge(state, RULES.sample(state, random)).state
    if RULES.over(state):
        return
    present = [number for number in NUMBERS if number in NEIGHBOURHOODS.cells_of(state.city.tiles)]
    for kind in state.variants.buildings:
        listed = {placement.at["on"]: placement.points for placement in RULES.placements(state, kind)}
        for size in state.variants.buildings[kind]:
            for footprint in random.sample(present, min(12, len(present))):
                on = _grown(random, state, footprint, size)
                judged = RULES.judge(state, Build(state.to_move, kind, on))
                assert judged.legal == (on in listed)
                assert not judged.legal or judged.points == listed[on]


def _grown(random, state, number, size):
    """A random connected set of properties."""
    cells = NEIGHBOURHOODS.cells_of(state.city.tiles)
    on = {number}
    for _ in range(50):
        if len(on) == size:
            break
        on |= set(random.sample(sorted(slow_adjacent(cells, random.choice(sorted(on)))), 1))
    return tuple(sorted(on))[:size]
