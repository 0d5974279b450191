"""Everything of a game that is printed: the game file's parts, and cards, stickers and aids worked out from it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from printables.art.common import offset
from tabletop.errors import UnreadableInput
from tabletop.gamefile import GameFile
from tabletop.geometry import rectangle
from tabletop.parts import Part, details
from tabletop.sections import CardEntry

STICKER_GAP_MM = 2.0
"""How much smaller than its cell a sticker is, so that the cell's edge stays in sight."""
RIM_MM, LABEL_MM = 4.0, 4.0
"""White round a code to be taped on: one and a half modules, scissors and tape beside them; room to say whose it is."""
LEAST_LABEL_MM = 22.0
"""Width across: a code of 16.8 mm, its white and 0.6 mm of colour; it fits on cubes and bars from 22 mm on."""
LABELLED = ("piece", "building", "tile")


def printed_parts(game: GameFile) -> tuple[Part, ...]:
    """All parts in the order in which they are printed."""
    return (*game.parts, *_cards(game), *_stickers(game), *_aids(game))


def codes_to_tape(game: GameFile) -> tuple[Part, ...]:
    """The codes of the game's boards, each on a paper of its own, for boards that people have already."""
    return tuple(
        Part(
            id=f"{board.id}-code-{number}",
            kind="taped-code",
            title=f"Board {board.number or 1}",
            count=1,
            outline_mm=rectangle(code.side_mm + 2 * RIM_MM, code.side_mm + 2 * RIM_MM + LABEL_MM),
            height_mm=board.height_mm,
            colour="white",
            codes=(replace(code, centre_mm=(0.0, -LABEL_MM / 2)),),
            number=board.number,
            when=board.when,
        )
        for board in game.of_kind("board")
        if board.board is not None
        for number, code in enumerate(board.codes, start=1)
    )


def labels_of(game: GameFile) -> Iterator[Part]:
    """Labels that turn plain cubes and bars into pieces, as narrow as codes allow.

    One for each piece with a code on every square, its codes where the piece has them.
    """
    for part in game.parts:
        if part.kind not in LABELLED or not part.cells or part.properties or len(part.codes) != len(part.cells):
            continue
        width = min(part.size_mm) - game.grid.pitch_mm * (_shorter(part) - 1)
        if width < LEAST_LABEL_MM:
            continue
        outline = offset(part.outline_mm, (LEAST_LABEL_MM - width) / 2)
        yield replace(part, id=f"label-{part.id}", kind="label", outline_mm=outline, of=part.kind)


def _shorter(part: Part) -> int:
    """Squares along a piece's shorter side."""
    return min(len({cell[axis] for cell in part.cells}) for axis in (0, 1))


def _cards(game: GameFile) -> list[Part]:
    """The game's cards."""
    cards: list[Part] = []
    for entry in game.sections.cards:
        if entry.set == "properties":
            cards += [
                _card(entry, f"card-{number}", f"Property {number}", tile.colour, tile=tile.number, number=number)
                for tile in game.of_kind("tile")
                for row in tile.properties
                for number in row
            ]
        elif entry.set == "pieces":
            for piece, stack in entry.stacks.items():
                part = next((part for part in game.parts if part.piece == piece), None)
                if part is None:
                    raise UnreadableInput(f"[[cards]] stacks name '{piece}', and there is no such piece")
                cards.append(_card(entry, f"card-{piece}", part.title, part.colour, tile=stack, piece=piece))
        elif entry.id is not None:
            cards.append(_card(entry, entry.id, entry.title or entry.id, entry.colour))
    cards.sort(key=lambda card: card.tile or 0)
    return cards


def _card(entry: CardEntry, id_: str, title: str, colour: str, **face: Any) -> Part:
    said = {**details(entry), "number": entry.property, **face}
    return Part(
        **{**said, "id": id_, "title": title, "colour": colour},
        kind="card",
        outline_mm=rectangle(*entry.size_mm),
        height_mm=0.3,
    )


def _stickers(game: GameFile) -> list[Part]:
    """Stickers of a cell's size less `STICKER_GAP_MM`, each with the terrain that its cell has from then on."""
    side = game.grid.pitch_mm - STICKER_GAP_MM
    return [
        Part(
            id=f"sticker-{entry.terrain}",
            kind="sticker",
            outline_mm=rectangle(side, side),
            height_mm=0.1,
            **{**details(entry), "title": entry.title or entry.terrain},
        )
        for entry in game.sections.stickers
    ]


def _aids(game: GameFile) -> list[Part]:
    """Summary sheets, one for each player."""
    return [
        Part(
            id="aid" if index == 0 else f"aid-{index + 1}",
            kind="aid",
            count=game.players[1],
            outline_mm=rectangle(*entry.size_mm),
            height_mm=0.3,
            colour="ink",
            **details(entry),
        )
        for index, entry in enumerate(game.sections.aids)
    ]
