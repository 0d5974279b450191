"""What is wrong with a game file, in plain words: parts, codes, colours, sizes; all of it, not only the first."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path as FilePath
from typing import Any

from tabletop.boardcheck import about_drawing, section_of
from tabletop.boardfile import drawn_board
from tabletop.codecheck import about_codes
from tabletop.colournearness import colours_too_near
from tabletop.errors import UnreadableInput
from tabletop.filevalues import Complaint, in_quotes
from tabletop.gamefile import GameFile, game_from
from tabletop.gameshape import complaints_about_shape
from tabletop.geometry import area_mm2, crosses_itself
from tabletop.mending import mended, rest
from tabletop.parts import Part
from tabletop.schema import Mismatch
from tabletop.shipped import rules_folders
from tabletop.visible import one_line


def complaints_about(
    raw: Mapping[str, Any],
    *,
    source: str = "game.toml",
    about_play: Callable[[GameFile], list[Complaint]] = lambda _: [],
) -> tuple[GameFile | None, list[Complaint]]:
    """The game, where there is one, and what is wrong with its file; what follows from another fault is left out.

    Where something is wrong the game is what the rest of the file tells (`tabletop.mending`).
    """
    rules = raw["game"].get("rules") if isinstance(raw.get("game"), dict) else None
    if isinstance(rules, str) and rules not in rules_folders():  # what else a file needs depends on them
        expected = in_quotes(rules_folders())
        return (None, [Complaint(("game", "rules"), f"rules = '{one_line(rules)}'; expected {expected}")])
    found = complaints_about_shape(raw)
    game = _game(raw, found, FilePath(source).parent)
    if game is None:
        return (None, found)
    layers = (
        (_about_parts(game), ()),
        (about_codes(game, len(mended(raw, found)["parts"])), (("codes",), ("grid",))),
        (_about_colours(without_faulty(game, found)), (("palette",),)),
        (_about_board(game), (("board",), ("grid",), ("terrain",), ("game", "board"))),
        (about_play(game), ()),
    )
    more = [one for layer, needs in layers for one in rest(found, layer, *needs)]
    return (game, [*found, *dict.fromkeys(more)])


def _game(raw: Mapping[str, Any], found: list[Complaint], folder: FilePath) -> GameFile | None:
    """The game that a file would be without its faults; more may be found. None where too little is left."""
    while True:
        try:
            return game_from(mended(raw, found), folder)
        except UnreadableInput as error:
            more = Complaint(("game", "board"), str(error))
        except Mismatch as error:
            more = Complaint(error.path, error.reason)
        except ValueError as error:
            more = Complaint((), str(error))
        if more in found or not (news := rest(found, [more])):
            return None
        found += news
        if not more.path:
            return None


def without_faulty(game: GameFile, told: Iterable[Complaint]) -> GameFile:
    """The game without the parts about which something was told."""
    wrong = {one.path[1] for one in told if one.path[:1] == ("parts",) and len(one.path) > 1 and not one.harmless}
    sound = [entry.parts for entry in game.entries if entry.index not in wrong]
    return replace(game, parts=tuple(chain(*sound)))


def _about_parts(game: GameFile) -> Iterator[Complaint]:
    """Ids, colours, outlines, cells: of each entry each fault once, with the first of its parts that has it."""
    seen: set[str] = set()
    for entry in game.entries:
        for part in entry.parts:
            if part.id in seen:
                yield entry.complaint(part, f"the id '{part.id}' is given to two parts")
                break
            seen.add(part.id)
        if one := entry.first(lambda part: part.colour not in game.palette):
            known = ", ".join(game.palette)
            yield entry.complaint(one, f"colour '{one.colour}' is not in [palette]; there are {known}", ("palette",))
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
