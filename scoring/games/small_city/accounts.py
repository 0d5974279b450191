"""What counts in Small City: votes, promises, production and pollution, every amount as a score line."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from scoring.games.small_city.borough import GREEN, LEISURE, BoroughState, Citizen, Tile, entered
from scoring.games.small_city.texts import WORDING, named
from scoring.protocol import ScoreLine

LEISURE_VOTES = 5
PROMISE_WITH_PALACES = 5
RECYCLING = 5
REWARD = {"easy": 6, "medium": 12, "hard": 18}
"""Votes of a kept promise by its stack [Setup of the modules]; with the palaces each is worth 5 [#1 Palaces]."""


@dataclass(frozen=True, slots=True)
class Promise:
    """A promise card of the expansion: its stack, what it asks for, and whether a borough has it."""

    difficulty: str
    asks: str
    kept: Callable[[BoroughState], bool]


PROMISES: Mapping[int, Promise] = {
    33: Promise("easy", "three palaces", lambda borough: len(borough.of("palace")) >= 3),
    34: Promise(
        "medium", "the three leisure tiles", lambda borough: {tile.kind for tile in borough.of(*LEISURE)} == {*LEISURE}
    ),
    35: Promise("hard", "three statues", lambda borough: len(borough.of("statue")) >= 3),
    36: Promise("medium", "an airport and a bank", lambda borough: bool(borough.of("airport") and borough.of("bank"))),
    37: Promise("easy", "a recycling center", lambda borough: bool(borough.of("recycling"))),
}


@dataclass(frozen=True, slots=True)
class Output:
    """What a factory's workers produced: units for each player, and the pollution."""

    units: Mapping[str, int]
    pollution: int


def production(borough: BoroughState, citizens: Iterable[Citizen]) -> Output:
    """One unit for each worker's owner; in an airport's influence two, for the same pollution.

    Of a tourist's two units one goes to the tourist's home and one to the airport's owner [#4 Airport, IV Income].
    """
    noisy = frozenset(cell for tile in borough.of("airport") for cell in borough.influence_of(tile.cells))
    covered, units, pollution = borough.covered, dict[str, int](), 0
    for citizen in citizens:
        tile = covered.get(citizen.cell) if citizen.cell is not None else None
        if tile is None or tile.kind != "factory":
            continue
        pollution += 1
        units[citizen.owner] = units.get(citizen.owner, 0) + 1
        if tile.cells & noisy:
            units[borough.player] = units.get(borough.player, 0) + 1
    return Output(units, pollution)


def noise(borough: BoroughState) -> list[tuple[int, int]]:
    """The residence and commerce squares in an airport's influence: one pollution each [#4 Airport, VI]."""
    heard = frozenset(cell for tile in borough.of("airport") for cell in borough.influence_of(tile.cells))
    return sorted(cell for tile in borough.of("residential", "commercial") for cell in tile.cells & heard)


def pollution_lines(
    borough: BoroughState, citizens: Iterable[Citizen], unseen: Mapping[str, object], *, produced: int, recycled: bool
) -> list[ScoreLine]:
    """The pollution of one round, as negative points; parks and recycling give back, never below zero.

    Citizens and tourists in the borough and what was produced add one each, parks take away their squares: known of
    the base game from reviews only. `generated` entered by hand stands for the first two, `output` for the second.
    """
    here = [citizen for citizen in citizens if citizen.borough == borough.player and citizen.cell is not None]
    lines: list[ScoreLine] = []
    if "generated" in unseen:
        lines.append(WORDING.line("generated", -entered(unseen, "generated"), rule="pollution"))
    else:
        where = [borough.place(citizen.cell) for citizen in here if citizen.cell is not None]
        lines.append(WORDING.line("citizens", -len(here), where, rule="pollution"))
        factories = [cell for tile in borough.of("factory") for cell in tile.cells]
        lines.append(
            WORDING.line("output", -entered(unseen, "output", produced), borough.places(factories), rule="pollution")
        )
    loud = noise(borough)
    lines.append(WORDING.line("airport", -len(loud), borough.places(loud), rule="pollution"))
    green = [cell for tile in borough.of(*GREEN) for cell in tile.cells]
    lines.append(WORDING.line("parks", len(green), borough.places(green), rule="parks"))
    if recycled:
        center = [cell for tile in borough.of("recycling") for cell in tile.cells]
        lines.append(WORDING.line("recycling", RECYCLING, borough.places(center)))
    lines = [line for line in lines if line.points]
    cleaner = sum(line.points for line in lines)
    if cleaner > 0:
        lines.append(WORDING.line("floor", -cleaner, rule="pollution"))
    return lines


def leisure_line(borough: BoroughState, tile: Tile) -> ScoreLine:
    """Five votes for an activated leisure tile, in whose borough it may be [#2 Leisure, V Vote]."""
    kind = named(tile.kind)
    return WORDING.line("leisure", LEISURE_VOTES, borough.places(tile.cells), kind=kind, borough=borough.player)


def promise_lines(borough: BoroughState, unseen: Mapping[str, object], *, palaces: bool) -> list[ScoreLine]:
    """The promises entered: a number is what the card gave, true or false whether it was kept, `held` looks itself.

    With the palaces every kept promise is worth 5 and a failed one nothing; without them the expansion's cards pay
    by their stack when kept; what other cards give then, and what a failed one costs, is not readable: the judge
    takes it as a number only.
    """
    lines = []
    for key, value in sorted(unseen.items()):
        head, _, number = key.partition(":")
        if head != "promise":
            continue
        promise = PROMISES.get(int(number))
        if isinstance(value, int) and not isinstance(value, bool):
            points = value
        else:
            kept = promise.kept(borough) if value == "held" and promise is not None else value is True
            reward = PROMISE_WITH_PALACES if palaces else REWARD[promise.difficulty] if promise is not None else 0
            points = reward if kept else 0
        lines.append(WORDING.line("promise", points, number=number))
    return lines
