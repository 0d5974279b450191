"""What a city in My City is worth: the Eternal game's and episode 1's assessment, every point as a score line."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations

from scoring.games.my_city.city import CHURCHES, START_TOKEN, PlayerCity, Standing, colour_of
from scoring.games.my_city.texts import WORDING, named
from scoring.protocol import ScoreLine
from tabletop.cellnames import Cell

COLOURS = ("yellow", "red", "blue")
SEEN: Mapping[str, int] = {"one-tree": 1, "two-trees": 2, "one-rock": -1, "two-rocks": -2}
"""Points of a terrain that is still visible at the end."""
EMPTY_TERRAIN = "plain"
GOLD, CHURCH, WELL, TOKEN_LIMIT = 3, 3, 4, 50


@dataclass(frozen=True)
class Assessment:
    """A city's score lines and whether the score token reached 50 on the way."""

    lines: tuple[ScoreLine, ...]
    reached_limit: bool = False

    @cached_property
    def total(self) -> int:
        """The points."""
        return sum([line.points for line in self.lines])


def assess(city: PlayerCity, *, game: str, church_sides: str = "three-colours") -> Assessment:
    """What a city is worth now in the game `eternal` or `episode-1`; asked again and again, worked out once."""
    found: Assessment | None = city.assessments.get((game, church_sides))
    if found is None:
        found = city.assessments[(game, church_sides)] = _assessed(city, game, church_sides)
    return found


def _assessed(city: PlayerCity, game: str, church_sides: str) -> Assessment:
    if game == "eternal":
        return Assessment((*token_lines(city), *seen_lines(city), *_together(city, church_sides), *empty_lines(city)))
    return _limited(token_lines(city), [*seen_lines(city), *empty_lines(city)], city)


def token_lines(city: PlayerCity) -> list[ScoreLine]:
    """What the score token showed before the assessment: 10, less one for each pass, 3 more for the gold."""
    other = city.token - START_TOKEN - GOLD * city.gold_first
    may_be_gold = 0 < other <= GOLD and may_have_gold(city)
    return city.once(("token", other, city.gold_first, may_be_gold), _token_lines, city, other, may_be_gold)


def _token_lines(city: PlayerCity, other: int, may_be_gold: bool) -> list[ScoreLine]:
    track = [f"track:{city.player}"]
    lines = [WORDING.line("start", START_TOKEN, track)]
    if other:
        above = "token-gold" if may_be_gold else "token"
        lines.append(WORDING.line("passes" if other < 0 else above, other, track, rule="" if other < 0 else "token"))
    if city.gold_first:
        lines.append(WORDING.line("gold", GOLD, [city.place(cell) for cell in city.cells_of("gold")]))
    return lines


def may_have_gold(city: PlayerCity) -> bool:
    """Whether a token may hold the gold's points although nobody said so: a photograph does not show who was first."""
    veins = city.cells_of("gold")
    return bool(veins) and all(vein in city.covered for vein in veins)


def seen_lines(city: PlayerCity) -> list[ScoreLine]:
    """Trees, then rocks, that are still visible [End of an Episode]."""
    visible = [(terrain, bare) for terrain in SEEN if (bare := city.bare.get(terrain))]
    return [city.once(one, _seen_line, *one) for one in visible]


def _seen_line(terrain: str, places: tuple[str, ...]) -> ScoreLine:
    return WORDING.line(terrain, SEEN[terrain] * len(places), places)


def empty_lines(city: PlayerCity) -> list[ScoreLine]:
    """One point less for each empty light green space [End of an Episode].

    Trees, rocks, wells and veins of gold have a score of their own and are not "empty": our reading, as the overview
    lists them apart.
    """
    bare = city.bare.get(EMPTY_TERRAIN)
    return [WORDING.line("empty", -len(bare), bare)] if bare else []


def empty_by_row(city: PlayerCity) -> tuple[int, ...]:
    """Empty spaces row by row from the top: fewer is better when points are equal [End of Episode]."""
    rows = [row for row, column in city.cells_of(EMPTY_TERRAIN) if (row, column) not in city.covered]
    return tuple(rows.count(row) for row in range(city.board.rows))


