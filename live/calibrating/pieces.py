"""`boardsight calibrate pieces`: one photo of people's own pieces into a whole pieces file."""

import argparse
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from calibration.footprints import SMALL
from calibration.piece_photo import Lesson, SeenPieces, TaughtKind, see_laid, teach_kinds
from calibration.pieces import pieces_picture
from live.calibrating.files import write_picture, write_text
from live.console.arguments import game_named
from live.console.pictures import game_meant
from live.console.terminal import tell
from live.drawing.laying import laying_svg
from tabletop.colournearness import PieceLook, grounds_under, like_ground
from tabletop.errors import UnreadableInput
from tabletop.gamefile import GameFile, Rgb, hex_colour
from tabletop.layingdown import KindToLay, kinds_of_set, kinds_to_lay
from tabletop.piecefile import PieceSet, PlainPiece, load_pieces, pieces_text
from tabletop.profiles import TaughtColour
from tabletop.shipped import USUAL_GAME
from vision.pixels.arrays import BgrImage
from vision.pixels.colours import srgb_from_lab
from vision.pixels.images import load_image

OUT = Path("pieces.toml")
TO_THE_HALF_MM = 2
"""Sizes are written to halves of a millimetre: a photograph tells no more."""
HEIGHTS = {"seen": "as its side shows", "given": "as given", "others": "as the others are"}


@dataclass(frozen=True, slots=True)
class Taught:
    """What became of a photograph: the pieces, and what people should know of them."""

    lesson: Lesson
    pieces: PieceSet
    remarks: tuple[str, ...]


def run_pieces(arguments: argparse.Namespace) -> int:
    """Write the pieces file, or without a photo the picture of what to lay down."""
    start = arguments.pieces[0] if len(arguments.pieces) == 1 and Path(arguments.pieces[0]).is_file() else None
    image = None if arguments.image is None else load_image(arguments.image)
    game = game_named(arguments.game or _game_of(image, arguments.image, start))
    if start is not None:
        kinds = kinds_of_set(load_pieces(start), game)
    else:
        kinds = kinds_to_lay(game, arguments.pieces, arguments.without, arguments.besides)
    out: Path = arguments.out or OUT
    beside = arguments.picture or out.with_name(f"{out.stem}-pieces.png")
    if image is None:
        wanted = arguments.picture is not None or arguments.out is not None
        return _tell_kinds(kinds, game, beside.with_suffix(".svg") if wanted else None, as_json=arguments.json)
    try:
        seen = see_laid(image, game, kinds, height_mm=arguments.height)
    except UnreadableInput as error:
        raise UnreadableInput(f"{arguments.image}: {error}") from error
    write_picture(beside, laid_picture(image, seen))
    try:
        lesson = teach_kinds(seen, kinds, alike_allowed=arguments.alike)
    except UnreadableInput as error:
        raise UnreadableInput(f"{arguments.image}: {error}: {beside}") from error
    write_picture(beside, laid_picture(image, seen, lesson))
    name = arguments.game if arguments.game and Path(arguments.game).is_file() else None
    named = game.name if name is None else os.path.relpath(name, out.parent)
    taught = taught_set(lesson, game, named, out.stem)
    made = datetime.now(UTC).date().isoformat()
    head = f"# Taught by one photograph, {arguments.image.name}, {made}: boardsight calibrate pieces\n"
    write_text(out, head + pieces_text(taught.pieces))
    if arguments.json:
        print(json.dumps(as_json(taught, out, beside), ensure_ascii=False))
    else:
        use = f"boardsight play {named} --pieces {out}"
        tell("\n".join([*as_text(taught), f"picture: {beside}", f"pieces file: {out}    {use}"]))
    return 0


def _game_of(image: BgrImage | None, name: Path | None, start: str | None) -> str:
    """The game of a pieces file, else the one whose codes the photo shows, else the usual one."""
    if start is not None:
        return load_pieces(start).game
    return USUAL_GAME if image is None else game_meant(image, str(name), (), None)


def _tell_kinds(kinds: Sequence[KindToLay], game: GameFile, picture: Path | None, *, as_json: bool) -> int:
    """Say what to lay down, and draw it where a picture is wanted."""
    if picture is not None:
        write_text(picture, laying_svg(kinds, game))
    named = None if picture is None else str(picture)
    if as_json:
        document = {"format": "boardsight-calibration/1", "picture": named, "kinds": [k.label for k in kinds]}
        print(json.dumps(document, ensure_ascii=False))
        return 0
    tell(
        f"lay these {len(kinds)} down, once each, row by row in this order, beside a printed part of {game.title}:\n"
        + "\n".join(f"{number:3}  {kind.label}" for number, kind in enumerate(kinds, start=1))
        + ("\n--picture what-to-lay.svg draws it" if named is None else f"\npicture: {named}")
    )
    return 0


