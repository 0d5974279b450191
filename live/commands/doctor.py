"""`boardsight doctor`: what is attached, what is wrong with it, and the mend; or the same of a photo."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from live.console.arguments import add_own_parts
from live.console.language import told
from tabletop.errors import UsageError

if TYPE_CHECKING:
    from tabletop.readings import Finding


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("photo", nargs="?", metavar="PHOTO", help="say how to better this photo, in place of devices")
    parser.add_argument("--game", help="the game's name or its file (default: what the codes in the picture say)")
    add_own_parts(parser)
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.add_argument("--camera", metavar="WHAT", help="look at this camera only (number, name or URL)")


def run(arguments: argparse.Namespace) -> int:
    """Examine everything, or the photo; 0 where nothing stands in the way of a game, else 1."""
    findings = _examined(arguments)
    if arguments.json:
        document = {"format": "boardsight-doctor/1", "findings": [finding.to_json() for finding in findings]}
        if arguments.photo is not None:
            document["image"] = arguments.photo
        print(json.dumps(document, ensure_ascii=False))
    else:
        for finding in findings:
            print(f"{'ok ' if finding.well else '!! '} {told(finding.what):<10} {told(finding.message)}")
            if finding.mend:
                print(f"{'':<15}→ {told(finding.mend)}")
    return 0 if all(finding.well for finding in findings) else 1


def _examined(arguments: argparse.Namespace) -> tuple[Finding, ...]:
    """The photo that was named, or what is attached."""
    if arguments.photo is None:
        from live.doctor.machine import examine

        if arguments.game is not None or arguments.board or arguments.pieces is not None:
            raise UsageError("--game, --board and --pieces are for a photo: boardsight doctor PHOTO --game GAME")
        return examine(arguments.camera)
    if arguments.camera is not None:
        raise UsageError("a photo or --camera, not both: a photo is looked at without any camera")
    return _examined_photo(arguments)


def _examined_photo(arguments: argparse.Namespace) -> tuple[Finding, ...]:
    """How large, bright, sharp and whole a photograph is for the reader, and how to better it.

    Boards and pieces may be people's own.

    Raises UnreadableInput where the file is no picture or one of the others is broken.
    """
    from live.console.arguments import game_named
    from live.console.pictures import game_meant, picture_in
    from tabletop.placewords import place_words
    from tabletop.plainkinds import pieces_for
    from vision import read_image
    from vision.advice import facts_of
    from vision.aiming import photo_findings

    name, boards, pieces = arguments.photo, arguments.board, arguments.pieces
    image = picture_in(name)
    word = arguments.game or game_meant(image, name, boards, pieces)
    played = game_named(word)
    own = None if pieces is None else pieces_for(pieces, played)
    sight = read_image(image, played, name=word, own_boards=tuple(boards), pieces=own)
    return photo_findings(facts_of(image, sight), sight, str if arguments.json else place_words)
