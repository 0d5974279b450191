"""From one photograph to a reading: the picture straightened, the reader of its kind of game, reasons for none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from tabletop.gamefile import GameFile
from tabletop.piecefile import PieceSet
from tabletop.profiles import CameraProfile
from tabletop.readings import Problem, Reading
from vision.boards.reader import read_boards
from vision.boards.setup import Setup, setup_of
from vision.change.quiet_gate import QuietGate
from vision.city.reader import read_city
from vision.pixels.arrays import BgrImage, GreyImage, PointsPx, to_grey
from vision.pixels.detection import thoroughly
from vision.reading import FrameReading
from vision.settings import ReaderSettings
from vision.unread import OTHERS, something_else, why_unread


def read_image(
    image: BgrImage,
    game: GameFile,
    *,
    players: Sequence[str] = (),
    profile: CameraProfile | None = None,
    settings: ReaderSettings | None = None,
    name: str | None = None,
    own_boards: Sequence[str] = (),
    pieces: PieceSet | None = None,
    before: FrameReading | None = None,
) -> FrameReading:
    """Read a photograph (height, width, 3) of a game's printed parts.

    Where the sight is neither kept for the next frame nor drawn, `load_grey` is faster and enough for Big City: a
    picture (height, width) has no `watch`.

    For games with boards: `name` is the word by which positions name the game (the path of a game file of one's own),
    `own_boards` are paths of board files that may lie there. `pieces` are pieces that bear codes of their own, or none
    (`tabletop.plainkinds.pieces_for`): those are told by colour and footprint, in every game. `before` is what
    was seen of the same table in an earlier picture: neighbourhoods and mats of a city that show no code now lie where
    they lay then, however camera or table were moved, and so do tiles on which citizens stand everywhere.

    Never raises for what the picture shows: where too little is seen, the reading's position is None and its first
    problem says why, with the mend. A mirrored picture is read through a mirror, and a problem says so. A camera
    profile is not needed; one of another size is not used, which a problem says.
    """
    chosen = settings or ReaderSettings()
    if pieces is not None:
        chosen = thoroughly(chosen)  # pieces without codes lean on every code of the ground, half covered ones too
    fitting, complaints = usable_profile(profile, image)
    shown = image if fitting is None else straightened(image, fitting)
    setup = None if game.laid_of_tiles else setup_of(game, name, own_boards, pieces)
    asked = _Asked(game, setup, tuple(players), chosen, pieces)
    sight = _read_picture(shown, asked, before)
    families = () if setup is None else setup.files_families
    if sight.reading.position is None:
        mirrored = _read_picture(np.ascontiguousarray(shown[:, ::-1]), asked, None)
        seen = mirrored.reading.position is not None and not _hangs_on_single_codes(mirrored)
        sight = _unmirrored(mirrored) if seen else _with_reason(sight, to_grey(shown), families, chosen)
    elif _hangs_on_single_codes(sight):
        sight = _with_reason(sight, to_grey(shown), families, chosen)
    if fitting is not None:
        sight = bent_back(sight, fitting)
    if complaints:
        sight = replace(sight, reading=replace(sight.reading, problems=(*sight.reading.problems, *complaints)))
    return sight if image.ndim == 2 else replace(sight, watch=QuietGate(sight, image))


def _hangs_on_single_codes(sight: FrameReading) -> bool:
    """Whether no two codes of one sheet bear each other out: what is seen may be chance."""
    return sight.table is not None and max(len(sheet.codes) for sheet in sight.table.sheets) == 1


def _with_reason(
    sight: FrameReading, grey: GreyImage, families: Sequence[str], settings: ReaderSettings
) -> FrameReading:
    """A sight of nothing with the reason; one of single codes is nothing where something else lies there."""
    reading = sight.reading
    if reading.position is not None:
        other = something_else(grey, sight.game, families, settings)
        return sight if other is None else replace(sight, reading=Reading(reading.game, None, problems=(other,)))
    reasons = why_unread(grey, sight.codes, sight.game, families, settings)
    problems = reasons if reasons[0].code in OTHERS else (*reasons, *reading.problems)
    return replace(sight, reading=replace(reading, problems=problems))


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is to be read in a picture."""

    game: GameFile
    setup: Setup | None
    """Of games with boards."""
    players: tuple[str, ...]
    settings: ReaderSettings
    pieces: PieceSet | None


def _read_picture(image: BgrImage, asked: _Asked, before: FrameReading | None) -> FrameReading:
    """A city laid of tiles, or boards."""
    players, settings = asked.players, asked.settings
    if asked.setup is None:
        table = None if before is None else before.table
        return read_city(image, asked.game, players, settings, asked.pieces, table)

    return read_boards(image, asked.setup, players, settings, before=None if before is None else before.boards)


def _unmirrored(sight: FrameReading) -> FrameReading:
    """A sight read through the mirror, with its geometry in the picture as it was given."""
    last = sight.size_px[0] - 1

    def back(points: PointsPx) -> PointsPx:
        return np.stack([last - points[..., 0], points[..., 1]], axis=-1)

    problem = Problem(
        "mirrored", "the picture is mirrored, as selfie cameras do; it was read through a mirror. Switch mirroring off"
    )
    reading = replace(sight.reading, problems=(problem, *sight.reading.problems))
    return replace(sight.warped(back), reading=reading, mirrored=True)


def usable_profile(profile: CameraProfile | None, image: BgrImage) -> tuple[CameraProfile | None, tuple[Problem, ...]]:
    """The profile, turned as the picture is, or None with a problem that says why it does not fit this picture."""
    if profile is None:
        return None, ()
    size_px = (image.shape[1], image.shape[0])
    for candidate in (profile, profile.turned(1)):
        if candidate.usable_for(size_px=size_px):
            return candidate, ()
    reason = profile.refusal(size_px=size_px) or "it is another camera's"
    return None, (Problem("profile-unfit", f"the camera profile is not used: {reason}"),)


def straightened(image: BgrImage, profile: CameraProfile) -> BgrImage:
    """The picture as a camera without distortion would have taken it."""
    return np.asarray(cv2.undistort(image, _matrix(profile), _distortion(profile)), np.uint8)


def bent_back(sight: FrameReading, profile: CameraProfile) -> FrameReading:
    """A sight of a straightened picture, with its geometry in the picture as it was taken."""

    def back(points: PointsPx) -> PointsPx:
        flat = points.reshape(-1, 2)
        rays = (flat - np.array(profile.centre_px)) / np.array(profile.focal_px)
        rays = np.concatenate([rays, np.ones((len(rays), 1))], axis=1)
        none = np.zeros(3)
        pixels: Any = cv2.projectPoints(rays, none, none, _matrix(profile), _distortion(profile))[0]
        return np.asarray(pixels, float).reshape(points.shape)

    return replace(sight.warped(back), profile=profile)


def _matrix(profile: CameraProfile) -> Any:
    (fx, fy), (cx, cy) = profile.focal_px, profile.centre_px
    return np.array([[fx, 0.0, cx], [0.0, fy, cy], [0.0, 0.0, 1.0]])


def _distortion(profile: CameraProfile) -> Any:
    return np.array(profile.distortion)
