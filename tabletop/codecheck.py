"""What is wrong with the codes of a game file's parts: one twice, out of range, without room on what bears it."""

from collections import defaultdict
from collections.abc import Iterator
from math import ceil

from tabletop.boardcheck import reaches_beyond
from tabletop.customfile import GAP_MM, LEAST_WHITE
from tabletop.filevalues import Complaint
from tabletop.gamefile import CUSTOM, EntryParts, GameFile, all_games, load_game, shipped_games
from tabletop.geometry import PolygonMm, bounding_box, contains, rectangle
from tabletop.parts import Code, Part

OWN_FILES, NEW_GAMES, EACH = range(700, 800), range(800, 960), 20
"""Codes that people's own files share, from the first on; those of new games with own rules, so many for each; from
960 on they are Four Ponds'."""


def free_codes() -> range:
    """The first codes that a new game may take; empty where none are left."""
    taken = {code for name in shipped_games() for code in _printed(load_game(name))}
    blocks = (NEW_GAMES[first : first + EACH] for first in range(0, len(NEW_GAMES), EACH))
    return next((block for block in blocks if taken.isdisjoint(block)), range(0))


def shared_codes(game: GameFile) -> Iterator[Complaint]:
    """Codes that another game prints too, so that a photograph does not tell the two from one another."""
    others = [one for one in map(load_game, all_games()) if one.rules != game.rules]
    alike = [one for one in others if one.codes.dictionary == game.codes.dictionary]
    owners = {f"also those of {one.title}": _printed(one) for one in alike}
    free = OWN_FILES
    if game.rules != CUSTOM:
        owners["those of games of one's own"], free = set(OWN_FILES), free_codes()
    for whose, theirs in owners.items():
        if both := sorted(_printed(game) & theirs):
            sentence = (
                f"its codes {both[0]} to {both[-1]} are {whose}; "
                f"take [codes] first = {free.start}, last = {free.stop - 1}"
            )
            yield Complaint(("codes",), sentence)


def _printed(game: GameFile) -> set[int]:
    """The numbers of a game's codes, without those of boards made elsewhere."""
    return {code.id for part in game.parts if part.dictionary is None for code in part.codes}


def about_codes(game: GameFile, given: int) -> list[Complaint]:
    """Clashes, ids out of range, codes that do not fit on their part.

    So many entries stand in the file; what is wrong with a board that was added follows from them, if anything is.
    """
    found = [] if game.rules == CUSTOM else list(shared_codes(game))
    owners: dict[int, list[tuple[EntryParts, Part]]] = defaultdict(list)
    for entry in game.entries:
        found += next(filter(None, (list(_about_room(entry, part, game)) for part in entry.parts)), [])
        for part in entry.parts:
            for code in part.codes:
                owners[code.id].append((entry, part))
        if one := entry.first(lambda part: _outside(part, game) is not None):
            first, last = game.codes.first, game.codes.last
            fault = f"its code {_outside(one, game)} is outside {first} to {last}"
            found.append(entry.complaint(one, f"{fault}; take others, or give [codes] another range"))
    for id_, bearers in owners.items():
        if len(bearers) > 1:
            names = " and ".join(dict.fromkeys(part.id for _, part in bearers))
            found.append(bearers[1][0].complaint(bearers[1][1], f"the code {id_} is given twice: to {names}"))
    added = ("parts", given)
    return [one for one in found if one.path != added] or found


def _outside(part: Part, game: GameFile) -> int | None:
    """A part's first code that is not of the game's range; a board made elsewhere has codes of its own."""
    known = range(game.codes.first, game.codes.last + 1)
    return next((code.id for code in part.codes if part.dictionary is None and code.id not in known), None)


def _about_room(entry: EntryParts, part: Part, game: GameFile) -> Iterator[Complaint]:
    """Codes that reach beyond the part that bears them, or lie too near to its edge."""
    if part.cells:
        yield from _about_squares(entry, part, game)
        return
    width, height = part.size_mm
    for code in part.codes:
        side, (x, y) = code.side_mm, code.centre_mm
        white = LEAST_WHITE * side / game.codes.modules
        inside = all(contains(_grown(part), corner) for corner in code.corners_mm)
        if part.kind == "board" and part.dictionary is not None:  # made elsewhere: its codes bring their own white
            if not inside:
                yield entry.complaint(part, reaches_beyond(code, part.size_mm))
        elif not inside and side > min(width, height):
            fault = f"its code of {side:g} mm does not fit on {width:g} x {height:g} mm; make it larger"
            yield entry.complaint(part, fault)
        elif not inside:
            yield entry.complaint(
                part,
                f"its code of {side:g} mm at centre_mm = [{x:g}, {y:g}] reaches beyond its {width:g} x {height:g} mm; "
                "move it, centre_mm counts from the part's middle, [0, 0]",
            )
        elif not all(contains(_grown(part), corner) for corner in _with_white(code, game)):
            mend = "make the part larger" if side + 2 * white > min(width, height) else "move it to the middle"
            fault = (
                f"its code of {side:g} mm has less than {white:.1f} mm of white inside the cut line, "
                f"so cameras would miss it; {mend}"
            )
            yield entry.complaint(part, fault)


def _about_squares(entry: EntryParts, part: Part, game: GameFile) -> Iterator[Complaint]:
    """Squares too small for the codes in their middles: the grid's fault, or the part's own width's."""
    side, pitch = game.codes.side_mm, game.grid.pitch_mm
    columns = [column for _, column in part.cells]
    width = part.size_mm[0] - (max(columns) - min(columns)) * pitch
    least = side * (1 + 2 * LEAST_WHITE / game.codes.modules)
    if not part.codes or width > least - 0.01:
        return
    slant = 3**0.5 / 2 if game.grid.shape == "hex" else 1.0
    if game.of_pieces and abs(width - (pitch * slant - GAP_MM)) < 0.1:
        path = ("game", "board") if game.sections.game.board is not None else ("grid", "pitch_mm")
        yield Complaint(
            path,
            f"[grid] pitch_mm = {pitch:g} leaves squares of {width:.1f} mm, too small for codes of {side:g} mm with "
            f"white about them; make it {ceil((least + GAP_MM) / slant)} or more",
        )
    else:
        fault = f"its squares of {width:.1f} mm are too small for codes of {side:g} mm with white about them"
        yield entry.complaint(part, f"{fault}; make width_mm {ceil(least)} or more")


def _with_white(code: Code, game: GameFile) -> PolygonMm:
    """The corners of a code with the white that a reader needs about it."""
    side = code.side_mm * (1 + 2 * LEAST_WHITE / game.codes.modules)
    return rectangle(side, side, centre=code.centre_mm)


def _grown(part: Part) -> tuple[tuple[float, float], ...]:
    """A part's outline, or where it is a rectangle that rectangle, a hair larger so that edges count as inside."""
    left, top, right, bottom = bounding_box(part.outline_mm)
    scale_x, scale_y = 1 + 0.002 / max(right - left, 0.1), 1 + 0.002 / max(bottom - top, 0.1)
    return tuple((x * scale_x, y * scale_y) for x, y in part.outline_mm)
