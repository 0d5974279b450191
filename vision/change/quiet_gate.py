"""A cheap look at each frame: is the camera where it was, and has any place changed since the picture that was read?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Protocol

import cv2
import numpy as np

from tabletop.gamefile import GameFile
from vision.change.still import StillBlocks, StillBorders, StillPlaces
from vision.change.watch_settings import WatchSettings
from vision.pixels.arrays import BgrImage, Floats, GreyImage, PointsPx, Samples, distinct, median
from vision.pixels.codes import SeenCode

SMALL_PX = 160
"""Width of the small picture in which movement is looked for."""
BLOCK_PX = 4
"""Side of its blocks."""
NOWHERE = frozenset[str]()
STEP_TO_DEVIATION = 1.048
"""Standard deviation against the median difference of two neighbours, of normal noise: 1 / (0.6745 * sqrt 2)."""


@dataclass(frozen=True, slots=True)
class ChangeReport:
    """What one cheap look told."""

    quiet: bool
    moved_px: float
    """How far the codes shifted, as a whole; 0.0 where they surely did not shift enough for anything to have moved."""
    changed: frozenset[str]
    """Places that look different from the picture that was read: something was put there, taken away, or covers it."""
    hidden: frozenset[str]
    """Those of them of which nothing of before is seen."""


def small_grey(image: BgrImage) -> GreyImage:
    """Every n-th pixel's green, about 160 wide: (h, w). A view into nothing: it may be kept."""
    step = max(1, image.shape[1] // SMALL_PX)
    return np.ascontiguousarray(image[step // 2 :: step, step // 2 :: step, 1])


def change_between(before: GreyImage, after: GreyImage) -> float:
    """The share (0 to 1) of blocks that changed between two small pictures beyond drifting light and noise.

    1.0 where the sizes differ. The whole picture's gain is taken out first, so a lamp that dims or an exposure that is
    corrected is no movement; so are a lamp's bands that roll through the picture.
    """
    return float(changed_blocks(before, after).mean())


def changed_blocks(before: GreyImage, after: GreyImage, settings: WatchSettings | None = None) -> Any:
    """Which blocks (rows, columns) of bool of two small pictures differ.

    A shadow over most of the picture is as much of a change as a piece: it never makes the limit for others higher.
    """
    chosen = settings or WatchSettings()
    rows, columns = after.shape[0] // BLOCK_PX, after.shape[1] // BLOCK_PX
    if before.shape != after.shape or not rows or not columns:
        return np.ones((max(1, rows), max(1, columns)), bool)
    return _changed(_blocks(_means(before), chosen), _blocks(_means(after), chosen), chosen)


def _changed(old: Floats, new: Floats, settings: WatchSettings) -> Any:
    """Which of the blocks (rows, columns) differ; their noise is asked for only where one does at all."""
    ratio = new / old
    gain = float(median(ratio.ravel()))
    gains = _gain_of_rows(ratio, gain, settings)[:, None]
    differs = np.abs(new - old * gains) - settings.tone_share * np.abs(gains - 1.0) * old
    changed = differs > settings.block_levels
    if not changed.any() or old.shape[1] < 2:
        return changed
    steps = np.abs(np.diff(ratio, axis=1)) * (old[:, 1:] + old[:, :-1]) / 2  # whatever lies there, light cancels out
    return changed & (differs > settings.block_noise * STEP_TO_DEVIATION * float(median(steps.ravel())))


def _gain_of_rows(ratio: Floats, gain: float, settings: WatchSettings) -> Floats:
    """By how much each row of blocks is lighter: the whole picture's gain, and a lamp's bands where they are no more.

    What covers less than half of a row leaves its median alone, and bands are wider than a row and its neighbours.
    """
    rows = median(ratio)
    padded = np.concatenate((rows[:1], rows, rows[-1:]))
    smooth = median(np.stack((padded[:-2], padded[1:-1], padded[2:])), axis=0)
    return np.asarray(np.where(np.abs(smooth - gain) <= settings.band_share * gain, smooth, gain))


def _means(small: GreyImage) -> Samples:
    """Means of blocks (rows, columns)."""
    rows, columns = small.shape[0] // BLOCK_PX, small.shape[1] // BLOCK_PX
    cut = small[: rows * BLOCK_PX, : columns * BLOCK_PX].astype(np.float32)
    return np.asarray(cv2.resize(cut, (columns, rows), interpolation=cv2.INTER_AREA), np.float32)


def _blocks(means: Samples, settings: WatchSettings) -> Floats:
    """Blocks with such means, none of them quite dark."""
    return means.astype(float) + settings.dark_levels


class Watched(Protocol):
    """A reading of which codes and places are watched."""

    @property
    def game(self) -> GameFile:
        """Whose parts they are."""
        ...

    @property
    def codes(self) -> Sequence[SeenCode]:
        """Those that were seen."""
        ...

    @property
    def outlines_px(self) -> Mapping[str, PointsPx]:
        """Place -> its polygon in the picture."""
        ...

    @property
    def sheet_kinds(self) -> Sequence[str]:
        """The kinds of parts on which the others lie."""
        ...


class QuietGate:
    """Remembers how codes' borders and places looked in the picture that was read, and compares a frame with it.

    They are measured when a frame first asks, which no reading of a single photograph does; until then the picture is
    kept, into which nobody writes.
    """

    def __init__(
        self,
        sight: Watched,
        image: BgrImage,
        *,
        told: frozenset[str] = NOWHERE,
        settings: WatchSettings | None = None,
    ) -> None:
        """`told` are places of which an earlier picture tells, whatever this one shows of them."""
        self._measure: Callable[[], _Looks] = partial(_Looks, sight, image, told, settings or WatchSettings())

    @cached_property
    def _looks(self) -> _Looks:
        looks = self._measure()
        self._measure = lambda: looks  # the picture goes
        return looks

    @property
    def small(self) -> GreyImage:
        """The `small_grey` of the picture that was read."""
        return self._looks.small

    @property
    def burnt(self) -> frozenset[str]:
        """The places of which nothing is told, since they were burnt out in the picture that was read."""
        return self._looks.burnt

    def look(self, image: BgrImage, *, small: GreyImage | None = None) -> ChangeReport:
        """Compare a frame with the picture that was read; a frame of another size has changed everywhere.

        `small` is the frame's `small_grey`, where whoever calls has it already.
        """
        return self._looks.compare(image, small)


class _Looks:
    """How codes' borders and places looked."""

    def __init__(self, sight: Watched, image: BgrImage, told: frozenset[str], settings: WatchSettings) -> None:
        self._settings = settings
        self._size = image.shape[:2]
        self._places = [
            place
            for place in sight.outlines_px
            if place.split(":")[0] in ("property", "street", "puck", "mat", "square", "cell", "card", "track")
        ]
        outlines = np.array([_quad(sight.outlines_px[place]) for place in self._places]).reshape(-1, 4, 2)
        grid = np.stack(np.meshgrid(np.linspace(0.1, 0.9, 7), np.linspace(0.1, 0.9, 7)), axis=-1)
        self._points = _within(outlines, grid)  # (places, 7, 7, 2)
        kinds, part_of = sight.sheet_kinds, sight.game.by_code
        self._codes = [code for code in sight.codes if code.own and part_of[code.id][0].kind in kinds]
        corners = np.array([code.corners_px for code in self._codes]).reshape(-1, 4, 2)
        owners = [part_of[code.id][0].id for code in self._codes]
        self._tile_of = np.array([owners.index(owner) for owner in owners])
        self._borders, self._step_px = _border_points(corners)
        self._half_outward = _outward(corners) / 2
        sides = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).mean(axis=1)
        self._px_per_mm = float(median(sides)) / sight.game.codes.side_mm if len(sides) else 1.0
        self._maps = _maps(np.concatenate([self._points.reshape(-1, 2), self._borders.reshape(-1, 2)]))
        self.small = small_grey(image)
        means = _means(self.small) if min(self.small.shape) >= BLOCK_PX else None
        self._still_blocks = None if means is None else StillBlocks(means, self._settings)
        self._small_blocks = None if means is None else _blocks(means, self._settings)
        self._reference = self._levels(image)
        places, profiles = self._parted(self._reference)
        self._mean = np.full((1, places.shape[1]), 1 / max(1, places.shape[1]), np.float32)
        self._place_means = (self._mean @ places)[:, 0]  # (places, 3)
        self._place_shapes = places - self._place_means[:, None]
        self._green_strengths = np.linalg.norm(self._place_shapes[..., 1], axis=1)
        self._tiles = [np.flatnonzero(self._tile_of == number) for number in distinct(self._tile_of)]
        self._structured = self._green_strengths / 7.0 > self._settings.contrast_levels  # 7: the root of 49 samples
        self._still_places = StillPlaces(places, self._structured, self._settings)
        burnt = np.flatnonzero(self._burnt_shares(places) >= self._settings.burnt_share).tolist()
        self._burnt = np.array([number for number in burnt if self._places[number] not in told], int)
        self.burnt = self._named(self._burnt)
        self._remember_borders(profiles)

    def _remember_borders(self, profiles: Samples) -> None:
        """What `_shifts` holds profiles (n, steps) against, and how far each may shift before it is asked."""
        slopes = np.gradient(profiles, axis=-1)
        slopes /= np.maximum((slopes**2).sum(axis=-1, keepdims=True), 1.0)
        slopes = np.asarray(slopes - slopes.mean(axis=-1, keepdims=True), np.float32)
        self._border_offset = (profiles * slopes).sum(axis=-1)
        self._border_slopes = slopes
        spread = np.maximum(profiles.std(axis=-1), 1.0)
        self._border_spread = spread * slopes.shape[-1]  # times the samples, as the roots of sums in `_shifts` are
        self._nudged_px = max(self._settings.nudge_mm * self._px_per_mm, self._settings.nudge_px)
        # Where no side shifts by more than 1, no code does by more than this, nor do all of them.
        reach = float(np.hypot(*np.abs(self._half_outward).sum(axis=1).max(axis=0, initial=1e-6)))
        most_px = min(self._settings.moved_px, self._nudged_px / 2) / reach  # of a code here and of all of them there
        most_steps = np.repeat(most_px / self._step_px, 4 * self._borders.shape[2])
        self._still_borders = StillBorders(profiles, slopes, most_steps, spread * np.sqrt(slopes.shape[-1]))

    def compare(self, image: BgrImage, small: GreyImage | None) -> ChangeReport:
        """`QuietGate.look`."""
        if image.shape[:2] != self._size:
            return ChangeReport(False, float("inf"), frozenset(self._places), frozenset(self._places))
        levels = self._levels(image)
        places, borders = self._parted(cv2.subtract(levels, self._reference, dtype=cv2.CV_32F))
        moved, nudged = (0.0, False) if self._still_borders.holds(borders) else self._shifts(levels)
        names, hidden = (NOWHERE, NOWHERE) if self._still_places.holds(places) else self._changes(levels)
        names |= self._shown_again(levels)
        elsewhere = self._changed_elsewhere(small_grey(image) if small is None else small)
        quiet = moved < self._settings.moved_px and not names and not nudged and not elsewhere
        return ChangeReport(quiet, moved, names, hidden)

    def _shown_again(self, levels: Any) -> frozenset[str]:
        """The places that were burnt out, so that nothing was seen of them, and are so no more."""
        if not len(self._burnt):
            return NOWHERE
        left = self._burnt_shares(self._parted(levels)[0][self._burnt])
        return self._named(self._burnt[left < self._settings.burnt_share / 2])

    def _burnt_shares(self, places: Samples) -> Floats:
        """The share of each place's samples (places, 49, 3) in which the sensor has reached its end."""
        return np.asarray((places.min(axis=2) >= self._settings.burnt_level).mean(axis=1))

    def _changed_elsewhere(self, small: GreyImage) -> bool:
        """Whether as many blocks differ as make something new; as `changed_blocks` has it."""
        if self._small_blocks is None or self._still_blocks is None or small.shape != self.small.shape:
            changed = changed_blocks(self.small, small, self._settings)
        else:
            means = _means(small)
            if self._still_blocks.holds(means):
                return False
            changed = _changed(self._small_blocks, _blocks(means, self._settings), self._settings)
        return int(np.count_nonzero(changed)) >= self._settings.changed_blocks

    def _levels(self, image: BgrImage) -> Any:
        """Colours at all points, as `cv2.remap` has them."""
        return cv2.remap(image, *self._maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)

    def _parted(self, levels: Any) -> tuple[Samples, Samples]:
        """Of such colours those of the places' grids (places, 49, 3), and green across the borders (n, steps)."""
        colours = np.asarray(levels, np.float32).reshape(-1, 3)
        count = self._points.shape[0] * 49
        total = count + self._borders.size // 2
        return colours[:count].reshape(-1, 49, 3), colours[count:total, 1].reshape(-1, self._borders.shape[-2])

    def _shifts(self, levels: Any) -> tuple[float, bool]:
        """The median shift of all codes in pixels, and whether some tile shifted against the others."""
        if not len(self._codes):
            return 0.0, False
        profiles = self._parted(levels)[1]
        steps = profiles.shape[-1]
        # Least squares: how far a profile, brought to the reference's mean and contrast, lies along its own slopes.
        sums = profiles.sum(axis=1)
        power = np.einsum("ij,ij->i", profiles, profiles) * steps - sums * sums
        contrast = np.sqrt(np.maximum(power, 0.0)) / self._border_spread
        along = np.einsum("ij,ij->i", profiles, self._border_slopes)
        offset = self._border_offset - along / np.maximum(contrast, self._settings.least_contrast)  # steps outward
        first, second, third = offset.reshape(-1, 3).T
        low, high = np.minimum(first, second), np.maximum(first, second)
        side = np.maximum(low, np.minimum(high, third)).reshape(-1, 4) * self._step_px[:, None]  # pixels outward
        shift = np.einsum("cs,csx->cx", side, self._half_outward)  # opposite sides cancel what only grew
        seen = np.abs(side).max(axis=1) < self._settings.lost_profiles * self._step_px * steps / 2
        if not seen.any():
            return float("inf"), True
        whole = median(shift[seen], axis=0)
        away = np.hypot(*(shift - whole).T)
        nudged = bool((away > self._nudged_px).any()) and any(
            float(median(away[tile])) > self._nudged_px for tile in self._tiles if seen[tile].all()
        )
        return float(np.hypot(*whole)), nudged

    def _changes(self, levels: Any) -> tuple[frozenset[str], frozenset[str]]:
        """Which places look different, and which of those show nothing of before."""
        places = self._parted(levels)[0]
        means = (self._mean @ places)[:, 0]
        dark = np.float32(self._settings.dark_levels)
        gain = (means + dark) / (self._place_means + dark)  # (places, 3): one may lie in a shadow, others in the light
        log_ratio = np.log(gain)
        drift = median(log_ratio, axis=0)
        level = np.abs(log_ratio[:, 1] - drift[1]) > self._settings.level_change
        hue = log_ratio - log_ratio[:, 1:2]
        level |= (np.abs(hue - median(hue, axis=0)) > self._settings.colour_change).any(axis=1)
        shapes = places - means[:, None]
        green = shapes[..., 1]
        strength = np.sqrt(np.einsum("ij,ij->i", green, green)) * self._green_strengths
        correlation = np.einsum("ij,ij->i", self._place_shapes[..., 1], green) / np.maximum(strength, 1e-6)
        rest = (shapes - self._place_shapes * gain[:, None]).reshape(-1, 7, 7, 3)
        three = rest[:, :-2] + rest[:, 1:-1] + rest[:, 2:]
        nine = three[:, :, :-2] + three[:, :, 1:-1] + three[:, :, 2:]
        nine = np.abs(nine, out=nine).reshape(len(nine), -1).max(axis=1) / 9
        local = nine > self._settings.local_levels
        if local.any():
            noise = float(median(np.abs(rest).reshape(len(rest), -1).mean(axis=1)))
            local &= nine > self._settings.local_noise * noise
        different = local | (self._structured & (correlation < self._settings.still_correlation))
        lost = self._structured & (correlation < self._settings.hidden_correlation)
        return self._named(np.flatnonzero(different | level)), self._named(np.flatnonzero(lost))

    def _named(self, numbers: Any) -> frozenset[str]:
        """The names of the places with these numbers."""
        return frozenset(self._places[index] for index in numbers)


def _quad(outline: PointsPx) -> PointsPx:
    """Four corners of a polygon: itself, or its bounding box where it has another number."""
    if len(outline) == 4:
        return outline
    low, high = outline.min(axis=0), outline.max(axis=0)
    return np.array([low, [high[0], low[1]], high, [low[0], high[1]]])


def _within(quads: PointsPx, grid: Floats) -> PointsPx:
    """Bilinear points of a grid (7, 7, 2) of shares within quadrilaterals (n, 4, 2)."""
    u, v = grid[..., 0][None, ..., None], grid[..., 1][None, ..., None]
    corners = quads[:, :, None, None]
    return np.asarray(
        corners[:, 0] * (1 - u) * (1 - v)
        + corners[:, 1] * u * (1 - v)
        + corners[:, 2] * u * v
        + corners[:, 3] * (1 - u) * v
    )


def _outward(corners: PointsPx) -> Floats:
    """Unit normals of the sides (n, 4, 2), pointing out."""
    along = np.roll(corners, -1, axis=1) - corners
    normal = np.stack([along[..., 1], -along[..., 0]], axis=-1)
    return np.asarray(normal / np.maximum(np.linalg.norm(normal, axis=2, keepdims=True), 1e-6))


def _border_points(corners: PointsPx) -> tuple[PointsPx, Floats]:
    """Profiles across the sides (n, 4, 3, 9, 2), and each code's step in pixels (n,)."""
    along = np.roll(corners, -1, axis=1) - corners
    step = np.linalg.norm(along, axis=2).mean(axis=1) / 7 / 5  # a fifth of a module
    step = np.maximum(step, 0.6)
    starts = corners[:, :, None] + along[:, :, None] * np.array([0.25, 0.5, 0.75])[None, None, :, None]
    reach = np.arange(-4, 5) * step[:, None]
    points = starts[..., None, :] + _outward(corners)[:, :, None, None] * reach[:, None, None, :, None]
    return points, step


def _maps(points: PointsPx) -> tuple[Any, Any]:
    """Points as a remap's maps (rows, 1024, 2) in fixed point, as remap would make them anew for each picture.

    The last row is filled up.
    """
    rows = max(1, -(-len(points) // 1024))
    padded = np.zeros((rows * 1024, 2), np.float32)
    padded[: len(points)] = points
    whole, between = cv2.convertMaps(padded.reshape(rows, 1024, 2), None, cv2.CV_16SC2)  # type: ignore[call-overload]
    return whole, between
