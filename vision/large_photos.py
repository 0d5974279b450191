"""Photographs of many megapixels: unpacked and read small first, which is enough where their codes are large.

To look for codes the reader shrinks a large photograph anyhow, and its codes' edges are no sharper than a small one's:
corners of photographs of 12 megapixels lie as near to their plane when they are read at half their size.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tabletop.gamefile import GameFile
from tabletop.readings import Reading
from vision.pixels.arrays import GreyImage, quantile, to_grey
from vision.pixels.codes import corners_of, sides_px
from vision.pixels.detection import codes_at, first_scale, scale_for
from vision.pixels.photo_file import PhotoFile
from vision.pixels.promised import promised
from vision.reader import read_image
from vision.reading import FrameReading
from vision.settings import ReaderSettings

LEAST_PX = 1900
"""No photograph is read smaller than an ordinary webcam's pictures are."""
LEAST_MODULE_PX = 2.5
"""Where a tenth of the codes that are found are smaller, too few are found to tell that others are missing."""
LARGEST_BLOCK = 31 << 20
"""Bytes: more than any array of a reading takes, and less than the 32 MB up to which glibc learns."""


def read_photo(
    photo: PhotoFile,
    game: GameFile,
    *,
    players: Sequence[str] = (),
    name: str | None = None,
    own_boards: Sequence[str] = (),
) -> FrameReading:
    """Read a photograph of a game's printed parts, of which no next frame follows.

    It is unpacked whole only where it may show more so; of a city's printed parts nothing is told by colours, so in
    grey. The rest is as in `vision.read_image`.
    """
    _keep_memory()
    settings, reduction = ReaderSettings(), photo.reduction(LEAST_PX)
    unpack = photo.grey if game.laid_of_tiles else photo.colour
    if reduction > 1:
        small = unpack(reduction)
        sight = read_image(small, game, players=players, settings=_as_it_is(settings), name=name, own_boards=own_boards)
        if _shows_all(sight, to_grey(small), settings):
            return replace(sight, reading=_of_the_whole(sight.reading, reduction))
    return read_image(unpack(1), game, players=players, settings=settings, name=name, own_boards=own_boards)


def _keep_memory() -> None:
    """Let what a reading gives back be used again by it: getting a megabyte anew takes as long as unpacking one.

    glibc hands blocks back to the system that are larger than any that was freed before, so one is, untouched.
    """
    np.empty(LARGEST_BLOCK, np.uint8)


def _as_it_is(settings: ReaderSettings) -> ReaderSettings:
    """The settings without a search in an enlarged picture: the whole photograph would show more."""
    return replace(settings, detection=replace(settings.detection, enlarged=1.0))


def _shows_all(sight: FrameReading, grey: GreyImage, settings: ReaderSettings) -> bool:
    """Whether the codes were large enough to be found, or those that were found tell that none is missing."""
    if sight.reading.position is None:
        return False
    own, first = [code for code in sight.codes if code.own], first_scale(grey, settings)
    if scale_for(own, first, sight.game, settings) == first:
        return True
    modules = sides_px(corners_of(own)).mean(axis=1) * first / sight.game.codes.modules
    if not sight.game.laid_of_tiles or quantile(modules, settings.detection.small_share) < LEAST_MODULE_PX:
        return False
    others = promised(own, sight.game, sight.size_px)
    missed = codes_at(grey, others.ids, others.corners_px, own, sight.game, settings)
    detection = settings.detection
    return others.known >= detection.fewest_known and len(missed) <= detection.small_share * others.known


def _of_the_whole(reading: Reading, reduction: int) -> Reading:
    """What is told in pixels is told in those of the whole photograph."""
    camera = reading.camera
    if camera is None:
        return reading
    return replace(reading, camera=replace(camera, reprojection_px=round(camera.reprojection_px * reduction, 3)))
