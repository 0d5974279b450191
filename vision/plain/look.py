"""What is needed to look for plain pieces in one picture of Big City: its corrected colours, and the pieces' own."""

from collections.abc import Sequence
from dataclasses import dataclass

from tabletop.gamefile import GameFile
from tabletop.piecefile import PieceSet
from tabletop.plainkinds import plain_kinds
from vision.arrays import BgrImage
from vision.codes import SeenCode
from vision.plain.field import ColourField, colour_field
from vision.plain.materials import Material, materials_of
from vision.plain.settings import PlainSettings
from vision.plane import TablePlane
from vision.sheets import SolvedTable

CAR = "streetcar"


@dataclass(frozen=True, slots=True, eq=False)
class PlainLook:
    """What is needed to look for plain pieces in one picture."""

    field: ColourField
    plane: TablePlane
    pieces: tuple[Material, ...]
    cars: tuple[Material, ...]
    pucks: tuple[Material, ...]
    settings: PlainSettings


def plain_look(
    image: BgrImage, table: SolvedTable, codes: Sequence[SeenCode], game: GameFile, pieces: PieceSet
) -> PlainLook | None:
    """The picture's corrected colours and the pieces' own; None where the set has no piece without a code."""
    kinds = plain_kinds(pieces, game)
    if not kinds:
        return None
    settings = PlainSettings()
    field = colour_field(image, table, codes, game, settings)
    on_lots = materials_of([kind for kind in kinds if kind.part.kind == "piece"], settings)
    cars = materials_of([kind for kind in kinds if kind.part.kind == CAR], settings)
    pucks = materials_of([kind for kind in kinds if kind.part.kind == "puck"], settings)
    return PlainLook(field, table.plane, on_lots, cars, pucks, settings)


def ground_mm(game: GameFile) -> float:
    """Thickness of the sheets on which pieces stand."""
    return max((part.height_mm for part in game.of_kind("tile")), default=0.0)
