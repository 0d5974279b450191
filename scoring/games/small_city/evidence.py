"""Small City as a camera sees it: what lies where, and which moves would explain a change."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from scoring.games.small_city.borough import BoroughState, Tile, outlines
from scoring.games.small_city.citizens import tramways_waiting
from scoring.games.small_city.state import SmallCityState
from scoring.games.small_city.texts import entry_words, named, place_words
from scoring.memoize import once_for_each
from scoring.polyomino_gain import EmptyBoard, best_places
from tabletop.gamefile import load_game
from tabletop.games.small_city.values import BuildTile, EndRound, Enter, MoveCitizen, SmallCityPosition
from tabletop.moves import Move
from tabletop.readings import Evidence

EMPTY = "empty"
CITIZEN = "citizen-"
ALIKE = 3.0
"""What a square shows may be anything that is less likely than the likeliest by no more than this natural logarithm:
tiles without codes of one colour and outline look alike, and those of near colours nearly so."""
GONE = 4.0
"""A citizen has left where something else is likelier by this natural logarithm; a hidden square tells nothing."""


def contents(state: SmallCityState) -> dict[str, str]:
    """Square -> `empty`, the part's id of the tile, or the citizen that stands on it."""
    lying: dict[str, str] = {}
    for borough in state.boroughs.values():
        lying |= _lying(state.game, borough)
    for citizen in sorted(state.citizens, key=lambda citizen: citizen.owner):  # of several on a square one is seen
        if citizen.cell is not None and citizen.owner in state.boroughs:
            lying[state.boroughs[citizen.borough].place(citizen.cell)] = citizen_part(state, citizen.owner)
    return lying


@lru_cache(maxsize=256)
def _lying(game: str, borough: BoroughState) -> Mapping[str, str]:
    """The tiles alone, as `contents` has them."""
    covered = borough.covered
    return {
        borough.place(cell): part_of(game, covered[cell]) if cell in covered else EMPTY for cell in borough.board.cells
    }


def suggest(state: SmallCityState, evidence: Evidence, player: str | None) -> Iterator[Move]:
    """Citizens on squares where none stood, from where one is missing or from the pool; tiles that squares show.

    Who is missing and stands nowhere else has gone back to the pool.
    """
    believed = contents(state)
    shown = _likeliest(evidence)
    left = [
        place
        for place, part in believed.items()
        if part.startswith(CITIZEN) and (likely := evidence.get(place)) and _lead(likely, part) > GONE
    ]
    for place in left:
        borough, square = _borough_and_square(place)
        owner = state.players[int(believed[place].removeprefix(CITIZEN)) - 1]
        if player in (None, owner):
            yield MoveCitizen(owner, borough, square, "pool")
    tiles: set[tuple[str, str]] = set()
    for place, parts in sorted(shown.items()):
        if parts[0] == EMPTY or believed.get(place, parts[0]) in parts:
            continue
        borough, square = _borough_and_square(place)
        for part in parts:
            if part.startswith(CITIZEN):
                if int(part.removeprefix(CITIZEN)) > len(state.players):
                    continue  # nobody plays with these citizens
                owner = state.players[int(part.removeprefix(CITIZEN)) - 1]
                gone = next((other for other in left if believed[other] == part), None)
                origin, source = _borough_and_square(gone) if gone else (borough, "pool")
                if player in (None, owner):
                    yield MoveCitizen(owner, borough, source, square, None if origin == borough else origin)
            elif part != EMPTY and player in (None, borough):
                tiles.add((borough, part))
    uncovered = _without_citizens(evidence)
    for borough, part in sorted(tiles):
        yield from _builds(state, uncovered, state.boroughs[borough], part)


def _lead(likely: Mapping[str, float], part: str) -> float:
    """How much likelier something else is than a part; a part that is not named is out of the question."""
    return max(likely.values()) - likely.get(part, float("-inf"))


def changes(state: SmallCityState, move: Move) -> dict[str, str]:
    """What a move would put where; where a citizen leaves, the tile below comes into sight."""
    if isinstance(move, BuildTile):
        return dict.fromkeys(places_of(move), _part_of(state.game, move.kind, move.level, len(move.on)))
    if isinstance(move, EndRound):
        brought = tramways_waiting(state)
        return {f"cell:{one.borough}:{one.target}": citizen_part(state, one.player) for one in brought}
    if not isinstance(move, MoveCitizen):
        return {}
    found: dict[str, str] = {}
    origin = state.boroughs[move.origin or move.borough]
    if move.source in map(origin.board.cell_name, origin.board.cells):
        tile = origin.covered.get(origin.board.cell(move.source))
        found[f"cell:{origin.player}:{move.source}"] = part_of(state.game, tile) if tile else EMPTY
    if move.target[1:].isdigit():
        found[f"cell:{move.borough}:{move.target}"] = citizen_part(state, move.player)
    return found


