"""Random legal moves of MY CITY on a chess board: for tests, the virtual table and the demo."""

from random import Random

from scoring.games.my_city_chess.setting import LANDMARKS_A_ROW, REZONINGS
from scoring.games.my_city_chess.state import MyCityChessState
from tabletop.games.my_city_chess.values import PlaceZone, Rezone, SetLandmark, Skip
from tabletop.moves import Move

REZONING_SHARE = 0.1
"""How often a random player replaces a zone where that is allowed."""


def sample(state: MyCityChessState, random: Random) -> Move:
    """A random legal move of whoever is next."""
    board, player = state.setting.board, str(state.turn)
    if state.setting_out():
        rows = [cell[0] for cell in state.landmarks]
        wanting = [cell for cell in state.empty() if rows.count(cell[0]) < LANDMARKS_A_ROW]
        return SetLandmark(random.choice(state.landmark_cup()), board.cell_name(random.choice(wanting)))
    colour = state.colours[player]
    if state.setting.options["rezoning"] and random.random() < REZONING_SHARE:
        replacing = _rezone(state, player, colour, random)
        if replacing is not None:
            return replacing
    cup = list(state.in_cup(colour))
    random.shuffle(cup)
    for type_, value in cup:
        squares = state.open_squares(type_)
        if squares:
            return PlaceZone(player, type_, board.cell_name(random.choice(squares)), value)
    return Skip(player)


def _rezone(state: MyCityChessState, player: str, colour: str, random: Random) -> Rezone | None:
    """A legal replacement of a random own zone, None where there is none."""
    own = [cell for cell, zone in state.zones.items() if zone.player == colour]
    cup = list(state.in_cup(colour))
    if not own or state.rezoned.get(player, 0) >= REZONINGS:
        return None
    cell = random.choice(sorted(own))
    fitting = [kind for kind in cup if not state.conflicts(kind[0], cell)]
    if not fitting:
        return None
    type_, value = random.choice(fitting)
    return Rezone(player, state.setting.board.cell_name(cell), type_, value)
