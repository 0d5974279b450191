"""A plain turn puck: on whose mat something of its colour and size lies."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.places.place import frame_on, rectangle_mm
from vision.places.seats import Seats, seat_name
from vision.places.shot import SolvedShot
from vision.settings.uncoded import PlainSettings
from vision.table.sheets import Sheet
from vision.uncoded.faces import core_grid
from vision.uncoded.look import PlainLook

REACH_MM = 9.0
"""A puck is put down within this of its round place."""
SHIFTS = 5


def with_plain_puck(look: PlainLook, seats: Seats, shot: SolvedShot) -> Seats:
    """The seats with the plain puck's place, where no printed puck was found; two of them are asked about."""
    mats = [sheet for sheet in shot.table.sheets if sheet.part.kind == "mat" and sheet.part.spot_mm is not None]
    players = shot.players
    if not look.pucks or seats.turn is not None or not mats:
        return seats
    names = [seat_name(mat.part.number or 0, players) for mat in mats]
    shares = [_share(look, mat) for mat in mats]
    evidence = {
        name: round(look.settings.puck_nats * (1.0 - share), 2) for name, share in zip(names, shares, strict=True)
    }
    sureness, outlines = dict(seats.sureness), dict(seats.outlines_px)
    on = only_one(shares, look.settings)
    if on is None:
        sureness["puck"] = "ask"
        return replace(seats, sureness=sureness, evidence=dict.fromkeys(names, 0.0))
    mat = mats[on]
    outlines["puck"] = look.plane.to_picture(mat.to_table(np.array(mat.part.spot_mm) + rectangle_mm(32.0, 32.0)))
    sureness["puck"] = "likely"
    best = max(evidence.values())
    return Seats(names[on], sureness, {name: value - best for name, value in evidence.items()}, outlines)


def only_one(shares: Sequence[float], settings: PlainSettings) -> int | None:
    """The mat that plainly shows the puck's colour, of whose share every mat tells; None where another does too."""
    on = [index for index, share in enumerate(shares) if share >= settings.puck_shows]
    others = [share for index, share in enumerate(shares) if index not in on]
    return on[0] if len(on) == 1 and max(others, default=0.0) <= settings.puck_bare else None


def _share(look: PlainLook, mat: Sheet) -> float:
    """The largest share of a puck's core, wherever it may lie on the mat's round place, that has its colour."""
    spot, best = frame_on(mat, np.array(mat.part.spot_mm)), 0.0
    line = np.linspace(-REACH_MM, REACH_MM, SHIFTS)
    shifts = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 1, 2)
    for material in look.pucks:
        for kind in material.kinds:
            core = core_grid(kind.width_mm, look.settings)
            heights = look.settings.tried_heights_mm if kind.height_mm is None else (kind.height_mm,)
            for height in heights:
                pixels = look.plane.to_picture(spot.to_table(core + shifts), height_mm=height)
                values = look.field.at(pixels).astype(float)
                nats = material.nats(values.reshape(-1, 3), look.settings).reshape(values.shape[:2])
                best = max(best, float((nats > look.settings.car_nats).mean(axis=1).max()))
    return best
