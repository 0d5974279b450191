"""Each move of MY CITY on a chess board judged: what is against the rules, what is impossible, what lies there."""

from collections import Counter

from scoring.altered import altered, knowing
from scoring.games.my_city_chess.setting import LANDMARKS_A_ROW, REZONINGS
from scoring.games.my_city_chess.state import MyCityChessState, squares
from scoring.games.my_city_chess.texts import WORDING, named
from scoring.ruling import Change, Ruling
from tabletop.cellnames import LETTERS, Cell
from tabletop.games.my_city_chess.counters import DUMP, SLUM
from tabletop.games.my_city_chess.values import PlacedZone, PlaceZone, Rezone, SetLandmark, Skip
from tabletop.moves import Move
from tabletop.readings import Problem

DRAWN = 2
"""Counters that are drawn with random zones."""


def ruling(state: MyCityChessState, move: Move) -> Ruling[MyCityChessState]:
    """Judge a move: what is impossible leaves the map as it is, the rest lies there even if it may not."""
    if isinstance(move, SetLandmark):
        (problems, changed), turn = _set_landmark(state, move), state.turn
    elif isinstance(move, PlaceZone):
        (problems, changed), turn = _place(state, move), state.after(move.player)
    elif isinstance(move, Rezone):
        (problems, changed), turn = _rezone(state, move), state.after(move.player)
    elif isinstance(move, Skip):
        problems, changed, turn = [*_wrong_draw(state, move), *_skip(state, move)], {}, state.after(move.player)
    else:
        raise TypeError(f"{move} is not a move of {state.setting.game}")
    over = state.over()
    late = [WORDING.problem("game-over")] if over else _too_early(state, move)
    at_end = state.counted if over else None
    after = altered(state, turn=turn, at_end=at_end, **changed)
    if state.possible is not None and after.keeps_possible(*state.possible):
        knowing(after, possible=state.possible)
    return Ruling((*late, *problems), after)


def zone_problems(state: MyCityChessState, player: str, type_: str, value: int, cell: Cell) -> list[Problem]:
    """What is against the rules in placing a counter on an empty square: the Placement Rules and the variants."""
    return [*_not_in_play(state, type_, value), *_adjacent(state, type_, value, cell)]


def _set_landmark(state: MyCityChessState, move: SetLandmark) -> Change:
    setting = state.setting
    counter = setting.counters.landmarks.get(move.name)
    if counter is None:
        return ([WORDING.problem("no-such-counter", what=named(move.name))], {})
    cell, impossible = _empty_square(state, move.on)
    if cell is None:
        return (impossible, {})
    standing = [other for other, name in state.landmarks.items() if name == move.name]
    if len(standing) >= (1 if move.name == DUMP else setting.landmark_copies):
        at = setting.board.cell_name(standing[0])
        problem = WORDING.problem("landmark-used-up", squares(setting, standing), what=counter.title, at=at)
        return ([problem], {})
    problems: list[Problem] = []
    if state.zones and not state.setting_out():
        problems.append(WORDING.problem("setup-over", [setting.place(cell)]))
    if sum(other[0] == cell[0] for other in state.landmarks) >= LANDMARKS_A_ROW:
        row = setting.board.cell_name(cell).lstrip(LETTERS + LETTERS.upper())
        problems.append(WORDING.problem("row-full", [setting.place(cell)], row=row))
    if move.name == DUMP and not setting.options["city_dump"]:
        problems.append(WORDING.problem("not-in-play", [setting.place(cell)], what=counter.title, option="city_dump"))
    return (problems, {"landmarks": {**state.landmarks, cell: move.name}})


def _place(state: MyCityChessState, move: PlaceZone) -> Change:
    cell, impossible = _empty_square(state, move.on)
    impossible += _supply(state, move.player, move.type, move.value)
    if cell is None or impossible:
        return (impossible, {})
    problems = zone_problems(state, move.player, move.type, move.value, cell) + _not_drawn(state, move)
    problems += _wrong_draw(state, move)
    zone = PlacedZone(state.colours[move.player], move.type, move.value, state.setting.board.cell_name(cell))
    return (problems, state.zone_laid(cell, zone))


def _rezone(state: MyCityChessState, move: Rezone) -> Change:
    """Replace an own zone by one from the cup, as the move, at most three times [Rezoning].

    The old counter goes back to the cup, and what comes to lie there must keep the Placement Rules: our reading.
    """
    setting, colour = state.setting, state.colours[move.player]
    try:
        cell = setting.board.cell(move.on)
    except ValueError:
        return ([_no_square(state, move.on)], {})
    if cell not in state.zones or state.zones[cell].player != colour:
        problem = WORDING.problem("not-own-zone", [setting.place(cell)], player=move.player, on=move.on)
        return ([problem], {})
    impossible = _supply(state, move.player, move.type, move.value)
    if impossible:
        return (impossible, {})
    problems = _adjacent(state, move.type, move.value, cell) + _not_in_play(state, move.type, move.value)
    if not setting.options["rezoning"]:
        problems.append(
            WORDING.problem("not-in-play", [setting.place(cell)], what="replacing a zone", option="rezoning")
        )
    if state.rezoned.get(move.player, 0) >= REZONINGS:
        problems.append(WORDING.problem("rezoned-enough", [setting.place(cell)], player=move.player))
    zone = PlacedZone(colour, move.type, move.value, setting.board.cell_name(cell))
    rezoned = {**state.rezoned, move.player: state.rezoned.get(move.player, 0) + 1}
    return (problems, {**state.zone_laid(cell, zone), "rezoned": rezoned})


