"""Each move of My City judged: cards, and what the players do with them, in any order within a round."""

from collections.abc import Callable
from typing import TypeVar

from scoring.altered import altered
from scoring.games.my_city.city import Cells, PlayerCity, has_shape, is_church, placing_problems
from scoring.games.my_city.points import GOLD
from scoring.games.my_city.state import BLOCKING, MyCityState
from scoring.games.my_city.texts import WORDING, named, variant_words
from scoring.ruling import Change, Ruling
from scoring.wording import joined
from tabletop.cellnames import Cell
from tabletop.games.my_city.values import End, PassCard, PlaceBuilding, TurnCard
from tabletop.moves import Move
from tabletop.readings import Problem

Act = TypeVar("Act", bound=Move)


def ruling(state: MyCityState, move: Move) -> Ruling[MyCityState]:
    """Judge a move: what is impossible leaves the boards as they are, the rest lies there even if it may not."""
    if isinstance(move, TurnCard):
        found = _turn_card(state, move)
    elif isinstance(move, PlaceBuilding):
        found = _acted(state, move, _build)
    elif isinstance(move, PassCard):
        found = _acted(state, move, _pass)
    elif isinstance(move, End):
        found = _acted(state, move, _end)
    else:
        raise TypeError(f"{move} is not a move of {state.game}")
    if not state.over():
        return found
    return Ruling(found.problems, altered(found.state, at_end=state.counted), found.lines)


def _acted(state: MyCityState, move: Act, act: Callable[[MyCityState, Act, bool], Change]) -> Ruling[MyCityState]:
    """What was found of a player's move, with who has acted now, and whether that was allowed at all."""
    late = _round_problems(state, move)
    problems, changed = act(state, move, not late)
    acted = state.acted | {str(move.player)}
    return Ruling((*late, *problems), altered(state, acted=acted, **changed))


def _turn_card(state: MyCityState, move: TurnCard) -> Ruling[MyCityState]:
    card, problems = move.building, []
    if card in state.cards:
        return Ruling((WORDING.problem("card-turned-already", ["card"], building=named(card)),), state)
    if state.over():
        problems.append(WORDING.problem("game-over"))
    if card not in state.deck():
        problems.append(
            WORDING.problem("not-in-play", ["card"], building=named(card), game=variant_words(state.variant))
        )
    if state.waiting():
        waiting = state.waiting()
        places = [f"mat:{player}" for player in waiting]
        problems.append(WORDING.problem("round-not-finished", places, players=joined(waiting)))
    blocked = state.blocking and card != BLOCKING
    turned = altered(
        state,
        cards=(*state.cards, card),
        open_card=None if card == BLOCKING or blocked else card,
        blocking=card == BLOCKING,
        acted=frozenset(),
    )
    return Ruling(tuple(problems), turned)


def _build(state: MyCityState, move: PlaceBuilding, in_time: bool) -> Change:
    """Three points at once for the first to build on both veins, and for all who do it in the same round."""
    city = state.cities[move.player]
    cells, impossible = where(state, city, move)
    if cells is None:
        return (impossible, {})
    problems = [*_wrong_card(state, move), *placing_problems(city, move.building, cells)]
    built = city.with_building(move.building, cells)
    if not problems and in_time and bare_veins(state, built) == ():
        rich = built.but(gold_first=True, token=built.token + GOLD)
        return ([], {"cities": {**state.cities, city.player: rich}, "gold_round": len(state.cards)})
    return (problems, {"cities": {**state.cities, city.player: built}})


def where(state: MyCityState, city: PlayerCity, move: PlaceBuilding) -> tuple[Cells | None, list[Problem]]:
    """The cells of a building, or why it cannot lie there: no such cell, covered, another shape, built already."""
    try:
        cells = frozenset(map(city.board.cell, move.on))
    except ValueError as error:
        return (None, [WORDING.problem("no-such-cell", reason=error)])
    impossible = []
    if move.building in city.buildings:
        places = city.places(city.buildings[move.building])
        impossible.append(
            WORDING.problem("building-used-up", places, player=city.player, building=named(move.building))
        )
    if len(cells) < len(move.on) or not has_shape(state.game, move.building, cells):
        on = joined(city.board.cell_name(cell) for cell in sorted(cells)) or "none"
        impossible.append(WORDING.problem("wrong-shape", city.places(cells), building=named(move.building), on=on))
    covered = city.covered
    for cell in sorted(cells & covered.keys()):
        on, by = city.board.cell_name(cell), named(covered[cell])
        impossible.append(WORDING.problem("cell-taken", [city.place(cell)], on=on, by=by))
    return (None, impossible) if impossible else (cells, [])


def _pass(state: MyCityState, move: PassCard, in_time: bool) -> Change:
    """One step back on the track; not at zero, and never for a church [Passing; Churches must be built]."""
    city, problems, track = state.cities[move.player], [], [f"track:{move.player}"]
    if city.token <= 0:
        problems.append(WORDING.problem("pass-at-zero", track, player=move.player, token=city.token))
    if state.open_card is not None and is_church(state.open_card):
        problems.append(
            WORDING.problem("church-must-be-built", track, player=move.player, building=named(state.open_card))
        )
    if state.open_card is None and state.deck_known:
        problems.append(WORDING.problem("no-card", ["card"]))
    if problems or not in_time:
        return (problems, {})
    return ([], {"cities": {**state.cities, city.player: city.but(token=city.token - 1)}})


def _end(state: MyCityState, move: End, in_time: bool) -> Change:
    """No more buildings, and no point lost; "after turning over a construction card" [Ending participation]."""
    if state.deck_known and not state.cards:
        return ([WORDING.problem("no-card", ["card"])], {})
    if not in_time:
        return ([], {})
    return ([], {"cities": {**state.cities, move.player: state.cities[move.player].but(ended=True)}})


def _wrong_card(state: MyCityState, move: PlaceBuilding) -> list[Problem]:
    """The building must be the open card's; where no cards are known at all every building will do."""
    if state.open_card is None:
        if not state.deck_known and not state.blocking:
            return []
        if move.building in state.cards:
            return [WORDING.problem("blocked", ["card"], building=named(move.building))]
        return [WORDING.problem("no-card", ["card"])]
    if move.building != state.open_card:
        return [WORDING.problem("wrong-building", ["card"], card=named(state.open_card), building=named(move.building))]
    return []


def _round_problems(state: MyCityState, move: Move) -> list[Problem]:
    """Acting twice in a round, after having ended, after the end."""
    player = str(move.player)
    if state.over():
        return [WORDING.problem("game-over")]
    if state.cities[player].ended:
        return [WORDING.problem("has-ended", player=player)]
    if player in state.acted:
        return [WORDING.problem("acted-already", player=player)]
    return []


def bare_veins(state: MyCityState, city: PlayerCity) -> tuple[Cell, ...] | None:
    """The veins that must still be built on for the gold; None where it is not to be had any more, or never was."""
    veins, covered = city.cells_of("gold"), city.covered
    in_time = state.gold_round is None or state.gold_round == len(state.cards)
    if state.variant != "eternal" or city.gold_first or not in_time or not veins:
        return None
    return tuple(vein for vein in veins if vein not in covered)
