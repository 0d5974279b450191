"""From which differences on a frame counts as changed."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WatchSettings:
    """When something counts as changed (MARKERS.md section 3: a true code correlates >= .98, a shifted one <= .48).

    Chosen by hand where nothing else is told; `tests/vision/test_watch.py` holds both sides on virtual pictures: noise,
    dimmed lamps and their bands are quiet, small pieces and bumps are noticed. A false change costs time, and
    one that is missed is seen at the next whole reading (`CaptureSettings.whole_every_s` in `live.table.frame_reader`).
    """

    block_levels: float = 7.0
    """Grey levels by which a block's mean must differ after the whole picture's drift is taken out."""
    block_noise: float = 6.0
    """And so many standard deviations of the blocks' own noise, which is told from neighbours: light changes softly."""
    band_share: float = 0.18
    """A lamp on the mains rolls through the picture in rows lighter and darker by at most so much between two pictures
    (6 % about the mean in the films of `simulator.driver`); more is something that lies there."""
    dark_levels: float = 4.0
    """Grey levels added before two brightnesses are divided: what is nearly black tells no ratio."""
    tone_share: float = 0.5
    """Cameras brighten light parts less than dark ones: so much of the drift may be wrong for a block."""
    changed_blocks: int = 1
    """From so many changed blocks on there is something new: a still table shows none, a hand seen from far up few."""
    still_correlation: float = 0.80
    """A place that looks as before correlates at least so much with itself, where it has any contrast."""
    local_levels: float = 14.0
    """Mean difference of nine neighbouring samples of a place (10 mm) from which something lies there."""
    level_change: float = 0.22
    """A place whose logarithmic brightness changes by more than this against the rest is changed (or in shadow)."""
    colour_change: float = 0.15
    """A place whose logarithmic blue or red changes by more than this against its green, and against the other places,
    is changed: what lies on all of it may be as bright as its ground (.05 at most by the light of a filmed game)."""
    moved_px: float = 0.8
    """The median of the codes' shifts from which the camera counts as moved; 1 mm is 1.5 px in a webcam's 1080p."""
    nudge_mm: float = 0.7
    nudge_px: float = 0.5
    """A tile whose codes shift by this against the others was pushed; noise shifts them by a quarter of a pixel."""
    least_contrast: float = 0.1
    """A border's contrast counts for no less than this share of what it was, else noise would be a shift."""
    lost_profiles: float = 3.0
    """A code that seems to have shifted by so many times the reach of its profiles shows no border: it is covered."""
    contrast_levels: float = 10.0
    """Standard deviation of a place's green from which it has contrast, so that its likeness tells something."""
    hidden_correlation: float = 0.5
    """A place with contrast that looks like itself by less than this shows nothing of before."""
    local_noise: float = 3.0
    """Differences within a place count from so many times the usual one of all places on."""
    burnt_level: float = 251.0
    """Value (of 255) in all channels from which a sample is clipped, as for pieces without codes, ..."""
    burnt_share: float = 0.4
    """... and the share of a place's samples from which nothing is told of it. It is looked at again once less than
    half as much of it is clipped."""