def laid_picture(image: BgrImage, seen: SeenPieces, lesson: Lesson | None = None) -> BgrImage:
    """The photograph with every piece's outline and number, and what it was taken for once that is known."""
    words = {} if lesson is None else {one.number: one.kind.label for one in lesson.kinds}
    return pieces_picture(image, seen.as_teaching, [words.get(number + 1, "") for number in range(len(seen.pieces))])


def taught_set(lesson: Lesson, game: GameFile, game_words: str, name: str) -> Taught:
    """The lesson as a set of pieces for all parts for which its kinds stand, with remarks."""
    pieces: list[PlainPiece] = []
    colours: dict[str, TaughtColour] = {}
    remarks: list[str] = []
    for one in lesson.kinds:
        colours[one.colour.name] = one.colour
        shown = srgb_from_lab(one.colour.lab)
        pieces += [_piece(one, part.id, shown) for part in one.kind.parts]
        look = PieceLook(one.kind.label, one.colour, one.colour.area_mm2, hex_colour(shown))
        if (sentence := like_ground(look, grounds_under(one.kind.parts[0], game))) is not None:
            remarks.append(sentence)
    for pair in lesson.alike:
        remarks.append(f"{pair.one} and {pair.other} look alike: which of them lies there is asked")
    untold = [one.kind.label for one in lesson.kinds if one.piece.height_from == "untold"]
    if untold:
        remarks.append(
            f"how high is not told for {', '.join(untold)}: no side of theirs shows plainly; take the photograph from "
            "aslant, or measure one and tell how high it is (--height MM)"
        )
    piece_set = PieceSet(
        name, f"{game.title}: pieces of one photograph", game_words, tuple(pieces), tuple(colours.values())
    )
    return Taught(lesson, piece_set, tuple(remarks))


def _piece(one: TaughtKind, part: str, shown: Rgb) -> PlainPiece:
    seen, covers = one.piece, one.piece.footprint
    small = covers is not None and covers.shape == SMALL
    return PlainPiece(
        part,
        shown,
        (_rounded(one.size_mm[0]), _rounded(one.size_mm[1])),
        None if seen.height_mm is None else _rounded(seen.height_mm),
        taught=one.colour.name,
        round=covers is not None and covers.is_round,
        hole_mm=None
        if covers is None or covers.hole_mm is None or not small
        else (_rounded(covers.hole_mm[0]), _rounded(covers.hole_mm[1])),
    )


def _rounded(value_mm: float) -> float:
    return round(value_mm * TO_THE_HALF_MM) / TO_THE_HALF_MM


def as_text(taught: Taught) -> list[str]:
    """The kinds and the remarks, for people."""
    width = max(len(one.kind.label) for one in taught.lesson.kinds)
    return [
        *(f"{one.number:3}  {one.kind.label:{width}}  {_told(one)}" for one in taught.lesson.kinds),
        *taught.remarks,
    ]


def _told(one: TaughtKind) -> str:
    covers, height = one.piece.footprint, one.piece.height_mm
    said = [f"{_rounded(one.size_mm[0]):g} x {_rounded(one.size_mm[1]):g} mm"]
    if covers is not None and covers.is_round:
        said.append("round")
    if covers is not None and covers.hole_mm is not None:
        said.append(f"hole {_rounded(covers.hole_mm[0]):g} x {_rounded(covers.hole_mm[1]):g} mm")
    high = "height not told" if height is None else f"height {_rounded(height):g} mm {HEIGHTS[one.piece.height_from]}"
    return ", ".join([*said, high])


def as_json(taught: Taught, out: Path | None, picture: Path | None) -> dict[str, Any]:
    """The same for programs."""
    return {
        "format": "boardsight-calibration/1",
        "pieces_file": None if out is None else str(out),
        "picture": None if picture is None else str(picture),
        "kinds": [
            {
                "number": one.number,
                "label": one.kind.label,
                "parts": [part.id for part in one.kind.parts],
                "size_mm": [_rounded(side) for side in one.size_mm],
                "height_mm": None if one.piece.height_mm is None else _rounded(one.piece.height_mm),
                "height_from": one.piece.height_from,
                "colour": hex_colour(srgb_from_lab(one.colour.lab)),
                "text": _told(one),
            }
            for one in taught.lesson.kinds
        ],
        "remarks": [{"text": remark} for remark in taught.remarks],
    }
