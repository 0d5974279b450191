"""One move judged and carried out: whose turn, whether it can be, whether it may be, what it scores."""

from dataclasses import replace

from scoring.games.big_city import streetcars, texts
from scoring.games.big_city.building import failings, problems_of
from scoring.games.big_city.city_map import INDEX, numbers_of
from scoring.games.big_city.points import points_for
from scoring.games.big_city.state import TILES, BigCityState, Piece, beside_all, streetcar_count
from scoring.protocol import Judged, ScoreLine
from tabletop.games.big_city.values import BigCityMove, Build, Card, PlaceTile, Streetcars
from tabletop.lattice import PlacedTile, Segment
from tabletop.readings import Problem

Outcome = tuple[list[Problem], BigCityState, int, tuple[ScoreLine, ...]]
"""Problems, the board after it, what it would score if legal."""


def judge(state: BigCityState, move: BigCityMove) -> Judged[BigCityState]:
    """Judge a move: a move against the rules lies there, scores 0 and passes the turn; an impossible one only that."""
    problems = _turn_problems(state, move)
    if isinstance(move, Build):
        found, after, points, lines = _build(state, move)
    elif isinstance(move, Streetcars):
        found, after, points, lines = _streetcars(state, move)
    elif isinstance(move, PlaceTile):
        found, after, points, lines = _place_tile(state, move)
    else:
        found, after, points, lines = _card_problems(move, None), state, 0, ()
    if found:
        problems = problems + found
    if problems:
        points, lines = 0, ()
    turned = _turned(state, after, move, points, not problems)
    return Judged(move, tuple(problems), turned, lambda: lines)


def _turned(before: BigCityState, after: BigCityState, move: BigCityMove, points: int, legal: bool) -> BigCityState:
    """The board after a move with points, passes and the turn: it is with the player after the one who moved."""
    mover = before.players.index(move.player)
    seat = (mover + 1) % len(before.players)
    if before.starting and not after.starting:
        seat = 0  # "The starting player begins"
    return BigCityState(
        before.players,
        before.variants,
        after.city,
        after.pieces,
        after.covered,
        after.groups,
        after.cars,
        after.beside_cars,
        seat,
        _passes(before, move, legal),
        before.reckoned(mover, points),
        after.starting,
        before.strict_start,
    )


def _passes(before: BigCityState, move: BigCityMove, legal: bool) -> int:
    """How many players in a row have passed; what is done after the end does not open the game again."""
    if before.over:
        return before.passes
    return before.passes + 1 if legal and move.do == "pass" else 0


def _turn_problems(state: BigCityState, move: BigCityMove) -> list[Problem]:
    """Moves after the end, out of turn, or before the starting neighbourhoods lie."""
    problems = []
    if state.over:
        problems.append(texts.problem("game-over"))
    elif move.player != state.players[state.seat]:
        expected = state.players[state.seat]
        problems.append(texts.problem("not-your-turn", player=move.player, expected=expected))
    if state.starting and state.strict_start and not isinstance(move, PlaceTile):
        problems.append(texts.problem("starting-neighbourhoods-first", left=texts.listed(sorted(state.starting))))
    return problems


def _build(state: BigCityState, move: Build) -> Outcome:
    """Place a building, park or factory."""
    table = state.variants.buildings
    sizes = table.get(move.kind)
    if sizes is None:
        known = texts.listed(sorted(table))
        return [texts.problem("unknown-kind", _places(move.on), kind=move.kind, known=known)], state, 0, ()
    building = sizes.get(len(move.on))
    if building is None:
        title = next(iter(sizes.values())).title
        words = {"size": len(move.on), "sizes": texts.listed(sorted(sizes))}
        return [texts.problem("no-such-size", _places(move.on), title=title, **words)], state, 0, ()
    missing = [number for number in move.on if INDEX.get(number, -1) not in state.city.cell_at]
    if missing:
        return [texts.problem("not-in-city", _places((n,)), number=n) for n in missing], state, 0, ()
    footprint = state.city.footprint(move.on)
    impossible = []
    if footprint.bits & state.covered:
        for number in numbers_of(footprint.bits & state.covered):
            title = next(piece.building.title for piece in state.pieces if number in piece.on)
            impossible.append(texts.problem("covered", _places((number,)), number=number, title=title))
    if building.size > 1 and _shape(state, move.on) not in building.shapes:
        numbers = texts.listed(move.on)
        impossible.append(texts.problem("wrong-shape", footprint.places, title=building.title, numbers=numbers))
    if state.left(building) <= 0:
        title = texts.sized(building.title, building.size, len(sizes))
        impossible.append(texts.problem("used-up", footprint.places, title=title, count=building.count))
    if impossible:
        return impossible, state, 0, ()
    broken = failings(state, building, footprint)
    problems = problems_of(state, building, footprint, broken) if broken else []
    if move.cards is not None or move.hands is not None:
        problems += _card_problems(move, (building.kind,) if building.special_card else move.on)
    points, lines = (0, ()) if problems else points_for(state, building, footprint)
    groups = dict(state.groups)
    for group in building.groups:
        groups[group] = groups.get(group, 0) | footprint.bits
    after = BigCityState(
        state.players,
        state.variants,
        state.city,
        (*state.pieces, Piece(building, move.on, footprint.bits)),
        state.covered | footprint.bits,
        groups,
        state.cars,
        state.beside_cars,
        state.seat,
        state.passes,
        state.totals,
        state.starting,
        state.strict_start,
    )
    return problems, after, points, lines


