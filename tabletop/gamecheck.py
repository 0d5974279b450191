"""What is wrong with a game file, in plain words: parts, codes, colours, sizes; all of it, not only the first."""

from collections import defaultdict
from pathlib import Path as FilePath

from tabletop.boardfile import board_from, reaches_beyond
from tabletop.colournearness import colours_too_near
from tabletop.complaints import Complaint
from tabletop.errors import UnreadableInput
from tabletop.filevalues import in_quotes
from tabletop.gamefile import CUSTOM, Code, GameFile, Part, parse_game
from tabletop.gameshape import complaints_about_shape
from tabletop.geometry import PolygonMm, area_mm2, bounding_box, contains, crosses_itself, rectangle
from tabletop.shipped import rules_folders
from tabletop.textfiles import parsed_toml
from tabletop.visible import one_line

LEAST_WHITE = 0.75
"""Modules of white about a code; our own tokens have 0.83 (docs/big-city-layout.md)."""


def complaints_about(text: str, *, source: str = "game.toml") -> tuple[GameFile | None, list[Complaint]]:
    """The game where its file can be loaded, and what is wrong with it.

    Raises UnreadableInput where the text is not TOML.
    """
    raw = parsed_toml(text, source)
    found = complaints_about_shape(raw)
    rules = raw["game"].get("rules") if isinstance(raw.get("game"), dict) else None
    if isinstance(rules, str) and rules not in rules_folders():
        found.append(
            Complaint(("game", "rules"), f"rules = '{one_line(rules)}'; expected {in_quotes(rules_folders())}")
        )
    if found:
        return (None, found)
    try:
        game = parse_game(text, folder=FilePath(source).parent)
    except UnreadableInput as error:
        return (None, [Complaint(("game", "board"), str(error))])
    except ValueError as error:
        return (None, [Complaint((), str(error))])
    found = [*_about_parts(game), *_about_codes(game), *_about_colours(game), *_about_board(game)]
    return (game, list(dict.fromkeys(found)))


def _about_parts(game: GameFile) -> list[Complaint]:
    """Ids, counts, colours, outlines, cells."""
    found: list[Complaint] = []
    seen: set[str] = set()
    for part in game.parts:
        if part.id in seen:
            found.append(_about(part, game, f"the id '{part.id}' is given to two parts"))
        seen.add(part.id)
        if part.colour not in game.palette:
            known = ", ".join(game.palette)
            found.append(_about(part, game, f"colour '{part.colour}' is not in [palette]; there are {known}"))
        if len(part.outline_mm) < 3 or abs(area_mm2(part.outline_mm)) < 1e-6 or crosses_itself(part.outline_mm):
            found.append(_about(part, game, "its outline crosses itself or has no area"))
        if len(set(part.cells)) < len(part.cells):
            found.append(_about(part, game, "the same cell is listed twice"))
    return found


def _about_codes(game: GameFile) -> list[Complaint]:
    """Clashes, ids out of range, codes that do not fit on their part."""
    found: list[Complaint] = []
    owners: dict[int, list[Part]] = defaultdict(list)
    for part in game.parts:
        for code in part.codes:
            owners[code.id].append(part)
            if "dictionary" not in part.extra and not game.codes.first <= code.id <= game.codes.last:
                first, last = game.codes.first, game.codes.last
                found.append(_about(part, game, f"its code {code.id} is outside {first} to {last}"))
            inside = all(contains(_grown(part), corner) for corner in code.corners_mm)
            if part.kind == "board" and "dictionary" in part.extra:  # made elsewhere: its codes bring their own white
                found += [] if inside else [_about(part, game, reaches_beyond(code, part.size_mm))]
            elif not inside:
                side, (width, height) = code.side_mm, part.size_mm
                fault = f"its code of {side:g} mm does not fit on {width:g} x {height:g} mm; make it larger"
                found.append(_about(part, game, fault))
            elif not all(contains(_grown(part), corner) for corner in _with_white(code, game)):
                white = LEAST_WHITE * code.side_mm / game.codes.modules
                fault = (
                    f"its code of {code.side_mm:g} mm has less than {white:.1f} mm of white inside the cut line, "
                    "so cameras would miss it; make the part larger"
                )
                found.append(_about(part, game, fault))
    for id_, parts in owners.items():
        if len(parts) > 1:
            names = " and ".join(dict.fromkeys(part.id for part in parts))
            found.append(_about(parts[1], game, f"the code {id_} is given twice: to {names}"))
    return found


def _about_colours(game: GameFile) -> list[Complaint]:
    """Colours that the reader, or people, would take for one another."""
    return [Complaint(("palette", near.other.colour), near.sentence) for near in colours_too_near(game)]


def _about_board(game: GameFile) -> list[Complaint]:
    """The board of a custom game, drawn in its own file or in the one that it names."""
    if game.rules != CUSTOM:
        return []
    path = ("game", "board") if "board" in game.raw["game"] else ("terrain",)
    try:
        board_from({**game.raw, "codes": {}})
    except ValueError as error:
        return [Complaint(path, str(error))]
    return []


def _about(part: Part, game: GameFile, sentence: str) -> Complaint:
    """A complaint about a part, with its entry's place among `[[parts]]` where it can be told."""
    entries = game.raw["parts"]
    index = next((place for place, entry in enumerate(entries) if entry.get("id") == part.id), None)
    path = ("parts",) if index is None else ("parts", index)
    return Complaint(path, f"part {part.id}: {sentence}")


def _with_white(code: Code, game: GameFile) -> PolygonMm:
    """The corners of a code with the white that a reader needs about it."""
    side = code.side_mm * (1 + 2 * LEAST_WHITE / game.codes.modules)
    return rectangle(side, side, centre=code.centre_mm)


def _grown(part: Part) -> tuple[tuple[float, float], ...]:
    """A part's outline, or where it is a rectangle that rectangle, a hair larger so that edges count as inside."""
    left, top, right, bottom = bounding_box(part.outline_mm)
    scale_x, scale_y = 1 + 0.002 / max(right - left, 0.1), 1 + 0.002 / max(bottom - top, 0.1)
    return tuple((x * scale_x, y * scale_y) for x, y in part.outline_mm)
