"""A report's pictures cut to the game: each by what is seen in it alone, and left out where no game is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from live.page.pictures import game_area_px
from live.reporting.content import ReportedPicture
from live.sources.frames import BgrImage
from live.table.recent import RecentPicture
from tabletop.gamefile import load_game
from tabletop.records import Header
from vision import read_image

Area = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""
MARGIN, LOOSE_MARGIN = 0.05, 0.1
"""Of the game's size: so much table stays round it, and at most so much where the picture before is cut alike."""
GREY = 127
"""What stands in place of the room."""


@dataclass(frozen=True, slots=True, eq=False)
class CutPictures:
    """What of the kept pictures goes into a report."""

    pictures: tuple[ReportedPicture, ...]
    whole: tuple[tuple[int, int], ...]
    """Moment and camera of those that are as they were taken, since no game is seen in them."""
    left_out: int
    """So many in which no game is seen are not in it."""


def cut_to_the_game(pictures: Sequence[RecentPicture], header: Header, *, whole: bool) -> CutPictures:
    """The pictures with everything grey but the game; those without one as they are if `whole`, else left out."""
    cut: list[ReportedPicture] = []
    uncut, left_out = [], 0
    areas: dict[int, Area] = {}  # camera -> what its picture before was cut to
    for picture in pictures:
        images = []
        for camera, image in picture.images:
            area = _area_of(image, header, areas.get(camera))
            if area is not None:
                areas[camera] = area
                images.append((camera, _greyed(image, area)))
            elif whole:
                uncut.append((len(cut), camera))
                images.append((camera, image))
            else:
                left_out += 1
        if images:
            cut.append(ReportedPicture.of(images, picture.captured_s, picture.lines))
    return CutPictures(tuple(cut), tuple(uncut), left_out)


def _area_of(image: BgrImage, header: Header, before: Area | None) -> Area | None:
    """Where the game is in a picture; as in the picture `before` where that fits, so that the rim does not move."""
    sight = read_image(image, load_game(header.game), players=header.players)
    if not sight.outlines_px:
        return None
    area = game_area_px(sight, MARGIN)
    fits = before is not None and _holds(before, area) and _holds(game_area_px(sight, LOOSE_MARGIN), before)
    return before if fits else area


def _holds(outer: Area, inner: Area) -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def _greyed(image: BgrImage, area: Area) -> BgrImage:
    left, top, right, bottom = area
    image[:top] = image[bottom:] = GREY
    image[:, :left] = image[:, right:] = GREY
    return image
