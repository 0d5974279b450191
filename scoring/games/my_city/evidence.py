"""My City as a camera sees it: what lies where, and which moves would explain a change."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from scoring.games.my_city.city import EMPTY, PlayerCity, shapes
from scoring.games.my_city.judging import bare_veins, ruling
from scoring.games.my_city.state import BLOCKING, MyCityState
from scoring.games.my_city.texts import named
from scoring.memoize import once_for_each
from scoring.polyomino_gain import EmptyBoard, best_places
from tabletop.gamefile import load_game
from tabletop.games.my_city.values import End, MyCityPosition, PassCard, PlaceBuilding, TurnCard
from tabletop.moves import Move
from tabletop.readings import Evidence

CARD = "card-"
PLAUSIBLE = 6.0
"""How much less likely than the best a card may be (natural logarithm) and still be thought of."""
ENDED_AT_ONCE = 2
"""So many players may have ended unseen when the next card is turned over; with more the card came too early."""


def contents(state: MyCityState) -> dict[str, str]:
    """Cell -> `empty` or the building on it; `card` -> the open card; `track:Ann` -> where the score token stands."""
    lying: dict[str, str] = {}
    for city in state.cities.values():
        lying.update(city.lying)
        lying.update(token_of(city))
    lying["card"] = f"{CARD}{state.cards[-1]}" if state.cards else EMPTY
    return lying


def token_of(city: PlayerCity) -> dict[str, str]:
    """The place and word of a player's score token; beyond the track's ends it stays on it."""
    track = city.board.track
    if track is None:
        return {}
    return {f"track:{city.player}": str(min(max(city.token, 0), track.rows * track.columns - 1))}


def suggest(state: MyCityState, evidence: Evidence, player: str | None) -> Iterator[Move]:
    """The card that lies open, tokens that went a step back, and the buildings that cells show.

    While somebody is still to act the next card is thought of only after what that player did: who has left no trace
    when it is turned over has ended. A card under a hand is told by the buildings that were built on it.
    """
    builds = [build for city in state.cities.values() for build in _builds(state.game, city, evidence)]
    if not 0 < len(state.waiting()) <= ENDED_AT_ONCE:
        unturned = set(state.unturned())
        yield from (TurnCard(card) for card in _cards(evidence, builds) if card in unturned)
    yield from builds
    for city in state.cities.values():
        track = evidence.get(f"track:{city.player}")
        if track and max(track, key=track.__getitem__) == str(city.token - 1):
            yield PassCard(city.player)


def changes(state: MyCityState, move: Move) -> dict[str, str]:
    """What a move would put where; the score token goes back for a pass, and forward for the gold."""
    if isinstance(move, TurnCard) or (isinstance(move, PlaceBuilding) and not _brings_gold(state, move)):
        return places_and_parts(move)
    before, after = (one.cities[str(move.player)] for one in (state, ruling(state, move).state))
    moved = token_of(after) if after.token != before.token else {}
    return places_and_parts(move) | moved


def _brings_gold(state: MyCityState, move: PlaceBuilding) -> bool:
    """Whether a building lies on all that is bare of the veins, so that it brings the gold if it is legal."""
    city = state.cities[move.player]
    bare = bare_veins(state, city)
    return bare is not None and all(city.board.cell_name(vein) in move.on for vein in bare)


def places_and_parts(move: Move) -> dict[str, str]:
    """The card or the building of a move, where it comes to lie."""
    if isinstance(move, TurnCard):
        return {"card": f"{CARD}{move.building}"}
    if isinstance(move, PlaceBuilding):
        return {f"cell:{move.player}:{name}": move.building for name in move.on}
    return {}


def supported(move: Move, position: MyCityPosition) -> bool | None:
    """Whether a position has a move's building on just these cells; None for what is no build."""
    if not isinstance(move, PlaceBuilding):
        return None
    for board in position.boards:
        if board.player == move.player:
            return any((one.building, set(one.on)) == (move.building, set(move.on)) for one in board.buildings)
    return None


def tell(move: Move, state: object = None) -> str:
    """A move as a short sentence."""
    if isinstance(move, TurnCard):
        return (
            f"the {BLOCKING} card is turned over"
            if move.building == BLOCKING
            else (f"the card {named(move.building)} is turned over")
        )
    if isinstance(move, PlaceBuilding):
        return f"{move.player} builds {named(move.building)} on {', '.join(move.on) or 'none'}"
    assert isinstance(move, PassCard | End)
    return f"{move.player} passes" if isinstance(move, PassCard) else f"{move.player} ends"


def _cards(evidence: Evidence, builds: Sequence[PlaceBuilding]) -> list[str]:
    """The cards that may lie open, the likeliest first."""
    cards = evidence.get("card", {})
    likeliest = sorted(cards, key=lambda part: -cards[part])
    if not cards or cards[likeliest[0]] == cards[likeliest[-1]]:
        return list(dict.fromkeys(build.building for build in builds))
    return [part.removeprefix(CARD) for part in likeliest if cards[part] >= cards[likeliest[0]] - PLAUSIBLE]


def _builds(game: str, city: PlayerCity, evidence: Evidence) -> tuple[PlaceBuilding, ...]:
    """The likeliest places of each building that some cell shows beyond what stands there.

    Most hypotheses about one look have this very city in common, so it is worked out once for a look.
    """
    known = _known_builds(evidence)
    if id(city) not in known:
        known[id(city)] = (city, tuple(_shown(game, city, evidence)))
    return known[id(city)][1]


def _best(likely: Mapping[str, float], built: Collection[str]) -> Collection[str]:
    """What most probably lies on a cell that was free: all that look alike there, where it is not hidden.

    What was built elsewhere is not built again: beside another one of its colour a building may look like it.
    """
    still = {word: value for word, value in likely.items() if word not in built}
    most = max(still.values(), default=0.0)
    alike = [word for word, value in still.items() if value == most]
    return alike[:1] if EMPTY in alike else alike


@once_for_each
def _known_builds(evidence: Evidence) -> dict[int, tuple[PlayerCity, tuple[PlaceBuilding, ...]]]:
    """What has been worked out for this look; the cities are kept so that their ids stay theirs."""
    return {}


def _shown(game: str, city: PlayerCity, evidence: Evidence) -> Iterator[PlaceBuilding]:
    likeliest, covered, built = _likeliest(evidence), city.covered, set(city.buildings)
    told = (place for cell, place in city.written.items() if cell not in covered and place in evidence)
    shown = (place for place in told if likeliest.get(place, EMPTY) != EMPTY)
    buildings = {word for place in shown for word in _best(evidence[place], built)}
    known = {part.piece for part in load_game(game).of_kind("building") if part.piece}
    for building in sorted(buildings & known):
        board = EmptyBoard(city.board.cell_set, shapes(game, building), city.place)
        for cells in best_places(evidence, building, board, covered.keys()):
            yield PlaceBuilding(city.player, building, tuple(city.board.cell_name(cell) for cell in sorted(cells)))


@once_for_each
def _likeliest(evidence: Evidence) -> Mapping[str, str]:
    """Place -> what it most likely shows."""
    return {place: max(likely, key=likely.__getitem__) for place, likely in evidence.items() if likely}