def largest_group(city: PlayerCity, colour: str) -> tuple[str, ...]:
    """A colour's largest contiguous group, of equal ones that of the first name; buildings count, not spaces."""
    groups = _groups(city, city.of_colour.get(colour, ()))
    return min(groups, key=lambda group: (-len(group), group), default=())


def _groups(city: PlayerCity, buildings: Standing) -> tuple[tuple[str, ...], ...]:
    """The contiguous groups of some buildings: those without the last building, of which it joins whom it borders."""
    return city.once(buildings, _joined_by_last, city, buildings) if buildings else ()


def _joined_by_last(city: PlayerCity, buildings: Standing) -> tuple[tuple[str, ...], ...]:
    *_, (last, cells) = buildings
    beside = city.borders(cells)
    apart, joined = list[tuple[str, ...]](), [last]
    for group in _groups(city, buildings[:-1]):
        if beside.isdisjoint(group):
            apart.append(group)
        else:
            joined += group
    return (*apart, tuple(sorted(joined)))


def church_pays(city: PlayerCity, church: str, church_sides: str) -> bool:
    """Whether a church has a building of each colour along it.

    The rules text says "along three of its sides", the overview "three colours next to church": our reading is three
    colours; the option `three-sides` wants each of them on a side of its own.
    """
    cells, covered = city.buildings[church], city.covered
    if not {colour_of(building) for building in city.borders(cells)}.issuperset(COLOURS):
        return False
    if church_sides == "three-colours":
        return True
    sides: dict[str, set[Cell]] = {colour: set() for colour in COLOURS}
    for row, column in cells:
        for step in ((-1, 0), (0, 1), (1, 0), (0, -1)):
            other = (row + step[0], column + step[1])
            colour = colour_of(covered[other]) if other in covered and other not in cells else ""
            if colour in sides:
                sides[colour].add(step)
    steps = {step for found in sides.values() for step in found}
    return any(
        all(step in sides[colour] for colour, step in zip(COLOURS, chosen, strict=True))
        for chosen in permutations(sorted(steps), len(COLOURS))
    )


def well_pays(city: PlayerCity, well: Cell) -> bool:
    """Whether four different buildings, one on each side, stand around a well that is not built over.

    That churches count, and that the well must be visible, are our readings.
    """
    covered, around = city.covered, city.board.sides(well)
    if well in covered or len(around) != 4 or not covered.keys() >= set(around):
        return False
    return len({covered[cell] for cell in around}) == 4


def _together(city: PlayerCity, church_sides: str) -> Iterable[ScoreLine]:
    """What the Eternal game adds: groups, churches, wells."""
    for colour in COLOURS:
        if mine := city.of_colour.get(colour):
            yield city.once((colour, mine), _group_line, city, colour)
    for church, cells in sorted(city.of_colour.get(CHURCHES, ())):
        if church_pays(city, church, church_sides):
            yield city.once((church, cells), _church_line, city, church)
    for well in city.cells_of("well"):
        if well_pays(city, well):
            yield city.once(("well", well), _well_line, city, well)


def _group_line(city: PlayerCity, colour: str) -> ScoreLine:
    group = largest_group(city, colour)
    cells = frozenset(cell for building in group for cell in city.buildings[building])
    return WORDING.line("group", len(group), city.places(cells), rule="groups", colour=colour)


def _church_line(city: PlayerCity, church: str) -> ScoreLine:
    return WORDING.line("church", CHURCH, city.places(city.buildings[church]), church=named(church))


def _well_line(city: PlayerCity, well: Cell) -> ScoreLine:
    return WORDING.line("well", WELL, [city.place(well)], on=city.board.cell_name(well))


def _limited(before: list[ScoreLine], scored: list[ScoreLine], city: PlayerCity) -> Assessment:
    """A score token that reaches 50 stays there whatever is added or deducted afterwards [Scoring]."""
    token, lines = 0, []
    reached = False
    for line in (*before, *scored):
        token += line.points
        lines.append(line)
        reached = reached or token >= TOKEN_LIMIT
    if reached and token != TOKEN_LIMIT:
        lines.append(WORDING.line("cap", TOKEN_LIMIT - token, [f"track:{city.player}"]))
    return Assessment(tuple(lines), reached)
