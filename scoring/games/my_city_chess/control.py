"""Who controls what: access points, landmarks, parks, landmark types, rows of zones; every point as a score line."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from scoring.games.my_city_chess.setting import Setting
from scoring.games.my_city_chess.texts import WORDING
from scoring.protocol import ScoreLine
from tabletop.cellnames import Cell
from tabletop.games.my_city_chess.counters import SLUM
from tabletop.games.my_city_chess.values import PlacedZone

Zones = Mapping[Cell, PlacedZone]
Landmarks = Mapping[Cell, str]
Controlled = Mapping[str, ScoreLine]
"""Each colour that controls a square -> its line."""
Control = Mapping[Cell, Controlled]
ROW_LENGTH = 5
SLUM_VALUE = -1


def access_points(setting: Setting, zones: Zones, cell: Cell) -> int:
    """What a zone counter is worth where it lies.

    Beside a slum it is worth -1, whoever owns either (`set_to_minus_one`, the rulebook's words [Slums]), or, with
    `minus_one`, its value less one for each slum. A slum itself is always worth -1.
    """
    zone, variant = zones[cell], setting.options["slums"]
    if variant == "off":
        return zone.value
    if zone.type == SLUM:
        return SLUM_VALUE
    slums = sum(other in zones and zones[other].type == SLUM for other in setting.adjacent[cell])
    if slums and variant == "set_to_minus_one":
        return SLUM_VALUE
    return zone.value - slums


def controllers(setting: Setting, zones: Zones, cell: Cell) -> tuple[str, ...]:
    """The colours that control a square: the most access points beside it, more than nothing, all of those who tie.

    [End of Game Scoring]; that the sum must be above zero is our reading, since a player without access has no
    control.
    """
    sums: dict[str, int] = {}
    plain = setting.options["slums"] == "off"
    for other in setting.adjacent[cell]:
        zone = zones.get(other)
        if zone is not None:
            points = zone.value if plain else access_points(setting, zones, other)
            sums[zone.player] = sums.get(zone.player, 0) + points
    most = max(sums.values(), default=0)
    return tuple(sorted([colour for colour, points in sums.items() if points == most])) if most > 0 else ()


def control(setting: Setting, landmarks: Landmarks, zones: Zones) -> Control:
    """Who controls each landmark, by its name, and with the parks rule then each empty square."""
    squares = sorted(landmarks)
    if setting.options["parks"]:
        squares += [cell for cell in setting.board.cells if cell not in landmarks and cell not in zones]
    return {cell: _controlled(setting, landmarks, zones, cell) if zones else {} for cell in squares}


def control_with(
    setting: Setting, landmarks: Landmarks, zones: Zones, before: Control, laid: Sequence[Cell]
) -> Control:
    """`control` from what it was before zones were laid on some squares: it changes near them only."""
    near = {other for cell in laid for other in setting.near[cell] if other in before}
    found = {**before, **{cell: _controlled(setting, landmarks, zones, cell) for cell in near}}
    for cell in laid:
        found.pop(cell, None)
    return found


def _controlled(setting: Setting, landmarks: Landmarks, zones: Zones, cell: Cell) -> Controlled:
    """Who controls a square, each with the line told of it; an empty one is a landmark of one point [Parks Rule].

    That an empty square is controlled as usual is our reading.
    """
    winners, place = controllers(setting, zones, cell), setting.place(cell)
    tied = "-tied" if len(winners) > 1 else ""
    if cell in landmarks:
        counter = setting.counters.landmarks[landmarks[cell]]
        return dict.fromkeys(winners, _control_line(f"control{tied}", counter.value, place, counter.title))
    on = setting.board.cell_name(cell)
    return dict.fromkeys(winners, WORDING.line(f"parks{tied}", 1, [place], rule="parks", on=on))


@lru_cache(maxsize=1024)
def _control_line(label: str, points: int, place: str, landmark: str) -> ScoreLine:
    """The line of a controlled landmark: there are few of them, and they stand in every score."""
    return WORDING.line(label, points, [place], rule="control", landmark=landmark)


def score_lines(
    setting: Setting, landmarks: Landmarks, zones: Zones, colours: Sequence[str], controlled: Control
) -> dict[str, list[ScoreLine]]:
    """Every colour's score lines for what lies there; `controlled` is its `control`."""
    lines: dict[str, list[ScoreLine]] = {colour: [] for colour in colours}
    for by_colour in controlled.values():
        for colour, line in by_colour.items():
            lines.setdefault(colour, []).append(line)
    if setting.options["types"]:
        _score_types(setting, landmarks, controlled, lines)
    if setting.options["zone_scoring"]:
        _score_rows(setting, zones, lines)
    return lines


def _score_types(
    setting: Setting, landmarks: Landmarks, controlled: Control, lines: dict[str, list[ScoreLine]]
) -> None:
    """One point for the most landmarks of a type, at least one [Landmark Type Scoring]; ties each: our reading."""
    of_type: dict[str, dict[str, list[Cell]]] = {}
    for cell in sorted(landmarks):
        type_ = setting.counters.landmarks[landmarks[cell]].type
        if type_ is not None:
            for colour in controlled[cell]:
                of_type.setdefault(type_, {}).setdefault(colour, []).append(cell)
    for type_, by_colour in of_type.items():
        most = max(len(cells) for cells in by_colour.values())
        winners = sorted(colour for colour, cells in by_colour.items() if len(cells) == most)
        for colour in winners:
            label, places = "types-tied" if len(winners) > 1 else "types", map(setting.place, by_colour[colour])
            lines.setdefault(colour, []).append(WORDING.line(label, 1, places, rule="types", type=type_))


def _score_rows(setting: Setting, zones: Zones, lines: dict[str, list[ScoreLine]]) -> None:
    """One point for every unbroken straight line of five or more own zones [Zone Scoring], however long it is."""
    for row in zone_rows(setting, zones):
        line = WORDING.line("zone-scoring", 1, map(setting.place, row), count=len(row))
        lines.setdefault(zones[row[0]].player, []).append(line)


def zone_rows(setting: Setting, zones: Zones) -> Iterable[tuple[Cell, ...]]:
    """Every longest straight line of five or more zones of one colour: ranks and files, on hexes the three ways."""
    for line in _straight_lines(setting):
        run: list[Cell] = []
        for cell in (*line, None):
            if run and (cell is None or cell not in zones or zones[cell].player != zones[run[0]].player):
                if len(run) >= ROW_LENGTH:
                    yield tuple(run)
                run = []
            if cell is not None and cell in zones:
                run.append(cell)


def _straight_lines(setting: Setting) -> Iterable[list[Cell | None]]:
    """All straight lines across the map; where a square is missing stands None."""
    board = setting.board
    rows, columns, cells = range(board.rows), range(board.columns), board.cell_set

    def kept(line: Iterable[Cell]) -> list[Cell | None]:
        return [cell if cell in cells else None for cell in line]

    for column in columns:
        yield kept((row, column) for row in rows)
    if board.shape == "square":
        for row in rows:
            yield kept((row, column) for column in columns)
        return
    for start in range(-board.columns, board.rows + board.columns):
        # along a diagonal of hexes a row is gained, or lost, every second column
        yield kept((start + column // 2, column) for column in columns)
        yield kept((start - (column + 1) // 2, column) for column in columns)