def _skip(state: MyCityChessState, move: Skip) -> list[Problem]:
    """A turn is skipped only by who can place nothing; with random zones by who could place neither drawn counter.

    With random zones and no draw in the record nobody can tell, and the skip stands: our reading.
    """
    possible = state.first_placement(state.colours[move.player])
    if state.setting.options["random_zones"]:
        drawn = dict(move.hands or ()).get(move.player)
        if drawn is None:
            return []
        cup = [kind for kind in state.in_cup(state.colours[move.player]) if counter_name(*kind) in drawn]
        places = [(type_, value, cells[0]) for type_, value in cup if (cells := state.open_squares(type_))]
        possible = places[0] if places else None
    if possible is None:
        return []
    type_, value, cell = possible
    at, what = state.setting.board.cell_name(cell), spoken(type_, value)
    return [WORDING.problem("could-place", [state.setting.place(cell)], player=move.player, what=what, at=at)]


def _too_early(state: MyCityChessState, move: Move) -> list[Problem]:
    """Somebody else's turn, or the landmarks come first; setting them out is nobody's turn."""
    if move.player is None:
        return []
    if state.strict and (left := state.landmarks_to_come()):
        return [WORDING.problem("landmarks-first", left=left)]
    if state.turn in (None, move.player):
        return []
    return [WORDING.problem("out-of-turn", player=move.player, turn=state.turn)]


def _empty_square(state: MyCityChessState, on: str) -> tuple[Cell | None, list[Problem]]:
    """The square of that name where a counter can lie, or why it cannot."""
    board = state.setting.board
    try:
        cell = board.cell(on)
    except ValueError:
        return (None, [_no_square(state, on)])
    if cell in state.landmarks:
        by = state.setting.counters.landmarks[state.landmarks[cell]].title
    elif cell in state.zones:
        zone = state.zones[cell]
        by = f"{zone.player}'s {spoken(zone.type, zone.value)}"
    else:
        return (cell, [])
    return (None, [WORDING.problem("square-taken", [state.setting.place(cell)], on=on, by=by)])


def _no_square(state: MyCityChessState, on: str) -> Problem:
    board = state.setting.board
    names = sorted((board.cell_name(board.cells[0]), board.cell_name(board.cells[-1])))
    return WORDING.problem("no-such-square", on=on, first=names[0], last=names[-1])


def _supply(state: MyCityChessState, player: str, type_: str, value: int) -> list[Problem]:
    """Nothing where the counter is in the player's cup."""
    most = state.setting.copies(type_, value)
    if not most:
        return [WORDING.problem("no-such-counter", what=spoken(type_, value))]
    if state.on_map(state.colours[player], type_, value) >= most:
        return [WORDING.problem("counter-used-up", player=player, what=spoken(type_, value))]
    return []


def _not_in_play(state: MyCityChessState, type_: str, value: int) -> list[Problem]:
    if state.setting.in_play(type_):
        return []
    return [WORDING.problem("not-in-play", what=spoken(type_, value), option="slums")]


def _adjacent(state: MyCityChessState, type_: str, value: int, cell: Cell) -> list[Problem]:
    conflicts = state.conflicts(type_, cell)
    if not conflicts:
        return []
    at = ", ".join(map(state.setting.board.cell_name, conflicts))
    places = squares(state.setting, [cell, *conflicts])
    return [WORDING.problem("same-type-adjacent", places, what=spoken(type_, value), type=named(type_), at=at)]


def _not_drawn(state: MyCityChessState, move: PlaceZone) -> list[Problem]:
    """With random zones two counters are drawn and one of them is used [Random Zone Selection]."""
    if not state.setting.options["random_zones"]:
        return []
    drawn = dict(move.hands or ()).get(move.player)
    if drawn is None or counter_name(move.type, move.value) in drawn:
        return []
    what = spoken(move.type, move.value)
    return [WORDING.problem("not-drawn", what=what, player=move.player, drawn=" and ".join(drawn))]


def _wrong_draw(state: MyCityChessState, move: PlaceZone | Skip) -> list[Problem]:
    """ "Draw 2 random counters": two of the own cup, or the last one [Random Zone Selection]."""
    if not state.setting.options["random_zones"] or (drawn := dict(move.hands or ()).get(move.player)) is None:
        return []
    colour = state.colours[move.player]
    cup = Counter(
        {
            counter_name(*kind): state.setting.copies(*kind) - state.on_map(colour, *kind)
            for kind in state.in_cup(colour)
        }
    )
    if len(drawn) == min(DRAWN, cup.total()) and Counter(drawn) <= cup:
        return []
    return [WORDING.problem("wrong-draw", player=move.player, drawn=" and ".join(drawn) or "none")]


def counter_name(type_: str, value: int) -> str:
    """A counter as hands name it: `park-3`, `slum`."""
    return type_ if type_ == SLUM else f"{type_}-{value}"


def spoken(type_: str, value: int) -> str:
    """A counter in words."""
    return type_ if type_ == SLUM else f"{named(type_)} {value}"
