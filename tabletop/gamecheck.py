"""What is wrong with a game file, in plain words: parts, codes, colours, sizes; all of it, not only the first."""

from collections.abc import Iterator
from pathlib import Path as FilePath

from tabletop.boardcheck import about_drawing, section_of
from tabletop.boardfile import drawn_board
from tabletop.codecheck import about_codes
from tabletop.colournearness import colours_too_near
from tabletop.complaints import Complaint
from tabletop.entryparts import entries_of
from tabletop.errors import UnreadableInput
from tabletop.filevalues import in_quotes
from tabletop.gamefile import GameFile, parse_game
from tabletop.gameshape import complaints_about_shape
from tabletop.geometry import area_mm2, crosses_itself
from tabletop.parts import Part
from tabletop.schema import Mismatch
from tabletop.shipped import rules_folders
from tabletop.textfiles import parsed_toml
from tabletop.visible import one_line


def complaints_about(text: str, *, source: str = "game.toml") -> tuple[GameFile | None, list[Complaint]]:
    """The game where its file can be loaded, and what is wrong with it; what follows from another fault is left out.

    Raises UnreadableInput where the text is not TOML.
    """
    raw = parsed_toml(text, source)
    rules = raw["game"].get("rules") if isinstance(raw.get("game"), dict) else None
    if isinstance(rules, str) and rules not in rules_folders():  # what else a file needs depends on them
        expected = in_quotes(rules_folders())
        return (None, [Complaint(("game", "rules"), f"rules = '{one_line(rules)}'; expected {expected}")])
    if found := complaints_about_shape(raw):
        return (None, found)
    try:
        game = parse_game(text, folder=FilePath(source).parent)
    except UnreadableInput as error:
        return (None, [Complaint(("game", "board"), str(error))])
    except Mismatch as error:
        return (None, [Complaint(error.path, error.reason)])
    except ValueError as error:
        return (None, [Complaint((), str(error))])
    found = [*_about_parts(game), *about_codes(game, len(raw["parts"])), *_about_colours(game), *_about_board(game)]
    return (game, list(dict.fromkeys(found)))


def _about_parts(game: GameFile) -> Iterator[Complaint]:
    """Ids, colours, outlines, cells: of each entry each fault once, with the first of its parts that has it."""
    seen: set[str] = set()
    for entry in entries_of(game):
        for part in entry.parts:
            if part.id in seen:
                yield entry.complaint(part, f"the id '{part.id}' is given to two parts")
                break
            seen.add(part.id)
        if one := entry.first(lambda part: part.colour not in game.palette):
            known = ", ".join(game.palette)
            yield entry.complaint(one, f"colour '{one.colour}' is not in [palette]; there are {known}")
        if one := entry.first(_has_no_area):
            yield entry.complaint(one, "its outline crosses itself or has no area")
        if one := entry.first(lambda part: len(set(part.cells)) < len(part.cells)):
            yield entry.complaint(one, "the same cell is listed twice")


def _has_no_area(part: Part) -> bool:
    return len(part.outline_mm) < 3 or abs(area_mm2(part.outline_mm)) < 1e-6 or crosses_itself(part.outline_mm)


def _about_colours(game: GameFile) -> list[Complaint]:
    """Colours that the reader, or people, would take for one another."""
    return [Complaint(("palette", near.other.colour), near.sentence) for near in colours_too_near(game)]


def _about_board(game: GameFile) -> list[Complaint]:
    """The board of a custom game, drawn in its own file or in the one that it names."""
    if not game.of_pieces:
        return []
    named = game.sections.game.board is not None
    try:
        board = drawn_board(game)
    except ValueError as error:
        return [Complaint(("game", "board") if named else section_of(error), str(error))]
    return [] if named else list(about_drawing(board))