def _shape(state: BigCityState, on: tuple[int, ...]) -> frozenset[tuple[int, int]]:
    """The shape of some properties as they lie."""
    cell_at = state.city.cell_at
    cells = [cell_at[INDEX[number]] for number in on]
    top = min([row for row, _ in cells])
    left = min([column for _, column in cells])
    return frozenset([(row - top, column - left) for row, column in cells])


def _streetcars(state: BigCityState, move: Streetcars) -> Outcome:
    """Start or extend the line; the segments are judged in the order listed."""
    if not move.segments:
        return [texts.problem("no-streetcars")], state, 0, ()
    streets: list[Segment] = []
    for car in move.segments:
        if INDEX.get(car.beside, -1) not in state.city.cell_at:
            place = (f"street:{car.beside}:{car.side}",)
            return [texts.problem("street-not-in-city", place, number=car.beside)], state, 0, ()
        street = state.city.segment(car)
        if street in state.cars or street in streets:
            name = state.city.street_place(street)
            return [texts.problem("street-taken", (name,), street=state.city.street_words(street))], state, 0, ()
        streets.append(street)
    if len(streets) > state.streetcars_left:
        places = tuple(state.city.street_place(street) for street in streets)
        return [texts.problem("streetcars-used-up", places, count=streetcar_count())], state, 0, ()
    problems = _card_problems(move, None)
    if not state.hall:
        problems.append(texts.problem("streetcar-before-hall"))
    if not state.cars and len(streets) > 1:
        problems.append(texts.problem("one-streetcar-first", count=len(streets)))
    elif len(streets) > 2:
        problems.append(texts.problem("two-streetcars-at-most", count=len(streets)))
    line = state.cars
    for street in streets:
        if code := streetcars.failing(state, line, street):
            problems.append(streetcars.problem(state, code, street))
        line = (*line, street)
    after = replace(state, cars=line, beside_cars=state.beside_cars | beside_all(state.city, tuple(streets)))
    return problems, after, 0, ()


def _place_tile(state: BigCityState, move: PlaceTile) -> Outcome:
    """Lay a neighbourhood, in the starting city or later."""
    places = (f"tile:{move.number}",)
    if any(tile.number == move.number for tile in state.city.tiles):
        return [texts.problem("tile-placed", places, number=move.number)], state, 0, ()
    tile = PlacedTile(move.number, move.at, move.turn)
    covered, own, city = state.city.contacts(tile)
    if covered:
        return [texts.problem("tile-overlaps", places, number=move.number)], state, 0, ()
    problems = tile_failings(state, move.number) + _card_problems(move, None)
    if own < 2 or city < 2:
        problems.append(texts.problem("too-little-contact", places, number=move.number, own=own, city=city))
    extended = state.city.extended(tile)
    after = replace(
        state,
        city=extended,
        beside_cars=beside_all(extended, state.cars),
        starting=state.starting - {move.number},
    )
    return problems, after, 0, ()


def tile_failings(state: BigCityState, number: int) -> list[Problem]:
    """What forbids laying this neighbourhood now, wherever."""
    if state.starting:
        if number not in state.starting:
            left = texts.listed(sorted(state.starting))
            return [texts.problem("not-a-starting-neighbourhood", (f"tile:{number}",), number=number, left=left)]
    elif not state.hall:
        return [texts.problem("tile-before-hall", (f"tile:{number}",))]
    return []


def tiles_left(state: BigCityState) -> tuple[int, ...]:
    """Neighbourhoods that do not lie in the city yet."""
    placed = {tile.number for tile in state.city.tiles}
    return tuple(number for number in range(1, TILES + 1) if number not in placed)


def _card_problems(move: BigCityMove, needed: tuple[Card, ...] | None) -> list[Problem]:
    """Cards played and held, where the record carries them ("Place a building, park or factory")."""
    problems = []
    if needed is not None and move.cards is not None and sorted(map(str, move.cards)) != sorted(map(str, needed)):
        played = texts.listed(move.cards)
        problems.append(texts.problem("wrong-cards", played=played, needed=texts.listed(needed)))
    hands = dict(move.hands or ())
    if move.player in hands:
        missing = [card for card in (needed or move.cards or ()) if card not in hands[move.player]]
        if missing:
            problems.append(texts.problem("card-missing", player=move.player, missing=texts.listed(missing)))
    return problems


def _places(on: tuple[int, ...]) -> tuple[str, ...]:
    """Properties as places."""
    return tuple(f"property:{number}" for number in on)
