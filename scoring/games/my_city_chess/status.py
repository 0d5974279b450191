"""What is wrong with a position of MY CITY on a chess board, as values."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from scoring.games.my_city_chess.judging import spoken
from scoring.games.my_city_chess.setting import LANDMARKS_A_ROW, Setting, setting_of
from scoring.games.my_city_chess.state import players_of, resumed, squares
from scoring.games.my_city_chess.texts import WORDING, named
from tabletop.cellnames import LETTERS, Cell
from tabletop.games.my_city_chess.counters import DUMP
from tabletop.games.my_city_chess.values import MyCityChessPosition
from tabletop.readings import Problem


def problems_of(position: MyCityChessPosition) -> tuple[Problem, ...]:
    """Two counters on a square, counters beyond the set, landmarks beyond two a row, neighbours of one type.

    Same-type neighbours are against the rules in whatever order they came, rezoning included, since what rezoning
    puts down must keep the Placement Rules too (our reading).
    """
    setting = setting_of(position.game, position.options)
    return (
        *_two_on_a_square(position, setting),
        *_beyond_the_set(position, setting),
        *_landmarks(position, setting),
        *_same_type(position, setting),
        *_unknown_players(position, setting),
    )


def _two_on_a_square(position: MyCityChessPosition, setting: Setting) -> Iterator[Problem]:
    lying: dict[Cell, list[str]] = defaultdict(list)
    for landmark in position.landmarks:
        lying[setting.board.cell(landmark.on)].append(setting.counters.landmarks[landmark.name].title)
    for zone in position.zones:
        lying[setting.board.cell(zone.on)].append(f"{zone.player} {spoken(zone.type, zone.value)}")
    for cell, counters in lying.items():
        if len(counters) > 1:
            on, places = setting.board.cell_name(cell), [setting.place(cell)]
            yield WORDING.problem("two-on-a-square", places, count=len(counters), on=on, what=", ".join(counters))


def _beyond_the_set(position: MyCityChessPosition, setting: Setting) -> Iterator[Problem]:
    for (player, type_, value), count in Counter(
        (zone.player, zone.type, zone.value) for zone in position.zones
    ).items():
        places = [
            f"square:{zone.on}"
            for zone in position.zones
            if (zone.player, zone.type, zone.value) == (player, type_, value)
        ]
        what, most = spoken(type_, value), setting.copies(type_, value)
        if not setting.in_play(type_):
            yield WORDING.problem("not-in-play", places, what=what, option="slums")
        elif count > most:
            yield WORDING.problem("counter-twice", places, player=player, count=count, what=what, most=most)


def _landmarks(position: MyCityChessPosition, setting: Setting) -> Iterator[Problem]:
    for name, count in Counter(landmark.name for landmark in position.landmarks).items():
        places = [f"square:{landmark.on}" for landmark in position.landmarks if landmark.name == name]
        what, most = setting.counters.landmarks[name].title, 1 if name == DUMP else setting.landmark_copies
        if name == DUMP and not setting.options["city_dump"]:
            yield WORDING.problem("not-in-play", places, what=what, option="city_dump")
        elif count > most:
            yield WORDING.problem("landmark-twice", places, what=what, count=count, most=most)
    if len(position.landmarks) > setting.landmarks_on_map:
        count, most = len(position.landmarks), setting.landmarks_on_map
        yield WORDING.problem("too-many-landmarks", count=count, most=most)
    rows: dict[str, list[str]] = defaultdict(list)
    for landmark in position.landmarks:
        rows[landmark.on.lstrip(LETTERS + LETTERS.upper())].append(f"square:{landmark.on}")
    for row, places in rows.items():
        if len(places) > LANDMARKS_A_ROW:
            yield WORDING.problem("row-full", places, row=row)


def _same_type(position: MyCityChessPosition, setting: Setting) -> Iterator[Problem]:
    state = resumed(position)
    for cell, zone in sorted(state.zones.items()):
        beside = [other for other in state.conflicts(zone.type, cell) if other > cell]
        for other in beside:
            what, at = f"{zone.player}'s {spoken(zone.type, zone.value)} at {zone.on}", state.zones[other].on
            places = squares(setting, [cell, other])
            yield WORDING.problem("same-type-adjacent", places, what=what, type=named(zone.type), at=at)


def _unknown_players(position: MyCityChessPosition, setting: Setting) -> Iterator[Problem]:
    state = resumed(position)
    playing = set(state.colours.values())
    for colour in dict.fromkeys(zone.player for zone in position.zones):
        if players_of(position, setting) and colour not in playing:
            places = [f"square:{zone.on}" for zone in position.zones if zone.player == colour]
            yield WORDING.problem("unknown-player", places, player=colour)