def supported(move: Move, position: SmallCityPosition) -> bool | None:
    """Whether a position has a tile on just these squares; None for what is no build or one square.

    What kind of tile it is its squares tell: of two that look alike the position has either.
    """
    if not isinstance(move, BuildTile) or len(move.on) == 1:
        return None
    for borough in position.boroughs:
        if borough.player == move.player:
            return any(set(tile.on) == set(move.on) for tile in borough.tiles)
    return None


def places_of(move: Move) -> tuple[str, ...]:
    """The squares that a move touches."""
    if isinstance(move, BuildTile):
        return tuple(f"cell:{move.player}:{name}" for name in move.on)
    if isinstance(move, MoveCitizen):
        ends = ((move.origin or move.borough, move.source), (move.borough, move.target))
        return tuple(f"cell:{borough}:{name}" for borough, name in ends if name[1:].isdigit())
    return ()


def tell(move: Move, state: object = None) -> str:
    """A move as a short sentence."""
    if isinstance(move, BuildTile):
        return f"{move.player} builds {named(move.kind, move.level)} on {', '.join(move.on) or 'none'}"
    if isinstance(move, MoveCitizen):
        source, target = place_words(move.source), place_words(move.target)
        return f"{move.player} moves a citizen from {source} to {target} in {move.borough}'s borough"
    if isinstance(move, Enter):
        return f"{move.player} enters {entry_words(move.key, move.value)}"
    assert isinstance(move, EndRound)
    return "the round ends"


def _borough_and_square(place: str) -> tuple[str, str]:
    """The parts of `cell:Ann:B4`; a name may hold colons too."""
    borough, _, square = place.removeprefix("cell:").rpartition(":")
    return (borough, square)


def citizen_part(state: SmallCityState, owner: str) -> str:
    """A citizen's part in the game file: by the owner's seat."""
    return f"{CITIZEN}{state.players.index(owner) + 1}"


def part_of(game: str, tile: Tile) -> str:
    """The part's id in the game file that is most like a tile."""
    return _part_of(game, tile.kind, tile.level, len(tile.cells))


@lru_cache(maxsize=1024)
def _part_of(game: str, kind: str, level: int | None, squares: int) -> str:
    parts = [part for part in load_game(game).of_kind("tile") if part.piece == kind]
    fitting = [part for part in parts if part.level in (None, level)]
    return min(fitting or parts, key=lambda part: abs(len(part.cells) - squares)).id


def _builds(state: SmallCityState, evidence: Evidence, borough: BoroughState, part_id: str) -> Iterator[BuildTile]:
    """The likeliest places of a tile that some square shows."""
    part = load_game(state.game).by_id.get(part_id)
    if part is None or part.piece is None:
        return

    level = part.level
    shapes = tuple(shape for shape in outlines(state.game, part.piece, level) if len(shape) == len(part.cells))
    board = EmptyBoard(borough.board.cell_set, shapes, borough.place)
    for cells in best_places(evidence, part_id, board, borough.covered.keys()):
        names = tuple(borough.board.cell_name(cell) for cell in sorted(cells))
        yield BuildTile(borough.player, part.piece, names, level)


@once_for_each
def _likeliest(evidence: Evidence) -> Mapping[str, tuple[str, ...]]:
    """Place -> what it most likely shows, and what is nearly as likely."""
    return {place: _nearly_likeliest(likely) for place, likely in evidence.items() if likely}


def _nearly_likeliest(likely: Mapping[str, float]) -> tuple[str, ...]:
    least = max(likely.values()) - ALIKE
    return tuple(sorted((part for part in likely if likely[part] >= least), key=lambda part: -likely[part]))


@once_for_each
def _without_citizens(evidence: Evidence) -> Evidence:
    """Where a citizen stands, it hides the tile: nothing is known of the square."""
    best = _likeliest(evidence)
    return {place: likely for place, likely in evidence.items() if likely and not best[place][0].startswith(CITIZEN)}
