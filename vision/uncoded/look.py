"""What is needed to look for plain pieces in one picture: its corrected colours, and the pieces' own."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tabletop.gamefile import GameFile
from tabletop.plainkinds import PlainKind, plain_kinds
from vision.pixels.arrays import Floats
from vision.places.shot import SolvedShot
from vision.settings.uncoded import PlainSettings
from vision.table.plane import TablePlane
from vision.table.sheets import SolvedTable
from vision.uncoded.colour_image import ColourField, LookedAgain, colour_field
from vision.uncoded.materials import Material, as_strong, materials_of, veiled_lab

PUCK = "puck"
PATCH_REACH = 0.75
"""Of a square's side from its middle to its corner, and a little for blur."""


@dataclass(frozen=True, slots=True, eq=False)
class PlainLook:
    """What is needed to look for plain pieces in one picture."""

    shot: SolvedShot
    field: ColourField
    kinds: tuple[PlainKind, ...]
    """Of pieces that lie on lots or cells, ..."""
    materials: tuple[Material, ...]
    """... and their colours."""
    cars: tuple[Material, ...]
    pucks: tuple[Material, ...]
    markers: tuple[Material, ...]
    """Of what stands on score tracks."""
    patches_mm: Floats
    """Middles of the printed colour patches on the table, and how far each reaches: (n, 3)."""
    grounds: Floats
    """By how much the tiles' printed colours differ in Lab from the street's, (n, 3); cast light shifts all alike."""

    @property
    def plane(self) -> TablePlane:
        """Where the table lies in the picture."""
        return self.shot.plane

    @property
    def quiet(self) -> bool:
        """Whether the picture shows so little noise that single samples tell a colour."""
        return self.field.noise <= self.settings.quiet_noise

    @property
    def settings(self) -> PlainSettings:
        """The numbers that tune the reading of plain pieces."""
        return self.shot.settings.uncoded


def plain_look(shot: SolvedShot, again: LookedAgain | None = None) -> PlainLook | None:
    """The picture's corrected colours and the pieces' own; None where it is grey, or no piece is without a code.

    Pieces are looked for everywhere, or where something has changed since the last picture (`again`).
    """
    game, pieces, settings = shot.game, shot.pieces, shot.settings.uncoded
    kinds = () if pieces is None or shot.image.ndim == 2 else plain_kinds(pieces, game)
    kinds = tuple(kind for kind in kinds if _is_played_with(kind, shot.players))
    if not kinds:
        return None
    on_places = tuple(kind for kind in kinds if kind.part.stands_on in (None, "parts") and kind.part.kind != PUCK)
    cars = materials_of([kind for kind in kinds if kind.part.stands_on == "street"], settings)
    pucks = materials_of([kind for kind in kinds if kind.part.kind == PUCK], settings)
    markers = materials_of([kind for kind in kinds if kind.part.on_track], settings)
    materials = materials_of(on_places, settings)
    return PlainLook(
        shot,
        colour_field(shot, again),
        on_places,
        materials,
        cars,
        pucks,
        markers,
        _patches(shot.table),
        _grounds(game),
    )


def as_strong_as(look: PlainLook, labs: Sequence[Floats]) -> PlainLook:
    """The look with its written colours as strong as those of faces (their Lab, (3,) each)."""
    return replace(look, materials=as_strong(look.materials, labs, look.settings))


def _is_played_with(kind: PlainKind, players: tuple[str, ...]) -> bool:
    """Whether a piece is not one of a player's who does not take part."""
    seat = kind.part.number
    theirs = kind.part.on_top or kind.part.on_track
    return not theirs or seat is None or not players or seat <= len(players)


def _grounds(game: GameFile) -> Floats:
    """The tiles' printed colours against the street's."""
    names = sorted({part.colour for part in game.of_kind("tile") if part.colour in game.palette})
    if "street" not in game.palette:
        return np.zeros((1, 3))
    street = veiled_lab(game.palette["street"])
    return np.array([np.zeros(3), *(veiled_lab(game.palette[name]) - street for name in names)])


def _patches(table: SolvedTable) -> Floats:
    """The colour patches printed on all sheets: middle and half the diagonal, in mm on the table."""
    found = [np.zeros((0, 3))]
    for sheet in table.sheets:
        if sheet.part.patches:
            middles = sheet.to_table(np.array([patch.centre_mm for patch in sheet.part.patches]))
            found.append(np.column_stack([middles, [PATCH_REACH * patch.side_mm for patch in sheet.part.patches]]))
    return np.concatenate(found)


def ground_mm(game: GameFile) -> float:
    """Thickness of the sheets on which pieces stand."""
    return max((part.height_mm for part in game.of_kind("tile")), default=0.0)
